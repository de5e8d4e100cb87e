//! Edits of a module in generic form: small changes that leave something MLIR may well accept.
//!
//! Types agree and values are in scope, so most edits leave a valid module; for the others the verifier is there. A program may become
//! undefined, which the machine that runs it sees. Edits that it cannot see are not made: two iterations of a parallel loop that
//! write to one place, buffers that alias where an operation promises they do not, and outputs that are no longer what they are
//! told to be.

use crate::ir::{self, Attribute, Module, Operation, Type, Value};
use crate::path::OperationTrait::{
    Call, CastOfShape, Concurrent, Function, HoldsValue, PartOfBuffer, Promise,
};
use crate::path::operation_trait::{has_fixed_body, predicates, shown};
use kin::{KIN, OWN};
use rand::seq::IndexedRandom as _;
use rand::{Rng, RngExt};
use std::collections::{HashMap, HashSet};
use std::rc::Rc;
use values::edged;

mod kin;
mod values;

/// Tries before nothing is changed.
const TRIES: usize = 8;
/// Modules of more operations are left alone: each edit looks at all of them.
const MOST_OPERATIONS: usize = 2000;

/// The module of `text`, in generic form, with one change; none where it cannot be read, or nothing was found to change.
pub(super) fn edit(text: &str, random: &mut impl Rng) -> Option<String> {
    let mut module = ir::module(text).ok()?;
    ir::renumber(&mut module);
    let place = EditSites::of(&module)?;
    let changed = (0..TRIES).any(|_| {
        let Some(site) = place.sites.choose(random) else { return false };
        match random.random_range(0..12) {
            0..3 => place.rewire(&mut module, site, random),
            3..5 => swap(&mut module, site, &place, random),
            5 => remove(&mut module, site, &place),
            6 => duplicate(&mut module, site, random),
            7..9 => rename(&mut module, site, random),
            _ => revalue(&mut module, &place, random),
        }
    });
    changed.then(|| {
        ir::renumber(&mut module);
        module.generic()
    })
}

/// An operation that may be edited.
struct EditSite {
    number: u32,
    /// Values that it can take.
    scope: Vec<Value>,
    /// True if the last of its block.
    is_last: bool,
}

/// The operations of a module that may be edited, and what has to be minded.
struct EditSites {
    sites: Vec<EditSite>,
    /// Values that something takes.
    used: HashSet<Value>,
    /// Numbers of operations with a constant.
    constants: Vec<u32>,
    /// Numbers are places in buffers.
    has_views: bool,
}

impl EditSites {
    /// There is none where nothing may be edited.
    fn of(module: &Module) -> Option<EditSites> {
        let mut names = HashSet::new();
        let mut places =
            EditSites { sites: Vec::new(), used: HashSet::new(), constants: Vec::new(), has_views: false };
        let mut count = 0;
        module.walk(&mut |operation| {
            count += 1;
            names.insert(operation.name);
            places.used.extend(&operation.operands);
            if HoldsValue.is_of(operation.name) {
                places.constants.push(operation.number);
            }
        });
        if count > MOST_OPERATIONS || names.iter().any(|name| Concurrent.is_of(name)) {
            return None;
        }
        places.has_views = names.iter().any(|name| PartOfBuffer.is_of(name) || Promise.is_of(name));
        places.enter(&module.operations, &mut Vec::new());
        Some(places)
    }

    fn enter(&mut self, operations: &[Operation], scope: &mut Vec<Value>) {
        for (place, operation) in operations.iter().enumerate() {
            let is_last = place + 1 == operations.len();
            self.sites.push(EditSite { number: operation.number, scope: scope.clone(), is_last });
            let around = if Function.is_of(operation.name) { Vec::new() } else { scope.clone() };
            // The body of a named operation says what its name says, and passes go by the name.
            let is_open = !has_fixed_body(operation.name);
            let regions = operation.regions.iter().filter(|_| is_open);
            for region in regions {
                let mut entry = around.clone();
                for (number, block) in region.iter().enumerate() {
                    let mut inside = entry.clone();
                    inside.extend(&block.arguments);
                    self.enter(&block.operations, &mut inside);
                    if number == 0 {
                        // Every other block comes behind the entry.
                        entry = inside;
                    }
                }
            }
            scope.extend(&operation.results);
        }
    }

