//! Elements in another order, or under another shape.

use super::element::moves;
use super::{each, extents, misfit, numbers, place, strides};
use crate::eval::lane::{Lane, Taint, mask};
use crate::eval::machine::{Action, Next};
use crate::eval::site::Site;
use crate::observe::Lack;
use crate::op::{Row, row};

/// One row an operation.
pub const ROWS: &[Row] = &[
    // The elements keep their row-major order (vector, 'vector.shape_cast').
    row("vector.shape_cast", |site| {
        let (from, out) = (site.operand(0)?.slot, site.result()?.slot);
        if from.lanes != out.lanes {
            return Err(misfit(site));
        }
        Ok(Box::new(move |machine| {
            machine.copy(out, from);
            Ok(Next::On)
        }))
    })
    .grown(super::placing::shape_cast),
    row("vector.bitcast", bitcast).grown(super::placing::bitcast),
    // A dimension of the result is the one of the operand that `permutation` names (vector, 'vector.transpose').
    row("vector.transpose", |site| {
        let (from, out) = (site.operand(0)?.slot, site.result()?.slot);
        let (given, made) = (extents(site.operand_type(0)?)?, extents(site.result_type(0)?)?);
        let named = ["permutation", "transp"].map(|name| numbers(site, name)).concat();
        let order: Vec<usize> = named.iter().filter_map(|one| usize::try_from(*one).ok()).collect();
        let fits = order.len() == made.len()
            && given.len() == made.len()
            && order.iter().zip(&made).all(|(from, extent)| given.get(*from) == Some(extent));
        if !fits || from.lanes != out.lanes {
            return Err(misfit(site));
        }
        let all = strides(&given);
        let steps: Vec<usize> = order.iter().map(|from| all[*from]).collect();
        let mut places = Vec::new();
        each(&made, |indices| places.push(place(indices, &steps) as u32));
        Ok(moves(from, out, places))
    })
    .grown(super::placing::transpose),
    // Parts along the first dimension of both, -1 for poison (vector, 'vector.shuffle').
    row("vector.shuffle", |site| {
        let (a, b, out) = (site.operand(0)?.slot, site.operand(1)?.slot, site.result()?.slot);
        let leading =
            |index| Ok::<_, Lack>(extents(site.operand_type(index)?)?.first().copied().unwrap_or(1));
        let (first, second) = (leading(0)?, leading(1)?);
        let part = a.lanes / (first as u32).max(1);
        let chosen: Vec<Option<crate::eval::machine::Slot>> = numbers(site, "mask")
            .iter()
            .map(|index| match u64::try_from(*index) {
                Ok(index) if index < first => Ok(Some(a.part(index as usize * part as usize, part as usize))),
                Ok(index) if index < first + second => {
                    Ok(Some(b.part((index - first) as usize * part as usize, part as usize)))
                }
                Err(_) if *index == -1 => Ok(None),
                _ => Err(misfit(site)),
            })
            .collect::<Result<_, _>>()?;
        if chosen.len() * part as usize != out.lanes as usize || b.lanes != part * second as u32 {
            return Err(misfit(site));
        }
        Ok(Box::new(move |machine| {
            for (at, from) in chosen.iter().enumerate() {
                let to = out.part(at * part as usize, part as usize);
                match from {
                    Some(from) => machine.copy(to, *from),
                    None => {
                        let poison = machine.poison();
                        machine.value_mut(to).fill(poison);
                    }
                }
            }
            Ok(Next::On)
        }))
    })
    .grown(super::placing::shuffle)
    .since(22),
    // Along the last dimension elements of both by turns (vector, 'vector.interleave').
    row("vector.interleave", |site| {
        let (a, b, out) = (site.operand(0)?.slot, site.operand(1)?.slot, site.result()?.slot);
        if a.lanes != b.lanes || out.lanes != 2 * a.lanes {
            return Err(misfit(site));
        }
        Ok(Box::new(move |machine| {
            for lane in 0..out.lanes {
                let value = machine.get(if lane % 2 == 0 { a } else { b }.start + lane / 2);
                machine.set(out.start + lane, value);
            }
            Ok(Next::On)
        }))
    })
    .grown(super::placing::interleave),
    // Elements with even and with odd indices (vector, 'vector.deinterleave').
    row("vector.deinterleave", |site| {
        let (from, results) = (site.operand(0)?.slot, site.results()?);
        let [even, odd] = &results[..] else { return Err(misfit(site)) };
        let (even, odd) = (even.slot, odd.slot);
        if even.lanes + odd.lanes != from.lanes || even.lanes != odd.lanes {
            return Err(misfit(site));
        }
        Ok(Box::new(move |machine| {
            for lane in 0..from.lanes {
                let value = machine.get(from.start + lane);
                machine.set(if lane % 2 == 0 { even } else { odd }.start + lane / 2, value);
            }
            Ok(Next::On)
        }))
    })
    .grown(super::placing::deinterleave),
    // Both were in MLIR 19: matrices column by column, as LLVM's operations have them.
    row("vector.matrix_multiply", |site| as_other(site, "llvm.intr.matrix.multiply")),
    row("vector.flat_transpose", |site| as_other(site, "llvm.intr.matrix.transpose")),
];

/// The step of the operation of another name with the same operands and attributes.
fn as_other(site: &Site<'_>, name: &str) -> Result<Action, Lack> {
    (crate::op::rule(name).ok_or_else(|| Lack::Operation(name.to_owned()))?.evaluate)(site)
}

/// The bits of the last dimension in elements of another width, the lowest first (vector, 'vector.bitcast'). An element that is poison in part
/// is poison, bits that are undef stay so by themselves.
fn bitcast(site: &Site<'_>) -> Result<Action, Lack> {
    let (from, out) = (site.operand(0)?, site.result()?);
    let (given, made) = (from.layout.scalar().bits(), out.layout.scalar().bits());
    let (from, out) = (from.slot, out.slot);
    if given == 0 || made == 0 || from.lanes as u64 * u64::from(given) != out.lanes as u64 * u64::from(made) {
        return Err(misfit(site));
    }
    // Rows hold whole elements of both widths, so that all rows are cast as one.
    Ok(Box::new(move |machine| {
        for lane in 0..out.lanes {
            let (begin, mut bits, mut known, mut taint) =
                (u64::from(lane) * u64::from(made), 0, 0, Taint::NONE);
            let mut filled = 0;
            while filled < made {
                let at = begin + u64::from(filled);
                let value = machine.get(from.start + (at / u64::from(given)) as u32);
                let inside = (at % u64::from(given)) as u32;
                let taken = (given - inside).min(made - filled);
                taint = taint.merge(value.taint);
                bits |= (value.bits >> inside & mask(taken)) << filled;
                known |= (value.known(given) >> inside & mask(taken)) << filled;
                filled += taken;
            }
            let value = if taint.is_none() { Lane::of(bits) } else { Lane::partly(bits, known, made, taint) };
            machine.set(out.start + lane, value);
        }
        Ok(Next::On)
    }))
}
