//! Facts from types of memrefs: rank, element, extents, and where elements lie (Builtin dialect, "MemRefType").

use crate::eval::lane::Lane;
use crate::eval::machine::{Machine, Slot};
use crate::eval::memref::Memref;
use crate::eval::site::Site;
use crate::eval::stop::Stop;
use crate::eval::types::{LaneType, Layout};
use crate::ir::{Expression, Map, MemrefLayout, Type};
use crate::observe::{Lack, MissingPart, WantedType};

/// The layout of an element.
///
/// # Errors
/// It is not known, or the type is no memref.
pub fn element(ty: &Type) -> Result<Layout, Lack> {
    match ty {
        Type::Memref { element, .. } | Type::UnrankedMemref(element, _) => {
            LaneType::of(element).and_then(Layout::of)
        }
        other => Err(Lack::Kind { ty: other.to_string(), wanted: WantedType::Memref }),
    }
}

/// An operand that is a memref.
pub struct MemrefSource {
    /// The place of its descriptor, or of its rank and the pointer to that.
    pub slot: Slot,
    /// Its rank; none where that is not known before the program runs.
    pub rank: Option<usize>,
    /// The layout of its elements.
    pub element: Layout,
}

impl MemrefSource {
    /// The operand of that number.
    ///
    /// # Errors
    /// It is no memref, or one whose elements lie in a way that is not known.
    pub fn of(site: &Site<'_>, operand: usize) -> Result<MemrefSource, Lack> {
        let ty = site.operand_type(operand)?;
        let rank = match &**ty {
            Type::Memref { shape, layout, .. } => {
                known(layout)?;
                Some(shape.len())
            }
            _ => None,
        };
        Ok(MemrefSource { slot: site.operand(operand)?.slot, rank, element: element(ty)? })
    }

    /// The memref, all of which has to be defined.
    ///
    /// # Errors
    /// It is not.
    pub fn memref(&self, machine: &Machine<'_>) -> Result<Memref, Stop> {
        Memref::of(machine, machine.value(self.slot), self.rank.is_some())
    }

    /// The lanes of its descriptor, defined or not.
    ///
    /// # Errors
    /// It is of any rank, and its descriptor cannot be read.
    pub fn descriptor(&self, machine: &Machine<'_>) -> Result<Vec<Lane>, Stop> {
        let lanes = machine.value(self.slot);
        match (self.rank, lanes) {
            (None, [rank, place]) => {
                let rank = machine.defined(*rank, "the rank of a memref")? as i64;
                Memref::descriptor(machine, rank, *place)
            }
            _ => Ok(lanes.to_vec()),
        }
    }
}

/// A number that is an attribute or, where it is not known before the program runs, an operand.
#[derive(Clone, Copy)]
pub enum Number {
    /// An attribute.
    Fixed(i64),
    /// The lane of an operand.
    Lane(u32),
}

impl Number {
    /// Its lane.
    pub fn lane(self, machine: &Machine<'_>) -> Lane {
        match self {
            Number::Fixed(number) => Lane::of((number as u64).into()),
            Number::Lane(lane) => machine.get(lane),
        }
    }
}

/// The numbers of an attribute, those that stand for an operand taken from these in order.
///
/// # Errors
/// There are too few operands.
pub fn numbers(
    site: &Site<'_>,
    attribute: &str,
    operands: std::ops::Range<usize>,
) -> Result<Vec<Number>, Lack> {
    let mut given = site.operands(operands)?.into_iter();
    let number = |fixed: &i64| match *fixed {
        i64::MIN => given.next().map(|value| Number::Lane(value.slot.start)),
        fixed => Some(Number::Fixed(fixed)),
    };
    let all: Option<Vec<Number>> = site.ints(attribute).iter().map(number).collect();
    all.ok_or_else(|| site.without(MissingPart::Operand))
}

/// True if it is known where elements of this layout lie: at a sum of indices times strides, which may depend on symbols.
///
/// # Errors
/// The layout, where not.
pub fn known(layout: &MemrefLayout) -> Result<(), Lack> {
    match layout {
        MemrefLayout::Map(map) if !map.results.iter().all(is_linear) => Err(Lack::Layout(layout.to_string())),
        MemrefLayout::Other(spelling) => Err(Lack::Layout(spelling.to_string())),
        _ => Ok(()),
    }
}

