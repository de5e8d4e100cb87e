//! The ways in which operations on memory are placed: buffers, accesses, copies, globals.

use crate::grow::buffers::{self, BufferKind, ElementOrder, is_whole};
use crate::grow::control::segments;
use crate::grow::types::{
    element, extents, index, integer, is_integer, is_number, is_row_major, memref, shape, tensor, width,
    with_layout,
};
use crate::grow::{Growth, Kind, KnownGlobal, ViewSource, constant, draw, new_values, whole};
use crate::ir::{Attribute, Type, Value};
use crate::observe::Element;
use std::rc::Rc;

/// True of memory whose elements are numbers.
pub fn is_memory(ty: &Type) -> bool {
    matches!(ty, Type::Memref { element, .. } if is_number(element))
}

fn allocated(growth: &mut Growth<'_>, kind: BufferKind) -> Option<()> {
    let ty = buffers::some_type(growth)?;
    let made = buffers::buffer(growth, &ty, kind);
    growth.reveal(made);
    Some(())
}

/// A buffer on the heap, freed where its scope ends.
pub fn on_heap(growth: &mut Growth<'_>) -> Option<()> {
    allocated(growth, BufferKind::Heap)
}

/// A buffer on the stack, in loops as well.
pub fn on_stack(growth: &mut Growth<'_>) -> Option<()> {
    allocated(growth, BufferKind::Stack)
}

/// A scope of the stack, out of which values are handed. Its lowering splits the block that it stands in.
pub fn scope(growth: &mut Growth<'_>) -> Option<()> {
    // The branch that takes an index out has an operand of a type that llvm does not have, which is invalid IR.
    let carried: Vec<Value> =
        growth.carried(2, false).into_iter().filter(|value| *growth.ty(*value) != Type::Index).collect();
    let types = growth.types(&carried);
    let body = growth.region(Kind::Plain, &[], |growth, _| {
        growth.body();
        let values = growth.inner_values(&types);
        growth.end("memref.alloca_scope.return", &values, &[]);
        Some(())
    })?;
    growth.emit_with("memref.alloca_scope", &[], &types, &[], vec![body]);
    Some(())
}

/// A buffer of one dimension that is allocated again with another size. One that grows is filled again, so that each element is known.
pub fn again(growth: &mut Growth<'_>) -> Option<()> {
    let element = draw::stored(growth)?;
    let old = 1 + growth.choices.below(6) as u64;
    let from = buffers::filled(growth, &memref(&[Some(old)], &element), BufferKind::Heap);
    // A smaller size that is known becomes invalid IR in expand-realloc (docs/known/realloc-to-less.mlir).
    let made = match draw::is_open(growth) {
        true => {
            let size = new_values::one_to(growth, old);
            growth.hidden("memref.realloc", &[from, size], &memref(&[None], &element), &[])
        }
        false => {
            let new = memref(&[Some(old + growth.choices.below(3) as u64)], &element);
            let made = growth.hidden("memref.realloc", &[from], &new, &[]);
            let all = buffers::data(growth, &extents(&new)?, &element);
            growth.emit("memref.copy", &[all, made], &[], &[]);
            made
        }
    };
    growth.ends_with("memref.dealloc", made);
    growth.reveal(made);
    Some(())
}

/// An element is read.
pub fn load(growth: &mut Growth<'_>) -> Option<()> {
    let from = buffers::some(growth, is_memory)?;
    let at = buffers::indices(growth, from);
    let ty = element(&growth.ty(from));
    growth.one("memref.load", &[&[from], &at[..]].concat(), &ty, &[]);
    Some(())
}

/// An element is written.
pub fn store(growth: &mut Growth<'_>) -> Option<()> {
    let to = buffers::writable(growth, is_memory)?;
    let at = buffers::indices(growth, to);
    let ty = element(&growth.ty(to));
    let value = growth.value(&ty);
    growth.emit("memref.store", &[&[value, to], &at[..]].concat(), &[], &[]);
    Some(())
}

/// An element is fetched ahead, which changes nothing.
pub fn prefetch(growth: &mut Growth<'_>) -> Option<()> {
    let from = buffers::some(growth, is_memory)?;
    let at = buffers::indices(growth, from);
    let attributes = [
        ("isWrite", Attribute::flag(growth.choices.coin())),
        ("localityHint", Attribute::of_int(Element::I32, growth.choices.below(4) as i64)),
        ("isDataCache", Attribute::flag(true)),
    ];
    growth.emit("memref.prefetch", &[&[from], &at[..]].concat(), &[], &attributes);
    Some(())
}

