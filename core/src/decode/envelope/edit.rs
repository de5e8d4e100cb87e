//! Edits of a module in generic form: small changes that leave something MLIR may well accept.
//!
//! Types agree and values are in scope, so most edits leave a valid module; for the others the verifier is there. A program may become
//! undefined, which the machine that runs it sees. Edits that it cannot see are not made: two iterations of a parallel loop that
//! write to one place, buffers that alias where an operation promises they do not, and outputs that are no longer what they are
//! told to be. A row of [`ROWS`] is a way to change a module.

use crate::dialect::unspecified;
use crate::ir::{self, Attribute, Attributes, Module, Operation, Type, Value};
use crate::path::OperationTrait::{
    Call, CastOfShape, Concurrent, Function, HoldsValue, PartOfBuffer, Promise,
};
use crate::path::operation_trait::{has_fixed_body, predicates, shown};
use kin::OWN;
use rand::seq::IndexedRandom as _;
use rand::{Rng, RngExt};
use serde::{Deserialize, Serialize};
use std::collections::{HashMap, HashSet};
use std::rc::Rc;
use uses::make_own;
use values::edged;

mod attributes;
mod graft;
mod invalid;
pub mod kin;
mod nesting;
mod outline;
mod retype;
mod splice;
mod uses;
mod values;

/// Tries before nothing is changed.
const TRIES: usize = 8;
/// Modules of more operations are left alone: each edit looks at all of them.
const MOST_OPERATIONS: usize = 2000;

/// A way in which an input is changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Mutation {
    /// The steps are others.
    Steps,
    /// An operation takes another value of its operand's type.
    Rewire,
    /// Two operands of one type change places.
    SwapOperands,
    /// An operation that nobody needs goes.
    Remove,
    /// An operation is there twice.
    Duplicate,
    /// Another operation that takes and gives the same types takes its place, or another predicate.
    Replace,
    /// A constant is another one.
    Constant,
    /// An integer among the attributes of an operation is another one.
    Attribute,
    /// Operations of any dialect are grown there and take values that are in reach.
    Graft,
    /// Operations are put into a loop of one iteration, a branch, or a region.
    Nest,
    /// The body of a loop, a branch or a region takes its place.
    Unnest,
    /// Operations become a function, which is called.
    Outline,
    /// Operations of another seed are put there.
    Splice,
    /// A type of integers is another one in all of the module.
    Retype,
    /// The module is made invalid on purpose.
    Invalid,
}

/// The place of a mutation, and its means beside the module.
#[derive(Clone, Copy)]
pub(super) struct Material<'a> {
    /// Another seed to take operations from.
    pub other: Option<&'a str>,
    /// The major version of MLIR.
    pub version: u32,
}

/// The place of a change, and what is known of the module and beside it.
struct At<'a> {
    site: &'a EditSite,
    places: &'a EditSites,
    material: Material<'a>,
}

