//! Memory that holds drawn elements.

use super::constant::{self, literal};
use super::{Growth, types};
use crate::ir::{Attribute, Type, Value};
use crate::observe::Element;
use std::rc::Rc;

/// A memref of this type, of no open extents, and in row-major order, that holds drawn elements.
pub fn row_major(growth: &mut Growth<'_>, ty: &Rc<Type>, alloca: bool) -> Value {
    let extents = types::extents(ty).unwrap_or_default();
    let element = types::element(ty);
    let held = types::tensor(&extents.iter().copied().map(Some).collect::<Vec<_>>(), &element);
    let count = if growth.choices.coin() { extents.iter().product::<u64>() as usize } else { 1 };
    let bits: Vec<u128> = (0..count).map(|_| constant::bits(growth, &element)).collect();
    let name = growth.symbol("data");
    let value = literal(&held, &bits);
    add_global(growth, &name, ty, value);
    let from = growth.hidden("memref.get_global", &[], ty, &[("name", Attribute::symbol(&name))]);
    let segments = Attribute::array(Element::I32, vec![0, 0]);
    let name = if alloca { "memref.alloca" } else { "memref.alloc" };
    let made = growth.one(name, &[], ty, &[("operandSegmentSizes", segments)]);
    growth.emit("memref.copy", &[from, made], &[], &[]);
    if !alloca {
        growth.ends_with("memref.dealloc", made);
    }
    made
}

/// A global variable of a memref type, which passes must take for one that changes.
pub fn add_global(growth: &mut Growth<'_>, name: &str, ty: &Rc<Type>, value: Attribute) {
    let attributes = [
        ("sym_name", Attribute::Text(name.into())),
        ("type", Attribute::Type(Rc::clone(ty))),
        ("initial_value", value),
    ];
    growth.add_to_module("memref.global", &attributes, Vec::new());
}
