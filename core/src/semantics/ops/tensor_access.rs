//! Operations of programs around tosa on tensors: they take elements out, put them together, change the shape.

use super::layout::RESHAPED_COUNT;
use super::{Application, EvaluationRule};
use crate::observe::{Element, Rule};
use crate::semantics::rule::rule;
use crate::semantics::shape::strides;
use crate::semantics::{Data, Float, Tensor, Unevaluated};

const TENSOR_UNWRITTEN: Rule = Rule::new("tensor_unwritten", "{}: elements that nobody has written");
const TENSOR_ELEMENT_RANGE: Rule =
    Rule::new("tensor_element_range", "{} takes element {} of dimension {} of {}");
const TENSOR_DIMENSION_RANGE: Rule = Rule::new("tensor_dimension_range", "{} asks for dimension {} of {}");

/// The rows of this family.
pub const ROWS: &[EvaluationRule] = &[
    rule("tensor.extract", extract),
    rule("tensor.from_elements", from_elements),
    rule("tensor.splat", splat),
    rule("tensor.empty", empty),
    rule("tensor.dim", dim),
    rule("tensor.expand_shape", reshaped),
    rule("tensor.collapse_shape", reshaped),
    rule("tensor.reshape", reshaped_by_operand),
];

/// One element, as a scalar.
fn extract(call: &mut Application<'_>) -> Result<Vec<Tensor>, Unevaluated> {
    let tensor = call.operand(0)?;
    let own = strides(&tensor.shape);
    let mut place = 0;
    for (i, index) in call.operands[1..].iter().enumerate() {
        let index = index.as_ints()?.first().copied().unwrap_or(-1);
        let inside =
            usize::try_from(index).ok().filter(|index| tensor.shape.get(i).is_some_and(|e| index < e));
        let Some(index) = inside else {
            return Err(Unevaluated::misfit(
                TENSOR_ELEMENT_RANGE,
                &[&index, &i, &format_args!("{:?}", tensor.shape)],
            ));
        };
        place += index * own[i];
    }
    Ok(vec![tensor.gathered(Vec::new(), std::iter::once(place))])
}

fn from_elements(call: &mut Application<'_>) -> Result<Vec<Tensor>, Unevaluated> {
    let (shape, element) = (static_shape(call)?, call.element(0)?);
    if call.operands.is_empty() {
        let data = if element.is_float() { Data::Floats(Vec::new()) } else { Data::Ints(Vec::new()) };
        return Ok(vec![Tensor { shape, element, data }]);
    }
    let order = (0..call.operands.len()).map(|part| (part, 0));
    Ok(vec![Tensor::picked(call.operands, shape, order)?])
}

fn splat(call: &mut Application<'_>) -> Result<Vec<Tensor>, Unevaluated> {
    let shape = static_shape(call)?;
    let count = shape.iter().product();
    Ok(vec![call.operand(0)?.gathered(shape, std::iter::repeat_n(0, count))])
}

/// Elements nobody has written; zeros here.
fn empty(call: &mut Application<'_>) -> Result<Vec<Tensor>, Unevaluated> {
    let (mut shape, element) = (Vec::new(), call.element(0)?);
    let mut open = call.operands.iter();
    for extent in declared(call)? {
        let given =
            || open.next().and_then(|operand| usize::try_from(*operand.as_ints().ok()?.first()?).ok());
        shape.push(extent.or_else(given).ok_or_else(|| Unevaluated::new("has an extent that is not known"))?);
    }
    let count: usize = shape.iter().product();
    if count > 0 {
        call.notes.undefined(TENSOR_UNWRITTEN);
    }
    let data = match element.is_float() {
        true => Data::Floats(vec![Float::exact(0.0); count]),
        false => Data::Ints(vec![0; count]),
    };
    Ok(vec![Tensor { shape, element, data }])
}

fn dim(call: &mut Application<'_>) -> Result<Vec<Tensor>, Unevaluated> {
    let (tensor, index) = (call.operand(0)?, call.scalar(1)?);
    let extent = usize::try_from(index).ok().and_then(|index| tensor.shape.get(index));
    let extent = extent.ok_or_else(|| {
        Unevaluated::misfit(TENSOR_DIMENSION_RANGE, &[&index, &format_args!("{:?}", tensor.shape)])
    })?;
    Ok(vec![Tensor::ints(Element::Index, &[], vec![*extent as i64])])
}

fn reshaped(call: &mut Application<'_>) -> Result<Vec<Tensor>, Unevaluated> {
    of_shape(call.operand(0)?, static_shape(call)?)
}

fn reshaped_by_operand(call: &mut Application<'_>) -> Result<Vec<Tensor>, Unevaluated> {
    let extent = |extent: &i64| usize::try_from(*extent).ok();
    let shape = call.operand(1)?.as_ints()?.iter().map(extent).collect::<Option<_>>();
    of_shape(call.operand(0)?, shape.ok_or_else(|| Unevaluated::new("has a negative extent"))?)
}

fn of_shape(tensor: &Tensor, shape: Vec<usize>) -> Result<Vec<Tensor>, Unevaluated> {
    if shape.iter().product::<usize>() != tensor.len() {
        return Err(Unevaluated::misfit(RESHAPED_COUNT, &[&format_args!("{:?}", shape), &tensor.len()]));
    }
    Ok(vec![tensor.reshaped(shape)])
}

/// The extents the result's type has.
fn declared(call: &Application<'_>) -> Result<Vec<Option<usize>>, Unevaluated> {
    let extents = call.results.first().and_then(|ty| ty.extents.clone());
    extents.ok_or_else(|| Unevaluated::new("gives a tensor of no known rank"))
}

fn static_shape(call: &Application<'_>) -> Result<Vec<usize>, Unevaluated> {
    let extents: Option<Vec<usize>> = declared(call)?.into_iter().collect();
    extents.ok_or_else(|| Unevaluated::new("gives a tensor whose extents are open"))
}

#[cfg(test)]
mod tests {
    use super::super::tests::{ints, run};
    use super::*;
    use crate::ir::Attributes;

    #[test]
    fn one_element_is_taken() {
        let tensor = Tensor::ints(Element::I8, &[2, 3], vec![1, 2, 3, 4, 5, 6]);
        let index = |value| Tensor::ints(Element::Index, &[], vec![value]);
        let (element, _) =
            run("tensor.extract", &[&tensor, &index(1), &index(2)], Attributes::default(), Element::I8);
        assert_eq!(element, Tensor::ints(Element::I8, &[], vec![6]));
        let (extent, _) = run("tensor.dim", &[&tensor, &index(1)], Attributes::default(), Element::Index);
        assert_eq!(extent.data, ints(Element::Index, &[3]).data);
    }
}
