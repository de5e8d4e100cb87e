//! Bounds on the error of the functions in lowered programs.
//!
//! A lowering calls libm or computes by a formula of MLIR's. The bounds are the errors measured of either, with room for another libm.
//! In units in the last place of single precision, the worst there was:
//!
//! | function | glibc 2.36, every fifth number | by a formula, dense samples | allowed |
//! |---|---|---|---|
//! | exp | 0.50 | 1.88 | 4 |
//! | log | 0.82 | 0.85 | 4 |
//! | tanh | 2.18 | 4.06; `math-expand-ops` loses digits near zero, and is computed as it does | 8 |
//! | erf | 0.97 | 3.54 | 6 |
//! | sin, cos | 0.56 | none | 3 |
//! | rsqrt | 1.47 (one by the root, each rounded) | 1.47 | 2 |
//!
//! The formulas are those of `math-expand-ops` and `test-math-polynomial-approximation` in MLIR 19 and 22. The latter's sine and cosine
//! are not allowed for, nor is its logarithm of subnormal numbers: they have no correct digit at 1e-7 or beyond 1e6, and
//! leave [-1, 1] beyond 1e7. That pass is for tests alone, and what is not to be told from it could not be told from a wrong result. A bound is
//! relative, and absolute where results are subnormal, in the format the function is computed in: single precision for everything up
//! to 32 bits, the result being rounded once more. A power has TOSA's bound, 2 (1 + |y log x|) units in the last place of its own
//! format (section POW): `math-expand-ops` computes it by an exponential and a logarithm in just that.

use super::Format;

/// Functions that are not correctly rounded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum InexactFunction {
    /// The exponential function.
    Exp,
    /// The natural logarithm.
    Log,
    /// The hyperbolic tangent.
    Tanh,
    /// The error function.
    Erf,
    /// Sine, in radians.
    Sin,
    /// Cosine, in radians.
    Cos,
    /// One by the square root.
    Rsqrt,
    /// One number to the power of another.
    Pow,
}

impl InexactFunction {
    /// The bound on a lowering's distance from `result`, the function's true value at `input`. Of a power, `input` is the exponent times the
    /// logarithm of the base, which is what an error is multiplied by.
    pub fn error(self, format: Format, input: f64, result: f64) -> f64 {
        // MLIR's formula for a power rounds each step to the format at hand, and TOSA allows for that.
        let working = if self == InexactFunction::Pow { format } else { format.working() };
        let units = match self {
            InexactFunction::Exp | InexactFunction::Log => 4.0,
            InexactFunction::Tanh => 8.0,
            InexactFunction::Erf => 6.0,
            InexactFunction::Sin | InexactFunction::Cos => 3.0,
            InexactFunction::Rsqrt => 2.0,
            // An exponential of a product with a logarithm; TOSA allows as much.
            InexactFunction::Pow => 2.0 * (1.0 + input.abs()),
        };
        let magnitude = result.abs();
        if magnitude == 0.0 {
            // So small a power may have an `input` that is infinite.
            return 0.0;
        }
        // The distance between 1 and the next number: one unit in the last place at most.
        let error = 2.0 * working.unit_roundoff() * units * magnitude;
        match self {
            _ if magnitude >= 2.0 * working.least_normal() => error,
            // The exponent of the polynomial's last factor ends at the normal numbers.
            InexactFunction::Exp | InexactFunction::Pow => magnitude + working.least(),
            _ => error + working.least(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::observe::Element;

    /// A function in double and in single precision.
    type Both = (InexactFunction, fn(f64) -> f64, fn(f32) -> f32);

    /// Another libm is well within what is allowed for, and an error of one in ten thousand is not.
    #[test]
    fn a_libm_is_within_and_an_error_is_not() {
        let functions: [Both; 6] = [
            (InexactFunction::Exp, libm::exp, f32::exp),
            (InexactFunction::Log, libm::log, f32::ln),
            (InexactFunction::Tanh, libm::tanh, f32::tanh),
            (InexactFunction::Sin, libm::sin, f32::sin),
            (InexactFunction::Cos, libm::cos, f32::cos),
            (InexactFunction::Erf, libm::erf, libm::erff),
        ];
        let format = Format::of(Element::F32).unwrap();
        let (mut seen, mut of) = (0, 0);
        for (function, wide, narrow) in functions {
            for step in 1..400u16 {
                let input = f32::from(step) * 0.02;
                let truth = wide(input.into());
                let error = function.error(format, input.into(), truth);
                let off = (f64::from(narrow(input)) - truth).abs();
                assert!(off <= error, "{function:?} of {input}: {off} and {error}");
                // Rounding adds to the difference, and is no part of the error.
                seen += u32::from(truth.abs() * 1e-4 > error + truth.abs() * format.unit_roundoff());
                of += 1;
            }
        }
        assert!(seen * 100 >= of * 97, "{seen} of {of}");
    }
}
