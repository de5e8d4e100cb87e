//! Bitwise and logical operations and shifts, TOSA 1.0 sections 2.3 and 2.4.

use super::rules::{BOOLEAN, INTEGERS, binary, none, pair, unary, with};
use crate::ir::{Attribute, Attributes};
use crate::program::{Builder, Family, GeneratorRow, Pool, ResultTypes};

const fn row(slot: u16, name: &'static str, weight: u8) -> GeneratorRow {
    GeneratorRow {
        slot,
        name,
        family: Family::Bits,
        weight,
        since: 19,
        takes: INTEGERS,
        makes: ResultTypes::OWN,
        draw: binary,
    }
}

/// The rows. Shifts by a negative amount, or by the width and more, are undefined.
pub const ROWS: &[GeneratorRow] = &[
    row(38, "bitwise_and", 3),
    row(41, "bitwise_or", 3),
    row(44, "bitwise_xor", 3),
    GeneratorRow { draw: unary, ..row(47, "bitwise_not", 2) },
    GeneratorRow { takes: BOOLEAN, ..row(49, "logical_and", 2) },
    GeneratorRow { takes: BOOLEAN, ..row(51, "logical_or", 2) },
    GeneratorRow { takes: BOOLEAN, ..row(53, "logical_xor", 2) },
    GeneratorRow { takes: BOOLEAN, draw: unary, ..row(55, "logical_not", 2) },
    GeneratorRow { draw: draw_logical_shift, ..row(57, "logical_left_shift", 3) },
    GeneratorRow { draw: draw_logical_shift, ..row(60, "logical_right_shift", 3) },
    GeneratorRow { draw: draw_rounded_shift, ..row(63, "arithmetic_right_shift", 4) },
];

fn draw_logical_shift(builder: &mut Builder, row: &'static GeneratorRow) -> Option<()> {
    draw_shift(builder, row, |_| none())
}

fn draw_rounded_shift(builder: &mut Builder, row: &'static GeneratorRow) -> Option<()> {
    draw_shift(builder, row, |builder| with("round", Attribute::flag(builder.choices.coin())))
}

fn draw_shift(
    builder: &mut Builder,
    row: &'static GeneratorRow,
    attributes: fn(&mut Builder) -> Attributes,
) -> Option<()> {
    let element = builder.element(row.takes)?;
    // The type is known before the operand is: the amount depends on it.
    let most = i64::from(element.bits()) - 1;
    let (operands, element) = pair(builder, &[element], Some(Pool::Between(0, most)))?;
    let attributes = attributes(builder);
    builder.emit(row.name, &operands, attributes, &[element]).map(drop)
}
