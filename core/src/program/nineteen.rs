//! MLIR 19 spells shapes, zero points and bounds as attributes; later versions do otherwise.

use crate::ir::{Attribute, Name, attributes};
use crate::observe::Element;
use crate::semantics::program::{TensorType, TreeOperation};
use crate::semantics::{Asked as _, Data, Tensor, float_attribute, float_in};
use std::collections::HashMap;

/// Element types of programs for MLIR 19.
pub const TYPES: &[Element] = &[Element::I1, Element::I8, Element::I16, Element::I32, Element::F32];

/// True where MLIR 19 lowers an operation, by its full name, with operands or results of this element type. Elementwise arithmetic of TOSA 0.80
/// is on integers of 32 bits alone, and reductions keep to these as well.
pub fn has(operation: &str, element: Element) -> bool {
    let arithmetic =
        ["add", "sub", "maximum", "minimum", "abs", "negate", "equal", "greater", "greater_equal"];
    let reductions = ["reduce_sum", "reduce_max", "reduce_min", "reduce_product"];
    let name = operation.trim_start_matches("tosa.");
    let narrow = matches!(element, Element::I8 | Element::I16);
    let wide_only =
        arithmetic.contains(&name) || reductions.contains(&name) || ["intdiv", "clz"].contains(&name);
    // TOSA 0.80 takes no NaN for the largest of several floats, and TOSA 1.0, by which results are expected, takes the first.
    let otherwise = name == "argmax" && element.is_float();
    element == Element::Index || TYPES.contains(&element) && !(narrow && wide_only) && !otherwise
}

/// The operations that MLIR 19 has for this one; none where it is spelt the same. `constants` are the tensors of
/// constants, by value.
pub fn respell(operation: &TreeOperation, constants: &HashMap<usize, Tensor>) -> Option<Vec<TreeOperation>> {
    let numbers = |index: usize| -> Vec<i64> {
        let tensor = operation.operands.get(index).and_then(|operand| constants.get(operand));
        match tensor.map(|tensor| &tensor.data) {
            Some(Data::Ints(values)) => values.clone(),
            _ => Vec::new(),
        }
    };
    let first = |index: usize| numbers(index).first().copied().unwrap_or(0);
    let keep = |name: &str, operands: usize, named: Vec<(Name, Attribute)>| {
        let mut operation = operation.clone();
        operation.name = format!("tosa.{name}");
        operation.operands.truncate(operands);
        operation.attributes = attributes(named);
        Some(vec![operation])
    };
    let ints = |index| Attribute::array(Element::I64, numbers(index));
    match operation.name.as_str() {
        "tosa.const" => keep("const", 0, vec![("value", operation.attributes.get("values")?.clone())]),
        "tosa.intdiv" => keep("int_div", 2, Vec::new()),
        "tosa.reduce_product" => {
            keep("reduce_prod", 1, vec![("axis", operation.attributes.get("axis")?.clone())])
        }
        "tosa.mul" => keep("mul", 2, vec![("shift", Attribute::of_int(Element::I8, first(2)))]),
        "tosa.reshape" => keep("reshape", 1, vec![("new_shape", ints(1))]),
        "tosa.tile" => keep("tile", 1, vec![("multiples", ints(1))]),
        "tosa.slice" => keep("slice", 1, vec![("start", ints(1)), ("size", ints(2))]),
        "tosa.maximum" | "tosa.minimum" | "tosa.reduce_max" | "tosa.reduce_min" | "tosa.argmax" => {
            let mut operation = operation.clone();
            operation.attributes.retain(|(name, _)| *name != "nan_mode");
            Some(vec![operation])
        }
        "tosa.negate" | "tosa.matmul" => zero_points(operation, [first(1), first(2), first(3)]),
        "tosa.clamp" => clamp(operation),
        "tosa.transpose" => transpose(operation),
        "tosa.pad" => pad(operation, &numbers(1), constants.get(operation.operands.get(2)?)?),
        _ => None,
    }
}

fn is_float(operation: &TreeOperation) -> bool {
    operation.types.first().and_then(|ty| ty.element).is_some_and(Element::is_float)
}

/// negate and matmul: the numbers that are subtracted first, where they are integers.
fn zero_points(operation: &TreeOperation, [one, two, three]: [i64; 3]) -> Option<Vec<TreeOperation>> {
    let mut spelt = operation.clone();
    let (own, text) = match operation.name.as_str() {
        "tosa.negate" => (1, format!("#tosa.unary_quant<input_zp = {one}, output_zp = {two}>")),
        _ => (2, format!("#tosa.matmul_quant<a_zp = {two}, b_zp = {three}>")),
    };
    spelt.operands.truncate(own);
    // Without zero points there is nothing to say, and of floats there must not be.
    let any = if own == 1 { one != 0 || two != 0 } else { true };
    let said = any && !is_float(operation);
    spelt.attributes = attributes(said.then(|| ("quantization_info", Attribute::Other(text.into()))));
    Some(vec![spelt])
}

/// clamp has bounds of both kinds, and uses those of its element type.
fn clamp(operation: &TreeOperation) -> Option<Vec<TreeOperation>> {
    let (low, high) = (operation.attributes.get("min_val")?, operation.attributes.get("max_val")?);
    let both = match (low, high) {
        (Attribute::Int(low, _), Attribute::Int(high, _)) => [*low as f64, *high as f64],
        (low, high) => [float_in(low)?, float_in(high)?],
    };
    let mut spelt = operation.clone();
    spelt.attributes = attributes([
        ("min_int", Attribute::of_int(Element::I64, both[0] as i64)),
        ("max_int", Attribute::of_int(Element::I64, both[1] as i64)),
        ("min_fp", float_attribute(Element::F32, both[0])),
        ("max_fp", float_attribute(Element::F32, both[1])),
    ]);
    Some(vec![spelt])
}

/// A constant right before the operation that takes it, as operand `index`. Its number is out of the way of all others.
fn before(operation: &TreeOperation, index: usize, tensor: Tensor) -> TreeOperation {
    let number = 4 * operation.results.first().copied().unwrap_or(0) + index;
    TreeOperation {
        name: "tosa.const".into(),
        operands: Vec::new(),
        results: vec![usize::MAX - number],
        types: vec![TensorType::of(tensor.element, &tensor.shape)],
        attributes: attributes([("value", tensor.dense())]),
        regions: Vec::new(),
        location: String::new(),
    }
}

fn transpose(operation: &TreeOperation) -> Option<Vec<TreeOperation>> {
    let order = operation.attributes.ints("perms").ok()?;
    let order = before(operation, 1, Tensor::ints(Element::I32, &[order.len()], order.to_vec()));
    let mut spelt = operation.clone();
    spelt.operands.extend(&order.results);
    spelt.attributes.clear();
    Some(vec![order, spelt])
}

/// pad takes its padding as a tensor of two columns, and its value as a scalar.
fn pad(operation: &TreeOperation, padding: &[i64], value: &Tensor) -> Option<Vec<TreeOperation>> {
    let table = Tensor::ints(Element::I32, &[padding.len() / 2, 2], padding.to_vec());
    let constants = [before(operation, 1, table), before(operation, 2, value.reshaped(Vec::new()))];
    let mut spelt = operation.clone();
    spelt.operands.truncate(1);
    spelt.operands.extend(constants.iter().flat_map(|constant| &constant.results));
    Some(constants.into_iter().chain([spelt]).collect())
}
