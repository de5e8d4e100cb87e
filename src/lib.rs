//! lowdiff explores the space of MLIR lowerings and finds where two ways down to LLVM disagree.
//!
//! ```text
//! bytes -> decode -> Case (program + paths) -> execute -> Outcome (facts) -> judge -> Verdict -> reduce -> report
//! ```
//!
//! The modules below are the stages of that flow, in the order data passes through them.
//! `decode`, `program`, `dialect` and `semantics` know nothing of MLIR; `judge` knows nothing of `decode`;
//! code that Rust cannot vouch for lives in `mlir`, `coverage` and `execute` alone. `docs/architecture.md` has the reasons.

pub mod case;

pub mod decode;

pub mod slot;

pub mod program;

pub mod dialect;

pub mod semantics;

pub mod path;

pub mod mlir;

pub mod coverage;

pub mod execute;

pub mod observe;

pub mod judge;

pub mod reduce;

pub mod report;

pub mod triage;

pub mod explore;

#[cfg(feature = "cli")]
pub mod cli;
