//! Descriptors of other rank: dimensions split and joined, and shapes that are data.

use super::form::{self, MemrefSource, Number, numbers};
use super::view::{keep, settle};
use crate::eval::Breaking as _;
use crate::eval::lane::Lane;
use crate::eval::machine::{Action, Next};
use crate::eval::memref::{BEFORE_EXTENTS, Memref, taint};
use crate::eval::site::Site;
use crate::eval::stop::{Rule, Stop};
use crate::ir::{Attribute, Type};
use crate::observe::{Form, Lack, MissingPart};
use crate::op::region::scatter;
use crate::op::{Row, row};

const RESHAPE_COUNT: Rule =
    Rule::new("reshape_count", "memref.reshape to a shape that has other elements than its source");

/// One row an operation. Extents whose product is another one give poison.
pub const ROWS: &[Row] = &[
    row("memref.expand_shape", expand).grown(super::placing_views::expanded),
    row("memref.collapse_shape", collapse).grown(super::placing_views::collapsed),
    row("memref.reshape", reshape).grown(super::placing::reshape),
];

/// The dimensions that belong together.
pub fn groups(site: &Site<'_>) -> Result<Vec<Vec<usize>>, Lack> {
    let wrong = || site.without(MissingPart::Attribute("reassociation".to_owned()));
    let Some(Attribute::List(all)) = site.attribute("reassociation") else { return Err(wrong()) };
    let group = |group: &std::rc::Rc<Attribute>| match &**group {
        Attribute::List(numbers) => {
            numbers.iter().map(|number| usize::try_from(number.int()?).ok()).collect::<Option<Vec<_>>>()
        }
        _ => None,
    };
    all.iter().map(group).collect::<Option<_>>().ok_or_else(wrong)
}

/// Each dimension becomes those of a group; the innermost keeps its stride.
fn expand(site: &Site<'_>) -> Result<Action, Lack> {
    let (source, out, groups) = (MemrefSource::of(site, 0)?, site.result()?.slot, groups(site)?);
    let Type::Memref { shape, .. } = &**site.result_type(0)? else {
        return Err(site.lacks(Form::NoMemref));
    };
    let sizes = match site.has("static_output_shape") {
        true => numbers(site, "static_output_shape", 1..site.node.operands.len())?,
        false => {
            let fixed: Option<Vec<Number>> =
                shape.iter().map(|extent| extent.map(|extent| Number::Fixed(extent as i64))).collect();
            fixed.ok_or_else(|| site.without(MissingPart::Sizes))?
        }
    };
    let rank = source.rank.unwrap_or(0);
    let count: usize = groups.iter().map(Vec::len).sum();
    if groups.len() != rank || (rank > 0 && count != sizes.len()) || sizes.len() != shape.len() {
        return Err(site.lacks(Form::Numbers));
    }
    Ok(Box::new(move |machine| {
        let lanes = machine.value(source.slot);
        let sizes: Vec<Lane> = sizes.iter().map(|size| size.lane(machine)).collect();
        let taint = taint(lanes).merge(taint(&sizes));
        let extents: Vec<i64> = sizes.iter().map(|size| size.bits as i64).collect();
        let mut strides = Some(vec![1i64; extents.len()]);
        let (mut is_whole, mut begin) = (extents.iter().all(|extent| *extent >= 0), 0);
        for (at, group) in groups.iter().enumerate() {
            let end = begin + group.len();
            let (extent, stride) = (lanes[BEFORE_EXTENTS + at].bits, lanes[BEFORE_EXTENTS + rank + at].bits);
            let product =
                extents[begin..end].iter().fold(1i128, |all, one| all.saturating_mul((*one).into()));
            is_whole &= product == i128::from(extent as i64);
            let mut step = Some(stride as i64);
            for inner in (begin..end).rev() {
                match (&mut strides, step) {
                    (Some(strides), Some(step)) => strides[inner] = step,
                    _ => strides = None,
                }
                step = step.and_then(|step| step.checked_mul(extents[inner]));
            }
            begin = end;
        }
        let offset = lanes[2].bits as i64;
        let made = strides.filter(|_| is_whole);
        let made =
            made.map(|strides| Memref { allocated: lanes[0], aligned: lanes[1], offset, extents, strides });
        settle(machine, out, taint, made);
        Ok(Next::On)
    }))
}

