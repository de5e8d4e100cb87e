//! Facts about one lowering path.

use super::cause::fact_or_maybe_text;
use super::stack::frames_or_lines;
use super::{Breach, Buffer, Cause, Checks, Run, Space, StackFrame};
use crate::bug::DrawCounts;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::ops::AddAssign;
use std::time::Duration;

/// The end of one path. A fact, never a judgement: whether it is a bug is for `judge` to say.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, schemars::JsonSchema,
)]
#[serde(rename_all = "kebab-case")]
pub enum Outcome {
    /// Lowered, executed, outputs collected.
    Ok,
    /// Every step was taken, and none was found wrong by itself; the path was for that, and nothing was to be lowered.
    Held,
    /// A pass reported failure, or left invalid IR after an error diagnostic; not a bug by itself.
    Declined,
    /// Operations other than llvm's were left at the end of the path.
    Incomplete,
    /// A pass reported success and no error, and left IR the verifier rejects.
    InvalidIr,
    /// A pass left a module that does what the one it was given does not allow.
    Miscompiled,
    /// The module that a pass left is valid, and MLIR does not read it back from its text or its bytecode.
    Unreadable,
    /// The module that a pass left is read back as another one.
    RoundTrip,
    /// A signal, an assertion or a fatal error inside a pass (or translation to machine code).
    Crash,
    /// A signal or a memory error in the lowered code.
    Fault,
    /// Undefined behaviour located by an interpreter.
    Undefined,
    /// A time limit was hit, in a pass or in the lowered code.
    Timeout,
    /// The memory limit was hit.
    OutOfMemory,
    /// This executor cannot run the lowered program.
    Unsupported,
    /// lowdiff itself went wrong; never blamed on MLIR.
    HarnessError,
}

impl Outcome {
    /// The word of the command line and of JSON.
    pub fn name(self) -> &'static str {
        match self {
            Outcome::Ok => "ok",
            Outcome::Held => "held",
            Outcome::Declined => "declined",
            Outcome::Incomplete => "incomplete",
            Outcome::InvalidIr => "invalid-ir",
            Outcome::Miscompiled => "miscompiled",
            Outcome::Unreadable => "unreadable",
            Outcome::RoundTrip => "round-trip",
            Outcome::Crash => "crash",
            Outcome::Fault => "fault",
            Outcome::Undefined => "undefined",
            Outcome::Timeout => "timeout",
            Outcome::OutOfMemory => "out-of-memory",
            Outcome::Unsupported => "unsupported",
            Outcome::HarnessError => "harness-error",
        }
    }

    /// True if the path did what it was for.
    pub fn is_good(self) -> bool {
        matches!(self, Outcome::Ok | Outcome::Held)
    }

    /// True of an early end that a rule of the documentation is broken by, where the machine that runs every level saw it.
    pub fn breaks_rules(self) -> bool {
        matches!(self, Outcome::Undefined | Outcome::Fault | Outcome::Miscompiled)
    }

    /// True if it may be a finding by itself, whatever other paths show.
    pub fn condemns(self) -> bool {
        use Outcome::*;
        matches!(
            self,
            InvalidIr
                | Miscompiled
                | Unreadable
                | RoundTrip
                | Crash
                | Fault
                | Undefined
                | Timeout
                | OutOfMemory
        )
    }
}

impl std::fmt::Display for Outcome {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name())
    }
}

/// The effect of one pass on the IR.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Effect {
    /// It left another state.
    Changed,
    /// It left the state that was there.
    Unchanged,
    /// The pass reported failure; the step is not part of the path, which went on from the IR before it.
    Declined,
}

/// One step of a path that was run (or was being run when the path ended).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct StepReport {
    /// The step as `mlir-opt --pass-pipeline` takes it: `builtin.module(...)` around one pass.
    pub pipeline: String,
    /// Its effect; none when it never came back.
    pub effect: Option<Effect>,
}

/// The subject of a failure, where more hangs on that than its reason.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, schemars::JsonSchema,
)]
#[serde(rename_all = "kebab-case")]
pub enum Subject {
    /// The module in MLIR's generic form, written and read back.
    GenericForm,
    /// The module in MLIR's pretty form, written and read back.
    PrettyForm,
    /// The module as bytecode, written and read back.
    Bytecode,
    /// A division, or its remainder, that has no result.
    Division,
    /// The arguments of this number: with those that the program's text holds nothing is wrong.
    Arguments(u32),
}

impl Subject {
    /// True if a path that ended so can have ended in it.
    pub fn is_of(self, outcome: Outcome) -> bool {
        match self {
            Subject::Division => outcome == Outcome::Undefined,
            Subject::Arguments(_) => outcome == Outcome::Miscompiled,
            Subject::GenericForm | Subject::PrettyForm | Subject::Bytecode => {
                matches!(outcome, Outcome::Unreadable | Outcome::RoundTrip)
            }
        }
    }
}

