//! Tensors with concrete elements.

use super::{Float, Format, Unevaluated};
use crate::observe::{Buffer, Element, Expected, Unprescribed};

/// A tensor whose elements are known, row-major. A scalar has no extents.
#[derive(Clone, Debug, PartialEq)]
pub struct Tensor {
    /// Extents, outermost first.
    pub shape: Vec<usize>,
    /// The type of the elements.
    pub element: Element,
    /// The elements.
    pub data: Data,
}

/// The elements of a tensor, as plain vectors: nothing is boxed.
#[derive(Clone, Debug, PartialEq)]
pub enum Data {
    /// Integers of any width: i1 as 0 or 1, unsigned ones zero-extended, the others sign-extended.
    Ints(Vec<i64>),
    /// Floats, each a number of the element's format with a bound.
    Floats(Vec<Float>),
    /// Integers that are the bits of floats: a bitcast for printing.
    Bits {
        /// The type of the floats.
        of: Element,
        /// True if the bits are extended to the element's width by zeros, and not by their sign.
        zero_extended: bool,
        /// The floats.
        values: Vec<Float>,
    },
}

impl Tensor {
    /// A tensor of integers.
    pub fn ints(element: Element, shape: &[usize], values: Vec<i64>) -> Tensor {
        debug_assert_eq!(shape.iter().product::<usize>(), values.len());
        Tensor { shape: shape.to_vec(), element, data: Data::Ints(values) }
    }

    /// A tensor of floats.
    pub fn floats(element: Element, shape: &[usize], values: Vec<Float>) -> Tensor {
        debug_assert_eq!(shape.iter().product::<usize>(), values.len());
        Tensor { shape: shape.to_vec(), element, data: Data::Floats(values) }
    }

    /// The tensor as lowered code may hand it on: by way of single precision, where the processor may take a subnormal
    /// number for zero.
    pub fn handed_on(mut self) -> Tensor {
        let flushing = Format::of(self.element).filter(|format| format.may_flush);
        if let (Data::Floats(values), Some(format)) = (&mut self.data, flushing) {
            values.iter_mut().for_each(|value| *value = value.flushed(format));
        }
        self
    }

    /// Number of elements.
    pub fn len(&self) -> usize {
        match &self.data {
            Data::Ints(values) => values.len(),
            Data::Floats(values) | Data::Bits { values, .. } => values.len(),
        }
    }

    /// True if there are none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Number of extents.
    pub fn rank(&self) -> usize {
        self.shape.len()
    }

    /// The integers it holds.
    ///
    /// # Errors
    /// It holds floats, or the bits of floats that are not exactly known.
    pub fn as_ints(&self) -> Result<&[i64], Unevaluated> {
        match &self.data {
            Data::Ints(values) => Ok(values),
            _ => Err(Unevaluated::new(format!(
                "wants integers where there are elements of {}",
                self.described()
            ))),
        }
    }

    /// The floats it holds.
    ///
    /// # Errors
    /// It holds integers.
    pub fn as_floats(&self) -> Result<&[Float], Unevaluated> {
        match &self.data {
            Data::Floats(values) => Ok(values),
            _ => Err(Unevaluated::new(format!(
                "wants floats where there are elements of {}",
                self.described()
            ))),
        }
    }

    /// The format of its floats.
    ///
    /// # Errors
    /// It holds integers.
    pub fn format(&self) -> Result<Format, Unevaluated> {
        format_of(self.element)
    }

    fn described(&self) -> String {
        match &self.data {
            Data::Bits { of, .. } => format!("{} that are the bits of {of}", self.element),
            _ => self.element.to_string(),
        }
    }

    /// The bits of floats as the integers that they are, and whether all are known: none is up to a bound, or any NaN. Other
    /// tensors as they are.
    pub fn decayed(&self) -> (Tensor, bool) {
        let Data::Bits { values, .. } = &self.data else { return (self.clone(), true) };
        let certain = values.iter().all(|value| value.bound == 0.0 && !value.is_nan());
        let integers = (0..self.len()).map(|place| sign_extended(self.bits(place), self.element.bits()));
        (Tensor::ints(self.element, &self.shape, integers.collect()), certain)
    }

    /// Its elements in another shape.
    pub fn reshaped(&self, shape: Vec<usize>) -> Tensor {
        Tensor { shape, element: self.element, data: self.data.clone() }
    }

    /// Elements in the order `places` gives, in a new shape: what every operation does that only moves elements.
    pub fn gathered(&self, shape: Vec<usize>, places: impl Iterator<Item = usize>) -> Tensor {
        let data = match &self.data {
            Data::Ints(values) => Data::Ints(places.map(|place| values[place]).collect()),
            Data::Floats(values) => Data::Floats(places.map(|place| values[place]).collect()),
            Data::Bits { of, zero_extended, values } => Data::Bits {
                of: *of,
                zero_extended: *zero_extended,
                values: places.map(|place| values[place]).collect(),
            },
        };
        Tensor { shape, element: self.element, data }
    }