/// Each group of dimensions becomes one, whose stride is that of the innermost that has more than one element. Dimensions that do not
/// lie one behind the other give poison.
fn collapse(site: &Site<'_>) -> Result<Action, Lack> {
    let (source, out, groups) = (MemrefSource::of(site, 0)?, site.result()?.slot, groups(site)?);
    let rank = source.rank.ok_or_else(|| site.lacks(Form::AnyRank))?;
    let said = claimed_strides(site.result_type(0)?);
    if groups.iter().flatten().any(|at| *at >= rank)
        || out.lanes as usize != BEFORE_EXTENTS + 2 * groups.len()
    {
        return Err(site.lacks(Form::Numbers));
    }
    Ok(Box::new(move |machine| {
        let lanes = machine.value(source.slot);
        let number = |at: usize| lanes[BEFORE_EXTENTS + at].bits as i64;
        let is_empty = (0..rank).any(|at| number(at) == 0);
        let (mut extents, mut strides, mut is_joined) = (Vec::new(), Vec::new(), true);
        for (at, group) in groups.iter().enumerate() {
            let real: Vec<usize> = group.iter().copied().filter(|at| number(*at) != 1).collect();
            let product = group.iter().try_fold(1i64, |all, at| all.checked_mul(number(*at)));
            is_joined &= product.is_some();
            extents.push(product.unwrap_or(0));
            let inner = real.last().or(group.last());
            let stride = match (real.is_empty(), said.get(at).copied().flatten()) {
                (true, Some(said)) => said,
                _ => inner.map_or(1, |inner| number(rank + inner)),
            };
            strides.push(stride);
            is_joined &= is_empty
                || real.windows(2).all(|pair| {
                    number(rank + pair[1]).checked_mul(number(pair[1])) == Some(number(rank + pair[0]))
                });
        }
        let offset = lanes[2].bits as i64;
        let made = Memref { allocated: lanes[0], aligned: lanes[1], offset, extents, strides };
        settle(machine, out, taint(lanes), is_joined.then_some(made));
        Ok(Next::On)
    }))
}

/// The strides a type says.
fn claimed_strides(ty: &Type) -> Vec<Option<i64>> {
    let Type::Memref { shape, layout, .. } = ty else { return Vec::new() };
    if let crate::ir::MemrefLayout::Strided { strides, .. } = layout {
        return strides.clone();
    }
    let extents: Option<Vec<i64>> = shape.iter().map(|extent| extent.map(|extent| extent as i64)).collect();
    let strides = extents.and_then(|extents| form::strides(layout, &extents, &[]));
    strides.map_or_else(Vec::new, |(_, strides)| strides.into_iter().map(Some).collect())
}

/// A shape that is read from memory; it has to be as large as the source, whose elements lie row-major.
fn reshape(site: &Site<'_>) -> Result<Action, Lack> {
    let (source, shape, out) = (MemrefSource::of(site, 0)?, MemrefSource::of(site, 1)?, site.result()?.slot);
    let said: Option<Vec<Option<i64>>> = match &**site.result_type(0)? {
        Type::Memref { shape, .. } => {
            Some(shape.iter().map(|extent| extent.map(|extent| extent as i64)).collect())
        }
        _ => None,
    };
    Ok(Box::new(move |machine| {
        let old = source.memref(machine)?;
        let read = shape.memref(machine)?.read(machine, &shape.element)?;
        let width = shape.element.scalar().bits();
        let mut extents = Vec::new();
        for lane in &read.lanes {
            let bits = machine.defined(*lane, "the shape of memref.reshape")?;
            extents.push(crate::eval::lane::signed(bits, width) as i64);
        }
        let fits = said.as_ref().is_none_or(|said| {
            said.len() == extents.len()
                && said.iter().zip(&extents).all(|(said, extent)| said.is_none_or(|said| said == *extent))
        });
        let product = extents.iter().try_fold(1i64, |all, one| all.checked_mul(*one));
        let whole = product.and_then(|product| u64::try_from(product).ok()) == Some(old.count());
        if !fits || !whole || extents.iter().any(|extent| *extent < 0) {
            return Err(RESHAPE_COUNT.undefined(&[]));
        }
        let made = Memref::row_major(old.aligned, extents)
            .ok_or_else(|| Stop::lacks(Lack::form("memref.reshape", Form::TooLarge)))?;
        let made = Memref { allocated: old.allocated, offset: old.offset, ..made };
        let lanes = made.lanes();
        if said.is_some() {
            scatter(machine, &[out], &lanes);
        } else {
            let place = keep(machine, &lanes)?;
            scatter(machine, &[out], &[Lane::of(made.extents.len() as u128), place]);
        }
        Ok(Next::On)
    }))
}
