//! Mathematical functions of floats, TOSA 1.0 sections 2.2 and 2.4.

use super::rules::{FLOATS, none, unary};
use crate::dialect::{Family, Row, Since};
use crate::program::{Builder, Pool};

const fn row(name: &'static str, weight: u8, draw: fn(&mut Builder, &'static Row) -> Option<()>) -> Row {
    Row { name, family: Family::Function, weight, since: Since::V19, takes: FLOATS, draw }
}

/// The rows.
pub const ROWS: &[Row] = &[
    row("tanh", 2, unary),
    row("sigmoid", 2, unary),
    row("erf", 2, unary),
    row("exp", 3, unary),
    row("sin", 2, unary),
    row("cos", 2, unary),
    row("log", 2, positive),
    row("rsqrt", 2, positive),
    row("reciprocal", 2, unary),
];

/// NaN and worse outside of positive numbers: a new operand is positive.
fn positive(builder: &mut Builder, row: &'static Row) -> Option<()> {
    if builder.tame == 0 {
        return unary(builder, row);
    }
    let element = builder.element(row.takes)?;
    let shape = builder.shape(None);
    let operand = builder.fresh(element, &shape, Pool::Positive)?;
    builder.emit(row.name, &[operand], none(), &[element]).map(drop)
}
