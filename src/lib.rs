//! lowdiff explores the space of MLIR lowerings and finds where two ways down to LLVM disagree.
//!
//! ```text
//! bytes -> decode -> Case (program + paths) -> execute -> Outcome (facts) -> judge -> Verdict -> blame -> reduce -> report
//! ```
//!
//! The modules below are the stages of that flow and what they stand on; each uses earlier ones alone.
//! Everything before `mlir` knows no MLIR and is the crate `lowdiff_core`; `judge` runs nothing;
//! code that Rust cannot vouch for lives in `mlir`, `coverage`, `execute` and `core/src/eval/builtins` alone.
//! `docs/architecture.md` has the reasons.

pub use lowdiff_core::{
    bug, case, choices, decode, dialect, eval, grow, ir, judge, observe, op, path, program, runtimes,
    sanitize, semantics, slot, smith, version, words,
};

pub use lowdiff_core::for_each_version;

pub mod files;

pub mod mlir;

pub mod coverage;

pub mod execute;

pub mod examine;

pub mod blame;

pub mod finding;

pub mod reduce;

pub mod report;

#[cfg(feature = "cli")]
pub mod pool;

pub mod explore;

#[cfg(feature = "cli")]
pub mod seeds;

#[cfg(feature = "cli")]
pub mod patch;

pub mod triage;

#[cfg(feature = "cli")]
pub mod campaign;

#[cfg(feature = "cli")]
pub mod cli;
