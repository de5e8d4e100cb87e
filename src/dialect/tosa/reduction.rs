//! Reductions along one dimension, TOSA 1.0 section 2.8, and argmax, section 2.1.

use super::rules::{ARITHMETIC, BOOLEAN, F32, axis, moved, with_axis};
use crate::dialect::{Family, Row, Site};
use crate::observe::Element;
use crate::program::{Attributes, Builder, Draft, Int, Range, Type, Value};

const fn row(name: &'static str, slots: (u8, u8)) -> Row {
    Row {
        name,
        name19: name,
        family: Family::Reduction,
        slots,
        takes: &[Element::I8, Element::I16, Element::I32, Element::F32],
        draw: draw_axis,
        typing: |operands, attributes| {
            let axis = axis(operands, attributes)?;
            let mut shape = operands[0].ty.shape.clone();
            shape[axis] = 1;
            Ok(Type::new(shape, operands[0].ty.element))
        },
        transfer: moved,
        write: with_axis,
    }
}

/// The rows. A sum's interval, partial sums included, must fit the type. Infinities, which MLIR seeds with
/// the largest finite float, never occur.
pub const ROWS: &[Row] = &[
    Row { takes: ARITHMETIC, transfer: sum, ..row("reduce_sum", (156, 161)) },
    row("reduce_max", (162, 165)),
    row("reduce_min", (166, 169)),
    Row { name19: "reduce_prod", takes: F32, transfer: product, ..row("reduce_product", (170, 171)) },
    Row { takes: BOOLEAN, ..row("reduce_all", (172, 173)) },
    Row { takes: BOOLEAN, ..row("reduce_any", (174, 175)) },
    // Ties go to the first; floats must be exact, or lowerings could disagree about which is largest. The
    // specification gives argmax i8, i16 and floats.
    Row {
        takes: &[Element::I8, Element::I16, Element::F32],
        typing: |operands, attributes| {
            let axis = axis(operands, attributes)?;
            let mut shape = operands[0].ty.shape.clone();
            shape.remove(axis);
            Ok(Type::new(shape, Element::I32))
        },
        transfer: position,
        ..row("argmax", (176, 180))
    },
];

/// Draws the dimension of an operand that has one.
pub fn draw_axis(builder: &mut Builder, row: &'static Row) -> Option<Draft> {
    let pick = usize::from(builder.choices.byte());
    builder.unary_of(row, |value| Attributes::Axis(pick % value.ty.rank().max(1)))
}

fn count(site: &Site<'_>) -> Result<u64, String> {
    let axis = axis(site.operands, site.attributes)?;
    Ok(site.operands[0].ty.shape[axis])
}

fn sum(site: &Site<'_>) -> Result<Range, String> {
    let count = count(site)?;
    match site.operands[0].range {
        Range::Int(r) => {
            let n = count as i64;
            Int::new((r.lo * n).min(0), (r.hi * n).max(0)).fits(site.result.element)?;
            Ok(Range::Int(Int::new(r.lo * n, r.hi * n)))
        }
        Range::Float(r) => Ok(Range::Float(r.sum(count))),
    }
}

fn product(site: &Site<'_>) -> Result<Range, String> {
    let count = count(site)?;
    Ok(Range::Float(site.operands[0].range.float()?.product(count)))
}

fn position(site: &Site<'_>) -> Result<Range, String> {
    let value: &Value = site.operands[0];
    if let Range::Float(range) = value.range {
        range.decisive()?;
    }
    Ok(Range::Int(Int::new(0, count(site)? as i64 - 1)))
}
