//! What a tensor's elements can be, without running the program.
//!
//! Every operation row turns the ranges of its operands into the range of its result, and refuses where the
//! result would be undefined. So a program is well defined whatever the concrete values are.

use super::float::Float;
use super::types::{Data, Scalar, Type};
use crate::observe::Element;
use serde::{Deserialize, Serialize};

/// An interval of integers, both ends included, in the signed reading of the type (i1: 0 and 1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Int {
    /// Least value.
    pub lo: i64,
    /// Greatest value.
    pub hi: i64,
}

/// What the elements of a tensor can be.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub enum Range {
    /// Of an integer type; integers are always exact.
    Int(Int),
    /// Of f32.
    Float(Float),
}

impl Int {
    /// The interval from `lo` to `hi`.
    pub fn new(lo: i64, hi: i64) -> Int {
        debug_assert!(lo <= hi);
        Int { lo, hi }
    }

    /// Every value of an integer type.
    pub fn full(element: Element) -> Int {
        match element {
            Element::I1 => Int { lo: 0, hi: 1 },
            _ => Int { lo: i64::MIN >> (64 - element.bits()), hi: i64::MAX >> (64 - element.bits()) },
        }
    }

    /// The smallest interval that holds all of `values`, which are not none.
    pub fn hull(values: impl IntoIterator<Item = i64>) -> Int {
        let mut values = values.into_iter();
        let first = values.next().unwrap_or(0);
        values.fold(Int { lo: first, hi: first }, |r, v| Int { lo: r.lo.min(v), hi: r.hi.max(v) })
    }

    /// The hull of `f` at the four corners: right for an `f` monotone in each argument.
    pub fn corners(self, other: Int, f: impl Fn(i64, i64) -> i64) -> Int {
        Int::hull([f(self.lo, other.lo), f(self.lo, other.hi), f(self.hi, other.lo), f(self.hi, other.hi)])
    }

    /// The smallest interval that holds both.
    pub fn union(self, other: Int) -> Int {
        Int { lo: self.lo.min(other.lo), hi: self.hi.max(other.hi) }
    }

    /// Whether `value` is in it.
    pub fn contains(self, value: i64) -> bool {
        self.lo <= value && value <= self.hi
    }

    /// Whether all of it is in `other`.
    pub fn within(self, other: Int) -> bool {
        other.lo <= self.lo && self.hi <= other.hi
    }

    /// The interval, if every value of it is a value of `element`: an operation that gives it cannot overflow.
    pub fn fits(self, element: Element) -> Result<Range, String> {
        if self.within(Int::full(element)) {
            return Ok(Range::Int(self));
        }
        Err(format!("{}..={} overflows {element}", self.lo, self.hi))
    }

    /// Values with no more significant bits than the wider of the two: what a bitwise operation gives.
    pub fn same_bits(self, other: Int) -> Int {
        let significant = |v: i64| 64 - (v ^ (v >> 63)).leading_zeros();
        let bits = [self.lo, self.hi, other.lo, other.hi].map(significant).into_iter().max().unwrap_or(0);
        let hi = (1i64 << bits) - 1;
        Int { lo: if self.lo >= 0 && other.lo >= 0 { 0 } else { -hi - 1 }, hi }
    }
}

impl Range {
    /// The range of a constant's elements.
    pub fn of(data: &Data) -> Range {
        match data {
            Data::Int(values) => Range::Int(Int::hull(values.iter().copied())),
            Data::Float(values, grain) => {
                let lo = values.iter().copied().fold(f32::INFINITY, f32::min);
                let hi = values.iter().copied().fold(f32::NEG_INFINITY, f32::max);
                Range::Float(Float::exact(f64::from(lo), f64::from(hi), *grain))
            }
        }
    }

    /// The range of one value. Attributes carry floats that are multiples of 2^-4 only.
    pub fn of_scalar(scalar: Scalar) -> Range {
        match scalar {
            Scalar::Int(value) => Range::Int(Int { lo: value, hi: value }),
            Scalar::Float(value) => Range::Float(Float::exact(f64::from(value), f64::from(value), -4)),
        }
    }

    /// The range that covers both: of a tensor put together from two.
    pub fn union(self, other: Range) -> Result<Range, String> {
        match (self, other) {
            (Range::Int(a), Range::Int(b)) => Ok(Range::Int(a.union(b))),
            (Range::Float(a), Range::Float(b)) => Ok(Range::Float(a.union(b))),
            _ => Err("integers and floats do not mix".into()),
        }
    }

    /// The interval of an integer tensor.
    pub fn int(&self) -> Result<Int, String> {
        match self {
            Range::Int(range) => Ok(*range),
            Range::Float(_) => Err("an integer tensor is needed".into()),
        }
    }

    /// The range of a float tensor.
    pub fn float(&self) -> Result<Float, String> {
        match self {
            Range::Float(range) => Ok(*range),
            Range::Int(_) => Err("a float tensor is needed".into()),
        }
    }

    /// Whether the range can be that of a tensor of `ty`, and keeps the limits every value must keep.
    pub fn admissible(&self, ty: &Type) -> Result<(), String> {
        match self {
            Range::Float(_) if ty.element != Element::F32 => {
                Err(format!("{} has no float range", ty.element))
            }
            Range::Float(range) => range.admissible(),
            Range::Int(_) if ty.element.is_float() => Err(format!("{} has no integer range", ty.element)),
            Range::Int(range) => range.fits(ty.element).map(|_| ()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn full_ranges() {
        assert_eq!(Int::full(Element::I8), Int { lo: -128, hi: 127 });
        assert_eq!(Int::full(Element::I1), Int { lo: 0, hi: 1 });
        assert_eq!(Int::full(Element::I32), Int { lo: i32::MIN.into(), hi: i32::MAX.into() });
    }

    #[test]
    fn overflow_is_refused_and_the_last_fitting_value_is_not() {
        assert!(Int::new(-128, 127).fits(Element::I8).is_ok());
        assert!(Int::new(-129, 0).fits(Element::I8).is_err());
        assert!(Int::new(0, 2).fits(Element::I1).is_err());
    }

    #[test]
    fn same_bits_covers_every_bitwise_result() {
        for (a, b) in [
            (Int::new(-3, 9), Int::new(0, 4)),
            (Int::new(0, 5), Int::new(1, 2)),
            (Int::new(-8, -1), Int::new(-1, 0)),
        ] {
            let range = a.same_bits(b);
            for (x, y) in (a.lo..=a.hi).flat_map(|x| (b.lo..=b.hi).map(move |y| (x, y))) {
                assert!(
                    range.contains(x | y) && range.contains(x ^ y) && range.contains(x & y),
                    "{x} {y} {range:?}"
                );
            }
        }
        assert_eq!(Int::new(0, 5).same_bits(Int::new(0, 2)), Int::new(0, 7));
    }
}
