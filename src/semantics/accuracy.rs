//! How far the functions of lowered programs may be from the true ones.
//!
//! What is allowed for is the worst of three: the compliance rules of the TOSA specification (section "Precision
//! requirements"), a libm whose results are within a few units in the last place, and the polynomials of MLIR's
//! `math-polynomial-approximation`. A bound is relative plus absolute, in units of the format the function is computed in: single
//! precision for everything up to 32 bits, the result being rounded once more.

use super::Format;

/// Functions that are not correctly rounded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Function {
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

impl Function {
    /// How far from `result`, the function's true value at `input`, a lowering may be. Of a power, `input` is the exponent times the
    /// logarithm of the base, which is what an error is multiplied by.
    pub fn error(self, format: Format, input: f64, result: f64) -> f64 {
        // The distance between 1 and the next number: one unit in the last place at most.
        let unit = 2.0 * format.working().unit_roundoff();
        let (relative, absolute) = match self {
            // TOSA: (1 + |x|) units.
            Function::Exp => (2.0 + input.abs(), 0.0),
            // Near one the argument of the polynomial has been rounded.
            Function::Log => (5.0, if (0.5..=2.0).contains(&input) { 1.0 } else { 0.0 }),
            Function::Tanh => (8.0, 0.0),
            // Odd, and in proportion to the argument near zero.
            Function::Erf => (8.0, 2.0 * input.abs().min(1.0)),
            // Beyond an eighth of a turn the argument is reduced, with an error that grows with it.
            Function::Sin | Function::Cos => (4.0, if input.abs() < 0.75 { 0.0 } else { 2.0 + input.abs() }),
            Function::Rsqrt => (2.0, 0.0),
            // TOSA: 2 (1 + |y ln x|) units.
            Function::Pow => (2.0 * (1.0 + input.abs()), 0.0),
        };
        let magnitude = result.abs();
        let error = unit * (relative * magnitude + absolute);
        // Subnormal results may be flushed inside of an approximation.
        if magnitude < 2.0 * format.working().least_normal() && magnitude > 0.0 {
            error.max(magnitude) + format.working().least()
        } else {
            error
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::observe::Element;

    /// A function in double and in single precision.
    type Both = (Function, fn(f64) -> f64, fn(f32) -> f32);

    /// Another libm is well within what is allowed for, and an error of one in ten thousand is not.
    #[test]
    fn a_libm_is_within_and_an_error_is_not() {
        let functions: [Both; 6] = [
            (Function::Exp, libm::exp, f32::exp),
            (Function::Log, libm::log, f32::ln),
            (Function::Tanh, libm::tanh, f32::tanh),
            (Function::Sin, libm::sin, f32::sin),
            (Function::Cos, libm::cos, f32::cos),
            (Function::Erf, libm::erf, libm::erff),
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
                // What rounding adds is no part of the error.
                seen += u32::from(truth.abs() * 1e-4 > error + truth.abs() * format.unit_roundoff());
                of += 1;
            }
        }
        assert!(seen * 100 >= of * 97, "{seen} of {of}");
    }
}
