//! Repairs of casts, reshapes, padding and joins: what is claimed of a shape holds, or zeros of the claimed shape stand for the result.

use super::bounds::set;
use super::site::{Predicate, RepairSite, index};
use super::views::{DYNAMIC, product};
use crate::ir::{Attribute, Attributes, MemrefLayout, Type, Value};
use std::rc::Rc;

/// A cast of a shape: what the new type says of rank, extents, strides and offset holds, or nothing of the source is taken.
pub fn cast(site: &mut RepairSite<'_>) -> Option<bool> {
    let source = site.operand(0)?;
    let result = *site.op().results.first()?;
    let (from, to) = (site.ty(source), site.ty(result));
    match (&*from, &*to) {
        (
            Type::UnrankedTensor(_) | Type::UnrankedMemref(..),
            Type::UnrankedTensor(_) | Type::UnrankedMemref(..),
        ) => Some(false),
        (Type::UnrankedTensor(element), Type::Tensor(shape, ..)) => {
            let open = Type::Tensor(vec![None; shape.len()], Rc::clone(element), None);
            cast_of_any_rank(site, "tensor.rank", shape.len(), &Rc::new(open))
        }
        (Type::UnrankedMemref(element, space), Type::Memref { shape, .. }) => {
            let open = Type::Memref {
                shape: vec![None; shape.len()],
                element: Rc::clone(element),
                layout: MemrefLayout::Strided { offset: None, strides: vec![None; shape.len()] },
                space: space.clone(),
            };
            cast_of_any_rank(site, "memref.rank", shape.len(), &Rc::new(open))
        }
        _ => {
            let mut claims = extents_hold(site, source, &from, &to)?;
            claims.extend(layout_holds(site, source, &from, &to)?);
            let Some(condition) = site.all_of(&claims) else { return Some(false) };
            site.guard(condition, |site| Some(vec![site.nothing(&to)?])).then_some(true)
        }
    }
}

/// A cast of what has any rank: first the rank is looked at, then what else is claimed.
fn cast_of_any_rank(site: &mut RepairSite<'_>, rank_of: &str, rank: usize, open: &Rc<Type>) -> Option<bool> {
    let source = site.operand(0)?;
    let result = *site.op().results.first()?;
    let to = site.ty(result);
    let name = site.op().name;
    let asked = site.emit(rank_of, &[source], Attributes::default(), &index());
    let rank = site.index(i128::try_from(rank).ok()?);
    let has_rank = site.compare(Predicate::Equal, asked, rank);
    // Everything behind the first look happens in its branch: the cast, its claims, and the second look.
    let whole = site.operation.take()?;
    let (mut then, inner) = site.apart(|site| {
        let half = site.emit(name, &[source], Attributes::default(), open);
        let mut claims = extents_hold(site, half, open, &to)?;
        claims.extend(layout_holds(site, half, open, &to)?);
        let mut second = whole.clone();
        second.operands = vec![half];
        second.results = vec![site.new_value(&to)];
        let made = second.results[0];
        let Some(condition) = site.all_of(&claims) else {
            site.put(second);
            return Some(made);
        };
        site.operation = Some(second);
        let is_guarded = site.guard(condition, |site| Some(vec![site.nothing(&to)?]));
        let branch = site.operation.take()?;
        let made = *branch.results.first()?;
        site.put(branch);
        is_guarded.then_some(made)
    });
    let (mut otherwise, other) = site.apart(|site| site.nothing(&to));
    let (Some(inner), Some(other)) = (inner, other) else {
        site.operation = Some(whole);
        return None;
    };
    then.push(site.operation("scf.yield", &[inner], Attributes::default(), &[]));
    otherwise.push(site.operation("scf.yield", &[other], Attributes::default(), &[]));
    let mut branch = site.operation("scf.if", &[has_rank], Attributes::default(), &[]);
    branch.results = whole.results;
    let block = |operations| vec![crate::ir::Block { arguments: Vec::new(), operations }];
    branch.regions = vec![block(then), block(otherwise)];
    site.operation = Some(branch);
    Some(true)
}

