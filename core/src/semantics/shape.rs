//! Index arithmetic: strides, and which element meets which where shapes are broadcast.

use super::Unevaluated;
use crate::observe::Rule;

const BROADCAST_SHAPES: Rule =
    Rule::new("broadcast_shapes", "{} has operands of shapes {} and {}, which do not go together");

/// A tebi of elements.
const MOST_ELEMENTS: usize = 1 << 40;

/// Distances between neighbours in each dimension of a row-major tensor, in elements.
pub fn strides(shape: &[usize]) -> Vec<usize> {
    let mut strides = vec![1; shape.len()];
    for i in (1..shape.len()).rev() {
        strides[i - 1] = strides[i] * shape[i];
    }
    strides
}

/// Number of elements.
///
/// # Errors
/// No memory holds so many, so that arithmetic with places among them is not to be trusted.
pub fn count(shape: impl Iterator<Item = usize> + Clone) -> Result<usize, Unevaluated> {
    // An extent of zero hides no other that is too large.
    let all = shape.clone().try_fold(1usize, |count, extent| count.checked_mul(extent.max(1)));
    match all {
        Some(all) if all <= MOST_ELEMENTS => Ok(shape.product()),
        _ => {
            let shape: Vec<usize> = shape.collect();
            Err(Unevaluated::new(format!("makes {shape:?}, more elements than any memory holds")))
        }
    }
}

/// The shape two shapes are broadcast to: extents of one grow to the other's, and missing leading ones are one.
///
/// # Errors
/// They do not go together.
pub fn broadcast(a: &[usize], b: &[usize]) -> Result<Vec<usize>, Unevaluated> {
    if a == b {
        return Ok(a.to_vec());
    }
    let rank = a.len().max(b.len());
    let extent = |shape: &[usize], i: usize| (i + shape.len()).checked_sub(rank).map_or(1, |at| shape[at]);
    (0..rank)
        .map(|i| match (extent(a, i), extent(b, i)) {
            (x, y) if x == y => Ok(x),
            (1, y) => Ok(y),
            (x, 1) => Ok(x),
            _ => Err(Unevaluated::misfit(
                BROADCAST_SHAPES,
                &[&format_args!("{:?}", a), &format_args!("{:?}", b)],
            )),
        })
        .collect()
}

/// For each element of `shape`, row-major, the place of the element of `from` that is broadcast to it.
pub fn broadcast_places(from: &[usize], shape: &[usize]) -> Vec<usize> {
    let missing = shape.len() - from.len();
    let own = strides(from);
    let steps: Vec<usize> = (0..shape.len())
        .map(|i| if i < missing || from[i - missing] == 1 { 0 } else { own[i - missing] })
        .collect();
    places(shape, &steps, 0)
}

/// For each index of `shape`, row-major, `first` and the index times `steps`, which may be negative by wrapping.
pub fn places(shape: &[usize], steps: &[usize], first: usize) -> Vec<usize> {
    let count: usize = shape.iter().product();
    let mut found = Vec::with_capacity(count);
    if count == 0 {
        return found;
    }
    found.push(first);
    for i in (0..shape.len()).rev() {
        let inner = found.len();
        for k in 1..shape[i] {
            for j in 0..inner {
                found.push(found[j].wrapping_add(k.wrapping_mul(steps[i])));
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_no_memory_holds_is_not_counted() {
        assert_eq!(count([2, 3].into_iter()).unwrap(), 6);
        assert_eq!(count([0, 1 << 20].into_iter()).unwrap(), 0);
        assert_eq!(count([].into_iter()).unwrap(), 1);
        for shape in [[1 << 32, 1 << 32], [0, 1 << 50]] {
            let why = count(shape.into_iter()).unwrap_err();
            assert!(why.message.ends_with("more elements than any memory holds"), "{why}");
        }
    }

    #[test]
    fn shapes_are_broadcast() {
        assert_eq!(broadcast(&[2, 1], &[1, 3]).unwrap(), [2, 3]);
        assert_eq!(broadcast(&[3], &[2, 3]).unwrap(), [2, 3]);
        assert_eq!(broadcast(&[0, 3], &[1, 3]).unwrap(), [0, 3]);
        assert!(broadcast(&[2], &[3]).is_err());
    }

    #[test]
    fn elements_meet_where_they_should() {
        assert_eq!(broadcast_places(&[2, 1], &[2, 3]), [0, 0, 0, 1, 1, 1]);
        assert_eq!(broadcast_places(&[1, 3], &[2, 3]), [0, 1, 2, 0, 1, 2]);
        assert_eq!(broadcast_places(&[], &[2]), [0, 0]);
        assert_eq!(broadcast_places(&[1], &[0]), [0usize; 0]);
        assert_eq!(places(&[3, 2], &[1, 3], 0), [0, 3, 1, 4, 2, 5]);
    }
}
