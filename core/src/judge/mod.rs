//! Is it a bug: judgements of cases, made from the facts that `examine` asks executors for.
//!
//! One file per oracle: what a path shows by itself ([`crash`], [`memory`], [`invalid_ir`], [`miscompiled`], [`reread`], [`undefined`],
//! [`termination`]), what two paths show (`lowering_diff`), and what the reference semantics do (`reference_diff`).
//!
//! Judging is pure: the same reports give the same verdict, and nothing is run.

mod alone;
mod compare;
pub mod crash;
mod detail;
mod difference;
pub mod invalid_ir;
mod known;
mod lowering_diff;
pub mod memory;
pub mod miscompiled;
mod reference_diff;
pub mod refine;
pub mod reread;
mod steps;
pub mod termination;
pub mod undefined;
mod verdict;
mod ways;

pub use alone::{Convicting, convicting_path};
pub use compare::{Floats, Tolerance, compare, decimal};
pub use detail::{Compiled, Detail, Excuse, Misfit, Others, PathEnd, Refilled, Same, Unseen, worded};
pub use difference::{Deviation, Difference, Place};
pub use known::Known;
pub use lowering_diff::judge;
pub use reference_diff::agree;
pub use verdict::{Against, Reason, Verdict, VerdictKind, Witness, file_name};
pub use ways::{Way, ways};
