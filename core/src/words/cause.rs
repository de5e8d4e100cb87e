//! The reason of an early end, in a sentence.

use super::{breach, lacking, refusal, unprescribed, unreadable};
use crate::observe::{Access, Activity, Cause, Failure, HarnessFault, OpenChoice, Rule, Spot, Unfit, Why};
use crate::words::reread::read_otherwise;
use std::fmt::Write as _;

/// The reason of a failure.
pub fn failure(failure: &Failure) -> String {
    let Failure { cause, said, breach, .. } = failure;
    sentence(cause, said.as_deref(), breach.as_deref())
}

/// The reason of an early end in one line, where there is any.
pub fn why(why: &Why) -> Option<String> {
    let said = sentence(&why.cause, why.said.as_deref(), why.breach.as_deref());
    let line = said.lines().map(str::trim).find(|line| !line.is_empty());
    line.map(str::to_owned)
}

/// A reason beside which nothing stands.
pub fn cause(cause: &Cause) -> String {
    sentence(cause, None, None)
}

/// The reason why lowdiff's own code failed.
pub fn harness_fault(fault: &HarnessFault) -> String {
    match fault {
        HarnessFault::Undecoded(said) => format!("the request does not decode: {said}"),
        HarnessFault::Told(said)
        | HarnessFault::Unread(said)
        | HarnessFault::Panicked(said)
        | HarnessFault::Failed(said) => said.clone(),
        HarnessFault::NoProgram {} => "there is no program to go down from".to_owned(),
        HarnessFault::NoState {} => "there is no such state to go down from".to_owned(),
    }
}

/// A reason, with the words and the breach that stand beside it.
fn sentence(cause: &Cause, said: Option<&str>, broken: Option<&crate::observe::Breach>) -> String {
    let within = |cause: &Cause| sentence(cause, said, broken);
    match cause {
        Cause::Told(text) => text.clone(),
        Cause::Harness(fault) => harness_fault(fault),
        Cause::Lacks(lack) => lacking(lack),
        Cause::Said {} => said.unwrap_or_default().to_owned(),
        Cause::Breach {} => broken.map(breach).unwrap_or_default(),
        Cause::Killed(signal) => format!("the worker was ended from outside by {}", self::signal(*signal)),
        Cause::TooLong { doing, interpreted } => {
            let interpreted = interpreted.as_deref();
            let besides = interpreted.map(|why| format!("; interpreted, {}", self::cause(why)));
            format!("{} did not end in time{}", subject(*doing), besides.unwrap_or_default())
        }
        Cause::TooMuchMemory(doing) => match said {
            Some(said) => format!("{}: {said}", subject(*doing)),
            None => format!("{} took too much memory", subject(*doing)),
        },
        Cause::Signal { doing, signal, access } => {
            let access = access.as_ref().map(touched).unwrap_or_default();
            format!("{} ended with {}{access}", subject(*doing), self::signal(*signal))
        }
        Cause::Exit { doing, status } => {
            format!("{} ended the process with exit status {status}", subject(*doing))
        }
        Cause::ToolSignal(signal) => format!("the tool was ended by signal {signal}"),
        Cause::PrintsText(word) => {
            format!("it prints the text '{word}' besides, which cannot be told from its results")
        }
        Cause::PrintsWord { word, element } => {
            format!("the stock runner printed '{word}', which is no {element}")
        }
        Cause::Unreadable { form, why, written } => {
            let line = written.as_ref().map(|line| format!("\nwritten: {line}")).unwrap_or_default();
            unreadable(*form, &within(why)) + &line
        }
        Cause::ReadOtherwise { form, lines: None } => read_otherwise(*form),
        Cause::ReadOtherwise { form, lines: Some([written, read]) } => {
            let read = if [written, read].iter().all(|line| line.is_empty()) { UNSHOWN } else { read };
            format!("{}\nwritten: {written}\nread: {read}", read_otherwise(*form))
        }
        Cause::InvalidOfUndefined(why) => {
            format!("the module is undefined, and the pass leaves it invalid: {}", within(why))
        }
        Cause::Unfit { step, why } => format!("{step} is not run here: {}", unfit(why)),
        Cause::Grew(most) => format!("the module grew past {most} operations"),
        Cause::Left { operations, passes } => {
            let mut said = format!("still there after the path: {}", operations.join(", "));
            if !passes.is_empty() {
                let order = if passes.len() > 1 { ", in this order," } else { "" };
                let _ = write!(said, "; try{order} {}", passes.join(", "));
            }
            said
        }
        Cause::RunsNowhere(pass) => format!("{pass} runs nowhere on this path"),
        Cause::Leaks { bytes, pass } => format!(
            "the lowered program has not freed {bytes} bytes when it ends, and {pass} frees everything"
        ),
        Cause::Rule { rule, values } => Rule::sentence(rule, values),
        Cause::GivesUp(function) => format!("the lowered program called {function}"),
        Cause::Assertion(text) => format!("an assertion does not hold: {text}"),
        Cause::At { why, operation, origin } => {
            let mut said = within(why);
            if let Some(operation) = operation {
                let _ = write!(said, ", in {operation}");
            }
            if let Some(origin) = origin {
                let _ = write!(said, "; it comes from {origin}");
            }
            said
        }
        Cause::LeftOpen { output, place, by } => {
            let by = by.as_ref().map(|operation| format!(" by {operation}")).unwrap_or_default();
            format!("element {place} of output {output} is left open{by}")
        }
        Cause::Unprescribed(why) => unprescribed(why),
        Cause::Refused(why) => refusal(why),
        Cause::MainType(ty) => format!("lowered @main has type {ty}; only a function of nothing can be run"),
        Cause::Undefined(names) => format!(
            "the lowered module needs {names}, which neither the program nor lowdiff defines: define it in the program, or \
             preload a library that has it (LD_PRELOAD)"
        ),
        Cause::FreedTwice(bytes) => format!("the lowered program freed a block of {bytes} bytes twice"),
        Cause::WroteOutside { before, bytes } => {
            let side = if *before { "before the beginning" } else { "past the end" };
            format!("the lowered program wrote {side} of a block of {bytes} bytes")
        }
        Cause::PrintedRank(rank) => format!("a memref of rank {rank} was printed"),
        Cause::PrintedExtent(extent) => format!("a memref with extent {extent} was printed"),
        Cause::ComparedRank(rank) => format!("a memref of rank {rank} was compared"),
        plain => self::plain(plain).unwrap_or_default().to_owned(),
    }
}

