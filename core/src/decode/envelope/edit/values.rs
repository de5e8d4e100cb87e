//! Values at the edges of their types.

use crate::ir::{Attribute, Dense, Type, float_bits, float_width};
use rand::seq::IndexedRandom as _;
use rand::{Rng, RngExt};
use std::rc::Rc;

/// Extents, offsets and bounds: large ones would make programs that nobody has the time to run.
const INDICES: [i128; 8] = [0, 1, 2, 3, 5, 7, 16, -1];
/// Floats near which folding goes wrong.
const FLOATS: [f64; 10] =
    [0.0, -0.0, 1.0, -1.0, 0.5, f64::INFINITY, f64::NEG_INFINITY, f64::NAN, 65504.0, 1e-30];

/// A constant with another value, or with another one in one place.
pub(super) fn edged(attribute: &Attribute, random: &mut dyn Rng) -> Option<Attribute> {
    match attribute {
        Attribute::Int(value, ty) => Some(Attribute::Int(integer(*value, ty, random)?, Rc::clone(ty))),
        Attribute::Float(_, ty) => Some(Attribute::Float(float(ty, random)?, Rc::clone(ty))),
        Attribute::Dense(dense) => Some(Attribute::Dense(element(dense, random)?)),
        _ => None,
    }
}

/// An integer of this type.
fn integer(value: i128, ty: &Type, random: &mut dyn Rng) -> Option<i128> {
    let width = match ty {
        Type::Index => return INDICES.choose(random).copied(),
        Type::Integer(width, _) if (1..=64).contains(width) => *width,
        _ => return None,
    };
    let most = (1_i128 << (width - 1)) - 1;
    // One bit is 0 or 1, where it is spelt as a boolean.
    if width == 1 {
        return Some(1 - (value & 1));
    }
    let edges = [0, 1, -1, most, -most - 1, most / 2, i128::from(width), i128::from(width) - 1];
    let drawn = match random.random_range(0..3) {
        0 => value.wrapping_add([1, -1].choose(random).copied().unwrap_or(1)),
        1 => value ^ (1 << random.random_range(0..width)),
        _ => edges.choose(random).copied().unwrap_or(0),
    };
    // Within the type, whatever its sign means.
    let shift = 128 - width;
    let signed = (drawn << shift) >> shift;
    let is_unsigned = matches!(ty, Type::Integer(_, crate::ir::Signedness::Unsigned));
    Some(if is_unsigned { signed & ((1 << width) - 1) } else { signed })
}

/// The bits of a float of this type.
fn float(ty: &Type, random: &mut dyn Rng) -> Option<u128> {
    let Type::Float(name) = ty else { return None };
    float_bits(name, FLOATS.choose(random).copied()?)
}

/// Constant elements with another one in one place.
fn element(dense: &Dense, random: &mut dyn Rng) -> Option<Dense> {
    let inside = match &*dense.ty {
        Type::Tensor(_, element, _) | Type::Vector(_, element) => element,
        _ => return None,
    };
    let count = dense.data.len().checked_div(dense.stride).filter(|count| *count > 0)?;
    let at = random.random_range(0..count) * dense.stride;
    let old = dense.data[at..at + dense.stride]
        .iter()
        .rev()
        .fold(0, |bits: u128, byte| bits << 8 | u128::from(*byte));
    let bits = match &**inside {
        Type::Float(name) => {
            float_width(name)?;
            float(inside, random)?
        }
        Type::Integer(width @ 1..=64, _) => {
            let shift = 128 - *width;
            let signed = ((old << shift) as i128) >> shift;
            let drawn = integer(signed, inside, random)? as u128;
            drawn & (u128::MAX >> (128 - *width))
        }
        Type::Index => integer(0, inside, random)? as u128,
        _ => return None,
    };
    let mut data = dense.data.to_vec();
    data[at..at + dense.stride].copy_from_slice(&bits.to_le_bytes()[..dense.stride.min(16)]);
    Some(Dense { ty: Rc::clone(&dense.ty), data: data.into(), ..*dense })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ir::{Signedness, parse_attribute};
    use rand::SeedableRng;
    use rand_chacha::ChaCha8Rng;
    use std::collections::BTreeSet;

    fn drawn(text: &str) -> BTreeSet<String> {
        let mut random = ChaCha8Rng::seed_from_u64(1);
        let attribute = parse_attribute(text);
        (0..200).filter_map(|_| edged(&attribute, &mut random)).map(|edge| edge.to_string()).collect()
    }

    #[test]
    fn edges_are_within_their_types() {
        let bytes = drawn("5 : i8");
        assert!(bytes.contains("127 : i8") && bytes.contains("-128 : i8") && bytes.len() > 8, "{bytes:?}");
        let mut random = ChaCha8Rng::seed_from_u64(2);
        for _ in 0..100 {
            let value =
                integer(200, &Type::Integer(8, Signedness::Unsigned), &mut random).expect("it has some");
            assert!((0..256).contains(&value));
        }
        assert!(drawn("5 : index").iter().all(|text| text.len() < "100 : index".len()));
        assert!(drawn("\"text\"").is_empty());
    }

    #[test]
    fn one_element_of_many_is_another_one() {
        let all = drawn("dense<[1, 2, 3]> : tensor<3xi32>");
        assert!(all.len() > 10, "{all:?}");
        assert!(all.contains("dense<[1, 2147483647, 3]> : tensor<3xi32>"), "{all:?}");
        assert!(drawn("dense<2.0> : vector<4xf16>").len() > 5);
    }
}
