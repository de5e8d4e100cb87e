//! Random inputs that a seed and a number name, for generating and exploring without a fuzzing engine.

use super::format::{MARK, path_choices};
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn inputs_repeat_and_differ() {
        assert_eq!(seeded(1, 7), seeded(1, 7));
        assert_ne!(seeded(1, 7), seeded(1, 8));
        assert_ne!(seeded(1, 7), seeded(2, 7));
        assert!((0..200).all(|i| LENGTH.contains(&seeded(3, i).len())));
    }
}
