//! Products, quotients and functions of complex numbers, which are computed nearly.
//!
//! A value is left to MLIR if an operand or the result is infinite or NaN, at a pole, and, but for a product, where the squares of the
//! operands' parts overflow: lowerings differ there.

use super::plane::{self, ComplexNumber};
use crate::eval::lane::{Lane, Taint, signed};
use crate::eval::machine::{Action, Machine};
use crate::eval::site::{Fast, Site};
use crate::observe::Lack;
use crate::op::lanewise::{decode, elements, made, rounded};
use crate::op::{Row, row};
use crate::semantics::Format;

/// One row an operation.
pub const ROWS: &[Row] = &[
    row("complex.mul", |site| of_any_two(site, |x, y| Some(plane::times(x, y)))).approximate(),
    row("complex.div", |site| of_two(site, plane::over)).approximate(),
    row("complex.atan2", |site| of_two(site, plane::arctangent)).approximate(),
    row("complex.pow", |site| of_two(site, plane::power)).approximate(),
    row("complex.powi", power).approximate(),
    row("complex.abs", |site| real(site, |[x, y]| libm::hypot(x, y))).approximate(),
    row("complex.angle", |site| real(site, |[x, y]| libm::atan2(y, x))).approximate(),
    row("complex.cos", |site| of_one(site, |z| Some(plane::cosine(z)))).approximate(),
    row("complex.exp", |site| of_one(site, |z| Some(plane::exponential(z)))).approximate(),
    row("complex.expm1", |site| of_one(site, |z| Some(plane::exponential_less_one(z)))).approximate(),
    row("complex.log", |site| of_one(site, plane::logarithm)).approximate(),
    row("complex.log1p", |site| of_one(site, plane::logarithm_of_one_more)).approximate(),
    row("complex.rsqrt", |site| of_one(site, |z| plane::over([1.0, 0.0], plane::root(z)))).approximate(),
    row("complex.sign", |site| of_one(site, |z| Some(plane::sign(z)))).approximate(),
    row("complex.sin", |site| of_one(site, |z| Some(plane::sine(z)))).approximate(),
    row("complex.sqrt", |site| of_one(site, |z| Some(plane::root(z)))).approximate(),
    row("complex.tan", |site| of_one(site, |z| Some(plane::tangent(z)))).approximate(),
    row("complex.tanh", |site| {
        of_one(site, |[x, y]| {
            // That of a number turned by a quarter, turned back.
            let [a, b] = plane::tangent([-y, x]);
            Some([b, -a])
        })
    })
    .approximate(),
];

/// The taint of all these lanes together.
fn taint(lanes: &[Lane]) -> Taint {
    lanes.iter().fold(Taint::NONE, |taint, lane| taint.merge(lane.taint))
}

/// The parts of a result: open where it is none, or where it or an operand is infinite or NaN.
fn parts<const N: usize>(
    machine: &Machine<'_>,
    format: Format,
    fast: Fast,
    given: &[f64],
    result: impl FnOnce() -> Option<[f64; N]>,
) -> [Lane; N] {
    if !given.iter().all(|value| fast.allows(*value)) {
        return [machine.poison(); N];
    }
    let finite = given.iter().all(|value| value.is_finite());
    let result = finite.then(result).flatten();
    match result.filter(|parts| parts.iter().all(|value| format.round(*value).is_finite())) {
        Some(all) => all.map(|value| made(machine, rounded(fast, given, format, value))),
        None => [Lane::tainted(Taint::open(machine.at)); N],
    }
}

fn of_one(site: &Site<'_>, work: fn(ComplexNumber) -> Option<ComplexNumber>) -> Result<Action, Lack> {
    let (format, fast) = (site.operand_format(0)?, site.fast());
    elements(site, move |machine, all: [Lane; 2]| {
        let taint = taint(&all);
        if !taint.is_none() {
            return Ok([Lane::tainted(taint); 2]);
        }
        let z = all.map(|lane| decode(format, lane.bits));
        Ok(parts(machine, format, fast, &z, || work(z).filter(|_| !overflows(format, &z))))
    })
}

/// True if the squares of these parts together are no number of the format.
fn overflows(format: Format, parts: &[f64]) -> bool {
    !format.round(parts.iter().map(|part| part * part).sum()).is_finite()
}

fn of_two(
    site: &Site<'_>,
    work: fn(ComplexNumber, ComplexNumber) -> Option<ComplexNumber>,
) -> Result<Action, Lack> {
    let format = site.operand_format(0)?;
    of_any_two(site, move |x, y| work(x, y).filter(|_| !overflows(format, &x) && !overflows(format, &y)))
}

fn of_any_two(
    site: &Site<'_>,
    work: impl Fn(ComplexNumber, ComplexNumber) -> Option<ComplexNumber> + 'static,
) -> Result<Action, Lack> {
    let (format, fast) = (site.operand_format(0)?, site.fast());
    elements(site, move |machine, all: [Lane; 4]| {
        let taint = taint(&all);
        if !taint.is_none() {
            return Ok([Lane::tainted(taint); 2]);
        }
        let given = all.map(|lane| decode(format, lane.bits));
        let [a, b, c, d] = given;
        Ok(parts(machine, format, fast, &given, || work([a, b], [c, d])))
    })
}

fn real(site: &Site<'_>, work: fn(ComplexNumber) -> f64) -> Result<Action, Lack> {
    let (format, fast) = (site.operand_format(0)?, site.fast());
    elements(site, move |machine, all: [Lane; 2]| {
        let taint = taint(&all);
        if !taint.is_none() {
            return Ok([Lane::tainted(taint)]);
        }
        let z = all.map(|lane| decode(format, lane.bits));
        Ok(parts(machine, format, fast, &z, || Some([work(z)]).filter(|_| !overflows(format, &z))))
    })
}

/// To the power of an integer.
fn power(site: &Site<'_>) -> Result<Action, Lack> {
    let (format, fast, width) = (site.operand_format(0)?, site.fast(), site.operand_scalar(1)?.bits());
    elements(site, move |machine, all: [Lane; 3]| {
        let taint = taint(&all);
        if !taint.is_none() {
            return Ok([Lane::tainted(taint); 2]);
        }
        let [re, im, exponent] = all;
        let z = [re, im].map(|lane| decode(format, lane.bits));
        let exponent = signed(exponent.bits, width);
        Ok(parts(machine, format, fast, &z, || plane::whole_power(z, exponent)))
    })
}
