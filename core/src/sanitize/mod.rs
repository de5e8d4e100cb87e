//! Defined programs from undefined ones.
//!
//! An operation that may be undefined is repaired where it stands: by another constant or attribute where that is enough, and by a choice
//! or a branch where it is not. A run that was defined computes what it did before. The idea is DESIL's (Chen et al., 2025); the
//! rules of definedness are those of the evaluator (docs/semantics.md).
//!
//! *To add a repair*: write a row in `rows.rs`.

mod affine;
mod bounds;
mod buffers;
mod control;
mod initialise;
mod numbers;
mod rows;
mod shapes;
mod site;
mod spare;
mod stand_in;
mod structured;
#[cfg(test)]
mod tests;
mod views;

pub use rows::ROWS;
pub use spare::fewest;

use crate::ir::{self, Attribute, Block, Module, Name, Operation, Type, Value};
use crate::observe::dialect;
use crate::path::OperationTrait;
use serde::Serialize;
use site::{Definition, FunctionEnd, ModuleFacts, Parts, RepairSite};
use std::collections::{HashMap, HashSet};
use std::rc::Rc;

/// A change that keeps an operation from being undefined.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Repair {
    /// A divisor is not zero, and no quotient overflows.
    Division,
    /// A shift is less than the width.
    Shift,
    /// A float that becomes an integer fits.
    Conversion,
    /// An operand lies in the domain of the function.
    Domain,
    /// An index lies within its extent.
    Bounds,
    /// Lanes that lie outside are masked off.
    Mask,
    /// No two lanes are written to one place.
    Distinct,
    /// A part lies within what it is a part of.
    View,
    /// A shape is the one that is claimed.
    Shape,
    /// A divisor of an affine map, or an element of a basis, is positive.
    Number,
    /// Memory, tensors and values that nobody wrote are zero.
    Initialise,
    /// An extent is not below zero.
    Extent,
    /// A promise that nobody checks is left out.
    Promise,
    /// A release of memory that may be used again is left out.
    Release,
    /// A copy is between memrefs of one shape that share nothing.
    Copy,
    /// A step of a loop is positive.
    Step,
    /// The counter of a loop does not overflow behind the last iteration.
    Counter,
    /// A place that nothing may reach ends the function.
    Unreachable,
}

/// An operation that may be undefined.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct RiskyOperation {
    /// Its place among all operations of the module as it was (`ir::Operation::number`).
    pub number: u32,
    /// Its name.
    pub operation: &'static str,
    /// The change that keeps it defined.
    pub change: Repair,
    /// False where the operation is left as it is.
    pub repaired: bool,
    /// True where the caller asked for that; otherwise no repair knows such an operation where it stands.
    pub spared: bool,
}

/// A change at an operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ChangedOperation {
    /// The name that the operation had.
    pub operation: &'static str,
    /// The change.
    pub change: Repair,
}

/// A module after repairs.
pub struct Sanitized {
    /// The module, numbered again.
    pub module: Module,
    /// Operations that may be undefined, in order.
    pub found: Vec<RiskyOperation>,
    /// The changes at each operation of the new module that a repair changed or put there, by its number there. Where nothing is left of
    /// an operation, they are at the next one.
    pub changed: HashMap<u32, Vec<ChangedOperation>>,
}

/// Repairs each operation of a module that may be undefined.
pub fn sanitize(module: &Module) -> Sanitized {
    sanitize_but(module, &HashSet::new())
}

/// As [`sanitize`], but leaves the operations with these numbers as they are ([`RiskyOperation::number`]).
pub fn sanitize_but(module: &Module, spared: &HashSet<u32>) -> Sanitized {
    let mut module = module.clone();
    ir::renumber(&mut module);
    let facts = facts(&module);
    let mut work = Work {
        facts: &facts,
        rows: by_name(),
        spared,
        function: None,
        values: std::mem::take(&mut module.values),
        found: Vec::new(),
        marks: Vec::new(),
        pending: Vec::new(),
        replaced: HashMap::new(),
    };
    let mut operations = std::mem::take(&mut module.operations);
    work.enter(&mut operations);
    let Work { values, found, marks, replaced, .. } = work;
    module.operations = operations;
    module.values = values;
    if !replaced.is_empty() {
        rename(&mut module.operations, &replaced);
    }
    // Marks are kept in the numbers of operations while new ones have none.
    let mut order = Vec::new();
    module.walk(&mut |operation| order.push(operation.number));
    let changed = order
        .iter()
        .zip(1..)
        .filter_map(|(mark, number)| {
            let changes = marks.get((*mark as usize).checked_sub(1)?)?;
            (!changes.is_empty()).then(|| (number, changes.clone()))
        })
        .collect();
    ir::renumber(&mut module);
    Sanitized { module, found, changed }
}

