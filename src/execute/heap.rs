//! A heap in disorder: what is allocated next lies anywhere, and not one behind the other.

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// Sizes of blocks in bytes, at most: what MLIR makes of operations, tables and text.
const MOST: usize = 1024;
/// The distance of two sizes that the allocator tells apart.
const CLASS: usize = 16;
/// Free blocks of a size, where there are many.
const MANY: usize = 120;
/// Free blocks of a size that the allocator gives out again before any other.
const FEW: usize = 7;
/// Bytes of the block behind a free one.
const BETWEEN: usize = 24;

/// Leaves free blocks of small sizes, in another order than they lie in: of one size many, of another few, of a third none. So a block that
/// is freed next may be given out again at once or not, which decides as much as the order of blocks does. Between two of them lies
/// one that stays: two free blocks side by side become one, of which the allocator cuts pieces in order. The blocks that stay are never freed: this is
/// for a process that ends soon.
pub fn disorder(seed: u64) {
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    let counts: [usize; MOST / CLASS] = std::array::from_fn(|_| match random.random_range(0..3) {
        0 => 0,
        1 => random.random_range(1..=FEW),
        _ => MANY,
    });
    let mut blocks: Vec<Vec<u8>> = Vec::with_capacity(counts.iter().sum());
    for at in 0..MANY {
        for (class, _) in counts.iter().enumerate().filter(|(_, count)| at < **count) {
            // The allocator keeps eight bytes of a class for itself.
            blocks.push(Vec::with_capacity(CLASS * (class + 1) + 8));
            std::mem::forget(Vec::<u8>::with_capacity(BETWEEN));
        }
    }
    while !blocks.is_empty() {
        drop(blocks.swap_remove(random.random_range(0..blocks.len())));
    }
    std::mem::forget(blocks);
}

/// Has bytes that hang on the seed in whatever is allocated from now on, and not asked to be zero: what reads it before it is written reads
/// something else in each heap.
pub fn taint(seed: u64) {
    // Zero would leave the bytes as they are.
    let byte = (seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 56) as i32 | 1;
    // SAFETY: the allocator takes any byte; nothing that is allocated changes.
    #[cfg(target_env = "gnu")]
    unsafe {
        libc::mallopt(libc::M_PERTURB, byte);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The number of blocks that lie behind the one made before.
    fn order() -> usize {
        let blocks: Vec<Box<[u64; 12]>> = (0..MANY as u64).map(|n| Box::new([n; 12])).collect();
        let at: Vec<*const u64> = blocks.iter().map(|block| block.as_ptr()).collect();
        at.windows(2).filter(|pair| pair[0] < pair[1]).count()
    }

    #[test]
    fn blocks_lie_anywhere() {
        // Of one seed in three there are many free blocks of that size.
        let most = (MANY - MANY / 6)..MANY;
        let anywhere = (0..12).filter(|seed| {
            disorder(*seed);
            (MANY / 6..most.start).contains(&order())
        });
        assert!(anywhere.count() >= 2);
    }
}
