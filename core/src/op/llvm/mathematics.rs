//! Functions of the mathematics library, as operations.

use crate::eval::builtins::{Binary, Unary, binary_function, unary_function};
use crate::eval::lane::{Lane, signed};
use crate::eval::machine::{Action, Next};
use crate::eval::site::Site;
use crate::observe::Lack;
use crate::op::lanewise::{binary, decode, float_unary, rounded};
use crate::op::{Row, row};
use crate::semantics::Format;

/// One row an operation.
pub const ROWS: &[Row] = &[
    row("llvm.intr.exp", |site| function(site, "exp")).approximate(),
    row("llvm.intr.exp2", |site| function(site, "exp2")).approximate(),
    row("llvm.intr.exp10", |site| function(site, "exp10")).approximate(),
    row("llvm.intr.log", |site| function(site, "log")).approximate(),
    row("llvm.intr.log2", |site| function(site, "log2")).approximate(),
    row("llvm.intr.log10", |site| function(site, "log10")).approximate(),
    row("llvm.intr.sin", |site| function(site, "sin")).approximate(),
    row("llvm.intr.cos", |site| function(site, "cos")).approximate(),
    row("llvm.intr.sincos", sine_and_cosine).approximate(),
    row("llvm.intr.tan", |site| function(site, "tan")).approximate(),
    row("llvm.intr.asin", |site| function(site, "asin")).approximate(),
    row("llvm.intr.acos", |site| function(site, "acos")).approximate(),
    row("llvm.intr.atan", |site| function(site, "atan")).approximate(),
    row("llvm.intr.sinh", |site| function(site, "sinh")).approximate(),
    row("llvm.intr.cosh", |site| function(site, "cosh")).approximate(),
    row("llvm.intr.tanh", |site| function(site, "tanh")).approximate(),
    row("llvm.intr.pow", |site| function_of_two(site, "pow")).approximate(),
    row("llvm.intr.atan2", |site| function_of_two(site, "atan2")).approximate(),
    row("llvm.intr.powi", power).approximate(),
    row("llvm.intr.ldexp", scaled),
];

/// The function of one number of that name: in single precision for what is narrower.
pub fn function(site: &Site<'_>, name: &str) -> Result<Action, Lack> {
    let Unary { single, double } =
        unary_function(name).ok_or_else(|| Lack::LibraryFunction(name.to_owned()))?;
    float_unary(site, move |x, format| match format.bits {
        64 => double(x),
        _ => single(x as f32).into(),
    })
}

/// Both, as the two fields of one result.
fn sine_and_cosine(site: &Site<'_>) -> Result<Action, Lack> {
    let (format, fast) = (site.operand_format(0)?, site.fast());
    let (a, out) = (site.operand(0)?.slot, site.result()?.slot);
    let both = ["sin", "cos"]
        .map(|name: &str| unary_function(name).ok_or_else(|| Lack::LibraryFunction(name.to_owned())));
    let [sine, cosine] = both;
    let fields = [sine?, cosine?];
    Ok(Box::new(move |machine| {
        for (field, Unary { single, double }) in fields.iter().enumerate() {
            for lane in 0..a.lanes {
                let Lane { bits, taint, .. } = machine.get(a.start + lane);
                let x = decode(format, bits);
                let value = if format.bits == 64 { double(x) } else { single(x as f32).into() };
                let made = match taint.is_none() {
                    false => Lane::tainted(taint),
                    true => rounded(fast, &[x], format, value).map_or_else(|| machine.poison(), Lane::of),
                };
                machine.set(out.start + field as u32 * a.lanes + lane, made);
            }
        }
        Ok(Next::On)
    }))
}

/// The function of two numbers of that name.
pub fn function_of_two(site: &Site<'_>, name: &str) -> Result<Action, Lack> {
    let Binary { single, double } =
        binary_function(name).ok_or_else(|| Lack::LibraryFunction(name.to_owned()))?;
    let (format, fast) = (site.operand_format(0)?, site.fast());
    binary(site, move |x, y| {
        let (x, y) = (decode(format, x), decode(format, y));
        let made = if format.bits == 64 { double(x, y) } else { single(x as f32, y as f32).into() };
        rounded(fast, &[x, y], format, made)
    })
}

/// Multiplied by itself so many times, as the compiler's own library does it.
fn power(site: &Site<'_>) -> Result<Action, Lack> {
    let (format, by, width) =
        (site.operand_format(0)?, site.operand(1)?.slot, site.operand(1)?.layout.scalar().bits());
    let (a, out, fast) = (site.operand(0)?.slot, site.result()?.slot, site.fast());
    Ok(Box::new(move |machine| {
        let exponent = machine.get(by.start);
        for lane in 0..out.lanes {
            let x = machine.get(a.start + lane);
            let taint = x.taint.merge(exponent.taint);
            let made = if taint.is_none() {
                let exponent = signed(exponent.bits, width) as i32;
                let x = decode(format, x.bits);
                rounded(fast, &[x], format, to_the(format, x, exponent.into()))
                    .map_or_else(|| machine.poison(), Lane::of)
            } else {
                Lane::tainted(taint)
            };
            machine.set(out.start + lane, made);
        }
        Ok(Next::On)
    }))
}

/// A number times itself, so many times: squared over and over, in the format that functions of this one are computed in.
pub fn to_the(format: Format, x: f64, exponent: i128) -> f64 {
    let (mut left, mut square, mut made) = (exponent.unsigned_abs(), x, 1.0f64);
    let working = format.working();
    while left > 0 {
        if left & 1 == 1 {
            made = working.round(made * square);
        }
        left >>= 1;
        square = working.round(square * square);
    }
    if exponent < 0 { 1.0 / made } else { made }
}

/// Times a power of two: one of each element's own, or one for all.
fn scaled(site: &Site<'_>) -> Result<Action, Lack> {
    let (format, fast) = (site.operand_format(0)?, site.fast());
    let width = site.operand(1)?.layout.scalar().bits();
    let (a, by, out) = (site.operand(0)?.slot, site.operand(1)?.slot, site.result()?.slot);
    Ok(Box::new(move |machine| {
        for lane in 0..out.lanes {
            let x = machine.get(a.start + lane);
            let exponent = machine.get(by.start + if by.lanes == 1 { 0 } else { lane });
            let taint = x.taint.merge(exponent.taint);
            let made = if taint.is_none() {
                // Past this any number is zero or infinite, but zero and infinity themselves.
                let exponent = signed(exponent.bits, width).clamp(-5000, 5000) as i32;
                let x = decode(format, x.bits);
                rounded(fast, &[x], format, libm::ldexp(x, exponent))
                    .map_or_else(|| machine.poison(), Lane::of)
            } else {
                Lane::tainted(taint)
            };
            machine.set(out.start + lane, made);
        }
        Ok(Next::On)
    }))
}