/// The conditions that extents are those that the new type names.
fn extents_hold(site: &mut RepairSite<'_>, source: Value, from: &Type, to: &Type) -> Option<Vec<Value>> {
    let ((Type::Tensor(old, ..), Type::Tensor(new, ..))
    | (Type::Memref { shape: old, .. }, Type::Memref { shape: new, .. })) = (from, to)
    else {
        return Some(Vec::new());
    };
    let mut claims = Vec::new();
    for (place, (old, new)) in old.iter().zip(new).enumerate() {
        if let (None, Some(claimed)) = (old, new) {
            let extent = site.extent_of(source, place)?;
            let claimed = site.index((*claimed).into());
            claims.push(site.compare(Predicate::Equal, extent, claimed));
        }
    }
    Some(claims)
}

/// The conditions that strides and offset are those that the new type names.
fn layout_holds(site: &mut RepairSite<'_>, source: Value, from: &Type, to: &Type) -> Option<Vec<Value>> {
    let (Type::Memref { layout: old, shape, .. }, Type::Memref { layout: new, shape: claimed, .. }) =
        (from, to)
    else {
        return Some(Vec::new());
    };
    if old == new {
        return Some(Vec::new());
    }
    let rank = shape.len();
    let (claimed_offset, claimed_strides) = match new {
        MemrefLayout::Identity => {
            let mut strides = vec![Some(1_i64); rank];
            for place in (0..rank.saturating_sub(1)).rev() {
                let next = strides[place + 1].zip(claimed[place + 1]);
                strides[place] =
                    next.and_then(|(stride, extent)| stride.checked_mul(i64::try_from(extent).ok()?));
                strides[place]?;
            }
            (Some(0), strides)
        }
        MemrefLayout::Strided { offset, strides } => (*offset, strides.clone()),
        _ => return None,
    };
    let (known_offset, known_strides) = match old {
        MemrefLayout::Strided { offset, strides } => (*offset, strides.clone()),
        MemrefLayout::Identity => return Some(Vec::new()),
        _ => return None,
    };
    let parts = strided_metadata(site, source)?;
    let mut claims = Vec::new();
    let mut claim = |site: &mut RepairSite<'_>, known: Option<i64>, claimed: Option<i64>, part: Value| {
        if let (None, Some(claimed)) = (known, claimed) {
            let claimed = site.index(claimed.into());
            claims.push(site.compare(Predicate::Equal, part, claimed));
        }
    };
    claim(site, known_offset, claimed_offset, parts[1]);
    for place in 0..rank {
        claim(site, *known_strides.get(place)?, *claimed_strides.get(place)?, parts[2 + rank + place]);
    }
    Some(claims)
}

/// An expansion: the extents of each group multiply to the one that they come of.
pub fn expand(site: &mut RepairSite<'_>) -> Option<bool> {
    let source = site.operand(0)?;
    let result = *site.op().results.first()?;
    let to = site.ty(result);
    let Some(Attribute::List(groups)) = site.op().attribute("reassociation").cloned() else { return None };
    let shape = match &*to {
        Type::Tensor(shape, ..) | Type::Memref { shape, .. } => shape.clone(),
        _ => return None,
    };
    let mut is_changed = false;
    let given = match site.op().attribute("static_output_shape").cloned() {
        Some(Attribute::Ints(ty, mut numbers)) => {
            for (number, extent) in numbers.iter_mut().zip(&shape) {
                if let Some(extent) = extent.and_then(|extent| i64::try_from(extent).ok())
                    && ![DYNAMIC, extent].contains(number)
                {
                    (*number, is_changed) = (extent, true);
                }
            }
            set(site, "static_output_shape", Attribute::Ints(ty, numbers.clone()));
            Some(numbers)
        }
        _ => None,
    };
    let (mut next, mut claims) = (1, Vec::new());
    for (place, group) in groups.iter().enumerate() {
        let Attribute::List(group) = &**group else { return None };
        let places: Vec<usize> =
            group.iter().map(|place| usize::try_from(place.int()?).ok()).collect::<Option<_>>()?;
        let open = places.iter().filter(|place| shape.get(**place).copied().flatten().is_none()).count();
        let count = site.extent_of(source, place)?;
        if open == 0 && site.shape(source)?[place].is_some() {
            continue;
        }
        let mut extents = Vec::new();
        for at in &places {
            match (shape.get(*at)?, &given) {
                (Some(extent), _) => extents.push(site.index((*extent).into())),
                (None, Some(given)) if given.get(*at) == Some(&DYNAMIC) => {
                    extents.push(site.operand(next)?);
                    next += 1;
                }
                (None, Some(given)) => extents.push(site.index((*given.get(*at)?).into())),
                // Before version 20 the extent that is open is what the others leave.
                (None, None) => {}
            }
        }
        if extents.len() == places.len() {
            claims.push(multiply_to(site, &extents, count)?);
        } else {
            let product = product(site, &extents);
            let one = site.index(1);
            let divisor = site.binary("arith.maxsi", product, one);
            let rest = site.binary("arith.remui", count, divisor);
            let zero = site.index(0);
            claims.push(site.compare(Predicate::Equal, rest, zero));
        }
    }
    let Some(condition) = site.all_of(&claims) else { return Some(is_changed) };
    site.guard(condition, |site| Some(vec![site.nothing(&to)?])).then_some(true)
}

