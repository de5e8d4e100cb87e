//! One index from several, and several from one.

use crate::eval::lane::{Lane, Taint};
use crate::eval::machine::{Action, Next};
use crate::eval::memref::taint;
use crate::eval::site::Site;
use crate::observe::{Form, Lack};
use crate::op::memref::access::indices;
use crate::op::memref::form::{Number, numbers};
use crate::op::region::slots;
use crate::op::{Row, row};

/// One row an operation. Both may have as many extents as indices, or one less: the outermost one counts for promises alone. Behaviour is
/// undefined where an extent is not positive, and both may assume that nothing overflows as a signed number, and that an index of which all
/// extents are told lies within them; so they give poison then.
pub const ROWS: &[Row] = &[
    row("affine.delinearize_index", delinearize).grown(super::placing::digits).since(22),
    row("affine.linearize_index", linearize).grown(super::placing::joined_digits).since(22),
];

fn delinearize(site: &Site<'_>) -> Result<Action, Lack> {
    let (index, results) = (site.operand(0)?.slot.start, slots(&site.results()?));
    let basis = match site.has("static_basis") {
        true => numbers(site, "static_basis", 1..site.node.operands.len())?,
        // Of version 19 all extents are operands.
        false => indices(site, 1)?.into_iter().map(Number::Lane).collect(),
    };
    let inner =
        results.len().checked_sub(1).filter(|inner| basis.len() == *inner || basis.len() == inner + 1);
    let inner = inner.ok_or_else(|| site.lacks(Form::Results))?;
    Ok(Box::new(move |machine| {
        let basis: Vec<Lane> = basis.iter().map(|extent| extent.lane(machine)).collect();
        let index = machine.get(index);
        let taint = taint(&basis).merge(index.taint);
        let basis: Vec<i64> = basis.iter().map(|extent| extent.bits as i64).collect();
        let whole = basis.iter().try_fold(1i64, |all, one| all.checked_mul(*one));
        let is_bounded = basis.len() == results.len();
        let is_right = basis.iter().all(|extent| *extent > 0)
            && whole.is_some_and(|whole| !is_bounded || (0..whole).contains(&(index.bits as i64)));
        let poison = match taint.is_none() {
            true if !is_right => machine.poison_ahead(),
            _ => Lane::tainted(taint),
        };
        let mut rest = index.bits as i64;
        for at in (0..results.len()).rev() {
            let extent = if at == 0 { None } else { Some(basis[basis.len() - inner + at - 1]) };
            let made = match extent {
                _ if !is_right || !taint.is_none() => poison,
                None => Lane::of((rest as u64).into()),
                Some(extent) => {
                    let digit = rest.rem_euclid(extent);
                    rest = rest.div_euclid(extent);
                    Lane::of((digit as u64).into())
                }
            };
            machine.set(results[at].start, made);
        }
        Ok(Next::On)
    }))
}

fn linearize(site: &Site<'_>) -> Result<Action, Lack> {
    let out = site.result()?.slot.start;
    let given: Vec<u32> = slots(&site.operands(site.segment(0))?).iter().map(|slot| slot.start).collect();
    let (basis, disjoint) = (numbers(site, "static_basis", site.segment(1))?, site.has("disjoint"));
    if basis.len() != given.len() && basis.len() + 1 != given.len() {
        return Err(site.lacks(Form::Operands));
    }
    Ok(Box::new(move |machine| {
        let basis: Vec<Lane> = basis.iter().map(|extent| extent.lane(machine)).collect();
        let given: Vec<Lane> = given.iter().map(|lane| machine.get(*lane)).collect();
        let taint: Taint = taint(&basis).merge(taint(&given));
        let sum = || {
            let (mut sum, mut stride) = (0i64, 1i64);
            for at in (0..given.len()).rev() {
                let index = given[at].bits as i64;
                let extent = (at + basis.len()).checked_sub(given.len()).map(|at| basis[at].bits as i64);
                sum = sum.checked_add(index.checked_mul(stride)?)?;
                if let Some(extent) = extent {
                    if extent <= 0 || disjoint && !(0..extent).contains(&index) {
                        return None;
                    }
                    if at > 0 {
                        stride = stride.checked_mul(extent)?;
                    }
                }
            }
            Some(sum)
        };
        let made = match sum() {
            _ if !taint.is_none() => Lane::tainted(taint),
            Some(sum) => Lane::of((sum as u64).into()),
            None => machine.poison_ahead(),
        };
        machine.set(out, made);
        Ok(Next::On)
    }))
}
