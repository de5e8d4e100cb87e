//! Constants.

use super::{Call, Row};
use crate::semantics::{Refusal, Tensor};

/// The rows of this family.
pub const ROWS: &[Row] = &[
    Row { name: "tosa.const", evaluate: |call| constant(call, &["values", "value"]) },
    Row { name: "tosa.const_shape", evaluate: |call| constant(call, &["values", "value"]) },
    Row { name: "arith.constant", evaluate: scalar_or_tensor },
];

/// The attribute's name depends on the version of tosa.
fn constant(call: &mut Call<'_>, names: &[&str]) -> Result<Vec<Tensor>, Refusal> {
    let found = names.iter().find_map(|name| call.attributes.tensor(name).ok());
    let tensor = found.ok_or_else(|| Refusal::new("has no constant that lowdiff reads"))?;
    Ok(vec![Tensor::clone(tensor)])
}

fn scalar_or_tensor(call: &mut Call<'_>) -> Result<Vec<Tensor>, Refusal> {
    use crate::semantics::program::Attribute;
    use crate::semantics::{Data, Float};
    let (shape, element) = (Vec::new(), call.element(0)?);
    let data = match call.attributes.get("value") {
        Some(Attribute::Int(value)) => Data::Ints(vec![*value]),
        Some(Attribute::Float(value)) => Data::Floats(vec![Float::exact(*value)]),
        _ => return constant(call, &["value"]),
    };
    Ok(vec![Tensor { shape, element, data }])
}
