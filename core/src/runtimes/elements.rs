//! The element types that the runtime libraries have functions for, and when two elements are taken for equal.

use crate::observe::Element;

/// The elements of a memref: of so many parts each, in one type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Elements {
    /// The type of a part.
    pub part: Element,
    /// Extents of an element, as of the two parts of a complex number; nothing of a plain number.
    pub parts: &'static [u64],
}

impl Elements {
    /// Parts of an element.
    pub fn count(self) -> u64 {
        self.parts.iter().product()
    }

    /// Bytes of an element.
    pub fn bytes(self) -> u64 {
        self.count() * u64::from(self.part.bits() / 8)
    }
}

/// Calls a macro with each element type: the end of the functions' names, the type of a part, and the extents of an element.
#[macro_export]
macro_rules! for_elements {
    ($callback:ident) => {
        $callback! {
            "I8", I8, [];
            "I16", I16, [];
            "I32", I32, [];
            "I64", I64, [];
            "Ind", Index, [];
            "F16", F16, [];
            "BF16", Bf16, [];
            "F32", F32, [];
            "F64", F64, [];
            "C32", F32, [2];
            "C64", F64, [2];
        }
    };
}

/// Calls a macro with the element types that are printed of memrefs whose rank is in the function's name.
#[macro_export]
macro_rules! for_ranked {
    ($callback:ident) => {
        $callback! {
            "0dF32", 0, F32, [];
            "1dF32", 1, F32, [];
            "2dF32", 2, F32, [];
            "3dF32", 3, F32, [];
            "4dF32", 4, F32, [];
            "1dI8", 1, I8, [];
            "1dI32", 1, I32, [];
            "1dI64", 1, I64, [];
            "1dF64", 1, F64, [];
            "1dInd", 1, Index, [];
            "1dC32", 1, F32, [2];
            "1dC64", 1, F64, [2];
            "Vector4x4xf32", 2, F32, [4, 4];
        }
    };
}

pub use {for_elements, for_ranked};

/// The number of elements in which two memrefs of one shape differ: floats that are no complex numbers may do so by a relative error of 1e-6 in
/// single and 1e-12 in double precision, and no infinity or NaN equals another; of half floats the bits count.
pub fn differing(elements: Elements, actual: &[u64], expected: &[u64]) -> u64 {
    let count = elements.count() as usize;
    let pairs = actual.chunks(count).zip(expected.chunks(count));
    pairs.filter(|(a, b)| !a.iter().zip(*b).all(|(a, b)| equal(elements, *a, *b))).count() as u64
}

fn equal(elements: Elements, a: u64, b: u64) -> bool {
    let plain = elements.parts.is_empty();
    match elements.part {
        Element::F32 => {
            let (a, b) = (f32::from_bits(a as u32), f32::from_bits(b as u32));
            if plain { a.is_finite() && b.is_finite() && (a - b).abs() <= 1e-6 * b.abs() } else { a == b }
        }
        Element::F64 => {
            let (a, b) = (f64::from_bits(a), f64::from_bits(b));
            if plain { a.is_finite() && b.is_finite() && (a - b).abs() <= 1e-12 * b.abs() } else { a == b }
        }
        _ => a == b,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn floats_may_differ_a_little_and_complex_numbers_not() {
        let plain = Elements { part: Element::F32, parts: &[] };
        let bits = |value: f32| u64::from(value.to_bits());
        let (one, near, nan) = (bits(1.0), bits(1.000_000_1), bits(f32::NAN));
        assert_eq!(differing(plain, &[one, one, nan], &[near, bits(1.1), nan]), 2);
        let complex = Elements { part: Element::F32, parts: &[2] };
        assert_eq!((complex.count(), complex.bytes()), (2, 8));
        assert_eq!(differing(complex, &[one, one, one, one], &[one, near, one, one]), 1);
        let half = Elements { part: Element::F16, parts: &[] };
        assert_eq!(differing(half, &[0x7e00, 0], &[0x7e00, 0x8000]), 1);
    }
}
