//! Operations as MLIR 19 spells them (TOSA 0.80): shapes, shifts, zero points and bounds are attributes there, which are operands or have
//! other names now, and the order of a transposition is an operand.
//!
//! Each is told by its attributes or by the number of its operands, so that a module of any version is run in the same way.

use super::elements::{ElementKind, lanes};
use crate::eval::lane::Taint;
use crate::eval::site::Site;
use crate::eval::tensor::Shaped;
use crate::ir::{Attribute, Attributes};
use crate::observe::{Element, Lack};
use crate::semantics::{Float, Tensor};
use std::rc::Rc;

/// The parts of an operation that its spelling leaves out or has elsewhere.
pub struct Respelt {
    /// Its attributes, under the names that the semantics know.
    pub attributes: Attributes,
    /// Operands behind its own.
    pub added: Vec<(ElementKind, Shaped)>,
    /// The operand whose elements are the attribute `perms`.
    pub order: Option<usize>,
}

/// Numbers that an attribute has and that an operand is now.
#[derive(Clone, Copy)]
enum Numbers {
    /// An array of extents or places, which becomes a shape.
    Extents(&'static str),
    /// One number of eight bits, which becomes a tensor of one element.
    Shift(&'static str),
    /// A zero point under this name of `quantization_info`, which becomes a tensor of one element of the type of the operand at this place;
    /// 0 where there is none.
    ZeroPoint(&'static str, usize),
}

use Numbers::{Extents, Shift, ZeroPoint};

/// Operations that have fewer operands than now: the name, their number, and the numbers that are operands behind these now.
const FEWER: &[(&str, usize, &[Numbers])] = &[
    ("tosa.mul", 2, &[Shift("shift")]),
    ("tosa.reshape", 1, &[Extents("new_shape")]),
    ("tosa.tile", 1, &[Extents("multiples")]),
    ("tosa.slice", 1, &[Extents("start"), Extents("size")]),
    ("tosa.negate", 1, &[ZeroPoint("input_zp", 0), ZeroPoint("output_zp", 0)]),
    ("tosa.matmul", 2, &[ZeroPoint("a_zp", 0), ZeroPoint("b_zp", 1)]),
    // Without a value it pads with zero.
    ("tosa.pad", 2, &[ZeroPoint("input_zp", 0)]),
];

/// The operation at `site` as the semantics know it.
///
/// # Errors
/// The elements of an operand are not known.
pub fn respelt(site: &Site<'_>) -> Result<Respelt, Lack> {
    let node = site.node;
    let mut respelt = Respelt { attributes: node.attributes.clone(), added: Vec::new(), order: None };
    let fewer = FEWER.iter().find(|(name, count, _)| *name == node.name && *count == node.operands.len());
    for numbers in fewer.map_or(&[][..], |(.., numbers)| numbers) {
        respelt.added.extend(operand(site, *numbers)?);
    }
    match node.name {
        "tosa.transpose" if node.operands.len() == 2 => respelt.order = Some(1),
        "tosa.clamp" if site.has("min_int") => {
            let is_float = ElementKind::of(site.operand_type(0)?)?.element.is_float();
            let bounds = if is_float { ["min_fp", "max_fp"] } else { ["min_int", "max_int"] };
            for (bound, now) in bounds.into_iter().zip(["min_val", "max_val"]) {
                let value = respelt
                    .attributes
                    .iter()
                    .find(|(name, _)| *name == bound)
                    .map(|(_, value)| value.clone());
                respelt.attributes.extend(value.map(|value| (now, value)));
            }
        }
        _ => {}
    }
    Ok(respelt)
}

/// The operand that an attribute is now; none where it is not there and has no default.
fn operand(site: &Site<'_>, numbers: Numbers) -> Result<Option<(ElementKind, Shaped)>, Lack> {
    let (element, values) = match numbers {
        Extents(name) => match site.attribute(name) {
            Some(Attribute::Ints(_, values)) => (Element::Index, values.clone()),
            _ => return Ok(None),
        },
        Shift(name) => match site.attribute(name) {
            Some(Attribute::Int(value, _)) => (Element::I8, vec![*value as i64]),
            _ => return Ok(None),
        },
        ZeroPoint(name, of) => {
            let element = ElementKind::of(site.operand_type(of)?)?.element;
            let said = match site.attribute("quantization_info") {
                Some(Attribute::Other(text)) => zero_point(text, name),
                _ => None,
            };
            (element, vec![said.unwrap_or(0)])
        }
    };
    let shape = [values.len()];
    let tensor = match element.is_float() {
        true => Tensor::floats(element, &shape, vec![Float::exact(0.0); values.len()]),
        false => Tensor::ints(element, &shape, values),
    };
    let shaped = Shaped {
        shape: vec![shape[0] as u64],
        parts: 1,
        lanes: lanes(&tensor, Taint::NONE, crate::eval::world::FloatWorld::USUAL),
    };
    Ok(Some((ElementKind { element, is_handle: true }, shaped)))
}

/// The number under a name in an attribute such as `#tosa.unary_quant<input_zp = 1, output_zp = 2>`, as MLIR prints it.
fn zero_point(text: &str, name: &str) -> Option<i64> {
    let (_, behind) = text.split_once(name)?;
    let number = behind.trim_start_matches([' ', '=']);
    let end = number.find([',', '>']).unwrap_or(number.len());
    number[..end].trim().parse().ok()
}

/// The attributes of a transposition whose order is the elements of an operand.
pub fn with_order(attributes: &Attributes, order: &Tensor) -> Option<Attributes> {
    let perms = Rc::new(Attribute::array(Element::I32, order.as_ints().ok()?.to_vec()));
    Some(attributes.iter().cloned().chain([("perms", perms)]).collect())
}
