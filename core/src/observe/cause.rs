//! The reason of an early end, as a fact. [`crate::words`] makes a sentence of it.

use super::value::{fact_or_text, maybe_fact_or_text};
use super::{Breach, BrokenRule, Element, Failure, Lack, StepRefusal, Subject, Unprescribed};
use serde::{Deserialize, Deserializer, Serialize};

/// A thing that is left open, that a run settles in one way, and that results may show.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, schemars::JsonSchema,
)]
#[serde(rename_all = "kebab-case")]
pub enum OpenChoice {
    /// The place of memory.
    Address,
    /// The sign and payload of a NaN that an operation makes.
    Nan,
    /// The order of iterations.
    Order,
}

impl OpenChoice {
    /// All.
    pub const ALL: [OpenChoice; 3] = [OpenChoice::Address, OpenChoice::Nan, OpenChoice::Order];
}

/// The work that something was at when it ended early.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, schemars::JsonSchema,
)]
#[serde(rename_all = "kebab-case")]
pub enum Activity {
    /// lowdiff's own.
    Harness,
    /// Parsing and verifying the program.
    Parse,
    /// A pass, or the verifier after it.
    Pass,
    /// Translation to LLVM IR and to machine code.
    Compile,
    /// The lowered code.
    Execute,
    /// Printing a module, or writing it as bytecode.
    Print,
    /// Evaluating the program.
    Evaluate,
    /// Reading back a module that was written.
    Reread,
    /// A path by stock programs, whatever part of it.
    Path,
}

/// An access to memory that ended the lowered code.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, schemars::JsonSchema,
)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Access {
    /// At this address, which is near no block.
    Address(u64),
    /// In a block or near one.
    Block {
        /// True of a write; none where the processor does not tell.
        write: Option<bool>,
        /// The place.
        spot: Spot,
    },
}

/// The place of an address that lowered code must not touch.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, schemars::JsonSchema,
)]
#[serde(deny_unknown_fields)]
pub struct Spot {
    /// Bytes of the block it is next to, or in.
    pub size: u64,
    /// Its distance from the block's first byte.
    pub offset: i64,
    /// True if the block was freed.
    pub freed: bool,
}

