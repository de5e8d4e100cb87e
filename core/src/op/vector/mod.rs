//! The vector dialect. A vector has one lane an element, row-major; one without dimensions has one lane.
//!
//! Vectors whose extents are multiples of what the processor has are refused: their lanes are not known before the program runs.

mod access;
mod cast;
pub mod combine;
mod contract;
mod element;
mod elements;
mod mask;
mod placing;
mod placing_access;
mod placing_mask;
mod print;
mod rearrange;
mod reduce;
mod slice;
#[cfg(test)]
mod tests;
mod transfer;

use super::Row;
use crate::eval::site::Site;
use crate::ir::{Attribute, Type};
use crate::observe::{Form, Lack};

/// All families.
pub const FAMILIES: &[&[Row]] = &[
    access::ROWS,
    cast::ROWS,
    contract::ROWS,
    element::ROWS,
    mask::ROWS,
    print::ROWS,
    rearrange::ROWS,
    reduce::ROWS,
    slice::ROWS,
    transfer::ROWS,
];

/// Stands in a list of static numbers for one that is an operand (MLIR's `ShapedType::kDynamic`).
const DYNAMIC: i64 = i64::MIN;

/// Extents of a vector; none of anything else.
///
/// # Errors
/// An extent is a multiple of what the processor has.
fn extents(ty: &Type) -> Result<Vec<u64>, Lack> {
    let Type::Vector(extents, _) = ty else { return Ok(Vec::new()) };
    if extents.iter().any(|(_, scalable)| *scalable) {
        return Err(Lack::Type(ty.to_string()));
    }
    Ok(extents.iter().map(|(extent, _)| *extent).collect())
}

/// The numbers of an attribute that is a dense array in one version and a list in another.
fn numbers(site: &Site<'_>, name: &str) -> Vec<i64> {
    match site.attribute(name) {
        Some(Attribute::Ints(_, values)) => values.clone(),
        Some(Attribute::List(all)) => {
            all.iter().filter_map(|one| one.int()).filter_map(|one| i64::try_from(one).ok()).collect()
        }
        _ => Vec::new(),
    }
}

/// Elements from one index to the next, by dimension, row-major.
fn strides(extents: &[u64]) -> Vec<usize> {
    let mut strides = vec![1; extents.len()];
    for at in (1..extents.len()).rev() {
        strides[at - 1] = strides[at] * extents[at] as usize;
    }
    strides
}

/// The number of elements of these extents. Those of vectors are few.
fn count(extents: &[u64]) -> usize {
    extents.iter().map(|extent| *extent as usize).product()
}

/// Hands over the indices of each element, row-major.
fn each(extents: &[u64], mut met: impl FnMut(&[usize])) {
    if extents.contains(&0) {
        return;
    }
    let mut indices = vec![0; extents.len()];
    loop {
        met(&indices);
        let next = (0..extents.len()).rev().find(|at| indices[*at] as u64 + 1 < extents[*at]);
        let Some(next) = next else { return };
        indices[next] += 1;
        indices[next + 1..].fill(0);
    }
}

/// The place of indices under strides.
fn place(indices: &[usize], strides: &[usize]) -> usize {
    indices.iter().zip(strides).map(|(index, stride)| index * stride).sum()
}

/// A refusal of an operation whose types do not fit each other.
fn misfit(site: &Site<'_>) -> Lack {
    site.lacks(Form::Types)
}
