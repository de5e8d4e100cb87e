//! Constant tensors of a program, as the semantics hold them.

use super::context::text;
use super::read::Reader;
use super::symbols::{RawAttribute, RawType};
use super::{Context, Type};
use crate::observe::Element;
use crate::semantics::shape::{count, strides};
use crate::semantics::tensor::{mask, sign_extended, wrapped};
use crate::semantics::{Data, Float, Format, Tensor};
use std::collections::HashMap;

impl Reader<'_> {
    /// The constant an attribute holds; none where it is no constant whose type lowdiff knows.
    pub(super) fn constant(&self, attribute: RawAttribute) -> Option<Tensor> {
        let api = &self.context.library.symbols;
        // SAFETY: attributes live as long as their context; each accessor is called on the kind it is for.
        unsafe {
            let ty = (api.attribute_type)(attribute);
            if (api.attribute_is_dense)(attribute) {
                let (shape, element) = static_shape(self.context, ty)?;
                return Some(self.dense(attribute, shape, element));
            }
            if (api.attribute_is_resource)(attribute) {
                let (shape, element) = static_shape(self.context, ty)?;
                let printed = text(|callback, out| (api.attribute_print)(attribute, callback, out));
                let (key, _) = printed.strip_prefix("dense_resource<")?.rsplit_once("> : ")?;
                let resources = self.resources.get_or_init(|| resources(&self.module.to_string()));
                return from_bytes(resources.get(key)?, shape, element, false);
            }
            if (api.attribute_is_sparse)(attribute) {
                let (shape, element) = static_shape(self.context, ty)?;
                let indices = self.constant((api.sparse_indices)(attribute))?;
                let values = self.constant((api.sparse_values)(attribute))?;
                return scattered(shape, element, indices.as_ints().ok()?, &values);
            }
        }
        None
    }

    /// # Safety
    /// The attribute is a `DenseElementsAttr` of this shape.
    unsafe fn dense(&self, attribute: RawAttribute, shape: Vec<usize>, element: Element) -> Tensor {
        let api = &self.context.library.symbols;
        let count: usize = shape.iter().product();
        // SAFETY: as the caller promises; indices stay below the count.
        unsafe {
            if element == Element::I1 {
                let values = (0..count as isize).map(|i| i64::from((api.dense_bool)(attribute, i)));
                return Tensor::ints(element, &shape, values.collect());
            }
            let splat = (api.dense_is_splat)(attribute);
            let stored = if splat { count.min(1) } else { count };
            let data = (api.dense_data)(attribute).cast::<u8>();
            let bytes = if stored == 0 {
                &[]
            } else {
                std::slice::from_raw_parts(data, stored * stored_bytes(element))
            };
            from_bytes(bytes, shape, element, splat).expect("MLIR stores as many bytes as the type has")
        }
    }
}

/// The contents of a module's resources, by name as MLIR spells it: the data without the alignment in front. A module tells them only
/// where it is printed, one resource a line.
fn resources(printed: &str) -> HashMap<String, Vec<u8>> {
    let section = printed.split_once("\n{-#\n  dialect_resources: {\n").map_or("", |(_, section)| section);
    let (_, builtin) = section.split_once("    builtin: {\n").unwrap_or_default();
    let line = |line: &str| {
        let (name, value) = line.trim().rsplit_once(": \"0x")?;
        let (digits, _) = value.split_once('"')?;
        let byte = |pair: &[u8]| u8::from_str_radix(std::str::from_utf8(pair).ok()?, 16).ok();
        let bytes: Option<Vec<u8>> = digits.as_bytes().chunks(2).map(byte).collect();
        Some((name.to_owned(), bytes?.get(4..)?.to_vec()))
    };
    builtin.lines().take_while(|line| line.trim() != "}" && line.trim() != "},").filter_map(line).collect()
}

/// Elements of a sparse constant: `values` at `indices`, one row each, and zeros.
fn scattered(shape: Vec<usize>, element: Element, indices: &[i64], values: &Tensor) -> Option<Tensor> {
    let zeros = from_bytes(&vec![0; stored_bytes(element)], vec![1], element, true)?;
    let own = strides(&shape);
    let mut order = vec![(0, 0); count(shape.iter().copied()).ok()?];
    if shape.is_empty() {
        return None;
    }
    for (value, index) in indices.chunks(shape.len()).enumerate() {
        let place: i64 = index.iter().zip(&own).map(|(index, step)| index * *step as i64).sum();
        *order.get_mut(usize::try_from(place).ok()?)? = (1, value);
    }
    Tensor::picked(&[&zeros, values], shape, order.into_iter()).ok()
}

