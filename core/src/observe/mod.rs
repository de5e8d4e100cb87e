//! The facts about one path, with no judgement in them; and in the same terms the outputs that it should show.

mod breach;
mod buffers;
mod cause;
mod checks;
mod defect;
mod difference;
pub mod example;
mod expected;
mod lack;
mod lack_counts;
mod names;
mod option_kind;
mod outcome;
mod refusal;
mod rule;
mod run;
mod said;
mod space;
mod stack;
mod typed_operation;
mod value;

pub use breach::{Breach, Escape};
pub use buffers::{Buffer, Element};
pub use cause::{
    Access, Activity, Cause, HarnessFault, OpenChoice, Spot, Unfit, Why, count_bytes, fact_or_maybe_text,
};
pub use checks::{Checks, Relation, StepCheck};
pub use defect::Defect;
pub use difference::{Deviation, Difference, NEXT, NextElement, Place};
pub use expected::{Expected, Prescribed, Unprescribed};
pub use lack::{ConstantForm, Form, Lack, MissingPart, WantedType};
pub use lack_counts::{LackCount, LackCounts};
pub use names::{PathLetter, dialect, hexadecimal, path_letter, path_name};
pub use option_kind::OptionKind;
pub use outcome::{
    BrokenRule, Effect, Effort, Ended, Failure, Grown, Leaked, Outcome, PathReport, Spent, StepReport,
    Subject, operation_of,
};
pub use refusal::{Refusal, StepAdvice, StepRefusal};
pub use rule::Rule;
pub use run::{Backend, Run};
pub use said::Said;
pub use space::{Led, Space, dialects};
pub use stack::{StackFrame, maybe_frames_or_lines};
pub use typed_operation::TypedOperation;
pub use value::{Bound, ElementBits, LaneBits, OutputType, ShownValue, fact_or_text, maybe_fact_or_text};

/// Starts logging to standard error, at the level `$LOWDIFF_LOG` names: warnings where it names none, every case at
/// `debug`.
pub fn start_log() {
    env_logger::Builder::from_env(env_logger::Env::new().filter_or("LOWDIFF_LOG", "warn")).init();
}

/// Writes a line to standard error. That it cannot be written, as on a full disk, is no reason to end.
pub fn tell(line: &str) {
    use std::io::Write as _;
    let _ = writeln!(std::io::stderr(), "{line}");
}
