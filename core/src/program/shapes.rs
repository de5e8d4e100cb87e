//! Shapes that operations take: constants, or what shape arithmetic makes of constants and of the extents of other values.

use super::Builder;
use crate::ir::{Attribute, Attributes, attributes};
use crate::observe::Element;
use crate::semantics::Tensor;
use crate::version::Change;

/// Greatest extent of which a power of two is taken.
const EXPONENT: i64 = 20;

/// Numbers that an operation takes as a shape, such as padding.
///
/// Arithmetic computes some of them, where MLIR lowers it.
pub(super) fn numbers_constant(builder: &mut Builder, numbers: &[i64]) -> usize {
    if Change::ShapeArithmetic.is_in(builder.budget.version) {
        let seed = builder.choices.seed();
        if seed & 3 == 0
            && let Some(computed) = computed_shape(builder, numbers, seed)
        {
            return computed;
        }
    }
    constant_shape(builder, numbers)
}

fn constant_shape(builder: &mut Builder, numbers: &[i64]) -> usize {
    builder.constant_of("tosa.const_shape", Tensor::ints(Element::Index, &[numbers.len()], numbers.to_vec()))
}

/// These numbers as a shape that is computed, if the seed's way of doing so can make them.
fn computed_shape(builder: &mut Builder, numbers: &[i64], seed: u64) -> Option<usize> {
    if numbers.is_empty() || numbers.iter().any(|&number| number < 0) {
        return None;
    }
    // A small number for each extent.
    let some = |i: usize| (seed >> (16 + 4 * (i % 8)) & 3) as i64;
    let each = |function: &dyn Fn(i64, i64) -> i64| -> Vec<i64> {
        numbers.iter().enumerate().map(|(i, &number)| function(number, some(i))).collect()
    };
    let small = numbers.iter().all(|&number| number <= EXPONENT);
    let ones = |more: i64| each(&|_, by| by + more);
    match seed >> 8 & 15 {
        0 => binary_shape(builder, "add_shape", &each(&|n, by| n - by.min(n)), &each(&|n, by| by.min(n))),
        1 => binary_shape(builder, "sub_shape", &each(&|n, by| n + by), &ones(0)),
        2 => {
            let factor = |n: i64| (2..4).find(|factor| n % factor == 0).unwrap_or(1);
            let whole = each(&|n, _| n / factor(n));
            binary_shape(builder, "mul_shape", &whole, &each(&|n, _| factor(n)))
        }
        3 => binary_shape(builder, "max_shape", numbers, &each(&|n, by| (n - by).max(0))),
        4 => binary_shape(builder, "min_shape", &each(&|n, by| n + by), numbers),
        5 => binary_shape(builder, "div_floor_shape", &each(&|n, by| n * (by + 1) + by), &ones(1)),
        6 => {
            let rounded = each(&|n, by| (n * (by + 1) - by).max(0));
            binary_shape(builder, "div_ceil_shape", &rounded, &ones(1))
        }
        7 => {
            let over = each(&|n, by| n + by * (n + 1 + by));
            binary_shape(builder, "mod_shape", &over, &each(&|n, by| n + 1 + by))
        }
        8 if numbers.iter().all(|number| number.count_ones() == 1) => {
            unary_shape(builder, "exp2_shape", &each(&|n, _| n.ilog2().into()))
        }
        9 if small => {
            unary_shape(builder, "log2_floor_shape", &each(&|n, by| (1 << n) + by.min((1 << n) - 1)))
        }
        10 if small => {
            unary_shape(builder, "log2_ceil_shape", &each(&|n, by| (1 << n) - by.min(((1 << n) - 1) / 2)))
        }
        11 if numbers.len() > 1 => {
            let (first, second) = numbers.split_at(1 + some(0) as usize % (numbers.len() - 1));
            let parts = [constant_shape(builder, first), constant_shape(builder, second)];
            shape_of(builder, "concat_shape", &parts, Attributes::default())
        }
        12 => {
            let (before, after) = (vec![1; some(0) as usize], vec![2; some(1) as usize]);
            let longer = constant_shape(builder, &[&before, numbers, &after].concat());
            let scalar = |value: usize| Tensor::ints(Element::I32, &[1], vec![value as i64]);
            let (start, size) =
                (builder.constant(scalar(before.len())), builder.constant(scalar(numbers.len())));
            shape_of(builder, "slice_shape", &[longer, start, size], Attributes::default())
        }
        _ => extents_of_others(builder, numbers),
    }
}

/// Each number as an extent of a value in scope, where all are found.
fn extents_of_others(builder: &mut Builder, numbers: &[i64]) -> Option<usize> {
    let mut parts = Vec::with_capacity(numbers.len());
    for &number in numbers {
        let has = |value: &usize| builder.value(*value).shape.contains(&(number as usize));
        let value = builder.newest(has)?;
        let axis = builder.value(value).shape.iter().position(|&extent| extent as i64 == number)?;
        let axis = attributes([("axis", Attribute::of_int(Element::I32, axis as i64))]);
        parts.push(shape_of(builder, "dim", &[value], axis)?);
    }
    if parts.len() == 1 {
        parts.pop()
    } else {
        shape_of(builder, "concat_shape", &parts, Attributes::default())
    }
}

fn binary_shape(builder: &mut Builder, name: &str, first: &[i64], second: &[i64]) -> Option<usize> {
    let operands = [constant_shape(builder, first), constant_shape(builder, second)];
    shape_of(builder, name, &operands, Attributes::default())
}

fn unary_shape(builder: &mut Builder, name: &str, numbers: &[i64]) -> Option<usize> {
    let operand = constant_shape(builder, numbers);
    shape_of(builder, name, &[operand], Attributes::default())
}

fn shape_of(builder: &mut Builder, name: &str, operands: &[usize], attributes: Attributes) -> Option<usize> {
    builder.emit(name, operands, attributes, &[Element::Index])?.first().copied()
}
