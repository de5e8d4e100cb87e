//! Floats of MLIR's types: their names, widths, bits and spelling (Builtin dialect, "Float Types"; the literals of "FloatAttr").

use crate::runtimes::apfloat;
use rustc_apfloat::{Float, FloatConvert, ieee};

/// Each float type by its name, with its width in bits.
const FORMATS: [(&str, u32); 18] = [
    ("f16", 16),
    ("bf16", 16),
    ("f32", 32),
    ("f64", 64),
    ("f80", 80),
    ("f128", 128),
    ("tf32", 19),
    ("f8E5M2", 8),
    ("f8E4M3", 8),
    ("f8E4M3FN", 8),
    ("f8E5M2FNUZ", 8),
    ("f8E4M3FNUZ", 8),
    ("f8E4M3B11FNUZ", 8),
    ("f8E3M4", 8),
    ("f8E8M0FNU", 8),
    ("f6E3M2FN", 6),
    ("f6E2M3FN", 6),
    ("f4E2M1FN", 4),
];

/// The name, kept for ever, of the float type that is spelt so.
pub(super) fn name(spelt: &str) -> Option<&'static str> {
    FORMATS.iter().map(|(name, _)| *name).find(|name| *name == spelt)
}

/// Bits of a float of that type; none if there is no such type.
pub fn float_width(name: &str) -> Option<u32> {
    FORMATS.iter().find(|(other, _)| *other == name).map(|(_, bits)| *bits)
}

/// The bits of the float of that type that is nearest to a number; none where the type has no such number.
///
/// MLIR reads a decimal literal in double precision and rounds that.
pub fn float_bits(name: &str, value: f64) -> Option<u128> {
    let mut inexact = false;
    let double = ieee::Double::from_bits(u128::from(value.to_bits()));
    Some(match name {
        "f64" => u128::from(value.to_bits()),
        "f32" if !value.is_nan() => u128::from((value as f32).to_bits()),
        "f80" => {
            let wide: ieee::X87DoubleExtended = double.convert(&mut inexact).value;
            wide.to_bits()
        }
        "f128" => {
            let wide: ieee::Quad = double.convert(&mut inexact).value;
            wide.to_bits()
        }
        _ => u128::from(apfloat::nearest(apfloat::format_named(name)?, value).ok()?),
    })
}

/// The number that the bits of a float of that type stand for; none where it is not known or no `f64`.
pub fn float_value(name: &str, bits: u128) -> Option<f64> {
    match name {
        "f64" => Some(f64::from_bits(bits as u64)),
        "f32" => Some(f64::from(f32::from_bits(bits as u32))),
        _ => {
            let double = apfloat::format_named("f64")?;
            let value = apfloat::convert(apfloat::format_named(name)?, double, bits as u64).ok()?;
            Some(f64::from_bits(value))
        }
    }
}

/// A float as MLIR spells it: in decimal where that reads back as the same bits, and its bits in hexadecimal otherwise.
pub(super) fn spelling(name: &str, bits: u128) -> String {
    if let Some(value) = float_value(name, bits).filter(|value| value.is_finite()) {
        for scientific in [format!("{value:.6e}"), format!("{value:e}")] {
            let literal = literal(&scientific);
            if literal.parse().ok().and_then(|read| float_bits(name, read)) == Some(bits) {
                return literal;
            }
        }
    }
    let digits = float_width(name).unwrap_or(128).div_ceil(4) as usize;
    format!("0x{bits:0digits$X}")
}

/// A number in Rust's scientific notation as MLIR's: with a point, and an exponent of a sign and two digits.
fn literal(scientific: &str) -> String {
    let (mantissa, exponent) = scientific.split_once('e').unwrap_or((scientific, "0"));
    let point = if mantissa.contains('.') { "" } else { ".0" };
    let (sign, digits) = match exponent.strip_prefix('-') {
        Some(digits) => ('-', digits),
        None => ('+', exponent),
    };
    format!("{mantissa}{point}e{sign}{digits:0>2}")
}
