//! Buffers that hold drawn elements, globals, extents, and indices within them.

use super::constant::{self, literal};
use super::types::{self, index, is_row_major, memref};
use super::{Growth, KnownGlobal, ViewSource, draw, new_values};
use crate::ir::{Attribute, Extent, MemrefLayout, Type, Value};
use crate::observe::Element;
use std::rc::Rc;

/// The kind of memory that a buffer is of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BufferKind {
    /// On the heap; the scope that makes it frees it.
    Heap,
    /// On the stack.
    Stack,
}

/// A type of memory, whose elements lie row-major.
pub fn some_type(growth: &mut Growth<'_>) -> Option<Rc<Type>> {
    let element = draw::stored(growth)?;
    let rank = [1, 1, 2, 2, 3, 0][growth.choices.below(6)];
    let shape = draw::shape(growth, rank);
    Some(memref(&shape, &element))
}

/// A new buffer of this type, whose elements lie row-major, that holds drawn elements. It is not in reach yet.
pub fn buffer(growth: &mut Growth<'_>, ty: &Rc<Type>, kind: BufferKind) -> Value {
    let made = filled(growth, ty, kind);
    if kind == BufferKind::Heap {
        growth.ends_with("memref.dealloc", made);
    }
    made
}

/// As [`buffer`], for one that is freed in another way than with its scope.
pub fn filled(growth: &mut Growth<'_>, ty: &Rc<Type>, kind: BufferKind) -> Value {
    let shape = types::shape(ty).unwrap_or_default();
    let element = types::element(ty);
    let most = draw::extents(growth, shape.len());
    let whole: Vec<u64> = shape.iter().zip(&most).map(|(extent, most)| extent.unwrap_or(*most)).collect();
    let open: Vec<u64> =
        shape.iter().zip(&whole).filter(|(extent, _)| extent.is_none()).map(|(_, most)| *most).collect();
    let sizes: Vec<Value> = open.into_iter().map(|most| new_values::one_to(growth, most)).collect();
    let from = data(growth, &whole, &element);
    let from = if sizes.is_empty() { from } else { front(growth, from, &shape, &sizes) };
    let segments = Attribute::array(Element::I32, vec![sizes.len() as i64, 0]);
    let name = if kind == BufferKind::Stack { "memref.alloca" } else { "memref.alloc" };
    let made = growth.hidden(name, &sizes, ty, &[("operandSegmentSizes", segments)]);
    growth.emit("memref.copy", &[from, made], &[], &[]);
    made
}

/// A global that holds drawn elements, for a buffer to begin with.
pub fn data(growth: &mut Growth<'_>, extents: &[u64], element: &Rc<Type>) -> Value {
    let shape: Vec<Extent> = extents.iter().copied().map(Some).collect();
    let global = KnownGlobal { name: growth.symbol("data"), ty: memref(&shape, element), constant: false };
    let value = elements(growth, extents, element);
    add_global(growth, &global, value);
    got(growth, &global)
}

/// A global, as a value that is not in reach yet.
pub fn got(growth: &mut Growth<'_>, global: &KnownGlobal) -> Value {
    growth.hidden("memref.get_global", &[], &global.ty, &[("name", Attribute::symbol(&global.name))])
}

/// Drawn elements, as many as these extents have, or the same everywhere.
pub fn elements(growth: &mut Growth<'_>, extents: &[u64], element: &Rc<Type>) -> Attribute {
    let count = if growth.choices.coin() { extents.iter().product::<u64>() as usize } else { 1 };
    let bits: Vec<u128> = (0..count).map(|_| constant::bits(growth, element)).collect();
    let shape: Vec<Extent> = extents.iter().copied().map(Some).collect();
    literal(&types::tensor(&shape, element), &bits)
}

/// The window of a memref from its first element on, with these sizes where the extents are open.
fn front(growth: &mut Growth<'_>, from: Value, shape: &[Extent], sizes: &[Value]) -> Value {
    let layout = ElementOrder::of(&growth.ty(from));
    let ty = types::with_layout(shape, &types::element(&growth.ty(from)), layout.strided());
    let rank = shape.len();
    let extents = shape.iter().map(|extent| extent.map_or(i64::MIN, |extent| extent as i64)).collect();
    let attributes = [
        ("static_offsets", Attribute::array(Element::I64, vec![0; rank])),
        ("static_sizes", Attribute::array(Element::I64, extents)),
        ("static_strides", Attribute::array(Element::I64, vec![1; rank])),
        super::control::segments(&[1, 0, sizes.len(), 0]),
    ];
    growth.hidden("memref.subview", &[&[from], sizes].concat(), &ty, &attributes)
}

/// A memref in reach that fits, or a new buffer of a type that does.
pub fn some(growth: &mut Growth<'_>, fits: impl Fn(&Type) -> bool) -> Option<Value> {
    let found = growth.find(&fits);
    found.or_else(|| new(growth, fits))
}

/// As [`some`], of memory that may be written here.
pub fn writable(growth: &mut Growth<'_>, fits: impl Fn(&Type) -> bool) -> Option<Value> {
    let found = growth.find_writable(&fits);
    found.or_else(|| new(growth, fits))
}

