//! The distance that rounding may take results: how far they move between worlds that round otherwise ([`crate::eval::world`]).
//!
//! A pass that may round otherwise, or operations that ask for approximations, leave room for rounding alone. A result of another program
//! lies in that room where it is as far away as some times the distance that the results of either move between those worlds. A number
//! that is computed without rounding does not move, and has to be kept. An integer that moves hangs on rounding, and says nothing.

use super::compare::{float, meaning};
use crate::eval::{Returned, RunFacts};
use crate::observe::{Buffer, Element, Escape};
use std::collections::BTreeMap;

/// A result may be as far away as so many times the distance that it moves. The worlds are some of all, so the distance is estimated.
const TIMES: f64 = 8.0;

/// A value that a run shows.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum ShownPlace {
    /// The output of this number.
    Output(usize),
    /// The value of this number among those that are returned.
    Returned(usize),
    /// A value that is left outside of the program.
    Left(Escape),
}

/// The distance that each element of what a run shows moves. It is infinite where the element becomes another kind of number, or is an
/// integer that changes.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Spread {
    distances: BTreeMap<ShownPlace, Vec<f64>>,
    /// True if a run ended in another way, or showed results of other shapes: nothing can be said of any element then.
    is_wild: bool,
}

impl Spread {
    /// Of one run and itself in other worlds. `printed` is as in [`super::compare::compare`].
    pub fn of(usual: &RunFacts, others: &[RunFacts], printed: &[Element]) -> Spread {
        let mut spread = Spread::default();
        for (index, output) in usual.outputs.iter().enumerate() {
            let held = if printed.len() == usual.outputs.len() { Some(printed[index]) } else { None };
            let there = |run: &RunFacts| {
                let other = run.outputs.get(index).filter(|other| is_alike(output, other));
                other.map(|other| other.bits.clone())
            };
            let own = (meaning(output.element, held), output.bits.clone());
            spread.add(ShownPlace::Output(index), own, others.iter().map(there));
        }
        for (index, value) in usual.returned.iter().enumerate() {
            let there = |run: &RunFacts| run.returned.get(index).map(bits);
            spread.add(ShownPlace::Returned(index), numbers(value), others.iter().map(there));
        }
        for (at, value) in &usual.escaped {
            let there = |run: &RunFacts| {
                let other = run.escaped.iter().find(|(own, _)| own == at);
                other.map(|(_, value)| bits(value))
            };
            spread.add(ShownPlace::Left(at.clone()), numbers(value), others.iter().map(there));
        }
        let kind = |run: &RunFacts| run.stopped.as_ref().map(|stopped| stopped.kind);
        spread.is_wild |= others.iter().any(|other| {
            kind(other) != kind(usual)
                || other.outputs.len() != usual.outputs.len()
                || other.open != usual.open
        });
        spread
    }

    /// Takes note of how far the elements of a value, of this type and with these bits, are from those of other runs.
    fn add(
        &mut self,
        place: ShownPlace,
        (element, own): (Element, Vec<u64>),
        others: impl Iterator<Item = Option<Vec<u64>>>,
    ) {
        let mut distances = vec![0.0; own.len()];
        for other in others {
            let Some(other) = other.filter(|other| other.len() == own.len()) else {
                self.is_wild = true;
                continue;
            };
            for (distance, (x, y)) in distances.iter_mut().zip(own.iter().zip(&other)) {
                // Equal bits are equal numbers.
                if x != y {
                    *distance = f64::max(*distance, apart(element, *x, *y));
                }
            }
        }
        self.distances.insert(place, distances);
    }

    /// The larger of both distances, for each element.
    pub fn or(mut self, other: Spread) -> Spread {
        self.is_wild |= other.is_wild;
        for (place, other) in other.distances {
            let own = self.distances.entry(place).or_default();
            own.resize(own.len().max(other.len()), 0.0);
            own.iter_mut().zip(other).for_each(|(own, other)| *own = own.max(other));
        }
        self
    }

    /// The larger of both distances, for each element that moves by itself.
    pub fn widened(mut self, other: Spread) -> Spread {
        self.is_wild |= other.is_wild;
        for (place, own) in &mut self.distances {
            let others = other.distances.get(place).into_iter().flatten();
            own.iter_mut()
                .zip(others)
                .filter(|(own, _)| **own > 0.0)
                .for_each(|(own, other)| *own = own.max(*other));
        }
        self
    }

    /// The distance that an element moves.
    pub fn at(&self, place: &ShownPlace, element: usize) -> f64 {
        let known = self.distances.get(place).and_then(|one| one.get(element)).filter(|_| !self.is_wild);
        known.copied().unwrap_or(f64::INFINITY)
    }
}

/// The bits of the elements of a value.
fn bits(value: &Returned) -> Vec<u64> {
    value.value.lanes.iter().map(|lane| lane.bits as u64).collect()
}

/// The type of the elements of a value, and their bits.
fn numbers(value: &Returned) -> (Element, Vec<u64>) {
    (value.element().unwrap_or(Element::I64), bits(value))
}

fn is_alike(one: &Buffer, other: &Buffer) -> bool {
    one.shape == other.shape && one.element == other.element && one.bits.len() == other.bits.len()
}

/// The distance of two elements: none of equal numbers, and an infinite one of integers and of numbers of another kind.
fn apart(element: Element, x: u64, y: u64) -> f64 {
    let (one, other) = (float(element, x), float(element, y));
    match element.is_float() {
        true if one == other || one.is_nan() && other.is_nan() => 0.0,
        true if one.is_finite() && other.is_finite() => (one - other).abs(),
        _ => f64::INFINITY,
    }
}

/// True if two elements are equal numbers, or as near as this distance allows.
pub(super) fn is_near(element: Element, x: u64, y: u64, distance: f64) -> bool {
    x == y || apart(element, x, y) <= TIMES * distance
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_does_not_move_has_to_be_kept() {
        let bits = |value: f32| u64::from(value.to_bits());
        let near = |x: f32, y: f32, distance| is_near(Element::F32, bits(x), bits(y), distance);
        assert!(near(1.0, 1.0, 0.0) && near(0.0, -0.0, 0.0) && near(f32::NAN, -f32::NAN, 0.0));
        assert!(!near(1.0, 1.000_000_1, 0.0));
        assert!(near(1.0, 1.5, 0.0625) && !near(1.0, 1.75, 0.0625));
        assert!(!near(1.0, f32::INFINITY, 1.0) && near(1.0, f32::INFINITY, f64::INFINITY));
        assert!(!is_near(Element::I32, 1, 2, 0.0) && is_near(Element::I32, 1, 2, f64::INFINITY));
    }
}
