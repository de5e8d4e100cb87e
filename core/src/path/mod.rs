//! The lowering paths: which passes exist, which lower what, and how a path is put together.
//!
//! Nothing here touches MLIR. A path is text ([`pipeline`]), a pass is a row of a table ([`catalogue`],
//! [`rules`]), and the IR a path is built on is seen through the [`construct::Lowering`] trait.

pub mod catalogue;
pub mod construct;
pub mod declared;
pub mod descent;
pub mod event;
pub mod experience;
mod floats;
pub mod focus;
pub mod freeing;
pub mod gate;
pub mod graph;
pub mod learned;
pub mod meant;
pub mod operation_trait;
pub mod operations;
pub mod order;
mod outstanding;
pub mod palette;
pub mod pass;
pub mod pipeline;
mod priority;
pub mod rules;
pub mod settings;
pub mod strategy;
mod turn;
pub mod upstream;

pub use construct::{Applied, End, Lowering, construct};
pub use floats::{Floats, Freedom};
pub use focus::{Aim, Direction, SearchFocus};
pub use operation_trait::OperationTrait;
pub use operations::{Operations, TypeKind};
pub use strategy::{Strategy, Through};

use serde::{Deserialize, Serialize};

/// The way in which a path comes about.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum PathSpec {
    /// A list of steps, each `builtin.module(...)` around one pass, as stock `mlir-opt` takes it.
    Fixed(Vec<String>),
    /// Put together step by step while the program is lowered; these bytes make every choice.
    Drawn(Vec<u8>),
    /// A list of steps, then put together as `Drawn` is, from where they lead.
    Begun {
        /// The steps that are run first.
        steps: Vec<String>,
        /// Make every choice after that; none are the plain lowering.
        draws: Vec<u8>,
    },
    /// Put together as `Drawn` is, in a way that is not the usual one.
    Steered {
        /// Make every choice.
        draws: Vec<u8>,
        /// The choices that the bytes have.
        strategy: Box<Strategy>,
    },
}

impl PathSpec {
    /// The path these bytes draw.
    pub fn drawn(draws: Vec<u8>, strategy: &Strategy) -> PathSpec {
        match *strategy == Strategy::default() {
            true => PathSpec::Drawn(draws),
            false => PathSpec::Steered { draws, strategy: Box::new(strategy.clone()) },
        }
    }

    /// The steps it begins with, whatever the program is; none where every step is drawn.
    pub fn given(&self) -> &[String] {
        match self {
            PathSpec::Fixed(steps) | PathSpec::Begun { steps, .. } => steps,
            PathSpec::Drawn(_) | PathSpec::Steered { .. } => &[],
        }
    }

    /// `steps`, then the plain lowering of what they leave.
    pub fn finished_plainly(steps: &[String]) -> PathSpec {
        PathSpec::Begun { steps: steps.to_vec(), draws: Vec::new() }
    }
}