/// A reshape by a shape that is a value: it has as many elements as the source, and extents that the new type names.
pub fn reshape(site: &mut RepairSite<'_>) -> Option<bool> {
    let (source, wanted) = (site.operand(0)?, site.operand(1)?);
    let result = *site.op().results.first()?;
    let to = site.ty(result);
    let (Type::Tensor(shape, ..) | Type::Memref { shape, .. }) = &*to else { return None };
    let read = match &*site.ty(wanted) {
        Type::Tensor(..) => "tensor.extract",
        _ => "memref.load",
    };
    let (Type::Tensor(_, element, _) | Type::Memref { element, .. }) = &*site.ty(wanted) else { return None };
    let mut extents = Vec::new();
    for place in 0..shape.len() {
        let at = site.index(i128::try_from(place).ok()?);
        let number = site.emit(read, &[wanted, at], Attributes::default(), element);
        let is_index = matches!(&**element, Type::Index);
        extents.push(if is_index {
            number
        } else {
            site.emit("arith.index_cast", &[number], Attributes::default(), &index())
        });
    }
    let rooms = site.rooms(source)?;
    let rooms: Vec<Value> = rooms.into_iter().map(|room| site.room(room)).collect();
    let count = product(site, &rooms);
    let mut claims = vec![multiply_to(site, &extents, count)?];
    for (extent, claimed) in extents.iter().zip(shape) {
        if let Some(claimed) = claimed {
            let claimed = site.index((*claimed).into());
            claims.push(site.compare(Predicate::Equal, *extent, claimed));
        }
    }
    let condition = site.all_of(&claims)?;
    site.guard(condition, |site| Some(vec![site.nothing(&to)?])).then_some(true)
}

/// The condition that extents are at least zero and multiply to a number. None is greater than the number, or than one.
fn multiply_to(site: &mut RepairSite<'_>, extents: &[Value], count: Value) -> Option<Value> {
    let one = site.index(1);
    let most = site.binary("arith.maxsi", count, one);
    let mut conditions: Vec<Value> =
        extents.iter().map(|extent| site.compare(Predicate::UnsignedAtMost, *extent, most)).collect();
    let product = product(site, extents);
    conditions.push(site.compare(Predicate::Equal, product, count));
    site.all_of(&conditions)
}

/// A result whose static extents are claims about operands, by these extents of the result.
fn claimed_result(
    site: &mut RepairSite<'_>,
    extents: impl FnOnce(&mut RepairSite<'_>, &[crate::ir::Extent]) -> Option<Vec<(Value, Value)>>,
) -> Option<bool> {
    let result = *site.op().results.first()?;
    let to = site.ty(result);
    let Type::Tensor(shape, ..) = &*to else { return None };
    let pairs = extents(site, shape)?;
    let claims: Vec<Value> =
        pairs.into_iter().map(|(one, other)| site.compare(Predicate::Equal, one, other)).collect();
    let Some(condition) = site.all_of(&claims) else { return Some(false) };
    site.guard(condition, |site| Some(vec![site.nothing(&to)?])).then_some(true)
}

/// Padding that gives the static extents of the result.
pub fn padded(site: &mut RepairSite<'_>) -> Option<bool> {
    let is_changed = super::initialise::padding(site)?;
    let source = site.operand(0)?;
    let (Some(Attribute::Ints(_, low)), Some(Attribute::Ints(_, high))) =
        (site.op().attribute("static_low").cloned(), site.op().attribute("static_high").cloned())
    else {
        return None;
    };
    let is_claimed = claimed_result(site, |site, shape| {
        let mut next = 1;
        let mut values = |site: &mut RepairSite<'_>, numbers: &[i64]| -> Option<Vec<Value>> {
            let value = |number: &i64| {
                if *number == DYNAMIC {
                    next += 1;
                    site.operand(next - 1)
                } else {
                    Some(site.index((*number).into()))
                }
            };
            numbers.iter().map(value).collect()
        };
        let (lows, highs) = (values(site, &low)?, values(site, &high)?);
        let old = site.shape(source)?;
        let mut pairs = Vec::new();
        for (place, claimed) in shape.iter().enumerate() {
            let Some(claimed) = claimed else { continue };
            if old[place].is_some() && low[place] != DYNAMIC && high[place] != DYNAMIC {
                continue;
            }
            let extent = site.extent_of(source, place)?;
            let sum = site.binary("arith.addi", lows[place], extent);
            let sum = site.binary("arith.addi", sum, highs[place]);
            pairs.push((sum, site.index((*claimed).into())));
        }
        Some(pairs)
    })?;
    Some(is_changed | is_claimed)
}

