//! Functions of integers.
//!
//! The documentation does not tell the absolute value of the least number, nor a power that is no number of its type: these are left to
//! MLIR. `math.ctlz` and `math.cttz` of zero are the width.

use crate::eval::Breaking as _;
use crate::eval::lane::{Lane, Taint, mask, signed};
use crate::eval::machine::Action;
use crate::eval::site::Site;
use crate::eval::stop::Rule;
use crate::grow::families;
use crate::observe::Lack;
use crate::op::lanewise::{each_of_two, elements};
use crate::op::llvm::arithmetic::width;
use crate::op::llvm::bits::{leading_zeros, ones, trailing_zeros};
use crate::op::{Row, row};

const IPOWI_ZERO: Rule = Rule::new(
    "ipowi_zero",
    "zero to a negative power, of which the documentation of math.ipowi says nothing",
);

/// One row an operation.
pub const ROWS: &[Row] = &[
    row("math.absi", |site| {
        let width = width(site)?;
        elements(site, move |machine, [x]| {
            if !x.taint.is_none() {
                return Ok([Lane::tainted(x.taint)]);
            }
            let value = signed(x.bits, width);
            let least = value == signed(1 << (width - 1), width);
            Ok([if least {
                Lane::tainted(Taint::open(machine.at))
            } else {
                Lane::of(value.unsigned_abs() & mask(width))
            }])
        })
    })
    .grown(families::integer_unary),
    row("math.ctlz", leading_zeros).grown(families::integer_unary),
    row("math.cttz", trailing_zeros).grown(families::integer_unary),
    row("math.ctpop", ones).grown(families::integer_unary),
    row("math.ipowi", power).grown(families::integer_power),
];

fn power(site: &Site<'_>) -> Result<Action, Lack> {
    let width = width(site)?;
    each_of_two(site, move |machine, x, y| {
        let taint = x.taint.merge(y.taint);
        if !taint.is_none() {
            return Ok(Lane::tainted(taint));
        }
        let (base, exponent) = (signed(x.bits, width), signed(y.bits, width));
        if base == 0 && exponent < 0 {
            return Err(IPOWI_ZERO.open(&[]));
        }
        let made = whole_power(base, exponent).filter(|made| signed(*made as u128, width) == *made);
        Ok(made.map_or_else(
            || Lane::tainted(Taint::open(machine.at)),
            |made| Lane::of(made as u128 & mask(width)),
        ))
    })
}

/// A power that is a whole number; none if it is a fraction or too large.
fn whole_power(base: i128, exponent: i128) -> Option<i128> {
    match base {
        1 => Some(1),
        -1 => Some(if exponent % 2 == 0 { 1 } else { -1 }),
        _ if exponent < 0 => None,
        0 => Some(i128::from(exponent == 0)),
        _ => base.checked_pow(u32::try_from(exponent).ok()?),
    }
}
