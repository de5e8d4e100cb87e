//! Is it a bug: judgements of cases, made from the facts that `execute` brings back.
//!
//! One file per oracle. Judging is pure: the same reports give the same verdict. Only `confirm` runs
//! anything, and only to make sure that what looked like a finding is one.

mod compare;
mod confirm;
pub mod contract;
mod determinism;
mod known;
mod lowering_diff;
mod reference_diff;
mod verdict;

pub use compare::{Difference, Tolerance, compare};
pub use confirm::{Clean, Examined, confirm_clean, examine, limits_of, repeat, settle};
pub use determinism::{is_of_lowering_twice, unsteady};
pub use known::Known;
pub use lowering_diff::path_name;
pub use lowering_diff::{convicting_path, judge};
pub use reference_diff::{Prescribed, agree};
pub use verdict::{Reason, Verdict, VerdictKind, Witness, file_name};