struct Work<'f> {
    facts: &'f ModuleFacts,
    rows: HashMap<&'static str, Vec<&'static rows::RepairRow>>,
    spared: &'f HashSet<u32>,
    /// The end of the function in whose own blocks the next operation is.
    function: Option<Rc<FunctionEnd>>,
    values: Vec<Rc<Type>>,
    found: Vec<RiskyOperation>,
    /// The changes at operations that carry the number of their place here, from one on.
    marks: Vec<Vec<ChangedOperation>>,
    /// Changes of operations of which nothing is left.
    pending: Vec<ChangedOperation>,
    replaced: HashMap<Value, Value>,
}

impl Work<'_> {
    fn enter(&mut self, operations: &mut Vec<Operation>) {
        for operation in std::mem::take(operations) {
            self.repair(operation, operations);
        }
    }

    fn enter_regions(&mut self, operation: &mut Operation) {
        let outer = std::mem::replace(&mut self.function, function_end(operation).map(Rc::new));
        for block in operation.regions.iter_mut().flatten() {
            self.enter(&mut block.operations);
        }
        self.function = outer;
    }

    /// Repairs the one operation that another holds. What its repair puts in front of it goes in front of the holder; where the holder
    /// would have to hold more, the operation stays as it is.
    fn enter_holder(&mut self, holder: &mut Operation, to: &mut Vec<Operation>) {
        let (before, replaced, pending) = (holder.clone(), self.replaced.clone(), self.pending.clone());
        let (found, marks) = (self.found.len(), self.marks.len());
        self.enter_regions(holder);
        let held = before.regions.iter().flatten().flat_map(|block| &block.operations).next();
        let operations = holder.regions.iter_mut().flatten().map(|block| &mut block.operations).next();
        if let (Some(held), Some(operations)) = (held, operations)
            && let [.., now, _end] = &operations[..]
            && now.name == held.name
        {
            let last = operations.len() - 2;
            to.extend(operations.drain(..last));
            return;
        }
        if holder.regions != before.regions {
            *holder = before;
            self.leave(found, marks, (replaced, pending));
        }
    }

    /// Takes back the repairs from these places of `found` and `marks` on, of which nothing is kept but what was found.
    fn leave(&mut self, found: usize, marks: usize, before: (HashMap<Value, Value>, Vec<ChangedOperation>)) {
        (self.replaced, self.pending) = before;
        self.marks.truncate(marks);
        self.found[found..].iter_mut().for_each(|found| (found.repaired, found.spared) = (false, false));
    }

    /// Looks for operations in a body that has to say what the name of its operation says, so that none can be repaired.
    fn look_into(&mut self, operation: &Operation) {
        let before = (self.replaced.clone(), self.pending.clone());
        let (found, marks) = (self.found.len(), self.marks.len());
        self.enter_regions(&mut operation.clone());
        self.leave(found, marks, before);
    }

    /// Repairs an operation and those inside it, and adds what becomes of it.
    fn repair(&mut self, mut operation: Operation, to: &mut Vec<Operation>) {
        let (number, name) = (operation.number, operation.name);
        let is_named = OperationTrait::BodyAsNamed.is_of(name) && !OperationTrait::FreeBody.is_of(name);
        if rows::HOLDERS.contains(&name) {
            self.enter_holder(&mut operation, to);
        } else if !is_named {
            self.enter_regions(&mut operation);
        } else if !self.rows.contains_key(name) {
            self.look_into(&operation);
        }
        operation.number = 0;
        let spared = self.spared.contains(&number).then(|| operation.clone());
        let mut found = Vec::new();
        let promised = numbers::drop_promises(&mut operation);
        found.extend(promised.then_some((Repair::Promise, true)));
        let mut site = RepairSite::new(self.facts, std::mem::take(&mut self.values), operation);
        site.function.clone_from(&self.function);
        let of_dialect = format!("{}.*", dialect(name));
        let rows = [self.rows.get(name), self.rows.get(&*of_dialect)];
        for row in rows.into_iter().flatten().flatten() {
            // Another operation may stand there after an earlier repair.
            let Some(before) = site.operation.clone().filter(|operation| operation.name == name) else {
                break;
            };
            let outcome = (row.repair)(&mut site);
            if outcome.is_none() {
                // A repair that gave up leaves new operations that nobody uses.
                site.operation = Some(before);
            }
            if outcome != Some(false) {
                found.push((row.change, outcome.is_some()));
            }
        }
        let Parts { operations: mut made, values, mut replaced } = site.into_parts();
        self.values = values;
        let is_spared = spared.is_some();
        if let Some(operation) = spared {
            (made, replaced) = (vec![operation], Vec::new());
        }
        self.replaced.extend(replaced);
        let mut changes = std::mem::take(&mut self.pending);
        for (change, is_known) in found {
            let repaired = is_known && !is_spared;
            let spared = is_known && is_spared;
            self.found.push(RiskyOperation { number, operation: name, change, repaired, spared });
            changes.extend(repaired.then_some(ChangedOperation { operation: name, change }));
        }
        changes.dedup();
        match made.iter_mut().next() {
            Some(first) if !changes.is_empty() => {
                self.marks.push(changes);
                first.number = u32::try_from(self.marks.len()).expect("operations are numbered in 32 bits");
            }
            Some(_) => {}
            None => self.pending = changes,
        }
        to.append(&mut made);
    }
}

