//! Attributes that stand for values, as lanes.

use super::lane::{Lane, Taint, mask};
use super::ops::encode;
use super::types::{Layout, Scalar, Type};
use crate::mlir::{Attribute, Dense};
use std::rc::Rc;

/// The lanes of a constant of this type. `operation` is who has it.
///
/// # Errors
/// What it is, where lowdiff does not know it.
pub fn lanes(value: &Attribute, layout: &Layout, operation: u32) -> Result<Vec<Lane>, String> {
    let all = |lane: Lane| vec![lane; layout.leaves.len()];
    match value {
        Attribute::Int(number) => {
            let lane = |scalar: Scalar| match scalar {
                // On floats narrower than a byte's bits LLVM has none of its own, and MLIR writes their bits.
                Scalar::Int(width) => Ok(Lane::of(*number as u128 & mask(width))),
                other => Err(format!("an integer constant of {other:?}")),
            };
            layout.leaves.iter().map(|leaf| lane(leaf.scalar)).collect()
        }
        Attribute::Float(number) => {
            let lane = |scalar: Scalar| match scalar {
                Scalar::Float(format) => Ok(Lane::of(encode(format, *number))),
                Scalar::Int(width) => {
                    Err(format!("a float constant of {width} bits that LLVM has as an integer"))
                }
                other => Err(format!("a float constant of {other:?}")),
            };
            layout.leaves.iter().map(|leaf| lane(leaf.scalar)).collect()
        }
        Attribute::Nan(bits) => {
            let lane = |scalar: Scalar| match scalar {
                Scalar::Float(_) => Ok(Lane::of((*bits).into())),
                other => Err(format!("a float constant of {other:?}")),
            };
            layout.leaves.iter().map(|leaf| lane(leaf.scalar)).collect()
        }
        Attribute::Dense(dense) => elements(dense, layout),
        Attribute::List(all) => list(all, &layout.ty, operation),
        Attribute::Text(text) => {
            let bytes = text.bytes().map(|byte| Lane::of(byte.into()));
            let bytes: Vec<Lane> = bytes.collect();
            if bytes.len() != layout.leaves.len() {
                return Err("a string constant of another length than its type has".to_owned());
            }
            Ok(bytes)
        }
        Attribute::Other(text) => match text.as_str() {
            "#llvm.zero" => Ok(all(Lane::of(0))),
            "#llvm.undef" => Ok(all(Lane::tainted(Taint::undef(operation)))),
            "#llvm.poison" | "#ub.poison" => Ok(all(Lane::tainted(Taint::poison(operation)))),
            other => Err(format!("a constant {}", other.chars().take(80).collect::<String>())),
        },
        other => Err(format!("a constant {other:?}")),
    }
}

/// The lanes of an aggregate, part by part.
fn list(all: &[Rc<Attribute>], ty: &Type, operation: u32) -> Result<Vec<Lane>, String> {
    let mut made = Vec::new();
    for (index, value) in all.iter().enumerate() {
        let part = ty.part(index as u64).ok_or("a constant with more parts than its type has")?;
        made.extend(lanes(value, &Layout::of(part.1.clone())?, operation)?);
    }
    match made.len() == ty.lanes() {
        true => Ok(made),
        false => Err("a constant with fewer parts than its type has".to_owned()),
    }
}

fn elements(dense: &Dense, layout: &Layout) -> Result<Vec<Lane>, String> {
    let count = layout.leaves.len();
    let stored = dense.data.len().checked_div(dense.stride).unwrap_or(0);
    let one_for_all = stored == dense.parts && count.is_multiple_of(dense.parts);
    if stored != count && !one_for_all {
        return Err(format!("a constant {} for {count} elements", dense.spelling));
    }
    let of = |bytes: &[u8], scalar: Scalar| {
        let bits = bytes.iter().rev().fold(0u128, |bits, byte| bits << 8 | u128::from(*byte));
        Lane::of(bits & mask(scalar.bits()))
    };
    let one = |(index, scalar): (usize, Scalar)| {
        let at = if one_for_all { index % dense.parts } else { index } * dense.stride;
        of(&dense.data[at..at + dense.stride], scalar)
    };
    Ok(layout.leaves.iter().map(|leaf| leaf.scalar).enumerate().map(one).collect())
}
