//! What is known of each byte of memory.

use super::lane::Taint;

/// What a byte holds: the bits that are defined, all or none of them as a rule; or what an operation made poison.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Mark(u32);

/// Nothing yet.
pub const FRESH: Mark = Mark(0);
/// Defined to the last bit.
pub const WRITTEN: Mark = Mark(0xff);
/// A mark of a byte that is poison is this much more than the number of the operation.
const SHIFT: u32 = 0x100;

impl Mark {
    /// Of a byte whose bits `known` are defined, unless the taint is poison.
    pub fn of(taint: Taint, known: u8) -> Mark {
        Mark(if taint.is_poison() { taint.operation() + SHIFT } else { known.into() })
    }

    /// The operation that made it poison.
    pub fn poison(self) -> Option<u32> {
        self.0.checked_sub(SHIFT)
    }

    /// The bits that are defined.
    pub fn known(self) -> u8 {
        if self.0 < SHIFT { self.0 as u8 } else { 0 }
    }
}