/// Bytes one element takes in a constant.
fn stored_bytes(element: Element) -> usize {
    (element.bits() as usize).div_ceil(8)
}

/// Little-endian elements; one for all where it is a splat. None where the bytes are not as many as it takes.
fn from_bytes(bytes: &[u8], shape: Vec<usize>, element: Element, splat: bool) -> Option<Tensor> {
    let count: usize = shape.iter().product();
    let each = stored_bytes(element);
    if bytes.len() != each * if splat { count.min(1) } else { count } {
        return None;
    }
    let bits = |chunk: &[u8]| chunk.iter().rev().fold(0u64, |bits, byte| bits << 8 | u64::from(*byte));
    let mut values: Vec<u64> = bytes.chunks(each).map(bits).collect();
    if splat {
        values.resize(count, values.first().copied().unwrap_or(0));
    }
    let data = match Format::of(element) {
        Some(format) => {
            Data::Floats(values.into_iter().map(|bits| Float::exact(format.decode(bits))).collect())
        }
        None => Data::Ints(values.into_iter().map(|bits| int(element, bits)).collect()),
    };
    Some(Tensor { shape, element, data })
}

fn int(element: Element, bits: u64) -> i64 {
    match element {
        Element::I1 => i64::from(bits != 0),
        _ if element.is_unsigned() => (bits & mask(element)) as i64,
        _ => wrapped(element, sign_extended(bits, element.bits()).into()),
    }
}

/// Extents and element type, where all extents are known.
pub(super) fn static_shape(context: &Context, raw: RawType) -> Option<(Vec<usize>, Element)> {
    let shaped = Type::new(raw, context).shaped()?;
    let extents: Option<Vec<usize>> =
        shaped.extents.iter().map(|extent| extent.map(|e| e as usize)).collect();
    Some((extents?, shaped.element))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn resources_are_read_as_mlir_prints_them() {
        let printed = "module {\n}\n\n{-#\n  dialect_resources: {\n    builtin: {\n      \"r 2\": \"0x0400000005000000\",\n      \
            r1: \"0x0100000009\"\n    }\n  },\n  external_resources: {\n    r1: {\n      r1: \"0x0400000007\"\n    }\n  }\n#-}\n";
        let found = resources(printed);
        assert_eq!((found.len(), &found["\"r 2\""], &found["r1"]), (2, &vec![5, 0, 0, 0], &vec![9]));
        assert!(resources("module {\n}\n").is_empty());
    }

    #[test]
    fn what_a_sparse_constant_leaves_out_is_zero() {
        let values = Tensor::ints(Element::I8, &[2], vec![5, -7]);
        let all = scattered(vec![2, 3], Element::I8, &[0, 2, 1, 0], &values).unwrap();
        assert_eq!(all.data, Data::Ints(vec![0, 0, 5, -7, 0, 0]));
        assert_eq!(scattered(vec![2], Element::I8, &[0, 2], &values), None);
    }

    #[test]
    fn bytes_become_elements() {
        let of =
            |bytes: &[u8], count, element, splat| from_bytes(bytes, vec![count], element, splat).unwrap();
        assert_eq!(of(&[0xff, 0x07], 2, Element::I4, false).data, Data::Ints(vec![-1, 7]));
        assert_eq!(of(&[1, 0, 0, 0, 0, 0x80], 1, Element::I48, false).data, Data::Ints(vec![1 - (1 << 47)]));
        assert_eq!(of(&[0xff], 3, Element::Ui8, true).data, Data::Ints(vec![255; 3]));
        assert_eq!(of(&[0, 0x3c], 1, Element::F16, false).as_floats().unwrap(), [Float::exact(1.0)]);
        assert_eq!(of(&[], 0, Element::F32, true).len(), 0);
        assert!(from_bytes(&[1], vec![2], Element::I8, false).is_none());
    }
}
