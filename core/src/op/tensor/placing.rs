//! The ways in which operations on tensors are placed: elements, slices, shapes, padding.

use crate::grow::control::segments;
use crate::grow::types::{element, extents, index, is_number, rank, shape, tensor};
use crate::grow::window::{self, OPEN, WindowNumber, WindowNumbers, reassociation};
use crate::grow::{Growth, Kind, buffers, constant, draw, new_values};
use crate::ir::{Attribute, Extent, Type, Value};
use crate::observe::Element;
use std::rc::Rc;

/// True of tensors of numbers.
pub fn is_tensor(ty: &Type) -> bool {
    matches!(ty, Type::Tensor(_, element, None) if is_number(element))
}

/// A tensor type, some of whose extents are open.
fn some_type(growth: &mut Growth<'_>) -> Option<Rc<Type>> {
    let numbers = draw::number(growth, is_number)?;
    let rank = [1, 1, 2, 2, 3, 0][growth.choices.below(6)];
    let shape = draw::shape(growth, rank);
    Some(tensor(&shape, &numbers))
}

/// A tensor in reach that fits, or a new one.
fn some(growth: &mut Growth<'_>, fits: impl Fn(&Type) -> bool) -> Option<Value> {
    if let Some(found) = growth.find(|ty| is_tensor(ty) && fits(ty)) {
        return Some(found);
    }
    let ty = some_type(growth).filter(|ty| fits(ty))?;
    let made = new_values::value(growth, &ty);
    growth.reveal(made);
    Some(made)
}

/// Sizes for the extents of a type that are open.
fn sizes(growth: &mut Growth<'_>, ty: &Type) -> Vec<Value> {
    let open = shape(ty).unwrap_or_default().into_iter().filter(Option::is_none).count();
    (0..open).map(|_| new_values::extent(growth)).collect()
}

/// A tensor that holds a number everywhere.
pub fn splat(growth: &mut Growth<'_>) -> Option<()> {
    let ty = some_type(growth)?;
    let operands = [&[growth.value(&element(&ty))], &sizes(growth, &ty)[..]].concat();
    growth.one("tensor.splat", &operands, &ty, &[]);
    Some(())
}

/// A tensor whose elements follow from their indices.
pub fn generate(growth: &mut Growth<'_>) -> Option<()> {
    let ty = some_type(growth).filter(|ty| rank(ty) > 0)?;
    let (numbers, sizes) = (element(&ty), sizes(growth, &ty));
    let other = growth.value(&numbers);
    let body = growth.region(Kind::Plain, &vec![index(); rank(&ty)], |growth, at| {
        let at = at[growth.choices.below(at.len())];
        let made = match &*numbers {
            Type::Float(_) => other,
            _ => {
                let own = new_values::resized(growth, at, &numbers)?;
                growth.one("arith.addi", &[own, other], &numbers, &[])
            }
        };
        growth.end("tensor.yield", &[made], &[]);
        Some(())
    })?;
    growth.emit_with("tensor.generate", &sizes, &[ty], &[], vec![body]);
    Some(())
}

/// An element is read.
pub fn extract(growth: &mut Growth<'_>) -> Option<()> {
    let of = some(growth, |_| true)?;
    let at = buffers::indices(growth, of);
    let ty = element(&growth.ty(of));
    growth.one("tensor.extract", &[&[of], &at[..]].concat(), &ty, &[]);
    Some(())
}

/// An element is replaced.
pub fn insert(growth: &mut Growth<'_>) -> Option<()> {
    let of = some(growth, |_| true)?;
    let (at, ty) = (buffers::indices(growth, of), growth.ty(of));
    let value = growth.value(&element(&ty));
    growth.one("tensor.insert", &[&[value, of], &at[..]].concat(), &ty, &[]);
    Some(())
}

/// The extent of a dimension.
pub fn extent(growth: &mut Growth<'_>) -> Option<()> {
    let of = some(growth, |ty| rank(ty) > 0)?;
    let dimensions = rank(&growth.ty(of)) as u64;
    let dimension = new_values::below(growth, dimensions);
    growth.one("tensor.dim", &[of, dimension], &index(), &[]);
    Some(())
}

