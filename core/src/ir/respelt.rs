//! Texts of modules that differ in the spelling of affine maps and sets alone.
//!
//! MLIR makes the expressions of a map simpler as it reads them, and once more where the result can be made simpler in its turn. So a map
//! that a pass made may be read as another one that gives the same numbers.

use super::{Attribute, IntegerSet, Map, parse_attribute};
use crate::slot::{GOLDEN, mix};
use std::rc::Rc;

/// The words in front of a map and a set.
const KINDS: [&str; 2] = ["affine_map<", "affine_set<"];

/// Numbers that maps and sets are tried on.
const POINTS: u64 = 200;

/// True if two texts differ in nothing but affine maps and sets, and those give equal numbers wherever they are tried. The texts may not have
/// aliases of maps.
pub fn differ_in_maps_alone(one: &str, other: &str) -> bool {
    let (mut lines, mut others) = (one.lines(), other.lines());
    loop {
        match (lines.next(), others.next()) {
            (None, None) => return true,
            (Some(line), Some(other)) if line == other => {}
            (Some(line), Some(other)) if is_respelt(line, other) => {}
            _ => return false,
        }
    }
}

fn is_respelt(line: &str, other: &str) -> bool {
    let ((rest, maps), (other_rest, others)) = (split(line), split(other));
    rest == other_rest
        && maps.len() == others.len()
        && maps.iter().zip(&others).all(|(one, other)| gives_the_same(one, other))
}

/// A line without its maps and sets, and those.
fn split(line: &str) -> (Vec<&str>, Vec<&str>) {
    let (mut rest, mut texts, mut maps) = (line, Vec::new(), Vec::new());
    while let Some(begin) = KINDS.iter().filter_map(|kind| rest.find(kind)).min() {
        let Some(length) = end(&rest[begin..]) else { break };
        texts.push(&rest[..begin]);
        maps.push(&rest[begin..begin + length]);
        rest = &rest[begin + length..];
    }
    texts.push(rest);
    (texts, maps)
}

/// The length of a map or set at the beginning of a text: its end is the first `>` that is of no arrow and no comparison.
fn end(text: &str) -> Option<usize> {
    let bytes = text.as_bytes();
    let is_end = |at: &usize| {
        bytes[*at] == b'>' && bytes.get(at.wrapping_sub(1)) != Some(&b'-') && bytes.get(at + 1) != Some(&b'=')
    };
    (0..bytes.len()).find(is_end).map(|at| at + 1)
}

fn gives_the_same(one: &str, other: &str) -> bool {
    match (parse_attribute(one), parse_attribute(other)) {
        _ if one == other => true,
        (Attribute::Map(one), Attribute::Map(other)) => maps_agree(&one, &other),
        (Attribute::Set(one), Attribute::Set(other)) => sets_agree(&one, &other),
        _ => false,
    }
}

fn maps_agree(one: &Map, other: &Map) -> bool {
    (one.dimensions, one.symbols, one.results.len()) == (other.dimensions, other.symbols, other.results.len())
        && points(one.dimensions, one.symbols).all(|(dimensions, symbols)| {
            one.evaluate(&dimensions, &symbols) == other.evaluate(&dimensions, &symbols)
        })
}

fn sets_agree(one: &IntegerSet, other: &IntegerSet) -> bool {
    (one.dimensions, one.symbols) == (other.dimensions, other.symbols)
        && points(one.dimensions, one.symbols).all(|(dimensions, symbols)| {
            one.holds(&dimensions, &symbols) == other.holds(&dimensions, &symbols)
        })
}

/// Dimensions and symbols to try: numbers of all sizes up to a million, of both signs. Sums and products of them fit into 64 bits.
fn points(dimensions: u32, symbols: u32) -> impl Iterator<Item = (Rc<[i64]>, Rc<[i64]>)> {
    (0..POINTS).map(move |point| {
        let number = |at: u32| {
            let draw = mix((point << 32 | u64::from(at)).wrapping_mul(GOLDEN));
            (draw >> 32) as i64 % (1 << (draw % 21)) * if draw & 32 == 0 { 1 } else { -1 }
        };
        ((0..dimensions).map(number).collect(), (dimensions..dimensions + symbols).map(number).collect())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn maps_that_give_the_same_numbers_are_told_from_others() {
        let line = |map: &str| {
            format!("a\n\"x\"() {{m = affine_map<(d0)[s0] -> ({map})>, n = 1 : i8}} : () -> ()\nb")
        };
        let agrees = |one: &str, other: &str| differ_in_maps_alone(&line(one), &line(other));
        assert!(agrees("s0 mod 11 + s0 mod 11 + 5", "(s0 mod 11) * 2 + 5"));
        assert!(agrees("d0 * 2 - (d0 floordiv 11) * 22", "d0 mod 11 + d0 mod 11"));
        assert!(!agrees("d0 floordiv 2", "d0 ceildiv 2") && !agrees("d0", "s0") && !agrees("d0", "d0, 0"));
        let set = |set: &str| format!("affine_set<(d0) : ({set} >= 0, d0 == 0)> : x");
        assert!(differ_in_maps_alone(&set("d0 + d0"), &set("d0 * 2")));
        assert!(!differ_in_maps_alone(&set("d0 - 1"), &set("d0")));
    }

    #[test]
    fn whatever_else_differs_is_seen() {
        let both = ["affine_map<(d0) -> (d0 + d0)>", "affine_map<(d0) -> (d0 * 2)>"];
        assert!(differ_in_maps_alone(&format!("m = {}", both[0]), &format!("m = {}", both[1])));
        assert!(!differ_in_maps_alone(&format!("m = {}, 1", both[0]), &format!("m = {}, 2", both[1])));
        assert!(!differ_in_maps_alone(&format!("m = {}", both[0]), &format!("m = {}\nmore", both[1])));
        assert!(!differ_in_maps_alone("m = affine_map<(d0) -> (d0", "m = affine_map<(d0) -> (d1"));
    }
}
