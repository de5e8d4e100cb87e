//! Operations that put tensors together, take them apart, or repeat them, TOSA 1.0 section 2.11.

use super::rules::{ALL, axis, moved, with_axis};
use crate::dialect::{Family, Row, Site};
use crate::observe::Element;
use crate::program::{Attributes, Builder, Draft, Range, Scalar, Syntax, Type, Value, Writer};

const fn row(name: &'static str, slots: (u8, u8)) -> Row {
    Row {
        name,
        name19: name,
        family: Family::Layout,
        slots,
        takes: ALL,
        draw: Builder::concat,
        typing: concatenated,
        transfer: moved,
        write: with_axis,
    }
}

/// The rows; all exact and defined everywhere. Forms that change nothing are refused.
pub const ROWS: &[Row] = &[
    Row {
        transfer: |s| s.operands[1..].iter().try_fold(s.operands[0].range, |range, v| range.union(v.range)),
        ..row("concat", (216, 221))
    },
    Row { draw: draw_tile, typing: tiled, write: write_tile, ..row("tile", (222, 225)) },
    Row { draw: draw_pad, typing: padded, transfer: pad_range, write: write_pad, ..row("pad", (226, 231)) },
    Row { draw: draw_slice, typing: sliced, write: write_slice, ..row("slice", (232, 238)) },
];

fn concatenated(operands: &[&Value], attributes: &Attributes) -> Result<Type, String> {
    let axis = axis(operands, attributes)?;
    if operands.len() < 2 {
        return Err("concat of a single tensor".into());
    }
    let mut ty = operands[0].ty.clone();
    ty.shape[axis] = 0;
    for operand in operands {
        let mut other = operand.ty.clone();
        let extent = other.shape.get(axis).copied().ok_or("the axis is not a dimension")?;
        other.shape[axis] = ty.shape[axis];
        if other != ty {
            return Err(format!("{} does not continue {}", operand.ty, operands[0].ty));
        }
        ty.shape[axis] += extent;
    }
    Ok(ty)
}

fn draw_tile(builder: &mut Builder, row: &'static Row) -> Option<Draft> {
    let pick = builder.choices.byte();
    // Two bits a dimension: 1, 1, 2 or 3 times.
    let times = |i: usize| [1, 2, 1, 3][usize::from(pick >> (2 * i) & 3)];
    builder.unary_of(row, |value| Attributes::Multiples((0..value.ty.rank()).map(times).collect()))
}

fn tiled(operands: &[&Value], attributes: &Attributes) -> Result<Type, String> {
    match (operands, attributes) {
        ([operand], Attributes::Multiples(times))
            if times.len() == operand.ty.rank() && times.iter().any(|&n| n > 1) && !times.contains(&0) =>
        {
            let shape: Vec<u64> = operand.ty.shape.iter().zip(times).map(|(extent, n)| extent * n).collect();
            Ok(Type::new(shape, operand.ty.element))
        }
        _ => Err("the multiples do not suit the operand".into()),
    }
}

fn write_tile(writer: &mut Writer<'_>) {
    let Attributes::Multiples(times) = writer.attributes().clone() else { return };
    match writer.syntax() {
        Syntax::V19 => {
            let attribute = format!("{{multiples = {}}}", Writer::array(&times));
            writer.operation(&attribute);
        }
        Syntax::V22 => {
            let times = writer.shape(&times);
            writer.operation_with(&[times], "");
        }
    }
}

fn draw_pad(builder: &mut Builder, row: &'static Row) -> Option<Draft> {
    let (pick, fill) = (builder.choices.byte(), builder.choices.byte() as i8);
    // Two bits a dimension: nothing, one before, one after, or two before and one after.
    let amount = |i: usize| [(0, 0), (1, 0), (0, 1), (2, 1)][usize::from(pick >> (2 * i) & 3)];
    builder.unary_of(row, |value| {
        let value_of = match value.ty.element {
            Element::F32 => Scalar::Float(f32::from(fill) / 16.0),
            Element::I1 => Scalar::Int(i64::from(fill & 1)),
            _ => Scalar::Int(i64::from(fill)),
        };
        Attributes::Padding((0..value.ty.rank()).map(amount).collect(), value_of)
    })
}

