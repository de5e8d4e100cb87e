//! One row an operation: its name, and the function that evaluates it. The module above says how rows are added.

mod binary;
mod bitwise;
mod cast;
mod choice;
mod compare;
mod constant;
mod conv;
mod fourier;
mod function;
mod index;
mod integer;
mod layout;
mod matmul;
mod pool;
mod print_cast;
mod reduce;
mod rescale;
mod resize;
mod shape_arithmetic;
mod table;
mod tensor_access;
mod unary;

use super::program::TensorType;
use super::rule::EvaluationRule;
use super::{Notes, Tensor, Unevaluated};
use crate::ir::Attributes;
use crate::observe::{Element, Rule};
use std::collections::HashMap;
use std::sync::LazyLock;

const TOSA_ZERO_POINT_TYPE: Rule =
    Rule::new("tosa_zero_point_type", "{}: a zero point that is not zero, of a type other than i8");

/// Computes the results of an operation, one tensor each.
pub type Evaluate = fn(&mut Application<'_>) -> Result<Vec<Tensor>, Unevaluated>;

/// One operation on concrete operands.
pub struct Application<'a> {
    /// The operands.
    pub operands: &'a [&'a Tensor],
    /// The attributes.
    pub attributes: &'a Attributes,
    /// The types of the results, which may leave extents open.
    pub results: &'a [TensorType],
    /// The notes on what is not defined.
    pub notes: &'a mut Notes,
}

impl<'a> Application<'a> {
    /// Operand `index`.
    ///
    /// # Errors
    /// There are not so many.
    pub fn operand(&self, index: usize) -> Result<&'a Tensor, Unevaluated> {
        self.operands.get(index).copied().ok_or_else(|| Unevaluated::new(format!("has no operand {index}")))
    }

    /// Element type of result `index`.
    ///
    /// # Errors
    /// There are not so many, or lowdiff does not know it.
    pub fn element(&self, index: usize) -> Result<Element, Unevaluated> {
        let ty = self.results.get(index).ok_or_else(|| Unevaluated::new(format!("has no result {index}")))?;
        ty.element.ok_or_else(|| {
            Unevaluated::new(format!("gives {}, whose elements lowdiff does not know", ty.spelling))
        })
    }

    /// The number a tensor of one element holds, such as a zero point.
    ///
    /// # Errors
    /// Operand `index` is not one integer.
    pub fn scalar(&self, index: usize) -> Result<i64, Unevaluated> {
        match self.operand(index)?.as_ints()? {
            [value] => Ok(*value),
            more => Err(Unevaluated::new(format!("wants one number as operand {index}, not {}", more.len()))),
        }
    }

    /// The zero points that operand `first` and the next one are; zero where the operation has no operands for them.
    ///
    /// # Errors
    /// One is not one number.
    pub fn zero_points(&mut self, first: usize) -> Result<[i64; 2], Unevaluated> {
        if self.operands.len() <= first + 1 {
            return Ok([0; 2]);
        }
        Ok([self.zero_point(first)?, self.zero_point(first + 1)?])
    }

    /// The zero point that operand `index` is; of floats it is zero. Of integers other than i8 it has to be: an ERROR_IF of TOSA 1.0 at each
    /// operation that takes one. A rescale may take more.
    fn zero_point(&mut self, index: usize) -> Result<i64, Unevaluated> {
        let element = self.operand(index)?.element;
        if element.is_float() {
            return Ok(0);
        }
        let zero = self.scalar(index)?;
        if zero != 0 && element != Element::I8 {
            self.notes.undefined(TOSA_ZERO_POINT_TYPE);
        }
        Ok(zero)
    }
}

const FAMILIES: &[&[EvaluationRule]] = &[
    binary::ROWS,
    bitwise::ROWS,
    cast::ROWS,
    choice::ROWS,
    compare::ROWS,
    constant::ROWS,
    conv::ROWS,
    fourier::ROWS,
    function::ROWS,
    index::ROWS,
    integer::ROWS,
    layout::ROWS,
    matmul::ROWS,
    pool::ROWS,
    print_cast::ROWS,
    reduce::ROWS,
    rescale::ROWS,
    resize::ROWS,
    shape_arithmetic::ROWS,
    table::ROWS,
    tensor_access::ROWS,
    unary::ROWS,
];

/// The row of the operation called `name`.
pub fn find(name: &str) -> Option<&'static EvaluationRule> {
    static BY_NAME: LazyLock<HashMap<&str, &EvaluationRule>> =
        LazyLock::new(|| all().map(|row| (row.name, row)).collect());
    BY_NAME.get(name).copied()
}

/// The row of the operation that has this name, or had it in an earlier version.
pub fn find_in_any_version(name: &str) -> Option<&'static EvaluationRule> {
    find(name).or_else(|| all().find(|rule| rule.earlier == Some(name)))
}

/// Every row.
pub fn all() -> impl Iterator<Item = &'static EvaluationRule> {
    FAMILIES.iter().copied().flatten()
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use crate::semantics::{Definedness, Float};

    /// One operation on these operands, with a result of this element type, and what was noted.
    pub fn run(
        name: &str,
        operands: &[&Tensor],
        attributes: Attributes,
        element: Element,
    ) -> (Tensor, Vec<Definedness>) {
        let mut notes = Notes::default();
        let results = [TensorType::of(element, &[])];
        let mut call =
            Application { operands, attributes: &attributes, results: &results, notes: &mut notes };
        let row = find(name).unwrap_or_else(|| panic!("no row {name}"));
        let mut made = (row.evaluate)(&mut call).unwrap_or_else(|why| panic!("{name} {why}"));
        (made.remove(0), notes.take().into_iter().map(|note| note.kind).collect())
    }

    /// A vector of integers.
    pub fn ints(element: Element, values: &[i64]) -> Tensor {
        Tensor::ints(element, &[values.len()], values.to_vec())
    }

    /// A vector of floats that are exactly known.
    pub fn floats(element: Element, values: &[f64]) -> Tensor {
        Tensor::floats(element, &[values.len()], values.iter().map(|v| Float::exact(*v)).collect())
    }

    #[test]
    fn every_operation_has_one_row() {
        let mut names: Vec<&str> = all().map(|row| row.name).collect();
        let count = names.len();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), count);
    }
}
