//! Extents of results that are open because those of operands are (TOSA 1.0, the shape checks of each operation).

use super::Asked as _;
use super::program::TensorType;
use crate::bug::KnownBug;
use crate::ir::Attributes;

/// The extents of an operation's result that are open when it takes operands with open ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OpenExtents {
    /// Nobody knows: it has to take static operands.
    Unknown,
    /// Those of so many operands that are broadcast to one shape, or of the first one.
    Broadcast(usize),
    /// Those of the first operand. MLIR's verifier counts the channels, the last extent, where each has a scale of its own.
    ButScaledChannels,
    /// Those of the first operand, of which the one along `axis` becomes 1.
    Reduced,
    /// Those of the first operand but the one along `axis`, which goes.
    WithoutAxis,
    /// Those of the first operand, in another order.
    Permuted,
    /// Those of all operands, one behind the other along `axis`.
    Joined,
    /// The batches of both operands, the rows of the first and the columns of the second.
    Product,
    /// The batches of the first operand: windows slide over extents that are known, and so is what else they take.
    Batches,
    /// The batches and channels of the first operand, the indices of the second.
    Gathered,
    /// None: attributes or operands say each.
    Closed,
}

/// A known bug that an operation shows where operands of these types are open.
#[derive(Clone, Copy, Debug)]
pub struct ShownByOpenExtents {
    /// The bug.
    pub bug: KnownBug,
    /// True for operands that show it.
    pub is_shown: fn(&[TensorType]) -> bool,
}

/// The extents of an operand; none where there is no such operand, or its rank is open.
fn extents(operands: &[TensorType], index: usize) -> Option<&[Option<usize>]> {
    operands.get(index)?.extents.as_deref()
}

impl OpenExtents {
    /// Which extents of the result of this type are open; none where the operation has to take static operands.
    pub fn of(
        self,
        operands: &[TensorType],
        attributes: &Attributes,
        result: Option<&TensorType>,
    ) -> Option<Vec<bool>> {
        let open = |index: usize| -> Option<Vec<bool>> {
            Some(extents(operands, index)?.iter().map(Option::is_none).collect())
        };
        let axis = usize::try_from(attributes.int_or("axis", 0)).ok()?;
        match self {
            OpenExtents::Unknown => None,
            OpenExtents::Broadcast(count) => {
                let all: Option<Vec<_>> = (0..count).map(|index| extents(operands, index)).collect();
                broadcast(&all?)
            }
            OpenExtents::ButScaledChannels => {
                open(0).filter(|open| open.last() != Some(&true) || attributes.int_or("per_channel", 0) == 0)
            }
            OpenExtents::Reduced => {
                let mut open = open(0)?;
                *open.get_mut(axis)? = false;
                Some(open)
            }
            OpenExtents::WithoutAxis => {
                let mut open = open(0)?;
                (axis < open.len()).then(|| open.remove(axis))?;
                Some(open)
            }
            OpenExtents::Permuted => {
                let open = open(0)?;
                let order = attributes.ints("perms").ok()?;
                order.iter().map(|&from| open.get(usize::try_from(from).ok()?).copied()).collect()
            }
            OpenExtents::Joined => {
                let parts: Vec<Vec<bool>> = (0..operands.len()).map(open).collect::<Option<_>>()?;
                let every = |i: usize| parts.iter().all(|part| part[i]);
                let any = |i: usize| parts.iter().any(|part| part[i]);
                let rank = parts.first()?.len();
                Some((0..rank).map(|i| if i == axis { any(i) } else { every(i) }).collect())
            }
            OpenExtents::Product => {
                let (first, second) = (open(0)?, open(1)?);
                Some(vec![*first.first()? && *second.first()?, *first.get(1)?, *second.get(2)?])
            }
            OpenExtents::Batches => {
                let open = open(0)?;
                let is_known = operands.get(1..)?.iter().all(TensorType::is_static);
                (is_known && !open.get(1..)?.contains(&true)).then_some(open)
            }
            // `tosa-to-scf` refuses a scatter of which the batches are open in one operand alone (MLIR 22 and 24).
            OpenExtents::Gathered => {
                let (values, indices) = (open(0)?, open(1)?);
                Some(vec![*values.first()?, *indices.get(1)?, *values.get(2)?])
            }
            OpenExtents::Closed => {
                extents(operands, 0)?;
                Some(vec![false; result?.extents.as_ref()?.len()])
            }
        }
    }
}

/// True of a first operand with more than one open extent.
pub(super) fn several_are_open(operands: &[TensorType]) -> bool {
    extents(operands, 0).is_some_and(|extents| extents.iter().filter(|extent| extent.is_none()).count() > 1)
}

/// True of two operands of which one alone has an open number of batches.
pub(super) fn batches_are_open_once(operands: &[TensorType]) -> bool {
    let batches = |index: usize| extents(operands, index).and_then(<[_]>::first);
    batches(0).zip(batches(1)).is_some_and(|(one, other)| one.is_none() != other.is_none())
}

/// An extent is known where an operand has one other than 1, or all have 1. Nothing is told of operands of several ranks.
fn broadcast(operands: &[&[Option<usize>]]) -> Option<Vec<bool>> {
    let rank = operands.first()?.len();
    if operands.iter().any(|extents| extents.len() != rank) {
        return None;
    }
    let open = |i: usize| {
        let mut all = operands.iter().map(|extents| extents[i]);
        !all.clone().any(|extent| extent.is_some_and(|extent| extent > 1)) && all.any(|e| e.is_none())
    };
    Some((0..rank).map(open).collect())
}