/// The number of dimensions.
pub fn rank_of(growth: &mut Growth<'_>) -> Option<()> {
    let of = some(growth, |_| true)?;
    growth.one("tensor.rank", &[of], &index(), &[]);
    Some(())
}

/// A type that knows less of a tensor.
pub fn cast(growth: &mut Growth<'_>) -> Option<()> {
    let of = some(growth, |ty| extents(ty).is_some_and(|extents| !extents.is_empty()))?;
    let ty = growth.ty(of);
    let less: Vec<Extent> =
        shape(&ty)?.into_iter().map(|extent| extent.filter(|_| growth.choices.coin())).collect();
    growth.one("tensor.cast", &[of], &tensor(&less, &element(&ty)), &[]);
    Some(())
}

/// A slice of a tensor, without its dimensions of one element now and then.
pub fn slice(growth: &mut Growth<'_>) -> Option<()> {
    let of = some(growth, |ty| rank(ty) > 0)?;
    let window = window::within(growth, of);
    let is_reduced = growth.choices.below(3) == 0;
    let made = tensor(&window.shape(&window.kept(is_reduced)), &element(&growth.ty(of)));
    let operands = [&[of], &window.operands()[..]].concat();
    growth.one("tensor.extract_slice", &operands, &made, &window.attributes(&[1]));
    Some(())
}

/// A slice of a tensor is replaced.
pub fn insert_slice(growth: &mut Growth<'_>) -> Option<()> {
    let into = some(growth, |ty| rank(ty) > 0)?;
    let ty = growth.ty(into);
    let window = window::within(growth, into);
    let is_reduced = growth.choices.below(3) == 0;
    let part = tensor(&window.shape(&window.kept(is_reduced)), &element(&ty));
    let from = match extents(&part) {
        Some(_) => growth.value(&part),
        None => {
            let open = |size: &WindowNumber| match size {
                WindowNumber::Open(value) => Some(*value),
                WindowNumber::Known(_) => None,
            };
            let sizes: Vec<Value> = window.sizes.iter().filter_map(open).collect();
            let number = growth.value(&element(&ty));
            growth.one("tensor.splat", &[&[number], &sizes[..]].concat(), &part, &[])
        }
    };
    let operands = [&[from, into], &window.operands()[..]].concat();
    growth.one("tensor.insert_slice", &operands, &ty, &window.attributes(&[1, 1]));
    Some(())
}

/// Elements are put in front of a tensor and behind it.
pub fn pad(growth: &mut Growth<'_>) -> Option<()> {
    let of = some(growth, |ty| rank(ty) > 0)?;
    let ty = growth.ty(of);
    let (mut padding, mut made) = (WindowNumbers::default(), Vec::new());
    for extent in shape(&ty)? {
        let number = |growth: &mut Growth<'_>| match draw::is_open(growth) {
            true => WindowNumber::Open(new_values::below(growth, 3)),
            false => WindowNumber::Known(growth.choices.below(3) as i64),
        };
        let (low, high) = (number(growth), number(growth));
        let more = low.known().zip(high.known()).map(|(low, high)| (low + high) as u64);
        made.push(extent.zip(more).map(|(extent, more)| extent + more));
        padding.offsets.push(low);
        padding.sizes.push(high);
    }
    let value = growth.value(&element(&ty));
    let body = growth.region(Kind::Plain, &vec![index(); made.len()], |growth, _| {
        growth.end("tensor.yield", &[value], &[]);
        Some(())
    })?;
    let numbers = |all: &[WindowNumber]| {
        let all = all.iter().map(|number| number.known().unwrap_or(OPEN)).collect();
        Attribute::array(Element::I64, all)
    };
    let open = |all: &[WindowNumber]| all.iter().filter(|number| number.known().is_none()).count();
    let attributes = [
        ("static_low", numbers(&padding.offsets)),
        ("static_high", numbers(&padding.sizes)),
        segments(&[1, open(&padding.offsets), open(&padding.sizes)]),
    ];
    let operands = [&[of], &padding.operands()[..]].concat();
    growth.emit_with("tensor.pad", &operands, &[tensor(&made, &element(&ty))], &attributes, vec![body]);
    Some(())
}

