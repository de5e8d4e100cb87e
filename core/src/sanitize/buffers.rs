//! Repairs of memory as a whole: copies, releases, and promises about buffers; and of bases of indices.

use super::bounds::set;
use super::control::{segment, steps};
use super::site::{ModuleFacts, Predicate, RepairSite, Room};
use super::views::DYNAMIC;
use crate::ir::{Attribute, Attributes, MemrefLayout, Name, Type, Value};
use crate::observe::Element;
use crate::path::OperationTrait;
use std::rc::Rc;

/// A promise about memory or about a condition, as an operation: its results are its operands, and nothing else of it is left.
pub fn promise(site: &mut RepairSite<'_>) -> Option<bool> {
    for place in 0..site.op().results.len() {
        let by = site.operand(place)?;
        site.replace_result(place, by);
    }
    site.operation = None;
    Some(true)
}

/// A release of memory: left out, unless the memory was allocated in the same block, is used there and in front of it alone, and for nothing
/// but plain accesses.
pub fn release(site: &mut RepairSite<'_>) -> Option<bool> {
    let memory = site.operand(0)?;
    let is_allocated = site.facts.made.get(&memory).is_some_and(|made| made.name == "memref.alloc");
    let uses = site.facts.uses.get(&memory).map_or(&[][..], Vec::as_slice);
    let is_release = |name: &Name| *name == site.op().name;
    let frees = uses.iter().filter(|(name, _)| is_release(name)).count();
    let is_plain =
        uses.iter().all(|(name, _)| is_release(name) || OperationTrait::LetsGoOfMemory.is_of(name));
    let is_last = site.facts.last.get(&memory).is_some_and(is_release);
    if is_allocated && frees == 1 && is_last && is_plain {
        return Some(false);
    }
    site.operation = None;
    Some(true)
}

/// A tensor that goes into a buffer or a tensor: no repair is known where the shapes may differ.
pub fn materialized(site: &mut RepairSite<'_>) -> Option<bool> {
    let (source, destination) = (site.shape(site.operand(0)?)?, site.shape(site.operand(1)?)?);
    (source == destination && source.iter().all(Option::is_some)).then_some(false)
}

/// A copy: between memrefs of one shape, and by way of other memory where they may share some.
pub fn copy(site: &mut RepairSite<'_>) -> Option<bool> {
    let (source, destination) = (site.operand(0)?, site.operand(1)?);
    let (Some(from), Some(to)) = (site.shape(source), site.shape(destination)) else { return None };
    let is_shared = may_share(site, source, destination);
    let mut claims = Vec::new();
    for (place, (from, to)) in from.iter().zip(&to).enumerate() {
        if from.is_none() || to.is_none() {
            let (from, to) = (site.extent_of(source, place)?, site.extent_of(destination, place)?);
            claims.push(site.compare(Predicate::Equal, from, to));
        }
    }
    if is_shared {
        let rooms = site.rooms(source)?;
        let Type::Memref { element, space, .. } = &*site.ty(source) else { return None };
        let ty = Rc::new(Type::Memref {
            shape: from,
            element: Rc::clone(element),
            layout: MemrefLayout::Identity,
            space: space.clone(),
        });
        let open: Vec<Value> = rooms
            .iter()
            .filter_map(|room| if let Room::Read(extent) = room { Some(*extent) } else { None })
            .collect();
        let between = allocated(site, &open, &ty)?;
        let first = site.operation("memref.copy", &[source, between], Attributes::default(), &[]);
        site.put(first);
        site.op_mut().operands[0] = between;
    }
    let is_guarded = match site.all_of(&claims) {
        Some(condition) => site.guard(condition, |_| Some(Vec::new())),
        None => false,
    };
    Some(is_shared || is_guarded)
}

fn allocated(site: &mut RepairSite<'_>, extents: &[Value], ty: &Rc<Type>) -> Option<Value> {
    let segments = Attribute::array(Element::I32, vec![i64::try_from(extents.len()).ok()?, 0]);
    let attributes = crate::ir::attributes([(crate::ir::name("operandSegmentSizes"), segments)]);
    Some(site.emit("memref.alloc", extents, attributes, ty))
}

/// True unless both come of allocations of their own.
fn may_share(site: &RepairSite<'_>, one: Value, other: Value) -> bool {
    let root = |mut value: Value| loop {
        let made = site.facts.made.get(&value)?;
        match made.name {
            name if OperationTrait::Allocates.is_of(name) => return Some(value),
            name if OperationTrait::ViewsMemory.is_of(name) => value = *made.operands.first()?,
            _ => return None,
        }
    };
    match (root(one), root(other)) {
        (Some(one), Some(other)) => one == other,
        _ => true,
    }
}

