//! The output of a lowered program: shaped buffers of raw bits.

use super::value::narrowed;
use serde::{Deserialize, Serialize};

/// The element type of a tensor or of a printed buffer, spelt as MLIR spells it.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, schemars::JsonSchema,
)]
#[serde(rename_all = "lowercase")]
pub enum Element {
    /// One bit; compares as 0 or 1.
    I1,
    /// Signless 4-bit integer.
    I4,
    /// Signless 8-bit integer.
    I8,
    /// Signless 16-bit integer.
    I16,
    /// Signless 32-bit integer.
    I32,
    /// Signless 48-bit integer.
    I48,
    /// Signless 64-bit integer.
    I64,
    /// Unsigned 8-bit integer.
    Ui8,
    /// Unsigned 16-bit integer.
    Ui16,
    /// MLIR's `index`: 64 bits on every target lowdiff runs on.
    Index,
    /// 8-bit float with 4 exponent bits, finite values and NaN only.
    #[serde(rename = "f8E4M3FN")]
    F8E4M3FN,
    /// 8-bit float with 5 exponent bits, as IEEE would have it.
    #[serde(rename = "f8E5M2")]
    F8E5M2,
    /// IEEE half precision.
    F16,
    /// bfloat16.
    Bf16,
    /// IEEE single precision.
    F32,
    /// IEEE double precision.
    F64,
    // Saved cases name types by their place: new ones come last.
    /// Unsigned 32-bit integer.
    Ui32,
}

impl Element {
    /// Every element type lowdiff knows.
    pub const ALL: [Element; 17] = {
        use Element::*;
        [I1, I4, I8, I16, I32, I48, I64, Ui8, Ui16, Ui32, Index, F8E4M3FN, F8E5M2, F16, Bf16, F32, F64]
    };

    /// Width of one value in bits.
    pub fn bits(self) -> u32 {
        match self {
            Element::I1 => 1,
            Element::I4 => 4,
            Element::I8 | Element::Ui8 | Element::F8E4M3FN | Element::F8E5M2 => 8,
            Element::I16 | Element::Ui16 | Element::F16 | Element::Bf16 => 16,
            Element::I32 | Element::Ui32 | Element::F32 => 32,
            Element::I48 => 48,
            Element::I64 | Element::Index | Element::F64 => 64,
        }
    }

    /// As many ones as a value is wide.
    pub fn low_bits(self) -> u64 {
        u64::MAX >> (64 - self.bits())
    }

    /// True if the bits are those of a floating-point number.
    pub fn is_float(self) -> bool {
        use Element::*;
        matches!(self, F8E4M3FN | F8E5M2 | F16 | Bf16 | F32 | F64)
    }

    /// True if values are never negative.
    pub fn is_unsigned(self) -> bool {
        matches!(self, Element::Ui8 | Element::Ui16 | Element::Ui32)
    }

    /// MLIR's spelling.
    pub fn name(self) -> &'static str {
        match self {
            Element::I1 => "i1",
            Element::I4 => "i4",
            Element::I8 => "i8",
            Element::I16 => "i16",
            Element::I32 => "i32",
            Element::I48 => "i48",
            Element::I64 => "i64",
            Element::Ui8 => "ui8",
            Element::Ui16 => "ui16",
            Element::Ui32 => "ui32",
            Element::Index => "index",
            Element::F8E4M3FN => "f8E4M3FN",
            Element::F8E5M2 => "f8E5M2",
            Element::F16 => "f16",
            Element::Bf16 => "bf16",
            Element::F32 => "f32",
            Element::F64 => "f64",
        }
    }

    /// The element type MLIR spells `name`, if lowdiff knows it.
    pub fn parse(name: &str) -> Option<Element> {
        Element::ALL.into_iter().find(|e| e.name() == name)
    }
}

impl std::fmt::Display for Element {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name())
    }
}

/// One print call of a program: `bits` holds `shape`'s product of elements, row-major, each zero-extended
/// from the width of `element` to 64 bits.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Buffer {
    /// Extents, outermost first; empty for a scalar.
    pub shape: Vec<u64>,
    /// Type of the elements as they were handed to the print function.
    pub element: Element,
    /// Raw bits, one entry an element.
    pub bits: Vec<u64>,
}

impl Buffer {
    /// The buffer as one of elements of this type, from which those that it has were bitcast or extended for printing; itself where they
    /// were not.
    pub fn as_held(&self, own: Element) -> Buffer {
        let is_bitcast = own.bits() == self.element.bits();
        let is_wider = own.bits() < self.element.bits() && !self.element.is_float();
        let low = |bits: &u64| narrowed(*bits, self.element, own);
        let bits: Option<Vec<u64>> = match () {
            () if is_bitcast => Some(self.bits.clone()),
            () if is_wider => self.bits.iter().map(low).collect(),
            () => None,
        };
        match bits {
            Some(bits) => Buffer { shape: self.shape.clone(), element: own, bits },
            None => self.clone(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_have_the_type_that_the_program_held() {
        let as_held = |element, bits: &[u64], own| {
            let held = Buffer { shape: vec![bits.len() as u64], element, bits: bits.to_vec() }.as_held(own);
            (held.element, held.bits)
        };
        let minus = (-3i64) as u64;
        assert_eq!(as_held(Element::I64, &[7, minus], Element::I8), (Element::I8, vec![7, 0xfd]));
        assert_eq!(
            as_held(Element::I64, &[0xfd], Element::I8),
            (Element::I8, vec![0xfd]),
            "without its sign"
        );
        assert_eq!(as_held(Element::I64, &[7, 1 << 40], Element::I8), (Element::I64, vec![7, 1 << 40]));
        assert_eq!(as_held(Element::I32, &[0x3f80_0000], Element::F32), (Element::F32, vec![0x3f80_0000]));
        assert_eq!(as_held(Element::I64, &[0x3f80], Element::Bf16), (Element::Bf16, vec![0x3f80]));
        let float = as_held(Element::F32, &[0x3f80_0000], Element::Bf16);
        assert_eq!(float, (Element::F32, vec![0x3f80_0000]), "one that was extended has other bits");
    }
}
