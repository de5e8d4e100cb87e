//! Elements taken by index, TOSA 1.0 sections 2.2 and 2.13.

use super::rules::{ALL, none};
use crate::observe::Element;
use crate::program::{Builder, Family, GeneratorRow, Pool, ResultTypes};
use crate::semantics::Tensor;

const fn row(slot: u16, name: &'static str, weight: u8) -> GeneratorRow {
    GeneratorRow {
        slot,
        name,
        family: Family::Index,
        weight,
        since: 22,
        takes: ALL,
        makes: ResultTypes::OWN,
        draw: draw_gather,
    }
}

/// The rows. Indices outside of the tensor are undefined, and so are two that scatter to one place.
pub const ROWS: &[GeneratorRow] = &[
    row(235, "gather", 4),
    GeneratorRow { draw: draw_scatter, ..row(239, "scatter", 3) },
    GeneratorRow {
        takes: &[Element::I8, Element::I16],
        makes: ResultTypes::of(|from, to| to == looked_up(from)),
        draw: draw_table,
        ..row(242, "table", 4)
    },
];

/// Values, of batches of rows.
fn rows_of(builder: &mut Builder, takes: &[Element]) -> Option<usize> {
    builder.operand_where(takes, |tensor| tensor.rank() == 3, |builder| builder.shape(Some(3)))
}

fn draw_gather(builder: &mut Builder, row: &'static GeneratorRow) -> Option<()> {
    let values = rows_of(builder, row.takes)?;
    let tensor = builder.value(values).clone();
    let (batch, entries) = (tensor.shape[0], tensor.shape[1] as i64);
    let count = builder.extent();
    let inside = |indices: &Tensor| {
        indices.rank() == 2
            && indices.shape[0] == batch
            && indices.as_ints().is_ok_and(|all| all.iter().all(|i| (0..entries).contains(i)))
    };
    let indices = match builder.existing(|tensor| tensor.element == Element::I32 && inside(tensor)) {
        Some(indices) => indices,
        None => builder.new_operand(Element::I32, &[batch, count], Pool::Between(0, entries - 1))?,
    };
    builder.emit(row.name, &[values, indices], none(), &[tensor.element]).map(drop)
}

fn draw_scatter(builder: &mut Builder, row: &'static GeneratorRow) -> Option<()> {
    let values = rows_of(builder, row.takes)?;
    let tensor = builder.value(values).clone();
    let (batch, entries, channels) = (tensor.shape[0], tensor.shape[1], tensor.shape[2]);
    let count = 1 + builder.choices.below(entries);
    let mut indices = Vec::with_capacity(batch * count);
    for _ in 0..batch {
        let mut left: Vec<i64> = (0..entries as i64).collect();
        for _ in 0..count {
            let pick = builder.choices.seed() as usize % left.len();
            indices.push(left.remove(pick));
        }
    }
    let indices = Tensor::ints(Element::I32, &[batch, count], indices);
    let indices =
        if builder.choices.coin() { builder.argument(indices) } else { builder.shared_constant(indices) };
    let input = builder.operand_where(
        &[tensor.element],
        |other| other.shape == [batch, count, channels],
        |_| vec![batch, count, channels],
    )?;
    builder.emit(row.name, &[values, indices, input], none(), &[tensor.element]).map(drop)
}

/// i16 is looked up with seven more bits, which interpolation gives.
fn looked_up(element: Element) -> Element {
    if element == Element::I16 { Element::I32 } else { element }
}

/// A table of 256 entries for i8; of 513 for i16, between which is interpolated.
fn draw_table(builder: &mut Builder, row: &'static GeneratorRow) -> Option<()> {
    let operand = builder.operand(row.takes)?;
    let element = builder.value(operand).element;
    let (entries, pool) = match element {
        Element::I8 => (256, Pool::Between(-128, 127)),
        _ => (513, Pool::Between(-2000, 2000)),
    };
    let table = pool.tensor(element, &[entries], &mut builder.choices);
    let table = builder.constant(table);
    builder.emit(row.name, &[operand, table], none(), &[looked_up(element)]).map(drop)
}
