//! Conversions.
//!
//! A float whose integer does not fit makes poison ("arith.fptosi"). `nneg` makes poison of a negative number ("arith.extui").
//! `index` has 64 bits.

use super::rounding;
use crate::eval::lane::{Lane, Taint, mask};
use crate::eval::machine::Action;
use crate::eval::site::Site;
use crate::grow::families;
use crate::ir;
use crate::observe::{Form, Lack};
use crate::op::lanewise::{self, decode, each, rounded};
use crate::op::llvm::arithmetic::width;
use crate::op::llvm::cast::{
    convert, extend_signed, extend_unsigned, made, of_signed, of_unsigned, pass, to_signed, to_unsigned,
    truncate,
};
use crate::op::{Row, row};

/// One row an operation.
pub const ROWS: &[Row] = &[
    row("arith.extsi", extend_signed).grown(families::integer_extend),
    row("arith.extui", extend_unsigned).grown(families::integer_extend),
    row("arith.trunci", truncate).grown(families::integer_truncate),
    row("arith.index_cast", |site| no_memref(site).and_then(|()| resize(site, extend_signed)))
        .grown(families::index_cast),
    row("arith.index_castui", |site| no_memref(site).and_then(|()| resize(site, extend_unsigned)))
        .grown(families::index_cast),
    row("arith.fptosi", to_signed).grown(families::float_to_integer),
    row("arith.fptoui", to_unsigned).grown(families::float_to_integer),
    row("arith.sitofp", |site| plain(site, of_signed)).grown(families::integer_to_float),
    row("arith.uitofp", |site| plain(site, of_unsigned)).grown(families::integer_to_float),
    row("arith.extf", extended).grown(families::float_extend),
    row("arith.truncf", directed).grown(families::float_truncate),
    row("arith.convertf", directed),
    row("arith.bitcast", |site| {
        let (from, to) = (site.operand_scalar(0)?, site.result_scalar(0)?);
        let lanes = [site.operand(0)?.slot.lanes, site.result()?.slot.lanes];
        if !from.is_kept_like(to) || lanes[0] != lanes[1] {
            return Err(site.lacks(Form::cast(site.operand_type(0)?, site.result_type(0)?)));
        }
        match site.floats.contracts {
            // Other bits are no number that keeps in mind what it was cut of.
            true => each(site, move |_, lane| Lane { bits: lane.bits & mask(from.bits()), ..lane }),
            false => pass(site),
        }
    })
    .grown(families::bitcast),
];

/// A memref of other elements is one of other memory, and nobody says which.
fn no_memref(site: &Site<'_>) -> Result<(), Lack> {
    match &**site.operand_type(0)? {
        ty @ (ir::Type::Memref { .. } | ir::Type::UnrankedMemref(..)) => Err(site.of(ty)),
        _ => Ok(()),
    }
}

/// Cut off, or extended, to the width of the result.
pub fn resize(site: &Site<'_>, extend: fn(&Site<'_>) -> Result<Action, Lack>) -> Result<Action, Lack> {
    if made(site)? < width(site)? { truncate(site) } else { extend(site) }
}

fn plain(site: &Site<'_>, work: fn(&Site<'_>) -> Result<Action, Lack>) -> Result<Action, Lack> {
    rounding::to_nearest_only(site)?;
    work(site)
}

/// To the same number of a wider format. Where `contract` stands here and on the cut that made the operand, either both are done or
/// neither is (the folds of "arith.extf"): worlds that contract do neither.
fn extended(site: &Site<'_>) -> Result<Action, Lack> {
    if !contracts(site) {
        return convert(site);
    }
    let (from, to, fast) = (site.operand_format(0)?, site.result_format()?, site.fast());
    each(site, move |machine, lane| {
        if !lane.taint.is_none() {
            return Lane::tainted(lane.taint);
        }
        let value = uncut(lane).unwrap_or_else(|| decode(from, lane.bits));
        lanewise::made(machine, rounded(fast, &[value], to, value))
    })
}

/// True if an extension behind a cut is left out with it.
fn contracts(site: &Site<'_>) -> bool {
    site.floats.contracts && site.allows("contract")
}

/// A cut number that keeps in mind what it was cut of, in bits that are above those of its format.
fn cut(lane: Lane, from: f64) -> Lane {
    Lane { bits: lane.bits | u128::from(from.to_bits()) << 64, ..lane }
}

/// The number that one was cut of, if it keeps that in mind.
fn uncut(lane: Lane) -> Option<f64> {
    let bits = (lane.bits >> 64) as u64;
    (bits != 0).then(|| f64::from_bits(bits))
}

/// To the number of another format that the direction says.
fn directed(site: &Site<'_>) -> Result<Action, Lack> {
    let (from, to) = (site.operand_format(0)?, site.result_format()?);
    let (fast, mode) = (site.fast(), rounding::mode(site)?);
    let keeps = contracts(site) && to.bits < 64;
    each(site, move |machine, lane| {
        let value = decode(from, lane.bits);
        let number = rounding::round(to, mode, value);
        let made = match () {
            () if !lane.taint.is_none() => Lane::tainted(lane.taint),
            () if !to.has(value) => machine.poison(),
            // Without infinities a number past the largest is that, or NaN.
            () if number.is_nan() && !value.is_nan() => Lane::tainted(Taint::open(machine.at)),
            () => lanewise::made(machine, rounded(fast, &[value], to, number)),
        };
        if keeps && made.taint.is_none() { cut(made, value) } else { made }
    })
}