    /// Lets an operation take another value of the same type.
    fn rewire(&self, module: &mut Module, site: &EditSite, random: &mut impl Rng) -> bool {
        let values = module.values.clone();
        let Some(operation) = find(&mut module.operations, site.number) else { return false };
        if operation.operands.is_empty() || keeps_operands(operation) {
            return false;
        }
        let at = random.random_range(0..operation.operands.len());
        let ty = |value: Value| &values[value as usize];
        let own = operation.operands[at];
        if is_buffer(ty(own)) {
            return false;
        }
        let others: Vec<Value> =
            site.scope.iter().copied().filter(|value| *value != own && ty(*value) == ty(own)).collect();
        let Some(other) = others.choose(random) else { return false };
        operation.operands[at] = *other;
        true
    }
}

/// True of a type whose values may be other names of one place.
fn is_buffer(ty: &Type) -> bool {
    matches!(ty, Type::Memref { .. } | Type::UnrankedMemref(..))
}

/// True of an operation whose operands stay: it prints, leads to a print call, or promises something about them.
fn keeps_operands(operation: &Operation) -> bool {
    shown(operation.name, operation.text("callee")).is_some()
        || CastOfShape.is_of(operation.name)
        || Promise.is_of(operation.name)
}

/// The operation of this number.
fn find(operations: &mut [Operation], number: u32) -> Option<&mut Operation> {
    let at = operations.partition_point(|operation| operation.number <= number).checked_sub(1)?;
    let operation = &mut operations[at];
    if operation.number == number {
        return Some(operation);
    }
    let mut inside = operation.regions.iter_mut().flatten();
    inside.find_map(|block| find(&mut block.operations, number))
}

/// The operations among which the one of this number is, and its place.
fn around(operations: &mut Vec<Operation>, number: u32) -> Option<(&mut Vec<Operation>, usize)> {
    let at = operations.partition_point(|operation| operation.number <= number).checked_sub(1)?;
    if operations[at].number == number {
        return Some((operations, at));
    }
    let mut inside = operations[at].regions.iter_mut().flatten();
    inside.find_map(|block| around(&mut block.operations, number))
}

/// Swaps two operands of one type.
fn swap(module: &mut Module, site: &EditSite, places: &EditSites, random: &mut impl Rng) -> bool {
    let values = module.values.clone();
    let Some(operation) = find(&mut module.operations, site.number) else { return false };
    let count = operation.operands.len();
    if count < 2 || keeps_operands(operation) {
        return false;
    }
    let [one, other] = [0; 2].map(|_| random.random_range(0..count));
    let [first, second] = [one, other].map(|at| operation.operands[at]);
    let ty = |value: Value| &values[value as usize];
    if first == second || ty(first) != ty(second) || (places.has_views && is_buffer(ty(first))) {
        return false;
    }
    operation.operands.swap(one, other);
    true
}

/// Removes an operation that nobody needs.
fn remove(module: &mut Module, site: &EditSite, places: &EditSites) -> bool {
    let Some((operations, at)) = around(&mut module.operations, site.number) else { return false };
    let operation = &operations[at];
    let is_needed = operation.results.iter().any(|result| places.used.contains(result));
    // A symbol may be used by name, and what prints has its place among the outputs.
    let stays = is_needed
        || site.is_last
        || keeps_operands(operation)
        || operation.text("sym_name").is_some()
        || Call.is_of(operation.name);
    if !stays {
        operations.remove(at);
    }
    !stays
}

