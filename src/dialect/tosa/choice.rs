//! Comparison, selection and casts, TOSA 1.0 sections 2.6, 2.7 and 2.10.

use super::rules::{ALL, ARITHMETIC, broadcast, broadcast_pair, plain};
use crate::dialect::{Family, Row, Site};
use crate::observe::Element;
use crate::program::{Attributes, Builder, Draft, Float, Int, Range, Type, Value};

const fn comparison(name: &'static str, slots: (u8, u8)) -> Row {
    Row {
        name,
        name19: name,
        family: Family::Choice,
        slots,
        takes: ARITHMETIC,
        draw: Builder::binary,
        typing: |operands, attributes| {
            Ok(Type { element: Element::I1, ..broadcast_pair(operands, attributes)? })
        },
        transfer: decide,
        write: plain,
    }
}

/// The rows. A comparison decides: its float operands must be exact.
pub const ROWS: &[Row] = &[
    comparison("equal", (128, 130)),
    comparison("greater", (131, 134)),
    comparison("greater_equal", (135, 137)),
    // All three operands may stretch. The folder of MLIR 19 then takes a branch whose shape is not the
    // result's and leaves invalid IR (22 does not): a bug like any other, so it is not avoided.
    Row {
        takes: ALL,
        draw: Builder::select,
        typing: select_type,
        transfer: |s| s.operands[1].range.union(s.operands[2].range),
        ..comparison("select", (138, 143))
    },
    // Narrowing truncates and floats saturate: neither is needed, since the interval must fit the new type.
    // A float rounds to the nearest even integer, so it must be exact. f32 to i1 and back are not in the
    // specification. MLIR 19 folds a constant true to -1 where its lowering gives 1: a bug, not avoided.
    Row {
        family: Family::Cast,
        takes: ALL,
        draw: draw_cast,
        typing: cast_type,
        transfer: convert,
        ..comparison("cast", (144, 153))
    },
];

fn decide(site: &Site<'_>) -> Result<Range, String> {
    for operand in site.operands {
        if let Range::Float(range) = operand.range {
            range.decisive()?;
        }
    }
    Ok(Range::Int(Int::full(Element::I1)))
}

fn select_type(operands: &[&Value], _: &Attributes) -> Result<Type, String> {
    let [condition, yes, no] = operands else { return Err("three operands are needed".into()) };
    if condition.ty.element != Element::I1 || yes.ty.element != no.ty.element {
        return Err("select takes a boolean and two tensors of one element type".into());
    }
    let branches = broadcast(&yes.ty.shape, &no.ty.shape)?;
    Ok(Type::new(broadcast(&condition.ty.shape, &branches)?, yes.ty.element))
}

/// The types the specification casts `element` to.
fn targets(element: Element) -> &'static [Element] {
    use Element::{F32, I1, I8, I16, I32};
    match element {
        I1 => &[I8, I16, I32],
        I8 => &[I16, I32, F32, I1],
        I16 => &[I32, F32, I8, I1],
        I32 => &[F32, I16, I8, I1],
        F32 => &[I32, I16, I8],
        _ => &[],
    }
}

fn draw_cast(builder: &mut Builder, row: &'static Row) -> Option<Draft> {
    let pick = usize::from(builder.choices.byte());
    builder.unary_of(row, |value| {
        let targets = targets(value.ty.element);
        Attributes::To(targets[pick % targets.len()])
    })
}

fn cast_type(operands: &[&Value], attributes: &Attributes) -> Result<Type, String> {
    match (operands, attributes) {
        ([operand], Attributes::To(to)) if targets(operand.ty.element).contains(to) => {
            Ok(Type { element: *to, ..operand.ty.clone() })
        }
        _ => Err("no such cast".into()),
    }
}

fn convert(site: &Site<'_>) -> Result<Range, String> {
    let to = site.result.element;
    match site.operands[0].range {
        Range::Int(r) if to == Element::F32 => Ok(Range::Float(Float::of_integers(r.lo, r.hi))),
        Range::Int(_) if to == Element::I1 => Ok(Range::Int(Int::full(to))),
        Range::Int(r) => r.fits(to),
        Range::Float(r) => {
            r.decisive()?;
            Int::new(r.lo.round_ties_even() as i64, r.hi.round_ties_even() as i64).fits(to)
        }
    }
}
