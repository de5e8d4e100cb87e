//! The ways in which views of memory are placed: windows, other shapes, other orders of dimensions, descriptors made by hand.

use super::placing::is_memory;
use crate::grow::buffers::{self, ElementOrder, is_whole};
use crate::grow::types::{element, extents, is_row_major, memref, rank, shape, with_layout};
use crate::grow::window::{self, OPEN, WindowNumber, WindowNumbers, reassociation};
use crate::grow::{Growth, ViewSource, draw, new_values};
use crate::ir::{Attribute, Expression, Extent, Map, Type};
use crate::observe::Element;

/// A window, without its dimensions of one element now and then.
pub fn subview(growth: &mut Growth<'_>) -> Option<()> {
    let of = buffers::some(growth, |ty| is_memory(ty) && shape(ty).is_some_and(|shape| !shape.is_empty()))?;
    let ty = growth.ty(of);
    let window = window::within(growth, of);
    let from = ElementOrder::of(&ty);
    // Nothing times an open stride is nothing.
    let product = |(number, stride): (&WindowNumber, &Option<i64>)| match (number.known(), *stride) {
        (Some(0), _) | (_, Some(0)) => Some(0),
        (number, stride) => number.zip(stride).map(|(number, stride)| number * stride),
    };
    let ahead: Option<i64> = window.offsets.iter().zip(&from.strides).map(product).sum();
    let offset = from.offset.zip(ahead).map(|(before, ahead)| before + ahead);
    let strides: Vec<Option<i64>> = window.strides.iter().zip(&from.strides).map(product).collect();
    let is_reduced = growth.choices.below(3) == 0;
    let kept = window.kept(is_reduced);
    let layout = ElementOrder { offset, strides: kept.iter().map(|at| strides[*at]).collect() };
    let result = with_layout(&window.shape(&kept), &element(&ty), layout.strided());
    let operands = [&[of], &window.operands()[..]].concat();
    let made = growth.hidden("memref.subview", &operands, &result, &window.attributes(&[1]));
    buffers::reveal_view(growth, made, of);
    Some(())
}

/// A descriptor made by hand, which stays within the buffer.
pub fn reinterpreted(growth: &mut Growth<'_>) -> Option<()> {
    let of = growth.find(is_whole)?;
    if growth.source(of) != ViewSource::Of(of) {
        return None;
    }
    let ty = growth.ty(of);
    let mut room = extents(&ty)?.iter().product::<u64>();
    let mut window = WindowNumbers::default();
    for _ in 0..1 + growth.choices.below(2) {
        let stride = 1 + growth.choices.below(3) as u64;
        // The last element has to be inside.
        let size = (1 + growth.choices.below(3) as u64).min(1 + (room - 1) / stride);
        room -= (size - 1) * stride;
        let size = match draw::is_open(growth) {
            true => WindowNumber::Open(new_values::one_to(growth, size)),
            false => WindowNumber::Known(size as i64),
        };
        window.sizes.push(size);
        window.strides.push(WindowNumber::Known(stride as i64));
    }
    window.offsets.push(match draw::is_open(growth) {
        true => WindowNumber::Open(new_values::below(growth, room)),
        false => WindowNumber::Known(growth.choices.below(room as usize) as i64),
    });
    let strides = window.strides.iter().map(|stride| stride.known()).collect();
    let layout = ElementOrder { offset: window.offsets[0].known(), strides };
    let result = with_layout(&window.shape(&window.kept(false)), &element(&ty), layout.strided());
    let operands = [&[of], &window.operands()[..]].concat();
    let made = growth.hidden("memref.reinterpret_cast", &operands, &result, &window.attributes(&[1]));
    buffers::reveal_view(growth, made, of);
    Some(())
}

/// One dimension becomes two.
pub fn expanded(growth: &mut Growth<'_>) -> Option<()> {
    let fits = |ty: &Type| is_memory(ty) && shape(ty).is_some_and(|shape| shape.iter().any(Option::is_some));
    let of = buffers::some(growth, fits)?;
    let ty = growth.ty(of);
    let old = shape(&ty)?;
    let known: Vec<usize> = (0..old.len()).filter(|at| old[*at].is_some()).collect();
    let split = known[growth.choices.below(known.len())];
    let parts = draw::factors(growth, old[split]?, 2);
    let mut new = old.clone();
    new.splice(split..=split, parts.iter().copied().map(Some));
    let layout = ElementOrder::of(&ty);
    // Versions differ in the type of the result where a strided layout is the row-major one.
    if !is_row_major(&ty) && layout == ElementOrder::of(&memref(&old, &element(&ty))) {
        return None;
    }
    let mut strides = layout.strides.clone();
    let outer = layout.strides[split].map(|stride| stride * parts[1] as i64);
    strides.insert(split, outer);
    let result = match is_row_major(&ty) {
        true => memref(&new, &element(&ty)),
        false => with_layout(&new, &element(&ty), ElementOrder { offset: layout.offset, strides }.strided()),
    };
    let open: Vec<_> =
        (0..old.len()).filter(|at| old[*at].is_none()).map(|at| buffers::extent(growth, of, at)).collect();
    let static_shape = new.iter().map(|extent| extent.map_or(OPEN, |extent| extent as i64)).collect();
    let attributes = [
        reassociation(old.len(), split),
        ("static_output_shape", Attribute::array(Element::I64, static_shape)),
    ];
    let made = growth.hidden("memref.expand_shape", &[&[of], &open[..]].concat(), &result, &attributes);
    buffers::reveal_view(growth, made, of);
    Some(())
}

/// Neighbouring dimensions of a row-major memref become one.
pub fn collapsed(growth: &mut Growth<'_>) -> Option<()> {
    let of = buffers::some(growth, |ty| is_row_major(ty) && rank(ty) > 1)?;
    let ty = growth.ty(of);
    let old = shape(&ty)?;
    let joined = growth.choices.below(old.len() - 1);
    let product: Extent = old[joined].zip(old[joined + 1]).map(|(outer, inner)| outer * inner);
    let mut new = old.clone();
    new.splice(joined..=joined + 1, [product]);
    let attributes = [reassociation(new.len(), joined)];
    let made = growth.hidden("memref.collapse_shape", &[of], &memref(&new, &element(&ty)), &attributes);
    buffers::reveal_view(growth, made, of);
    Some(())
}

/// Another order of the dimensions.
pub fn transposed(growth: &mut Growth<'_>) -> Option<()> {
    let of = buffers::some(growth, |ty| is_memory(ty) && rank(ty) > 1)?;
    let ty = growth.ty(of);
    let old = shape(&ty)?;
    let order = draw::order(growth, old.len());
    let layout = ElementOrder::of(&ty);
    let strides = order.iter().map(|at| layout.strides[*at]).collect();
    let layout = ElementOrder { offset: layout.offset, strides };
    let new: Vec<Extent> = order.iter().map(|at| old[*at]).collect();
    let results = order.iter().map(|at| Expression::Dimension(*at as u32)).collect();
    let map = Map { dimensions: old.len() as u32, symbols: 0, results };
    let result = with_layout(&new, &element(&ty), layout.strided());
    let made = growth.hidden("memref.transpose", &[of], &result, &[("permutation", Attribute::Map(map))]);
    buffers::reveal_view(growth, made, of);
    Some(())
}
