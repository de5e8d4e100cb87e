//! A smith that a few bytes draw, so that each program may be made of other dialects, types and sizes than the one before.
//!
//! It is the smith `mixed`, less some dialects, with other shares of those that are left and other limits. One byte decides one of
//! these, so that a changed byte changes one.

use super::{Smith, named, shipped};
use crate::choices::Choices;
use crate::grow::ShapeKind;
use crate::observe::dialect;
use crate::slot::{GOLDEN, mix};

/// Bytes that draw a smith.
pub const DRAWN: usize = 6;

/// The smith that the others are drawn from.
const WHOLE: &str = "mixed";

/// Widths of integers that are drawn more often than the others.
const WIDTHS: [u32; 12] = [1, 3, 7, 8, 9, 16, 24, 31, 32, 33, 63, 64];

/// Fewest and most operations of a program.
const SIZES: [[usize; 2]; 4] = [[4, 14], [1, 6], [8, 24], [12, 40]];

/// The kinds of values that are drawn together.
const SHAPES: [&[ShapeKind]; 5] = [
    &[ShapeKind::Scalar, ShapeKind::Scalar, ShapeKind::Vector, ShapeKind::Tensor],
    &[ShapeKind::Scalar],
    &[ShapeKind::Scalar, ShapeKind::Vector],
    &[ShapeKind::Scalar, ShapeKind::Tensor],
    &[ShapeKind::Vector, ShapeKind::Tensor],
];

/// The smith that these bytes draw; those that are not there follow from the others.
///
/// # Panics
/// Never: a test finds the smith that the others are drawn from.
pub fn drawn(bytes: &[u8]) -> Smith {
    let whole = named(WHOLE).map(shipped).expect("a test holds that it is shipped");
    let mut smith = whole.clone();
    let mut choices = Choices::new(&bytes[..bytes.len().min(DRAWN)]);
    let (left_out, shares) = (u64::from(choices.byte()), u64::from(choices.byte()));
    let keeps = |dialect: &str| left_out == 0 || number(dialect, left_out).is_multiple_of(2);
    if whole.dialects.iter().any(|dialect| keeps(dialect)) {
        smith.dialects.retain(|dialect| keeps(dialect));
    }
    // A dialect or operation with a share of its own is drawn whether the dialect is named or not.
    let is_left_out = |name: &str| {
        let is_in = |dialects: &[String]| dialects.iter().any(|of| of == dialect(name));
        is_in(&whole.dialects) && !is_in(&smith.dialects)
    };
    for (name, share) in &mut smith.weights {
        let factor = 1 << (number(name, shares) % 4);
        *share = if is_left_out(name) { 0 } else { share.saturating_mul(factor) };
    }
    let types = u64::from(choices.byte());
    let some = |count: u64| {
        move |at: u64| types == 0 || mix(types ^ (at + 1).wrapping_mul(GOLDEN)).is_multiple_of(count)
    };
    smith.integers = WIDTHS
        .into_iter()
        .enumerate()
        .filter(|(at, _)| some(3)(*at as u64))
        .map(|(_, width)| width)
        .collect();
    if smith.integers.is_empty() {
        smith.integers = vec![WIDTHS[types as usize % WIDTHS.len()]];
    }
    let any = 1 + (types % 64) as u32;
    if !smith.integers.contains(&any) {
        smith.integers.push(any);
    }
    let mut at = WIDTHS.len() as u64;
    smith.floats.retain(|_| {
        at += 1;
        some(2)(at)
    });
    smith.shapes = SHAPES[choices.below(SHAPES.len())].to_vec();
    let size = choices.byte();
    smith.operations = SIZES[usize::from(size) % SIZES.len()];
    smith.depth = usize::from(size / 4) % 4;
    smith.body = 1 + usize::from(size / 16) % 4;
    smith.nested = 4 + usize::from(size / 64) * 3;
    let values = choices.byte();
    smith.extent = 1 + u64::from(values) % 6;
    smith.elements = 6 + 6 * u64::from(values / 6 % 3);
    smith.dynamic = [0, 30, 70][usize::from(values / 18) % 3];
    smith.edges = [10, 35, 80][usize::from(values / 54) % 3];
    smith
}

/// A number that follows from a name and a seed, and not from which other names there are.
fn number(name: &str, seed: u64) -> u64 {
    name.bytes().fold(mix(seed), |number, byte| mix(number ^ u64::from(byte)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn each_is_a_smith_and_they_differ() {
        let mut seen = BTreeSet::new();
        let (mut dialects, mut widths) = (BTreeSet::new(), BTreeSet::new());
        for number in 0..800u32 {
            let smith = drawn(&mix(u64::from(number)).to_be_bytes());
            assert_eq!(Smith::parse(&smith.text()).as_ref(), Ok(&smith), "{number}");
            dialects.insert(smith.dialects.clone());
            widths.extend(smith.integers.iter().copied());
            seen.insert(smith.text());
        }
        assert!(seen.len() > 780 && dialects.len() > 40, "{} smiths of {} sets", seen.len(), dialects.len());
        assert_eq!(widths, (1..=64).collect());
    }

    #[test]
    fn zeroes_draw_all_dialects_and_a_changed_byte_changes_a_part() {
        let whole = drawn(&[0; DRAWN]);
        assert_eq!(whole.dialects, shipped(named(WHOLE).expect("it is shipped")).dialects);
        let sized = drawn(&[0, 0, 0, 0, 1, 0]);
        assert_ne!(sized.operations, whole.operations);
        assert_eq!(Smith { operations: whole.operations, ..sized }, whole);
        assert_eq!(drawn(&[7; 4]), drawn(&[7; 4]));
    }

    #[test]
    fn a_dialect_that_is_left_out_is_not_drawn() {
        for seed in 1..=40 {
            let smith = drawn(&[seed, 0, 0, 0, 0, 0]);
            let parts = smith.plan(22).parts;
            assert!(!parts.is_empty());
            for part in parts {
                assert!(smith.dialects.iter().any(|name| name == dialect(part.name)), "{}", part.name);
            }
        }
    }
}