fn has_dimension(expression: &Expression) -> bool {
    let mut has = false;
    expression.each_dimension(&mut |_| has = true);
    has
}

fn is_linear(expression: &Expression) -> bool {
    match expression {
        Expression::Add(left, right) => is_linear(left) && is_linear(right),
        Expression::Multiply(left, right) => {
            is_linear(left) && is_linear(right) && !(has_dimension(left) && has_dimension(right))
        }
        Expression::Dimension(_) => true,
        other => !has_dimension(other),
    }
}

/// The offset and the strides of a layout for these extents and symbols; none where 64 bits do not hold them, or symbols are missing.
///
/// The symbols of a strided layout are its offset and strides that are not known, in order (as its map has them).
pub fn strides(layout: &MemrefLayout, extents: &[i64], symbols: &[i64]) -> Option<(i64, Vec<i64>)> {
    match layout {
        MemrefLayout::Identity => row_major(extents).map(|strides| (0, strides)),
        MemrefLayout::Strided { offset, strides } => {
            let mut symbols = symbols.iter().copied();
            let offset = offset.or_else(|| symbols.next())?;
            let strides: Option<_> = strides.iter().map(|stride| stride.or_else(|| symbols.next())).collect();
            Some((offset, strides?))
        }
        MemrefLayout::Map(map) => of_map(map, extents, symbols),
        MemrefLayout::Other(_) => None,
    }
}

/// Strides of elements that lie row-major.
pub fn row_major(extents: &[i64]) -> Option<Vec<i64>> {
    let mut strides = vec![1i64; extents.len()];
    for at in (1..extents.len()).rev() {
        strides[at - 1] = strides[at].checked_mul(extents[at])?;
    }
    Some(strides)
}

/// A map gives the indices in a row-major array that is as large as it has to be.
fn of_map(map: &Map, extents: &[i64], symbols: &[i64]) -> Option<(i64, Vec<i64>)> {
    let zeros = vec![0; extents.len()];
    let begins = map.evaluate(&zeros, symbols)?;
    let mut steps = Vec::new();
    for at in 0..extents.len() {
        let mut one = zeros.clone();
        one[at] = 1;
        let reached = map.evaluate(&one, symbols)?;
        let step: Option<Vec<i64>> =
            reached.iter().zip(&begins).map(|(to, from)| to.checked_sub(*from)).collect();
        steps.push(step?);
    }
    let mut inner = vec![1i64; begins.len()];
    for result in (1..begins.len()).rev() {
        let mut last = begins[result];
        for (extent, step) in extents.iter().zip(&steps) {
            last = last.checked_add(step[result].max(0).checked_mul((extent - 1).max(0))?)?;
        }
        inner[result - 1] = inner[result].checked_mul(last.checked_add(1)?)?;
    }
    let total = |parts: &[i64]| {
        let mut sum = 0i64;
        for (part, inner) in parts.iter().zip(&inner) {
            sum = sum.checked_add(part.checked_mul(*inner)?)?;
        }
        Some(sum)
    };
    let strides: Option<Vec<i64>> = steps.iter().map(|step| total(step)).collect();
    Some((total(&begins)?, strides?))
}

/// The number of elements from the first place on to the last one that is used; none where one lies before the first place, or the
/// number is too large.
pub fn span(offset: i64, extents: &[i64], strides: &[i64]) -> Option<u64> {
    if extents.contains(&0) {
        return Some(0);
    }
    let (mut least, mut most) = (i128::from(offset), i128::from(offset));
    for (extent, stride) in extents.iter().zip(strides) {
        let step = (i128::from(*extent) - 1).checked_mul(i128::from(*stride))?;
        least = least.checked_add(step.min(0))?;
        most = most.checked_add(step.max(0))?;
    }
    (least >= 0).then(|| u64::try_from(most).ok()?.checked_add(1)).flatten()
}
