//! Questions about a float that are answered with a bit ("math.isfinite" and so on).

use crate::eval::machine::Action;
use crate::eval::site::Site;
use crate::grow::families;
use crate::observe::Lack;
use crate::op::lanewise::{decode, unary};
use crate::op::{Row, row};
use crate::semantics::Format;

/// One row an operation.
pub const ROWS: &[Row] = &[
    row("math.isfinite", |site| class(site, |x, _| x.is_finite())).grown(families::float_class).since(22),
    row("math.isinf", |site| class(site, |x, _| x.is_infinite())).grown(families::float_class).since(22),
    row("math.isnan", |site| class(site, |x, _| x.is_nan())).grown(families::float_class).since(22),
    // Neither zero nor subnormal nor infinite nor NaN.
    row("math.isnormal", |site| class(site, |x, format| x.is_finite() && x.abs() >= format.least_normal()))
        .grown(families::float_class)
        .since(22),
];

fn class(site: &Site<'_>, holds: fn(f64, Format) -> bool) -> Result<Action, Lack> {
    let (format, fast) = (site.operand_format(0)?, site.fast());
    unary(site, move |x| {
        let x = decode(format, x);
        fast.allows(x).then(|| holds(x, format).into())
    })
}