/// Puts a copy behind an operation, and lets what comes behind take some of its results.
fn duplicate(module: &mut Module, site: &EditSite, random: &mut impl Rng) -> bool {
    let Module { operations, values, .. } = module;
    let Some((operations, at)) = around(operations, site.number) else { return false };
    let operation = &operations[at];
    let stays = site.is_last
        || keeps_operands(operation)
        || operation.text("sym_name").is_some()
        || Call.is_of(operation.name)
        || operation.results.iter().any(|result| is_buffer(&values[*result as usize]));
    if stays {
        return false;
    }
    let mut copy = operation.clone();
    let mut renamed = HashMap::new();
    rename_values(&mut copy, values, &mut renamed);
    let results: HashMap<Value, Value> =
        operation.results.iter().copied().zip(copy.results.iter().copied()).collect();
    operations.insert(at + 1, copy);
    for behind in &mut operations[at + 2..] {
        behind.operands.iter_mut().for_each(|operand| {
            if let Some(copied) = results.get(operand).filter(|_| random.random()) {
                *operand = *copied;
            }
        });
    }
    true
}

/// Gives an operation and all within values of their own.
fn rename_values(operation: &mut Operation, values: &mut Vec<Rc<Type>>, renamed: &mut HashMap<Value, Value>) {
    let mut take_new = |value: &mut Value, renamed: &mut HashMap<Value, Value>| {
        values.push(Rc::clone(&values[*value as usize]));
        let new = Value::try_from(values.len() - 1).unwrap_or(Value::MAX);
        renamed.insert(*value, new);
        *value = new;
    };
    for operand in &mut operation.operands {
        *operand = renamed.get(operand).copied().unwrap_or(*operand);
    }
    operation.results.iter_mut().for_each(|result| take_new(result, renamed));
    for block in operation.regions.iter_mut().flatten() {
        block.arguments.iter_mut().for_each(|argument| take_new(argument, renamed));
    }
    for block in operation.regions.iter_mut().flatten() {
        block.operations.iter_mut().for_each(|inside| rename_values(inside, values, renamed));
    }
}

/// Puts a kin in the place of an operation, or gives a comparison another predicate.
fn rename(module: &mut Module, site: &EditSite, random: &mut impl Rng) -> bool {
    let Some(operation) = find(&mut module.operations, site.number) else { return false };
    if let Some(predicates) = predicates(operation.name) {
        let old = operation.attributes.iter_mut().find(|(name, _)| *name == "predicate");
        let Some((_, predicate)) = old else { return false };
        let Attribute::Int(_, ty) = &**predicate else { return false };
        *predicate = Rc::new(Attribute::Int(random.random_range(0..predicates), Rc::clone(ty)));
        return true;
    }
    let Some(kin) = KIN.iter().find(|kin| kin.contains(&operation.name)) else { return false };
    let Some(other) = kin.choose(random).filter(|other| **other != operation.name) else { return false };
    operation.name = ir::name(other);
    operation.attributes.retain(|(name, _)| !OWN.contains(name));
    true
}

