//! Random inputs that a seed and a number name, for generating and exploring without a fuzzing engine.

use super::format::{MARK, path_choices};
use super::limits::{HEADER, RECORD};
use crate::path::palette;
use rand::{Rng, RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// Shortest and longest input, in bytes.
const LENGTH: std::ops::RangeInclusive<usize> = 256..=4096;

/// Input number `index` of the stream that `seed` names: the same on every machine, and independent of which
/// other inputs are asked for. Its paths draw as a [`palette`] says.
pub fn seeded(seed: u64, index: u64) -> Vec<u8> {
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    random.set_stream(index);
    let mut bytes = vec![0; random.random_range(LENGTH)];
    random.fill_bytes(&mut bytes);
    bytes[..MARK.len()].copy_from_slice(&MARK);
    for choices in path_choices(&mut bytes) {
        palette::fill(choices, &mut random);
    }
    bytes
}

/// The input of this number with a program that ends after so many operations, and with the same paths.
pub fn seeded_small(seed: u64, index: u64, operations: usize) -> Vec<u8> {
    let mut bytes = seeded(seed, index);
    let end = MARK.len() + HEADER + operations * RECORD;
    let paths = path_choices(&mut bytes).iter().map(|choices| choices.len()).sum::<usize>();
    let rest = bytes.len() - paths;
    if let Some(record) = bytes[..rest].get_mut(end..) {
        let length = record.len().min(RECORD);
        record[..length].fill(0);
    }
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::decode::decode;

    #[test]
    fn small_programs_are_small_and_keep_their_paths() {
        for index in 0..100 {
            let small = decode(&seeded_small(4, index, 2)).expect("it decodes");
            let whole = decode(&seeded(4, index)).expect("it decodes");
            // A record may bring operations in with it.
            assert!(small.program.operation_count() <= 10, "{}", small.program.operation_count());
            assert_eq!(small.draws, whole.draws);
        }
    }

    #[test]
    fn inputs_repeat_and_differ() {
        assert_eq!(seeded(1, 7), seeded(1, 7));
        assert_ne!(seeded(1, 7), seeded(1, 8));
        assert_ne!(seeded(1, 7), seeded(2, 7));
        assert!((0..200).all(|i| LENGTH.contains(&seeded(3, i).len())));
    }
}