/// A rule of the documentation that a program breaks where it is run, or that leaves open how it goes on.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct BrokenRule {
    /// The rule, by its identifier.
    pub rule: String,
    /// The values that its sentence names, in their order.
    #[serde(default)]
    pub values: Vec<String>,
    /// The name of the operation at which it is broken.
    #[serde(default)]
    pub operation: Option<String>,
    /// The name of the operation that made the value which breaks it, where that is another one.
    #[serde(default)]
    pub origin: Option<String>,
}

impl BrokenRule {
    /// The name of the operation that made the value which breaks it, else of the one at which it is broken.
    pub fn maker(&self) -> Option<&str> {
        self.origin.as_deref().or(self.operation.as_deref())
    }
}

/// The place and the kind of a path's failure.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Failure {
    /// The pass that was running (name without options), or none after the last pass.
    pub pass: Option<String>,
    /// The reason. Older documents have its sentence, as `message`.
    #[serde(alias = "message", deserialize_with = "fact_or_maybe_text")]
    pub cause: Cause,
    /// The words of MLIR, of a stock program or of a worker that died: a diagnostic, an assertion, an `LLVM ERROR` text. There is none where
    /// none of them spoke, and in documents that do not keep these words apart.
    #[serde(default)]
    pub said: Option<String>,
    /// The signal that ended the process, by number.
    pub signal: Option<i32>,
    /// Symbolised stack, innermost first.
    #[serde(deserialize_with = "frames_or_lines")]
    pub frames: Vec<StackFrame>,
    /// The failure's subject, where that is known.
    #[serde(default)]
    pub about: Option<Subject>,
    /// The rule that is broken, where it is one.
    #[serde(default)]
    pub broken: Option<BrokenRule>,
    /// The way in which the module that a step left is not allowed, with the values that show it.
    #[serde(default)]
    pub breach: Option<Box<Breach>>,
}

impl Failure {
    /// A failure for this reason.
    pub fn of(cause: Cause) -> Failure {
        Failure { cause, ..Failure::default() }
    }

    /// A failure in the words of others.
    pub fn said(words: String) -> Failure {
        Failure { said: Some(words), ..Failure::of(Cause::Said {}) }
    }

    /// The words of others, or the text of a document that does not keep these apart.
    pub fn words(&self) -> Option<&str> {
        match &self.cause {
            Cause::Told(text) if self.said.is_none() => Some(text),
            _ => self.said.as_deref(),
        }
    }

    /// The operation that a diagnostic of MLIR is about, as it puts it: `'memref.alloc' op has no type`. Where a module is not read back,
    /// that of the line that is not.
    pub fn operation(&self) -> Option<&str> {
        match &self.cause {
            Cause::Unreadable { written, .. } => return written.as_deref().and_then(operation_of),
            Cause::ReadOtherwise { lines, .. } => {
                return lines.as_ref().and_then(|[written, _]| operation_of(written));
            }
            _ => {}
        }
        let line = self.words()?.lines().find(|line| !line.trim().is_empty())?;
        line.split('\'').nth(1)
    }
}

/// The operation of a line in MLIR's syntax, by its full name.
pub fn operation_of(line: &str) -> Option<&str> {
    let line = line.trim_start();
    let statement = if line.starts_with('%') { line.split_once(" = ")?.1 } else { line };
    let word = statement
        .trim_start_matches('"')
        .split(|c: char| !(c.is_ascii_alphanumeric() || "._".contains(c)))
        .next()?;
    let (dialect, name) = word.split_once('.')?;
    (!name.is_empty() && dialect.starts_with(|c: char| c.is_ascii_lowercase())).then_some(word)
}

/// The early end of a path.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Ended {
    /// The outcome.
    pub outcome: Outcome,
    /// The place, and the reason.
    pub failure: Failure,
}

/// The time of one path, by what it went to: for people and benchmarks, no part of the outcome.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Spent {
    /// Parsing the program.
    pub parse: Duration,
    /// Passes; where a path is run by itself, the copies and checks between them too.
    pub passes: Duration,
    /// Copies of states that are branched from.
    pub copies: Duration,
    /// MLIR's verifier after each pass, on a graph.
    pub verify: Duration,
    /// Counting the operations of states.
    pub count: Duration,
    /// Running states to judge the steps that led there.
    #[serde(default)]
    pub check: Duration,
    /// Hashing states, or printing and hashing the lowered module.
    pub hash: Duration,
    /// Translation to machine code.
    pub compile: Duration,
    /// Running the lowered code, by the interpreter or compiled.
    pub execute: Duration,
}

/// Memory of the heap that a program has not freed when it ends.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Leaked {
    /// The number of allocations.
    pub blocks: u64,
    /// Their bytes, together.
    pub bytes: u64,
}

impl FromIterator<u64> for Leaked {
    /// Allocations of these bytes.
    fn from_iter<I: IntoIterator<Item = u64>>(sizes: I) -> Leaked {
        let one = |leaked: Leaked, size| Leaked { blocks: leaked.blocks + 1, bytes: leaked.bytes + size };
        sizes.into_iter().fold(Leaked::default(), one)
    }
}

