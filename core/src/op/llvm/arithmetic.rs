//! Integer arithmetic: what breaks a promise is poison, division by zero ends the run.

use crate::eval::Breaking as _;
use crate::eval::lane::{Lane, mask, signed};
use crate::eval::machine::Action;
use crate::eval::site::Site;
use crate::eval::stop::Rule;
use crate::grow::families;
use crate::ir::Attribute;
use crate::observe::Lack;
use crate::op::lanewise::{annulling, binary, dividing, each_of_two};
use crate::op::{Row, row};

/// A divisor has to be another number than zero.
pub const DIVISION_BY_ZERO: Rule = Rule::new("division_by_zero", "division by zero");
/// So has that of a remainder.
pub const REMAINDER_BY_ZERO: Rule = Rule::new("remainder_by_zero", "remainder by zero");
/// A quotient has to fit.
const DIVISION_OF_POISON: Rule = Rule::new(
    "division_of_poison",
    "division by -1 of what may be the least number, of which the documentation says nothing",
);
const DIVISION_OVERFLOW: Rule = Rule::new("division_overflow", "division of the least number by -1");
const REMSI_OVERFLOW: Rule = Rule::new(
    "remsi_overflow",
    "the remainder of the least number by -1, of which the documentation says nothing",
);

/// One row an operation.
pub const ROWS: &[Row] = &[
    row("llvm.add", add).grown(families::integer_overflowing),
    row("llvm.sub", subtract).grown(families::integer_overflowing),
    row("llvm.mul", multiply).grown(families::integer_overflowing),
    row("llvm.udiv", |site| {
        let exact = site.has("isExact");
        unsigned_division(site, DIVISION_BY_ZERO, move |x, y| (!exact || x % y == 0).then(|| x / y))
    })
    .grown(families::division),
    row("llvm.sdiv", |site| {
        let exact = site.has("isExact");
        signed_division(site, DIVISION_BY_ZERO, move |x, y| {
            (!exact || x.wrapping_rem(y) == 0).then(|| x.wrapping_div(y))
        })
    })
    .grown(families::division),
    row("llvm.urem", |site| unsigned_division(site, REMAINDER_BY_ZERO, |x, y| Some(x % y)))
        .grown(families::division),
    row("llvm.srem", |site| signed_division(site, REMAINDER_BY_ZERO, |x, y| Some(x.wrapping_rem(y))))
        .grown(families::division),
    row("llvm.intr.smax", |site| choose(site, true, |x, y| x > y)).grown(families::integer_binary),
    row("llvm.intr.smin", |site| choose(site, true, |x, y| x < y)).grown(families::integer_binary),
    row("llvm.intr.umax", |site| choose(site, false, |x, y| x > y)).grown(families::integer_binary),
    row("llvm.intr.umin", |site| choose(site, false, |x, y| x < y)).grown(families::integer_binary),
    row("llvm.intr.abs", |site| {
        let (width, poison) = (width(site)?, site.int("is_int_min_poison") != 0);
        crate::op::lanewise::unary(site, move |x| {
            let value = signed(x, width);
            let least = value == signed(1 << (width - 1), width);
            (!(least && poison)).then(|| value.unsigned_abs() & mask(width))
        })
    })
    .grown(families::integer_magnitude),
];

/// Width of the integers an operation works on.
pub fn width(site: &Site<'_>) -> Result<u32, Lack> {
    Ok(site.operand_scalar(0)?.bits())
}

/// The promises of `overflowFlags`: no signed, no unsigned wrap.
pub fn promises(site: &Site<'_>) -> (bool, bool) {
    match site.attribute("overflowFlags") {
        Some(Attribute::Int(flags, _)) => (flags & 1 != 0, flags & 2 != 0),
        Some(flags) => (flags.says("nsw"), flags.says("nuw")),
        None => (false, false),
    }
}

/// The sum.
pub fn add(site: &Site<'_>) -> Result<Action, Lack> {
    checked(site, u128::wrapping_add, i128::checked_add, u128::checked_add)
}

/// The difference.
pub fn subtract(site: &Site<'_>) -> Result<Action, Lack> {
    checked(site, u128::wrapping_sub, i128::checked_sub, u128::checked_sub)
}