/// Tensors that are joined: all extents but those of the dimension agree, also with those of the result.
pub fn joined(site: &mut RepairSite<'_>) -> Option<bool> {
    let joined = usize::try_from(site.op().attribute("dim")?.int()?).ok()?;
    let operands = site.op().operands.clone();
    claimed_result(site, |site, shape| {
        let mut pairs = Vec::new();
        for (place, claimed) in shape.iter().enumerate().filter(|(place, _)| *place != joined) {
            let all: Vec<_> =
                operands.iter().map(|one| site.shape(*one)?.get(place).copied()).collect::<Option<_>>()?;
            if all.iter().all(Option::is_some) {
                continue;
            }
            let first = match claimed {
                Some(claimed) => site.index((*claimed).into()),
                None => site.extent_of(operands[0], place)?,
            };
            for one in &operands {
                pairs.push((first, site.extent_of(*one, place)?));
            }
        }
        Some(pairs)
    })
}

/// A memref whose dimensions are collapsed: those of each group lie without gaps.
pub fn collapsed(site: &mut RepairSite<'_>) -> Option<bool> {
    let source = site.operand(0)?;
    let result = *site.op().results.first()?;
    let to = site.ty(result);
    let from = site.ty(source);
    let Type::Memref { shape, layout, .. } = &*from else { return None };
    let MemrefLayout::Strided { strides, .. } = layout else {
        return matches!(layout, MemrefLayout::Identity).then_some(false);
    };
    let Some(Attribute::List(groups)) = site.op().attribute("reassociation").cloned() else { return None };
    let rank = shape.len();
    let parts = strided_metadata(site, source)?;
    let mut claims = Vec::new();
    for group in &groups {
        let Attribute::List(group) = &**group else { return None };
        let places: Vec<usize> =
            group.iter().map(|place| usize::try_from(place.int()?).ok()).collect::<Option<_>>()?;
        for pair in places.windows(2) {
            let (outer, inner) = (pair[0], pair[1]);
            if strides[outer].is_some() && strides[inner].is_some() && shape[inner].is_some() {
                continue;
            }
            let row = site.binary("arith.muli", parts[2 + rank + inner], parts[2 + inner]);
            let follows = site.compare(Predicate::Equal, parts[2 + rank + outer], row);
            let one = site.index(1);
            let is_single = site.compare(Predicate::Equal, parts[2 + outer], one);
            claims.push(site.binary("arith.ori", follows, is_single));
        }
    }
    let Some(condition) = site.all_of(&claims) else { return Some(false) };
    site.guard(condition, |site| Some(vec![site.nothing(&to)?])).then_some(true)
}

/// The base, the offset, the sizes and the strides of a memref, behind each other.
fn strided_metadata(site: &mut RepairSite<'_>, source: Value) -> Option<Vec<Value>> {
    let ty = site.ty(source);
    let Type::Memref { shape, element, space, .. } = &*ty else { return None };
    let base = Rc::new(Type::Memref {
        shape: Vec::new(),
        element: Rc::clone(element),
        layout: MemrefLayout::Identity,
        space: space.clone(),
    });
    let mut types = vec![base, index()];
    types.extend(std::iter::repeat_n(index(), 2 * shape.len()));
    let parts = site.operation("memref.extract_strided_metadata", &[source], Attributes::default(), &types);
    Some(site.put(parts))
}