/// Memory of another size: new memory, all zeros, with what fits of the old one. The old one stays.
pub fn reallocate(site: &mut RepairSite<'_>) -> Option<bool> {
    let source = site.operand(0)?;
    let made = *site.op().results.first()?;
    let ty = site.ty(made);
    let Type::Memref { shape, element, layout: MemrefLayout::Identity, .. } = &*ty else { return None };
    let (mut open, zero, one) = (Vec::new(), site.index(0), site.index(1));
    if shape.first()?.is_none() {
        super::initialise::extents(site, 1..2);
        open.push(site.operand(1)?);
    }
    let by = allocated(site, &open, &ty)?;
    let fill = site.fill(by, element)?;
    site.put(fill);
    let (old, new) = (site.extent_of(source, 0)?, site.extent_of(by, 0)?);
    let both = site.binary("arith.minsi", old, new);
    let mut copy = site.operation("scf.for", &[zero, both, one], Attributes::default(), &[]);
    let at = site.new_value(&super::site::index());
    let (mut body, ()) = site.apart(|site| {
        let kept = site.emit("memref.load", &[source, at], Attributes::default(), element);
        let store = site.operation("memref.store", &[kept, by, at], Attributes::default(), &[]);
        site.put(store);
    });
    body.push(site.operation("scf.yield", &[], Attributes::default(), &[]));
    copy.regions = vec![vec![crate::ir::Block { arguments: vec![at], operations: body }]];
    site.put(copy);
    site.replace_result(0, by);
    site.operation = None;
    Some(true)
}

/// A basis by which an index is taken apart: each element is at least one, and the outermost one, which is a promise alone, is left out where
/// the index is not known to be within.
pub fn basis(site: &mut RepairSite<'_>) -> Option<bool> {
    let count = site.op().operands.len();
    let is_changed = steps(site, 1..count)?;
    let Some(Attribute::Ints(element, numbers)) = site.op().attribute("static_basis").cloned() else {
        return Some(is_changed);
    };
    if numbers.len() < site.op().results.len() || is_within(site, &numbers) {
        return Some(is_changed);
    }
    if numbers[0] == DYNAMIC {
        site.op_mut().operands.remove(1);
    }
    let inner = Rc::new(Attribute::Ints(element, numbers[1..].into()));
    site.op_mut().attributes.retain_mut(|(name, value)| {
        if *name == "static_basis" {
            *value = Rc::clone(&inner);
        }
        true
    });
    Some(true)
}

/// A basis by which indices are joined: each element is at least one.
pub fn joined_by(site: &mut RepairSite<'_>) -> Option<bool> {
    let range = segment(site, 1)?;
    let is_changed = steps(site, range)?;
    let Some(Attribute::Ints(element, numbers)) = site.op().attribute("static_basis").cloned() else {
        return None;
    };
    let positive: Vec<i64> =
        numbers.iter().map(|number| if *number == DYNAMIC { DYNAMIC } else { (*number).max(1) }).collect();
    if positive == numbers {
        return Some(is_changed);
    }
    set(site, "static_basis", Attribute::Ints(element, positive));
    Some(true)
}

/// True where the index that is taken apart and the whole basis are known, and the index is within.
fn is_within(site: &RepairSite<'_>, numbers: &[i64]) -> bool {
    let operands = &site.op().operands;
    let mut open = operands[1..].iter();
    let extents = numbers.iter().map(|number| match *number == DYNAMIC {
        true => site.number(*open.next()?),
        false => Some((*number).into()),
    });
    let whole = extents.collect::<Option<Vec<i128>>>();
    let whole = whole.and_then(|all| all.into_iter().try_fold(1i128, i128::checked_mul));
    whole.zip(site.number(operands[0])).is_some_and(|(whole, index)| (0..whole).contains(&index))
}

/// Memory on the stack that its function or loop hands out: it is on the heap instead.
pub fn on_heap(site: &mut RepairSite<'_>) -> Option<bool> {
    let made = *site.op().results.first()?;
    if !is_handed_out(site.facts, made) {
        return Some(false);
    }
    site.op_mut().name = crate::ir::name("memref.alloc");
    Some(true)
}

/// True of memory that is handed out, or a view of it.
fn is_handed_out(facts: &ModuleFacts, memory: Value) -> bool {
    let uses = facts.uses.get(&memory).map_or(&[][..], Vec::as_slice);
    let mut views = facts.made.iter().filter(|(_, made)| {
        OperationTrait::ViewsMemory.is_of(made.name) && made.operands.first() == Some(&memory)
    });
    uses.iter().any(|(name, _)| OperationTrait::HandsOut.is_of(name))
        || views.any(|(view, _)| is_handed_out(facts, *view))
}

/// A global that is constant: it may be written where something may write it.
pub fn constant_global(site: &mut RepairSite<'_>) -> Option<bool> {
    let before = site.op().attributes.len();
    let is_read_alone = site.op().text("sym_name").is_some_and(|name| !site.facts.written.contains(name));
    if is_read_alone {
        return Some(false);
    }
    site.op_mut().attributes.retain(|(name, _)| *name != "constant");
    Some(site.op().attributes.len() != before)
}
