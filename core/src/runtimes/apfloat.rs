//! Arithmetic on floats of any format up to 64 bits, which is told by a number: that of LLVM's `APFloatBase::Semantics`, as of
//! LLVM 22, whose MLIR is the first to have a runtime library of such functions. A float is its bits, zero-extended to 64.

use super::small::{Small, small_format, widened};
use crate::observe::{Element, Rule};
use rustc_apfloat::ieee::{self, IeeeFloat, Quad, Semantics};
use rustc_apfloat::{Float, FloatConvert, Round};
use std::cmp::Ordering;

const APFLOAT_FORMAT: Rule =
    Rule::new("apfloat_format", "a computation with a float format that is unknown or has more than 64 bits");
const APFLOAT_WIDTH: Rule =
    Rule::new("apfloat_width", "a conversion between a float and an integer of more than 64 bits");

/// Semantics of a format that follows IEEE's rules and is none of the crate's own.
macro_rules! formats {
    ($($name:ident($bits:literal, $exponent:literal);)*) => { $(
        struct $name;
        impl Semantics for $name {
            const BITS: usize = $bits;
            const EXP_BITS: usize = $exponent;
        }
    )* };
}

formats! {
    Float8E4M3(8, 4);
    Float8E3M4(8, 3);
    FloatTf32(19, 8);
}

/// Evaluates `$body` with `$float` as the type of that number.
macro_rules! with_format {
    ($semantics:expr, $float:ident => $body:expr) => {
        match $semantics {
            0 => {
                type $float = ieee::Half;
                $body
            }
            1 => {
                type $float = ieee::BFloat;
                $body
            }
            2 => {
                type $float = ieee::Single;
                $body
            }
            3 => {
                type $float = ieee::Double;
                $body
            }
            7 => {
                type $float = ieee::Float8E5M2;
                $body
            }
            9 => {
                type $float = IeeeFloat<Float8E4M3>;
                $body
            }
            10 => {
                type $float = ieee::Float8E4M3FN;
                $body
            }
            13 => {
                type $float = IeeeFloat<Float8E3M4>;
                $body
            }
            14 => {
                type $float = IeeeFloat<FloatTf32>;
                $body
            }
            _ => Err(APFLOAT_FORMAT),
        }
    };
}

/// Double precision.
const DOUBLE: u64 = 3;

/// Operations from floats of one format to one of the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FloatOperation {
    /// The sum.
    Add,
    /// The difference.
    Subtract,
    /// The product.
    Multiply,
    /// The quotient.
    Divide,
    /// IEEE's remainder, of the quotient rounded to nearest.
    Remainder,
    /// The product and a sum, rounded once.
    MultiplyAdd,
    /// The other sign.
    Negate,
    /// Without the sign.
    Magnitude,
    /// The smaller; NaN if one is.
    Minimum,
    /// The larger; NaN if one is.
    Maximum,
    /// The smaller number; the other if one is NaN.
    MinimumNumber,
    /// The larger number; the other if one is NaN.
    MaximumNumber,
}

/// Questions that a float answers with yes or no.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FloatQuestion {
    /// Neither infinite nor NaN?
    Finite,
    /// Infinite?
    Infinite,
    /// Neither zero nor subnormal nor infinite nor NaN?
    Normal,
    /// Not a number?
    Nan,
}

impl FloatOperation {
    fn of<F: Float>(self, all: &[F]) -> F {
        let [a, b] = [all[0], *all.get(1).unwrap_or(&all[0])];
        let quiet = |value: F| (value + F::ZERO).value;
        match self {
            FloatOperation::Add => (a + b).value,
            FloatOperation::Subtract => (a - b).value,
            FloatOperation::Multiply => (a * b).value,
            FloatOperation::Divide => (a / b).value,
            FloatOperation::Remainder => a.ieee_rem(b).value,
            FloatOperation::MultiplyAdd => a.mul_add(b, all[2]).value,
            FloatOperation::Negate => -a,
            FloatOperation::Magnitude => a.abs(),
            _ if a.is_signaling() || a.is_nan() && self.keeps_nan() => quiet(a),
            _ if b.is_signaling() || b.is_nan() && self.keeps_nan() => quiet(b),
            _ if a.is_nan() => b,
            _ if b.is_nan() => a,
            _ => {
                let zeros = a.is_zero() && b.is_zero() && a.is_negative() != b.is_negative();
                let a_is_less =
                    if zeros { a.is_negative() } else { a.partial_cmp(&b) != Some(Ordering::Greater) };
                let least = matches!(self, FloatOperation::Minimum | FloatOperation::MinimumNumber);
                // Of equal ones the first.
                let equal = !zeros && a.partial_cmp(&b) == Some(Ordering::Equal);
                if equal || a_is_less == least { a } else { b }
            }
        }
    }

    fn keeps_nan(self) -> bool {
        matches!(self, FloatOperation::Minimum | FloatOperation::Maximum)
    }
}

/// The result of an operation on floats of this format.
///
/// # Errors
/// The format is not known, or has no number for the result.
pub fn compute(operation: FloatOperation, semantics: u64, operands: &[u64]) -> Result<u64, Rule> {
    if let Some(format) = small_format(semantics) {
        if operation == FloatOperation::Negate {
            return format.negate(operands[0]);
        }
        let all: Vec<Quad> = operands.iter().map(|bits| format.decode(*bits)).collect();
        return format.encode(operation.of(&all));
    }
    with_format!(semantics, F => {
        let all: Vec<F> = operands.iter().map(|bits| from_bits(*bits)).collect();
        Ok(operation.of(&all).to_bits() as u64)
    })
}

