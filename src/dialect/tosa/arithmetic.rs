//! Binary arithmetic, TOSA 1.0 section 2.4: add, sub, mul, intdiv, maximum, minimum, pow.

use super::rules::{ARITHMETIC, F32, I32, INTEGERS, broadcast_pair, plain, two};
use crate::dialect::{Family, Row, Site};
use crate::observe::Element;
use crate::program::{Attributes, Builder, Int, Range, Syntax, Type, Value, Writer};

const fn row(name: &'static str, slots: (u8, u8)) -> Row {
    Row {
        name,
        name19: name,
        family: Family::Arithmetic,
        slots,
        takes: ARITHMETIC,
        draw: Builder::binary,
        typing: broadcast_pair,
        transfer: |_| Err("no transfer".into()),
        write: plain,
    }
}

/// The rows. Integer overflow is outside the specification: the result's interval must fit the type.
pub const ROWS: &[Row] = &[
    Row { transfer: |s| two(s, |a, b| a.corners(b, |x, y| x + y), |a, b| a + b), ..row("add", (1, 8)) },
    Row { transfer: |s| two(s, |a, b| a.corners(b, |x, y| x - y), |a, b| a - b), ..row("sub", (9, 14)) },
    // i8 and i16 multiply into i32. A shift is only drawn as 0: the specification has it for i32 alone.
    Row {
        takes: &[Element::I8, Element::I16, Element::I32, Element::F32],
        typing: product_type,
        transfer: |s| two(s, |a, b| a.corners(b, |x, y| x * y), |a, b| a * b),
        write: write_mul,
        ..row("mul", (15, 22))
    },
    Row {
        transfer: |s| two(s, |a, b| a.corners(b, i64::max), |a, b| a.pick(b, f64::max)),
        ..row("maximum", (23, 26))
    },
    Row {
        transfer: |s| two(s, |a, b| a.corners(b, i64::min), |a, b| a.pick(b, f64::min)),
        ..row("minimum", (27, 30))
    },
    // Undefined for a divisor of 0 and for INT_MIN / -1: neither may be in the intervals.
    Row { name19: "int_div", takes: I32, transfer: quotient, ..row("intdiv", (31, 34)) },
    // Undefined for a negative base and 0 to a negative power: the base stays above 1/64.
    Row {
        takes: F32,
        transfer: |s| Ok(Range::Float(s.operands[0].range.float()?.pow(s.operands[1].range.float()?)?)),
        ..row("pow", (35, 36))
    },
];

fn product_type(operands: &[&Value], attributes: &Attributes) -> Result<Type, String> {
    let pair = broadcast_pair(operands, attributes)?;
    let element = if INTEGERS.contains(&pair.element) { Element::I32 } else { pair.element };
    Ok(Type { element, ..pair })
}

fn quotient(site: &Site<'_>) -> Result<Range, String> {
    let (dividend, divisor) = (site.operands[0].range.int()?, site.operands[1].range.int()?);
    if divisor.contains(0) {
        return Err("division by zero".into());
    }
    if dividend.lo == Int::full(site.result.element).lo && divisor.contains(-1) {
        return Err("the least integer divided by -1 overflows".into());
    }
    dividend.corners(divisor, |x, y| x / y).fits(site.result.element)
}

fn write_mul(writer: &mut Writer<'_>) {
    match writer.syntax() {
        Syntax::V19 => writer.operation("{shift = 0 : i8}"),
        Syntax::V22 => {
            let shift = writer.constant(&Type::new([1], Element::I8), "0");
            writer.operation_with(&[shift], "");
        }
    }
}
