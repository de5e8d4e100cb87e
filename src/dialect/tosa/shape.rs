//! Operations that move elements but keep all of them, TOSA 1.0 section 2.11.

use super::reduction::draw_axis;
use super::rules::{ALL, axis, moved, plain, same_as_operand, with_axis};
use crate::dialect::{Family, Row};
use crate::program::{Attributes, Builder, Draft, Operand, Syntax, Type, Value, Writer};

const fn row(name: &'static str, slots: (u8, u8)) -> Row {
    Row {
        name,
        name19: name,
        family: Family::Shape,
        slots,
        takes: ALL,
        draw: draw_axis,
        typing: same_as_operand,
        transfer: moved,
        write: with_axis,
    }
}

/// The rows; all exact and defined everywhere. Forms that change nothing are refused: they would fold away
/// and make two results of the program one.
pub const ROWS: &[Row] = &[
    Row { draw: draw_reshape, typing: reshaped, write: write_reshape, ..row("reshape", (194, 200)) },
    Row { draw: draw_transpose, typing: transposed, write: write_transpose, ..row("transpose", (201, 206)) },
    Row {
        typing: |operands, attributes| {
            let axis = axis(operands, attributes)?;
            if operands[0].ty.shape[axis] < 2 {
                return Err("nothing to reverse".into());
            }
            Ok(operands[0].ty.clone())
        },
        ..row("reverse", (207, 210))
    },
    // Never of an input: the kernel would return its own argument.
    Row { draw: draw_identity, write: plain, ..row("identity", (211, 212)) },
];

fn draw_identity(builder: &mut Builder, row: &'static Row) -> Option<Draft> {
    builder.unary(row).filter(|draft| matches!(draft.operands[0], Operand::Result(_)))
}

/// The extents of `elements` in `rank` dimensions, the factors dealt out as the byte says.
fn factors(mut elements: u64, rank: usize, mut pick: u8) -> Vec<u64> {
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

fn draw_reshape(builder: &mut Builder, row: &'static Row) -> Option<Draft> {
    let (rank, pick) = (usize::from(builder.choices.byte()), builder.choices.byte());
    builder.unary_of(row, |value| {
        let least = usize::from(value.ty.elements() > 1);
        Attributes::Shape(factors(value.ty.elements(), least + rank % (5 - least), pick))
    })
}

fn reshaped(operands: &[&Value], attributes: &Attributes) -> Result<Type, String> {
    let ([operand], Attributes::Shape(shape)) = (operands, attributes) else {
        return Err("reshape takes one operand and a shape".into());
    };
    let ty = Type::new(shape.clone(), operand.ty.element);
    match ty.elements() == operand.ty.elements() && ty != operand.ty {
        true => Ok(ty),
        false => Err(format!("{} does not become {ty}", operand.ty)),
    }
}

fn write_reshape(writer: &mut Writer<'_>) {
    let Attributes::Shape(shape) = writer.attributes().clone() else { return };
    match writer.syntax() {
        Syntax::V19 => {
            let attribute = format!("{{new_shape = {}}}", Writer::array(&shape));
            writer.operation(&attribute);
        }
        Syntax::V22 => {
            let shape = writer.shape(&shape);
            writer.operation_with(&[shape], "");
        }
    }
}

/// The `pick`-th permutation but the identity.
fn draw_transpose(builder: &mut Builder, row: &'static Row) -> Option<Draft> {
    let pick = usize::from(builder.choices.byte());
    builder.unary_of(row, |value| {
        let rank = value.ty.rank();
        let orders: usize = (1..=rank).product();
        let mut code = 1 + pick % orders.saturating_sub(1).max(1);
        let mut left: Vec<usize> = (0..rank).collect();
        let mut permutation = Vec::with_capacity(rank);
        while !left.is_empty() {
            let radix: usize = (1..left.len()).product();
            permutation.push(left.remove((code / radix).min(left.len() - 1)));
            code %= radix;
        }
        Attributes::Permutation(permutation)
    })
}

fn transposed(operands: &[&Value], attributes: &Attributes) -> Result<Type, String> {
    let ([operand], Attributes::Permutation(permutation)) = (operands, attributes) else {
        return Err("transpose takes one operand and a permutation".into());
    };
    let mut sorted = permutation.clone();
    sorted.sort_unstable();
    if !sorted.iter().copied().eq(0..operand.ty.rank()) || sorted == *permutation {
        return Err(format!("{permutation:?} does not reorder {}", operand.ty));
    }
    let shape: Vec<u64> = permutation.iter().map(|&from| operand.ty.shape[from]).collect();
    Ok(Type::new(shape, operand.ty.element))
}

fn write_transpose(writer: &mut Writer<'_>) {
    let Attributes::Permutation(permutation) = writer.attributes() else { return };
    let list = permutation.iter().map(usize::to_string).collect::<Vec<_>>().join(", ");
    let rank = permutation.len() as u64;
    match writer.syntax() {
        Syntax::V19 => {
            let order =
                writer.constant(&Type::new([rank], crate::observe::Element::I32), &format!("[{list}]"));
            writer.operation_with(&[order], "");
        }
        Syntax::V22 => writer.operation(&format!("{{perms = array<i32: {list}>}}")),
    }
}
