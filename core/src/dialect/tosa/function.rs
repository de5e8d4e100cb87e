//! Mathematical functions of floats, TOSA 1.0 sections 2.2 and 2.4.

use super::rules::{FLOATS, none, unary};
use crate::program::{Builder, Family, GeneratorRow, Pool, ResultTypes};

const fn row(
    slot: u16,
    name: &'static str,
    weight: u8,
    draw: fn(&mut Builder, &'static GeneratorRow) -> Option<()>,
) -> GeneratorRow {
    GeneratorRow {
        slot,
        name,
        family: Family::Function,
        weight,
        since: 19,
        takes: FLOATS,
        makes: ResultTypes::OWN,
        draw,
    }
}

/// The rows.
pub const ROWS: &[GeneratorRow] = &[
    row(85, "tanh", 2, unary),
    row(87, "sigmoid", 2, unary),
    row(89, "erf", 2, unary),
    row(91, "exp", 3, unary),
    row(94, "sin", 2, unary),
    row(96, "cos", 2, unary),
    row(98, "log", 2, positive),
    row(100, "rsqrt", 2, positive),
    row(102, "reciprocal", 2, unary),
];

/// NaN and worse outside of positive numbers: a new operand is positive.
fn positive(builder: &mut Builder, row: &'static GeneratorRow) -> Option<()> {
    if builder.tame == 0 {
        return unary(builder, row);
    }
    let element = builder.element(row.takes)?;
    let shape = builder.shape(None);
    let operand = builder.new_operand(element, &shape, Pool::Positive)?;
    builder.emit(row.name, &[operand], none(), &[element]).map(drop)
}