/// All elements go to memory of the same shape: another buffer in reach, or a new one.
pub fn copy(growth: &mut Growth<'_>) -> Option<()> {
    let from = buffers::some(growth, is_memory)?;
    let ty = growth.ty(from);
    let (wanted, numbers) = (shape(&ty)?, element(&ty));
    let alike = |other: &Type| {
        let other_numbers = matches!(other, Type::Memref { element, .. } if *element == numbers);
        other_numbers && extents(other).is_some() && shape(other).as_ref() == Some(&wanted)
    };
    if growth.choices.coin()
        && let Some(to) = growth.find_writable(alike).filter(|to| growth.source(*to) != growth.source(from))
    {
        growth.emit("memref.copy", &[from, to], &[], &[]);
        return Some(());
    }
    let sizes: Vec<_> = (0..wanted.len())
        .filter(|at| wanted[*at].is_none())
        .map(|at| buffers::extent(growth, from, at))
        .collect();
    let sizes_of = segments(&[sizes.len(), 0]);
    let to = growth.hidden("memref.alloc", &sizes, &memref(&wanted, &numbers), &[sizes_of]);
    growth.emit("memref.copy", &[from, to], &[], &[]);
    growth.ends_with("memref.dealloc", to);
    growth.reveal(to);
    Some(())
}

/// The extent of a dimension, which no pass can fold where it is open.
pub fn extent(growth: &mut Growth<'_>) -> Option<()> {
    let is_open = growth.choices.below(4) > 0;
    let fits = |ty: &Type| matches!(ty, Type::Memref { shape, .. } if !shape.is_empty() && (!is_open || shape.contains(&None)));
    let of = buffers::some(growth, fits)?;
    let rank = shape(&growth.ty(of))?.len() as u64;
    let dimension = new_values::below(growth, rank);
    growth.one("memref.dim", &[of, dimension], &index(), &[]);
    Some(())
}

/// The number of dimensions.
pub fn rank(growth: &mut Growth<'_>) -> Option<()> {
    let of = buffers::some(growth, is_memory)?;
    growth.one("memref.rank", &[of], &index(), &[]);
    Some(())
}

/// A global.
pub fn global(growth: &mut Growth<'_>) -> Option<()> {
    buffers::global(growth).map(|_| ())
}

/// The base, the offset, the extents and the strides.
pub fn metadata(growth: &mut Growth<'_>) -> Option<()> {
    let of = growth.find(is_memory)?;
    let ty = growth.ty(of);
    let (base, rank) = (memref(&[], &element(&ty)), shape(&ty)?.len());
    let results = [&[base], &vec![index(); 1 + 2 * rank][..]].concat();
    let made = growth.emit("memref.extract_strided_metadata", &[of], &results, &[]);
    let source = growth.source(of);
    growth.is_view(made[0], source);
    Some(())
}

/// An alignment that memory has at any element.
pub fn aligned(growth: &mut Growth<'_>) -> Option<()> {
    let of = growth.find(is_memory)?;
    let ty = growth.ty(of);
    let bytes = width(&element(&ty)) / 8;
    let alignment = Attribute::of_int(Element::I32, bytes.into());
    let made = growth.hidden("memref.assume_alignment", &[of], &ty, &[("alignment", alignment)]);
    buffers::reveal_view(growth, made, of);
    Some(())
}

/// Two buffers that have nothing in common.
pub fn distinct(growth: &mut Growth<'_>) -> Option<()> {
    let is_own = |growth: &Growth<'_>, of| matches!(growth.source(of), ViewSource::Of(_));
    let one = buffers::some(growth, is_memory).filter(|one| is_own(growth, *one))?;
    let source = growth.source(one);
    let found = growth.find_known(|growth, value| {
        is_memory(&growth.ty(value)) && is_own(growth, value) && growth.source(value) != source
    });
    let other = found.or_else(|| buffers::new(growth, is_memory))?;
    let types = growth.types(&[one, other]);
    let made = growth.emit("memref.distinct_objects", &[one, other], &types, &[]);
    for (made, of) in made.into_iter().zip([one, other]) {
        let source = growth.source(of);
        growth.is_view(made, source);
    }
    Some(())
}

/// The number of the kind that adds integers, in every version.
const ADD: i64 = 1;

/// A number is added to an element, and the old element given.
pub fn atomic(growth: &mut Growth<'_>) -> Option<()> {
    let fits = |ty: &Type| matches!(ty, Type::Memref { element, .. } if is_integer(element));
    let to = buffers::writable(growth, fits)?;
    let at = buffers::indices(growth, to);
    let ty = element(&growth.ty(to));
    let value = growth.value(&ty);
    let kind = Attribute::of_int(Element::I64, ADD);
    growth.one("memref.atomic_rmw", &[&[value, to], &at[..]].concat(), &ty, &[("kind", kind)]);
    Some(())
}

