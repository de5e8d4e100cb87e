//! A value that a result shows, or that is expected of it. [`crate::words`] has the text of each.

use super::{Buffer, Element};
use serde::{Deserialize, Deserializer, Serialize};
use std::fmt;

/// The shape and the element type of an output, as in `2x3xi64`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(into = "String", try_from = "String")]
pub struct OutputType {
    /// Extents, outermost first; empty for a scalar.
    pub shape: Vec<u64>,
    /// The type of an element.
    pub element: Element,
}

impl From<&Buffer> for OutputType {
    fn from(buffer: &Buffer) -> OutputType {
        OutputType { shape: buffer.shape.clone(), element: buffer.element }
    }
}

impl fmt::Display for OutputType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.shape.iter().try_for_each(|extent| write!(f, "{extent}x"))?;
        write!(f, "{}", self.element)
    }
}

impl From<OutputType> for String {
    fn from(ty: OutputType) -> String {
        ty.to_string()
    }
}

impl TryFrom<String> for OutputType {
    type Error = String;

    fn try_from(text: String) -> Result<OutputType, String> {
        let wrong = || format!("'{text}' is no type of an output, as 2x3xi64 is");
        let mut parts: Vec<&str> = text.split('x').collect();
        // `index` is the one element type with an x in it.
        let last = match &parts[..] {
            [.., "inde", ""] => parts.split_off(parts.len() - 2).join("x"),
            _ => parts.pop().unwrap_or_default().to_owned(),
        };
        let element = Element::parse(&last).ok_or_else(wrong)?;
        let shape =
            parts.iter().map(|extent| extent.parse().map_err(|_| wrong())).collect::<Result<_, _>>()?;
        Ok(OutputType { shape, element })
    }
}

/// The bits of an element, in hexadecimal in documents, because JSON's numbers are doubles to many who read them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(into = "String", try_from = "String")]
pub struct ElementBits(pub u64);

impl ElementBits {
    /// The bits of an element of this type; of a float, those of its width.
    pub fn of(element: Element, bits: u64) -> ElementBits {
        ElementBits(if element.is_float() { bits & element.low_bits() } else { bits })
    }
}

impl From<ElementBits> for String {
    fn from(ElementBits(bits): ElementBits) -> String {
        format!("{bits:#x}")
    }
}

impl TryFrom<String> for ElementBits {
    type Error = String;

    fn try_from(text: String) -> Result<ElementBits, String> {
        let digits = text.strip_prefix("0x").filter(|digits| !digits.starts_with('+'));
        let bits = digits.and_then(|digits| u64::from_str_radix(digits, 16).ok());
        bits.map(ElementBits).ok_or_else(|| format!("'{text}' is no hexadecimal number of at most 64 bits"))
    }
}

/// The bits of a lane, which may be up to 128; in documents as [`ElementBits`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(into = "String", try_from = "String")]
pub struct LaneBits(pub u128);

impl From<LaneBits> for String {
    fn from(LaneBits(bits): LaneBits) -> String {
        format!("{bits:#x}")
    }
}

impl TryFrom<String> for LaneBits {
    type Error = String;

    fn try_from(text: String) -> Result<LaneBits, String> {
        let digits = text.strip_prefix("0x").filter(|digits| !digits.starts_with('+'));
        let bits = digits.and_then(|digits| u128::from_str_radix(digits, 16).ok());
        bits.map(LaneBits).ok_or_else(|| format!("'{text}' is no hexadecimal number of at most 128 bits"))
    }
}

/// The most that a float may be off, in its own unit.
#[derive(Clone, Copy, Debug, Serialize, Deserialize, schemars::JsonSchema)]
pub struct Bound(pub f64);

impl PartialEq for Bound {
    fn eq(&self, other: &Bound) -> bool {
        self.0.to_bits() == other.0.to_bits()
    }
}

impl Eq for Bound {}

/// A value that a result shows, or that is expected of it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum ShownValue {
    /// Its text, from a document that keeps no fields.
    Told(String),
    /// A number of outputs.
    Outputs(usize),
    /// The type of an output.
    Type(OutputType),
    /// An element.
    Element {
        /// Its type.
        element: Element,
        /// Its bits, in the width of the type.
        bits: ElementBits,
    },
    /// A float, and all others that are near enough.
    Within {
        /// Its type.
        element: Element,
        /// Its bits, in the width of the type.
        bits: ElementBits,
        /// The most that another one may be off.
        bound: Bound,
    },
    /// Zero of either sign.
    EitherZero {},
}

