//! The difference of two results, as a fact: its place and both values. [`crate::words`] makes a sentence of it, with the names
//! that the two results go by.

use super::value::fact_or_text;
use super::{Element, OutputType, ShownValue};
use serde::{Deserialize, Serialize};

/// The part of two results that differs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Place {
    /// The number of outputs.
    Outputs,
    /// The shape or the type of an output.
    Kind {
        /// The output's number.
        output: usize,
    },
    /// Elements of an output.
    Elements {
        /// The output's number.
        output: usize,
        /// Its shape and type.
        kind: OutputType,
        /// The type the program held before it was bitcast or extended for printing.
        held: Element,
        /// The number of elements that differ.
        count: usize,
        /// The number of elements there are.
        of: usize,
        /// The index of the first such element, outermost dimension first.
        first: Vec<u64>,
        /// The next ones, as many as a person looks at.
        #[serde(default)]
        next: Vec<NextElement>,
    },
}

/// The number of elements behind the first one that a difference has.
pub const NEXT: usize = 4;

/// An element that differs, behind the first one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct NextElement {
    /// Its index, outermost dimension first.
    pub at: Vec<u64>,
    /// The value that one result has there.
    pub one: ShownValue,
    /// The other one's.
    pub other: ShownValue,
}

/// A difference of two results: the values of both at the first place that differs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Difference {
    /// The place of the difference.
    pub at: Place,
    /// The value that one of them has there.
    #[serde(deserialize_with = "fact_or_text")]
    pub one: ShownValue,
    /// The other one's.
    #[serde(deserialize_with = "fact_or_text")]
    pub other: ShownValue,
}

impl Difference {
    /// True where both values are zeros, so that nothing but the sign differs.
    pub fn is_of_zeros(&self) -> bool {
        self.one.is_zero() && self.other.is_zero()
    }

    /// This difference, with integers in the narrower type that the program held, if each of them is one that was extended for
    /// printing. `printed` is what each output held; nothing where that is not known of all.
    pub fn as_held(mut self, printed: &[Element]) -> Difference {
        let Place::Elements { output, held, next, .. } = &mut self.at else { return self };
        let Some(own) = printed.get(*output).copied().filter(|own| is_extended(*own, *held)) else {
            return self;
        };
        let of_next = next.iter_mut().flat_map(|next| [&mut next.one, &mut next.other]);
        let mut values: Vec<&mut ShownValue> =
            [&mut self.one, &mut self.other].into_iter().chain(of_next).collect();
        let narrow: Option<Vec<ShownValue>> = values.iter().map(|value| value.narrowed(own)).collect();
        // One that was extended by its sign and one that was not differ in bits that the narrower type has not.
        let differ = |pair: &[ShownValue]| pair.iter().skip(1).all(|other| *other != pair[0]);
        if let Some(narrow) = narrow.filter(|narrow| narrow.chunks(2).all(differ)) {
            values.iter_mut().zip(narrow).for_each(|(value, narrow)| **value = narrow);
            *held = own;
        }
        self
    }
}

/// True if an integer of type `own` may be printed as one of type `printed`.
fn is_extended(own: Element, printed: Element) -> bool {
    !own.is_float() && !printed.is_float() && own.bits() < printed.bits()
}

/// The difference of a result from the expected one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Deviation {
    /// True where it is the sign of zeros alone.
    pub zero_sign: bool,
    /// The place, the expected value, and the value that was given.
    pub difference: Difference,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::observe::{Bound, ElementBits};

    #[test]
    fn documents_keep_it() {
        let outputs =
            Difference { at: Place::Outputs, one: ShownValue::Outputs(1), other: ShownValue::EitherZero {} };
        let document = serde_json::to_value(&outputs).expect("a plain struct");
        let wanted =
            serde_json::json!({ "at": "outputs", "one": { "outputs": 1 }, "other": { "either-zero": {} } });
        assert_eq!(document, wanted);
        assert_eq!(serde_json::from_value::<Difference>(document).expect("it was one"), outputs);
        let element = ShownValue::element(Element::F16, 0x1_3c00);
        let bound = Bound(0.25);
        let within = ShownValue::Within { element: Element::F16, bits: ElementBits(0x3c00), bound };
        let floats = Difference { one: within, other: element, ..outputs };
        let text = serde_json::to_string(&floats).expect("a plain struct");
        assert_eq!(serde_json::from_str::<Difference>(&text).expect("it was one"), floats);
        let wire = bincode::serde::encode_to_vec(&floats, bincode::config::standard()).expect("plain data");
        let (read, _) =
            bincode::serde::decode_from_slice::<Difference, _>(&wire, bincode::config::standard())
                .expect("it was one");
        assert_eq!(read, floats);
    }

    #[test]
    fn integers_have_the_type_that_the_program_held() {
        let kind = || OutputType::try_from("2xi64".to_owned()).expect("a type");
        let of = |one, other| {
            let at = Place::Elements {
                output: 1,
                kind: kind(),
                held: Element::I64,
                count: 1,
                of: 2,
                first: vec![0],
                next: vec![],
            };
            Difference {
                at,
                one: ShownValue::element(Element::I64, one),
                other: ShownValue::element(Element::I64, other),
            }
        };
        let held = |difference: Difference| match difference.at {
            Place::Elements { held, .. } => (held, difference.one),
            _ => panic!("they are elements"),
        };
        let printed = [Element::F32, Element::I32];
        let minus = (-3i64) as u64;
        assert_eq!(
            held(of(minus, 7).as_held(&printed)),
            (Element::I32, ShownValue::element(Element::I32, 0xffff_fffd))
        );
        assert_eq!(held(of(minus, 7).as_held(&[])).0, Element::I64, "nobody knows");
        assert_eq!(held(of(minus, 7).as_held(&[Element::I32; 1])).0, Element::I64);
        assert_eq!(
            held(of(7, 7 | 1 << 40).as_held(&printed)).0,
            Element::I64,
            "the difference would not show"
        );
        assert_eq!(held(of(7, 8).as_held(&[Element::I32, Element::F32])).0, Element::I64);
        assert_eq!(held(of(minus, 0xffff_fffd).as_held(&printed)).0, Element::I64, "they would be the same");
    }

    #[test]
    fn zeros_are_of_floats() {
        let of = |element, one, other| Difference {
            at: Place::Outputs,
            one: ShownValue::element(element, one),
            other: ShownValue::element(element, other),
        };
        for (element, minus) in [
            (Element::F16, 1 << 15),
            (Element::Bf16, 1 << 15),
            (Element::F32, 1 << 31),
            (Element::F64, 1 << 63),
        ] {
            assert!(of(element, 0, minus).is_of_zeros());
            assert!(!of(element, 1, minus).is_of_zeros());
        }
        assert!(!of(Element::I16, 0, 1 << 15).is_of_zeros());
    }

    #[test]
    fn a_document_without_fields_has_its_text() {
        let old = r#"{ "at": "outputs", "one": "1", "other": "± 1e-5" }"#;
        let read: Difference = serde_json::from_str(old).expect("it was one");
        assert_eq!((read.one, read.other), (ShownValue::Told("1".into()), ShownValue::Told("± 1e-5".into())));
        for odd in [r#"{ "odd": 1 }"#, "1", r#"{ "outputs": "1" }"#] {
            let odd = old.replace(r#""1""#, odd);
            assert!(serde_json::from_str::<Difference>(&odd).is_err(), "{odd}");
        }
    }
}
