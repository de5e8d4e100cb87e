//! A row of a dialect's table: the facts of an operation that the builder needs.

use super::{Builder, Syntax};
use crate::observe::Element;
use crate::slot::Slotted;
use serde::{Deserialize, Serialize};

/// Rows that are switched on and off together when a case picks what it is made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Family {
    /// Sums, products, quotients, extremes.
    Arithmetic,
    /// Bitwise and logical operations, shifts.
    Bits,
    /// Unary arithmetic, rounding, clamping.
    Unary,
    /// Mathematical functions of floats.
    Function,
    /// Comparison and selection.
    Choice,
    /// Casts and rescaling.
    Cast,
    /// Reductions along one dimension.
    Reduction,
    /// Matrix products.
    Matrix,
    /// Convolutions, pools, resize: windows over images.
    Window,
    /// Fourier transforms.
    Fourier,
    /// Operations that move elements without a change of shape or with a simple one.
    Shape,
    /// Operations that put tensors together or take them apart.
    Layout,
    /// Elements taken by index.
    Index,
    /// Regions that run or do not.
    Control,
}

/// Every family, in the order of the bits that switch them.
pub const FAMILIES: [Family; 14] = [
    Family::Arithmetic,
    Family::Bits,
    Family::Unary,
    Family::Function,
    Family::Choice,
    Family::Cast,
    Family::Reduction,
    Family::Matrix,
    Family::Window,
    Family::Fourier,
    Family::Shape,
    Family::Layout,
    Family::Index,
    Family::Control,
];

/// The oldest MLIR that lowers an operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Since {
    /// MLIR 19, in the element types [`super::nineteen::TYPES`].
    V19,
    /// MLIR 22.
    V22,
    /// LLVM's development branch after MLIR 22.
    Head,
}

impl Since {
    /// The newest of these that MLIR of this major version is.
    pub fn of_version(major: u32) -> Since {
        match major {
            ..20 => Since::V19,
            20..23 => Since::V22,
            23.. => Since::Head,
        }
    }

    /// The oldest MLIR that reads programs of this spelling.
    pub fn of(syntax: Syntax) -> Since {
        match syntax {
            Syntax::V19 => Since::V19,
            Syntax::V22 => Since::V22,
        }
    }
}

impl From<Syntax> for Since {
    fn from(syntax: Syntax) -> Since {
        Since::of(syntax)
    }
}

/// One operation.
pub struct Row {
    /// The number that draws it for good: inputs hold it. A new row takes any that no row has, from 256 on.
    pub slot: u16,
    /// Its name in MLIR 22 and later, without the dialect's.
    pub name: &'static str,
    /// The family it is switched on and off with.
    pub family: Family,
    /// Its share, beside the weights of the others.
    pub weight: u8,
    /// The oldest MLIR it is drawn for.
    pub since: Since,
    /// Element types of the operand that decides.
    pub takes: &'static [Element],
    /// Adds one; none when nothing in scope fits, or what fits is not defined.
    pub draw: fn(&mut Builder, &'static Row) -> Option<()>,
}

impl Slotted for Row {
    fn slot(&self) -> u16 {
        self.slot
    }

    fn weight(&self) -> u8 {
        self.weight
    }
}
