//! The combining kinds of reductions (vector, 'CombiningKindAttr').

use crate::eval::lane::{Lane, Taint, mask, signed};
use crate::eval::machine::Machine;
use crate::eval::site::{Fast, Site};
use crate::eval::types::Scalar;
use crate::observe::{Form, Lack};
use crate::op::lanewise::{decode, rounded, rounded_sum};
use crate::op::llvm::float::{maximum, minimum};
use crate::semantics::Format;
use crate::semantics::format::{exponent, power_of_two};

/// A combining kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CombiningKind {
    /// Sum.
    Add,
    /// Product.
    Mul,
    /// Lesser unsigned number.
    MinUnsigned,
    /// Lesser signed number.
    MinSigned,
    /// Greater unsigned number.
    MaxUnsigned,
    /// Greater signed number.
    MaxSigned,
    /// Bits in both.
    And,
    /// Bits in either.
    Or,
    /// Bits in one.
    Xor,
    /// Lesser float, the other one where one is NaN.
    MinNumber,
    /// Greater float, the other one where one is NaN.
    MaxNumber,
    /// Lesser float, NaN where one is.
    Minimum,
    /// Greater float, NaN where one is.
    Maximum,
}

/// Spellings in the versions of MLIR.
const SPELLINGS: &[(&str, CombiningKind)] = &[
    ("add", CombiningKind::Add),
    ("mul", CombiningKind::Mul),
    ("minui", CombiningKind::MinUnsigned),
    ("minsi", CombiningKind::MinSigned),
    ("maxui", CombiningKind::MaxUnsigned),
    ("maxsi", CombiningKind::MaxSigned),
    ("and", CombiningKind::And),
    ("or", CombiningKind::Or),
    ("xor", CombiningKind::Xor),
    ("minnumf", CombiningKind::MinNumber),
    ("maxnumf", CombiningKind::MaxNumber),
    ("minimumf", CombiningKind::Minimum),
    ("maximumf", CombiningKind::Maximum),
];

/// A combining kind on lanes of one type.
#[derive(Clone, Copy)]
pub struct LaneCombiner {
    /// The kind.
    pub kind: CombiningKind,
    /// The type.
    pub scalar: Scalar,
    /// Promises that make poison where they are broken.
    pub fast: Fast,
    /// Terms may be taken in any order, by the flag `reassoc`.
    any_order: bool,
}

impl LaneCombiner {
    /// The kind that the attribute `kind` of an operation names; a sum where there is none.
    ///
    /// # Errors
    /// The kind is not known, or not one of this type.
    pub fn of(site: &Site<'_>, scalar: Scalar) -> Result<LaneCombiner, Lack> {
        let kind = match site.attribute("kind") {
            None => CombiningKind::Add,
            Some(said) => {
                let found = SPELLINGS.iter().find(|(word, _)| said.says(word));
                found.ok_or_else(|| site.lacks(Form::value("kind", said)))?.1
            }
        };
        let floats = matches!(
            kind,
            CombiningKind::MinNumber
                | CombiningKind::MaxNumber
                | CombiningKind::Minimum
                | CombiningKind::Maximum
        );
        let fits = match scalar {
            Scalar::Float(_) => floats || matches!(kind, CombiningKind::Add | CombiningKind::Mul),
            Scalar::Int(_) => !floats,
            _ => false,
        };
        if !fits {
            return Err(site.lacks(Form::KindOf(format!("{kind:?}"), scalar.to_string())));
        }
        Ok(LaneCombiner { kind, scalar, fast: site.fast(), any_order: site.allows("reassoc") })
    }

    /// It, where no order is named.
    pub fn in_any_order(self) -> LaneCombiner {
        LaneCombiner { any_order: true, ..self }
    }

    /// Two lanes combined.
    pub fn two(&self, machine: &Machine<'_>, x: Lane, y: Lane) -> Lane {
        let taint = x.taint.merge(y.taint);
        if !taint.is_none() {
            return Lane::tainted(taint);
        }
        match self.scalar {
            Scalar::Float(format) => {
                self.floats(machine, format, [x, y].map(|lane| decode(format, lane.bits)))
            }
            scalar => Lane::of(self.integers(scalar.bits(), x.bits, y.bits)),
        }
    }

    fn integers(&self, width: u32, x: u128, y: u128) -> u128 {
        let less = signed(x, width) < signed(y, width);
        match self.kind {
            CombiningKind::Add => x.wrapping_add(y) & mask(width),
            CombiningKind::Mul => x.wrapping_mul(y) & mask(width),
            CombiningKind::MinUnsigned => x.min(y),
            CombiningKind::MaxUnsigned => x.max(y),
            CombiningKind::MinSigned => {
                if less {
                    x
                } else {
                    y
                }
            }
            CombiningKind::MaxSigned => {
                if less {
                    y
                } else {
                    x
                }
            }
            CombiningKind::And => x & y,
            CombiningKind::Or => x | y,
            _ => x ^ y,
        }
    }

