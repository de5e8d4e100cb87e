//! What an operation is: one row an operation, one file a family.
//!
//! A row says how an operation is drawn, in which element types, and since when it lowers; what it computes, and when it
//! is undefined, say the semantics under the same name (`crate::semantics::ops`). Adding an operation is adding one row to each;
//! the decoder, the printer, the checker and the dictionary all work from the tables.

pub mod nineteen;
pub mod tosa;

use crate::observe::Element;
use crate::program::{Builder, Syntax};
use crate::slot::{self, Slotted};
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
    /// The number that draws it for good: inputs hold it. A new row takes any that no row has, from 256 on.
    pub slot: u16,
    /// Its name in MLIR 22 and later, without the dialect's.
    pub name: &'static str,
    /// What it is switched on and off with.
    pub family: Family,
    /// How likely it is, beside the weights of the others.
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

/// The rows that are `on`, in the order that `number` tries them.
pub fn drawn(number: u16, on: impl Fn(&Row) -> bool) -> Vec<&'static Row> {
    let rows = tosa::rows().filter(|row| on(row));
    match slot::as_byte(number) {
        Some(byte) => drawn_by_byte(byte, rows.filter(|row| slot::had_bytes(*row)).collect()),
        None => slot::ranked(number, rows).collect(),
    }
}

/// What a byte of the first format drew: the row that owned it if it is among these, then all of them from a place that hangs on
/// the byte.
fn drawn_by_byte(byte: u8, mut rows: Vec<&'static Row>) -> Vec<&'static Row> {
    rows.sort_by_key(|row| row.slot);
    let owner =
        slot::of_byte(byte, tosa::rows()).filter(|owner| rows.iter().any(|row| row.slot == owner.slot));
    if !rows.is_empty() {
        let place = usize::from(byte) % rows.len();
        rows.rotate_left(place);
    }
    owner.into_iter().chain(rows).collect()
}
