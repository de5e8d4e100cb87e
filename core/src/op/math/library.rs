//! Functions of floats that are computed nearly: the documentation names them and promises no accuracy.
//!
//! The mathematics library computes them, in single precision for narrower formats, as it does for lowered code.

use crate::eval::builtins::{Unary, unary_function};
use crate::eval::lane::{Lane, signed};
use crate::eval::machine::Action;
use crate::eval::site::Site;
use crate::op::lanewise::{decode, elements, float_unary, made, rounded};
use crate::op::llvm::mathematics::{function, function_of_two, to_the};
use crate::op::{Row, row};

/// One row an operation.
pub const ROWS: &[Row] = &[
    row("math.acos", |site| function(site, "acos")).approximate(),
    row("math.acosh", |site| function(site, "acosh")).approximate(),
    row("math.asin", |site| function(site, "asin")).approximate(),
    row("math.asinh", |site| function(site, "asinh")).approximate(),
    row("math.atan", |site| function(site, "atan")).approximate(),
    row("math.atan2", |site| function_of_two(site, "atan2")).approximate(),
    row("math.atanh", |site| function(site, "atanh")).approximate(),
    row("math.cbrt", |site| function(site, "cbrt")).approximate(),
    row("math.cos", |site| function(site, "cos")).approximate(),
    row("math.cosh", |site| function(site, "cosh")).approximate(),
    row("math.erf", |site| function(site, "erf")).approximate(),
    row("math.erfc", |site| function(site, "erfc")).approximate(),
    row("math.exp", |site| function(site, "exp")).approximate(),
    row("math.exp2", |site| function(site, "exp2")).approximate(),
    row("math.expm1", |site| function(site, "expm1")).approximate(),
    row("math.fpowi", power).approximate(),
    row("math.log", |site| function(site, "log")).approximate(),
    row("math.log10", |site| function(site, "log10")).approximate(),
    row("math.log1p", |site| function(site, "log1p")).approximate(),
    row("math.log2", |site| function(site, "log2")).approximate(),
    row("math.powf", |site| function_of_two(site, "pow")).approximate(),
    // Rounded twice, as the two operations of a lowering do.
    row("math.rsqrt", |site| float_unary(site, |x, format| 1.0 / format.round(x.sqrt()))).approximate(),
    row("math.sin", |site| function(site, "sin")).approximate(),
    row("math.sincos", sine_and_cosine).approximate(),
    row("math.sinh", |site| function(site, "sinh")).approximate(),
    row("math.tan", |site| function(site, "tan")).approximate(),
    row("math.tanh", |site| function(site, "tanh")).approximate(),
];

/// A float to the power of an integer.
fn power(site: &Site<'_>) -> Result<Action, String> {
    let (format, fast) = (site.operand_format(0)?, site.fast());
    let width = site.operand_scalar(1)?.bits();
    elements(site, move |machine, [x, exponent]| {
        let taint = x.taint.merge(exponent.taint);
        if !taint.is_none() {
            return Ok([Lane::tainted(taint)]);
        }
        let (x, exponent) = (decode(format, x.bits), signed(exponent.bits, width));
        Ok([made(machine, rounded(fast, &[x], format, to_the(format, x, exponent)))])
    })
}

/// Both, as two results.
fn sine_and_cosine(site: &Site<'_>) -> Result<Action, String> {
    let (format, fast) = (site.operand_format(0)?, site.fast());
    let function = |name| unary_function(name).ok_or("a function nobody has");
    let functions = [function("sin")?, function("cos")?];
    elements(site, move |machine, [x]| {
        if !x.taint.is_none() {
            return Ok([Lane::tainted(x.taint); 2]);
        }
        let x = decode(format, x.bits);
        Ok(functions.map(|Unary { single, double }| {
            let value = if format.bits == 64 { double(x) } else { single(x as f32).into() };
            made(machine, rounded(fast, &[x], format, value))
        }))
    })
}
