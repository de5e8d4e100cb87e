//! lowdiff explores the space of MLIR lowerings and finds where two ways down to LLVM disagree.
//!
//! ```text
//! bytes -> decode -> Case (program + paths) -> execute -> Outcome (facts) -> judge -> Verdict -> reduce -> report
//! ```
//!
//! The modules below are the stages of that flow and what they stand on; each uses earlier ones alone.
//! `decode`, `program`, `dialect`, `semantics` and `path` know nothing of MLIR; `judge` runs nothing;
//! code that Rust cannot vouch for lives in `mlir`, `coverage` and `execute` alone. `docs/architecture.md` has the reasons.

pub mod slot;

pub mod observe;

pub mod semantics;

pub mod program;

pub mod dialect;

pub mod path;

pub mod decode;

pub mod case;

pub mod judge;

pub mod mlir;

pub mod coverage;

pub mod execute;

pub mod examine;

pub mod reduce;

pub mod report;

pub mod explore;

pub mod triage;

#[cfg(feature = "cli")]
pub mod cli;
