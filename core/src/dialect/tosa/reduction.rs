//! Reductions along one dimension, TOSA 1.0 section 2.9, and argmax.

use super::rules::{BOOLEAN, NUMBERS, all, axis, nan_mode, ranked};
use crate::ir::Attribute;
use crate::observe::Element;
use crate::program::{Builder, Family, GeneratorRow, ResultTypes};

const fn row(slot: u16, name: &'static str, weight: u8) -> GeneratorRow {
    GeneratorRow {
        slot,
        name,
        family: Family::Reduction,
        weight,
        since: 19,
        takes: NUMBERS,
        makes: ResultTypes::OWN,
        draw: draw_reduction,
    }
}

/// The rows.
pub const ROWS: &[GeneratorRow] = &[
    row(135, "reduce_sum", 6),
    GeneratorRow { draw: draw_extreme, ..row(141, "reduce_max", 3) },
    GeneratorRow { draw: draw_extreme, ..row(144, "reduce_min", 3) },
    row(147, "reduce_product", 3),
    GeneratorRow { takes: BOOLEAN, ..row(150, "reduce_all", 2) },
    GeneratorRow { takes: BOOLEAN, ..row(152, "reduce_any", 2) },
    GeneratorRow {
        makes: ResultTypes::of(|_, to| to == Element::I32),
        draw: draw_argmax,
        ..row(154, "argmax", 3)
    },
];

fn along(
    builder: &mut Builder,
    row: &'static GeneratorRow,
) -> Option<(usize, Element, (&'static str, Attribute))> {
    let operand = ranked(builder, row.takes)?;
    let axis = axis(builder, operand);
    Some((operand, builder.value(operand).element, ("axis", Attribute::of_int(Element::I32, axis as i64))))
}

fn draw_reduction(builder: &mut Builder, row: &'static GeneratorRow) -> Option<()> {
    let (operand, element, axis) = along(builder, row)?;
    builder.emit(row.name, &[operand], all([axis]), &[element]).map(drop)
}

fn draw_extreme(builder: &mut Builder, row: &'static GeneratorRow) -> Option<()> {
    let (operand, element, axis) = along(builder, row)?;
    let mode = nan_mode(builder);
    builder.emit(row.name, &[operand], all([axis, mode]), &[element]).map(drop)
}

fn draw_argmax(builder: &mut Builder, row: &'static GeneratorRow) -> Option<()> {
    let (operand, _, axis) = along(builder, row)?;
    let mode = nan_mode(builder);
    builder.emit(row.name, &[operand], all([axis, mode]), &[Element::I32]).map(drop)
}