/// The reason of an early end. No variant is a plain word, which would be read as text.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Cause {
    /// A text, from a document that keeps no fields; empty where nothing is told.
    Told(String),
    /// Others have words for it, which stand beside it.
    Said {},
    /// MLIR gives no reason.
    NoReason {},
    /// MLIR refuses the step.
    Refused(Box<StepRefusal>),
    /// The step is not allowed: the breach stands beside it.
    Breach {},

    /// A worker did not answer.
    NoAnswer {},
    /// A worker left a path out.
    LeftOut {},
    /// A worker hangs in lowdiff's own code.
    Hangs {},
    /// lowdiff itself failed.
    Harness(#[serde(deserialize_with = "fact_or_text")] HarnessFault),
    /// The way to a state that a path has been at is gone.
    LostState {},
    /// A worker was ended from outside by this signal.
    Killed(i32),
    /// It did not end in time.
    TooLong {
        /// The work.
        doing: Activity,
        /// The reason why the interpreter did not run it, where it was left to compiled code.
        interpreted: Option<Box<Cause>>,
    },
    /// It took too much memory; others may have words for that, which stand beside it.
    TooMuchMemory(Activity),
    /// A signal ended it.
    Signal {
        /// The work.
        doing: Activity,
        /// The signal, by number.
        signal: i32,
        /// The access to memory that it is about.
        access: Option<Access>,
    },
    /// It ended the process.
    Exit {
        /// The work.
        doing: Activity,
        /// The exit status.
        status: i32,
    },

    /// A stock program was ended by this signal.
    ToolSignal(i32),
    /// A stock program does not say why it failed.
    ToolSilent {},
    /// It writes more than is kept.
    WritesTooMuch {},
    /// There is no stock program that runs lowered code.
    NoRunner {},
    /// A program prints this text among its results.
    PrintsText(String),
    /// A program prints several results on one line.
    PrintsOneLine {},
    /// A program prints results of several types, and nothing tells which is of which.
    PrintsTypes {},
    /// A stock program printed a word that is no number of this type.
    PrintsWord {
        /// The word.
        word: String,
        /// The type.
        element: Element,
    },

    /// The module in this form is not read back.
    Unreadable {
        /// The form.
        form: Subject,
        /// The reason.
        why: Box<Cause>,
        /// The line at which reading fails.
        written: Option<String>,
    },
    /// The module in this form is read back as another one.
    ReadOtherwise {
        /// The form.
        form: Subject,
        /// The first line that differs, as it was written and as it was read; empty where none does.
        lines: Option<[String; 2]>,
    },
    /// A pass leaves invalid, for this reason, what was undefined before.
    InvalidOfUndefined(Box<Cause>),
    /// A step is not run here.
    Unfit {
        /// The step.
        step: String,
        /// The reason, from the tables of passes.
        #[serde(deserialize_with = "fact_or_text")]
        why: Unfit,
    },
    /// The module grew past so many operations.
    Grew(u64),
    /// Operations are left at the end of a path.
    Left {
        /// Their names.
        operations: Vec<String>,
        /// Passes that may lower them.
        passes: Vec<String>,
    },
    /// A pass runs nowhere on a path.
    RunsNowhere(String),
    /// The lowered program has not freed everything, although a pass promises it.
    Leaks {
        /// The bytes that it has not freed.
        bytes: u64,
        /// The pass.
        pass: String,
    },

    /// A run breaks a rule, or hangs on what it leaves open.
    Rule {
        /// The rule, by its identifier.
        rule: String,
        /// The values that its sentence names, in their order.
        values: Vec<String>,
    },
    /// The machine that runs every level does not have this.
    Lacks(#[serde(deserialize_with = "fact_or_text")] Box<Lack>),
    /// A run takes too many steps.
    TooManySteps {},
    /// The program calls this function, which ends it.
    GivesUp(String),
    /// An assertion of the program does not hold, which has these words.
    Assertion(String),
    /// The program waits for something that has ended in an error.
    AwaitsError {},
    /// A run ended for this reason at an operation.
    At {
        /// The reason.
        why: Box<Cause>,
        /// The operation, as MLIR prints it.
        operation: Option<String>,
        /// The operation that made the value, where that is another one.
        origin: Option<String>,
    },
    /// An element of an output is left open.
    LeftOpen {
        /// The number of the output.
        output: usize,
        /// The number of the element.
        place: usize,
        /// The operation that leaves it open, as MLIR prints it.
        by: Option<String>,
    },
    /// A module is not the one that its text says.
    TextDiffers {},
    /// A program shows what is left open.
    Shows(OpenChoice),
    /// The reference semantics have no result of an operation.
    Unprescribed(Unprescribed),

    /// A program has no function to run.
    NoMain {},
    /// The function to run is none.
    MainIsNone {},
    /// The lowered function to run takes or gives something.
    MainType(String),
    /// A program prints more than there is room for.
    PrintsTooMuch {},
    /// MLIR cannot translate the module to LLVM IR.
    Untranslated {},
    /// LLVM makes no machine code of the module.
    NoMachineCode {},
    /// The lowered module needs functions of these names, which nobody defines.
    Undefined(String),
    /// The lowered program allocates more memory than it may.
    AllocatesTooMuch {},
    /// An allocation of the lowered program cannot be served.
    Unserved {},
    /// The lowered program resizes a block to nothing.
    ResizesToNothing {},
    /// Compiled code freed memory that is no block.
    FreedNoBlock {
        /// True where there is memory of the program.
        mapped: bool,
    },
    /// Compiled code freed a block of so many bytes twice.
    FreedTwice(u64),
    /// Compiled code wrote outside of a block.
    WroteOutside {
        /// True if that is before its beginning.
        before: bool,
        /// The bytes of the block.
        bytes: u64,
    },
    /// Compiled code printed a memref of this rank.
    PrintedRank(i64),
    /// Compiled code printed a memref with this extent.
    PrintedExtent(i64),
    /// Compiled code compared a memref of this rank.
    ComparedRank(i64),
    /// Compiled code uses a random generator that it does not have.
    NoGenerator {},
}

/// The reason why a step is not run by itself. No variant is a plain word, which would be read as text.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Unfit {
    /// A text, from a document of before there were fields.
    Told(String),
    /// It reads or writes files, starts programs, or is there to print.
    ReachesOut {},
    /// This version does not have the pass.
    Absent {},
    /// It may change results, or is for another machine.
    Unlike {},
    /// It is not sound beside operations that are there.
    Unsound {},
    // Of documents from before such steps were run.
    /// It shows a known bug on operations that are there.
    KnownBug {},
}

impl From<String> for Unfit {
    fn from(text: String) -> Unfit {
        Unfit::Told(text)
    }
}

/// The reason why lowdiff's own code failed. No variant is a plain word, which would be read as text.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum HarnessFault {
    /// A text, from a document of before there were fields.
    Told(String),
    /// A request does not decode, in the words of the decoder.
    Undecoded(String),
    /// The frames that a worker wrote do not decode, in the words of the decoder.
    Unread(String),
    /// A panic, in its words.
    Panicked(String),
    /// A call of the system or a stock program failed: the chain of errors.
    Failed(String),
    /// A way down from a program that is not open.
    NoProgram {},
    /// A way down from a state that is not there.
    NoState {},
}

