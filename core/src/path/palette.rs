//! Choices of a path at random, most of them among a few passes.
//!
//! Some bugs need a pass twice, in the same setting, with a third one between. Drawn from the whole catalogue that
//! hardly ever happens: each path meets some ten passes out of hundreds. So, as swarm testing leaves features out of
//! each test to have more of the others, most paths draw all their optimizations from a palette of a few, and some
//! insist on a single one with tidying after it, turn for turn.

use super::turn::{IGNORE_EXPERIENCE, TURN};
use rand::{Rng, RngExt};
use std::ops::RangeInclusive;

/// One path in so many draws from everything at every turn.
const FREE: u32 = 4;
/// One of many paths in so many insists on one pass.
const INSISTENT: u32 = 6;
/// Numbers on a palette.
const NUMBERS: RangeInclusive<usize> = 2..=8;
/// One palette in so many has the passes that tidy up, whatever else is on it.
const TIDY: u32 = 2;
/// The slots of `canonicalize` and `cse`.
const TIDYING: [u16; 2] = [0x01, 0x11];
/// One turn in so many has other settings than most of the path.
const OTHER_SETTING: u32 = 4;
/// One turn in so many ignores dead ends: as often as among all bytes.
const HEEDLESS: u32 = 16;

/// A shape that does not ignore dead ends is three times a setting and how many passes there are.
const SETTINGS: u8 = IGNORE_EXPERIENCE / 3;

/// Fills `draws`, the choices of one path of many that a program is taken down: some of these insist.
pub fn fill_one_of_many(draws: &mut [u8], random: &mut impl Rng) {
    fill(draws, random);
    if !random.random_ratio(1, INSISTENT) {
        return;
    }
    let (pass, tidying) = (random.random(), TIDYING[random.random_range(0..TIDYING.len())]);
    let both = 3 * random.random_range(0..SETTINGS) + 2;
    for turn in draws.chunks_mut(TURN) {
        set(turn, both, [pass, tidying]);
    }
}

/// Fills `draws`, the choices of one path.
pub fn fill(draws: &mut [u8], random: &mut impl Rng) {
    random.fill_bytes(draws);
    if random.random_ratio(1, FREE) {
        return;
    }
    let mut palette: Vec<u16> = (0..random.random_range(NUMBERS)).map(|_| random.random()).collect();
    if random.random_ratio(1, TIDY) {
        palette.extend(TIDYING);
    }
    let usual = random.random_range(0..SETTINGS);
    for turn in draws.chunks_mut(TURN) {
        let setting =
            if random.random_ratio(1, OTHER_SETTING) { random.random_range(0..SETTINGS) } else { usual };
        let shape = if random.random_ratio(1, HEEDLESS) {
            random.random_range(IGNORE_EXPERIENCE..=u8::MAX)
        } else {
            3 * setting + random.random_range(0..3)
        };
        set(turn, shape, [(); 2].map(|()| palette[random.random_range(0..palette.len())]));
    }
}

