//! Matrix multiplication.

use super::binary::fitted;
use super::cast::converted;
use super::{Application, EvaluationRule};
use crate::observe::{Element, Rule};
use crate::semantics::accumulate::Sum;
use crate::semantics::open_extents::OpenExtents;
use crate::semantics::rule::{LooksPerElement, rule};
use crate::semantics::tensor::signed;
use crate::semantics::{Data, Float, Format, Tensor, Unevaluated};

const TOSA_PRODUCT_SHAPES: Rule = Rule::new("tosa_product_shapes", "{} multiplies shapes {} and {}");

/// The rows of this family.
pub const ROWS: &[EvaluationRule] = &[
    rule("tosa.matmul", |call| matmul(call, false))
        .looks(LooksPerElement::Product)
        .extents(OpenExtents::Product),
    rule("tosa.matmul_t", |call| matmul(call, true)).looks(LooksPerElement::Product),
];

/// `a[n,h,c] b[n,c,w]`, or `b[n,w,c]` where it is transposed; `b` may have one batch for all.
fn matmul(call: &mut Application<'_>, transposed: bool) -> Result<Vec<Tensor>, Unevaluated> {
    let element = call.element(0)?;
    let a = &*converted(call.operand(0)?, element, call.notes);
    let b = &*converted(call.operand(1)?, element, call.notes);
    let (&[n, h, c], &[m, p, q]) = (&a.shape[..], &b.shape[..]) else {
        return Err(Unevaluated::new("multiplies what has not three dimensions"));
    };
    let (inner, w) = if transposed { (q, p) } else { (p, q) };
    if inner != c || m != n && m != 1 {
        return Err(Unevaluated::misfit(
            TOSA_PRODUCT_SHAPES,
            &[&format_args!("{:?}", a.shape), &format_args!("{:?}", b.shape)],
        ));
    }
    let (column, row) = if transposed { (c, 1) } else { (1, w) };
    let shape = vec![n, h, w];
    // For each element of the result, where its row and its column begin.
    let places = (0..n * h * w).map(|i| {
        let (batch, j) = (i / (h * w).max(1), i % w.max(1));
        (i / w.max(1) * c, if m == 1 { 0 } else { batch * c * w } + j * column)
    });
    if let Some(format) = Format::of(element) {
        let (x, y) = (a.as_floats()?, b.as_floats()?);
        let dot = |(p, q): (usize, usize)| dot(format, (0..c).map(|k| (x[p + k], y[q + k * row])));
        return Ok(vec![Tensor { shape, element, data: Data::Floats(places.map(dot).collect()) }]);
    }
    let (x, y) = (a.as_ints()?, b.as_ints()?);
    if element == Element::I1 {
        // MLIR adds Booleans by `or`.
        let dot = |(p, q): (usize, usize)| i64::from((0..c).any(|k| x[p + k] & y[q + k * row] != 0));
        return Ok(vec![Tensor { shape, element, data: Data::Ints(places.map(dot).collect()) }]);
    }
    let (from, zeros) = (a.element, call.zero_points(2)?);
    let number = |value: i64, zero: i64| i128::from(signed(from, value)) - i128::from(signed(from, zero));
    let notes = &mut *call.notes;
    let dot = |(p, q): (usize, usize)| {
        let product = |k| number(x[p + k], zeros[0]) * number(y[q + k * row], zeros[1]);
        fitted(element, (0..c).map(product).sum(), notes)
    };
    Ok(vec![Tensor { shape, element, data: Data::Ints(places.map(dot).collect()) }])
}

/// The sum of products, computed in the format of the result.
pub fn dot(format: Format, pairs: impl Iterator<Item = (Float, Float)>) -> Float {
    let mut sum = Sum::new(format);
    pairs.for_each(|(x, y)| sum.add_product(x, y));
    sum.finish(format)
}

#[cfg(test)]
mod tests {
    use super::super::tests::{ints, run};
    use super::*;
    use crate::ir::Attributes;

    #[test]
    fn rows_meet_columns() {
        let a = Tensor::ints(Element::I8, &[1, 2, 2], vec![1, 2, 3, 4]);
        let b = Tensor::ints(Element::I8, &[1, 2, 3], vec![1, 0, -1, 2, 1, 5]);
        let zero = ints(Element::I8, &[0]);
        let (product, notes) =
            run("tosa.matmul", &[&a, &b, &zero, &zero], Attributes::default(), Element::I32);
        assert_eq!(product, Tensor::ints(Element::I32, &[1, 2, 3], vec![5, 2, 9, 11, 4, 17]));
        assert!(notes.is_empty());
        let one = ints(Element::I8, &[1]);
        let (product, _) = run("tosa.matmul", &[&a, &b, &one, &zero], Attributes::default(), Element::I32);
        assert_eq!(product.data, Data::Ints(vec![2, 1, 5, 8, 3, 13]));
    }

    #[test]
    fn floats_of_few_bits_multiply_exactly() {
        let half = |values: &[f64]| values.iter().map(|v| Float::exact(*v)).collect::<Vec<_>>();
        let a = Tensor::floats(Element::F16, &[1, 1, 2], half(&[1.5, 2.0]));
        let b = Tensor::floats(Element::F16, &[1, 3, 2], half(&[2.0, 0.5, 1.0, 1.0, -4.0, 3.0]));
        let (product, _) = run("tosa.matmul_t", &[&a, &b], Attributes::default(), Element::F32);
        assert_eq!(product, Tensor::floats(Element::F32, &[1, 1, 3], half(&[4.0, 3.5, 0.0])));
    }

    #[test]
    fn numbers_become_those_of_the_result() {
        let a = Tensor::ints(Element::I8, &[1, 1, 2], vec![-3, 5]);
        let (product, _) = run("tosa.matmul_t", &[&a, &a], Attributes::default(), Element::F32);
        assert_eq!(product.as_floats().unwrap(), [Float::exact(34.0)]);
        let halves = [-1.5, 2.5].map(Float::exact).to_vec();
        let b = Tensor::floats(Element::F32, &[1, 1, 2], halves);
        let (product, _) = run("tosa.matmul_t", &[&b, &b], Attributes::default(), Element::I32);
        assert_eq!(product.data, Data::Ints(vec![1 + 4]));
        let c = Tensor::ints(Element::I1, &[1, 1, 2], vec![1, 1]);
        let (product, _) = run("tosa.matmul_t", &[&c, &c], Attributes::default(), Element::I1);
        assert_eq!(product.data, Data::Ints(vec![1]));
    }
}
