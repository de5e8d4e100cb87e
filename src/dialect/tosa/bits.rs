//! Bitwise and logical operations and shifts, TOSA 1.0 sections 2.4 and 2.5.

use super::rules::{BOOLEAN, INTEGERS, broadcast_pair, plain, same_as_operand};
use crate::dialect::{Family, Row, Site};
use crate::program::{Attributes, Builder, Int, Range, Writer};

const fn row(name: &'static str, slots: (u8, u8)) -> Row {
    Row {
        name,
        name19: name,
        family: Family::Bits,
        slots,
        takes: INTEGERS,
        draw: Builder::binary,
        typing: broadcast_pair,
        transfer: mixed,
        write: plain,
    }
}

/// The rows. Bitwise and logical operations are defined everywhere; a shift by a negative amount or by the
/// width of the type and more is not, so the amount's interval must be in `0..bits`.
pub const ROWS: &[Row] = &[
    Row { transfer: conjunction, ..row("bitwise_and", (40, 43)) },
    row("bitwise_or", (44, 47)),
    row("bitwise_xor", (48, 51)),
    Row { takes: BOOLEAN, ..row("logical_and", (52, 54)) },
    Row { takes: BOOLEAN, ..row("logical_or", (55, 57)) },
    Row { takes: BOOLEAN, ..row("logical_xor", (58, 60)) },
    Row { transfer: left_shift, ..row("logical_left_shift", (61, 64)) },
    Row { transfer: logical_right_shift, ..row("logical_right_shift", (65, 67)) },
    Row {
        draw: |builder, row| {
            let round = builder.choices.coin();
            builder.binary_with(row, Attributes::Round(round))
        },
        transfer: arithmetic_right_shift,
        write: write_round,
        ..row("arithmetic_right_shift", (68, 71))
    },
    Row {
        draw: Builder::unary,
        typing: same_as_operand,
        transfer: |s| s.operands[0].range.int().map(|r| Range::Int(Int::new(-1 - r.hi, -1 - r.lo))),
        ..row("bitwise_not", (72, 74))
    },
    Row {
        takes: BOOLEAN,
        draw: Builder::unary,
        typing: same_as_operand,
        transfer: |s| s.operands[0].range.int().map(|r| Range::Int(Int::new(1 - r.hi, 1 - r.lo))),
        ..row("logical_not", (75, 77))
    },
];

fn pair(site: &Site<'_>) -> Result<(Int, Int), String> {
    Ok((site.operands[0].range.int()?, site.operands[1].range.int()?))
}

fn mixed(site: &Site<'_>) -> Result<Range, String> {
    let (a, b) = pair(site)?;
    a.same_bits(b).fits(site.result.element)
}

/// A mask that is not negative bounds the result.
fn conjunction(site: &Site<'_>) -> Result<Range, String> {
    let (a, b) = pair(site)?;
    let bounded = match (a.lo >= 0, b.lo >= 0) {
        (true, true) => Int::new(0, a.hi.min(b.hi)),
        (true, false) => Int::new(0, a.hi),
        (false, true) => Int::new(0, b.hi),
        (false, false) => a.same_bits(b),
    };
    bounded.fits(site.result.element)
}

/// Value and amount of a shift, the amount in `0..bits`.
fn shifted(site: &Site<'_>) -> Result<(Int, Int), String> {
    let (value, amount) = pair(site)?;
    let most = i64::from(site.result.element.bits()) - 1;
    if !amount.within(Int::new(0, most)) {
        return Err(format!("a shift by {}..={}", amount.lo, amount.hi));
    }
    Ok((value, amount))
}

/// Bits shifted out are lost by definition; the interval is then the type's.
fn left_shift(site: &Site<'_>) -> Result<Range, String> {
    let (value, amount) = shifted(site)?;
    let full = Int::full(site.result.element);
    let exact = value.corners(amount, |v, s| v << s);
    Ok(Range::Int(if exact.within(full) { exact } else { full }))
}

/// A negative value is read as unsigned: shifted by at least 1 it becomes positive.
fn logical_right_shift(site: &Site<'_>) -> Result<Range, String> {
    let (value, amount) = shifted(site)?;
    let element = site.result.element;
    if value.lo >= 0 {
        return Ok(Range::Int(value.corners(amount, |v, s| v >> s)));
    }
    if amount.lo == 0 {
        return Ok(Range::Int(Int::full(element)));
    }
    let unsigned = (1i64 << element.bits()) - 1;
    Ok(Range::Int(Int::new(0, unsigned >> amount.lo)))
}

/// Rounding adds at most 1, and nothing to a shift by 0.
fn arithmetic_right_shift(site: &Site<'_>) -> Result<Range, String> {
    let (value, amount) = shifted(site)?;
    let round = matches!(site.attributes, Attributes::Round(true));
    let ends = (amount.lo..=amount.hi).flat_map(|s| {
        let extra = i64::from(round && s > 0);
        [value.lo >> s, (value.hi >> s) + extra]
    });
    Int::hull(ends).fits(site.result.element)
}

fn write_round(writer: &mut Writer<'_>) {
    if let Attributes::Round(round) = writer.attributes() {
        writer.operation(&format!("{{round = {round}}}"));
    }
}