impl From<String> for HarnessFault {
    fn from(text: String) -> HarnessFault {
        HarnessFault::Told(text)
    }
}

/// The signal of an access to memory that is not there.
const SEGMENTATION_FAULT: i32 = 11;

impl Default for Cause {
    /// That nothing is told.
    fn default() -> Cause {
        Cause::Told(String::new())
    }
}

impl From<String> for Cause {
    fn from(text: String) -> Cause {
        Cause::Told(text)
    }
}

impl From<&str> for Cause {
    fn from(text: &str) -> Cause {
        Cause::Told(text.to_owned())
    }
}

impl Cause {
    /// The reason of a run without the operations that it names.
    pub fn bare(&self) -> &Cause {
        match self {
            Cause::At { why, .. } => why.bare(),
            other => other,
        }
    }

    /// The thing that the machine does not have, where that is the reason.
    pub fn lack(&self) -> Option<&Lack> {
        match self.bare() {
            Cause::Lacks(what) => Some(what),
            _ => None,
        }
    }

    /// The rule that is broken, where it is one: the same whether compiled code shows it or the machine that looks at every step. An
    /// access by compiled code has no values, as nobody saw all of it.
    pub fn broken(&self) -> Option<BrokenRule> {
        let (rule, values) = match self.bare() {
            Cause::Rule { rule, values } => (rule.as_str(), values.clone()),
            Cause::FreedNoBlock { mapped: false } => ("free_unallocated", Vec::new()),
            Cause::FreedNoBlock { mapped: true } => ("free_no_block", Vec::new()),
            Cause::FreedTwice(bytes) => ("free_again", vec![count_bytes(*bytes)]),
            Cause::WroteOutside { .. } => ("access_out_of_bounds", Vec::new()),
            Cause::PrintedRank(rank) | Cause::ComparedRank(rank) => ("memref_rank", vec![rank.to_string()]),
            Cause::PrintedExtent(extent) => ("memref_extent", vec![extent.to_string()]),
            Cause::NoGenerator {} => ("no_generator", Vec::new()),
            Cause::Signal { doing: Activity::Execute, access: Some(access), .. } => {
                (access.rule()?, Vec::new())
            }
            // The system names no address where it is null, or none that there can be.
            Cause::Signal { doing: Activity::Execute, signal: SEGMENTATION_FAULT, access: None } => {
                ("access_through", Vec::new())
            }
            _ => return None,
        };
        Some(BrokenRule { rule: rule.to_owned(), values, ..BrokenRule::default() })
    }

    /// The reason without numbers that differ from one run of a program to the next.
    pub fn steady(&self) -> Cause {
        match self {
            Cause::Signal { doing, signal, .. } => {
                Cause::Signal { doing: *doing, signal: *signal, access: None }
            }
            Cause::Unreadable { form, why, .. } => {
                Cause::Unreadable { form: *form, why: Box::new(why.steady()), written: None }
            }
            other => other.clone(),
        }
    }

    /// The reason without an address that differs from one run to the next. One near the null pointer stays.
    pub fn without_address(&self) -> Cause {
        match self {
            Cause::Signal { doing, signal, access: Some(Access::Address(Access::NULL..)) } => {
                Cause::Signal { doing: *doing, signal: *signal, access: None }
            }
            Cause::Unreadable { form, why, written } => Cause::Unreadable {
                form: *form,
                why: Box::new(why.without_address()),
                written: written.clone(),
            },
            other => other.clone(),
        }
    }
}

impl Access {
    /// The first address that is no null pointer with an offset.
    const NULL: u64 = 4096;

    /// The rule that it breaks; none of an address of which nobody knows what lies there.
    fn rule(self) -> Option<&'static str> {
        match self {
            Access::Address(0..Access::NULL) => Some("access_through"),
            Access::Address(_) => None,
            Access::Block { spot, .. } if (0..spot.size as i64).contains(&spot.offset) && spot.freed => {
                Some("access_freed")
            }
            Access::Block { .. } => Some("access_out_of_bounds"),
        }
    }
}

/// A number of bytes, as rules name it.
pub fn count_bytes(count: u64) -> String {
    format!("{count} {}", if count == 1 { "byte" } else { "bytes" })
}

