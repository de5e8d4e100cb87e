//! Constants: small numbers, and a share of edge values.

use super::types::{extents, is_float, is_whole, width};
use super::{Growth, types};
use crate::ir::{Attribute, Dense, Type, Value, float_bits};
use std::rc::Rc;

/// Bits of the exponent and of the fraction of a float type.
fn parts(name: &str) -> Option<(u32, u32)> {
    Some(match name {
        "f16" => (5, 10),
        "bf16" => (8, 7),
        "f32" => (8, 23),
        "f64" => (11, 52),
        _ => return None,
    })
}

/// The bits of an element of this type: an edge value, or a small number.
pub fn bits(growth: &mut Growth<'_>, ty: &Type) -> u128 {
    let is_edge = growth.choices.below(100) < usize::from(growth.plan.edges);
    let draw = growth.choices.seed();
    let pick = (draw >> 8) as usize;
    match ty {
        Type::Float(name) => {
            let quarters = (draw % 65) as f64 / 4.0 - 8.0;
            let small = float_bits(name, quarters).unwrap_or(0);
            match parts(name) {
                Some(parts) if is_edge => edge_of_floats(parts, pick),
                _ => small,
            }
        }
        _ => {
            let bits = width(ty);
            let mask = (1u128 << bits) - 1;
            let value = if is_edge { edge(bits, pick) } else { (i128::from(draw % 17) - 6) as u128 };
            value & mask
        }
    }
}

/// A constant of this type: a number, or a vector or tensor of numbers.
pub fn drawn(growth: &mut Growth<'_>, ty: &Rc<Type>) -> Value {
    let element = types::element(ty);
    let count = match extents(ty) {
        // One in four holds the same everywhere.
        Some(extents) if growth.choices.below(4) > 0 => extents.iter().product::<u64>() as usize,
        _ => 1,
    };
    let all: Vec<u128> = (0..count).map(|_| bits(growth, &element)).collect();
    made(growth, ty, &all)
}

/// This integer, or a vector or tensor of it.
pub fn whole(growth: &mut Growth<'_>, ty: &Rc<Type>, value: i128) -> Value {
    let bits = width(&types::element(ty));
    let mask = (1u128 << bits) - 1;
    made(growth, ty, &[value as u128 & mask])
}

/// This index.
pub fn index(growth: &mut Growth<'_>, value: u64) -> Value {
    whole(growth, &types::index(), value.into())
}

/// The float nearest to this number, or a vector or tensor of it.
pub fn float(growth: &mut Growth<'_>, ty: &Rc<Type>, value: f64) -> Value {
    let bits = match &*types::element(ty) {
        Type::Float(name) => float_bits(name, value).unwrap_or(0),
        _ => 0,
    };
    made(growth, ty, &[bits])
}

/// A constant of this type with these bits: of each element, or of one everywhere.
pub fn made(growth: &mut Growth<'_>, ty: &Rc<Type>, bits: &[u128]) -> Value {
    let name = growth.named(ty, "arith.constant", "llvm.mlir.constant");
    let value = literal(ty, bits);
    growth.hidden(name, &[], ty, &[("value", value)])
}

/// The attribute of a number, or of a vector or tensor of these elements, or of one everywhere.
pub fn literal(ty: &Rc<Type>, bits: &[u128]) -> Attribute {
    let element = types::element(ty);
    if extents(ty).is_some() {
        return Attribute::Dense(dense(ty, &element, bits));
    }
    if is_float(&element) {
        return Attribute::Float(bits[0], element);
    }
    debug_assert!(is_whole(&element));
    let width = width(&element);
    let unused = 128 - width;
    let value = if width == 1 { bits[0] as i128 } else { ((bits[0] << unused) as i128) >> unused };
    Attribute::Int(value, element)
}

fn dense(ty: &Rc<Type>, element: &Type, bits: &[u128]) -> Dense {
    let stride = width(element).div_ceil(8) as usize;
    let data: Vec<u8> = bits.iter().flat_map(|bits| bits.to_le_bytes().into_iter().take(stride)).collect();
    Dense { ty: Rc::clone(ty), stride, parts: 1, data: data.into() }
}

/// An integer near an end of what so many bits hold, or near a power of two.
fn edge(bits: u32, pick: usize) -> u128 {
    let mask = (1u128 << bits) - 1;
    let power = 1u128 << ((pick / 16) as u32 % bits);
    let all = [
        0,
        1,
        2,
        mask,
        mask - u128::from(bits > 1),
        mask >> 1,
        (mask >> 1) + 1,
        (mask >> 1) + 2,
        power,
        power - 1,
        power + 1,
        power.wrapping_neg(),
    ];
    all[pick % all.len()]
}

/// Zeros, ones, infinities, NaN, the ends of subnormal and normal numbers, halves.
fn edge_of_floats((exponent, fraction): (u32, u32), pick: usize) -> u128 {
    let sign = 1u128 << (exponent + fraction);
    let infinity = ((1u128 << exponent) - 1) << fraction;
    let one = ((1u128 << (exponent - 1)) - 1) << fraction;
    let unit = 1u128 << fraction;
    let all = [
        0,
        one,
        infinity,
        infinity + (unit >> 1),
        1,
        unit - 1,
        unit,
        infinity - 1,
        one - unit,
        one + (unit >> 1),
        one + 1,
        one - 1,
    ];
    let value = all[pick % all.len()];
    // NaN has no sign that lowerings keep.
    if (pick / 64) % 2 == 1 && value <= infinity { value | sign } else { value }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn edges_stay_within_their_width() {
        for bits in [1, 2, 7, 64] {
            let mask = (1u128 << bits) - 1;
            let all: std::collections::BTreeSet<u128> =
                (0..5000).map(|pick| edge(bits, pick) & mask).collect();
            assert!(all.contains(&0) && all.contains(&mask) && all.contains(&(mask >> 1)), "{bits}: {all:?}");
        }
    }

    #[test]
    fn edges_of_floats_are_what_they_are_meant_to_be() {
        let all: Vec<f32> =
            (0..128).map(|pick| f32::from_bits(edge_of_floats((8, 23), pick) as u32)).collect();
        for wanted in
            [0.0, 1.0, f32::INFINITY, f32::NEG_INFINITY, f32::MIN_POSITIVE, f32::MAX, f32::MIN, 0.5, 1.5]
        {
            assert!(all.contains(&wanted), "{wanted}");
        }
        assert!(all.iter().any(|x| x.is_nan()) && all.iter().any(|x| x.is_subnormal()));
        assert!(all.iter().any(|x| *x == 0.0 && x.is_sign_negative()));
    }
}
