//! Choosing among values.

use super::unary::{map_floats, map_ints};
use super::{Application, EvaluationRule};
use crate::observe::Rule;
use crate::semantics::arithmetic;
use crate::semantics::open_extents::OpenExtents;
use crate::semantics::rule::{Reach, rule};
use crate::semantics::shape::{broadcast, broadcast_places};
use crate::semantics::tensor::signed;
use crate::semantics::{Asked as _, Float, Tensor, Unevaluated};

const TOSA_CLAMP_NAN: Rule = Rule::new("tosa_clamp_nan", "{}: an end that is NaN");

/// The rows of this family.
pub const ROWS: &[EvaluationRule] = &[
    rule("tosa.select", select).reach(Reach::Chosen).extents(OpenExtents::Broadcast(3)),
    rule("tosa.clamp", clamp).elementwise(1),
];

fn select(call: &mut Application<'_>) -> Result<Vec<Tensor>, Unevaluated> {
    let (which, a, b) = (call.operand(0)?, call.operand(1)?, call.operand(2)?);
    let shape = broadcast(&which.shape, &broadcast(&a.shape, &b.shape)?)?;
    let which_places = broadcast_places(&which.shape, &shape);
    let (p, q) = (broadcast_places(&a.shape, &shape), broadcast_places(&b.shape, &shape));
    let which = which.as_ints()?;
    let truths = which_places.iter().map(|&place| which[place] != 0);
    let order = truths.zip(p.iter().zip(&q)).map(|(truth, (&p, &q))| if truth { (0, p) } else { (1, q) });
    Ok(vec![Tensor::picked(&[a, b], shape, order)?])
}

/// At least `min_val` and at most `max_val`; NaN stays, or becomes `min_val` where `nan_mode` is to ignore it.
fn clamp(call: &mut Application<'_>) -> Result<Vec<Tensor>, Unevaluated> {
    let (input, element) = (call.operand(0)?, call.element(0)?);
    if !element.is_float() {
        let least = signed(element, call.attributes.int("min_val")?);
        let most = signed(element, call.attributes.int("max_val")?);
        return map_ints(input, element, |value| {
            signed(element, signed(element, value).max(least).min(most))
        });
    }
    let (least, most) = (call.attributes.float("min_val")?, call.attributes.float("max_val")?);
    let format = input.format()?;
    let ignore = call.attributes.says("nan_mode", "IGNORE");
    if least.is_nan() || most.is_nan() {
        call.notes.undefined(TOSA_CLAMP_NAN);
    }
    map_floats(input, element, |value| match value.is_nan() {
        true if ignore => least,
        true => Float::NAN,
        false => arithmetic::min(arithmetic::max(value, least), most).flushed(format),
    })
}

#[cfg(test)]
mod tests {
    use super::super::tests::{floats, ints, run};
    use super::*;
    use crate::ir::{Attribute, Attributes, attributes};
    use crate::observe::Element;
    use crate::semantics::{Data, float_attribute};

    #[test]
    fn each_element_is_one_of_two() {
        let which = Tensor::ints(Element::I1, &[2, 1], vec![1, 0]);
        let (a, b) = (ints(Element::I8, &[1, 2]), ints(Element::I8, &[-1]));
        let (all, _) = run("tosa.select", &[&which, &a, &b], Attributes::default(), Element::I8);
        assert_eq!(all, Tensor::ints(Element::I8, &[2, 2], vec![1, 2, -1, -1]));
    }

    #[test]
    fn numbers_are_kept_between_ends() {
        let ends = |low: f64, high: f64, mode: &str| {
            attributes([
                ("min_val", float_attribute(Element::F32, low)),
                ("max_val", float_attribute(Element::F32, high)),
                ("nan_mode", Attribute::Text(mode.into())),
            ])
        };
        let input = floats(Element::F32, &[-5.0, 0.5, f64::INFINITY, f64::NAN, -0.0]);
        let (all, _) = run("tosa.clamp", &[&input], ends(0.0, 2.0, "IGNORE"), Element::F32);
        let expected =
            [Float::exact(0.0), Float::exact(0.5), Float::exact(2.0), Float::exact(0.0), Float::EITHER_ZERO];
        assert_eq!(all.as_floats().unwrap(), expected);
        let (all, _) = run("tosa.clamp", &[&input], ends(0.0, 2.0, "PROPAGATE"), Element::F32);
        assert!(all.as_floats().unwrap()[3].is_nan());
        let ends = attributes([
            ("min_val", Attribute::of_int(Element::I8, -3)),
            ("max_val", Attribute::of_int(Element::I8, 3)),
        ]);
        let (all, _) = run("tosa.clamp", &[&ints(Element::I8, &[-9, 1, 9])], ends, Element::I8);
        assert_eq!(all.data, Data::Ints(vec![-3, 1, 3]));
    }
}
