//! Operations that put tensors together or take them apart, TOSA 1.0 section 2.11.

use super::rules::{ALL, axis, none, ranked, with};
use crate::ir::Attribute;
use crate::observe::Element;
use crate::program::{Builder, Family, GeneratorRow, Pool, ResultTypes};

const fn row(slot: u16, name: &'static str, weight: u8) -> GeneratorRow {
    GeneratorRow {
        slot,
        name,
        family: Family::Layout,
        weight,
        since: 19,
        takes: ALL,
        makes: ResultTypes::OWN,
        draw: draw_concat,
    }
}

/// The rows.
pub const ROWS: &[GeneratorRow] = &[
    row(213, "concat", 6),
    GeneratorRow { draw: draw_tile, ..row(219, "tile", 4) },
    GeneratorRow { draw: draw_pad, ..row(223, "pad", 6) },
    GeneratorRow { draw: draw_slice, ..row(229, "slice", 6) },
];

/// Two to four tensors that differ in one extent at most.
fn draw_concat(builder: &mut Builder, row: &'static GeneratorRow) -> Option<()> {
    let first = ranked(builder, row.takes)?;
    let axis = axis(builder, first);
    let tensor = builder.value(first).clone();
    let more = 1 + builder.choices.below(4) % 3;
    let mut operands = vec![first];
    for _ in 0..more {
        let mut shape = tensor.shape.clone();
        shape[axis] = builder.extent();
        let continues = |other: &crate::semantics::Tensor| {
            other.rank() == tensor.rank()
                && other.shape.iter().zip(&tensor.shape).enumerate().all(|(i, (a, b))| i == axis || a == b)
        };
        operands.push(builder.operand_where(&[tensor.element], continues, |_| shape)?);
    }
    let attributes = with("axis", Attribute::of_int(Element::I32, axis as i64));
    builder.emit(row.name, &operands, attributes, &[tensor.element]).map(drop)
}

fn draw_tile(builder: &mut Builder, row: &'static GeneratorRow) -> Option<()> {
    let operand = ranked(builder, row.takes)?;
    let pick = builder.choices.byte();
    let tensor = builder.value(operand).clone();
    let times: Vec<usize> =
        (0..tensor.rank()).map(|i| [1, 2, 1, 3][usize::from(pick.rotate_right(2 * i as u32) & 3)]).collect();
    if times.iter().all(|&times| times == 1) {
        return None;
    }
    let times = builder.shape_constant(&times);
    builder.emit(row.name, &[operand, times], none(), &[tensor.element]).map(drop)
}

fn draw_pad(builder: &mut Builder, row: &'static GeneratorRow) -> Option<()> {
    let operand = ranked(builder, row.takes)?;
    let pick = builder.choices.byte();
    let tensor = builder.value(operand).clone();
    // Two bits a dimension: nothing, one before, one after, or two before and one after.
    let amount =
        |i: usize| [[0, 0], [1, 0], [0, 1], [2, 1]][usize::from(pick.rotate_right(2 * i as u32) & 3)];
    let amounts: Vec<usize> = (0..tensor.rank()).flat_map(amount).collect();
    let pool = match tensor.element {
        Element::I1 => Pool::Between(0, 1),
        _ => builder.pool(),
    };
    let value = pool.tensor(tensor.element, &[1], &mut builder.choices);
    let operands = [operand, builder.shape_constant(&amounts), builder.constant(value)];
    builder.emit(row.name, &operands, none(), &[tensor.element]).map(drop)
}

fn draw_slice(builder: &mut Builder, row: &'static GeneratorRow) -> Option<()> {
    let operand = ranked(builder, row.takes)?;
    let (starts, sizes) = (builder.choices.byte(), builder.choices.byte());
    let tensor = builder.value(operand).clone();
    let window = tensor.shape.iter().enumerate().map(|(i, &extent)| {
        let bits = |byte: u8| usize::from(byte.rotate_right(2 * i as u32) & 3);
        let start = bits(starts) % extent;
        // Up to three elements fewer than there are left.
        (start, extent - start - bits(sizes) % (extent - start))
    });
    let (start, size): (Vec<usize>, Vec<usize>) = window.unzip();
    if size == tensor.shape {
        return None;
    }
    let operands = [operand, builder.shape_constant(&start), builder.shape_constant(&size)];
    builder.emit(row.name, &operands, none(), &[tensor.element]).map(drop)
}