/// The reason of an early end, with what stands beside it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Why {
    /// The reason.
    pub cause: Cause,
    /// The words of others up to the end of the first line that has any.
    #[serde(default)]
    pub said: Option<String>,
    /// The way in which a step is not allowed.
    #[serde(default)]
    pub breach: Option<Box<Breach>>,
}

impl From<String> for Why {
    fn from(text: String) -> Why {
        Why { cause: Cause::Told(text), ..Why::default() }
    }
}

impl From<&Failure> for Why {
    fn from(failure: &Failure) -> Why {
        let said = failure.said.as_deref().map(first_line);
        Why { cause: failure.cause.clone(), said, breach: failure.breach.clone() }
    }
}

/// A text up to the end of its first line that has any words.
fn first_line(text: &str) -> String {
    let mut kept = 0;
    for line in text.split_inclusive('\n') {
        kept += line.len();
        if !line.trim().is_empty() {
            break;
        }
    }
    text[..kept].trim_end().to_owned()
}

/// Reads a fact, or the text that stands in its place in older documents: nothing where that is null.
///
/// # Errors
/// It is neither.
pub fn fact_or_maybe_text<'de, T, D>(deserializer: D) -> Result<T, D::Error>
where
    T: Deserialize<'de> + From<String>,
    D: Deserializer<'de>,
{
    if !deserializer.is_human_readable() {
        return T::deserialize(deserializer);
    }
    Ok(maybe_fact_or_text(deserializer)?.unwrap_or_else(|| T::from(String::new())))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::observe::Rule;

    #[test]
    fn compiled_code_breaks_rules_of_the_list() {
        let at = |access| Cause::Signal { doing: Activity::Execute, signal: 11, access: Some(access) };
        let block = |offset, freed| {
            at(Access::Block { write: None, spot: Spot { size: 8, offset, freed } }).broken().map(|b| b.rule)
        };
        assert_eq!(block(8, true).as_deref(), Some("access_out_of_bounds"));
        assert_eq!(block(-1, false).as_deref(), Some("access_out_of_bounds"));
        assert_eq!(block(7, true).as_deref(), Some("access_freed"));
        assert_eq!(at(Access::Address(1 << 40)).broken(), None);
        let all = [
            Cause::FreedNoBlock { mapped: true },
            Cause::FreedNoBlock { mapped: false },
            Cause::FreedTwice(1),
            Cause::WroteOutside { before: true, bytes: 1 },
            Cause::PrintedRank(-1),
            Cause::ComparedRank(-1),
            Cause::PrintedExtent(-1),
            Cause::NoGenerator {},
            at(Access::Address(8)),
            Cause::Signal { doing: Activity::Execute, signal: 11, access: None },
            at(Access::Block { write: None, spot: Spot { size: 8, offset: 9, freed: false } }),
            at(Access::Block { write: None, spot: Spot { size: 8, offset: 1, freed: true } }),
        ];
        for cause in all {
            let rule = cause.broken().expect("it breaks one").rule;
            assert!(Rule::ids().any(|id| id == rule), "{rule}");
        }
        let at = Cause::At { why: Box::new(Cause::FreedTwice(5)), operation: None, origin: None };
        assert_eq!(at.broken().map(|broken| broken.values), Some(vec!["5 bytes".to_owned()]));
    }

    #[test]
    fn older_documents_have_a_text_or_nothing() {
        #[derive(Debug, PartialEq, Deserialize)]
        struct Document {
            #[serde(alias = "message", deserialize_with = "fact_or_maybe_text")]
            cause: Cause,
        }
        let read = |text: &str| serde_json::from_str::<Document>(text).map(|document| document.cause).ok();
        assert_eq!(read(r#"{ "message": "so" }"#), Some(Cause::from("so")));
        assert_eq!(read(r#"{ "message": null }"#), Some(Cause::default()));
        assert_eq!(read(r#"{ "cause": { "said": {} } }"#), Some(Cause::Said {}));
        assert_eq!(read(r#"{ "cause": "said" }"#), Some(Cause::from("said")));
        let harness = |fault| Some(Cause::Harness(fault));
        assert_eq!(read(r#"{ "cause": { "harness": "so" } }"#), harness(HarnessFault::Told("so".to_owned())));
        assert_eq!(
            read(r#"{ "cause": { "harness": { "no-state": {} } } }"#),
            harness(HarnessFault::NoState {})
        );
        assert_eq!(read(r#"{ "cause": { "odd": 1 } }"#), None);
    }

    #[test]
    fn words_of_others_are_kept_up_to_the_first_line() {
        for (text, kept) in [("", ""), ("one\ntwo", "one"), ("\n \none\ntwo", "\n \none"), ("\n", "")] {
            assert_eq!(first_line(text), kept, "{text:?}");
        }
    }
}
