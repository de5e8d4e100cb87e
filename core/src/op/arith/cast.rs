//! Conversions.
//!
//! A float whose integer does not fit makes poison ("arith.fptosi"). `nneg` makes poison of a negative number ("arith.extui").
//! `index` has 64 bits.

use super::rounding;
use crate::eval::lane::{Lane, Taint};
use crate::eval::machine::Action;
use crate::eval::site::Site;
use crate::grow::families;
use crate::ir;
use crate::observe::{Form, Lack, MissingPart};
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
        pass(site)
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
/// neither is (the folds of "arith.extf"): worlds that round otherwise do neither.
fn extended(site: &Site<'_>) -> Result<Action, Lack> {
    let operand = *site.node.operands.first().ok_or_else(|| site.without(MissingPart::Operand))?;
    if !contracts(site) {
        return convert(site);
    }
    let (from, to, fast) = (site.operand_format(0)?, site.result_format()?, site.fast());
    each(site, move |machine, lane| {
        if !lane.taint.is_none() {
            return Lane::tainted(lane.taint);
        }
        let value = machine.uncut(operand, lane.bits, to).unwrap_or_else(|| decode(from, lane.bits));
        lanewise::made(machine, rounded(fast, &[value], to, value))
    })
}

/// True if an extension behind a cut may be left out with it, in a world that does so.
fn contracts(site: &Site<'_>) -> bool {
    site.floats.rounding.is_some() && site.allows("contract")
}

/// To the number of another format that the direction says.
fn directed(site: &Site<'_>) -> Result<Action, Lack> {
    let (from, to) = (site.operand_format(0)?, site.result_format()?);
    let (fast, mode) = (site.fast(), rounding::mode(site)?);
    let cut = site.node.results.first().copied().filter(|_| contracts(site));
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
        if let Some(cut) = cut.filter(|_| made.taint.is_none()) {
            machine.note_cut(cut, made.bits, (from, value));
        }
        made
    })
}