    fn floats(&self, machine: &Machine<'_>, format: Format, [x, y]: [f64; 2]) -> Lane {
        let zeros = x == 0.0 && y == 0.0 && x.is_sign_negative() != y.is_sign_negative();
        let made = match self.kind {
            CombiningKind::Mul => x * y,
            // Of two zeros arith leaves open which one it is ('arith.minnumf', 'arith.maxnumf').
            CombiningKind::MinNumber | CombiningKind::MaxNumber if zeros => {
                return Lane::tainted(Taint::open(machine.at));
            }
            CombiningKind::MinNumber => x.min(y),
            CombiningKind::MaxNumber => x.max(y),
            CombiningKind::Minimum => minimum(x, y),
            CombiningKind::Maximum => maximum(x, y),
            _ => return rounded_sum(self.fast, [x, y], format).map_or_else(|| machine.poison(), Lane::of),
        };
        rounded(self.fast, &[x, y], format, made).map_or_else(|| machine.poison(), Lane::of)
    }

    /// All terms combined, from the first on; nothing for none. A sum or product of floats in any order is approximate where another
    /// order may round it in another way, and open where that may be all there is of it.
    pub fn all(&self, machine: &mut Machine<'_>, terms: &[Lane]) -> Option<Lane> {
        let (first, rest) = terms.split_first()?;
        let made = rest.iter().fold(*first, |so_far, term| self.two(machine, so_far, *term));
        let any_order = self.any_order && terms.len() > 2 && made.taint.is_none();
        let order = if any_order { self.order(terms) } else { ReductionOrder::Settled };
        Some(self.settle(machine, order, made))
    }

    /// A result of such an order.
    pub fn settle(&self, machine: &mut Machine<'_>, order: ReductionOrder, made: Lane) -> Lane {
        match self.scalar {
            Scalar::Float(format) => order.settle(machine, format, made),
            _ => made,
        }
    }

    /// True if a lane is the negative zero that a sum of floats gives for such zeros alone.
    pub fn is_negative_zero(&self, made: Lane) -> bool {
        match self.scalar {
            Scalar::Float(format) if self.kind == CombiningKind::Add && made.taint.is_none() => {
                let value = decode(format, made.bits);
                value == 0.0 && value.is_sign_negative()
            }
            _ => false,
        }
    }

    /// The part of the result that hangs on the order of these terms, all of which are defined.
    pub fn order(&self, terms: &[Lane]) -> ReductionOrder {
        let Scalar::Float(format) = self.scalar else { return ReductionOrder::Settled };
        let numbers: Vec<f64> = terms.iter().map(|term| decode(format, term.bits)).collect();
        match self.kind {
            CombiningKind::Add => ReductionOrder::of_sum(format, &numbers),
            CombiningKind::Mul => ReductionOrder::of_product(format, &numbers),
            _ => ReductionOrder::Settled,
        }
    }
}

/// The part of a sum or product of floats that hangs on the order of its terms.
#[derive(Clone, Copy, Debug, PartialEq, PartialOrd)]
pub enum ReductionOrder {
    /// Nothing: each order gives the same.
    Settled,
    /// The last bits.
    Rounding,
    /// More than the last bits: it may be off by so much, which is infinite where nobody knows.
    Open(f64),
}

impl ReductionOrder {
    /// Of a sum. Each order is off by at most one unit in the last place of the sum of all magnitudes for each term (Higham, Accuracy and
    /// Stability of Numerical Algorithms, section 4.2); more than the last bits hang on it where less than half of the significand is left.
    pub fn of_sum(format: Format, numbers: &[f64]) -> ReductionOrder {
        if is_exact_sum(format, numbers) {
            return ReductionOrder::Settled;
        }
        let (sum, magnitude) =
            (numbers.iter().sum::<f64>(), numbers.iter().map(|number| number.abs()).sum::<f64>());
        let unit = power_of_two(-(format.precision as i32));
        let error = numbers.len() as f64 * unit * magnitude;
        match magnitude <= format.largest {
            true if error <= unit.sqrt() * sum.abs() => ReductionOrder::Rounding,
            true => ReductionOrder::Open(error),
            false => ReductionOrder::Open(f64::INFINITY),
        }
    }

    /// Of a product, which no order rounds by more than a unit in the last place for each factor, unless it overflows or underflows.
    pub fn of_product(format: Format, numbers: &[f64]) -> ReductionOrder {
        if is_exact_product(format, numbers) {
            return ReductionOrder::Settled;
        }
        if numbers.iter().any(|number| !number.is_finite() || *number == 0.0) {
            return ReductionOrder::Open(f64::INFINITY);
        }
        let up: i32 = numbers.iter().map(|number| exponent(*number).max(0) + 1).sum();
        let down: i32 = numbers.iter().map(|number| exponent(*number).min(0)).sum();
        let holds = up < exponent(format.largest) && down > format.least_exponent;
        if holds { ReductionOrder::Rounding } else { ReductionOrder::Open(f64::INFINITY) }
    }

