//! The distance that rounding may take results: how far they move between worlds that round otherwise ([`crate::eval::world`]).
//!
//! A pass that may round otherwise, or operations that ask for approximations, leave room for rounding alone. A result of another program
//! lies in that room where it is as far away as some times the distance that the results of either move between those worlds. A number
//! that is computed without rounding does not move, and has to be kept. An integer that moves hangs on rounding, and says nothing.

use super::compare::{float, meaning};
use crate::eval::{Returned, RunFacts};
use crate::observe::{Element, Escape};
use crate::semantics::Format;
use std::collections::{BTreeMap, BTreeSet};

/// A result may be as far away as so many times the distance that it moves. The worlds are some of all, so the distance is estimated.
const TIMES: f64 = 8.0;

/// As [`TIMES`], of numbers that are narrower than f32: some units of them are a wrong result.
const NARROW_TIMES: f64 = 2.0;

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
    /// True if a zero changes its sign.
    turns: bool,
}

impl Spread {
    /// Of one run and itself in other worlds. `printed` is as in [`super::compare::compare`].
    pub fn of(usual: &RunFacts, others: &[RunFacts], printed: &[Element]) -> Spread {
        let mut spread = Spread::default();
        let theirs: Vec<BTreeMap<ShownPlace, ShownBits>> =
            others.iter().map(|other| all_shown(other, printed)).collect();
        for (place, own) in all_shown(usual, printed) {
            spread.distances.insert(place.clone(), vec![0.0; own.bits.len()]);
            for other in &theirs {
                match other.get(&place).filter(|other| other.is_alike(&own)) {
                    Some(other) => spread.add(&place, &own, other),
                    None => spread.is_wild = true,
                }
            }
        }
        let kind = |run: &RunFacts| run.stopped.as_ref().map(|stopped| stopped.kind);
        spread.is_wild |= others.iter().any(|other| {
            kind(other) != kind(usual)
                || other.outputs.len() != usual.outputs.len()
                || other.said != usual.said
        });
        spread
    }

    /// Takes note of the distance between the elements of a value and others.
    fn add(&mut self, place: &ShownPlace, own: &ShownBits, other: &ShownBits) {
        let Some(distances) = self.distances.get_mut(place) else { return };
        // Equal bits are equal numbers.
        let pairs = own.bits.iter().zip(&other.bits).zip(distances).filter(|((x, y), _)| x != y);
        for ((x, y), distance) in pairs {
            let ((Some(x), Some(y)), element) = ((*x, *y), own.element) else {
                *distance = f64::INFINITY;
                continue;
            };
            *distance = f64::max(*distance, apart(element, x, y));
            self.turns |= element.is_float() && float(element, x) == 0.0 && float(element, y) == 0.0;
        }
    }

    /// True if a run ended in another way, or showed results of other shapes.
    pub fn is_wild(&self) -> bool {
        self.is_wild
    }

    /// True if each element may move anywhere.
    pub fn says_nothing(&self) -> bool {
        self.is_wild || self.distances.values().flatten().all(|distance| *distance == f64::INFINITY)
    }

    /// True if nothing moves.
    pub fn is_still(&self) -> bool {
        !self.is_wild && !self.turns && self.distances.values().flatten().all(|distance| *distance == 0.0)
    }

    /// True if two runs differ in an element that may move anywhere: nothing is said of it.
    pub fn leaves_open(&self, before: &RunFacts, after: &RunFacts, printed: &[Element]) -> bool {
        let theirs = all_shown(after, printed);
        all_shown(before, printed).into_iter().any(|(place, own)| {
            let Some(other) = theirs.get(&place).filter(|other| other.is_alike(&own)) else { return false };
            let mut differing = own.bits.iter().zip(&other.bits).enumerate().filter(|(_, (x, y))| x != y);
            differing.any(|(element, _)| self.at(&place, element) == f64::INFINITY)
        })
    }

    /// The larger of both distances, for each element.
    pub fn or(mut self, other: Spread) -> Spread {
        self.is_wild |= other.is_wild;
        self.turns |= other.turns;
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

/// The elements of a value that a run shows.
struct ShownBits {
    shape: Vec<u64>,
    element: Element,
    /// Of each element its bits, but for one that is poison, undef or open.
    bits: Vec<Option<u64>>,
}

impl ShownBits {
    fn of(value: &Returned) -> ShownBits {
        let lanes = value.value.lanes.iter();
        ShownBits {
            shape: value.value.shape.clone(),
            element: value.element().unwrap_or(Element::I64),
            bits: lanes.map(|lane| lane.taint.is_none().then_some(lane.bits as u64)).collect(),
        }
    }

    fn is_alike(&self, other: &ShownBits) -> bool {
        self.shape == other.shape && self.element == other.element && self.bits.len() == other.bits.len()
    }
}

/// All that a run shows. `printed` is as in [`super::compare::compare`].
fn all_shown(run: &RunFacts, printed: &[Element]) -> BTreeMap<ShownPlace, ShownBits> {
    let open: BTreeSet<(usize, usize)> = run.open_places().collect();
    let outputs = run.outputs.iter().enumerate().map(|(index, output)| {
        let held = if printed.len() == run.outputs.len() { Some(printed[index]) } else { None };
        let element = meaning(output.element, held);
        let bits = output.bits.iter().enumerate();
        let bits = bits.map(|(place, bits)| (!open.contains(&(index, place))).then_some(*bits)).collect();
        let bits = ShownBits { shape: output.shape.clone(), element, bits };
        (ShownPlace::Output(index), bits)
    });
    let returned = run.returned.iter().enumerate();
    let returned = returned.map(|(index, value)| (ShownPlace::Returned(index), ShownBits::of(value)));
    let left = run.escaped.iter().map(|(at, value)| (ShownPlace::Left(at.clone()), ShownBits::of(value)));
    outputs.chain(returned).chain(left).collect()
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
    let is_narrow = Format::of(element).is_some_and(Format::is_narrow);
    let times = if is_narrow { NARROW_TIMES } else { TIMES };
    x == y || apart(element, x, y) <= times * distance
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
        let bf16 = |x, y, distance| is_near(Element::Bf16, x, y, distance);
        assert!(bf16(0x3f80, 0x3f82, 0.0078125) && !bf16(0x3f80, 0x3f83, 0.0078125));
        assert!(!is_near(Element::I32, 1, 2, 0.0) && is_near(Element::I32, 1, 2, f64::INFINITY));
    }
}
