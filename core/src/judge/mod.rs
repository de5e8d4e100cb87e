//! Judgements of cases, made from the facts that `examine` asks executors for: each tells whether a case shows a bug.
//!
//! One file per oracle, and [`ORACLES`] lists them: what a path shows by itself ([`crash`], [`memory`], [`invalid_ir`], [`miscompiled`],
//! [`reread`], [`undefined`], [`termination`]), what two paths show (`lowering_diff`), what the reference semantics do (`reference_diff`),
//! what second looks show (`zero_sign`, `compiled`, [`determinism`], [`fresh_memory`]), and what two MLIRs do (`versions`).
//!
//! Judging is pure: the same reports give the same verdict, and nothing is run.

mod alone;
mod compare;
mod compiled;
pub mod crash;
mod detail;
pub mod determinism;
pub mod fresh_memory;
mod held;
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
pub mod spread;
pub mod termination;
pub mod undefined;
mod verdict;
mod versions;
mod ways;
mod zero_sign;

pub use crate::observe::{Deviation, Difference, Place};
pub use crate::path::Floats;
pub use alone::convicting_path;
pub use compare::{Tolerance, compare, compare_zero_signs, decimal};
pub use detail::{
    Compiled, Detail, Excuse, LineDifference, Misfit, Others, PathEnd, Refilled, Runs, Same, Unseen, fact,
};
pub use known::{Known, Signs};
pub use oracle::{
    At, Convicting, Judge, JudgeOfCompiled, JudgeOfFill, JudgeOfHeaps, JudgeOfStates, LookedInto, Needs,
    Oracle, Sampled, Share, Suspects,
};
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

/// The reports that a verdict is on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum VerdictOf {
    /// The paths of a program, by one MLIR.
    OneMlir,
    /// The plain lowering of a program, by two.
    TwoMlirs,
}

/// Judges the reports of one program's paths.
pub fn judge(reports: &[PathReport], prescribed: Prescribed<'_>) -> Verdict {
    first_found(VerdictOf::OneMlir, reports, prescribed)
        .unwrap_or_else(|| lowering_diff::where_nothing_is_wrong(reports, prescribed))
}

/// Judges the results of one program's plain lowering by two MLIRs; none where they are equal.
pub fn judge_versions(reports: &[PathReport; 2], prescribed: Prescribed<'_>) -> Option<Verdict> {
    first_found(VerdictOf::TwoMlirs, reports, prescribed)
}

/// The oracle that a verdict rests on; none where nothing was found.
pub fn resting_on(verdict: &Verdict, of: VerdictOf) -> Option<&'static Oracle> {
    oracles(of).find(|oracle| (oracle.finds)(verdict))
}

/// True of a verdict that stock programs can be asked about.
pub fn is_shown_by_stock(verdict: &Verdict) -> bool {
    resting_on(verdict, VerdictOf::OneMlir).is_none_or(|oracle| oracle.stock)
}

/// True of a verdict on what a path comes to in several heaps.
pub fn is_of_heaps(verdict: &Verdict) -> bool {
    let oracle = resting_on(verdict, VerdictOf::OneMlir);
    oracle.is_some_and(|oracle| matches!(oracle.needs, Needs::SecondHeap(..)))
}

fn first_found(of: VerdictOf, reports: &[PathReport], prescribed: Prescribed<'_>) -> Option<Verdict> {
    oracles(of).filter_map(|oracle| oracle.judge).find_map(|judge| judge(reports, prescribed))
}

fn oracles(of: VerdictOf) -> impl Iterator<Item = &'static Oracle> {
    ORACLES.iter().filter(move |oracle| oracle.needs.is_of_versions() == (of == VerdictOf::TwoMlirs))
}
