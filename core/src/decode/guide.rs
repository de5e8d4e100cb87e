//! The passes that still reach new code, and inputs that come by them.
//!
//! Most passes have shown nearly all of their code after some thousand runs, and a few that are seldom reached have not:
//! on MLIR 22, from seeds that reach 163,000 blocks, 5% of the steps that were taken brought 41% of what was new. So it is
//! counted how much each pass, with its options, has brought lately each time it was taken, and inputs are made of those
//! that take the most promising ones.

use super::mutate::{TurnOfPath, near};
use rand::{Rng, RngExt};
use std::collections::{BTreeMap, VecDeque};
use std::rc::Rc;

/// A step that a run has taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Taken<'r> {
    /// The step, as `mlir-opt` takes it.
    pub step: &'r str,
    /// Its place in the case.
    pub spot: TurnOfPath,
    /// True where it changed the IR, so that it is worth taking there.
    pub changed: bool,
    /// The number of places that it reached before anybody else.
    pub gain: u32,
}

/// Places kept for each step; older ones make room.
const PLACES: usize = 12;
/// Times a step is taken until what it brought before counts half.
const MEMORY: f64 = 32.0;
/// Most that one time counts for: a pass that is new altogether brings hundreds, once.
const MOST_NEW: u32 = 16;

/// The known steps.
#[derive(Default)]
pub struct Guide {
    steps: BTreeMap<String, StepHistory>,
}

#[derive(Default)]
struct StepHistory {
    taken: f64,
    gain: f64,
    places: VecDeque<(Rc<[u8]>, TurnOfPath)>,
}

impl StepHistory {
    /// The number of new indices to be expected of the next time, as if it had reached some before it was ever taken.
    fn promise(&self) -> f64 {
        (self.gain + 0.5) / (self.taken + 2.0)
    }
}

impl Guide {
    /// Learns from a run of an input.
    pub fn learn<'r>(&mut self, bytes: &[u8], taken: impl IntoIterator<Item = Taken<'r>>) {
        let mut input: Option<Rc<[u8]>> = None;
        for Taken { step: name, spot, changed, gain } in taken {
            if !self.steps.contains_key(name) {
                self.steps.insert(name.to_owned(), StepHistory::default());
            }
            let Some(step) = self.steps.get_mut(name) else { continue };
            step.taken += 1.0;
            step.gain += f64::from(gain.min(MOST_NEW));
            if step.taken > MEMORY {
                step.taken /= 2.0;
                step.gain /= 2.0;
            }
            // A place that brought nothing makes no room for itself.
            if changed && (gain > 0 || step.places.len() < PLACES) {
                let input = input.get_or_insert_with(|| bytes.into());
                if step.places.len() == PLACES {
                    step.places.pop_front();
                }
                step.places.push_back((input.clone(), spot));
            }
        }
    }

    /// An input of at most `most` bytes that is likely to take a promising step, made of one that took it, and now and then
    /// with the program of `other`. There is none as long as no step is known.
    ///
    /// # Panics
    /// If there is less room than [`super::ROOM`].
    pub fn mutate(&self, other: &[u8], most: usize, random: &mut impl Rng) -> Option<Vec<u8>> {
        let steps = || self.steps.values().filter(|step| !step.places.is_empty());
        let mut left = random.random::<f64>() * steps().map(StepHistory::promise).sum::<f64>();
        let chosen = steps().find(|step| {
            left -= step.promise();
            left <= 0.0
        });
        let places = &chosen.or(steps().next_back())?.places;
        let (bytes, spot) = &places[random.random_range(0..places.len())];
        Some(near(bytes, *spot, other, most, random))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::decode::{decode, seeded};
    use rand::SeedableRng;
    use rand_chacha::ChaCha8Rng;

    fn taken(step: &str, gain: u32) -> Taken<'_> {
        Taken { step, spot: TurnOfPath { path: 0, turn: 3 }, changed: true, gain }
    }

    /// The number of 400 inputs that come from the one that takes the step; the two have different programs.
    fn chosen(guide: &Guide, way: &[u8]) -> usize {
        let mut random = ChaCha8Rng::seed_from_u64(1);
        let wanted = decode(way).expect("it decodes").draws[0][..10].to_vec();
        let inputs = (0..400).filter_map(|_| guide.mutate(&[], 8192, &mut random));
        inputs.filter(|bytes| decode(bytes).expect("it decodes").draws[0].starts_with(&wanted)).count()
    }

    #[test]
    fn what_reaches_new_code_is_taken_again_until_it_reaches_no_more() {
        let (often, seldom) = (seeded(3, 1), seeded(3, 2));
        let mut guide = Guide::default();
        assert_eq!(guide.mutate(&often, 8192, &mut ChaCha8Rng::seed_from_u64(1)), None);
        for _ in 0..100 {
            guide.learn(&often, [taken("canonicalize", 0)]);
        }
        guide.learn(&seldom, [taken("affine-loop-fusion", 300)]);
        assert!(chosen(&guide, &seldom) > 300 && chosen(&guide, &often) < 20);
        for _ in 0..300 {
            guide.learn(&seldom, [taken("affine-loop-fusion", 0)]);
        }
        let (now, then) = (chosen(&guide, &seldom), chosen(&guide, &often));
        assert!(now > 50 && then > 50, "{now} and {then}: neither promises more than the other");
    }

    #[test]
    fn a_step_that_changes_nothing_is_no_place_to_be() {
        let mut guide = Guide::default();
        guide.learn(&seeded(3, 1), [Taken { changed: false, ..taken("cse", 5) }]);
        assert_eq!(guide.mutate(&[], 8192, &mut ChaCha8Rng::seed_from_u64(1)), None);
    }
}
