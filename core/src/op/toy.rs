//! A dialect that only tests have: docs/extending.md shows with it how one is added.

use super::lanewise::binary;
use super::{Row, row};
use crate::eval::machine::Action;
use crate::eval::site::Site;
use crate::grow::families::integer_binary;
use crate::observe::Lack;

/// All families.
pub const FAMILIES: &[&[Row]] = &[ROWS, super::toy_repeat::ROWS];

const ROWS: &[Row] = &[
    row("toy.mean", mean).grown(integer_binary),
    row("toy.distance", |site| binary(site, |x, y| Some(x.abs_diff(y)))).grown(integer_binary),
];

/// The mean of two unsigned numbers, rounded down; with `exact` poison where it is rounded.
fn mean(site: &Site<'_>) -> Result<Action, Lack> {
    let exact = site.has("exact");
    binary(site, move |x, y| {
        let is_rounded = (x ^ y) & 1 == 1;
        (!(exact && is_rounded)).then_some((x & y) + ((x ^ y) >> 1))
    })
}
