//! The meaning of a worker's end.

use super::complaint::{complaint, is_refusal, ran_out_of_memory};
use super::crash::Caught;
use super::wire::Phase;
use super::worker::{Death, Ended};
use super::{crash, symbolize};
use crate::observe::{Failure, Outcome};

/// The outcome and the failure of a path, by the end of the worker that was on it.
pub(super) fn gone(ended: &Ended, printed: &str) -> (Outcome, Failure) {
    match ended {
        Ended::Answered => (Outcome::HarnessError, Failure::of("the worker did not answer".to_owned())),
        Ended::TimedOut(Phase::Harness) => {
            (Outcome::HarnessError, Failure::of("lowdiff's worker hangs".to_owned()))
        }
        // The time that a text takes says nothing about the pass that left the module.
        Ended::TimedOut(phase @ Phase::Reread) => {
            (Outcome::Unsupported, Failure::of(format!("{} did not end in time", doing(*phase))))
        }
        Ended::OutOfMemory(phase @ Phase::Reread) => {
            (Outcome::Unsupported, Failure::of(format!("{} took too much memory", doing(*phase))))
        }
        Ended::TimedOut(phase) => {
            (Outcome::Timeout, Failure::of(format!("{} did not end in time", doing(*phase))))
        }
        Ended::OutOfMemory(phase) => {
            (Outcome::OutOfMemory, Failure::of(format!("{} took too much memory", doing(*phase))))
        }
        Ended::Died(phase, death) => died(*phase, death, printed),
    }
}

fn doing(phase: Phase) -> &'static str {
    match phase {
        Phase::Harness => "lowdiff",
        Phase::Parse => "parsing the program",
        Phase::Pass => "the pass",
        Phase::Compile => "translation to machine code",
        Phase::Execute => "the lowered program",
        Phase::Print => "printing the lowered module",
        Phase::Evaluate => "evaluating the program",
        Phase::Reread => "writing the module and reading it back",
    }
}

fn died(phase: Phase, death: &Death, printed: &str) -> (Outcome, Failure) {
    let said = complaint(printed);
    if said.as_deref().is_some_and(ran_out_of_memory) {
        let message = format!("{}: {}", doing(phase), said.as_deref().unwrap_or_default());
        return (Outcome::OutOfMemory, Failure { said, ..Failure::of(message) });
    }
    let outcome = match phase {
        // LLVM says no in so many words, as to assembly for another processor.
        Phase::Compile if matches!(death, Death::Exit(_)) || said.as_deref().is_some_and(is_refusal) => {
            Outcome::Unsupported
        }
        Phase::Harness | Phase::Evaluate => Outcome::HarnessError,
        Phase::Execute => Outcome::Fault,
        Phase::Reread => Outcome::Unreadable,
        Phase::Parse | Phase::Pass | Phase::Compile | Phase::Print => Outcome::Crash,
    };
    match death {
        Death::Signal(caught) => {
            let frames = symbolize::without_own(symbolize::symbolize(&caught.frames));
            let own = || Failure::of(format!("{} ended with {}", doing(phase), told(caught)));
            let failure = said.map_or_else(own, Failure::said);
            (outcome, Failure { signal: Some(caught.signal), frames, ..failure })
        }
        Death::Exit(status) => {
            let line = printed.lines().map(str::trim).find(|line| line.contains("error:"));
            let own = || Failure::of(format!("{} ended the process with exit status {status}", doing(phase)));
            (outcome, said.or(line.map(str::to_owned)).map_or_else(own, Failure::said))
        }
        Death::Killed(signal) => {
            let message = format!("the worker was ended from outside by {}", crash::signal_name(*signal));
            (Outcome::HarnessError, Failure { signal: Some(*signal), ..Failure::of(message) })
        }
    }
}

/// A signal with what it was about.
fn told(caught: &Caught) -> String {
    let name = crash::signal_name(caught.signal);
    match (caught.spot, caught.address) {
        (Some(spot), _) => {
            let access = match caught.write {
                Some(true) => "a write",
                Some(false) => "a read",
                None => "an access",
            };
            format!("{name}: {access} {spot}")
        }
        (None, 0) => name,
        (None, address) => format!("{name} at address 0x{address:x}"),
    }
}
