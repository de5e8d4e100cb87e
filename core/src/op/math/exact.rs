//! Functions of floats whose results are exact, or rounded once.

use super::library::{never, told};
use crate::eval::lane::{Lane, Taint};
use crate::eval::machine::Action;
use crate::eval::site::Site;
use crate::grow::families;
use crate::observe::Lack;
use crate::op::lanewise::{decode, elements, float_bits, float_unary, made, rounded};
use crate::op::llvm::float::{copy_sign, fused_by_choice, maximum, minimum};
use crate::op::{Row, row};

/// One row an operation.
pub const ROWS: &[Row] = &[
    row("math.absf", |site| float_bits(site, |x, sign| x & !sign)).grown(families::float_unary),
    row("math.copysign", copy_sign).grown(families::float_sign),
    row("math.ceil", |site| float_unary(site, |x, _| x.ceil())).grown(families::float_unary),
    row("math.floor", |site| float_unary(site, |x, _| x.floor())).grown(families::float_unary),
    row("math.trunc", |site| float_unary(site, |x, _| x.trunc())).grown(families::float_unary),
    // A half goes away from zero.
    row("math.round", |site| float_unary(site, |x, _| x.round())).grown(families::float_unary),
    row("math.roundeven", |site| float_unary(site, |x, _| x.round_ties_even())).grown(families::float_unary),
    // The documentation says nothing of negative numbers.
    row("math.sqrt", |site| told(site, |x, _| x.sqrt(), never)).grown(families::float_unary),
    // It is that of `llvm.fma`, which rounds once. `math-expand-ops` rounds twice by design.
    row("math.fma", fused_by_choice).grown(families::float_ternary),
    row("math.clampf", clamp).grown(families::float_ternary).since(22),
];

/// A number between two others.
///
/// The documentation says `maxf(minf(value, min), max)`, which is the number between them only where the bounds are given the other way
/// round. Where that and `minf(maxf(value, min), max)` differ it is left to MLIR which of the two it is.
fn clamp(site: &Site<'_>) -> Result<Action, Lack> {
    let (format, fast) = (site.operand_format(0)?, site.fast());
    elements(site, move |machine, [value, least, most]| {
        let taint = value.taint.merge(least.taint).merge(most.taint);
        if !taint.is_none() {
            return Ok([Lane::tainted(taint)]);
        }
        let all = [value, least, most].map(|lane| decode(format, lane.bits));
        let [x, low, high] = all;
        let (written, meant) = (maximum(minimum(x, low), high), minimum(maximum(x, low), high));
        let bits = [written, meant].map(|value| rounded(fast, &all, format, value));
        Ok([if bits[0] == bits[1] { made(machine, bits[0]) } else { Lane::tainted(Taint::open(machine.at)) }])
    })
}