/// One dimension becomes two.
pub fn expand(growth: &mut Growth<'_>) -> Option<()> {
    let of = some(growth, |ty| shape(ty).is_some_and(|shape| shape.iter().any(Option::is_some)))?;
    let ty = growth.ty(of);
    let old = shape(&ty)?;
    let known: Vec<usize> = (0..old.len()).filter(|at| old[*at].is_some()).collect();
    let split = known[growth.choices.below(known.len())];
    let mut new = old.clone();
    new.splice(split..=split, draw::factors(growth, old[split]?, 2).into_iter().map(Some));
    let open: Vec<Value> =
        (0..old.len()).filter(|at| old[*at].is_none()).map(|at| buffers::extent(growth, of, at)).collect();
    let said = new.iter().map(|extent| extent.map_or(OPEN, |extent| extent as i64)).collect();
    let attributes =
        [reassociation(old.len(), split), ("static_output_shape", Attribute::array(Element::I64, said))];
    let operands = [&[of], &open[..]].concat();
    growth.one("tensor.expand_shape", &operands, &tensor(&new, &element(&ty)), &attributes);
    Some(())
}

/// Two dimensions become one.
pub fn collapse(growth: &mut Growth<'_>) -> Option<()> {
    let of = some(growth, |ty| rank(ty) > 1)?;
    let ty = growth.ty(of);
    let mut new = shape(&ty)?;
    let joined = growth.choices.below(new.len() - 1);
    let product = new[joined].zip(new[joined + 1]).map(|(outer, inner)| outer * inner);
    new.splice(joined..=joined + 1, [product]);
    let attributes = [reassociation(new.len(), joined)];
    growth.one("tensor.collapse_shape", &[of], &tensor(&new, &element(&ty)), &attributes);
    Some(())
}

/// A shape that is data.
pub fn reshape(growth: &mut Growth<'_>) -> Option<()> {
    let of = some(growth, |ty| extents(ty).is_some())?;
    let ty = growth.ty(of);
    let count = extents(&ty)?.iter().product::<u64>();
    let rank = 1 + growth.choices.below(3);
    let wanted = draw::factors(growth, count, rank);
    let numbers: Vec<Value> = wanted.iter().map(|extent| constant::index(growth, *extent)).collect();
    let held = tensor(&[Some(rank as u64)], &index());
    let numbers = growth.hidden("tensor.from_elements", &numbers, &held, &[]);
    let shown: Vec<Extent> =
        wanted.iter().map(|extent| if draw::is_open(growth) { None } else { Some(*extent) }).collect();
    growth.one("tensor.reshape", &[of, numbers], &tensor(&shown, &element(&ty)), &[]);
    Some(())
}

/// Tensors behind each other along one dimension.
pub fn concat(growth: &mut Growth<'_>) -> Option<()> {
    let first = some(growth, |ty| rank(ty) > 0)?;
    let ty = growth.ty(first);
    let whole = shape(&ty)?;
    let along = growth.choices.below(whole.len());
    let numbers = element(&ty);
    let (mut operands, mut sum) = (vec![first], whole[along]);
    for _ in 0..1 + growth.choices.below(2) {
        // Other dimensions are equal where they are known: an open one is that of the same tensor.
        let fits = |ty: &Type| {
            let of = |ty: &Type| shape(ty).filter(|shape| shape.len() == whole.len());
            let other = of(ty).filter(|_| is_tensor(ty) && element(&Rc::new(ty.clone())) == numbers);
            other.is_some_and(|other| {
                (0..whole.len()).all(|at| at == along || (other[at] == whole[at] && other[at].is_some()))
            })
        };
        let next = growth.find(fits).unwrap_or(first);
        sum = sum.zip(shape(&growth.ty(next))?[along]).map(|(sum, extent)| sum + extent);
        operands.push(next);
    }
    let mut made = whole.clone();
    made[along] = sum;
    // One that is put behind itself again and again grows without end.
    let known = made.iter().flatten().product::<u64>();
    (known <= 2 * growth.plan.elements).then_some(())?;
    let dimension = Attribute::of_int(Element::I64, along as i64);
    growth.one("tensor.concat", &operands, &tensor(&made, &numbers), &[("dim", dimension)]);
    Some(())
}