/// A line of a module that is read otherwise, where no line of its text differs.
const UNSHOWN: &str = "nothing that its text shows";

/// The sentence for a reason without values.
fn plain(cause: &Cause) -> Option<&'static str> {
    Some(match cause {
        Cause::NoReason {} => "MLIR does not say why",
        Cause::NoAnswer {} => "the worker did not answer",
        Cause::LeftOut {} => "the worker left a path out",
        Cause::Hangs {} => "lowdiff's worker hangs",
        Cause::LostState {} => "a pass succeeded at first and failed when it was run again",
        Cause::ToolSilent {} => "the tool does not say why it failed",
        Cause::WritesTooMuch {} => "it writes more than is kept",
        Cause::NoRunner {} => "there is no mlir-runner beside the program, and none is set up",
        Cause::PrintsTypes {} => "it prints results of several types, and nothing tells which is of which",
        Cause::PrintsOneLine {} => "it prints results on one line, which cannot be told apart",
        Cause::TooManySteps {} => "it takes too many steps",
        Cause::AwaitsError {} => "what is waited for has ended in an error",
        Cause::TextDiffers {} => "the module's text does not match it",
        Cause::Shows(OpenChoice::Address) => "it shows where memory lies, which is open",
        Cause::Shows(OpenChoice::Nan) => "it shows the sign or payload of a NaN, which is open",
        Cause::Shows(OpenChoice::Order) => "it shows the order of iterations, which is open",
        Cause::NoMain {} => "the program has no function @main to run",
        Cause::MainIsNone {} => "@main is not a function",
        Cause::PrintsTooMuch {} => "the program prints more than there is room for",
        Cause::Untranslated {} => "MLIR cannot translate the module to LLVM IR",
        Cause::NoMachineCode {} => "LLVM makes no machine code of the lowered module",
        Cause::AllocatesTooMuch {} => "the lowered program allocates more memory than it may",
        Cause::Unserved {} => "the lowered program's allocation cannot be served",
        Cause::ResizesToNothing {} => {
            "the lowered program resizes a block to nothing, which C libraries do each in their own way"
        }
        Cause::FreedNoBlock { .. } => "the lowered program freed memory it never allocated",
        Cause::NoGenerator {} => "the lowered program uses a random generator that it does not have",
        _ => return None,
    })
}

/// The reason why a step is not run by itself.
fn unfit(why: &Unfit) -> &str {
    match why {
        Unfit::Told(text) => text,
        Unfit::ReachesOut {} => "it reaches beyond the module",
        Unfit::Absent {} => "this version does not have it",
        Unfit::Unlike {} => "it may change results, or is for another machine",
        Unfit::KnownBug {} => "it shows a known bug on what is there",
        Unfit::Unsound {} => "it is not sound beside what is there",
    }
}

/// The work, as the subject of a sentence.
fn subject(doing: Activity) -> &'static str {
    match doing {
        Activity::Harness => "lowdiff",
        Activity::Parse => "parsing the program",
        Activity::Pass => "the pass",
        Activity::Compile => "translation to machine code",
        Activity::Execute => "the lowered program",
        Activity::Print => "printing the module",
        Activity::Evaluate => "evaluating the program",
        Activity::Reread => "reading back what MLIR wrote",
        Activity::Path => "it",
    }
}