fn from_bits<F: Float>(bits: u64) -> F {
    F::from_bits(u128::from(bits) & (u128::MAX >> (128 - F::BITS)))
}

/// The answer to a question about a float of this format.
///
/// # Errors
/// The format is not known.
pub fn ask(question: FloatQuestion, semantics: u64, bits: u64) -> Result<bool, Rule> {
    fn answer<F: Float>(question: FloatQuestion, value: F) -> bool {
        match question {
            FloatQuestion::Finite => value.is_finite(),
            FloatQuestion::Infinite => value.is_infinite(),
            FloatQuestion::Normal => value.is_normal(),
            FloatQuestion::Nan => value.is_nan(),
        }
    }
    match small_format(semantics) {
        Some(format) if question == FloatQuestion::Normal => Ok(format.is_normal(bits)),
        Some(format) => Ok(answer(question, format.decode(bits))),
        None => with_format!(semantics, F => Ok(answer(question, from_bits::<F>(bits)))),
    }
}

/// The order of two floats of this format, by the numbers of LLVM's `APFloatBase::cmpResult`: 0 less, 1 equal, 2 greater, 3 unordered.
///
/// # Errors
/// The format is not known.
pub fn compare(semantics: u64, a: u64, b: u64) -> Result<u64, Rule> {
    let (a, b) = (read(semantics, a)?, read(semantics, b)?);
    Ok(match a.partial_cmp(&b) {
        Some(Ordering::Less) => 0,
        Some(Ordering::Equal) => 1,
        Some(Ordering::Greater) => 2,
        None => 3,
    })
}

/// A float in a format that holds every other.
fn read(semantics: u64, bits: u64) -> Result<Quad, Rule> {
    match small_format(semantics) {
        Some(format) => Ok(format.decode(bits)),
        None => with_format!(semantics, F => Ok(widened(from_bits::<F>(bits)))),
    }
}

/// The nearest float of a format.
fn write(semantics: u64, value: Quad) -> Result<u64, Rule> {
    match small_format(semantics) {
        Some(format) => Small::encode(format, value),
        None => with_format!(semantics, F => {
            Ok(FloatConvert::<F>::convert(value, &mut false).value.to_bits() as u64)
        }),
    }
}

/// A float in another format.
///
/// # Errors
/// One of the formats is not known, or has no such number.
pub fn convert(from: u64, to: u64, bits: u64) -> Result<u64, Rule> {
    write(to, read(from, bits)?)
}

/// The integer nearest to a float, ties to even; the closest there is where it does not fit, and zero for NaN.
///
/// # Errors
/// The format is not known, or the integer is wider than the result.
pub fn to_integer(semantics: u64, width: u64, unsigned: bool, bits: u64) -> Result<u64, Rule> {
    let (width, round, mut exact) = (checked_width(width)?, Round::NearestTiesToEven, false);
    let value = read(semantics, bits)?;
    let integer = match unsigned {
        true => value.to_u128_r(width, round, &mut exact).value as u64,
        false => value.to_i128_r(width, round, &mut exact).value as u64,
    };
    Ok(integer & (u64::MAX >> (64 - width)))
}

/// The float nearest to an integer.
///
/// # Errors
/// The format is not known, or the integer is too wide.
pub fn from_integer(semantics: u64, width: u64, unsigned: bool, bits: u64) -> Result<u64, Rule> {
    let spare = 64 - checked_width(width)?;
    let value = match unsigned {
        true => Quad::from_u128(u128::from(bits << spare >> spare)),
        false => Quad::from_i128(i128::from((bits << spare) as i64 >> spare)),
    };
    write(semantics, value.value)
}

fn checked_width(width: u64) -> Result<usize, Rule> {
    match width {
        1..=64 => Ok(width as usize),
        _ => Err(APFLOAT_WIDTH),
    }
}

/// The number of the format that MLIR has as a type of this name.
pub fn format_named(name: &str) -> Option<u64> {
    Some(match name {
        "f16" => 0,
        "bf16" => 1,
        "f32" => 2,
        "f64" => DOUBLE,
        "f8E5M2" => 7,
        "f8E5M2FNUZ" => 8,
        "f8E4M3" => 9,
        "f8E4M3FN" => 10,
        "f8E4M3FNUZ" => 11,
        "f8E4M3B11FNUZ" => 12,
        "f8E3M4" => 13,
        "tf32" => 14,
        "f8E8M0FNU" => 15,
        "f6E3M2FN" => 16,
        "f6E2M3FN" => 17,
        "f4E2M1FN" => 18,
        _ => return None,
    })
}

/// The bits of the float nearest to a number in the format of this number.
///
/// # Errors
/// The format is not known, or has no such number.
pub fn nearest(semantics: u64, value: f64) -> Result<u64, Rule> {
    convert(DOUBLE, semantics, value.to_bits())
}

/// A float as it is shown: with its own type where that is one of an output, or else in double precision.
///
/// # Errors
/// The format is not known.
pub fn shown(semantics: u64, bits: u64) -> Result<(Element, u64), Rule> {
    let element = match semantics {
        0 => Element::F16,
        1 => Element::Bf16,
        2 => Element::F32,
        DOUBLE => Element::F64,
        7 => Element::F8E5M2,
        10 => Element::F8E4M3FN,
        _ => return Ok((Element::F64, convert(semantics, DOUBLE, bits)?)),
    };
    Ok((element, bits & element.low_bits()))
}

#[cfg(test)]
#[path = "apfloat_tests.rs"]
mod tests;
