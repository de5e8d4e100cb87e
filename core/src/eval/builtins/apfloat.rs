//! The arithmetic of MLIR's `libmlir_apfloat_wrappers`: every function is told the format of its floats by a number.

use super::functions;
use crate::runtimes::apfloat::{
    FloatOperation, FloatQuestion, ask, compare, compute, convert, from_integer, to_integer,
};

/// The number of a format, as it is handed over.
fn number(semantics: i32) -> u64 {
    semantics as u32 as u64
}

macro_rules! library {
    (operations { $($name:ident($($operand:ident),*) = $operation:ident;)* } questions { $($asked:ident = $question:ident;)* }) => {
        functions! {
            infallible {}
            fallible {
                $($name(semantics: i32, $($operand: u64),*) -> u64 =
                    compute(FloatOperation::$operation, number(semantics), &[$($operand),*]);)*
                $($asked(semantics: i32, a: u64) -> bool = ask(FloatQuestion::$question, number(semantics), a);)*
                _mlir_apfloat_compare(semantics: i32, a: u64, b: u64) -> i8 =
                    compare(number(semantics), a, b).map(|order| order as i8);
                _mlir_apfloat_convert(from: i32, to: i32, a: u64) -> u64 = convert(number(from), number(to), a);
                _mlir_apfloat_convert_to_int(semantics: i32, width: i32, unsigned: bool, a: u64) -> u64 =
                    to_integer(number(semantics), number(width), unsigned, a);
                _mlir_apfloat_convert_from_int(semantics: i32, width: i32, unsigned: bool, a: u64) -> u64 =
                    from_integer(number(semantics), number(width), unsigned, a);
            }
        }
    };
}

library! {
    operations {
        _mlir_apfloat_add(a, b) = Add;
        _mlir_apfloat_subtract(a, b) = Subtract;
        _mlir_apfloat_multiply(a, b) = Multiply;
        _mlir_apfloat_divide(a, b) = Divide;
        _mlir_apfloat_remainder(a, b) = Remainder;
        _mlir_apfloat_fused_multiply_add(a, b, c) = MultiplyAdd;
        _mlir_apfloat_neg(a) = Negate;
        _mlir_apfloat_abs(a) = Magnitude;
        _mlir_apfloat_minimum(a, b) = Minimum;
        _mlir_apfloat_maximum(a, b) = Maximum;
        _mlir_apfloat_minnum(a, b) = MinimumNumber;
        _mlir_apfloat_maxnum(a, b) = MaximumNumber;
    }
    questions {
        _mlir_apfloat_isfinite = Finite;
        _mlir_apfloat_isinfinite = Infinite;
        _mlir_apfloat_isnormal = Normal;
        _mlir_apfloat_isnan = Nan;
    }
}
