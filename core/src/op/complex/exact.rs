//! Operations on complex numbers whose results follow from their parts.

use crate::eval::lane::{Lane, Taint};
use crate::eval::machine::{Action, Machine};
use crate::eval::site::Site;
use crate::ir::Type;
use crate::observe::{Form, Lack};
use crate::op::lanewise::{decode, elements, keeps, made, rounded_sum};
use crate::op::llvm::cast::pass;
use crate::op::{Row, row};

/// One row an operation.
pub const ROWS: &[Row] = &[
    row("complex.create", |site| elements(site, |_, parts: [Lane; 2]| Ok(parts))),
    row("complex.re", |site| part(site, 0)),
    row("complex.im", |site| part(site, 1)),
    row("complex.add", |site| sum(site, 1.0)),
    row("complex.sub", |site| sum(site, -1.0)),
    row("complex.neg", |site| signs(site, [true, true])),
    row("complex.conj", |site| signs(site, [false, true])),
    row("complex.eq", |site| equal(site, true)),
    row("complex.neq", |site| equal(site, false)),
    row("complex.bitcast", |site| {
        let types = [site.operand_type(0)?, site.result_type(0)?];
        let (from, to) = (site.operand_scalar(0)?, site.result_scalar(0)?);
        // Which half of an integer the real part is nobody says.
        match types.map(|ty| matches!(**ty, Type::Complex(_))) {
            [x, y] if x == y && from.is_kept_like(to) => pass(site),
            _ => Err(site.lacks(Form::cast(types[0], types[1]))),
        }
    }),
];

fn part(site: &Site<'_>, number: usize) -> Result<Action, Lack> {
    let (fast, scalar) = (site.fast(), site.operand_scalar(0)?);
    elements(site, move |machine, parts: [Lane; 2]| {
        let kept = parts.iter().all(|lane| keeps(fast, scalar, *lane));
        Ok([if kept { parts[number] } else { machine.poison() }])
    })
}

/// Part by part, with this sign of the second number.
fn sum(site: &Site<'_>, sign: f64) -> Result<Action, Lack> {
    let (format, fast) = (site.operand_format(0)?, site.fast());
    let one = move |machine: &Machine<'_>, a: Lane, b: Lane| {
        let taint = a.taint.merge(b.taint);
        if !taint.is_none() {
            return Lane::tainted(taint);
        }
        let (x, y) = (decode(format, a.bits), decode(format, b.bits));
        made(machine, rounded_sum(fast, [x, sign * y], format))
    };
    elements(site, move |machine, [a, b, c, d]| Ok([one(machine, a, c), one(machine, b, d)]))
}

/// Turns the signs of these parts over.
fn signs(site: &Site<'_>, turned: [bool; 2]) -> Result<Action, Lack> {
    let (format, fast, scalar) = (site.operand_format(0)?, site.fast(), site.operand_scalar(0)?);
    let sign = 1u128 << (format.bits - 1);
    elements(site, move |machine, [a, b]| {
        let one = |lane: Lane, turned: bool| match () {
            () if !keeps(fast, scalar, lane) => machine.poison(),
            () if turned && lane.taint.is_none() => Lane::of(lane.bits ^ sign),
            () => lane,
        };
        Ok([one(a, turned[0]), one(b, turned[1])])
    })
}

/// Tells if both parts are equal numbers. A NaN equals nothing.
fn equal(site: &Site<'_>, wanted: bool) -> Result<Action, Lack> {
    let format = site.operand_format(0)?;
    elements(site, move |_, all: [Lane; 4]| {
        let taint = all.iter().fold(Taint::NONE, |taint, lane| taint.merge(lane.taint));
        let [a, b, c, d] = all.map(|lane| decode(format, lane.bits));
        let holds = (a == c && b == d) == wanted;
        Ok([if taint.is_none() { Lane::of(holds.into()) } else { Lane::tainted(taint) }])
    })
}
