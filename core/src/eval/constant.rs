//! Attributes that stand for values, as lanes.

use super::lane::{Lane, Taint, mask};
use super::tensor::Shaped;
use super::types::{LaneType, Layout, Scalar};
use crate::ir::{self, Attribute, Dense};
use crate::observe::{ConstantForm, Lack};
use std::rc::Rc;

/// The lanes of a constant of this type. `operation` is who has it.
///
/// # Errors
/// The value, or words for it where lowdiff does not know it.
pub fn lanes(value: &Attribute, layout: &Layout, operation: u32) -> Result<Vec<Lane>, Lack> {
    let all = |lane: Lane| vec![lane; layout.leaves.len()];
    match value {
        Attribute::Int(number, ty) => {
            // A number of another width than its type is sign-extended (the translation of `llvm.mlir.constant`), and `true` is one bit.
            let is_bit = matches!(**ty, ir::Type::Integer(1, _));
            let lane = |scalar: Scalar| match scalar {
                Scalar::Int(width) if is_bit && width > 1 => {
                    Ok(Lane::of(number.wrapping_neg() as u128 & mask(width)))
                }
                // On floats narrower than a byte's bits LLVM has none of its own, and MLIR writes their bits.
                Scalar::Int(width) => Ok(Lane::of(*number as u128 & mask(width))),
                other => Err(Lack::Constant(ConstantForm::Integer(other.to_string()))),
            };
            layout.leaves.iter().map(|leaf| lane(leaf.scalar)).collect()
        }
        Attribute::Float(bits, _) => {
            let lane = |scalar: Scalar| match scalar {
                // LLVM has floats of a byte or less as integers.
                Scalar::Float(_) | Scalar::Int(..=8) => Ok(Lane::of(*bits)),
                Scalar::Int(width) => {
                    Err(Lack::Constant(ConstantForm::Float(Scalar::Int(width).to_string())))
                }
                other => Err(Lack::Constant(ConstantForm::Float(other.to_string()))),
            };
            layout.leaves.iter().map(|leaf| lane(leaf.scalar)).collect()
        }
        Attribute::Dense(dense) => elements(dense, layout),
        Attribute::List(all) => list(all, &layout.ty, operation),
        Attribute::Text(text) => {
            let bytes: Vec<Lane> = text.bytes().map(|byte| Lane::of(byte.into())).collect();
            if bytes.len() != layout.leaves.len() {
                return Err(Lack::Constant(ConstantForm::TextLength));
            }
            Ok(bytes)
        }
        Attribute::Other(text) => match &**text {
            "#llvm.zero" => Ok(all(Lane::of(0))),
            "#llvm.undef" => Ok(all(Lane::tainted(Taint::undef(operation)))),
            "#llvm.poison" | "#ub.poison" => Ok(all(Lane::tainted(Taint::poison(operation)))),
            _ => Err(attribute(value)),
        },
        _ => Err(attribute(value)),
    }
}

/// The tensor that a constant of this type is. `operation` is who has it.
///
/// # Errors
/// The value, or words for it where lowdiff does not know it.
pub fn tensor(value: &Attribute, ty: &ir::Type, operation: u32) -> Result<Shaped, Lack> {
    let ir::Type::Tensor(extents, element, _) = ty else {
        return Err(Lack::Constant(ConstantForm::Of(ty.to_string())));
    };
    let shape: Option<Vec<u64>> = extents.iter().copied().collect();
    let shape = shape.ok_or_else(|| Lack::Constant(ConstantForm::Of(ty.to_string())))?;
    let count = Shaped::checked_count(&shape).ok_or(Lack::TensorElements {})?;
    let element = Layout::of(LaneType::of(element)?)?;
    let parts = element.leaves.len();
    let made = match value {
        Attribute::Dense(dense) => bits(dense, &element, count)?,
        one => lanes(one, &element, operation)?.repeat(count),
    };
    Ok(Shaped { shape, parts, lanes: made })
}

/// An attribute that is not read as a constant: its beginning, which tells it from others.
fn attribute(value: &Attribute) -> Lack {
    Lack::Constant(ConstantForm::Attribute(value.to_string().chars().take(80).collect()))
}

/// The lanes of an aggregate, part by part.
fn list(all: &[Rc<Attribute>], ty: &LaneType, operation: u32) -> Result<Vec<Lane>, Lack> {
    let mut made = Vec::new();
    for (index, value) in all.iter().enumerate() {
        let part = ty.part(index as u64).ok_or(Lack::Constant(ConstantForm::MoreParts))?;
        made.extend(lanes(value, &Layout::of(part.1.clone())?, operation)?);
    }
    match made.len() == ty.lanes() {
        true => Ok(made),
        false => Err(Lack::Constant(ConstantForm::FewerParts)),
    }
}

/// The lanes of a vector or array.
fn elements(dense: &Dense, layout: &Layout) -> Result<Vec<Lane>, Lack> {
    let one =
        Layout { leaves: layout.leaves[..dense.parts.min(layout.leaves.len())].to_vec(), ..layout.clone() };
    bits(dense, &one, layout.leaves.len() / dense.parts.max(1))
}

/// The lanes of so many elements of this layout.
fn bits(dense: &Dense, element: &Layout, count: usize) -> Result<Vec<Lane>, Lack> {
    let (parts, all) = (element.leaves.len(), element.leaves.len() * count);
    let stored = dense.data.len().checked_div(dense.stride).unwrap_or(0);
    // An element that is a vector has as many parts as that has elements.
    if stored != all && (stored != dense.parts || !all.is_multiple_of(dense.parts)) {
        return Err(Lack::Constant(ConstantForm::Count(dense.ty.to_string(), count)));
    }
    let one = |index: usize| {
        let at = index % stored * dense.stride;
        let bytes = &dense.data[at..at + dense.stride];
        let bits = bytes.iter().rev().fold(0u128, |bits, byte| bits << 8 | u128::from(*byte));
        Lane::of(bits & mask(element.leaves[index % parts].scalar.bits()))
    };
    Ok((0..all).map(one).collect())
}