    /// Elements of several tensors of one type in the order `order` gives (which tensor, which of its elements), in a new shape.
    ///
    /// # Errors
    /// There is no tensor, or they are of different kinds.
    pub fn picked(
        parts: &[&Tensor],
        shape: Vec<usize>,
        order: impl Iterator<Item = (usize, usize)>,
    ) -> Result<Tensor, Unevaluated> {
        let first = parts.first().ok_or_else(|| Unevaluated::new("has no operands"))?;
        let data = match &first.data {
            Data::Ints(_) => {
                let all = parts.iter().map(|part| part.as_ints()).collect::<Result<Vec<_>, _>>()?;
                Data::Ints(order.map(|(part, place)| all[part][place]).collect())
            }
            Data::Floats(_) => {
                let all = parts.iter().map(|part| part.as_floats()).collect::<Result<Vec<_>, _>>()?;
                Data::Floats(order.map(|(part, place)| all[part][place]).collect())
            }
            Data::Bits { of, zero_extended, .. } => {
                let values = |part: &&Tensor| match &part.data {
                    Data::Bits { of: other, zero_extended: zero, values }
                        if (other, zero) == (of, zero_extended) =>
                    {
                        Ok(values.clone())
                    }
                    _ => Err(Unevaluated::new("mixes the bits of floats with other integers")),
                };
                let all = parts.iter().map(values).collect::<Result<Vec<_>, _>>()?;
                let values = order.map(|(part, place)| all[part][place]).collect();
                Data::Bits { of: *of, zero_extended: *zero_extended, values }
            }
        };
        Ok(Tensor { shape, element: first.element, data })
    }

    /// Element `place` as raw bits in the width of the element type.
    pub fn bits(&self, place: usize) -> u64 {
        let width = |value: i64| (value as u64) & self.element.low_bits();
        match &self.data {
            Data::Ints(values) => width(values[place]),
            Data::Floats(values) => Format::of(self.element).map_or(0, |format| values[place].encode(format)),
            Data::Bits { of, zero_extended, values } => {
                let bits = Format::of(*of).map_or(0, |format| values[place].encode(format));
                width(if *zero_extended { bits as i64 } else { sign_extended(bits, of.bits()) })
            }
        }
    }

    /// The buffer that a print call of this tensor shows.
    pub fn buffer(&self) -> Buffer {
        let shape = self.shape.iter().map(|extent| *extent as u64).collect();
        Buffer { shape, element: self.element, bits: (0..self.len()).map(|place| self.bits(place)).collect() }
    }

    /// The results that a print call of this tensor has to show, along any path; with `open`, the reason, nothing in particular.
    pub fn expected(&self, open: Option<Unprescribed>) -> Expected {
        let Buffer { shape, element, bits } = self.buffer();
        let held = self.float_type().unwrap_or(element);
        let mut bounds = Vec::new();
        if held.is_float() {
            bounds.extend((0..self.len()).map(|place| self.bound(place)));
            if bounds.iter().all(|bound| *bound == 0.0) {
                bounds.clear();
            }
        }
        Expected { shape, element, held, bits, bounds, open }
    }

    /// The first element of which `bits`, what a lowered program shows, is none that this one leaves room for. Bits above the
    /// element's width do not count.
    pub fn first_unlike(&self, bits: &[u64]) -> Option<usize> {
        let (of, floats) = match &self.data {
            Data::Ints(_) => (self.element, None),
            Data::Floats(values) => (self.element, Some(values)),
            Data::Bits { of, values, .. } => (*of, Some(values)),
        };
        let admitted = |place: usize| {
            let shown = bits[place] & of.low_bits();
            match (floats, Format::of(of)) {
                (Some(values), Some(format)) => values[place].admits(format.decode(shown)),
                _ => self.bits(place) == shown,
            }
        };
        (0..self.len().min(bits.len()))
            .find(|place| !admitted(*place))
            .or_else(|| (self.len() != bits.len()).then_some(self.len().min(bits.len())))
    }

    /// The float type of the elements, where they are floats or the bits of floats.
    pub fn float_type(&self) -> Option<Element> {
        match &self.data {
            Data::Ints(_) => None,
            Data::Floats(_) => Some(self.element),
            Data::Bits { of, .. } => Some(*of),
        }
    }

    /// The most that element `place` may be off, in its own unit, bits taken for the floats they are.
    pub fn bound(&self, place: usize) -> f64 {
        match &self.data {
            Data::Ints(_) => 0.0,
            Data::Floats(values) | Data::Bits { values, .. } => values[place].bound,
        }
    }
}

