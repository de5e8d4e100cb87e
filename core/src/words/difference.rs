//! A difference of two results, in a sentence: with the names that the two go by.

use crate::judge::{Deviation, Difference, Place, decimal};
use crate::observe::{Element, ElementBits, NextElement, OutputType, ShownValue};

/// A sentence about results of these names.
pub fn difference(difference: &Difference, one: &str, other: &str) -> String {
    let (first, second) = (value(&difference.one), value(&difference.other));
    match &difference.at {
        Place::Outputs => format!("{one} printed {first} outputs, {other} {second}"),
        Place::Kind { output } => format!("output {output}: {one} printed {first}, {other} {second}"),
        Place::Elements { .. } => {
            let signs = difference.is_of_zeros();
            let are = if signs { "are zeros of other signs" } else { "differ" };
            let is = signs.then_some("is a zero of another sign");
            format!("{}: {one} {first}, {other} {second}", place(&difference.at, are, is))
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
            let is = deviation.zero_sign.then_some("is a zero of the wrong sign");
            format!("{}: expected {wanted}, {name} gave {given}", place(at, are, is))
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

/// The form of elements for a person.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Notation {
    /// Decimals, as their type says.
    #[default]
    Decimal,
    /// Bits, in hexadecimal.
    Bits,
}

/// The first elements that differ, a line for each: all of them, or, in decimals, those that a sentence does not have.
pub fn elements(difference: &Difference, [one, other]: [&str; 2], notation: Notation) -> Vec<String> {
    let Place::Elements { output, count, first, next, .. } = &difference.at else { return Vec::new() };
    let line = |at: &[u64], x: &ShownValue, y: &ShownValue| {
        let [x, y] = [x, y].map(|shown| written(shown, notation));
        format!("  output {output} at {at:?}: {one} {x}, {other} {y}")
    };
    let told = (notation == Notation::Bits).then(|| line(first, &difference.one, &difference.other));
    let lines = next.iter().map(|NextElement { at, one, other }| line(at, one, other));
    let mut lines: Vec<String> = told.into_iter().chain(lines).collect();
    let left = count.saturating_sub(1 + next.len());
    if left > 0 {
        lines.push(format!("  and {left} more"));
    }
    lines
}

/// A value in this form.
fn written(shown: &ShownValue, notation: Notation) -> String {
    match (notation, shown) {
        (Notation::Bits, ShownValue::Element { bits, .. }) => String::from(*bits),
        (Notation::Bits, ShownValue::Within { bits, bound, .. }) => {
            format!("{} ± {:e}", String::from(*bits), bound.0)
        }
        _ => value(shown),
    }
}

/// The value of an element.
fn number(element: Element, ElementBits(bits): ElementBits) -> String {
    decimal(element, bits)
}

/// The count of such elements of an output, and the place of the first; `is` is said of an output that is one element.
fn place(place: &Place, are: &str, is: Option<&str>) -> String {
    match place {
        Place::Outputs => "the number of outputs".to_owned(),
        Place::Kind { output } => format!("output {output}"),
        Place::Elements { output, kind, held, count, of, first, .. } => {
            let kind = OutputType { element: *held, ..kind.clone() };
            let output = format!("output {output} ({kind})");
            match is {
                _ if *of != 1 => format!("{output}: {count} of {of} elements {are}, the first at {first:?}"),
                Some(is) => format!("{output} {is}"),
                None => output,
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::observe::Bound;

    fn deviates(difference: &Difference, zero_sign: bool, name: &str) -> String {
        deviation(&Deviation { zero_sign, difference: difference.clone() }, name)
    }

    fn typed(text: &str) -> OutputType {
        OutputType::try_from(text.to_owned()).expect("a type")
    }

    #[test]
    fn values_are_decimals_by_their_type() {
        let element = |element, bits| value(&ShownValue::element(element, bits));
        assert_eq!(element(Element::I8, 0xff), "-1");
        assert_eq!(element(Element::I8, u64::MAX), "-1");
        assert_eq!(element(Element::F16, 0xffff_3c00), "1.0");
        let bits = ElementBits::of(Element::F32, 0x3fc0_0000);
        let within = ShownValue::Within { element: Element::F32, bits, bound: Bound(1e-5) };
        assert_eq!(value(&within), "1.5 ± 1e-5");
        assert_eq!(value(&ShownValue::EitherZero {}), "zero of either sign");
    }

    #[test]
    fn elements_behind_the_first_have_a_line_each() {
        let pair = [0x3fc0_0000, 0x8000_0000].map(|bits| ShownValue::element(Element::F32, bits));
        let [one, other] = pair.clone();
        let at = |count, next| Place::Elements {
            output: 1,
            kind: typed("3xf32"),
            held: Element::F32,
            count,
            of: 3,
            first: vec![0],
            next,
        };
        let further = NextElement { at: vec![2], one: one.clone(), other: other.clone() };
        let two = Difference { at: at(4, vec![further]), one, other };
        let told = |notation| elements(&two, ["path a", "path b"], notation);
        assert_eq!(told(Notation::Decimal), ["  output 1 at [2]: path a 1.5, path b -0.0", "  and 2 more"]);
        assert_eq!(told(Notation::Bits)[0], "  output 1 at [0]: path a 0x3fc00000, path b 0x80000000");
        assert_eq!(told(Notation::Bits).len(), 3);
        let [one, other] = pair;
        let single = Difference { at: at(1, Vec::new()), one, other };
        assert_eq!(elements(&single, ["a", "b"], Notation::Decimal), [""; 0]);
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
            next: Vec::new(),
        };
        let elements =
            Difference { at, one: ShownValue::Told("2".into()), other: ShownValue::Told("-1".into()) };
        assert_eq!(
            difference(&elements, "path a", "path c"),
            "output 1 (2xf32): 1 of 2 elements differ, the first at [1]: path a 2, path c -1"
        );
        assert_eq!(
            deviates(&elements, false, "this"),
            "output 1 (2xf32): 1 of 2 elements are not as expected, the first at [1]: expected 2, this gave -1"
        );
        assert!(deviates(&elements, true, "this").contains("1 of 2 elements are zeros of the wrong sign, "));
        let one = |kind: &str, zeros: bool| {
            let at = Place::Elements {
                output: 0,
                kind: typed(kind),
                held: Element::F32,
                count: 1,
                of: 1,
                first: Vec::new(),
                next: Vec::new(),
            };
            let [one, other] = [0x8000_0000, if zeros { 0 } else { 0x3f80_0000 }]
                .map(|bits| ShownValue::element(Element::F32, bits));
            Difference { at, one, other }
        };
        assert_eq!(
            difference(&one("f32", false), "path a", "path b"),
            "output 0 (f32): path a -0.0, path b 1.0"
        );
        assert_eq!(
            difference(&one("1xi64", true), "path a", "path b"),
            "output 0 (1xf32) is a zero of another sign: path a -0.0, path b 0.0"
        );
        assert_eq!(
            deviates(&one("f32", true), true, "path b"),
            "output 0 (f32) is a zero of the wrong sign: expected -0.0, path b gave 0.0"
        );
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