fn by_name() -> HashMap<&'static str, Vec<&'static rows::RepairRow>> {
    let mut by_name: HashMap<&'static str, Vec<&'static rows::RepairRow>> = HashMap::new();
    for row in ROWS {
        for name in row.operations {
            by_name.entry(name).or_default().push(row);
        }
    }
    by_name
}

/// The end of an operation that is a function.
fn function_end(operation: &Operation) -> Option<FunctionEnd> {
    let (_, name) = rows::RETURNS.iter().find(|(function, _)| *function == operation.name)?;
    let Some(Attribute::Type(ty)) = operation.attribute("function_type") else { return None };
    let results = match &**ty {
        Type::Function(_, results) => results.clone(),
        Type::LlvmFunction(result, ..) if **result == Type::Void => Vec::new(),
        Type::LlvmFunction(result, ..) => vec![Rc::clone(result)],
        _ => return None,
    };
    Some(FunctionEnd { name, results })
}

fn facts(module: &Module) -> ModuleFacts {
    let mut facts = ModuleFacts::default();
    module.walk(&mut |operation| {
        for result in &operation.results {
            let is_constant = OperationTrait::HoldsValue.is_of(operation.name);
            let held = operation.attributes.iter().find(|(name, _)| *name == "value");
            let constant = held.filter(|_| is_constant).map(|(_, value)| Rc::clone(value));
            let made = Definition { name: operation.name, operands: operation.operands.clone(), constant };
            facts.made.insert(*result, made);
        }
        for (place, operand) in operation.operands.iter().enumerate() {
            facts.uses.entry(*operand).or_default().push((operation.name, place));
        }
    });
    keep_last(&module.operations, &mut facts);
    module.walk(&mut |operation| {
        if let (Some(name), Some(result)) = (operation.text("name"), operation.results.first())
            && OperationTrait::GivesGlobal.is_of(operation.name)
        {
            let uses = facts.uses.get(result).map_or(&[][..], Vec::as_slice);
            if !uses.iter().all(|(name, _)| OperationTrait::ReadsMemory.is_of(name)) {
                facts.written.insert(name.to_owned());
            }
        }
    });
    facts
}

/// Keeps the last uses of the values that the operations of a block make, and those inside of them.
fn keep_last(block: &[Operation], facts: &mut ModuleFacts) {
    let own: HashSet<Value> = block.iter().flat_map(|operation| operation.results.iter().copied()).collect();
    let mut seen: HashMap<Value, (usize, Name)> = HashMap::new();
    for operation in block {
        operation.walk(&mut |inner| {
            for operand in inner.operands.iter().filter(|operand| own.contains(operand)) {
                let (count, last) = seen.entry(*operand).or_insert((0, operation.name));
                *count += 1;
                *last = operation.name;
            }
        });
    }
    for (value, (count, last)) in seen {
        if facts.uses.get(&value).is_some_and(|uses| uses.len() == count) {
            facts.last.insert(value, last);
        }
    }
    for inner in block.iter().flat_map(|operation| operation.regions.iter().flatten()) {
        keep_last(&inner.operations, facts);
    }
}

/// Lets uses of some values become uses of others.
fn rename(operations: &mut [Operation], replaced: &HashMap<Value, Value>) {
    for operation in operations {
        for operand in &mut operation.operands {
            while let Some(by) = replaced.get(operand) {
                *operand = *by;
            }
        }
        for Block { operations, .. } in operation.regions.iter_mut().flatten() {
            rename(operations, replaced);
        }
    }
}