    /// The order with which at least the last bits tell.
    pub fn at_least_rounding(self) -> ReductionOrder {
        if self == ReductionOrder::Settled { ReductionOrder::Rounding } else { self }
    }

    /// A result of such an order. It is open where more than the last bits hang on it, but in a world that takes the order of the run.
    pub fn settle(self, machine: &mut Machine<'_>, format: Format, made: Lane) -> Lane {
        match self {
            ReductionOrder::Settled => made,
            ReductionOrder::Rounding => {
                machine.approximate = true;
                made
            }
            ReductionOrder::Open(error) if machine.world.takes_own_order && error.is_finite() => {
                machine.approximate = true;
                let moved = machine.world.floats.bounded(format, decode(format, made.bits), error / 2.0);
                Lane { bits: format.encode(moved).into(), ..made }
            }
            ReductionOrder::Open(error) => {
                machine.order_tells |= error.is_finite();
                Lane::tainted(Taint::open(machine.at))
            }
        }
    }
}

/// The significand of a number that is neither zero nor infinite nor NaN, without zeros at its end, and the place of its lowest bit.
fn parts(value: f64) -> (u64, i32) {
    let fraction = value.to_bits() & ((1 << 52) - 1);
    let (whole, at) = match value.is_subnormal() {
        true => (fraction, -1074),
        false => (fraction | 1 << 52, exponent(value) - 52),
    };
    (whole >> whole.trailing_zeros(), at + whole.trailing_zeros() as i32)
}

/// True if no partial sum of any order is rounded. Infinities add up alike in each order, and so does NaN, as long as nothing
/// overflows.
pub fn is_exact_sum(format: Format, numbers: &[f64]) -> bool {
    if numbers.iter().any(|number| number.is_nan()) {
        return true;
    }
    let finite = || numbers.iter().filter(|number| number.is_finite() && **number != 0.0);
    let Some(unit) = finite().map(|number| parts(*number).1).min() else { return true };
    let most = finite().map(|number| number.abs()).sum::<f64>();
    most <= format.largest
        && (most == 0.0 || exponent(most) - unit < format.precision as i32 && most.is_finite())
}

/// True if no partial product of any order is rounded, overflows or underflows.
pub fn is_exact_product(format: Format, numbers: &[f64]) -> bool {
    if numbers.iter().any(|number| number.is_nan()) {
        return true;
    }
    if numbers.iter().any(|number| number.is_infinite() || *number == 0.0) {
        // Infinity times zero is NaN in each order, but of partial products that overflow or underflow this is not said.
        return numbers.iter().all(|number| number.is_infinite() || *number == 0.0 || number.abs() == 1.0);
    }
    let times = |product: u128, number: &f64| product.checked_mul(parts(*number).0.into());
    let product = numbers.iter().try_fold(1u128, times);
    let up: i32 = numbers.iter().map(|number| exponent(*number).max(0) + 1).sum();
    let down: i32 = numbers.iter().map(|number| parts(*number).1.min(0)).sum();
    let holds = product.is_some_and(|product| product < 1 << format.precision);
    holds && up < exponent(format.largest) && down >= exponent(format.least())
}

#[cfg(test)]
mod tests {
    use super::ReductionOrder;
    use crate::semantics::format::F64;

    #[test]
    fn the_order_of_a_sum_tells_in_the_last_bits_or_in_all() {
        assert_eq!(ReductionOrder::of_sum(F64, &[1.0, 2.0, 3.0]), ReductionOrder::Settled);
        assert_eq!(ReductionOrder::of_sum(F64, &[0.1, 0.2, 0.3]), ReductionOrder::Rounding);
        assert_eq!(
            ReductionOrder::of_sum(F64, &[1e20, 1.0, -1e20]),
            ReductionOrder::Open(3.0 * 2e20 / 2f64.powi(53))
        );
        let unknown = ReductionOrder::Open(f64::INFINITY);
        assert_eq!(ReductionOrder::of_sum(F64, &[f64::MAX, f64::MAX, -f64::MAX]), unknown);
        assert_eq!(ReductionOrder::of_product(F64, &[2.0, 4.0, 0.5]), ReductionOrder::Settled);
        assert_eq!(ReductionOrder::of_product(F64, &[0.1, 0.2, 0.3]), ReductionOrder::Rounding);
        assert_eq!(ReductionOrder::of_product(F64, &[1e200, 1e200, 1e-200]), unknown);
    }
}