/// An element is replaced by what a region makes of it, and the old element given. Its lowering splits the block that it stands in.
pub fn any_atomic(growth: &mut Growth<'_>) -> Option<()> {
    let fits = |ty: &Type| matches!(ty, Type::Memref { element, .. } if is_integer(element));
    let to = buffers::writable(growth, fits)?;
    let at = buffers::indices(growth, to);
    let ty = element(&growth.ty(to));
    let other = growth.value(&ty);
    let how = ["arith.muli", "arith.xori", "arith.subi", "arith.maxsi"][growth.choices.below(4)];
    let body = growth.region(Kind::Plain, std::slice::from_ref(&ty), |growth, old| {
        let made = growth.one(how, &[old[0], other], &ty, &[]);
        growth.end("memref.atomic_yield", &[made], &[]);
        Some(())
    })?;
    let operands = [&[to], &at[..]].concat();
    growth.emit_with("memref.generic_atomic_rmw", &operands, &[ty], &[], vec![body]);
    Some(())
}

/// Bytes of a buffer, from a shift on, as elements that lie row-major.
pub fn bytes(growth: &mut Growth<'_>) -> Option<()> {
    let number = draw::number(growth, |ty| {
        *ty == Type::Index || is_integer(ty) && matches!(width(ty), 8 | 16 | 32 | 64)
    })?;
    let size = u64::from(width(&number) / 8);
    let rank = 1 + growth.choices.below(2);
    let wanted = draw::extents(growth, rank);
    let count = wanted.iter().product::<u64>();
    let shift = growth.choices.below(3) as u64 * size;
    let ty = memref(&[Some(count * size + shift)], &integer(8));
    let buffer = buffers::buffer(growth, &ty, BufferKind::Heap);
    growth.reveal(buffer);
    let shift = if growth.choices.coin() {
        constant::index(growth, shift)
    } else {
        let steps = new_values::below(growth, shift / size + 1);
        let by = constant::index(growth, size);
        whole::multiply(growth, steps, by)
    };
    let open: Vec<bool> = wanted.iter().map(|_| draw::is_open(growth)).collect();
    let sizes: Vec<_> = wanted
        .iter()
        .zip(&open)
        .filter(|(_, open)| **open)
        .map(|(most, _)| new_values::one_to(growth, *most))
        .collect();
    let shown: Vec<_> = wanted.iter().zip(&open).map(|(extent, open)| (!open).then_some(*extent)).collect();
    let made =
        growth.hidden("memref.view", &[&[buffer, shift], &sizes[..]].concat(), &memref(&shown, &number), &[]);
    buffers::reveal_view(growth, made, buffer);
    Some(())
}

/// The shape of a whole buffer as data: the shape is read from memory.
pub fn reshape(growth: &mut Growth<'_>) -> Option<()> {
    let of = buffers::some(growth, is_whole)?;
    let ty = growth.ty(of);
    let count = extents(&ty)?.iter().product::<u64>();
    let rank = 1 + growth.choices.below(3);
    let wanted = draw::factors(growth, count, rank);
    let held = memref(&[Some(rank as u64)], &index());
    let global = KnownGlobal { name: growth.symbol("shape"), ty: held, constant: growth.choices.coin() };
    let numbers: Vec<u128> = wanted.iter().map(|extent| u128::from(*extent)).collect();
    let value = constant::literal(&tensor(&[Some(rank as u64)], &index()), &numbers);
    buffers::add_global(growth, &global, value);
    let numbers = buffers::got(growth, &global);
    let shown: Vec<_> =
        wanted.iter().map(|extent| if draw::is_open(growth) { None } else { Some(*extent) }).collect();
    let made = growth.hidden("memref.reshape", &[of, numbers], &memref(&shown, &element(&ty)), &[]);
    buffers::reveal_view(growth, made, of);
    Some(())
}

/// A type that knows less of a memref, by way of one that knows nothing of its rank now and then.
pub fn cast(growth: &mut Growth<'_>) -> Option<()> {
    let of = buffers::some(growth, is_memory)?;
    let ty = growth.ty(of);
    let less: Vec<_> =
        shape(&ty)?.into_iter().map(|extent| extent.filter(|_| growth.choices.coin())).collect();
    let layout = ElementOrder::of(&ty);
    let strides = layout.strides.iter().map(|stride| stride.filter(|_| growth.choices.coin())).collect();
    let forgets = growth.choices.coin() || !is_row_major(&ty);
    let weaker = ElementOrder { offset: layout.offset.filter(|_| growth.choices.coin()), strides };
    let made_type = match forgets {
        true => with_layout(&less, &element(&ty), weaker.strided()),
        // The strides of a row-major memref follow from its extents.
        false => memref(&less, &element(&ty)),
    };
    if made_type == ty {
        return None;
    }
    let from = match growth.choices.below(3) {
        0 => {
            let any = Rc::new(Type::UnrankedMemref(element(&ty), None));
            growth.hidden("memref.cast", &[of], &any, &[])
        }
        _ => of,
    };
    let made = growth.hidden("memref.cast", &[from], &made_type, &[]);
    buffers::reveal_view(growth, made, of);
    Some(())
}
