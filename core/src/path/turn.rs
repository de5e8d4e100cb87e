//! The decisions of one turn of path construction, and the bytes they are made by.

/// Bytes a turn reads: one for its shape, two for each of two passes, one for what is converted and one for how. Every turn has
/// its own, so that a changed byte changes one decision and not the meaning of all that follow.
pub const TURN: usize = 7;

/// Bytes a turn had in the first format, when one byte drew a pass.
pub const FIRST_TURN: usize = 5;

/// The bytes that draw a path as these did in the first format.
pub fn widened(draws: &[u8]) -> Vec<u8> {
    let turn = |turn: &[u8]| {
        let byte = |i: usize| turn.get(i).copied().unwrap_or(0);
        [byte(0), 0, byte(1), 0, byte(2), byte(3), byte(4)]
    };
    draws.chunks(FIRST_TURN).flat_map(turn).collect()
}

/// Turns whose first byte is at or above this ignore what was learned of dead ends: one in sixteen.
pub(super) const IGNORE_EXPERIENCE: u8 = 0xF0;

/// The decisions of one turn.
pub(super) struct Turn {
    shape: u8,
    passes: [u16; 2],
    pub pick: u8,
    pub way: u8,
}

impl Turn {
    pub fn read(draws: &[u8], number: usize) -> Turn {
        let byte = |i: usize| draws.get(number * TURN + i).copied().unwrap_or(0);
        let number = |i: usize| u16::from_be_bytes([byte(i), byte(i + 1)]);
        Turn { shape: byte(0), passes: [number(1), number(3)], pick: byte(5), way: byte(6) }
    }

    /// Zero to two numbers that each draw an optimization pass ([`crate::slot`]).
    pub fn optimizations(&self) -> impl Iterator<Item = u16> + use<> {
        let passes = self.passes;
        passes.into_iter().take(usize::from(self.shape % 3))
    }

    /// The part of the shape that does not count passes says in which of their settings they are drawn.
    pub fn setting(&self) -> u8 {
        self.shape / 3
    }

    pub fn ignores_experience(&self) -> bool {
        self.shape >= IGNORE_EXPERIENCE && !self.is_plain()
    }

    /// True if the conversion is that of the plain lowering.
    pub fn is_plain(&self) -> bool {
        (self.pick, self.way) == (0, 0)
    }

    /// A turn with these optimizations, and the conversion of the plain lowering.
    pub fn plainly(self) -> Turn {
        Turn { pick: 0, way: 0, ..self }
    }

    /// The number that the turn draws with where it draws from more than a byte can tell apart.
    pub fn number(&self) -> usize {
        usize::from(u16::from_be_bytes([self.pick, self.way]))
    }
}
