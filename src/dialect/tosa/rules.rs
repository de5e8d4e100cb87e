//! Typing rules and spellings that many rows share.

use crate::dialect::{Family, Row, Site};
use crate::observe::Element;
use crate::program::{Attributes, Builder, Float, Int, Range, Type, Value, Writer};

/// Element types of signed arithmetic in the specification's main profile.
pub const ARITHMETIC: &[Element] = &[Element::I32, Element::F32];
/// Integers other than i1.
pub const INTEGERS: &[Element] = &[Element::I8, Element::I16, Element::I32];
/// All types lowdiff draws.
pub const ALL: &[Element] = &[Element::I1, Element::I8, Element::I16, Element::I32, Element::F32];
/// Booleans.
pub const BOOLEAN: &[Element] = &[Element::I1];
/// 32-bit integers.
pub const I32: &[Element] = &[Element::I32];
/// Single precision.
pub const F32: &[Element] = &[Element::F32];

/// A row of one operand of f32 and a result of its type, to be completed by its transfer.
pub const fn unary(family: Family, name: &'static str, slots: (u8, u8)) -> Row {
    Row {
        name,
        name19: name,
        family,
        slots,
        takes: F32,
        draw: Builder::unary,
        typing: same_as_operand,
        transfer: |_| Err("no transfer".into()),
        write: plain,
    }
}

/// The one operand's type.
pub fn same_as_operand(operands: &[&Value], _: &Attributes) -> Result<Type, String> {
    match operands {
        [operand] => Ok(operand.ty.clone()),
        _ => Err(format!("one operand is needed, not {}", operands.len())),
    }
}

/// Two operands of equal element type and rank; an extent of 1 stretches to the other's.
pub fn broadcast_pair(operands: &[&Value], _: &Attributes) -> Result<Type, String> {
    let [a, b] = operands else { return Err(format!("two operands are needed, not {}", operands.len())) };
    if a.ty.element != b.ty.element {
        return Err(format!("{} and {} differ in element type", a.ty, b.ty));
    }
    Ok(Type::new(broadcast(&a.ty.shape, &b.ty.shape)?, a.ty.element))
}

/// The shape two shapes of equal rank stretch to.
pub fn broadcast(a: &[u64], b: &[u64]) -> Result<Vec<u64>, String> {
    if a.len() != b.len() {
        return Err("operands differ in rank".into());
    }
    let stretch = |(&a, &b): (&u64, &u64)| match (a, b) {
        (1, extent) | (extent, 1) => Ok(extent),
        _ if a == b => Ok(a),
        _ => Err(format!("extents {a} and {b} do not broadcast")),
    };
    a.iter().zip(b).map(stretch).collect()
}

/// The dimension an attribute names, checked against the first operand's rank.
pub fn axis(operands: &[&Value], attributes: &Attributes) -> Result<usize, String> {
    match (operands, attributes) {
        ([first, ..], Attributes::Axis(axis)) if *axis < first.ty.rank() => Ok(*axis),
        _ => Err("the axis is not a dimension of the operand".into()),
    }
}

/// The range of the only operand: for operations that move elements.
pub fn moved(site: &Site<'_>) -> Result<Range, String> {
    Ok(site.operands[0].range)
}

/// A transfer over one integer or one float range.
pub fn one(
    site: &Site<'_>,
    int: fn(Int) -> Result<Int, String>,
    float: fn(Float) -> Result<Float, String>,
) -> Result<Range, String> {
    match site.operands[0].range {
        Range::Int(range) => int(range)?.fits(site.result.element),
        Range::Float(range) => float(range).map(Range::Float),
    }
}

/// A transfer over two integer or two float ranges.
pub fn two(
    site: &Site<'_>,
    int: fn(Int, Int) -> Int,
    float: fn(Float, Float) -> Float,
) -> Result<Range, String> {
    match (site.operands[0].range, site.operands[1].range) {
        (Range::Int(a), Range::Int(b)) => int(a, b).fits(site.result.element),
        (Range::Float(a), Range::Float(b)) => Ok(Range::Float(float(a, b))),
        _ => Err("integers and floats do not mix".into()),
    }
}

/// `name operands : (types) -> type`, the same in both versions.
pub fn plain(writer: &mut Writer<'_>) {
    writer.operation("");
}

/// The same with an axis.
pub fn with_axis(writer: &mut Writer<'_>) {
    if let Attributes::Axis(axis) = writer.attributes() {
        writer.operation(&format!("{{axis = {axis} : i32}}"));
    }
}
