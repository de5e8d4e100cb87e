//! Repairs of what has no value: memory and tensors that nobody wrote, poison, and extents below zero.

use super::site::{Predicate, RepairSite};
use crate::ir::{Attribute, Attributes, Type, Value};
use crate::observe::dialect;
use crate::path::OperationTrait;
use std::rc::Rc;

/// Extents that are operands: none is below zero. `range` are their places.
pub fn extents(site: &mut RepairSite<'_>, range: std::ops::Range<usize>) -> bool {
    let mut is_changed = false;
    for place in range {
        let Some(extent) = site.operand(place) else { continue };
        if *site.ty(extent) != Type::Index || site.number(extent).is_some_and(|extent| extent >= 0) {
            continue;
        }
        let zero = site.index(0);
        let is_some = site.compare(Predicate::SignedAtLeast, extent, zero);
        let chosen = site.select(is_some, extent, zero);
        site.op_mut().operands[place] = chosen;
        is_changed = true;
    }
    is_changed
}

/// The number of operands that are extents: all, or the first of the groups that the attribute of segments tells.
fn dynamic_sizes(site: &RepairSite<'_>) -> usize {
    match site.op().attribute("operandSegmentSizes") {
        Some(Attribute::Ints(_, counts)) => {
            counts.first().map_or(0, |count| usize::try_from(*count).unwrap_or(0))
        }
        _ => site.op().operands.len(),
    }
}

/// Memory: filled with zeros as soon as it is there.
pub fn memory(site: &mut RepairSite<'_>) -> Option<bool> {
    let sizes = dynamic_sizes(site);
    let is_changed = extents(site, 0..sizes);
    let made = *site.op().results.first()?;
    if is_filled_at_once(site, made) {
        return Some(is_changed);
    }
    let Type::Memref { element, .. } = &*site.ty(made) else { return None };
    let (operations, fill) = site.apart(|site| site.fill(made, element));
    site.behind.extend(operations);
    site.behind.push(fill?);
    Some(true)
}

/// A tensor: all zeros.
pub fn tensor(site: &mut RepairSite<'_>) -> Option<bool> {
    let sizes = dynamic_sizes(site);
    let is_changed = extents(site, 0..sizes);
    let made = *site.op().results.first()?;
    if is_copy(site) || is_filled_at_once(site, made) {
        return Some(is_changed);
    }
    let ty = site.ty(made);
    let Type::Tensor(_, element, _) = &*ty else { return None };
    let unwritten = site.new_value(&ty);
    let (operations, fill) = site.apart(|site| site.fill(unwritten, element));
    let mut fill = fill?;
    site.op_mut().results = vec![unwritten];
    fill.results = vec![made];
    site.behind.extend(operations);
    site.behind.push(fill);
    Some(true)
}

/// True of an operation that copies what it begins with.
fn is_copy(site: &RepairSite<'_>) -> bool {
    matches!(site.op().attribute("operandSegmentSizes"),
        Some(Attribute::Ints(_, counts)) if counts.len() == 3 && counts[1] == 1)
}

/// True if all that takes a value is a fill of it.
fn is_filled_at_once(site: &RepairSite<'_>, made: Value) -> bool {
    let uses = site.facts.uses.get(&made).map_or(&[][..], Vec::as_slice);
    !uses.is_empty() && uses.iter().all(|(name, place)| OperationTrait::Fills.is_of(name) && *place == 1)
        || uses.is_empty()
}

/// Poison, or a value that may be any: zero.
pub fn poison(site: &mut RepairSite<'_>) -> Option<bool> {
    let made = *site.op().results.first()?;
    let ty = site.ty(made);
    let by = match site.zero(&ty).or_else(|| site.nothing(&ty)) {
        Some(by) => by,
        None if dialect(site.op().name) == "llvm" => {
            site.emit("llvm.mlir.zero", &[], Attributes::default(), &ty)
        }
        None => return None,
    };
    site.replace_result(0, by);
    site.operation = None;
    Some(true)
}

/// A global without a value: zeros.
pub fn global(site: &mut RepairSite<'_>) -> Option<bool> {
    if !matches!(site.op().attribute("initial_value"), Some(Attribute::Unit)) {
        return Some(false);
    }
    let Some(Attribute::Type(ty)) = site.op().attribute("type").cloned() else { return None };
    let Type::Memref { shape, element, layout: crate::ir::MemrefLayout::Identity, .. } = &*ty else {
        return None;
    };
    let tensor = Rc::new(Type::Tensor(shape.clone(), Rc::clone(element), None));
    let value = RepairSite::constant_of_bits(&tensor, 0)?;
    super::bounds::set(site, "initial_value", value);
    Some(true)
}

/// Padding: none is below zero.
pub fn padding(site: &mut RepairSite<'_>) -> Option<bool> {
    let count = site.op().operands.len();
    let mut is_changed = extents(site, 1..count);
    for name in ["static_low", "static_high"] {
        if let Some(Attribute::Ints(ty, numbers)) = site.op().attribute(name).cloned() {
            let kept: Vec<i64> = numbers
                .iter()
                .map(|number| if *number == i64::MIN { *number } else { (*number).max(0) })
                .collect();
            is_changed |= kept != numbers;
            super::bounds::set(site, name, Attribute::Ints(ty, kept));
        }
    }
    Some(is_changed)
}
