//! The spelling of constants and attributes.

use crate::ir::Attribute;
use crate::observe::Element;
use crate::semantics::{Data, Float, Format, Tensor, float_in};
use std::fmt::Write as _;

/// An attribute of an operation, as `name = value`. Constants and lists are spelt as people write them.
pub(super) fn attribute(name: &str, value: &Attribute) -> String {
    let value = match value {
        Attribute::Float(_, ty) => match (ty.element(), float_in(value)) {
            (Some(element), Some(value)) => format!("{} : {element}", float(element, value)),
            _ => value.to_string(),
        },
        Attribute::Dense(constant) => match Tensor::of_dense(constant) {
            Some(tensor) => format!("{} : {}", dense(&tensor), spelt(&tensor)),
            None => value.to_string(),
        },
        _ => value.to_string(),
    };
    format!("{name} = {value}")
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
