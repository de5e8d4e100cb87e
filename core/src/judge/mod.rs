//! Is it a bug: judgements of cases, made from the facts that `examine` asks executors for.
//!
//! One file per oracle, and [`ORACLES`] lists them: what a path shows by itself ([`crash`], [`memory`], [`invalid_ir`], [`miscompiled`],
//! [`reread`], [`undefined`], [`termination`]), what two paths show (`lowering_diff`, [`zero_sign`]), what the reference semantics do (`reference_diff`),
//! and what second looks show ([`compiled`], [`determinism`], [`fresh_memory`]).
//!
//! Judging is pure: the same reports give the same verdict, and nothing is run.

mod alone;
mod compare;
pub mod compiled;
pub mod crash;
mod detail;
pub mod determinism;
pub mod fresh_memory;
pub mod invalid_ir;
mod known;
mod lowering_diff;
pub mod memory;
pub mod miscompiled;
mod oracle;
pub mod policy;
mod reference_diff;
pub mod refine;
pub mod reread;
mod steps;
pub mod termination;
pub mod undefined;
mod verdict;
pub mod versions;
mod ways;
pub mod zero_sign;

pub use crate::observe::{Deviation, Difference, Place};
pub use crate::path::Floats;
pub use alone::convicting_path;
pub use compare::{Tolerance, compare, decimal};
pub use detail::{
    Compiled, Detail, Excuse, LineDifference, Misfit, Others, PathEnd, Refilled, Runs, Same, Unseen, fact,
};
pub use known::{Known, Signs};
pub use oracle::{At, Convicting, Judge, Needs, Oracle, Sampled, Share};
pub use reference_diff::agree;
pub use verdict::{Against, Reason, Verdict, VerdictKind, Witness, file_name};
pub use ways::{Way, ways};

use crate::observe::{PathReport, Prescribed};

/// Every oracle, in the order in which they have their say: where paths show several faults, the first one here weighs most. Second looks
/// are taken in this order, too.
pub const ORACLES: &[Oracle] = &[
    crash::ORACLE,
    memory::ORACLE,
    invalid_ir::ORACLE,
    miscompiled::ORACLE,
    reread::ORACLE,
    undefined::ORACLE,
    termination::ORACLE,
    reference_diff::ORACLE,
    lowering_diff::ORACLE,
    zero_sign::ORACLE,
    compiled::ORACLE,
    determinism::ORACLE,
    fresh_memory::ORACLE,
    versions::ORACLE,
];

/// Judges the reports of one program's paths. The comparison of the paths has the last word, and always has one.
pub fn judge(reports: &[PathReport], prescribed: Prescribed<'_>) -> Verdict {
    let mut judges = ORACLES.iter().filter_map(|oracle| oracle.judge);
    judges
        .find_map(|judge| judge(reports, prescribed))
        .unwrap_or_else(|| lowering_diff::between(reports, prescribed))
}
