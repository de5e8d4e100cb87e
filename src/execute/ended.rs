//! The meaning of a worker's end.

use super::complaint::complaint;
use super::crash::Caught;
use super::symbolize;
use super::wire::Phase;
use super::worker::{Death, RequestEnd};
use crate::observe::{Access, Activity, Cause, Failure, Outcome, Said, StackFrame};

/// The outcome and the failure of a path, by the end of the worker that was on it.
pub(super) fn gone(ended: &RequestEnd, printed: &str) -> (Outcome, Failure) {
    let slow = |phase: Phase| Failure::of(Cause::TooLong { doing: doing(phase), interpreted: None });
    let large = |phase: Phase| Failure::of(Cause::TooMuchMemory(doing(phase)));
    match ended {
        RequestEnd::Answered => (Outcome::HarnessError, Failure::of(Cause::NoAnswer {})),
        RequestEnd::TimedOut(Phase::Harness) => (Outcome::HarnessError, Failure::of(Cause::Hangs {})),
        // The time that a text takes says nothing about the pass that left the module.
        RequestEnd::TimedOut(phase @ (Phase::Print | Phase::Reread)) => (Outcome::Unsupported, slow(*phase)),
        RequestEnd::OutOfMemory(phase @ (Phase::Print | Phase::Reread)) => {
            (Outcome::Unsupported, large(*phase))
        }
        RequestEnd::TimedOut(phase) => (Outcome::Timeout, slow(*phase)),
        RequestEnd::OutOfMemory(phase) => (Outcome::OutOfMemory, large(*phase)),
        RequestEnd::Died(phase, death) => died(*phase, death, printed),
    }
}

fn doing(phase: Phase) -> Activity {
    match phase {
        Phase::Harness => Activity::Harness,
        Phase::Parse => Activity::Parse,
        Phase::Pass => Activity::Pass,
        Phase::Compile => Activity::Compile,
        Phase::Execute => Activity::Execute,
        Phase::Print => Activity::Print,
        Phase::Evaluate => Activity::Evaluate,
        Phase::Reread => Activity::Reread,
    }
}

fn died(phase: Phase, death: &Death, printed: &str) -> (Outcome, Failure) {
    let frames = match death {
        Death::Signal(caught) => symbolize::without_own(symbolize::symbolize(&caught.frames)),
        Death::Exit(_) | Death::Killed(_) => Vec::new(),
    };
    // Attributes are written where the state that a pass left is hashed.
    let phase =
        if phase == Phase::Pass && StackFrame::are_of_writing(&frames) { Phase::Print } else { phase };
    let (said, doing) = (complaint(printed), doing(phase));
    let tells = |fact: Said| said.as_deref().is_some_and(|said| fact.is_in(said));
    if tells(Said::OutOfMemory) {
        return (Outcome::OutOfMemory, Failure { said, ..Failure::of(Cause::TooMuchMemory(doing)) });
    }
    let outcome = match phase {
        // LLVM says no in so many words, as to assembly for another processor.
        Phase::Compile if matches!(death, Death::Exit(_)) || tells(Said::FatalError) => Outcome::Unsupported,
        Phase::Harness | Phase::Evaluate => Outcome::HarnessError,
        Phase::Execute => Outcome::Fault,
        // No pass is run: the module, which is valid, is one that MLIR does not write or does not read.
        Phase::Print | Phase::Reread => Outcome::Unreadable,
        Phase::Parse | Phase::Pass | Phase::Compile => Outcome::Crash,
    };
    match death {
        Death::Signal(caught) => {
            let signal = caught.signal;
            let own = || Failure::of(Cause::Signal { doing, signal, access: access(caught) });
            let failure = said.map_or_else(own, Failure::said);
            (outcome, Failure { signal: Some(signal), frames, ..failure })
        }
        Death::Exit(status) => {
            let line = printed.lines().map(str::trim).find(|line| Said::Error.is_in(line));
            let own = || Failure::of(Cause::Exit { doing, status: *status });
            (outcome, said.or(line.map(str::to_owned)).map_or_else(own, Failure::said))
        }
        Death::Killed(signal) => {
            let failure = Failure::of(Cause::Killed(*signal));
            (Outcome::HarnessError, Failure { signal: Some(*signal), ..failure })
        }
    }
}

/// The access that a signal was about.
fn access(caught: &Caught) -> Option<Access> {
    match (caught.spot, caught.address) {
        (Some(spot), _) => Some(Access::Block { write: caught.write, spot }),
        (None, 0) => None,
        (None, address) => Some(Access::Address(address)),
    }
}
