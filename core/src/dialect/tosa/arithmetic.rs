//! Elementwise binary arithmetic, TOSA 1.0 section 2.3.

use super::rules::{FLOATS, NUMBERS, binary, none, pair, single};
use crate::observe::Element;
use crate::program::{Builder, Family, GeneratorRow, Pool, ResultTypes};

const fn row(slot: u16, name: &'static str, weight: u8) -> GeneratorRow {
    GeneratorRow {
        slot,
        name,
        family: Family::Arithmetic,
        weight,
        since: 19,
        takes: NUMBERS,
        makes: ResultTypes::OWN,
        draw: binary,
    }
}

/// The rows.
pub const ROWS: &[GeneratorRow] = &[
    row(1, "add", 8),
    row(9, "sub", 6),
    GeneratorRow {
        makes: ResultTypes::of(|from, to| to == product_of(from)),
        draw: draw_mul,
        ..row(15, "mul", 8)
    },
    GeneratorRow { draw: draw_extreme, ..row(23, "maximum", 4) },
    GeneratorRow { draw: draw_extreme, ..row(27, "minimum", 4) },
    // Undefined for a divisor of 0 and for the least integer by -1.
    GeneratorRow {
        takes: &[Element::I32, Element::I64],
        draw: |builder, row| divided(builder, row, Pool::Positive),
        ..row(31, "intdiv", 4)
    },
    // Undefined for a negative base and for 0 to a negative power.
    GeneratorRow { takes: FLOATS, draw: draw_pow, ..row(35, "pow", 3) },
];

fn divided(builder: &mut Builder, row: &'static GeneratorRow, divisors: Pool) -> Option<()> {
    let (operands, element) = pair(builder, row.takes, Some(divisors))?;
    builder.emit(row.name, &operands, none(), &[element]).map(drop)
}

/// i8 and i16 multiply into i32.
fn product_of(element: Element) -> Element {
    match element {
        Element::I4 | Element::I8 | Element::I16 => Element::I32,
        other => other,
    }
}

/// Only products of i32 are shifted.
fn draw_mul(builder: &mut Builder, row: &'static GeneratorRow) -> Option<()> {
    let (operands, element) = pair(builder, row.takes, None)?;
    let pick = usize::from(builder.choices.byte());
    let shift = if element == Element::I32 { [0, 0, 0, 0, 1, 7, 31, 14][pick % 8] } else { 0 };
    let shift = builder.constant(single(Element::I8, shift));
    builder.emit(row.name, &[operands[0], operands[1], shift], none(), &[product_of(element)]).map(drop)
}

fn draw_extreme(builder: &mut Builder, row: &'static GeneratorRow) -> Option<()> {
    let (operands, element) = pair(builder, row.takes, None)?;
    let mode = super::rules::nan_mode(builder);
    builder.emit(row.name, &operands, super::rules::all([mode]), &[element]).map(drop)
}

/// A base that is positive where it is new, as its exponent is small.
fn draw_pow(builder: &mut Builder, row: &'static GeneratorRow) -> Option<()> {
    let element = builder.element(row.takes)?;
    let base = match builder.existing(|tensor| tensor.element == element) {
        Some(base) if builder.tame == 0 => base,
        _ => {
            let shape = builder.shape(None);
            builder.new_operand(element, &shape, Pool::Positive)?
        }
    };
    let exponent = builder.partner(base, element, Some(Pool::Between(-3, 3)))?;
    builder.emit(row.name, &[base, exponent], none(), &[element]).map(drop)
}
