//! A row of a dialect's table: the facts of an operation that the builder needs.

use super::Builder;
use crate::observe::Element;
use crate::slot::Slotted;

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

/// The element types that results of an operation may have.
#[derive(Clone, Copy)]
pub struct ResultTypes {
    /// The number of the operand that decides; none where no operand does.
    pub decided_by: Option<usize>,
    /// True where an operand of the first type may give a result of the second.
    pub fits: fn(Element, Element) -> bool,
}

impl ResultTypes {
    /// The type of the first operand.
    pub const OWN: ResultTypes = ResultTypes::of(|from, to| from == to);
    /// Any type.
    pub const ANY: ResultTypes = ResultTypes { decided_by: None, fits: |_, _| true };

    /// Those that the first operand leaves.
    pub const fn of(fits: fn(Element, Element) -> bool) -> ResultTypes {
        ResultTypes { decided_by: Some(0), fits }
    }
}

/// One operation.
pub struct GeneratorRow {
    /// The number that draws it for good: inputs hold it. A new row takes any that no row has, from 256 on.
    pub slot: u16,
    /// Its name in MLIR 22 and later, without the dialect's.
    pub name: &'static str,
    /// The family it is switched on and off with.
    pub family: Family,
    /// Its share, beside the weights of the others.
    pub weight: u8,
    /// The major version of the oldest MLIR it is drawn for.
    pub since: u32,
    /// Element types of the operand that decides.
    pub takes: &'static [Element],
    /// Element types of its results, for each of that operand.
    pub makes: ResultTypes,
    /// Adds one; none when nothing in scope fits, or what fits is not defined.
    pub draw: fn(&mut Builder, &'static GeneratorRow) -> Option<()>,
}

impl GeneratorRow {
    /// True where this operation may have operands and results of these element types. An operand without one counts for nothing, and
    /// another operand than the one that decides is of a type that the operation has for it, which MLIR verifies.
    pub fn has_types(&self, operands: &[Option<Element>], results: &[Option<Element>]) -> bool {
        let from = self.makes.decided_by.and_then(|place| operands.get(place).copied().flatten());
        let Some(from) = from else { return true };
        self.takes.contains(&from) && results.iter().flatten().all(|to| (self.makes.fits)(from, *to))
    }
}

impl Slotted for GeneratorRow {
    fn slot(&self) -> u16 {
        self.slot
    }

    fn weight(&self) -> u8 {
        self.weight
    }
}
