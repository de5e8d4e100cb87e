//! Constants.

use super::{Application, EvaluationRule};
use crate::ir::Attribute;
use crate::semantics::rule::rule;
use crate::semantics::{Asked as _, Data, Tensor, Unevaluated};

/// The rows of this family.
pub const ROWS: &[EvaluationRule] = &[
    rule("tosa.const", |call| constant(call, &["values", "value"])),
    rule("tosa.const_shape", |call| constant(call, &["values", "value"])),
    rule("arith.constant", scalar_or_tensor),
];

/// The attribute's name depends on the version of tosa.
fn constant(call: &mut Application<'_>, names: &[&str]) -> Result<Vec<Tensor>, Unevaluated> {
    if let Some(tensor) = names.iter().find_map(|name| call.attributes.tensor(name).ok()) {
        return Ok(vec![tensor.handed_on()]);
    }
    call.element(0)?;
    let spelt = names.iter().find_map(|name| call.attributes.word(name)).unwrap_or_default();
    let spelt: String = spelt.chars().take(60).collect();
    Err(match spelt.starts_with("dense_resource") {
        true => Unevaluated::new(format!(
            "has the value {spelt}, and the program has no such resource of that size"
        )),
        false => Unevaluated::new(format!(
            "has the value {spelt}, which lowdiff does not read: write a dense constant"
        )),
    })
}

fn scalar_or_tensor(call: &mut Application<'_>) -> Result<Vec<Tensor>, Unevaluated> {
    let (shape, element) = (Vec::new(), call.element(0)?);
    let data = match call.attributes.get("value") {
        Some(Attribute::Int(value, _)) => Data::Ints(vec![*value as i64]),
        Some(Attribute::Float(..)) => Data::Floats(vec![call.attributes.float("value")?]),
        _ => return constant(call, &["value"]),
    };
    Ok(vec![Tensor { shape, element, data }.handed_on()])
}
