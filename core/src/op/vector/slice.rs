//! Boxes cut out of vectors, and put into them.

use super::element::moves;
use super::{count, each, extents, misfit, numbers, place, strides};
use crate::eval::machine::Next;
use crate::eval::site::Site;
use crate::observe::Lack;
use crate::op::{Row, row};

/// One row an operation. MLIR knows no strides but one in either.
pub const ROWS: &[Row] = &[
    row("vector.extract_strided_slice", |site| {
        let (from, out) = (site.operand(0)?.slot, site.result()?.slot);
        let (given, made) = (extents(site.operand_type(0)?)?, extents(site.result_type(0)?)?);
        let places = places(site, &given, &made)?;
        if places.len() != out.lanes as usize {
            return Err(misfit(site));
        }
        Ok(moves(from, out, places))
    })
    .grown(super::placing::extract_slice),
    // The box lies in the last dimensions of what it is put into (vector, 'vector.insert_strided_slice').
    row("vector.insert_strided_slice", |site| {
        let (value, into, out) = (site.operand(0)?.slot, site.operand(1)?.slot, site.result()?.slot);
        let (given, whole) = (extents(site.operand_type(0)?)?, extents(site.operand_type(1)?)?);
        let missing = whole.len().checked_sub(given.len()).ok_or_else(|| misfit(site))?;
        let put = [vec![1; missing], given].concat();
        let places = places(site, &whole, &put)?;
        if places.len() != value.lanes as usize || into.lanes != out.lanes {
            return Err(misfit(site));
        }
        Ok(Box::new(move |machine| {
            machine.copy(out, into);
            for (lane, place) in places.iter().enumerate() {
                machine.copy(out.part(*place as usize, 1), value.part(lane, 1));
            }
            Ok(Next::On)
        }))
    })
    .grown(super::placing::insert_slice),
];

/// The places, in a vector of some extents, of the elements of a box with others; offsets are of the leading dimensions.
fn places(site: &Site<'_>, whole: &[u64], cut: &[u64]) -> Result<Vec<u32>, Lack> {
    let mut offsets = numbers(site, "offsets");
    let steps = strides(whole);
    offsets.resize(whole.len().max(offsets.len()), 0);
    let fits = cut.len() == whole.len()
        && offsets.len() == whole.len()
        && numbers(site, "strides").iter().all(|stride| *stride == 1)
        && whole.iter().zip(cut).zip(&offsets).all(|((whole, cut), offset)| {
            u64::try_from(*offset).is_ok_and(|offset| offset.saturating_add(*cut) <= *whole)
        });
    if !fits {
        return Err(misfit(site));
    }
    let offsets: Vec<usize> = offsets.iter().map(|offset| *offset as usize).collect();
    let first = place(&offsets, &steps);
    let mut places = Vec::with_capacity(count(cut));
    each(cut, |indices| places.push((first + place(indices, &steps)) as u32));
    Ok(places)
}
