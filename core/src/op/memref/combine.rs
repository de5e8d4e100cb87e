//! Ways to make one value of two, by the numbers that arith's `AtomicRMWKind` has.

use crate::eval::lane::{Lane, Taint, mask, signed};
use crate::eval::types::Scalar;
use crate::observe::Form;
use crate::op::lanewise::{decode, encode};
use crate::op::llvm::float::{maximum, minimum};
use crate::semantics::Format;
use crate::version::Change;

/// A way to make one value of two.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum AtomicKind {
    Assign,
    Add,
    Multiply,
    And,
    Or,
    Xor,
    Greatest,
    GreatestUnsigned,
    GreatestNumber,
    Least,
    LeastUnsigned,
    LeastNumber,
}

/// Of floats: the number of a kind in version 19, in version 22 and later, and what it does. Numbers changed in between.
const FLOATS: [(i128, i128, AtomicKind); 7] = [
    (0, 0, AtomicKind::Add),
    (2, 3, AtomicKind::Assign),
    (3, 4, AtomicKind::Greatest),
    (6, 8, AtomicKind::Least),
    (9, 12, AtomicKind::Multiply),
    (13, 5, AtomicKind::GreatestNumber),
    (14, 9, AtomicKind::LeastNumber),
];

/// The combination of integers of that number. A number that a version does not have is negative.
const INTEGERS: [(i128, i128, AtomicKind); 10] = [
    (1, 1, AtomicKind::Add),
    (2, 3, AtomicKind::Assign),
    (4, 6, AtomicKind::Greatest),
    (5, 7, AtomicKind::GreatestUnsigned),
    (7, 10, AtomicKind::Least),
    (8, 11, AtomicKind::LeastUnsigned),
    (10, 13, AtomicKind::Multiply),
    (11, 14, AtomicKind::Or),
    (12, 2, AtomicKind::And),
    (-1, 15, AtomicKind::Xor),
];

/// The kinds that give one number for integers in any order. Those of the ends are left out: `affine.parallel` wants integers with a sign
/// for them, or without one, which no operation of arith makes.
const IN_ANY_ORDER: [AtomicKind; 4] =
    [AtomicKind::Add, AtomicKind::Multiply, AtomicKind::Or, AtomicKind::And];

/// The number, in this major version and later ones, of one of the kinds that give one number for integers in any order.
pub fn in_any_order(choice: usize, version: u32) -> i64 {
    let kind = IN_ANY_ORDER[choice % IN_ANY_ORDER.len()];
    let row = INTEGERS.iter().find(|row| row.2 == kind);
    row.map_or(0, |(old, new, _)| if Change::AtomicKinds.is_in(version) { *new } else { *old }) as i64
}

/// A way to make one value of two of a type.
#[derive(Clone, Copy)]
pub struct Combine {
    way: AtomicKind,
    scalar: Scalar,
}

impl Combine {
    /// The kind of that number, on such values.
    ///
    /// # Errors
    /// There is none on such values, or nobody knows the version of MLIR and versions mean different ones by the number.
    pub fn of(kind: i128, scalar: Scalar, version: Option<u32>) -> Result<Combine, Form> {
        let all: &[(i128, i128, AtomicKind)] = match scalar {
            Scalar::Float(_) => &FLOATS,
            Scalar::Int(_) => &INTEGERS,
            _ => &[],
        };
        let found = |number: fn(&(i128, i128, AtomicKind)) -> i128| {
            all.iter().find(|row| kind >= 0 && number(row) == kind)
        };
        let (old, new) = (found(|row| row.0), found(|row| row.1));
        let both = match version.map(|version| Change::AtomicKinds.is_in(version)) {
            Some(true) => (None, new),
            Some(false) => (None, old),
            None => (old, new),
        };
        match both {
            (Some(old), Some(new)) if old.2 != new.2 => Err(Form::Renumbered("kind".to_owned(), kind as i64)),
            (Some((.., way)), _) | (None, Some((.., way))) => Ok(Combine { way: *way, scalar }),
            (None, None) => Err(Form::KindOf(kind.to_string(), scalar.to_string())),
        }
    }

    /// True if the new value stays as it is.
    pub fn is_assignment(self) -> bool {
        self.way == AtomicKind::Assign
    }

    /// Of an old value and a new one.
    pub fn lane(self, old: Lane, new: Lane) -> Lane {
        if self.way == AtomicKind::Assign {
            return new;
        }
        let taint = old.taint.merge(new.taint);
        match self.scalar {
            _ if !taint.is_none() => Lane::tainted(taint),
            Scalar::Float(format) => Lane::of(self.float(format, old.bits, new.bits)),
            scalar => Lane::of(self.integer(scalar.bits(), old.bits, new.bits)),
        }
    }

