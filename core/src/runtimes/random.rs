//! Random numbers as MLIR's runner gives them: the Mersenne twister, and what the C++ library of GCC makes of its output.

const WORDS: usize = 624;
const SHIFT: usize = 397;

/// A Mersenne twister of 32 bits (MT19937).
#[derive(Clone)]
pub struct Twister {
    state: [u32; WORDS],
    next: usize,
}

impl Twister {
    /// Seeded with the lowest 32 bits.
    pub fn new(seed: u64) -> Twister {
        let mut state = [seed as u32; WORDS];
        for place in 1..WORDS {
            let last = state[place - 1];
            state[place] = 1_812_433_253u32.wrapping_mul(last ^ last >> 30).wrapping_add(place as u32);
        }
        Twister { state, next: WORDS }
    }

    /// The next 32 bits.
    pub fn word(&mut self) -> u32 {
        if self.next == WORDS {
            for place in 0..WORDS {
                let joined = self.state[place] & 1 << 31 | self.state[(place + 1) % WORDS] & !(1 << 31);
                let twisted = joined >> 1 ^ if joined & 1 == 1 { 0x9908_b0df } else { 0 };
                self.state[place] = self.state[(place + SHIFT) % WORDS] ^ twisted;
            }
            self.next = 0;
        }
        let mut word = self.state[self.next];
        self.next += 1;
        word ^= word >> 11;
        word ^= word << 7 & 0x9d2c_5680;
        word ^= word << 15 & 0xefc6_0000;
        word ^ word >> 18
    }

    /// A number from 0 to `most`, all alike.
    pub fn up_to(&mut self, most: u64) -> u64 {
        const WORD: u64 = u32::MAX as u64;
        match most {
            WORD => self.word().into(),
            0..WORD => {
                // The upper half of a product is the number, unless the lower half says that it would come too often.
                let range = most as u32 + 1;
                loop {
                    let product = u64::from(self.word()) * u64::from(range);
                    if product as u32 >= range || product as u32 >= range.wrapping_neg() % range {
                        return product >> 32;
                    }
                }
            }
            _ => loop {
                let high = self.up_to(most >> 32) << 32;
                let number = high.wrapping_add(self.word().into());
                if number <= most && number >= high {
                    return number;
                }
            },
        }
    }

    /// The numbers below `count` in some order.
    pub fn shuffled(&mut self, count: usize) -> Vec<u64> {
        let mut all: Vec<u64> = (0..count as u64).collect();
        // Two places are drawn at once while their product fits a word.
        if count == 0 || u32::MAX as usize / count < count {
            for place in 1..count {
                all.swap(place, self.up_to(place as u64) as usize);
            }
            return all;
        }
        let mut place = 1;
        if count.is_multiple_of(2) {
            all.swap(1, self.up_to(1) as usize);
            place = 2;
        }
        while place < count {
            let (first, second) = (place as u64 + 1, place as u64 + 2);
            let both = self.up_to(first * second - 1);
            all.swap(place, (both / second) as usize);
            all.swap(place + 1, (both % second) as usize);
            place += 2;
        }
        all
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_ten_thousandth_word_is_the_one_that_the_standard_names() {
        let mut twister = Twister::new(5489);
        let last = (0..10_000).map(|_| twister.word()).last();
        assert_eq!(last, Some(4_123_659_995));
    }

    #[test]
    fn numbers_keep_their_bounds() {
        let mut twister = Twister::new(1);
        for most in [0, 1, 6, 1 << 31, u32::MAX.into(), 1 << 40, u64::MAX] {
            assert!((0..50).all(|_| twister.up_to(most) <= most));
        }
        for count in [0, 1, 2, 7, 8, 70_000] {
            let mut all = twister.shuffled(count);
            assert!(count < 5 || !all.is_sorted());
            all.sort_unstable();
            assert!(all.iter().copied().eq(0..count as u64));
        }
    }
}
