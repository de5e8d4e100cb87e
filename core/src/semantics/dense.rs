//! Constant elements of the neutral form as tensors, and back.

use super::tensor::{sign_extended, wrapped};
use super::{Data, Float, Format, Tensor};
use crate::ir::{Attribute, Dense, Type};
use crate::observe::Element;
use std::rc::Rc;

impl Tensor {
    /// The tensor that a constant is; none where its elements are none of lowdiff's, or not as many as its type has.
    pub fn of_dense(dense: &Dense) -> Option<Tensor> {
        let (shape, element): (Vec<usize>, _) = match &*dense.ty {
            Type::Tensor(extents, element, _) => {
                let extents = extents.iter().map(|extent| extent.map(|extent| extent as usize));
                (extents.collect::<Option<_>>()?, element.element()?)
            }
            Type::Vector(extents, element) if extents.iter().all(|(_, scalable)| !scalable) => {
                (extents.iter().map(|(extent, _)| *extent as usize).collect(), element.element()?)
            }
            _ => return None,
        };
        let count: usize = shape.iter().product();
        let each = stored_bytes(element);
        let stored = dense.data.len() / each;
        if dense.stride != each
            || !dense.data.len().is_multiple_of(each)
            || stored != count && (stored != 1 || count == 0)
        {
            return None;
        }
        let bits = |chunk: &[u8]| chunk.iter().rev().fold(0u64, |bits, byte| bits << 8 | u64::from(*byte));
        let values = dense.data.chunks_exact(each).map(bits);
        let data = match Format::of(element) {
            Some(format) => {
                let mut values: Vec<Float> = values.map(|bits| Float::exact(format.decode(bits))).collect();
                if let (&[only], true) = (&values[..], count > 1) {
                    values.resize(count, only);
                }
                Data::Floats(values)
            }
            None => {
                let mut values: Vec<i64> = values.map(|bits| int(element, bits)).collect();
                if let (&[only], true) = (&values[..], count > 1) {
                    values.resize(count, only);
                }
                Data::Ints(values)
            }
        };
        Some(Tensor { shape, element, data })
    }

    /// The constant that a tensor is. Of a float that is known up to a bound the number counts.
    pub fn dense(&self) -> Attribute {
        let extents = self.shape.iter().map(|extent| Some(*extent as u64)).collect();
        let stride = stored_bytes(self.element);
        let all: Vec<[u8; 8]> = (0..self.len()).map(|place| self.bits(place).to_le_bytes()).collect();
        let distinct = match all.split_first() {
            Some((first, rest)) if rest.iter().all(|other| other == first) => &all[..1],
            _ => &all[..],
        };
        Attribute::Dense(Dense {
            ty: Rc::new(Type::Tensor(extents, Rc::new(Type::of(self.element)), None)),
            stride,
            parts: 1,
            data: distinct.iter().flat_map(|bytes| &bytes[..stride]).copied().collect(),
        })
    }
}

/// Bytes one element takes in a constant.
fn stored_bytes(element: Element) -> usize {
    (element.bits() as usize).div_ceil(8)
}

fn int(element: Element, bits: u64) -> i64 {
    match element {
        Element::I1 => i64::from(bits != 0),
        _ if element.is_unsigned() => (bits & element.low_bits()) as i64,
        _ => wrapped(element, sign_extended(bits, element.bits()).into()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn dense(element: Element, count: u64, data: &[u8]) -> Option<Tensor> {
        let ty = Rc::new(Type::Tensor(vec![Some(count)], Rc::new(Type::of(element)), None));
        Tensor::of_dense(&Dense { ty, stride: stored_bytes(element), parts: 1, data: data.into() })
    }

    #[test]
    fn bytes_become_elements() {
        let of =
            |bytes: &[u8], count, element| dense(element, count, bytes).expect("as many as the type has");
        assert_eq!(of(&[0xff, 0x07], 2, Element::I4).data, Data::Ints(vec![-1, 7]));
        assert_eq!(of(&[1, 0, 0, 0, 0, 0x80], 1, Element::I48).data, Data::Ints(vec![1 - (1 << 47)]));
        assert_eq!(of(&[0xff], 3, Element::Ui8).data, Data::Ints(vec![255; 3]));
        assert_eq!(of(&[0, 0x3c], 1, Element::F16).as_floats().unwrap(), [Float::exact(1.0)]);
        assert_eq!(of(&[], 0, Element::F32).len(), 0);
        assert!(dense(Element::I8, 3, &[1, 2]).is_none() && dense(Element::I16, 1, &[1]).is_none());
    }

    #[test]
    fn tensors_come_back_from_their_constants() {
        let ints = |element, values: &[i64]| Tensor::ints(element, &[values.len()], values.to_vec());
        let floats = |element, values: &[f64]| {
            let values = values.iter().map(|value| Float::exact(*value)).collect::<Vec<_>>();
            Tensor::floats(element, &[values.len()], values)
        };
        for tensor in [
            ints(Element::I1, &[0, 1, 1]),
            ints(Element::I4, &[-8, 7]),
            ints(Element::I48, &[-1, 1 << 46]),
            ints(Element::Ui8, &[255, 255]),
            ints(Element::Index, &[3, 4]),
            ints(Element::I64, &[]),
            floats(Element::Bf16, &[1.5, -0.0, f64::INFINITY]),
            floats(Element::F64, &[f64::MIN_POSITIVE / 4.0]),
            Tensor::ints(Element::I8, &[], vec![-3]),
        ] {
            let Attribute::Dense(dense) = tensor.dense() else { panic!("{tensor:?}") };
            assert_eq!(Tensor::of_dense(&dense).as_ref(), Some(&tensor));
        }
    }
}
