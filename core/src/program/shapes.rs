//! Shapes that operations take: constants, or what shape arithmetic makes of constants and of the extents of other values.

use super::Builder;
use crate::observe::Element;
use crate::semantics::Tensor;
use crate::semantics::program::{Attribute, Attributes};
use crate::version::Change;

/// Greatest extent of which a power of two is taken.
const EXPONENT: i64 = 20;

impl Builder {
    /// A constant shape.
    pub fn shape_constant(&mut self, extents: &[usize]) -> usize {
        self.numbers_constant(&extents.iter().map(|&extent| extent as i64).collect::<Vec<_>>())
    }

    /// Numbers that an operation takes as a shape, such as padding.
    ///
    /// Arithmetic computes some of them, where MLIR lowers it.
    pub fn numbers_constant(&mut self, numbers: &[i64]) -> usize {
        if Change::ShapeArithmetic.is_in(self.budget.version) {
            let seed = self.choices.seed();
            if seed & 3 == 0
                && let Some(computed) = self.computed_shape(numbers, seed)
            {
                return computed;
            }
        }
        self.constant_shape(numbers)
    }

    fn constant_shape(&mut self, numbers: &[i64]) -> usize {
        self.constant_of("tosa.const_shape", Tensor::ints(Element::Index, &[numbers.len()], numbers.to_vec()))
    }

    /// These numbers as a shape that is computed, if the seed's way of doing so can make them.
    fn computed_shape(&mut self, numbers: &[i64], seed: u64) -> Option<usize> {
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
            0 => self.binary_shape("add_shape", &each(&|n, by| n - by.min(n)), &each(&|n, by| by.min(n))),
            1 => self.binary_shape("sub_shape", &each(&|n, by| n + by), &ones(0)),
            2 => {
                let factor = |n: i64| (2..4).find(|factor| n % factor == 0).unwrap_or(1);
                let whole = each(&|n, _| n / factor(n));
                self.binary_shape("mul_shape", &whole, &each(&|n, _| factor(n)))
            }
            3 => self.binary_shape("max_shape", numbers, &each(&|n, by| (n - by).max(0))),
            4 => self.binary_shape("min_shape", &each(&|n, by| n + by), numbers),
            5 => self.binary_shape("div_floor_shape", &each(&|n, by| n * (by + 1) + by), &ones(1)),
            6 => {
                let rounded = each(&|n, by| (n * (by + 1) - by).max(0));
                self.binary_shape("div_ceil_shape", &rounded, &ones(1))
            }
            7 => {
                let over = each(&|n, by| n + by * (n + 1 + by));
                self.binary_shape("mod_shape", &over, &each(&|n, by| n + 1 + by))
            }
            8 if numbers.iter().all(|number| number.count_ones() == 1) => {
                self.unary_shape("exp2_shape", &each(&|n, _| n.ilog2().into()))
            }
            9 if small => {
                self.unary_shape("log2_floor_shape", &each(&|n, by| (1 << n) + by.min((1 << n) - 1)))
            }
            10 if small => {
                self.unary_shape("log2_ceil_shape", &each(&|n, by| (1 << n) - by.min(((1 << n) - 1) / 2)))
            }
            11 if numbers.len() > 1 => {
                let (first, second) = numbers.split_at(1 + some(0) as usize % (numbers.len() - 1));
                let parts = [self.constant_shape(first), self.constant_shape(second)];
                self.shape_of("concat_shape", &parts, Attributes::default())
            }
            12 => {
                let (before, after) = (vec![1; some(0) as usize], vec![2; some(1) as usize]);
                let longer = self.constant_shape(&[&before, numbers, &after].concat());
                let scalar = |value: usize| Tensor::ints(Element::I32, &[1], vec![value as i64]);
                let (start, size) =
                    (self.constant(scalar(before.len())), self.constant(scalar(numbers.len())));
                self.shape_of("slice_shape", &[longer, start, size], Attributes::default())
            }
            _ => self.extents_of_others(numbers),
        }
    }

    /// Each number as an extent of a value in scope, where all are found.
    fn extents_of_others(&mut self, numbers: &[i64]) -> Option<usize> {
        let mut parts = Vec::with_capacity(numbers.len());
        for &number in numbers {
            let has = |value: &usize| self.value(*value).shape.contains(&(number as usize));
            let value = self.newest(has)?;
            let axis = self.value(value).shape.iter().position(|&extent| extent as i64 == number)?;
            let axis = Attributes(vec![("axis".into(), Attribute::Int(axis as i64))]);
            parts.push(self.shape_of("dim", &[value], axis)?);
        }
        if parts.len() == 1 {
            parts.pop()
        } else {
            self.shape_of("concat_shape", &parts, Attributes::default())
        }
    }

    fn binary_shape(&mut self, name: &str, first: &[i64], second: &[i64]) -> Option<usize> {
        let operands = [self.constant_shape(first), self.constant_shape(second)];
        self.shape_of(name, &operands, Attributes::default())
    }

    fn unary_shape(&mut self, name: &str, numbers: &[i64]) -> Option<usize> {
        let operand = self.constant_shape(numbers);
        self.shape_of(name, &[operand], Attributes::default())
    }

    fn shape_of(&mut self, name: &str, operands: &[usize], attributes: Attributes) -> Option<usize> {
        self.emit(name, operands, attributes, &[Element::Index])?.first().copied()
    }
}