fn checked(
    site: &Site<'_>,
    wrapping: impl Fn(u128, u128) -> u128 + Copy + 'static,
    of_signed: fn(i128, i128) -> Option<i128>,
    of_unsigned: fn(u128, u128) -> Option<u128>,
) -> Result<Action, Lack> {
    let width = width(site)?;
    let (mask, promises) = (mask(width), promises(site));
    if promises == (false, false) {
        return binary(site, move |x, y| Some(wrapping(x, y) & mask));
    }
    let fits = move |value: i128| signed(value as u128 & mask, width) == value;
    if width <= 64 {
        // No result of numbers of half the width of a lane overflows the lane.
        return binary(site, move |x, y| {
            let made = wrapping(x, y);
            let exact = || wrapping(signed(x, width) as u128, signed(y, width) as u128) as i128;
            let holds = (!promises.0 || fits(exact())) && (!promises.1 || made & !mask == 0);
            holds.then_some(made & mask)
        });
    }
    binary(site, move |x, y| {
        let signed_holds = || of_signed(signed(x, width), signed(y, width)).is_some_and(fits);
        let unsigned_holds = || of_unsigned(x, y).is_some_and(|value| value & !mask == 0);
        let holds = (!promises.0 || signed_holds()) && (!promises.1 || unsigned_holds());
        holds.then(|| wrapping(x, y) & mask)
    })
}

/// The product.
pub fn multiply(site: &Site<'_>) -> Result<Action, Lack> {
    if promises(site) != (false, false) {
        return checked(site, u128::wrapping_mul, i128::checked_mul, u128::checked_mul);
    }
    let mask = mask(width(site)?);
    annulling(site, move |x, y| Some(x.wrapping_mul(y) & mask))
}

/// A division of numbers without a sign; `work` is given no divisor that is zero.
pub fn unsigned_division(
    site: &Site<'_>,
    by_zero: Rule,
    work: impl Fn(u128, u128) -> Option<u128> + 'static,
) -> Result<Action, Lack> {
    dividing(site, |_| None, move |x, y| if y == 0 { Err(by_zero) } else { Ok(work(x, y)) })
}

/// A division of numbers with a sign; `work` is given no divisor that is zero, and no quotient that overflows.
pub fn signed_division(
    site: &Site<'_>,
    by_zero: Rule,
    work: impl Fn(i128, i128) -> Option<i128> + 'static,
) -> Result<Action, Lack> {
    let width = width(site)?;
    let least = signed(1 << (width - 1), width);
    let without = move |y: u128| (signed(y, width) == -1).then_some(DIVISION_OF_POISON);
    dividing(site, without, move |x, y| {
        let (x, y) = (signed(x, width), signed(y, width));
        match y {
            0 => Err(by_zero),
            -1 if x == least => Err(DIVISION_OVERFLOW),
            _ => Ok(work(x, y).map(|value| value as u128 & mask(width))),
        }
    })
}

/// The remainder of a division of numbers with a sign, in a dialect that names a divisor of zero alone as undefined. It does not tell
/// the remainder of the least number by -1, which LLVM makes undefined.
pub fn signed_remainder(site: &Site<'_>) -> Result<Action, Lack> {
    let width = width(site)?;
    let least = signed(1 << (width - 1), width);
    each_of_two(site, move |machine, x, y| {
        let divisor = signed(machine.defined(y, "the divisor")?, width);
        if !x.taint.is_none() {
            return Ok(Lane::tainted(x.taint));
        }
        match (signed(x.bits, width), divisor) {
            (_, 0) => Err(REMAINDER_BY_ZERO.divided(&[])),
            (x, -1) if x == least => Err(REMSI_OVERFLOW.open(&[])),
            (x, y) => Ok(Lane::of((x % y) as u128 & mask(width))),
        }
    })
}

/// The one of two numbers that is `first`.
pub fn choose(
    site: &Site<'_>,
    of_signed: bool,
    first: impl Fn(i128, i128) -> bool + 'static,
) -> Result<Action, Lack> {
    let width = width(site)?;
    // The sign bit turned over orders signed numbers as unsigned ones; halving keeps 128 bits in range.
    let key = move |x: u128| if of_signed { signed(x, width) } else { (x ^ (1 << 127)) as i128 };
    binary(site, move |x, y| Some(if first(key(x), key(y)) { x } else { y }))
}