/// A new buffer of a type that fits, if one comes up.
pub fn new(growth: &mut Growth<'_>, fits: impl Fn(&Type) -> bool) -> Option<Value> {
    let ty = (0..TRIES).find_map(|_| some_type(growth).filter(|ty| fits(ty)))?;
    let kind = if growth.choices.coin() { BufferKind::Heap } else { BufferKind::Stack };
    let made = buffer(growth, &ty, kind);
    growth.reveal(made);
    Some(made)
}

/// Types that are drawn for a new buffer, at most.
const TRIES: usize = 4;

/// A global of a memref type: passes must take it for one that changes, unless it is a constant.
pub fn add_global(growth: &mut Growth<'_>, global: &KnownGlobal, value: Attribute) {
    let mut attributes = vec![
        ("sym_name", Attribute::Text(global.name.as_str().into())),
        ("type", Attribute::Type(Rc::clone(&global.ty))),
        ("initial_value", value),
    ];
    if global.constant {
        attributes.push(("constant", Attribute::Unit));
    }
    growth.add_to_module("memref.global", &attributes, Vec::new());
}

/// The extent of a dimension of a memref or tensor, as a value.
pub fn extent(growth: &mut Growth<'_>, of: Value, dimension: usize) -> Value {
    let ty = growth.ty(of);
    match types::shape(&ty).and_then(|shape| shape.get(dimension).copied().flatten()) {
        Some(extent) => constant::index(growth, extent),
        None => {
            let name = if matches!(&*ty, Type::Tensor(..)) { "tensor.dim" } else { "memref.dim" };
            let dimension = constant::index(growth, dimension as u64);
            growth.hidden(name, &[of, dimension], &index(), &[])
        }
    }
}

/// Indices of an element of a memref or tensor.
pub fn indices(growth: &mut Growth<'_>, of: Value) -> Vec<Value> {
    let shape = types::shape(&growth.ty(of)).unwrap_or_default();
    let at = |growth: &mut Growth<'_>, (dimension, known): (usize, &Extent)| match known {
        Some(known) => new_values::below(growth, *known),
        None => {
            let extent = extent(growth, of, dimension);
            new_values::below_value(growth, extent)
        }
    };
    shape.iter().enumerate().map(|each| at(growth, each)).collect()
}

/// The facts about the places of elements that a type has.
#[derive(Clone, Debug, PartialEq)]
pub struct ElementOrder {
    /// Elements before the first one; none where that is open.
    pub offset: Option<i64>,
    /// Elements from one index to the next, by dimension; none where that is open.
    pub strides: Vec<Option<i64>>,
}

impl ElementOrder {
    /// That of a memref type.
    pub fn of(ty: &Type) -> ElementOrder {
        match ty {
            Type::Memref { layout: MemrefLayout::Strided { offset, strides }, .. } => {
                ElementOrder { offset: *offset, strides: strides.clone() }
            }
            _ => {
                let shape = types::shape(ty).unwrap_or_default();
                let mut strides = vec![Some(1); shape.len()];
                for at in (1..shape.len()).rev() {
                    let inner = shape[at].map(|extent| extent as i64);
                    strides[at - 1] = strides[at].zip(inner).map(|(stride, extent)| stride * extent);
                }
                ElementOrder { offset: Some(0), strides }
            }
        }
    }

    /// It as the attribute of a type.
    pub fn strided(&self) -> MemrefLayout {
        MemrefLayout::Strided { offset: self.offset, strides: self.strides.clone() }
    }
}

/// A memref type of known extents whose elements lie row-major.
pub fn is_whole(ty: &Type) -> bool {
    is_row_major(ty) && types::extents(ty).is_some()
}

/// Marks a value as a view of what another one is a view of, and puts it into reach.
pub fn reveal_view(growth: &mut Growth<'_>, value: Value, of: Value) {
    let source = growth.source(of);
    growth.is_view(value, source);
    growth.reveal(value);
}

/// A global: one that was taken before, or a new one.
pub fn global(growth: &mut Growth<'_>) -> Option<Value> {
    let again = if growth.choices.coin() { growth.known_global() } else { None };
    let global = match again {
        Some(global) => global,
        None => {
            let constant = growth.choices.below(4) == 0;
            let drawn = some_type(growth)?;
            let (shape, element) = (types::shape(&drawn)?, types::element(&drawn));
            let extents: Vec<u64> = shape.iter().map(|extent| extent.unwrap_or(3)).collect();
            let ty = memref(&extents.iter().copied().map(Some).collect::<Vec<_>>(), &element);
            let global = KnownGlobal { name: growth.symbol("global"), ty, constant };
            let value = elements(growth, &extents, &element);
            add_global(growth, &global, value);
            growth.know_global(global.clone());
            global
        }
    };
    let made = got(growth, &global);
    growth.is_view(made, if global.constant { ViewSource::Constant } else { ViewSource::Global });
    growth.reveal(made);
    Some(made)
}
