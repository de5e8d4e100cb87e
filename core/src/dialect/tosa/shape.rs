//! Operations that move elements but keep all of them, TOSA 1.0 section 2.11.

use super::rules::{ALL, axis, none, ranked, with};
use crate::ir::Attribute;
use crate::observe::Element;
use crate::program::{Builder, Family, GeneratorRow, Origin, ResultTypes};

const fn row(slot: u16, name: &'static str, weight: u8) -> GeneratorRow {
    GeneratorRow {
        slot,
        name,
        family: Family::Shape,
        weight,
        since: 19,
        takes: ALL,
        makes: ResultTypes::OWN,
        draw: draw_reshape,
    }
}

/// The rows.
pub const ROWS: &[GeneratorRow] = &[
    row(195, "reshape", 6),
    GeneratorRow { draw: draw_transpose, ..row(201, "transpose", 6) },
    GeneratorRow { draw: draw_reverse, ..row(207, "reverse", 4) },
    GeneratorRow { draw: draw_identity, ..row(211, "identity", 2) },
];

/// Of what an operation computes: the kernel would return its own argument otherwise.
fn draw_identity(builder: &mut Builder, row: &'static GeneratorRow) -> Option<()> {
    let operand = builder.operand(row.takes)?;
    if builder.origin(operand) != Origin::Made {
        return None;
    }
    let element = builder.value(operand).element;
    builder.emit(row.name, &[operand], none(), &[element]).map(drop)
}

/// The extents of `elements` in `rank` dimensions, the factors dealt out as the byte says.
fn factors(mut elements: usize, rank: usize, mut pick: u8) -> Vec<usize> {
    let mut shape = vec![1; rank];
    let mut prime = 2;
    while elements > 1 && rank > 0 {
        if elements.is_multiple_of(prime) {
            shape[usize::from(pick) % rank] *= prime;
            pick = pick.rotate_right(2).wrapping_add(1);
            elements /= prime;
        } else {
            prime += 1;
        }
    }
    shape
}

fn draw_reshape(builder: &mut Builder, row: &'static GeneratorRow) -> Option<()> {
    let operand = builder.operand(row.takes)?;
    let (rank, pick) = (usize::from(builder.choices.byte()), builder.choices.byte());
    let tensor = builder.value(operand).clone();
    let least = usize::from(tensor.len() > 1);
    let shape = factors(tensor.len(), least + rank % (7 - least), pick);
    if shape == tensor.shape {
        return None;
    }
    let shape = builder.shape_constant(&shape);
    builder.emit(row.name, &[operand, shape], none(), &[tensor.element]).map(drop)
}

/// The `pick`-th permutation but the identity.
fn draw_transpose(builder: &mut Builder, row: &'static GeneratorRow) -> Option<()> {
    let operand = builder.operand_where(
        row.takes,
        |tensor| tensor.rank() > 1,
        |builder| {
            let rank = 2 + builder.choices.below(4);
            builder.shape(Some(rank))
        },
    )?;
    let pick = usize::from(builder.choices.byte());
    let tensor = builder.value(operand).clone();
    let orders: usize = (1..=tensor.rank()).product();
    let mut code = 1 + pick % (orders - 1).max(1);
    let mut left: Vec<i64> = (0..tensor.rank() as i64).collect();
    let mut order = Vec::with_capacity(tensor.rank());
    while !left.is_empty() {
        let radix: usize = (1..left.len()).product();
        order.push(left.remove((code / radix).min(left.len() - 1)));
        code %= radix;
    }
    builder
        .emit(row.name, &[operand], with("perms", Attribute::array(Element::I32, order)), &[tensor.element])
        .map(drop)
}

fn draw_reverse(builder: &mut Builder, row: &'static GeneratorRow) -> Option<()> {
    let operand = ranked(builder, row.takes)?;
    let axis = axis(builder, operand);
    let tensor = builder.value(operand).clone();
    if tensor.shape[axis] < 2 {
        return None;
    }
    builder
        .emit(
            row.name,
            &[operand],
            with("axis", Attribute::of_int(Element::I32, axis as i64)),
            &[tensor.element],
        )
        .map(drop)
}