/// Sets the shape and the passes of a turn that has bytes for them.
fn set(turn: &mut [u8], shape: u8, passes: [u16; 2]) {
    let [[a, b], [c, d]] = passes.map(u16::to_be_bytes);
    if let Some(bytes) = turn.get_mut(..5) {
        bytes.copy_from_slice(&[shape, a, b, c, d]);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::path::TypeKind;
    use crate::path::catalogue::{draw, rows};
    use crate::path::experience::CERTAIN;
    use crate::slot::ranked;
    use rand::SeedableRng;
    use std::collections::BTreeSet;

    fn filled(seed: u64) -> Vec<u8> {
        let mut draws = vec![0; 30 * TURN];
        fill(&mut draws, &mut rand_chacha::ChaCha8Rng::seed_from_u64(seed));
        draws
    }

    fn insisting(seed: u64) -> Vec<u8> {
        let mut draws = vec![0; 30 * TURN];
        fill_one_of_many(&mut draws, &mut rand_chacha::ChaCha8Rng::seed_from_u64(seed));
        draws
    }

    fn passes(turn: &[u8]) -> [u16; 2] {
        [1, 3].map(|at| u16::from_be_bytes([turn[at], turn[at + 1]]))
    }

    fn numbers(draws: &[u8]) -> BTreeSet<u16> {
        draws.chunks(TURN).flat_map(passes).collect()
    }

    #[test]
    fn most_paths_draw_a_few_numbers_and_all_paths_together_every_row() {
        let few = (0..400).filter(|seed| numbers(&filled(*seed)).len() <= 10).count();
        assert!((240..=360).contains(&few), "{few} of 400");
        let all: BTreeSet<u16> = (0..400).flat_map(|seed| numbers(&filled(seed))).collect();
        let drawn = |number: &u16| ranked(*number, rows()).next().map(|row| row.slot);
        assert_eq!(all.iter().filter_map(drawn).collect::<BTreeSet<u16>>().len(), rows().len());
    }

    #[test]
    fn dead_ends_are_ignored_as_often_as_among_all_bytes() {
        let shapes: Vec<u8> =
            (0..400).flat_map(|seed| filled(seed).into_iter().step_by(TURN).collect::<Vec<_>>()).collect();
        let heedless = shapes.iter().filter(|shape| **shape >= IGNORE_EXPERIENCE).count();
        assert!((shapes.len() / 20..shapes.len() / 13).contains(&heedless), "{heedless}");
    }

    #[test]
    fn the_same_pass_comes_again_with_tidying_between() {
        let operations = [(("scf.parallel".to_owned(), TypeKind::Scalar), 1)].into();
        let thrice = |draws: Vec<u8>| {
            let turns = draws.chunks(TURN).map(|turn| (turn[0] / 3, turn));
            let steps: Vec<String> = turns
                .flat_map(|(setting, turn)| {
                    passes(turn).into_iter().take(usize::from(turn[0] % 3)).map(move |n| (n, setting))
                })
                .filter_map(|(number, setting)| draw(number, setting, &operations, 22, |_| true, |_| CERTAIN))
                .map(|pass| pass.step())
                .collect();
            let tiled = |from: usize| {
                let found =
                    steps.iter().skip(from).position(|step| step.contains("scf-parallel-loop-tiling"));
                found.map(|at| from + at)
            };
            tiled(0).is_some_and(|first| {
                let again = (first + 1..steps.len()).find(|at| steps[*at] == steps[first]);
                again.is_some_and(|last| steps[first..last].iter().any(|step| step.contains("canonicalize")))
            })
        };
        let often = (0..2000).filter(|seed| thrice(filled(*seed))).count();
        assert!(often >= 20, "{often} of 2000");
        // Within three turns, as long as what it works on may be there, that takes insisting.
        let soon = |draws: Vec<u8>| thrice(draws[..3 * TURN].to_vec());
        let usual = (0..5_000).filter(|seed| soon(filled(*seed))).count();
        let more = (0..5_000).filter(|seed| soon(insisting(*seed))).count();
        assert!(more > 2 * usual, "{more} and {usual} of 5000");
    }

    #[test]
    fn some_of_many_paths_insist_on_one_pass_in_one_setting() {
        let insists = |seed: &u64| {
            let draws = insisting(*seed);
            let first = draws[..5].to_vec();
            draws.chunks(TURN).all(|turn| turn[..5] == first) && TIDYING.contains(&passes(&first)[1])
        };
        let often = (0..1200).filter(insists).count();
        assert!((150..=250).contains(&often), "{often} of 1200");
        // The operations they convert, and the way they do, are drawn as ever.
        let conversions: BTreeSet<[u8; 2]> =
            insisting((0..).find(insists).expect("some insist")).chunks(TURN).map(|t| [t[5], t[6]]).collect();
        assert!(conversions.len() > 20, "{conversions:?}");
    }

    #[test]
    fn too_few_bytes_are_no_trouble() {
        for length in 0..2 * TURN {
            fill(&mut vec![0; length], &mut rand_chacha::ChaCha8Rng::seed_from_u64(1));
        }
    }

    #[test]
    fn tidying_is_what_it_says() {
        let nothing = [(("arith.addi".to_owned(), TypeKind::Scalar), 1)].into();
        let names =
            TIDYING.map(|slot| draw(slot, 0, &nothing, 22, |_| true, |_| CERTAIN).map(|pass| pass.name));
        assert_eq!(names, [Some("canonicalize"), Some("cse")]);
    }
}
