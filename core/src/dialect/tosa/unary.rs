//! Unary arithmetic, rounding and clamping, TOSA 1.0 sections 2.2 and 2.4.

use super::rules::{FLOATS, INTEGERS, NUMBERS, all, nan_mode, none, unary, zero_point};
use crate::bug::KnownBug;
use crate::ir::Attribute;
use crate::observe::Element;
use crate::program::{Builder, Family, GeneratorRow, ResultTypes};
use crate::semantics::{Data, Format, float_attribute};

const fn row(slot: u16, name: &'static str, weight: u8) -> GeneratorRow {
    GeneratorRow {
        slot,
        name,
        family: Family::Unary,
        weight,
        since: 19,
        takes: NUMBERS,
        makes: ResultTypes::OWN,
        draw: unary,
    }
}

/// The element types of `negate` where a known bug of i64 keeps that away.
const NEGATED: &[Element] = &[
    Element::I8,
    Element::I16,
    Element::I32,
    Element::I48,
    Element::F16,
    Element::Bf16,
    Element::F32,
    Element::F64,
    Element::I4,
];

/// The rows.
pub const ROWS: &[GeneratorRow] = &[
    row(67, "abs", 3),
    GeneratorRow { draw: draw_negate, ..row(70, "negate", 4) },
    GeneratorRow { takes: INTEGERS, ..row(74, "clz", 2) },
    GeneratorRow { takes: FLOATS, ..row(76, "ceil", 2) },
    GeneratorRow { takes: FLOATS, ..row(78, "floor", 2) },
    GeneratorRow { draw: draw_clamp, ..row(80, "clamp", 5) },
];

fn draw_negate(builder: &mut Builder, row: &'static GeneratorRow) -> Option<()> {
    let takes = if builder.lets(KnownBug::NegatedI64) { row.takes } else { NEGATED };
    let operand = builder.operand(takes)?;
    let element = builder.value(operand).element;
    let zeros = [zero_point(builder, element), zero_point(builder, element)];
    builder.emit(row.name, &[operand, zeros[0], zeros[1]], none(), &[element])?;
    if element == Element::I64 {
        builder.shows(KnownBug::NegatedI64);
    }
    Some(())
}

/// Bounds are two elements of the operand, or small numbers: what is clamped is sometimes cut.
fn draw_clamp(builder: &mut Builder, row: &'static GeneratorRow) -> Option<()> {
    let operand = builder.operand(row.takes)?;
    let tensor = builder.value(operand).clone();
    let (one, two) = (usize::from(builder.choices.byte()), usize::from(builder.choices.byte()));
    let bounds = match (&tensor.data, Format::of(tensor.element)) {
        (Data::Ints(values), None) => {
            let least = if tensor.element == Element::I4 { -8 } else { -9 };
            let value = |pick: usize| {
                if pick & 1 == 0 { values[(pick / 2) % values.len()] } else { least + (pick % 16) as i64 }
            };
            let (a, b) = (value(one), value(two));
            [a.min(b), a.max(b)].map(|end| Attribute::of_int(tensor.element, end))
        }
        (Data::Floats(values), Some(format)) => {
            let value = |pick: usize| {
                let own = values[(pick / 2) % values.len()].value;
                let small = (pick % 32) as f64 / 4.0 - 4.0;
                format.round(if pick & 1 == 0 && own.is_finite() { own } else { small })
            };
            let (a, b) = (value(one), value(two));
            [a.min(b), a.max(b)].map(|end| float_attribute(tensor.element, end))
        }
        _ => return None,
    };
    let [low, high] = bounds;
    let mode = nan_mode(builder);
    let attributes = all([("min_val", low), ("max_val", high), mode]);
    builder.emit(row.name, &[operand], attributes, &[tensor.element]).map(drop)
}
