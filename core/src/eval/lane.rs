//! The smallest piece of a value: one integer, float or pointer, with what is known of how far it may be trusted.

use crate::observe::Defect;

/// One scalar. Every value is a run of lanes: a vector has one an element, a struct those of its fields in order.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Lane {
    /// Integers and the bits of floats, zero-extended from their width; the address of a pointer. Of what is undef and has no more
    /// than 64 bits the upper half tells which of them are defined all the same.
    pub bits: u128,
    /// The allocation a pointer belongs to, counted from one; zero for none, and for what is no pointer.
    pub origin: u32,
    /// True if the bits mean anything.
    pub taint: Taint,
}

/// The defect of a lane: nothing, or it is undef, poison or open. Remembers the operation that made it so.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Taint(u32);

const UNDEF: u32 = 1 << 31;
const OPEN: u32 = 1 << 30;

impl Taint {
    /// The bits are defined.
    pub const NONE: Taint = Taint(0);

    /// Poison, made by the operation of that number.
    pub fn poison(operation: u32) -> Taint {
        Taint(operation + 1)
    }

    /// Undef (or a byte nobody wrote), met by the operation of that number.
    pub fn undef(operation: u32) -> Taint {
        Taint((operation + 1) | UNDEF)
    }

    /// Open: a value that the documentation leaves to MLIR, at the operation of that number.
    pub fn open(operation: u32) -> Taint {
        Taint((operation + 1) | OPEN)
    }

    /// True if the bits are defined.
    #[inline]
    pub fn is_none(self) -> bool {
        self.0 == 0
    }

    /// The defect by itself; none where the bits are defined.
    pub fn defect(self) -> Option<Defect> {
        match () {
            () if self.is_none() => None,
            () if self.is_undef() => Some(Defect::Undef),
            () if self.is_open() => Some(Defect::Open),
            () => Some(Defect::Poison),
        }
    }

    /// True if it is undef.
    pub fn is_undef(self) -> bool {
        self.0 & UNDEF != 0
    }

    /// True if it is poison.
    #[inline]
    pub fn is_poison(self) -> bool {
        self.0 != 0 && self.0 & (UNDEF | OPEN) == 0
    }

    /// True if it is open.
    pub fn is_open(self) -> bool {
        self.0 & OPEN != 0
    }

    /// Number of the operation it comes from.
    pub fn operation(self) -> u32 {
        (self.0 & !(UNDEF | OPEN)).saturating_sub(1)
    }

    /// An operation's result from two of them: poison wins over open, and that over undef.
    #[inline]
    pub fn merge(self, other: Taint) -> Taint {
        if self.is_none() {
            return other;
        }
        let keeps = self.is_poison() || other.is_none() || self.is_open() && other.is_undef();
        if keeps { self } else { other }
    }
}

impl Lane {
    /// A defined integer or float.
    #[inline]
    pub fn of(bits: u128) -> Lane {
        Lane { bits, origin: 0, taint: Taint::NONE }
    }

    /// A defined pointer.
    pub fn pointer(address: u64, origin: u32) -> Lane {
        Lane { bits: address.into(), origin, taint: Taint::NONE }
    }

    /// No value at all.
    #[inline]
    pub fn tainted(taint: Taint) -> Lane {
        Lane { bits: 0, origin: 0, taint }
    }

    /// So many bits of which those that `known` has are defined: all, or else the taint says why the others are not.
    pub fn partly(bits: u128, known: u128, width: u32, taint: Taint) -> Lane {
        let whole = mask(width);
        match () {
            () if known & whole == whole => Lane::of(bits & whole),
            () if width > 64 || !taint.is_undef() => Lane::tainted(taint),
            () => Lane { bits: (known & whole) << 64 | bits & known & whole, origin: 0, taint },
        }
    }

    /// Which of its bits are defined.
    pub fn known(self, width: u32) -> u128 {
        match () {
            () if self.taint.is_none() => mask(width),
            () if self.taint.is_undef() && width <= 64 => self.bits >> 64,
            () => 0,
        }
    }

    /// The least and the greatest its bits may be.
    pub fn extremes(self, width: u32) -> [u128; 2] {
        let known = self.known(width);
        [self.bits & known, self.bits & known | !known & mask(width)]
    }
}

/// All ones in the lowest `width` bits.
pub fn mask(width: u32) -> u128 {
    if width >= 128 { u128::MAX } else { (1 << width) - 1 }
}

/// The lowest `width` bits as a signed number.
pub fn signed(bits: u128, width: u32) -> i128 {
    // Nearly all numbers have no more than 64 bits, for which a shift is one instruction.
    if width <= 64 {
        let spare = 64 - width.max(1);
        return (((bits as u64) << spare) as i64 >> spare).into();
    }
    let spare = 128 - width.min(128);
    ((bits << spare) as i128) >> spare
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn poison_wins_over_undef_and_keeps_its_place() {
        let (poison, undef) = (Taint::poison(7), Taint::undef(3));
        assert_eq!(undef.merge(poison), poison);
        assert_eq!(poison.merge(undef), poison);
        assert_eq!(Taint::NONE.merge(undef), undef);
        assert_eq!((poison.operation(), undef.operation()), (7, 3));
        assert!(undef.is_undef() && !undef.is_poison() && Taint::NONE.is_none());
    }

    #[test]
    fn open_wins_over_undef_alone() {
        let (open, undef, poison) = (Taint::open(5), Taint::undef(3), Taint::poison(7));
        assert_eq!([open.merge(undef), undef.merge(open)], [open; 2]);
        assert_eq!([open.merge(poison), poison.merge(open)], [poison; 2]);
        assert_eq!(
            (open.operation(), open.is_open(), open.is_undef(), open.is_poison()),
            (5, true, false, false)
        );
        assert_eq!(Lane::tainted(open).known(8), 0);
    }

    #[test]
    fn what_is_undef_may_have_bits_that_are_not() {
        let undef = Taint::undef(3);
        let half = Lane::partly(0xab, 0x0f, 8, undef);
        assert_eq!((half.known(8), half.extremes(8)), (0x0f, [0x0b, 0xfb]));
        assert_eq!(Lane::partly(0xab, 0xff, 8, undef), Lane::of(0xab));
        assert_eq!(Lane::tainted(undef).extremes(8), [0, 0xff]);
        assert_eq!(Lane::partly(1, 1, 65, undef), Lane::tainted(undef));
        assert_eq!(Lane::partly(1, 1, 8, Taint::poison(3)).known(8), 0);
    }

    #[test]
    fn numbers_have_their_width() {
        assert_eq!(signed(0xff, 8), -1);
        assert_eq!(signed(1, 1), -1);
        assert_eq!(signed(u128::MAX, 128), -1);
        assert_eq!(mask(128), u128::MAX);
        assert_eq!(mask(3), 7);
    }
}
