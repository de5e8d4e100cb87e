//! The decisions of one turn of path construction, and the bytes they are made by.

/// Bytes a turn reads. Every turn has its own, so that a changed byte changes one decision and not the
/// meaning of all that follow.
pub const TURN: usize = 5;

/// Turns whose first byte is at or above this ignore what was learned of dead ends: one in sixteen.
pub(super) const IGNORE_EXPERIENCE: u8 = 0xF0;

/// The decisions of one turn.
pub(super) struct Turn {
    shape: u8,
    passes: [u8; 2],
    pub pick: u8,
    pub way: u8,
}

impl Turn {
    pub fn read(draws: &[u8], number: usize) -> Turn {
        let byte = |i: usize| draws.get(number * TURN + i).copied().unwrap_or(0);
        Turn { shape: byte(0), passes: [byte(1), byte(2)], pick: byte(3), way: byte(4) }
    }

    /// Zero to two bytes that each draw an optimization pass.
    pub fn optimizations(&self) -> impl Iterator<Item = u8> + use<> {
        let passes = self.passes;
        passes.into_iter().take(usize::from(self.shape % 3))
    }

    /// What of the shape does not count passes says in which of their settings they are drawn.
    pub fn setting(&self) -> u8 {
        self.shape / 3
    }

    pub fn ignores_experience(&self) -> bool {
        self.shape >= IGNORE_EXPERIENCE && !self.is_plain()
    }

    /// Whether the conversion is that of the plain lowering.
    pub fn is_plain(&self) -> bool {
        (self.pick, self.way) == (0, 0)
    }

    /// The same optimizations, and the conversion of the plain lowering.
    pub fn plainly(self) -> Turn {
        Turn { pick: 0, way: 0, ..self }
    }

    /// What the turn draws where it draws from more than a byte can tell apart.
    pub fn number(&self) -> usize {
        usize::from(u16::from_be_bytes([self.pick, self.way]))
    }
}
