//! Comparison and selection, TOSA 1.0 sections 2.5 and 2.6.

use super::rules::{ALL, BOOLEAN, NUMBERS, none, pair};
use crate::observe::Element;
use crate::program::{Builder, Family, GeneratorRow, ResultTypes};

const fn row(slot: u16, name: &'static str, weight: u8) -> GeneratorRow {
    GeneratorRow {
        slot,
        name,
        family: Family::Choice,
        weight,
        since: 19,
        takes: NUMBERS,
        makes: ResultTypes::of(|_, to| to == Element::I1),
        draw: draw_comparison,
    }
}

/// The rows.
pub const ROWS: &[GeneratorRow] = &[
    row(104, "equal", 3),
    row(107, "greater", 4),
    row(111, "greater_equal", 3),
    GeneratorRow {
        takes: ALL,
        makes: ResultTypes { decided_by: Some(1), ..ResultTypes::OWN },
        draw: draw_select,
        ..row(114, "select", 6)
    },
];

fn draw_comparison(builder: &mut Builder, row: &'static GeneratorRow) -> Option<()> {
    let (operands, _) = pair(builder, row.takes, None)?;
    builder.emit(row.name, &operands, none(), &[Element::I1]).map(drop)
}

fn draw_select(builder: &mut Builder, row: &'static GeneratorRow) -> Option<()> {
    let ([yes, no], element) = pair(builder, row.takes, None)?;
    // Whichever of the two is not stretched has the shape that the condition must meet.
    let larger = if builder.value(yes).len() >= builder.value(no).len() { yes } else { no };
    let condition = builder.partner(larger, BOOLEAN[0], None)?;
    let operands = [condition, yes, no];
    let shapes = operands.map(|operand| builder.value(operand).shape.clone());
    let meet = |a: usize, b: usize| crate::program::broadcast(&shapes[a], &shapes[b]);
    if !(meet(0, 1) && meet(0, 2) && meet(1, 2)) {
        return None;
    }
    builder.emit(row.name, &operands, none(), &[element]).map(drop)
}
