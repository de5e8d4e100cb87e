//! What an operation is: one row an operation, one file a family.
//!
//! A row says how an operation is drawn, in which element types, and since when it lowers; what it computes, and when it
//! is undefined, say the semantics under the same name (`crate::semantics::ops`). Adding an operation is adding one row to each;
//! the decoder, the printer, the checker and the dictionary all work from the tables.

pub mod nineteen;
pub mod tosa;

use crate::observe::Element;
use crate::program::{Builder, Syntax};
use serde::{Deserialize, Serialize};
use std::sync::LazyLock;

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
    /// MLIR 19, in the element types [`nineteen::TYPES`].
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
    /// Its name in MLIR 22 and later, without the dialect's.
    pub name: &'static str,
    /// What it is switched on and off with.
    pub family: Family,
    /// How likely it is: how many of 256 bytes draw it.
    pub weight: u8,
    /// The oldest MLIR it is drawn for.
    pub since: Since,
    /// Element types of the operand that decides.
    pub takes: &'static [Element],
    /// Adds one; none when nothing in scope fits, or what fits is not defined.
    pub draw: fn(&mut Builder, &'static Row) -> Option<()>,
}

/// Every row and the first byte that draws it. Byte 0 draws none: it ends a program.
pub fn slots() -> &'static [(u8, &'static Row)] {
    static SLOTS: LazyLock<Vec<(u8, &'static Row)>> = LazyLock::new(|| {
        let mut next = 1u8;
        let slot = |row: &'static Row| {
            let first = next;
            next = next.checked_add(row.weight).expect("the weights of all rows add up to 255 at most");
            (first, row)
        };
        tosa::rows().map(slot).collect()
    });
    &SLOTS
}

/// The rows that are `on` in the order a byte tries them: the row that owns the byte first, then all of them from a place
/// that depends on the byte.
pub fn from_slot(byte: u8, on: impl Fn(&Row) -> bool) -> impl Iterator<Item = &'static Row> {
    let owns = |&(first, row): &(u8, &Row)| byte >= first && byte - first < row.weight;
    let owner = slots().iter().copied().find(owns).map(|(_, row)| row);
    let rows: Vec<&'static Row> = slots().iter().map(|(_, row)| *row).filter(|row| on(row)).collect();
    let owner = owner.filter(|row| rows.iter().any(|other| other.name == row.name));
    let others = (0..rows.len()).map(move |i| rows[(usize::from(byte) + i) % rows.len()]);
    owner.into_iter().chain(others)
}