/// The name of a signal.
pub fn signal(signal: i32) -> String {
    match signal {
        4 => "SIGILL".to_owned(),
        5 => "SIGTRAP".to_owned(),
        6 => "SIGABRT".to_owned(),
        7 => "SIGBUS".to_owned(),
        8 => "SIGFPE".to_owned(),
        9 => "SIGKILL".to_owned(),
        11 => "SIGSEGV".to_owned(),
        other => format!("signal {other}"),
    }
}

/// The access that a signal is about.
fn touched(access: &Access) -> String {
    match access {
        Access::Address(address) => format!(" at address 0x{address:x}"),
        Access::Block { write, spot } => {
            let access = match write {
                Some(true) => "a write",
                Some(false) => "a read",
                None => "an access",
            };
            format!(": {access} {}", place(*spot))
        }
    }
}

/// The place of an address beside a block.
fn place(Spot { size, offset, freed }: Spot) -> String {
    let freed = if freed { " that was freed" } else { "" };
    match u64::try_from(offset) {
        Err(_) => format!("{} bytes before a block of {size} bytes{freed}", offset.unsigned_abs()),
        Ok(offset) if offset < size => format!("at byte {offset} of a block of {size} bytes{freed}"),
        Ok(offset) => format!("{} bytes past the end of a block of {size} bytes{freed}", offset - size),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::observe::{BrokenRule, Subject};

    #[test]
    fn a_reason_is_told_with_what_stands_beside_it() {
        let of = |cause, said: Option<&str>| {
            failure(&Failure { said: said.map(str::to_owned), ..Failure::of(cause) })
        };
        assert_eq!(of(Cause::Said {}, Some("\nwhat\nmore")), "\nwhat\nmore");
        let memory = Cause::TooMuchMemory(Activity::Compile);
        assert_eq!(of(memory.clone(), Some("bad_alloc")), "translation to machine code: bad_alloc");
        assert_eq!(of(memory, None), "translation to machine code took too much memory");
        let unread = |why| Cause::Unreadable {
            form: Subject::PrettyForm,
            why: Box::new(why),
            written: Some("foo.bar".into()),
        };
        let told = "its pretty form cannot be read back: expected ')'\nwritten: foo.bar";
        assert_eq!(of(unread(Cause::Said {}), Some("expected ')'")), told);
        assert!(of(unread(Cause::NoReason {}), None).contains("back: MLIR does not say why\n"));
        let failed = Failure::said("\n one\ntwo".to_owned());
        assert_eq!(why(&Why::from(&failed)).as_deref(), Some("one"));
        assert_eq!(why(&Why::default()), None);
    }

    #[test]
    fn a_run_names_the_rule_and_the_operations() {
        let rule =
            Cause::Rule { rule: "access_through".into(), values: vec!["a read".into(), "null".into()] };
        let at = |origin: Option<&str>| Cause::At {
            why: Box::new(rule.clone()),
            operation: Some("`llvm.load`".into()),
            origin: origin.map(str::to_owned),
        };
        assert_eq!(cause(&at(None)), "a read through null, in `llvm.load`");
        assert!(cause(&at(Some("`llvm.add`"))).ends_with("; it comes from `llvm.add`"));
        let broken = at(None).broken();
        assert_eq!(broken.map(|BrokenRule { rule, .. }| rule).as_deref(), Some("access_through"));
    }

    #[test]
    fn an_unfit_step_was_told_in_a_sentence() {
        let read = |why: &str| {
            let text = format!("{{ \"unfit\": {{ \"step\": \"cse\", \"why\": {why} }} }}");
            cause(&serde_json::from_str::<Cause>(&text).expect("a reason"))
        };
        let sentence = "cse is not run here: this version does not have it";
        assert_eq!(read("{ \"absent\": {} }"), sentence);
        assert_eq!(read("\"this version does not have it\""), sentence);
    }

    #[test]
    fn a_signal_says_what_it_was_about() {
        let spot = |offset, freed| Access::Block { write: Some(true), spot: Spot { size: 8, offset, freed } };
        let ended = |access| cause(&Cause::Signal { doing: Activity::Execute, signal: 11, access });
        assert_eq!(ended(None), "the lowered program ended with SIGSEGV");
        assert_eq!(
            ended(Some(Access::Address(16))),
            "the lowered program ended with SIGSEGV at address 0x10"
        );
        assert!(
            ended(Some(spot(64, false))).ends_with(": a write 56 bytes past the end of a block of 8 bytes")
        );
        assert!(ended(Some(spot(-4, false))).ends_with("4 bytes before a block of 8 bytes"));
        assert!(ended(Some(spot(0, true))).ends_with("at byte 0 of a block of 8 bytes that was freed"));
        let slow =
            Cause::TooLong { doing: Activity::Execute, interpreted: Some(Box::new(Cause::TooManySteps {})) };
        assert_eq!(
            cause(&slow),
            "the lowered program did not end in time; interpreted, it takes too many steps"
        );
    }
}
