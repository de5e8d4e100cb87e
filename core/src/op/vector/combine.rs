//! The combining kinds of reductions (vector, 'CombiningKindAttr').

use crate::eval::lane::{Lane, Taint, mask, signed};
use crate::eval::machine::Machine;
use crate::eval::site::{Fast, Site};
use crate::eval::types::Scalar;
use crate::ir::Attribute;
use crate::op::lanewise::{decode, rounded};
use crate::op::llvm::float::{maximum, minimum};
use crate::semantics::Format;
use crate::semantics::format::exponent;

/// A combining kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
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
const SPELLINGS: &[(&str, Kind)] = &[
    ("add", Kind::Add),
    ("mul", Kind::Mul),
    ("minui", Kind::MinUnsigned),
    ("minsi", Kind::MinSigned),
    ("maxui", Kind::MaxUnsigned),
    ("maxsi", Kind::MaxSigned),
    ("and", Kind::And),
    ("or", Kind::Or),
    ("xor", Kind::Xor),
    ("minnumf", Kind::MinNumber),
    ("maxnumf", Kind::MaxNumber),
    ("minimumf", Kind::Minimum),
    ("maximumf", Kind::Maximum),
];

/// A combining kind on lanes of one type.
#[derive(Clone, Copy)]
pub struct Combine {
    /// The kind.
    pub kind: Kind,
    /// The type.
    pub scalar: Scalar,
    /// Promises that make poison where they are broken.
    pub fast: Fast,
    /// Terms may be taken in any order, by the flag `reassoc`.
    any_order: bool,
}

impl Combine {
    /// The kind that the attribute `kind` of an operation names; a sum where there is none.
    ///
    /// # Errors
    /// The kind is not known, or not one of this type.
    pub fn of(site: &Site<'_>, scalar: Scalar) -> Result<Combine, String> {
        let kind = match site.attribute("kind") {
            None => Kind::Add,
            Some(said) => {
                let found = SPELLINGS.iter().find(|(word, _)| said.says(word));
                found.ok_or_else(|| format!("{} of the kind {said:?}", site.node.name))?.1
            }
        };
        let floats = matches!(kind, Kind::MinNumber | Kind::MaxNumber | Kind::Minimum | Kind::Maximum);
        let fits = match scalar {
            Scalar::Float(_) => floats || matches!(kind, Kind::Add | Kind::Mul),
            Scalar::Int(_) => !floats,
            _ => false,
        };
        if !fits {
            return Err(format!("{} of {scalar:?} by {kind:?}", site.node.name));
        }
        Ok(Combine { kind, scalar, fast: site.fast(), any_order: allows(site, "reassoc") })
    }

    /// It, where no order is named.
    pub fn in_any_order(self) -> Combine {
        Combine { any_order: true, ..self }
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
            Kind::Add => x.wrapping_add(y) & mask(width),
            Kind::Mul => x.wrapping_mul(y) & mask(width),
            Kind::MinUnsigned => x.min(y),
            Kind::MaxUnsigned => x.max(y),
            Kind::MinSigned => {
                if less {
                    x
                } else {
                    y
                }
            }
            Kind::MaxSigned => {
                if less {
                    y
                } else {
                    x
                }
            }
            Kind::And => x & y,
            Kind::Or => x | y,
            _ => x ^ y,
        }
    }

    fn floats(&self, machine: &Machine<'_>, format: Format, [x, y]: [f64; 2]) -> Lane {
        let zeros = x == 0.0 && y == 0.0 && x.is_sign_negative() != y.is_sign_negative();
        let made = match self.kind {
            Kind::Mul => x * y,
            // Of two zeros arith leaves open which one it is ('arith.minnumf', 'arith.maxnumf').
            Kind::MinNumber | Kind::MaxNumber if zeros => return Lane::tainted(Taint::open(machine.at)),
            Kind::MinNumber => x.min(y),
            Kind::MaxNumber => x.max(y),
            Kind::Minimum => minimum(x, y),
            Kind::Maximum => maximum(x, y),
            _ => x + y,
        };
        rounded(self.fast, &[x, y], format, made).map_or_else(|| machine.poison(), Lane::of)
    }

    /// All terms combined, from the first on; nothing for none. In any order a sum or product of floats is open unless each order has the
    /// same.
    pub fn all(&self, machine: &Machine<'_>, terms: &[Lane]) -> Option<Lane> {
        let (first, rest) = terms.split_first()?;
        let made = rest.iter().fold(*first, |so_far, term| self.two(machine, so_far, *term));
        let settled = !self.any_order || terms.len() < 3 || !made.taint.is_none() || self.is_exact(terms);
        Some(if settled { made } else { Lane::tainted(Taint::open(machine.at)) })
    }

    /// True if a lane is the negative zero that a sum of floats gives for such zeros alone.
    pub fn is_negative_zero(&self, made: Lane) -> bool {
        match self.scalar {
            Scalar::Float(format) if self.kind == Kind::Add && made.taint.is_none() => {
                let value = decode(format, made.bits);
                value == 0.0 && value.is_sign_negative()
            }
            _ => false,
        }
    }

    /// True if terms, all of them defined, give the same in each order.
    pub fn is_exact(&self, terms: &[Lane]) -> bool {
        let Scalar::Float(format) = self.scalar else { return true };
        let numbers: Vec<f64> = terms.iter().map(|term| decode(format, term.bits)).collect();
        match self.kind {
            Kind::Add => is_exact_sum(format, &numbers),
            Kind::Mul => is_exact_product(format, &numbers),
            _ => true,
        }
    }
}

/// True if a flag of `fastmath`, or all of them, is there.
fn allows(site: &Site<'_>, flag: &str) -> bool {
    let flags: Option<&Attribute> = site.attribute("fastmath");
    flags.is_some_and(|flags| flags.says(flag) || flags.says("fast"))
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
