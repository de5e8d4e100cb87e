//! Everything of lowdiff that knows no MLIR: programs and how bytes become them, what their operations compute, lowering paths,
//! facts about runs, verdicts on these facts, and the words for both.
//!
//! The modules are in order: each uses earlier ones alone. `docs/architecture.md` has the reasons.

pub mod slot;

pub mod version;

pub mod bug;

pub mod choices;

pub mod observe;

pub mod runtimes;

pub mod ir;

pub mod semantics;

pub mod eval;

pub mod grow;

pub mod op;

pub mod program;

pub mod dialect;

pub mod path;

pub mod sanitize;

pub mod case;

pub mod smith;

pub mod decode;

pub mod judge;

pub mod words;
