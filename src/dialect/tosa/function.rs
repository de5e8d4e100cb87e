//! Mathematical functions of f32, TOSA 1.0 sections 2.3 and 2.5. Their results are never exact.

use super::rules::unary;
use crate::dialect::{Family, Row, Site};
use crate::program::{Float, Range};

const fn row(name: &'static str, slots: (u8, u8)) -> Row {
    unary(Family::Function, name, slots)
}

/// The rows. log and rsqrt take what is above 1/64, reciprocal what is that far from 0; exp stays far from
/// overflow. The bounded functions take magnitudes up to 32, where no formula for them overflows and none
/// loses precision reducing its argument.
pub const ROWS: &[Row] = &[
    Row { transfer: |s| operand(s)?.exp().map(Range::Float), ..row("exp", (104, 106)) },
    Row { transfer: |s| operand(s)?.log().map(Range::Float), ..row("log", (107, 108)) },
    Row { transfer: |s| bounded(s, -1.0, 1.0, 1.0), ..row("tanh", (109, 111)) },
    Row { transfer: |s| bounded(s, 0.0, 1.0, 0.25), ..row("sigmoid", (112, 114)) },
    Row { transfer: |s| operand(s)?.reciprocal().map(Range::Float), ..row("reciprocal", (115, 117)) },
    Row { transfer: |s| operand(s)?.rsqrt().map(Range::Float), ..row("rsqrt", (118, 119)) },
    // The derivative of erf is at most 2/sqrt(pi) = 1.13.
    Row { transfer: |s| bounded(s, -1.0, 1.0, 1.13), ..row("erf", (120, 121)) },
    Row { transfer: |s| bounded(s, -1.0, 1.0, 1.0), ..row("sin", (122, 123)) },
    Row { transfer: |s| bounded(s, -1.0, 1.0, 1.0), ..row("cos", (124, 125)) },
];

fn operand(site: &Site<'_>) -> Result<Float, String> {
    let range = site.operands[0].range.float()?;
    if range.lo < -32.0 { Err("an operand below -32".into()) } else { Ok(range) }
}

fn bounded(site: &Site<'_>, lo: f64, hi: f64, slope: f64) -> Result<Range, String> {
    let range = operand(site)?;
    if range.hi > 32.0 {
        return Err("an operand above 32".into());
    }
    Ok(Range::Float(range.bounded(lo, hi, slope)))
}
