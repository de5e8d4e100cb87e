//! Arithmetic with a second result for what does not fit into the first ("arith.addui_extended", "arith.mulsi_extended").

use crate::eval::lane::{Lane, mask, signed};
use crate::eval::machine::Action;
use crate::eval::site::Site;
use crate::grow::families;
use crate::observe::Lack;
use crate::op::lanewise::elements;
use crate::op::llvm::arithmetic::width;
use crate::op::{Row, row};

/// One row an operation.
pub const ROWS: &[Row] = &[
    row("arith.addui_extended", |site| {
        both(site, |x, y, width| {
            let (sum, past) = x.overflowing_add(y);
            [sum & mask(width), u128::from(past || sum & !mask(width) != 0)]
        })
    })
    .grown(families::integer_carry),
    row("arith.subui_extended", |site| {
        both(site, |x, y, width| [x.wrapping_sub(y) & mask(width), u128::from(x < y)])
    })
    .grown(families::integer_carry)
    .since(24),
    row("arith.mului_extended", |site| both(site, |x, y, width| halves(product(x, y), width)))
        .grown(families::integer_halves),
    row("arith.mulsi_extended", |site| {
        both(site, |x, y, width| {
            let (a, b) = (signed(x, width), signed(y, width));
            let [low, high] = product(a.unsigned_abs(), b.unsigned_abs());
            let negated = [!low, !high];
            let (low_negated, carry) = negated[0].overflowing_add(1);
            let negated = [low_negated, negated[1].wrapping_add(carry.into())];
            halves(if (a < 0) != (b < 0) { negated } else { [low, high] }, width)
        })
    })
    .grown(families::integer_halves),
];

fn both(site: &Site<'_>, work: fn(u128, u128, u32) -> [u128; 2]) -> Result<Action, Lack> {
    let width = width(site)?;
    elements(site, move |_, [x, y]| {
        let taint = x.taint.merge(y.taint);
        let made = || work(x.bits, y.bits, width).map(Lane::of);
        Ok(if taint.is_none() { made() } else { [Lane::tainted(taint); 2] })
    })
}

/// All 256 bits of a product, the lower half first.
fn product(x: u128, y: u128) -> [u128; 2] {
    let split = |number: u128| [number & mask(64), number >> 64];
    let ([x0, x1], [y0, y1]) = (split(x), split(y));
    let [low, first, second, high] = [x0 * y0, x0 * y1, x1 * y0, x1 * y1];
    let ([first, first_up], [second, second_up]) = (split(first), split(second));
    let middle = (low >> 64) + first + second;
    [low & mask(64) | middle << 64, high + first_up + second_up + (middle >> 64)]
}

/// The lowest `width` bits of a number of 256, and the next ones.
fn halves([low, high]: [u128; 2], width: u32) -> [u128; 2] {
    let upper = if width == 128 { high } else { low >> width | high << (128 - width) };
    [low & mask(width), upper & mask(width)]
}
