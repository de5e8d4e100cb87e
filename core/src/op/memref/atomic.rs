//! Reading and writing in one. Nobody comes between, since there is one thread.

use super::access::{Access, indices};
use crate::eval::lane::{Lane, Taint, mask, signed};
use crate::eval::machine::Next;
use crate::eval::stop::Stop;
use crate::eval::types::Scalar;
use crate::op::lanewise::{decode, encode};
use crate::op::region::leave;
use crate::op::{Row, row};

/// One row an operation.
pub const ROWS: &[Row] = &[
    // It gives what was there.
    row("memref.atomic_rmw", |site| {
        let (access, indices, out) = (Access::of(site, 1)?, indices(site, 2)?, site.result()?.slot);
        let (kind, value) = (site.int("kind"), site.operand(0)?.slot.start);
        let combine = Combine::of(kind, access.source.element.scalar())?;
        Ok(Box::new(move |machine| {
            let place = access.place(machine, "an atomic access to a memref", |at| indices[at])?;
            machine.load(place, &access.source.element, access.align, out)?;
            let made = combine.lane(machine.get(out.start), machine.get(value));
            machine.memory.store(place, &access.source.element, access.align, &[made])?;
            Ok(Next::On)
        }))
    }),
    // It gives what is there in the end.
    row("memref.generic_atomic_rmw", |site| {
        let (access, indices, out) = (Access::of(site, 0)?, indices(site, 1)?, site.result()?.slot);
        let body = site.region(0)?;
        Ok(Box::new(move |machine| {
            let place = access.place(machine, "an atomic access to a memref", |at| indices[at])?;
            machine.load(place, &access.source.element, access.align, out)?;
            let old = machine.value(out).to_vec();
            body.run(machine, &old)?;
            let made = machine.left.clone();
            if made.len() != old.len() {
                return Err(Stop::unsupported("memref.generic_atomic_rmw that hands over another value"));
            }
            machine.memory.store(place, &access.source.element, access.align, &made)?;
            machine.value_mut(out).copy_from_slice(&made);
            Ok(Next::On)
        }))
    }),
    row("memref.atomic_yield", leave),
];

/// A way to make one value of two: arith's `AtomicRMWKind`.
#[derive(Clone, Copy)]
pub struct Combine {
    kind: i128,
    scalar: Scalar,
}

impl Combine {
    /// The kind of that number, on such values.
    ///
    /// # Errors
    /// It is none, or not on such values.
    pub fn of(kind: i128, scalar: Scalar) -> Result<Combine, String> {
        let is_float = matches!(kind, 0 | 3 | 6 | 9 | 13 | 14);
        let fits = match scalar {
            Scalar::Float(_) => is_float || kind == 2,
            Scalar::Int(_) => !is_float && (1..=15).contains(&kind),
            _ => false,
        };
        if fits {
            Ok(Combine { kind, scalar })
        } else {
            Err(format!("an atomic update of kind {kind} on {scalar:?}"))
        }
    }

    /// Of an old value and a new one.
    pub fn lane(self, old: Lane, new: Lane) -> Lane {
        if self.kind == 2 {
            return new;
        }
        let taint = old.taint.merge(new.taint);
        if taint.is_none() { Lane::of(self.bits(old.bits, new.bits)) } else { Lane::tainted(taint) }
    }

    /// What changes nothing as the old value, where the documentation decides it: of a sum of floats the sign of zero is open.
    pub fn identity(self, operation: u32) -> Lane {
        let width = self.scalar.bits();
        let whole = mask(width);
        match (self.kind, self.scalar) {
            (9, Scalar::Float(format)) => Lane::of(encode(format, 1.0)),
            (3, Scalar::Float(format)) => Lane::of(encode(format, f64::NEG_INFINITY)),
            (6, Scalar::Float(format)) => Lane::of(encode(format, f64::INFINITY)),
            (1 | 5 | 11 | 15, _) => Lane::of(0),
            (4, _) => Lane::of(1 << (width - 1)),
            (7, _) => Lane::of(whole >> 1),
            (8 | 12, _) => Lane::of(whole),
            (10, _) => Lane::of(1),
            _ => Lane::tainted(Taint::open(operation)),
        }
    }

    fn bits(self, x: u128, y: u128) -> u128 {
        use crate::op::llvm::float::{maximum, minimum};
        if let Scalar::Float(format) = self.scalar {
            let (x, y) = (decode(format, x), decode(format, y));
            let made = match self.kind {
                0 => x + y,
                3 => maximum(x, y),
                6 => minimum(x, y),
                9 => x * y,
                13 => f64::max(x, y),
                14 => f64::min(x, y),
                _ => y,
            };
            return encode(format, made);
        }
        let width = self.scalar.bits();
        let made = match self.kind {
            1 => x.wrapping_add(y),
            4 => {
                if signed(x, width) >= signed(y, width) {
                    x
                } else {
                    y
                }
            }
            5 => x.max(y),
            7 => {
                if signed(x, width) <= signed(y, width) {
                    x
                } else {
                    y
                }
            }
            8 => x.min(y),
            10 => x.wrapping_mul(y),
            11 => x | y,
            12 => x & y,
            15 => x ^ y,
            _ => y,
        };
        made & mask(width)
    }
}
