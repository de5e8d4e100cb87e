//! Arithmetic of integers and `index`.
//!
//! Overflow wraps, and is poison where `overflowFlags` promise that there is none ("arith.addi"). Division by zero is undefined, and so
//! is a signed quotient that overflows ("arith.divsi"); `exact` makes poison of a remainder. A shift by the width or more is poison
//! ("arith.shli").

use crate::grow::families;
use crate::op::llvm::arithmetic::{DIVISION_BY_ZERO, REMAINDER_BY_ZERO};
use crate::op::llvm::{arithmetic, bits};
use crate::op::{Row, row};

/// One row an operation.
pub const ROWS: &[Row] = &[
    row("arith.addi", arithmetic::add).grown(families::integer_overflowing),
    row("arith.subi", arithmetic::subtract).grown(families::integer_overflowing),
    row("arith.muli", arithmetic::multiply).grown(families::integer_overflowing),
    row("arith.divsi", |site| {
        let exact = site.has("isExact");
        arithmetic::signed_division(site, DIVISION_BY_ZERO, move |x, y| (!exact || x % y == 0).then(|| x / y))
    })
    .grown(families::division),
    row("arith.divui", |site| {
        let exact = site.has("isExact");
        arithmetic::unsigned_division(site, DIVISION_BY_ZERO, move |x, y| {
            (!exact || x % y == 0).then(|| x / y)
        })
    })
    .grown(families::division),
    row("arith.ceildivsi", |site| arithmetic::signed_division(site, DIVISION_BY_ZERO, |x, y| Some(up(x, y))))
        .grown(families::division),
    row("arith.ceildivui", |site| {
        arithmetic::unsigned_division(site, DIVISION_BY_ZERO, |x, y| Some(x.div_ceil(y)))
    })
    .grown(families::division),
    row("arith.floordivsi", |site| {
        arithmetic::signed_division(site, DIVISION_BY_ZERO, |x, y| Some(down(x, y)))
    })
    .grown(families::division),
    row("arith.remsi", arithmetic::signed_remainder).grown(families::division),
    row("arith.remui", |site| arithmetic::unsigned_division(site, REMAINDER_BY_ZERO, |x, y| Some(x % y)))
        .grown(families::division),
    row("arith.andi", bits::and).grown(families::integer_binary),
    row("arith.ori", bits::or).grown(families::integer_binary),
    row("arith.xori", bits::exclusive_or).grown(families::integer_binary),
    row("arith.shli", bits::shift_left).grown(families::shift),
    row("arith.shrui", bits::shift_right_unsigned).grown(families::shift),
    row("arith.shrsi", bits::shift_right_signed).grown(families::shift),
    row("arith.maxsi", |site| arithmetic::choose(site, true, |x, y| x > y)).grown(families::integer_binary),
    row("arith.minsi", |site| arithmetic::choose(site, true, |x, y| x < y)).grown(families::integer_binary),
    row("arith.maxui", |site| arithmetic::choose(site, false, |x, y| x > y)).grown(families::integer_binary),
    row("arith.minui", |site| arithmetic::choose(site, false, |x, y| x < y)).grown(families::integer_binary),
];

/// The quotient, rounded up. It is none that overflows.
pub fn up(x: i128, y: i128) -> i128 {
    x / y + i128::from(x % y != 0 && (x < 0) == (y < 0))
}

/// The quotient, rounded down. It is none that overflows.
pub fn down(x: i128, y: i128) -> i128 {
    x / y - i128::from(x % y != 0 && (x < 0) != (y < 0))
}
