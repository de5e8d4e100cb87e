//! A source of decisions: given bytes first, then bytes that follow from them.
//!
//! Each operation is drawn from a record of its own, so that changing one byte of an input changes one
//! operation. A record that runs short goes on with a stream mixed from its own bytes.

use crate::slot::{GOLDEN, mix};

/// Decisions from bytes. Never ends, and equal bytes decide equally.
#[derive(Clone, Debug)]
pub struct Choices {
    bytes: std::collections::VecDeque<u8>,
    state: u64,
    /// True where one byte draws a row, as it did in the first format of inputs.
    narrow: bool,
}

impl Choices {
    /// Decides by `bytes`, then by what follows from them.
    pub fn new(bytes: &[u8]) -> Choices {
        let state = bytes
            .iter()
            .fold(bytes.len() as u64, |state, &byte| mix(state.wrapping_add(u64::from(byte) + 1)));
        Choices { bytes: bytes.iter().copied().collect(), state, narrow: false }
    }

    /// These decisions, but that one byte draws a row, as it did in the first format of inputs.
    pub fn narrow(self, narrow: bool) -> Choices {
        Choices { narrow, ..self }
    }

    /// True for the decisions of an input of the first format.
    pub fn is_narrow(&self) -> bool {
        self.narrow
    }

    /// The number that draws a row of a table ([`crate::slot`]).
    pub fn number(&mut self) -> u16 {
        match self.narrow {
            true => u16::from(self.byte()),
            false => u16::from_be_bytes([self.byte(), self.byte()]),
        }
    }

    /// A number that decides whether what shows a known bug is drawn, and leaves all other decisions as they are. Inputs of the first
    /// format have none.
    pub fn chance(&self) -> Option<u64> {
        (!self.narrow).then_some(mix(self.state))
    }

    /// The next byte.
    pub fn byte(&mut self) -> u8 {
        match self.bytes.pop_front() {
            Some(byte) => byte,
            None => self.seed() as u8,
        }
    }

    /// One of `0..count`; 0 when there is nothing to choose from.
    pub fn below(&mut self, count: usize) -> usize {
        usize::from(self.byte()) % count.max(1)
    }

    /// One bit.
    pub fn coin(&mut self) -> bool {
        self.byte() & 1 == 1
    }

    /// A 64-bit number that takes no byte away: for what needs many values, such as a constant's elements.
    pub fn seed(&mut self) -> u64 {
        self.state = self.state.wrapping_add(GOLDEN);
        mix(self.state)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn given_bytes_come_first_and_the_rest_depends_on_them() {
        let draw = |bytes: &[u8]| {
            let mut choices = Choices::new(bytes);
            (0..6).map(|_| choices.byte()).collect::<Vec<u8>>()
        };
        assert_eq!(&draw(&[7, 8])[..2], &[7, 8]);
        assert_eq!(draw(&[7, 8]), draw(&[7, 8]));
        assert_ne!(draw(&[7, 8])[2..], draw(&[7, 9])[2..]);
    }
}
