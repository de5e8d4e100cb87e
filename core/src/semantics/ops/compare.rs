//! Comparisons.

use super::binary::{meeting, zip_ints};
use super::{Application, EvaluationRule};
use crate::observe::{Element, Rule};
use crate::semantics::rule::rule;
use crate::semantics::tensor::signed;
use crate::semantics::{Data, Float, Notes, Tensor, Unevaluated};

const TOSA_COMPARISON_CLOSE: Rule =
    Rule::new("tosa_comparison_close", "{}: a comparison of numbers that are closer than their bounds");

/// The rows of this family.
pub const ROWS: &[EvaluationRule] = &[
    rule("tosa.equal", |call| compare(call, Predicate::Equal)).elementwise(2),
    rule("tosa.greater", |call| compare(call, Predicate::Greater)).elementwise(2),
    rule("tosa.greater_equal", |call| compare(call, Predicate::GreaterEqual)).elementwise(2),
];

#[derive(Clone, Copy)]
enum Predicate {
    Equal,
    Greater,
    GreaterEqual,
}

impl Predicate {
    fn holds<T: PartialOrd>(self, a: T, b: T) -> bool {
        match self {
            Predicate::Equal => a == b,
            Predicate::Greater => a > b,
            Predicate::GreaterEqual => a >= b,
        }
    }

    /// True if it holds of two floats, NaN being equal to nothing and greater than nothing; none where it is open.
    fn decided(self, a: Float, b: Float) -> Option<bool> {
        if a.is_nan() || b.is_nan() {
            return Some(false);
        }
        if a.is_unknown() || b.is_unknown() {
            return None;
        }
        let (l, h, m, n) = (a.low(), a.high(), b.low(), b.high());
        let apart = h < m || n < l;
        match self {
            Predicate::Equal if apart => Some(false),
            Predicate::Equal => (a.is_exact() && b.is_exact()).then_some(true),
            // An order that holds, or fails, of all ends does so of everything between.
            _ if self.holds(l, n) => Some(true),
            _ if !self.holds(h, m) => Some(false),
            _ => None,
        }
    }
}

fn compare(call: &mut Application<'_>, order: Predicate) -> Result<Vec<Tensor>, Unevaluated> {
    let (a, b) = (call.operand(0)?, call.operand(1)?);
    let (Data::Floats(x), Data::Floats(y)) = (&a.data, &b.data) else {
        let from = a.element;
        let holds = |x, y| i64::from(order.holds(signed(from, x), signed(from, y)));
        return zip_ints(a, b, Element::I1, holds);
    };
    let (shape, places) = meeting(a, b)?;
    let notes = &mut *call.notes;
    let mut answer = |x: Float, y: Float| i64::from(holds(order, x, y, notes));
    let values = match places {
        None => x.iter().zip(y).map(|(&x, &y)| answer(x, y)).collect(),
        Some((p, q)) => p.iter().zip(&q).map(|(&p, &q)| answer(x[p], y[q])).collect(),
    };
    Ok(vec![Tensor { shape, element: Element::I1, data: Data::Ints(values) }])
}

fn holds(order: Predicate, x: Float, y: Float, notes: &mut Notes) -> bool {
    order.decided(x, y).unwrap_or_else(|| {
        notes.undecided(TOSA_COMPARISON_CLOSE);
        order.holds(x.value, y.value)
    })
}

#[cfg(test)]
mod tests {
    use super::super::tests::{floats, ints, run};
    use super::*;
    use crate::ir::Attributes;
    use crate::semantics::Definedness::Undecided;

    fn answers(name: &str, a: &Tensor, b: &Tensor) -> (Vec<i64>, bool) {
        let (tensor, notes) = run(name, &[a, b], Attributes::default(), Element::I1);
        (tensor.as_ints().unwrap().to_vec(), notes == [Undecided])
    }

    #[test]
    fn nan_compares_false() {
        let a = floats(Element::F32, &[f64::NAN, 1.0, -0.0, f64::INFINITY]);
        let b = floats(Element::F32, &[f64::NAN, 2.0, 0.0, 1.0]);
        assert_eq!(answers("tosa.equal", &a, &b), (vec![0, 0, 1, 0], false));
        assert_eq!(answers("tosa.greater", &a, &b), (vec![0, 0, 0, 1], false));
        assert_eq!(answers("tosa.greater_equal", &a, &b), (vec![0, 0, 1, 1], false));
    }

    #[test]
    fn bounds_leave_it_open() {
        let about = |value| Tensor::floats(Element::F32, &[1], vec![Float { value, bound: 0.5 }]);
        let one = floats(Element::F32, &[1.0]);
        assert_eq!(answers("tosa.greater", &about(1.25), &one), (vec![1], true));
        assert_eq!(answers("tosa.equal", &about(1.0), &one), (vec![1], true));
        assert_eq!(answers("tosa.greater", &about(2.0), &one), (vec![1], false));
        assert_eq!(answers("tosa.equal", &about(2.0), &one), (vec![0], false));
    }

    #[test]
    fn integers_compare_as_their_type_says() {
        assert_eq!(answers("tosa.greater", &ints(Element::I8, &[-1]), &ints(Element::I8, &[1])).0, [0]);
        assert_eq!(answers("tosa.greater", &ints(Element::Ui8, &[255]), &ints(Element::Ui8, &[1])).0, [1]);
        assert_eq!(answers("tosa.greater", &ints(Element::I1, &[0]), &ints(Element::I1, &[1])).0, [1]);
    }
}
