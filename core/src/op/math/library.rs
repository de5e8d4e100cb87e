//! Functions of floats that are computed nearly: the documentation names them and promises no accuracy. It says nothing of numbers for
//! which they have no value, or an infinite one; what comes of these is open.
//!
//! The mathematics library computes them, in single precision for narrower formats, as it does for lowered code.

use crate::eval::builtins::{Binary, Unary, binary_function, unary_function};
use crate::eval::lane::{Lane, Taint, signed};
use crate::eval::machine::{Action, Machine};
use crate::eval::site::Site;
use crate::observe::Lack;
use crate::op::lanewise::{decode, each, elements, made, rounded};
use crate::op::llvm::mathematics::{function, function_of_two, to_the};
use crate::op::{Row, row};
use crate::semantics::Format;

/// One row an operation.
pub const ROWS: &[Row] = &[
    row("math.acos", |site| partial(site, "acos", never)).approximate(),
    row("math.acosh", |site| partial(site, "acosh", never)).approximate(),
    row("math.asin", |site| partial(site, "asin", never)).approximate(),
    row("math.asinh", |site| function(site, "asinh")).approximate(),
    row("math.atan", |site| function(site, "atan")).approximate(),
    row("math.atan2", |site| function_of_two(site, "atan2")).approximate(),
    row("math.atanh", |site| partial(site, "atanh", |x, _| x.abs() == 1.0)).approximate(),
    row("math.cbrt", |site| function(site, "cbrt")).approximate(),
    row("math.cos", |site| partial(site, "cos", never)).approximate(),
    row("math.cosh", |site| partial(site, "cosh", overflows)).approximate(),
    row("math.erf", |site| function(site, "erf")).approximate(),
    row("math.erfc", |site| function(site, "erfc")).approximate(),
    row("math.exp", |site| function(site, "exp")).approximate(),
    row("math.exp2", |site| function(site, "exp2")).approximate(),
    row("math.expm1", |site| function(site, "expm1")).approximate(),
    row("math.fpowi", power).approximate(),
    row("math.log", |site| partial(site, "log", |x, _| x == 0.0)).approximate(),
    row("math.log10", |site| partial(site, "log10", |x, _| x == 0.0)).approximate(),
    row("math.log1p", |site| partial(site, "log1p", |x, _| x == -1.0)).approximate(),
    row("math.log2", |site| partial(site, "log2", |x, _| x == 0.0)).approximate(),
    row("math.powf", power_of_floats).approximate(),
    // Rounded twice, as the two operations of a lowering do.
    row("math.rsqrt", |site| told(site, |x, format| 1.0 / format.round(x.sqrt()), |x, _| x == 0.0))
        .approximate(),
    row("math.sin", |site| partial(site, "sin", never)).approximate(),
    row("math.sincos", sine_and_cosine).approximate(),
    row("math.sinh", |site| partial(site, "sinh", overflows)).approximate(),
    row("math.tan", |site| partial(site, "tan", never)).approximate(),
    row("math.tanh", |site| function(site, "tanh")).approximate(),
];

/// No number is a pole.
pub fn never(_: f64, _: Format) -> bool {
    false
}

/// True where the exponential function is infinite, of which a hyperbolic one may be made.
fn overflows(x: f64, format: Format) -> bool {
    format.round(x.abs().exp()).is_infinite()
}

/// The function of one number of that name, which has these poles.
fn partial(site: &Site<'_>, name: &str, pole: fn(f64, Format) -> bool) -> Result<Action, Lack> {
    let Unary { single, double } =
        unary_function(name).ok_or_else(|| Lack::LibraryFunction(name.to_owned()))?;
    told(
        site,
        move |x, format| match format.bits {
            64 => double(x),
            _ => single(x as f32).into(),
        },
        pole,
    )
}

/// A function of one number. Its value is open outside of its domain and at its poles, of which the documentation says nothing.
pub fn told(
    site: &Site<'_>,
    work: impl Fn(f64, Format) -> f64 + 'static,
    pole: fn(f64, Format) -> bool,
) -> Result<Action, Lack> {
    let (format, fast) = (site.operand_format(0)?, site.fast());
    each(site, move |machine, lane| {
        if !lane.taint.is_none() {
            return lane;
        }
        let x = decode(format, lane.bits);
        let value = work(x, format);
        settled(machine, rounded(fast, &[x], format, value), value.is_nan() && !x.is_nan() || pole(x, format))
    })
}

/// These bits, or poison for none; open where the documentation says nothing.
fn settled(machine: &Machine<'_>, bits: Option<u128>, is_silent: bool) -> Lane {
    match (is_silent, bits) {
        (true, Some(_)) => Lane::tainted(Taint::open(machine.at)),
        _ => made(machine, bits),
    }
}

/// A float to the power of another one: open for a negative number to a power that is no whole number, for zero to a negative power, and
/// where C alone says that one comes of a NaN or an infinity.
fn power_of_floats(site: &Site<'_>) -> Result<Action, Lack> {
    let Binary { single, double } =
        binary_function("pow").ok_or_else(|| Lack::LibraryFunction("pow".to_owned()))?;
    let (format, fast) = (site.operand_format(0)?, site.fast());
    elements(site, move |machine, [x, y]| {
        let taint = x.taint.merge(y.taint);
        if !taint.is_none() {
            return Ok([Lane::tainted(taint)]);
        }
        let (x, y) = (decode(format, x.bits), decode(format, y.bits));
        let value = if format.bits == 64 { double(x, y) } else { single(x as f32, y as f32).into() };
        let is_silent = value.is_nan() && !x.is_nan() && !y.is_nan()
            || x == 0.0 && y < 0.0
            || value == 1.0 && !(x.is_finite() && y.is_finite());
        Ok([settled(machine, rounded(fast, &[x, y], format, value), is_silent)])
    })
}

/// A float to the power of an integer.
fn power(site: &Site<'_>) -> Result<Action, Lack> {
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
fn sine_and_cosine(site: &Site<'_>) -> Result<Action, Lack> {
    let (format, fast) = (site.operand_format(0)?, site.fast());
    let function = |name: &str| unary_function(name).ok_or_else(|| Lack::LibraryFunction(name.to_owned()));
    let functions = [function("sin")?, function("cos")?];
    elements(site, move |machine, [x]| {
        if !x.taint.is_none() {
            return Ok([Lane::tainted(x.taint); 2]);
        }
        let x = decode(format, x.bits);
        Ok(functions.map(|Unary { single, double }| {
            let value = if format.bits == 64 { double(x) } else { single(x as f32).into() };
            settled(machine, rounded(fast, &[x], format, value), value.is_nan() && !x.is_nan())
        }))
    })
}
