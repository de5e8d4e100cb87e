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

/// The distance that each element of the outputs, and of the values that are returned, moves. It is infinite where the element becomes
/// another kind of number, or is an integer that changes.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Spread {
    outputs: Vec<Vec<f64>>,
    returned: Vec<Vec<f64>>,
    escaped: BTreeMap<Escape, Vec<f64>>,
    /// True if a run ended in another way, or showed results of other shapes: nothing can be said of any element then.
    is_wild: bool,
}

impl Spread {
    /// Of one run and the same in other worlds. `printed` is as in [`super::compare::compare`].
    pub fn of(usual: &RunFacts, others: &[RunFacts], printed: &[Element]) -> Spread {
        let mut spread = Spread::default();
        for (index, output) in usual.outputs.iter().enumerate() {
            let held = if printed.len() == usual.outputs.len() { Some(printed[index]) } else { None };
            let element = meaning(output.element, held);
            spread.outputs.push(vec![0.0; output.bits.len()]);
            for other in others {
                match other.outputs.get(index).filter(|other| is_alike(output, other)) {
                    Some(other) => widen(&mut spread.outputs[index], element, &output.bits, &other.bits),
                    None => spread.is_wild = true,
                }
            }
        }
        let all = |run: &'_ RunFacts, index: usize| run.returned.get(index).map(bits);
        for (index, value) in usual.returned.iter().enumerate() {
            let others = others.iter().map(|other| all(other, index));
            spread.returned.push(moves(value, others, &mut spread.is_wild));
        }
        for (at, value) in &usual.escaped {
            let there =
                |run: &RunFacts| run.escaped.iter().find(|(own, _)| own == at).map(|(_, value)| bits(value));
            let others = others.iter().map(there);
            spread.escaped.insert(at.clone(), moves(value, others, &mut spread.is_wild));
        }
        let kind = |run: &RunFacts| run.stopped.as_ref().map(|stopped| stopped.kind);
        spread.is_wild |= others.iter().any(|other| {
            kind(other) != kind(usual)
                || other.outputs.len() != usual.outputs.len()
                || other.open != usual.open
        });
        spread
    }

    /// What is allowed by one of them.
    pub fn or(mut self, other: Spread) -> Spread {
        self.is_wild |= other.is_wild;
        let pairs = [(&mut self.outputs, other.outputs), (&mut self.returned, other.returned)];
        for (own, other) in pairs {
            for (own, other) in own.iter_mut().zip(other) {
                own.iter_mut().zip(other).for_each(|(own, other)| *own = own.max(other));
            }
        }
        for (at, other) in other.escaped {
            let own = self.escaped.entry(at).or_default();
            own.resize(own.len().max(other.len()), 0.0);
            own.iter_mut().zip(other).for_each(|(own, other)| *own = own.max(other));
        }
        self
    }

    /// The distance that an element moves that was left there.
    pub fn escaped(&self, at: &Escape, element: usize) -> f64 {
        let known = self.escaped.get(at).and_then(|one| one.get(element)).filter(|_| !self.is_wild);
        known.copied().unwrap_or(f64::INFINITY)
    }

    /// The distance that an element of an output moves.
    pub fn output(&self, output: usize, place: usize) -> f64 {
        self.at(&self.outputs, output, place)
    }

    /// The distance that an element of a value that is returned moves.
    pub fn returned(&self, value: usize, element: usize) -> f64 {
        self.at(&self.returned, value, element)
    }

    fn at(&self, all: &[Vec<f64>], one: usize, place: usize) -> f64 {
        let known = all.get(one).and_then(|one| one.get(place)).filter(|_| !self.is_wild);
        known.copied().unwrap_or(f64::INFINITY)
    }
}

/// The bits of the elements of a value.
fn bits(value: &Returned) -> Vec<u64> {
    value.value.lanes.iter().map(|lane| lane.bits as u64).collect()
}

/// The distance that each element of a value moves between these.
fn moves(usual: &Returned, others: impl Iterator<Item = Option<Vec<u64>>>, is_wild: &mut bool) -> Vec<f64> {
    let (element, own) = (usual.element().unwrap_or(Element::I64), bits(usual));
    let mut distances = vec![0.0; own.len()];
    for other in others {
        match other.filter(|other| other.len() == own.len()) {
            Some(other) => widen(&mut distances, element, &own, &other),
            None => *is_wild = true,
        }
    }
    distances
}

fn is_alike(one: &Buffer, other: &Buffer) -> bool {
    one.shape == other.shape && one.element == other.element && one.bits.len() == other.bits.len()
}

/// Takes note of how far these elements are from the usual ones.
fn widen(distances: &mut [f64], element: Element, usual: &[u64], other: &[u64]) {
    for (distance, (x, y)) in distances.iter_mut().zip(usual.iter().zip(other)) {
        if x != y {
            *distance = distance.max(apart(element, *x, *y));
        }
    }
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