    /// The result of several values without an identity: a sum of floats that is a negative zero is open, since the documentation does not
    /// say what sign the identity has.
    pub fn finished(self, made: Lane, operation: u32) -> Lane {
        match self.scalar {
            Scalar::Float(format)
                if self.way == AtomicKind::Add && made == Lane::of(1 << (format.bits - 1)) =>
            {
                Lane::tainted(Taint::open(operation))
            }
            _ => made,
        }
    }

    /// The old value that changes nothing, where the documentation decides it: it does not for sums of floats, where the sign of zero
    /// hangs on it, nor for what drops NaN.
    pub fn identity(self, operation: u32) -> Lane {
        let open = Lane::tainted(Taint::open(operation));
        if let Scalar::Float(format) = self.scalar {
            return match self.way {
                AtomicKind::Multiply => Lane::of(encode(format, 1.0)),
                AtomicKind::Greatest => Lane::of(encode(format, f64::NEG_INFINITY)),
                AtomicKind::Least => Lane::of(encode(format, f64::INFINITY)),
                _ => open,
            };
        }
        let width = self.scalar.bits();
        match self.way {
            AtomicKind::Add | AtomicKind::Or | AtomicKind::Xor | AtomicKind::GreatestUnsigned => Lane::of(0),
            AtomicKind::Multiply => Lane::of(1),
            AtomicKind::And | AtomicKind::LeastUnsigned => Lane::of(mask(width)),
            AtomicKind::Greatest => Lane::of(1 << (width - 1)),
            AtomicKind::Least => Lane::of(mask(width) >> 1),
            _ => open,
        }
    }

    fn float(self, format: Format, x: u128, y: u128) -> u128 {
        let (x, y) = (decode(format, x), decode(format, y));
        let made = match self.way {
            AtomicKind::Add => x + y,
            AtomicKind::Multiply => x * y,
            AtomicKind::Greatest => maximum(x, y),
            AtomicKind::Least => minimum(x, y),
            AtomicKind::GreatestNumber => f64::max(x, y),
            AtomicKind::LeastNumber => f64::min(x, y),
            _ => y,
        };
        encode(format, made)
    }

    fn integer(self, width: u32, x: u128, y: u128) -> u128 {
        let made = match self.way {
            AtomicKind::Add => x.wrapping_add(y),
            AtomicKind::Multiply => x.wrapping_mul(y),
            AtomicKind::And => x & y,
            AtomicKind::Or => x | y,
            AtomicKind::Xor => x ^ y,
            AtomicKind::Greatest if signed(x, width) >= signed(y, width) => x,
            AtomicKind::Least if signed(x, width) <= signed(y, width) => x,
            AtomicKind::GreatestUnsigned => x.max(y),
            AtomicKind::LeastUnsigned => x.min(y),
            _ => y,
        };
        made & mask(width)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn combined(kind: i128, scalar: Scalar, x: u128, y: u128) -> Option<u128> {
        Combine::of(kind, scalar, None).ok().map(|combine| combine.lane(Lane::of(x), Lane::of(y)).bits)
    }

    #[test]
    fn integers_are_combined_as_their_width_says() {
        let byte = Scalar::Int(8);
        assert_eq!(combined(1, byte, 0xff, 2), Some(1));
        assert_eq!((combined(4, byte, 0xff, 2), combined(6, byte, 0xff, 2)), (Some(2), Some(2)));
        assert_eq!((combined(5, byte, 0xff, 2), combined(8, byte, 0xff, 2)), (Some(0xff), Some(2)));
        assert_eq!(
            (combined(12, byte, 6, 3), combined(14, byte, 6, 3), combined(15, byte, 6, 3)),
            (Some(2), Some(7), Some(5))
        );
        assert_eq!((combined(13, byte, 16, 17), combined(3, byte, 16, 17)), (Some(16), Some(17)));
        for kind in [0, 2, 7, 9, 10, 11, 16, -1] {
            assert_eq!(combined(kind, byte, 0, 0), None, "{kind}");
        }
        let of = |kind, version| Combine::of(kind, byte, Some(version)).ok().map(|combine| combine.way);
        assert_eq!([of(2, 19), of(2, 22)], [AtomicKind::Assign, AtomicKind::And].map(Some));
        assert_eq!([of(7, 19), of(7, 22)], [AtomicKind::Least, AtomicKind::GreatestUnsigned].map(Some));
        assert_eq!([of(15, 19), of(15, 22)], [None, Some(AtomicKind::Xor)]);
    }

    #[test]
    fn what_changes_nothing_comes_first() {
        for kind in [1, 4, 5, 6, 8, 12, 13, 14, 15] {
            let combine = Combine::of(kind, Scalar::Int(8), None).unwrap();
            for value in [0, 1, 0x7f, 0x80, 0xff] {
                assert_eq!(combine.lane(combine.identity(1), Lane::of(value)), Lane::of(value), "{kind}");
            }
        }
        let sum = Combine::of(
            0,
            Scalar::Float(Format::of(crate::observe::Element::parse("f32").unwrap()).unwrap()),
            None,
        );
        assert!(sum.unwrap().identity(1).taint.is_open());
    }
}
