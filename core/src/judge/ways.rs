//! The ways in which results are wrong: what is written too often and what is not written at all leave other traces.

use super::Floats;
use super::compare::{Nearness, accepted, float, meaning};
use super::spread::ShownPlace;
use crate::observe::{Buffer, Element};
use crate::semantics::tensor::sign_extended;
use serde::{Deserialize, Serialize};
use std::cmp::Ordering;
use std::collections::BTreeSet;

/// The way in which an element differs from its expected value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Way {
    /// It is more.
    Above,
    /// It is less.
    Below,
    /// It is no number, or should be none.
    NoNumber,
}

/// The ways in which `wrong` differs from `right`; none where they cannot be laid side by side.
pub fn ways(right: &[Buffer], wrong: &[Buffer], printed: &[Element], floats: Floats) -> BTreeSet<Way> {
    let mut found = BTreeSet::new();
    for (index, (a, b)) in right.iter().zip(wrong).enumerate() {
        let held = (printed.len() == right.len()).then(|| printed[index]);
        let element = meaning(a.element, held);
        let same = accepted(element, [a, b], Nearness::of_paths(floats), ShownPlace::Output(index));
        let pairs = a.bits.iter().zip(&b.bits).enumerate().filter(|_| a.element == b.element);
        let differing = pairs.filter(|(place, (x, y))| !same(*place, **x, **y));
        found.extend(differing.map(|(_, (x, y))| way(element, *x, *y)));
    }
    found
}

fn way(element: Element, right: u64, wrong: u64) -> Way {
    if element.is_float() {
        let (right, wrong) = (float(element, right), float(element, wrong));
        return match right.partial_cmp(&wrong) {
            None => Way::NoNumber,
            Some(Ordering::Less) => Way::Above,
            Some(_) => Way::Below,
        };
    }
    let unsigned = element.is_unsigned() || element == Element::I1;
    let value = |bits: u64| match unsigned {
        true => i128::from(bits & element.low_bits()),
        false => i128::from(sign_extended(bits, element.bits())),
    };
    if value(right) < value(wrong) { Way::Above } else { Way::Below }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(element: Element, right: &[u64], wrong: &[u64]) -> Vec<Way> {
        let [right, wrong] = [right, wrong]
            .map(|bits| [Buffer { shape: vec![bits.len() as u64], element, bits: bits.to_vec() }]);
        ways(&right, &wrong, &[], Floats::Kept).into_iter().collect()
    }

    #[test]
    fn more_less_and_no_number_are_told_apart() {
        assert_eq!(of(Element::I32, &[0, 1, 5], &[1, 0, 5]), [Way::Above, Way::Below]);
        assert_eq!(of(Element::I8, &[0xff], &[1]), [Way::Above], "-1 is less than 1");
        assert_eq!(of(Element::Ui8, &[0xff], &[1]), [Way::Below]);
        assert_eq!(of(Element::I1, &[0], &[1]), [Way::Above]);
        let bits = |value: f32| u64::from(value.to_bits());
        assert_eq!(of(Element::F32, &[bits(1.0), bits(-2.0)], &[bits(1.0), bits(-3.0)]), [Way::Below]);
        assert_eq!(of(Element::F32, &[bits(1.0)], &[bits(f32::NAN)]), [Way::NoNumber]);
        assert_eq!(of(Element::F32, &[bits(0.0)], &[bits(-0.0)]), [], "equal as compared");
        assert_eq!(of(Element::I32, &[3], &[3]), []);
    }
}