/// The work of putting paths together, counted: no part of any outcome. The work of a worker that died is not in it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Effort {
    /// Turns taken.
    pub turns: u64,
    /// Of these, turns that are no part of the path in the end, because it went back to before them.
    pub turns_lost: u64,
    /// Paths that went back from a dead end.
    pub paths_back: u64,
    /// The number of times that they did.
    pub times_back: u64,
    /// Optimization passes that ran and did not report failure.
    pub optimizations: u64,
    /// Of these, those that left other IR than they found, by its hash.
    pub optimizations_changed: u64,
    /// Optimization passes that reported failure, or that this MLIR does not have.
    pub optimizations_declined: u64,
    /// States that were written and read back.
    pub reread: u64,
    /// Paths that were lowered once more, in another heap.
    pub lowered_twice: u64,
    /// Lowered modules that the interpreter ran.
    pub interpreted: u64,
    /// Lowered modules that the interpreter ran and that were compiled besides.
    #[serde(default)]
    pub compiled_too: u64,
    /// Lowered modules that it was asked for and left to the jit, because it lacks something they need.
    pub left_to_jit: u64,
    /// Programs and passes that were drawn although a known bug may show in them.
    #[serde(default)]
    pub drawn: DrawCounts,
}

impl AddAssign for Effort {
    fn add_assign(&mut self, other: Effort) {
        self.turns += other.turns;
        self.turns_lost += other.turns_lost;
        self.paths_back += other.paths_back;
        self.times_back += other.times_back;
        self.optimizations += other.optimizations;
        self.optimizations_changed += other.optimizations_changed;
        self.optimizations_declined += other.optimizations_declined;
        self.reread += other.reread;
        self.lowered_twice += other.lowered_twice;
        self.interpreted += other.interpreted;
        self.compiled_too += other.compiled_too;
        self.left_to_jit += other.left_to_jit;
        self.drawn += other.drawn;
    }
}

/// Operations of which a step left more than it found.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Grown {
    /// Their name.
    pub operation: String,
    /// True if there was none of them.
    pub new: bool,
}

/// Everything one path showed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PathReport {
    /// The path's end.
    pub outcome: Outcome,
    /// The outputs of the lowered program, in order; partial when it did not end well.
    pub outputs: Vec<Buffer>,
    /// The steps taken, declined ones included.
    pub steps: Vec<StepReport>,
    /// Set for every outcome but `ok`.
    pub failure: Option<Failure>,
    /// SHA-256 of the final llvm module's text, when lowering got there.
    pub final_module: Option<[u8; 32]>,
    /// Runs of the lowered module by other back ends.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub runs: Vec<Run>,
    /// The memory that it did not free of what it allocated; nothing where it did not end well, or somebody else ran it.
    #[serde(default)]
    pub leaked: Leaked,
    /// The time spent, by what it went to.
    pub spent: Spent,
    /// The work of putting it together; nothing where its steps were given.
    #[serde(default)]
    pub effort: Effort,
    /// Names of the operations that were met while it was put together; none where its steps were given.
    #[serde(default)]
    pub met: Vec<String>,
    /// The operations that there were more of behind its steps, by the steps' numbers; nothing of those that were drawn.
    #[serde(default)]
    pub grown: BTreeMap<usize, Vec<Grown>>,
    /// The effects of its steps, by the dialects they were given; none where its steps were given.
    #[serde(default)]
    pub space: Space,
    /// The steps that were judged by themselves.
    #[serde(default)]
    pub checks: Checks,
}

impl PathReport {
    /// A path that ended so, of which nothing else is told.
    pub fn of(outcome: Outcome) -> PathReport {
        PathReport {
            outcome,
            outputs: Vec::new(),
            steps: Vec::new(),
            failure: None,
            final_module: None,
            runs: Vec::new(),
            leaked: Leaked::default(),
            spent: Spent::default(),
            effort: Effort::default(),
            met: Vec::new(),
            grown: BTreeMap::new(),
            space: Space::default(),
            checks: Checks::default(),
        }
    }

    /// The end of a path that ended early.
    pub fn ended(&self) -> Option<Ended> {
        let failure = self.failure.clone().filter(|_| !self.outcome.is_good())?;
        Some(Ended { outcome: self.outcome, failure })
    }

    /// True where the lowered module ran, and in the interpreter alone.
    pub fn is_interpreted(&self) -> bool {
        self.outcome == Outcome::Ok && self.effort.interpreted > 0 && self.effort.left_to_jit == 0
    }

    /// True where the lowered module ran, and not in the interpreter alone.
    pub fn is_compiled(&self) -> bool {
        self.outcome == Outcome::Ok && !self.is_interpreted()
    }

    /// The pipelines that make up the path: every step that was not declined, in order.
    pub fn pipelines(&self) -> Vec<String> {
        let kept = self.steps.iter().filter(|s| s.effect != Some(Effect::Declined));
        kept.map(|s| s.pipeline.clone()).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_diagnostic_is_about_what_it_quotes_first() {
        let of = |message: &str| {
            let failure = Failure::said(message.to_owned());
            failure.operation().map(str::to_owned)
        };
        assert_eq!(of("\n'memref.alloc' op has 2 sizes, not '0'\nsee").as_deref(), Some("memref.alloc"));
        assert_eq!(of("something is wrong\n'scf.for' is near"), None);
        assert_eq!(of(""), None);
    }
}