/// A row of the table of mutations.
struct MutationRow {
    mutation: Mutation,
    /// Its share, beside those of the others.
    share: u8,
    /// Changes the module there; false where there is nothing to change.
    apply: fn(&mut Module, &At<'_>, &mut dyn Rng) -> bool,
}

/// The row of a mutation.
const fn row(
    mutation: Mutation,
    share: u8,
    apply: fn(&mut Module, &At<'_>, &mut dyn Rng) -> bool,
) -> MutationRow {
    MutationRow { mutation, share, apply }
}

const ROWS: &[MutationRow] = &[
    row(Mutation::Rewire, 6, rewire),
    row(Mutation::SwapOperands, 3, swap),
    row(Mutation::Remove, 2, remove),
    row(Mutation::Duplicate, 2, duplicate),
    row(Mutation::Replace, 5, replace),
    row(Mutation::Constant, 5, revalue),
    row(Mutation::Attribute, 2, attributes::edge),
    row(Mutation::Graft, 5, graft::graft),
    row(Mutation::Nest, 3, nesting::nest),
    row(Mutation::Unnest, 2, nesting::unnest),
    row(Mutation::Outline, 2, outline::outline),
    row(Mutation::Splice, 3, splice::splice),
    row(Mutation::Retype, 2, retype::retype),
    row(Mutation::Invalid, 2, invalid::invalid),
];

/// The module of `text`, in generic form, with one change; none where it cannot be read, or nothing was found to change.
pub(super) fn edit(text: &str, material: Material<'_>, random: &mut dyn Rng) -> Option<(String, Mutation)> {
    let all: u32 = ROWS.iter().map(|row| u32::from(row.share)).sum();
    edit_by(text, material, random, |random| {
        let mut number = random.random_range(0..all);
        let drawn = ROWS.iter().find(|row| {
            let is_it = number < u32::from(row.share);
            number = number.saturating_sub(u32::from(row.share));
            is_it
        });
        drawn.unwrap_or(&ROWS[0])
    })
}

/// The module of `text` with operations of another one.
pub(super) fn splice(text: &str, other: &str, random: &mut dyn Rng) -> Option<String> {
    let row = ROWS.iter().find(|row| row.mutation == Mutation::Splice)?;
    // No other row looks at the version.
    let material = Material { other: Some(other), version: 0 };
    edit_by(text, material, random, |_| row).map(|(module, _)| module)
}

/// As [`edit`], by the rows that are drawn.
fn edit_by(
    text: &str,
    material: Material<'_>,
    random: &mut dyn Rng,
    drawn: impl Fn(&mut dyn Rng) -> &'static MutationRow,
) -> Option<(String, Mutation)> {
    let mut module = ir::module(text).ok()?;
    ir::renumber(&mut module);
    let places = EditSites::of(&module)?;
    let before = unspecified(&module);
    let mutation = (0..TRIES).find_map(|_| {
        let site = places.sites.choose(random)?;
        let row = drawn(random);
        (row.apply)(&mut module, &At { site, places: &places, material }, random).then_some(row.mutation)
    })?;
    if mutation != Mutation::Invalid && unspecified(&module) > before {
        return None;
    }
    // A module with an operand that nothing makes cannot be printed.
    ir::renumber(&mut module).then(|| (module.generic(), mutation))
}

/// An operation that may be edited.
struct EditSite {
    number: u32,
    /// Values that it can take.
    scope: Vec<Value>,
    /// True if the last of its block.
    is_last: bool,
    /// True where loops and branches may stand, which become blocks some day.
    is_free: bool,
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
        places.enter(&module.operations, &mut Vec::new(), false);
        Some(places)
    }

    fn enter(&mut self, operations: &[Operation], scope: &mut Vec<Value>, is_free: bool) {
        for (place, operation) in operations.iter().enumerate() {
            let is_last = place + 1 == operations.len();
            self.sites.push(EditSite { number: operation.number, scope: scope.clone(), is_last, is_free });
            let is_free =
                nesting::becomes_blocks(operation.name) && (is_free || Function.is_of(operation.name));
            let around = if Function.is_of(operation.name) { Vec::new() } else { scope.clone() };
            // The body of a named operation says what its name says, and passes go by the name.
            let is_open = !has_fixed_body(operation.name);
            let regions = operation.regions.iter().filter(|_| is_open);
            for region in regions {
                let mut entry = around.clone();
                for (number, block) in region.iter().enumerate() {
                    let mut inside = entry.clone();
                    inside.extend(&block.arguments);
                    self.enter(&block.operations, &mut inside, is_free);
                    if number == 0 {
                        // Every other block comes behind the entry.
                        entry = inside;
                    }
                }
            }
            scope.extend(&operation.results);
        }
    }
}

/// Lets an operation take another value of the same type.
fn rewire(module: &mut Module, at: &At<'_>, random: &mut dyn Rng) -> bool {
    let Module { operations, values, .. } = module;
    let Some(operation) = find(operations, at.site.number) else { return false };
    if operation.operands.is_empty() || keeps_operands(operation) {
        return false;
    }
    let place = random.random_range(0..operation.operands.len());
    let ty = |value: Value| &values[value as usize];
    let own = operation.operands[place];
    if is_buffer(ty(own)) {
        return false;
    }
    let others: Vec<Value> =
        at.site.scope.iter().copied().filter(|value| *value != own && ty(*value) == ty(own)).collect();
    let Some(other) = others.choose(random) else { return false };
    operation.operands[place] = *other;
    true
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

/// Operations in a row from a site on, `most` at most, that may go elsewhere together; none where one has to stay. The last operation ends
/// its block.
fn movable(module: &mut Module, at: &At<'_>, most: usize, random: &mut dyn Rng) -> Option<Vec<Operation>> {
    if !at.site.is_free {
        return None;
    }
    let count = random.random_range(1..=most);
    let (operations, place) = around(&mut module.operations, at.site.number)?;
    let end = (place + count).min(operations.len().saturating_sub(1));
    let stays =
        |one: &Operation| keeps_operands(one) || one.text("sym_name").is_some() || !one.successors.is_empty();
    let chosen = operations.get(place..end).filter(|chosen| !chosen.is_empty())?;
    if chosen.iter().any(stays) { None } else { Some(chosen.to_vec()) }
}

/// An operation whose number is told later.
fn operation(name: &str, operands: Vec<Value>, results: Vec<Value>, regions: Vec<ir::Region>) -> Operation {
    Operation {
        name: ir::name(name),
        number: u32::MAX,
        operands,
        results,
        attributes: Attributes::default(),
        successors: Vec::new(),
        regions,
        location: None,
    }
}

/// Swaps two operands of one type.
fn swap(module: &mut Module, at: &At<'_>, random: &mut dyn Rng) -> bool {
    let Module { operations, values, .. } = module;
    let Some(operation) = find(operations, at.site.number) else { return false };
    let count = operation.operands.len();
    if count < 2 || keeps_operands(operation) {
        return false;
    }
    let [one, other] = [0; 2].map(|_| random.random_range(0..count));
    let [first, second] = [one, other].map(|place| operation.operands[place]);
    let ty = |value: Value| &values[value as usize];
    if first == second || ty(first) != ty(second) || (at.places.has_views && is_buffer(ty(first))) {
        return false;
    }
    operation.operands.swap(one, other);
    true
}

/// Removes an operation that nobody needs.
fn remove(module: &mut Module, at: &At<'_>, _random: &mut dyn Rng) -> bool {
    let Some((operations, place)) = around(&mut module.operations, at.site.number) else { return false };
    let operation = &operations[place];
    let is_needed = operation.results.iter().any(|result| at.places.used.contains(result));
    // A symbol may be used by name, and what prints has its place among the outputs.
    let stays = is_needed
        || at.site.is_last
        || keeps_operands(operation)
        || operation.text("sym_name").is_some()
        || Call.is_of(operation.name);
    if !stays {
        operations.remove(place);
    }
    !stays
}

/// Puts a copy behind an operation, and lets what comes behind take some of its results.
fn duplicate(module: &mut Module, at: &At<'_>, random: &mut dyn Rng) -> bool {
    let Module { operations, values, .. } = module;
    let Some((operations, place)) = around(operations, at.site.number) else { return false };
    let operation = &operations[place];
    let stays = at.site.is_last
        || keeps_operands(operation)
        || operation.text("sym_name").is_some()
        || Call.is_of(operation.name)
        || operation.results.iter().any(|result| is_buffer(&values[*result as usize]));
    if stays {
        return false;
    }
    let mut copy = operation.clone();
    let types = values.clone();
    make_own(std::slice::from_mut(&mut copy), &types, values, HashMap::new());
    let results: HashMap<Value, Value> =
        operation.results.iter().copied().zip(copy.results.iter().copied()).collect();
    operations.insert(place + 1, copy);
    take_some(&mut operations[place + 2..], &results, random);
    true
}

/// Lets operations take values in place of others, now and then.
fn take_some(operations: &mut [Operation], instead: &HashMap<Value, Value>, random: &mut dyn Rng) {
    let operands = operations.iter_mut().flat_map(|operation| &mut operation.operands);
    for operand in operands {
        if let Some(copied) = instead.get(operand).filter(|_| random.random()) {
            *operand = *copied;
        }
    }
}

/// Puts a kin in the place of an operation, or gives a comparison another predicate.
fn replace(module: &mut Module, at: &At<'_>, random: &mut dyn Rng) -> bool {
    let pattern = |module: &Module, operation: &Operation| kin::pattern(operation, |value| module.ty(value));
    let found = find(&mut module.operations, at.site.number).map(|operation| operation.clone());
    let Some(found) = found else { return false };
    let others: Vec<&str> =
        kin::of(&pattern(module, &found)).iter().copied().filter(|other| *other != found.name).collect();
    let Some(operation) = find(&mut module.operations, at.site.number) else { return false };
    let may_compare = others.is_empty() || random.random();
    if let (Some(predicates), true) = (predicates(operation.name), may_compare) {
        let old = operation.attributes.iter_mut().find(|(name, _)| *name == "predicate");
        let Some((_, predicate)) = old else { return false };
        let Attribute::Int(_, ty) = &**predicate else { return false };
        *predicate = Rc::new(Attribute::Int(random.random_range(0..predicates), Rc::clone(ty)));
        return true;
    }
    let Some(other) = others.choose(random).filter(|_| !keeps_operands(operation)) else { return false };
    operation.name = other;
    operation.attributes.retain(|(name, _)| !OWN.contains(name));
    true
}

/// Moves a constant, or an element of one, towards an edge.
fn revalue(module: &mut Module, at: &At<'_>, random: &mut dyn Rng) -> bool {
    let Some(number) = at.places.constants.choose(random) else { return false };
    let Some(operation) = find(&mut module.operations, *number) else { return false };
    let value = operation.attributes.iter_mut().find(|(name, _)| matches!(*name, "value" | "values"));
    let Some((_, attribute)) = value else { return false };
    let is_index = matches!(&**attribute, Attribute::Int(_, ty) if **ty == Type::Index);
    if is_index && at.places.has_views {
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

    const MATERIAL: Material<'_> = Material { other: Some(MODULE), version: 22 };

    fn mutants(text: &str, count: usize) -> Vec<String> {
        let mut random = ChaCha8Rng::seed_from_u64(7);
        let sound = |edited: &(String, Mutation)| edited.1 != Mutation::Invalid;
        let all = (0..count).filter_map(|_| edit(text, MATERIAL, &mut random));
        all.filter(sound).map(|(mutant, _)| mutant).collect()
    }

    /// Mutants by one row.
    pub fn by(mutation: Mutation, text: &str) -> BTreeSet<String> {
        let mut random = ChaCha8Rng::seed_from_u64(8);
        let row = ROWS.iter().find(|row| row.mutation == mutation).expect("it has a row");
        let all = (0..60).filter_map(|_| edit_by(text, MATERIAL, &mut random, |_| row));
        all.map(|(mutant, by)| {
            assert_eq!(by, mutation);
            mutant
        })
        .collect()
    }

    #[test]
    fn each_mutation_does_what_it_is_called_by() {
        let some = |mutation, fits: &dyn Fn(&str) -> bool| {
            let all = by(mutation, MODULE);
            assert!(all.iter().any(|mutant| fits(mutant)), "{mutation:?}: {all:#?}");
        };
        let count = |text: &str, word: &str| text.matches(word).count();
        some(Mutation::Nest, &|text| count(text, "scf.execute_region") == 1);
        some(Mutation::Nest, &|text| count(text, "scf.for") == 1);
        some(Mutation::Nest, &|text| count(text, "\"scf.if\"") == 2);
        some(Mutation::Unnest, &|text| count(text, "\"scf.if\"") == 0 && count(text, "arith.subi") == 1);
        some(Mutation::Outline, &|text| count(text, "\"func.func\"") == 3 && count(text, "@outlined") == 1);
        some(Mutation::Splice, &|text| count(text, "arith.muli") == 2);
        some(Mutation::Retype, &|text| count(text, "i32") == 0 && count(text, "2xf32") > 0);
        some(Mutation::Graft, &|text| count(text, " = ") > count(MODULE, " = "));
        some(Mutation::Replace, &|text| count(text, "math.") + count(text, "llvm.") > 0);
        assert!(by(Mutation::Invalid, MODULE).len() > 10);
        assert!(by(Mutation::Remove, MODULE).is_empty(), "nothing in it is unused");
    }

    #[test]
    fn edits_are_many_and_what_they_leave_can_be_read() {
        let mutants = mutants(MODULE, 400);
        assert!(mutants.len() > 350, "{}", mutants.len());
        let different: BTreeSet<&String> = mutants.iter().collect();
        assert!(different.len() > 100, "{}", different.len());
        let mut names = BTreeSet::new();
        for mutant in &mutants {
            ir::module(mutant).expect("it can be read").walk(&mut |operation| {
                names.insert(operation.name);
            });
        }
        assert!(names.len() > 40, "{names:?}");
        for mutant in &mutants {
            ir::module(mutant).unwrap_or_else(|why| panic!("{why}\n{mutant}"));
        }
        assert!(by(Mutation::Constant, MODULE).iter().any(|mutant| mutant.contains("2147483647")));
        let predicates = by(Mutation::Replace, MODULE);
        let predicates =
            predicates.iter().filter_map(|mutant| mutant.split("predicate = ").nth(1)?.chars().next());
        assert!(predicates.collect::<BTreeSet<char>>().len() > 2);
        let copies = |mutant: &&String| mutant.matches("scf.if").count() == 2;
        assert!(
            mutants.iter().any(|mutant| copies(&mutant)),
            "an operation is put there twice, with its regions"
        );
    }

    #[test]
    fn outputs_stay_what_they_are_told_to_be() {
        for mutant in mutants(MODULE, 400) {
            assert_eq!(mutant.matches("callee = @printMemrefF32").count(), 1, "{mutant}");
            assert!(mutant.contains("= \"tensor.cast\"(") && mutant.contains("-> tensor<*xf32>"), "{mutant}");
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
    fn operations_grow_beside_a_vector_of_no_dimensions() {
        let vector = "\"builtin.module\"() ({\n  \"func.func\"() ({\n  ^bb0(%0: vector<f32>, %1: f32):\n    \
                      \"func.return\"(%0) : (vector<f32>) -> ()\n  }) {function_type = (vector<f32>, f32) -> \
                      vector<f32>, sym_name = \"f\"} : () -> ()\n}) : () -> ()\n";
        let mut random = ChaCha8Rng::seed_from_u64(9);
        let row = ROWS.iter().find(|row| row.mutation == Mutation::Graft).expect("it has a row");
        let grown = (0..600).filter_map(|_| edit_by(vector, MATERIAL, &mut random, |_| row));
        assert!(grown.count() > 300);
    }

    #[test]
    fn parallel_loops_are_left_alone() {
        let parallel = MODULE.replace("\"scf.if\"(%6)", "\"scf.parallel\"(%6)");
        assert!(mutants(&parallel, 20).is_empty());
    }
}
