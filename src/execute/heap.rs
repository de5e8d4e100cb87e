//! A heap in disorder: what is allocated next lies anywhere, and not one behind the other.

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// Blocks that are made; half of them stay.
const BLOCKS: usize = 20_000;
/// Sizes of blocks in bytes, at most: what MLIR makes of operations, tables and text.
const MOST: usize = 2_000;

/// Allocates blocks of many sizes and frees half of them in another order. The rest is never freed: this is for a process that ends
/// soon.
pub fn disorder(seed: u64) {
    // Draws without allocating anything itself.
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    let mut blocks: Vec<Vec<u8>> = Vec::with_capacity(BLOCKS);
    blocks.extend((0..BLOCKS).map(|_| Vec::with_capacity(16 + random.random_range(0..MOST))));
    for last in (BLOCKS / 2..BLOCKS).rev() {
        let other = random.random_range(0..=last);
        blocks.swap(last, other);
        drop(blocks.pop());
    }
    std::mem::forget(blocks);
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The number of blocks that lie behind the one made before.
    fn order() -> usize {
        let blocks: Vec<Box<[u64; 12]>> = (0..200).map(|n| Box::new([n; 12])).collect();
        let at: Vec<*const u64> = blocks.iter().map(|block| block.as_ptr()).collect();
        at.windows(2).filter(|pair| pair[0] < pair[1]).count()
    }

    #[test]
    fn blocks_lie_anywhere() {
        disorder(7);
        assert!((20..180).contains(&order()), "{}", order());
    }
}
