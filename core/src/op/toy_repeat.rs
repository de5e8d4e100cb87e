//! Operations with a region of the dialect that only tests have: docs/extending.md shows them.

use super::region::{gather, leave, scatter, slots};
use super::{Row, row};
use crate::eval::Breaking as _;
use crate::eval::lane::signed;
use crate::eval::machine::{Action, Next};
use crate::eval::site::Site;
use crate::eval::stop::Rule;
use crate::grow::types::integer;
use crate::grow::{Growth, Kind, NeededRoom, constant};
use crate::observe::Lack;

const TOY_REPEAT_NEGATIVE: Rule = Rule::new("toy_repeat_negative", "toy.repeat of a negative number");

/// The family.
pub const ROWS: &[Row] =
    &[row("toy.repeat", repeat).grown_in(NeededRoom::Regions, placed), row("toy.yield", leave)];

/// Places `toy.repeat`: a few times, with some of the values in reach.
fn placed(growth: &mut Growth<'_>) -> Option<()> {
    let times = growth.choices.below(4) as i128;
    let count = constant::whole(growth, &integer(8), times);
    let carried = growth.carried(2, true);
    let types = growth.types(&carried);
    let body = growth.region(Kind::Plain, &types, |growth, _| {
        growth.body();
        let left = growth.inner_values(&types);
        growth.end("toy.yield", &left, &[]);
        Some(())
    })?;
    growth.emit_with("toy.repeat", &[&[count], &carried[..]].concat(), &types, &[], vec![body]);
    Some(())
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
