//! A difference of two results, in a sentence: with the names that the two go by.

use crate::judge::{Deviation, Difference, Place, float, signed};
use crate::observe::{Element, ElementBits, ShownValue};

/// A sentence about results of these names.
pub fn difference(difference: &Difference, one: &str, other: &str) -> String {
    let (first, second) = (value(&difference.one), value(&difference.other));
    match &difference.at {
        Place::Outputs => format!("{one} printed {first} outputs, {other} {second}"),
        Place::Kind { output } => format!("output {output}: {one} printed {first}, {other} {second}"),
        Place::Elements { .. } => {
            format!("{}: {one} {first}, {other} {second}", place(&difference.at, "differ"))
        }
    }
}

/// The beginning of a sentence about the result that `name` gave.
pub fn deviation(deviation: &Deviation, name: &str) -> String {
    let Difference { at, one, other } = &deviation.difference;
    let (wanted, given) = (value(one), value(other));
    match at {
        Place::Outputs => format!("{name} printed {given} outputs, and {wanted} are expected"),
        Place::Kind { output } => {
            format!("output {output}: {name} printed {given}, and {wanted} is expected")
        }
        Place::Elements { .. } => {
            let are = if deviation.zero_sign { "are zeros of the wrong sign" } else { "are not as expected" };
            format!("{}: expected {wanted}, {name} gave {given}", place(at, are))
        }
    }
}

/// A value that a result shows, or that is expected of it.
pub fn value(value: &ShownValue) -> String {
    match value {
        ShownValue::Told(text) => text.clone(),
        ShownValue::Outputs(count) => count.to_string(),
        ShownValue::Type(ty) => ty.to_string(),
        ShownValue::Element { element, bits } => number(*element, *bits),
        ShownValue::Within { element, bits, bound } => format!("{} ± {:e}", number(*element, *bits), bound.0),
        ShownValue::EitherZero {} => "zero of either sign".to_owned(),
    }
}

/// The value of an element, and its bits.
fn number(element: Element, ElementBits(bits): ElementBits) -> String {
    match element.is_float() {
        true => format!("{:?} ({bits:#x})", float(element, bits)),
        false => format!("{} ({bits:#x})", signed(element, bits)),
    }
}

/// The count of such elements of an output, and the place of the first.
fn place(place: &Place, are: &str) -> String {
    match place {
        Place::Outputs => "the number of outputs".to_owned(),
        Place::Kind { output } => format!("output {output}"),
        Place::Elements { output, kind, held, count, of, first } => {
            format!(
                "output {output} ({kind}, holding {held}): {count} of {of} elements {are}, the first at {first:?}"
            )
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::observe::{Bound, OutputType};

    fn deviates(difference: &Difference, zero_sign: bool, name: &str) -> String {
        deviation(&Deviation { zero_sign, difference: difference.clone() }, name)
    }

    fn typed(text: &str) -> OutputType {
        OutputType::try_from(text.to_owned()).expect("a type")
    }

    #[test]
    fn values_are_shown_with_their_bits() {
        let element = |element, bits| value(&ShownValue::element(element, bits));
        assert_eq!(element(Element::I8, 0xff), "-1 (0xff)");
        assert_eq!(element(Element::I8, u64::MAX), "-1 (0xffffffffffffffff)");
        assert_eq!(element(Element::F16, 0xffff_3c00), "1.0 (0x3c00)");
        let bits = ElementBits::of(Element::F32, 0x3fc0_0000);
        let within = ShownValue::Within { element: Element::F32, bits, bound: Bound(1e-5) };
        assert_eq!(value(&within), "1.5 (0x3fc00000) ± 1e-5");
        assert_eq!(value(&ShownValue::EitherZero {}), "zero of either sign");
    }

    #[test]
    fn sentences_take_the_names_of_whoever_is_told() {
        let at = Place::Elements {
            output: 1,
            kind: typed("2xi64"),
            held: Element::F32,
            count: 1,
            of: 2,
            first: vec![1],
        };
        let elements =
            Difference { at, one: ShownValue::Told("2".into()), other: ShownValue::Told("-1".into()) };
        assert_eq!(
            difference(&elements, "path a", "path c"),
            "output 1 (2xi64, holding f32): 1 of 2 elements differ, the first at [1]: path a 2, path c -1"
        );
        assert_eq!(
            deviates(&elements, false, "this"),
            "output 1 (2xi64, holding f32): 1 of 2 elements are not as expected, the first at [1]: expected 2, this gave -1"
        );
        assert!(deviates(&elements, true, "this").contains("1 of 2 elements are zeros of the wrong sign, "));
        let kind = Difference {
            at: Place::Kind { output: 0 },
            one: ShownValue::Type(typed("2xi64")),
            other: ShownValue::Type(typed("1x2xi64")),
        };
        assert_eq!(difference(&kind, "before", "then"), "output 0: before printed 2xi64, then 1x2xi64");
        assert_eq!(
            deviates(&kind, false, "path b"),
            "output 0: path b printed 1x2xi64, and 2xi64 is expected"
        );
        let outputs =
            Difference { at: Place::Outputs, one: ShownValue::Outputs(1), other: ShownValue::Outputs(0) };
        assert_eq!(difference(&outputs, "path a", "path b"), "path a printed 1 outputs, path b 0");
        assert_eq!(deviates(&outputs, false, "path a"), "path a printed 0 outputs, and 1 are expected");
    }
}
