//! Constant tensors of a program, as the semantics hold them.

use super::context::text;
use super::read::Reader;
use super::symbols::{RawAttribute, RawType};
use super::{Context, Type};
use crate::observe::Element;
use crate::semantics::tensor::{mask, sign_extended, wrapped};
use crate::semantics::{Data, Float, Format, Tensor};

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
                let key = printed.strip_prefix("dense_resource<")?.split('>').next()?.to_owned();
                return from_bytes(&self.resource(&key)?, shape, element, false);
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

    /// The bytes of a resource, as the program's text has them: an alignment, which is left out, and the data.
    fn resource(&self, key: &str) -> Option<Vec<u8>> {
        let (_, section) = self.program.rsplit_once("{-#")?;
        // A context that has seen the name before counts on from it: `name_1`.
        let counted = key.rsplit_once('_').filter(|(_, count)| count.bytes().all(|c| c.is_ascii_digit()));
        let mut names = std::iter::once(key).chain(counted.map(|(name, _)| name));
        let (_, rest) = names.find_map(|name| section.split_once(&format!(" {name}:")))?;
        let (_, rest) = rest.split_once("\"0x")?;
        let (digits, _) = rest.split_once('"')?;
        let byte = |pair: &[u8]| u8::from_str_radix(std::str::from_utf8(pair).ok()?, 16).ok();
        let bytes: Option<Vec<u8>> = digits.as_bytes().chunks(2).map(byte).collect();
        bytes.filter(|bytes| bytes.len() >= 4).map(|bytes| bytes[4..].to_vec())
    }
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
