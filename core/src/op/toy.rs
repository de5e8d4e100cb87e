//! A dialect that only tests have: docs/extending.md shows with it how one is added.

use super::lanewise::binary;
use super::region::{gather, leave, scatter, slots};
use super::{Row, row};
use crate::eval::Breaking as _;
use crate::eval::lane::signed;
use crate::eval::machine::{Action, Next};
use crate::eval::site::Site;
use crate::eval::stop::Rule;
use crate::observe::Lack;

const TOY_REPEAT_NEGATIVE: Rule = Rule::new("toy_repeat_negative", "toy.repeat of a negative number");

/// All families.
pub const FAMILIES: &[&[Row]] = &[ROWS];

const ROWS: &[Row] = &[row("toy.mean", mean), row("toy.repeat", repeat), row("toy.yield", leave)];

/// The mean of two unsigned numbers, rounded down; with `exact` poison where it is rounded.
fn mean(site: &Site<'_>) -> Result<Action, Lack> {
    let exact = site.has("exact");
    binary(site, move |x, y| {
        let is_rounded = (x ^ y) & 1 == 1;
        (!(exact && is_rounded)).then_some((x & y) + ((x ^ y) >> 1))
    })
}

/// Runs its region as often as the first operand says: on the other operands, then on the values that `toy.yield` hands over. The
/// last ones are its results. A negative number is undefined.
fn repeat(site: &Site<'_>) -> Result<Action, Lack> {
    let (count, width) = (site.operand(0)?.slot.start, site.operand_scalar(0)?.bits());
    let begins = slots(&site.operands(1..site.node.operands.len())?);
    let (body, results) = (site.region(0)?, slots(&site.results()?));
    Ok(Box::new(move |machine| {
        let count = signed(machine.defined(machine.get(count), "the number of toy.repeat")?, width);
        if count < 0 {
            return Err(TOY_REPEAT_NEGATIVE.undefined(&[]));
        }
        let mut carried = gather(machine, &begins);
        for _ in 0..count {
            body.run(machine, &carried)?;
            carried.clear();
            carried.extend_from_slice(&machine.left);
        }
        scatter(machine, &results, &carried);
        Ok(Next::On)
    }))
}
