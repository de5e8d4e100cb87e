//! Unary integer arithmetic, rounding and clamping, TOSA 1.0 sections 2.3 and 2.5.

use super::rules::{ARITHMETIC, I32, one, unary};
use crate::dialect::{Family, Row, Site};
use crate::observe::Element;
use crate::program::{Attributes, Builder, Draft, Float, Int, Range, Scalar, Syntax, Type, Writer};

const fn row(name: &'static str, slots: (u8, u8)) -> Row {
    unary(Family::Unary, name, slots)
}

/// The rows. abs and negate of the least integer are outside the specification (MLIR wraps the one and
/// saturates the other): the interval of the result would not fit the type, so they are refused.
pub const ROWS: &[Row] = &[
    Row {
        takes: ARITHMETIC,
        transfer: |s| one(s, |r| Ok(absolute(r)), |r| Ok(r.abs())),
        ..row("abs", (80, 83))
    },
    // Zero points are only drawn as 0.
    Row {
        takes: &[Element::I8, Element::I16, Element::I32, Element::F32],
        transfer: |s| one(s, |r| Ok(Int::new(-r.hi, -r.lo)), |r| Ok(-r)),
        write: write_negate,
        ..row("negate", (84, 87))
    },
    Row {
        takes: I32,
        transfer: |s| one(s, |r| Ok(leading_zeros(r)), |_| Err("clz of a float".into())),
        ..row("clz", (88, 90))
    },
    // floor and ceil jump: exact operands only.
    Row { transfer: |s| one(s, Ok, |r| r.step(f64::ceil)), ..row("ceil", (91, 92)) },
    Row { transfer: |s| one(s, Ok, |r| r.step(f64::floor)), ..row("floor", (93, 94)) },
    // The bounds are ordered and never NaN. i32 is not in the specification.
    Row {
        takes: &[Element::I8, Element::I16, Element::F32],
        draw: draw_clamp,
        transfer: clamp,
        write: write_clamp,
        ..row("clamp", (95, 99))
    },
];

fn absolute(range: Int) -> Int {
    let ends = Int::hull([range.lo.abs(), range.hi.abs()]);
    if range.contains(0) { Int::new(0, ends.hi) } else { ends }
}

fn leading_zeros(range: Int) -> Int {
    let of = |v: i64| i64::from((v as i32).leading_zeros());
    match (range.lo >= 0, range.hi < 0) {
        (true, _) => Int::new(of(range.hi), of(range.lo)),
        (_, true) => Int::new(0, 0),
        _ => Int::new(0, 32),
    }
}

fn draw_clamp(builder: &mut Builder, row: &'static Row) -> Option<Draft> {
    let (a, b) = (builder.choices.byte() as i8, builder.choices.byte() as i8);
    let (lo, hi) = (a.min(b), a.max(b));
    builder.unary_of(row, |value| match value.ty.element {
        Element::F32 => {
            Attributes::Bounds(Scalar::Float(f32::from(lo) / 16.0), Scalar::Float(f32::from(hi) / 16.0))
        }
        Element::I16 => {
            Attributes::Bounds(Scalar::Int(i64::from(lo) * 5), Scalar::Int(i64::from(hi) * 7 + 640))
        }
        _ => Attributes::Bounds(Scalar::Int(lo.into()), Scalar::Int(hi.into())),
    })
}

fn clamp(site: &Site<'_>) -> Result<Range, String> {
    match (site.operands[0].range, site.attributes) {
        (Range::Int(r), Attributes::Bounds(Scalar::Int(lo), Scalar::Int(hi))) if lo <= hi => {
            Int::new(*lo, *hi).fits(site.result.element)?;
            Ok(Range::Int(Int::new(r.lo.clamp(*lo, *hi), r.hi.clamp(*lo, *hi))))
        }
        (Range::Float(r), Attributes::Bounds(Scalar::Float(lo), Scalar::Float(hi))) if lo <= hi => {
            Ok(Range::Float(Float::clamp(r, f64::from(*lo), f64::from(*hi))))
        }
        _ => Err("the bounds do not suit the operand".into()),
    }
}

fn write_clamp(writer: &mut Writer<'_>) {
    let Attributes::Bounds(lo, hi) = writer.attributes().clone() else { return };
    let (lo, hi) = (writer.scalar(lo), writer.scalar(hi));
    let element = writer.result().element;
    let text = match (writer.syntax(), element) {
        (Syntax::V22, _) => format!("{{min_val = {lo} : {element}, max_val = {hi} : {element}}}"),
        (Syntax::V19, Element::F32) => {
            format!("{{min_int = 0 : i64, max_int = 0 : i64, min_fp = {lo} : f32, max_fp = {hi} : f32}}")
        }
        (Syntax::V19, _) => {
            format!("{{min_int = {lo} : i64, max_int = {hi} : i64, min_fp = 0.0 : f32, max_fp = 0.0 : f32}}")
        }
    };
    writer.operation(&text);
}

fn write_negate(writer: &mut Writer<'_>) {
    match writer.syntax() {
        Syntax::V19 => writer.operation(""),
        Syntax::V22 => {
            let element = writer.result().element;
            let zero =
                writer.constant(&Type::new([1], element), if element.is_float() { "0.0" } else { "0" });
            writer.operation_with(&[zero.clone(), zero], "");
        }
    }
}
