//! The lowering paths: which passes exist, which lower what, and how a path is put together.

pub mod pipeline;

use serde::{Deserialize, Serialize};

/// How a path comes about.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum PathSpec {
    /// A list of steps, each `builtin.module(...)` around one pass, as stock `mlir-opt` takes it.
    Fixed(Vec<String>),
    /// Put together step by step while the program is lowered; these bytes make every choice.
    Drawn(Vec<u8>),
}
