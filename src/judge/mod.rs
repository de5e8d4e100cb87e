//! Is it a bug: judgements of cases, made from the facts that `execute` brings back.
//!
//! One file per oracle: what a path shows by itself ([`crash`], [`memory`], [`invalid_ir`], [`reread`], [`undefined`],
//! [`termination`]), what two runs of a path show ([`determinism`], [`fresh_memory`], [`compiled`]), what a pass does by itself ([`contract`]), what two paths show
//! (`lowering_diff`), and what the reference semantics do (`reference_diff`).
//!
//! Judging is pure: the same reports give the same verdict. Only `confirm`, [`determinism`], [`fresh_memory`] and [`compiled`] run anything, to make sure that what
//! looked like a finding is one, and to find the step that is not steady.

mod alone;
mod compare;
pub mod compiled;
mod confirm;
pub mod contract;
pub mod crash;
pub mod determinism;
mod difference;
pub mod fresh_memory;
pub mod invalid_ir;
mod known;
mod lowering_diff;
pub mod memory;
mod reference_diff;
pub mod reread;
pub mod termination;
pub mod undefined;
mod verdict;
mod ways;

pub use alone::{Convicting, convicting_path};
pub use compare::{Floats, Tolerance, compare};
pub use confirm::{Clean, Examined, confirm_clean, examine, limits_of, repeat, settle};
pub use determinism::{is_of_lowering_twice, unsteady};
pub use difference::{Difference, Place};
pub use known::Known;
pub use lowering_diff::{judge, path_letter, path_name};
pub use reference_diff::{Prescribed, agree};
pub use verdict::{Against, Reason, Verdict, VerdictKind, Witness, file_name};
pub use ways::{Way, ways};
