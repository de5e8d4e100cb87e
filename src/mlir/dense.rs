//! Elements of constants, as bytes.

use super::context::text;
use super::neutral::Reader;
use super::symbols::RawAttribute;
use crate::ir::{Dense, Type};
use std::rc::Rc;

impl Reader<'_> {
    /// # Safety
    /// The attribute is a `DenseElementsAttr`.
    pub(super) unsafe fn dense(&mut self, raw: RawAttribute) -> Option<Dense> {
        let api = self.api();
        // SAFETY: as the caller promises; indices stay below the count.
        unsafe {
            let ty = (api.attribute_type)(raw);
            let whole = self.ty(ty);
            let element = (api.shaped_element)(ty);
            let element = text(|callback, out| (api.type_print)(element, callback, out));
            let extents = (0..(api.shaped_rank)(ty) as isize).map(|i| (api.shaped_extent)(ty, i) as usize);
            let count: usize = extents.product();
            let stored = if (api.dense_is_splat)(raw) { count.min(1) } else { count };
            if element == "i1" {
                let data = (0..stored as isize).map(|i| u8::from((api.dense_bool)(raw, i)));
                return Some(Dense { ty: whole, stride: 1, parts: 1, data: data.collect() });
            }
            let complex = element.strip_prefix("complex<").and_then(|part| part.strip_suffix('>'));
            let parts = if complex.is_some() { 2 } else { 1 };
            let stride = element_bits(complex.unwrap_or(&element))?.div_ceil(8);
            let data = if stored == 0 {
                Vec::new()
            } else {
                std::slice::from_raw_parts((api.dense_data)(raw).cast::<u8>(), stored * stride * parts)
                    .to_vec()
            };
            Some(Dense { ty: whole, stride, parts, data: data.into() })
        }
    }

    /// Elements that are zero but for some, all of them.
    ///
    /// # Safety
    /// The attribute is a `SparseElementsAttr`.
    pub(super) unsafe fn sparse(&mut self, raw: RawAttribute) -> Option<Dense> {
        let api = self.api();
        // SAFETY: as the caller promises; both parts are dense, places with one row of 64-bit numbers an element.
        let (ty, values, places, extents, whole) = unsafe {
            let ty = (api.attribute_type)(raw);
            let extents = (0..(api.shaped_rank)(ty) as isize).map(|i| (api.shaped_extent)(ty, i) as usize);
            let (values, places) = ((api.sparse_values)(raw), (api.sparse_indices)(raw));
            if !(api.attribute_is_dense)(values) || !(api.attribute_is_dense)(places) {
                return None;
            }
            let whole: Rc<Type> = self.ty(ty);
            (
                (api.attribute_type)(values),
                self.dense(values)?,
                self.dense(places)?,
                extents.collect::<Vec<_>>(),
                whole,
            )
        };
        // SAFETY: the type of dense elements is shaped.
        let count = unsafe { (api.shaped_extent)(ty, 0) } as usize;
        let size = values.stride * values.parts;
        let mut data = vec![0; extents.iter().product::<usize>() * size];
        let place = |index: usize| {
            let from = if places.data.len() == places.stride { 0 } else { index * places.stride };
            let word = places.data.get(from..from + 8)?.try_into().ok()?;
            usize::try_from(i64::from_le_bytes(word)).ok()
        };
        for element in 0..count {
            let mut flat = 0;
            for (dimension, extent) in extents.iter().enumerate() {
                flat = flat * extent + place(element * extents.len() + dimension)?;
            }
            let from = if values.data.len() == size { 0 } else { element * size };
            data.get_mut(flat * size..(flat + 1) * size)?
                .copy_from_slice(values.data.get(from..from + size)?);
        }
        Some(Dense { ty: whole, data: data.into(), ..values })
    }
}

/// True if a float type of this name has a byte or less.
pub(super) fn is_narrow(spelling: &str) -> bool {
    ["f8E", "f6E", "f4E"].iter().any(|prefix| spelling.starts_with(prefix))
}

/// Width of an element of a constant, as it is kept.
fn element_bits(spelling: &str) -> Option<usize> {
    match spelling {
        "index" => Some(64),
        "bf16" => Some(16),
        _ if is_narrow(spelling) => Some(8),
        _ => spelling.trim_start_matches(['i', 'u', 's', 'f']).parse().ok(),
    }
}
