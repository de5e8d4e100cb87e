//! Repairs of control flow: steps and counters of loops, and places that nothing may reach.

use super::site::{Predicate, RepairSite, element};
use crate::ir::{self, Attribute, Attributes};

/// Steps of loops that are operands: each is at least one.
pub fn steps(site: &mut RepairSite<'_>, range: std::ops::Range<usize>) -> Option<bool> {
    let is_unsigned = compares_unsigned(site);
    let mut is_changed = false;
    for place in range {
        let step = site.operand(place)?;
        let ty = site.ty(step);
        let known = site.number(step);
        if known.is_some_and(|step| step > 0 || is_unsigned && step != 0) {
            continue;
        }
        is_changed = true;
        let one = site.integer(&ty, 1, step)?;
        site.op_mut().operands[place] = match known {
            Some(_) => one,
            None => {
                let zero = site.integer(&ty, 0, step)?;
                let how = if is_unsigned { Predicate::UnsignedLess } else { Predicate::SignedLess };
                let is_forward = site.compare(how, zero, step);
                site.select(is_forward, step, one)
            }
        };
    }
    Some(is_changed)
}

/// True of a loop that takes its numbers for unsigned ones.
fn compares_unsigned(site: &RepairSite<'_>) -> bool {
    site.op().attribute("unsignedCmp").is_some()
}

/// The counter of a loop, behind the last iteration too: the upper bound is no greater than the greatest number less a step, and one.
pub fn counter(site: &mut RepairSite<'_>) -> Option<bool> {
    let [from, to, by] = [site.operand(0)?, site.operand(1)?, site.operand(2)?];
    let ty = site.ty(to);
    let width = element(&ty).width().filter(|width| *width <= u64::BITS)?;
    let is_unsigned = compares_unsigned(site);
    let modulus = 1_i128 << width;
    let most = if is_unsigned { modulus - 1 } else { modulus / 2 - 1 };
    let [begin, end, step] = [from, to, by].map(|value| {
        let number = site.number(value)?;
        Some(if is_unsigned { number.rem_euclid(modulus) } else { number })
    });
    if let Some(step) = step {
        let ends = |end: i128| end <= most - (step - 1);
        let last =
            |begin: i128, end: i128| end <= begin || begin + (end - begin + step - 1) / step * step <= most;
        let is_sure =
            step == 1 || end.is_some_and(ends) || begin.zip(end).is_some_and(|(begin, end)| last(begin, end));
        if is_sure {
            return Some(false);
        }
    }
    let limit = match step {
        Some(step) => site.integer(&ty, most - (step - 1), to)?,
        None => {
            let (one, most) = (site.integer(&ty, 1, to)?, site.integer(&ty, most, to)?);
            let before = site.binary("arith.subi", by, one);
            site.binary("arith.subi", most, before)
        }
    };
    let least = if is_unsigned { "arith.minui" } else { "arith.minsi" };
    site.op_mut().operands[1] = site.binary(least, to, limit);
    Some(true)
}

/// The places of the operands of one segment, by its number from 0.
pub fn segment(site: &RepairSite<'_>, number: usize) -> Option<std::ops::Range<usize>> {
    let Some(Attribute::Ints(_, counts)) = site.op().attribute("operandSegmentSizes") else { return None };
    let counts: Vec<usize> =
        counts.iter().map(|count| usize::try_from(*count).ok()).collect::<Option<_>>()?;
    let begin = counts.iter().take(number).sum();
    Some(begin..begin + counts.get(number)?)
}

/// A place that nothing may reach: the function returns zeros there.
pub fn unreachable(site: &mut RepairSite<'_>) -> Option<bool> {
    let function = site.function.clone()?;
    let is_foreign = crate::observe::dialect(function.name) == "llvm";
    let mut zeros = Vec::new();
    for ty in &function.results {
        let zero = match site.nothing(ty) {
            None if is_foreign => site.emit("llvm.mlir.zero", &[], Attributes::default(), ty),
            zero => zero?,
        };
        zeros.push(zero);
    }
    let end = site.op_mut();
    (end.name, end.operands, end.attributes) = (ir::name(function.name), zeros, Attributes::default());
    Some(true)
}