/// The bits of a narrower type that were extended to these of an integer type; none where these are not extended.
pub(super) fn narrowed(bits: u64, element: Element, own: Element) -> Option<u64> {
    let low = bits & own.low_bits();
    let is_negative = low > own.low_bits() >> 1;
    let signed = if is_negative { low | !own.low_bits() } else { low };
    let is_extended = [low, signed].iter().any(|wide| (wide ^ bits) & element.low_bits() == 0);
    is_extended.then_some(low)
}

impl ShownValue {
    /// An integer as one of this narrower type, where it is one that was extended; none of anything else.
    pub fn narrowed(&self, own: Element) -> Option<ShownValue> {
        let ShownValue::Element { element, bits: ElementBits(bits) } = self else { return None };
        narrowed(*bits, *element, own).map(|low| ShownValue::element(own, low))
    }

    /// The element that has these bits; of a float, those of its width count.
    pub fn element(element: Element, bits: u64) -> ShownValue {
        ShownValue::Element { element, bits: ElementBits::of(element, bits) }
    }

    /// True of a float that is zero, whatever its sign.
    pub fn is_zero(&self) -> bool {
        match self {
            ShownValue::Element { element, bits } => {
                element.is_float() && bits.0 << (64 - element.bits()) << 1 == 0
            }
            _ => false,
        }
    }
}

impl From<String> for ShownValue {
    fn from(text: String) -> ShownValue {
        ShownValue::Told(text)
    }
}

/// Reads a fact, or the text that stands in its place in documents for people that keep no fields of it. No variant of such a fact may
/// be a plain word.
///
/// # Errors
/// It is neither.
pub fn fact_or_text<'de, T, D>(deserializer: D) -> Result<T, D::Error>
where
    T: Deserialize<'de> + From<String>,
    D: Deserializer<'de>,
{
    if deserializer.is_human_readable() {
        deserializer.deserialize_any(FactOrText(std::marker::PhantomData))
    } else {
        T::deserialize(deserializer)
    }
}

/// Reads a fact, or the text that stands in its place in older documents, where there is one.
///
/// # Errors
/// It is neither.
pub fn maybe_fact_or_text<'de, T, D>(deserializer: D) -> Result<Option<T>, D::Error>
where
    T: Deserialize<'de> + From<String>,
    D: Deserializer<'de>,
{
    #[derive(Deserialize)]
    #[serde(bound = "T: Deserialize<'de> + From<String>")]
    struct ReadFact<T>(#[serde(deserialize_with = "fact_or_text")] T);
    Ok(Option::<ReadFact<T>>::deserialize(deserializer)?.map(|ReadFact(fact)| fact))
}

/// A reader of a fact or a text.
struct FactOrText<T>(std::marker::PhantomData<T>);

impl<'de, T: Deserialize<'de> + From<String>> serde::de::Visitor<'de> for FactOrText<T> {
    type Value = T;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a fact or a text")
    }

    fn visit_str<E: serde::de::Error>(self, text: &str) -> Result<T, E> {
        Ok(T::from(text.to_owned()))
    }

    fn visit_map<A: serde::de::MapAccess<'de>>(self, map: A) -> Result<T, A::Error> {
        T::deserialize(serde::de::value::MapAccessDeserializer::new(map))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn types_and_bits_are_read_as_they_are_written() {
        for element in Element::ALL {
            for shape in [vec![], vec![2], vec![2, 0, 30]] {
                let ty = OutputType { shape, element };
                assert_eq!(OutputType::try_from(ty.to_string()), Ok(ty));
            }
        }
        for wrong in ["", "x", "2x", "2", "axi64", "-1xi64", "2xindexx"] {
            assert!(OutputType::try_from(wrong.to_owned()).is_err(), "{wrong}");
        }
        assert_eq!(ElementBits::try_from(String::from(ElementBits(31))), Ok(ElementBits(31)));
        assert!(
            ElementBits::try_from("0x+1".to_owned()).is_err()
                && ElementBits::try_from("1".to_owned()).is_err()
        );
        assert_eq!(LaneBits::try_from(String::from(LaneBits(u128::MAX))), Ok(LaneBits(u128::MAX)));
        assert!(LaneBits::try_from("0x".to_owned()).is_err());
    }
}