fn padded(operands: &[&Value], attributes: &Attributes) -> Result<Type, String> {
    match (operands, attributes) {
        ([operand], Attributes::Padding(amounts, _))
            if amounts.len() == operand.ty.rank() && amounts.iter().any(|&a| a != (0, 0)) =>
        {
            let extents = operand.ty.shape.iter().zip(amounts);
            let shape: Vec<u64> = extents.map(|(extent, (before, after))| extent + before + after).collect();
            Ok(Type::new(shape, operand.ty.element))
        }
        _ => Err("the padding does not suit the operand".into()),
    }
}

fn pad_range(site: &Site<'_>) -> Result<Range, String> {
    match site.attributes {
        Attributes::Padding(_, value) => site.operands[0].range.union(Range::of_scalar(*value)),
        _ => Err("no padding".into()),
    }
}

fn write_pad(writer: &mut Writer<'_>) {
    let Attributes::Padding(amounts, value) = writer.attributes().clone() else { return };
    let element = writer.result().element;
    let fill = writer.scalar(value);
    let flat: Vec<u64> = amounts.iter().flat_map(|&(before, after)| [before, after]).collect();
    let (padding, fill) = match writer.syntax() {
        Syntax::V19 => {
            let pairs: Vec<String> =
                amounts.iter().map(|(before, after)| format!("[{before}, {after}]")).collect();
            let ty = Type::new([amounts.len() as u64, 2], Element::I32);
            let padding = writer.constant(&ty, &format!("[{}]", pairs.join(", ")));
            (padding, writer.constant(&Type::new([], element), &fill))
        }
        Syntax::V22 => (writer.shape(&flat), writer.constant(&Type::new([1], element), &fill)),
    };
    writer.operation_with(&[padding, fill], "");
}

fn draw_slice(builder: &mut Builder, row: &'static Row) -> Option<Draft> {
    let (starts, sizes) = (builder.choices.byte(), builder.choices.byte());
    builder.unary_of(row, |value| {
        let window = value.ty.shape.iter().enumerate().map(|(i, &extent)| {
            let start = u64::from(starts >> (2 * i) & 3) % extent;
            // Two bits a dimension: up to three elements fewer than there are left.
            let left = extent - start;
            (start, left - u64::from(sizes >> (2 * i) & 3) % left)
        });
        let (start, size) = window.unzip();
        Attributes::Window(start, size)
    })
}

fn sliced(operands: &[&Value], attributes: &Attributes) -> Result<Type, String> {
    let ([operand], Attributes::Window(start, size)) = (operands, attributes) else {
        return Err("slice takes one operand and a window".into());
    };
    let shape = &operand.ty.shape;
    let inside = start.len() == shape.len()
        && size.len() == shape.len()
        && shape
            .iter()
            .zip(start)
            .zip(size)
            .all(|((extent, start), size)| *size > 0 && start + size <= *extent);
    match inside && size != shape {
        true => Ok(Type::new(size.clone(), operand.ty.element)),
        false => Err("the window is not a part of the operand".into()),
    }
}

fn write_slice(writer: &mut Writer<'_>) {
    let Attributes::Window(start, size) = writer.attributes().clone() else { return };
    match writer.syntax() {
        Syntax::V19 => {
            let attribute = format!("{{start = {}, size = {}}}", Writer::array(&start), Writer::array(&size));
            writer.operation(&attribute);
        }
        Syntax::V22 => {
            let window = [writer.shape(&start), writer.shape(&size)];
            writer.operation_with(&window, "");
        }
    }
}
