//! Marks of the bytes of memory: what is known of each.

use super::lane::Taint;

/// The state of a byte: the bits that are defined, all or none of them as a rule; or what an operation made poison or left open.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Mark(u32);

/// Nothing yet.
pub const UNWRITTEN: Mark = Mark(0);
/// Defined to the last bit.
pub const WRITTEN: Mark = Mark(0xff);
/// A mark of a byte that is poison is this much more than the number of the operation.
const SHIFT: u32 = 0x100;
/// Set in a mark of a byte that is open, beside the number of the operation.
const OPEN: u32 = 1 << 31;

impl Mark {
    /// Of a byte whose bits `known` are defined, unless the taint is poison or open.
    pub fn of(taint: Taint, known: u8) -> Mark {
        match () {
            () if taint.is_poison() => Mark(taint.operation() + SHIFT),
            () if taint.is_open() => Mark((taint.operation() + SHIFT) | OPEN),
            () => Mark(known.into()),
        }
    }

    /// The taint of the whole byte, where it is poison or open.
    pub fn taint(self) -> Option<Taint> {
        let operation = (self.0 & !OPEN).checked_sub(SHIFT)?;
        Some(if self.0 & OPEN != 0 { Taint::open(operation) } else { Taint::poison(operation) })
    }

    /// The bits that are defined.
    pub fn known(self) -> u8 {
        if self.0 < SHIFT { self.0 as u8 } else { 0 }
    }
}