/// The format of a float element type.
///
/// # Errors
/// It is an integer type.
pub fn format_of(element: Element) -> Result<Format, Unevaluated> {
    Format::of(element).ok_or_else(|| Unevaluated::new(format!("wants floats, not {element}")))
}

/// The lowest `width` bits as a signed number.
#[inline]
pub fn sign_extended(bits: u64, width: u32) -> i64 {
    ((bits << (64 - width)) as i64) >> (64 - width)
}

/// A number of any size as the element type keeps it: the lowest bits of two's complement.
#[inline]
pub fn wrapped(element: Element, value: i128) -> i64 {
    match element {
        Element::I1 => (value & 1) as i64,
        _ if element.is_unsigned() => (value as u64 & element.low_bits()) as i64,
        _ => sign_extended(value as u64, element.bits()),
    }
}

/// The least and the largest number of an integer type; of i1 as the arithmetic of signed numbers sees it.
#[inline]
pub fn limits(element: Element) -> (i64, i64) {
    match element {
        _ if element.is_unsigned() => (0, element.low_bits() as i64),
        _ => (-1i64 << (element.bits() - 1), (element.low_bits() >> 1) as i64),
    }
}

/// The number that signed arithmetic sees: true is -1.
#[inline]
pub fn signed(element: Element, value: i64) -> i64 {
    if element == Element::I1 { -value } else { value }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_wrap_at_the_width_of_their_type() {
        assert_eq!(wrapped(Element::I8, 128), -128);
        assert_eq!(wrapped(Element::Ui8, 256 + 3), 3);
        assert_eq!(wrapped(Element::I1, 3), 1);
        assert_eq!(wrapped(Element::I4, 8), -8);
        assert_eq!(wrapped(Element::I48, 1 << 47), -(1 << 47));
        assert_eq!(wrapped(Element::I64, i128::from(i64::MAX) + 1), i64::MIN);
        assert_eq!(limits(Element::I48), (-(1 << 47), (1 << 47) - 1));
        assert_eq!(limits(Element::Ui16), (0, 65535));
        assert_eq!(limits(Element::I1), (-1, 0));
    }

    #[test]
    fn what_is_shown_is_compared_by_what_it_is() {
        let ints = Tensor::ints(Element::I4, &[2], vec![-1, 3]);
        assert_eq!((ints.first_unlike(&[0xff, 3]), ints.first_unlike(&[0xf, 4])), (None, Some(1)));
        assert_eq!(ints.first_unlike(&[0xf]), Some(1));
        let floats = vec![Float { value: -1.0, bound: 0.5 }, Float::exact(0.0)];
        let floats = Tensor::floats(Element::F32, &[2], floats);
        let bits = |numbers: [f32; 2]| numbers.map(|number| number.to_bits().into());
        assert_eq!(floats.first_unlike(&bits([-1.25, 0.0])), None);
        assert_eq!(floats.first_unlike(&bits([-2.0, 0.0])), Some(0));
        assert_eq!(floats.first_unlike(&bits([-1.0, -0.0])), Some(1));
    }

    #[test]
    fn what_is_handed_on_may_be_zero_where_it_was_subnormal() {
        let values = vec![Float::exact(-1e-40), Float::exact(2.0)];
        let handed = Tensor::floats(Element::Bf16, &[2], values.clone()).handed_on();
        assert!(
            handed.first_unlike(&[0x8001, 0x4000]).is_none()
                && handed.first_unlike(&[0x8000, 0x4000]).is_none()
        );
        assert_eq!(handed.first_unlike(&[0x8000, 0x4001]), Some(1));
        let single = Tensor::floats(Element::F32, &[2], values);
        assert_eq!(single.clone().handed_on(), single);
    }

    #[test]
    fn floats_that_were_bitcast_keep_their_bounds() {
        let floats = vec![Float { value: -1.0, bound: 0.5 }];
        let data = Data::Bits { of: Element::F32, zero_extended: false, values: floats };
        let tensor = Tensor { shape: vec![1], element: Element::I64, data };
        assert_eq!((tensor.bits(0), tensor.bound(0)), (0xffff_ffff_bf80_0000, 0.5));
        let expected = tensor.expected(None);
        assert_eq!((expected.element, expected.held), (Element::I64, Element::F32));
        assert_eq!((expected.bits, expected.bounds), (vec![0xffff_ffff_bf80_0000], vec![0.5]));
        let exact = Tensor::ints(Element::I4, &[1], vec![-1]).expected(Some("why".to_owned().into()));
        assert_eq!(
            (exact.bits, exact.bounds.len(), exact.open),
            (vec![0xf], 0, Some("why".to_owned().into()))
        );
    }
}
