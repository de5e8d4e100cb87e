//! MLIR at run time: the compiler under test is a shared library, never linked, loaded by name.
//!
//! Everything unsafe about that library stays in here; the rest of the crate sees owners with lifetimes.

pub mod cache;
mod codegen;
mod context;
mod dense;
mod edit;
mod engine;
mod gather;
mod handles;
mod hash;
mod library;
mod module;
mod neutral;
mod pass;
mod processor;
mod properties;
mod read;
mod receivers;
mod restructure;
pub mod symbols;
pub mod toolchain;
mod walk;

pub use context::{Context, Diagnostic};
pub use edit::{Edit, StandIn, edit};
pub use engine::Engine;
pub use handles::{numbered, outline};
pub use hash::Digester;
pub use library::Library;
pub use module::{Module, Operation, ShapedType, Type};
pub use neutral::Reader;
pub use pass::{PassOutcome, print_pipeline, run_pass};
pub use processor::Processor;
pub use read::read;
pub use toolchain::Toolchain;
pub use walk::{each_def_use, names, scan};