/// Moves a constant, or an element of one, towards an edge.
fn revalue(module: &mut Module, places: &EditSites, random: &mut impl Rng) -> bool {
    let Some(number) = places.constants.choose(random) else { return false };
    let Some(operation) = find(&mut module.operations, *number) else { return false };
    let value = operation.attributes.iter_mut().find(|(name, _)| matches!(*name, "value" | "values"));
    let Some((_, attribute)) = value else { return false };
    let is_index = matches!(&**attribute, Attribute::Int(_, ty) if **ty == Type::Index);
    if is_index && places.has_views {
        return false;
    }
    let Some(edge) = edged(attribute, random).filter(|edge| *edge != **attribute) else { return false };
    *attribute = Rc::new(edge);
    true
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use rand::SeedableRng;
    use rand_chacha::ChaCha8Rng;
    use std::collections::BTreeSet;

    /// Every edit finds something to do in it.
    pub const MODULE: &str = r#""builtin.module"() ({
  "func.func"() <{function_type = (i32, i32) -> i32, sym_name = "f"}> ({
  ^bb0(%0: i32, %1: i32):
    %2 = "arith.constant"() <{value = 5 : i32}> : () -> i32
    %3 = "arith.constant"() <{value = dense<[1.0, 2.0]> : tensor<2xf32>}> : () -> tensor<2xf32>
    %4 = "arith.addi"(%0, %1) <{overflowFlags = #arith.overflow<nsw>}> : (i32, i32) -> i32
    %5 = "arith.muli"(%4, %2) : (i32, i32) -> i32
    %6 = "arith.cmpi"(%5, %0) <{predicate = 2 : i64}> : (i32, i32) -> i1
    %7 = "scf.if"(%6) ({
      %8 = "arith.subi"(%5, %1) : (i32, i32) -> i32
      "scf.yield"(%8) : (i32) -> ()
    }, {
      "scf.yield"(%0) : (i32) -> ()
    }) : (i1) -> i32
    %9 = "tensor.cast"(%3) : (tensor<2xf32>) -> tensor<*xf32>
    "func.call"(%9) <{callee = @printMemrefF32}> : (tensor<*xf32>) -> ()
    "func.return"(%7) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (tensor<*xf32>) -> (), sym_name = "printMemrefF32", sym_visibility = "private"}> ({
  }) : () -> ()
}) : () -> ()
"#;

    fn mutants(text: &str, count: usize) -> Vec<String> {
        let mut random = ChaCha8Rng::seed_from_u64(7);
        (0..count).filter_map(|_| edit(text, &mut random)).collect()
    }

    #[test]
    fn edits_are_many_and_what_they_leave_can_be_read() {
        let mutants = mutants(MODULE, 400);
        assert!(mutants.len() > 380, "{}", mutants.len());
        let different: BTreeSet<&String> = mutants.iter().collect();
        assert!(different.len() > 100, "{}", different.len());
        for mutant in &mutants {
            ir::module(mutant).unwrap_or_else(|why| panic!("{why}\n{mutant}"));
        }
        let some = |what: &str| mutants.iter().any(|mutant| mutant.contains(what));
        assert!(some("arith.divsi") && some("predicate = 7") && some("2147483647"));
        let copies = |mutant: &&String| mutant.matches("scf.if").count() == 2;
        assert!(
            mutants.iter().any(|mutant| copies(&mutant)),
            "an operation is put there twice, with its regions"
        );
    }

    #[test]
    fn outputs_stay_what_they_are_told_to_be() {
        for mutant in mutants(MODULE, 400) {
            assert_eq!(mutant.matches("\"func.call\"").count(), 1, "{mutant}");
            assert_eq!(mutant.matches("\"tensor.cast\"").count(), 1, "{mutant}");
        }
    }

    #[test]
    fn values_are_taken_where_they_are_in_scope() {
        for mutant in mutants(MODULE, 400) {
            let module = ir::module(&mutant).expect("it can be read");
            let mut made = HashSet::new();
            module.walk(&mut |operation| {
                // Within regions of one block each, what comes first in the walk dominates unless its region is over.
                assert!(operation.operands.iter().all(|operand| made.contains(operand)), "{mutant}");
                made.extend(operation.results.iter().filter(|_| operation.regions.is_empty()).copied());
                made.extend(operation.regions.iter().flatten().flat_map(|block| &block.arguments).copied());
                made.extend(operation.results.iter().copied());
            });
        }
    }

    #[test]
    fn parallel_loops_are_left_alone() {
        let parallel = MODULE.replace("\"scf.if\"(%6)", "\"scf.parallel\"(%6)");
        assert!(mutants(&parallel, 20).is_empty());
    }
}
