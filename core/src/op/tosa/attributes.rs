//! Types, attributes and constants of operations, as the reference semantics take them.

use super::elements::ElementKind;
use crate::eval::constant;
use crate::eval::site::Site;
use crate::ir::{self, Attribute};
use crate::semantics::program::{self, Attributes};
use std::rc::Rc;

/// All attributes.
///
/// # Errors
/// A constant is not known.
pub fn attributes(site: &Site<'_>) -> Result<Attributes, String> {
    let one = |(name, value): &(ir::Name, Rc<Attribute>)| Ok(((*name).to_owned(), attribute(site, value)?));
    site.node.attributes.iter().map(one).collect::<Result<_, String>>().map(Attributes)
}

fn attribute(site: &Site<'_>, value: &Attribute) -> Result<program::Attribute, String> {
    use program::Attribute as Own;
    Ok(match value {
        // Unsigned 64 bits are those of a signed number, as everywhere in the semantics.
        Attribute::Int(number, _) => Own::Int(*number as i64),
        Attribute::Float(bits, ty) => match &**ty {
            ir::Type::Float(name) => {
                ir::float_value(name, *bits).map_or_else(|| Own::Other(ty.to_string()), Own::Float)
            }
            _ => Own::Other(ty.to_string()),
        },
        Attribute::Text(text) => Own::Text(text.to_string()),
        Attribute::Symbol(path) => Own::Text(path.last().map(ToString::to_string).unwrap_or_default()),
        Attribute::Ints(_, values) => Own::Ints(values.clone()),
        Attribute::Type(ty) => Own::Other(spelt(ty)),
        Attribute::Other(text) => Own::Other(text.to_string()),
        Attribute::Dense(dense) => {
            let shaped = constant::tensor(value, &dense.ty, site.number)?;
            Own::Tensor(Rc::new(ElementKind::of(&dense.ty)?.tensor(&shaped)))
        }
        _ => Own::Other(String::new()),
    })
}

/// A type by its name, as attributes such as `acc_type` have it.
fn spelt(ty: &ir::Type) -> String {
    match ElementKind::of(ty) {
        Ok(kind) if !kind.is_handle => kind.element.name().to_owned(),
        _ => ty.to_string(),
    }
}

/// A type of a result.
///
/// # Errors
/// Its elements are not known.
pub fn result_type(ty: &ir::Type) -> Result<program::Type, String> {
    let kind = ElementKind::of(ty)?;
    let size = |extent: &ir::Extent| extent.map(|extent| extent as usize);
    let extents = match ty {
        ir::Type::Tensor(extents, ..) => Some(extents.iter().map(size).collect()),
        ir::Type::UnrankedTensor(_) => None,
        ir::Type::Vector(extents, _) => {
            Some(extents.iter().map(|(extent, _)| Some(*extent as usize)).collect())
        }
        ir::Type::Other(spelling) => Some(vec![rank(spelling)]),
        _ => Some(Vec::new()),
    };
    Ok(program::Type { extents, element: Some(kind.element), spelling: ty.to_string() })
}

/// The number of extents of a `!tosa.shape`.
fn rank(spelling: &str) -> Option<usize> {
    spelling.strip_prefix("!tosa.shape<")?.strip_suffix('>')?.parse().ok()
}
