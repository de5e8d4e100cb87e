//! The spelling of constants and attributes.

use crate::observe::Element;
use crate::semantics::program::{Attribute, Operation};
use crate::semantics::{Data, Float, Format, Tensor};
use std::fmt::Write as _;

/// Attributes that are Booleans.
const FLAGS: [&str; 7] =
    ["round", "scale32", "per_channel", "input_unsigned", "output_unsigned", "inverse", "local_bound"];

/// An attribute of an operation, as `name = value`.
pub(super) fn attribute(operation: &Operation, name: &str, value: &Attribute) -> String {
    let element = || operation.types.first().and_then(|ty| ty.element).unwrap_or(Element::I32);
    let value = match value {
        Attribute::Int(value) if FLAGS.contains(&name) => (*value != 0).to_string(),
        Attribute::Int(value) if name == "shift" => format!("{value} : i8"),
        Attribute::Int(value) if ["min_val", "max_val"].contains(&name) => format!("{value} : {}", element()),
        Attribute::Int(value) if ["min_int", "max_int"].contains(&name) => format!("{value} : i64"),
        Attribute::Int(value) => format!("{value} : i32"),
        Attribute::Float(value) if name.ends_with("_fp") => format!("{} : f32", float(Element::F32, *value)),
        Attribute::Float(value) => format!("{} : {}", float(element(), *value), element()),
        Attribute::Text(text) if name == "callee" => format!("@{text}"),
        Attribute::Text(text) => format!("{text:?}"),
        Attribute::Ints(values) => array(if name == "perms" { "i32" } else { "i64" }, values),
        Attribute::Tensor(tensor) => format!("{} : {}", dense(tensor), spelt(tensor)),
        Attribute::Other(text) => text.clone(),
    };
    format!("{name} = {value}")
}

fn array(width: &str, values: &[i64]) -> String {
    let list: Vec<String> = values.iter().map(|v| format!(" {v}")).collect();
    if list.is_empty() { format!("array<{width}>") } else { format!("array<{width}:{}>", list.join(",")) }
}

/// The type of a tensor.
pub(super) fn spelt(tensor: &Tensor) -> String {
    let extents: String = tensor.shape.iter().map(|extent| format!("{extent}x")).collect();
    format!("tensor<{extents}{}>", tensor.element)
}

/// `dense<...>`: one element where all are alike.
pub(super) fn dense(tensor: &Tensor) -> String {
    let elements: Vec<String> = match &tensor.data {
        Data::Ints(values) if tensor.element == Element::I1 => {
            values.iter().map(|value| (*value != 0).to_string()).collect()
        }
        Data::Ints(values) => values.iter().map(i64::to_string).collect(),
        Data::Floats(values) | Data::Bits { values, .. } => {
            values.iter().map(|Float { value, .. }| float(tensor.element, *value)).collect()
        }
    };
    match elements.split_first() {
        None => "dense<>".into(),
        Some((first, rest)) if rest.iter().all(|other| other == first) => format!("dense<{first}>"),
        _ => {
            let mut out = String::from("dense<");
            nested(&elements, &tensor.shape, &mut out);
            out + ">"
        }
    }
}

fn nested(elements: &[String], shape: &[usize], out: &mut String) {
    let Some((&extent, rest)) = shape.split_first() else {
        *out += &elements.concat();
        return;
    };
    *out += "[";
    for (i, part) in elements.chunks((elements.len() / extent.max(1)).max(1)).enumerate() {
        *out += if i > 0 { ", " } else { "" };
        nested(part, rest, out);
    }
    *out += "]";
}

/// A float literal that MLIR reads back bit for bit: in decimal where that is short.
fn float(element: Element, value: f64) -> String {
    let mut text = String::new();
    // Writing to a String never fails.
    let _ = match Format::of(element) {
        Some(format) if !(value.is_finite() && value.abs() < 65536.0 && (value * 256.0).fract() == 0.0) => {
            write!(text, "0x{:0width$X}", format.encode(value), width = format.bits as usize / 4)
        }
        _ => write!(text, "{value:?}"),
    };
    text
}
