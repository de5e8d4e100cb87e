//! Programs of one operation: each operation of a program by itself, on the operands that it has there. The first that goes
//! wrong by itself is what goes wrong in the whole. Fold hooks look at what made an operand, so each comes with that, too.

use super::builder::{terminator, type_of};
use super::finish::taken_by;
use super::is_constant;
use super::{Program, Syntax, is_plumbing};
use crate::ir::attributes;
use crate::observe::{Element, TypedOperation};
use crate::semantics::program::{self, TensorType, TreeFunction, TreeOperation, TreeRegion};
use crate::semantics::{EvaluatedStep, NotEvaluated, Tensor, trace};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

/// One operation of a program by itself.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Single {
    /// Its name and what it computes on.
    pub operation: TypedOperation,
    /// Its place in the program.
    pub location: String,
    /// MLIR text, which prints its results.
    pub program: String,
}

/// Every operation that a program runs, in order, by itself: with operands that nothing is known of until it runs, and again
/// with constants, which fold hooks see. One that runs several times on the same operands is there once. After all of them each comes
/// with the operations that make its operands, in the same two ways.
///
/// Operands are the best guesses of the semantics, so an operation that goes wrong on what a lowering computes alone shows
/// nothing.
///
/// # Errors
/// The semantics cannot evaluate the program.
pub fn singles(program: &program::Tree, syntax: Syntax) -> Result<Vec<Single>, NotEvaluated> {
    let steps = trace(program)?;
    let sites = sites(program);
    let mut seen = BTreeSet::new();
    let mut found = Vec::new();
    let alone = steps.iter().filter(|step| stands_alone(step)).map(|step| vec![step]);
    for group in alone.chain(with_makers(&steps, &sites)) {
        let step = group[group.len() - 1];
        let Some(site) = sites.get(&std::ptr::from_ref(step.operation)) else { continue };
        for constant in [false, true] {
            let text = apart(&group, site, constant).print(syntax);
            if seen.insert(text.clone()) {
                let (operation, location) = (typed(step), step.operation.location.clone());
                found.push(Single { operation, location, program: text });
            }
        }
    }
    Ok(found)
}

/// Each operation behind those that made its operands in the same function, in the order in which they ran, where there are any.
fn with_makers<'s, 'p>(steps: &'s [EvaluatedStep<'p>], sites: &Sites<'_>) -> Vec<Vec<&'s EvaluatedStep<'p>>> {
    let site_of = |step: &EvaluatedStep<'_>| sites.get(&std::ptr::from_ref(step.operation)).map(Rc::as_ptr);
    // By the tensor's address: an operation may run many times.
    let mut makers: BTreeMap<*const Tensor, usize> = BTreeMap::new();
    let mut groups = Vec::new();
    for (place, step) in steps.iter().enumerate().filter(|(_, step)| stands_alone(step)) {
        let operands = step.operation.operands.iter().zip(&step.operands);
        let made = operands.filter_map(|(value, tensor)| {
            let maker = *makers.get(&Rc::as_ptr(tensor))?;
            let other = &steps[maker];
            (other.operation.results.contains(value) && site_of(other) == site_of(step)).then_some(maker)
        });
        let made: BTreeSet<usize> = made.collect();
        if !made.is_empty() {
            groups.push(made.into_iter().chain([place]).map(|place| &steps[place]).collect());
        }
        makers.extend(step.results.iter().map(|tensor| (Rc::as_ptr(tensor), place)));
    }
    groups
}

fn typed(step: &EvaluatedStep<'_>) -> TypedOperation {
    let first = |tensors: &[Rc<Tensor>]| tensors.first().map(|tensor| tensor.element.name().to_owned());
    let mut elements: Vec<String> =
        [&step.operands, &step.results].into_iter().filter_map(|t| first(t)).collect();
    elements.dedup();
    TypedOperation { name: step.operation.name.clone(), elements }
}

/// True of an operation that computes something printable, of nothing but its operands.
fn stands_alone(step: &EvaluatedStep<'_>) -> bool {
    let operation = step.operation;
    let within: BTreeSet<usize> = operation.regions.iter().flat_map(made_in).collect();
    let closed = operation.regions.iter().all(|region| {
        let taken = taken_by(&region.operations);
        taken.iter().all(|value| within.contains(value))
    });
    let needs_more = |name: &str| name.starts_with("tosa.variable") || name == "func.call";
    let inner = operation.regions.iter().flat_map(|region| super::nested(&region.operations));
    crate::observe::dialect(&operation.name) == "tosa"
        && !is_plumbing(operation)
        && !inner.chain([operation]).any(|operation| needs_more(&operation.name))
        && closed
        && !step.results.is_empty()
        && step.results.iter().all(|tensor| tensor.element != Element::Index)
}

/// The values that a region makes, its arguments among them.
fn made_in(region: &TreeRegion) -> Vec<usize> {
    let mut made = region.arguments.clone();
    for operation in &region.operations {
        made.extend(&operation.results);
        made.extend(operation.regions.iter().flat_map(made_in));
    }
    made
}

/// The known facts about the values of one function.
#[derive(Default)]
struct FunctionFacts<'p> {
    types: BTreeMap<usize, TensorType>,
    constants: BTreeMap<usize, &'p TreeOperation>,
}

type Sites<'p> = BTreeMap<*const TreeOperation, Rc<FunctionFacts<'p>>>;

/// By operation, what is known of its function. Addresses tell operations apart and are never followed.
fn sites(program: &program::Tree) -> Sites<'_> {
    let mut sites = BTreeMap::new();
    for TreeFunction { arguments, body, .. } in &program.functions {
        let Some(body) = body else { continue };
        let mut site = FunctionFacts::default();
        site.types.extend(body.arguments.iter().copied().zip(arguments.iter().cloned()));
        let mut operations = Vec::new();
        survey(body, &mut site, &mut operations);
        let site = Rc::new(site);
        sites.extend(operations.into_iter().map(|operation| (std::ptr::from_ref(operation), site.clone())));
    }
    sites
}

fn survey<'p>(region: &'p TreeRegion, site: &mut FunctionFacts<'p>, operations: &mut Vec<&'p TreeOperation>) {
    for operation in &region.operations {
        site.types.extend(operation.results.iter().copied().zip(operation.types.iter().cloned()));
        if is_constant(operation) {
            site.constants.extend(operation.results.first().map(|result| (*result, operation)));
        }
        // Blocks take what the operation takes, but for the condition.
        let inputs =
            operation.operands.get(usize::from(operation.name == "tosa.cond_if")..).unwrap_or_default();
        for inner in &operation.regions {
            let types: Vec<_> = inner
                .arguments
                .iter()
                .zip(inputs)
                .filter_map(|(argument, input)| Some((*argument, site.types.get(input)?.clone())))
                .collect();
            site.types.extend(types);
            survey(inner, site, operations);
        }
        operations.push(operation);
    }
}

/// The last operation in a kernel of its own, behind the others. Values keep the numbers they have.
fn apart(group: &[&EvaluatedStep<'_>], site: &FunctionFacts<'_>, constant: bool) -> Program {
    let mut program = Program::default();
    let mut operations: Vec<TreeOperation> = Vec::new();
    let mut there = BTreeSet::new();
    for step in group {
        for (value, tensor) in step.operation.operands.iter().copied().zip(&step.operands) {
            if !there.insert(value) {
                continue;
            }
            match site.constants.get(&value) {
                Some(made) => operations.push((*made).clone()),
                None if constant || tensor.element == Element::Index => {
                    operations.push(literal(value, tensor))
                }
                None => {
                    program.kernel.arguments.push(value);
                    program.types.push(site.types.get(&value).cloned().unwrap_or_else(|| type_of(tensor)));
                    program.arguments.push(tensor.clone());
                }
            }
        }
        there.extend(step.operation.results.iter().copied());
        operations.push(step.operation.clone());
        program.results.clone_from(&step.results);
    }
    let results = operations.last().map(|last| last.results.clone()).unwrap_or_default();
    operations.push(terminator("func.return", results));
    program.kernel.operations = operations;
    program
}

/// A constant of this value.
fn literal(value: usize, tensor: &Rc<Tensor>) -> TreeOperation {
    let is_shape = tensor.element == Element::Index;
    let shape = || {
        let spelling = format!("!tosa.shape<{}>", tensor.len());
        TensorType { extents: Some(vec![Some(tensor.len())]), element: Some(Element::Index), spelling }
    };
    TreeOperation {
        results: vec![value],
        types: vec![if is_shape { shape() } else { type_of(tensor) }],
        attributes: attributes([("values", tensor.dense())]),
        ..terminator(if is_shape { "tosa.const_shape" } else { "tosa.const" }, Vec::new())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::decode::{decode_for, seeded};

    /// The tree of a generated program, as reading its text gives it.
    fn module(program: &Program) -> program::Tree {
        let kernel = TreeFunction { name: "main".into(), arguments: Vec::new(), body: None, values: 0 };
        let most =
            program.operations().flat_map(|operation| &operation.results).max().map_or(0, |last| last + 1);
        let mut body = program.kernel.clone();
        let arguments = std::mem::take(&mut body.arguments);
        let constants =
            arguments.iter().zip(&program.arguments).map(|(value, tensor)| literal(*value, tensor));
        body.operations.splice(..0, constants);
        let values = most.max(arguments.iter().max().map_or(0, |last| last + 1)) + 1000;
        let main = TreeFunction { body: Some(body), values, ..kernel };
        let functions = program.functions.iter().cloned().chain([main]).collect();
        program::Tree { functions, variables: Vec::new() }
    }

    #[test]
    fn every_operation_of_a_program_comes_by_itself_and_evaluates_to_what_it_did() {
        let mut met = BTreeMap::new();
        for seed in 0..40 {
            let Ok(decoded) = decode_for(&seeded(seed, 3), 22) else { continue };
            let program = decoded.program;
            if !program.variables.is_empty() {
                continue;
            }
            let module = module(&program);
            let steps = trace(&module).unwrap();
            let sites = sites(&module);
            let alone = steps.iter().filter(|step| stands_alone(step)).map(|step| vec![step]);
            for group in alone.chain(with_makers(&steps, &sites)) {
                // A constant has no bound, so of what is known up to one the results come out narrower.
                let mut operands = group.iter().flat_map(|step| &step.operands);
                if !operands.all(|tensor| (0..tensor.len()).all(|place| tensor.bound(place) == 0.0)) {
                    continue;
                }
                let site = &sites[&std::ptr::from_ref(group[0].operation)];
                for constant in [false, true] {
                    let apart = apart(&group, site, constant);
                    assert_eq!(apart.check(), Ok(()), "{}", apart.print(Syntax::V22));
                    *met.entry(group.len()).or_insert(0) += 1;
                }
            }
        }
        assert!(met[&1] > 200 && met[&2] > 50 && met[&3] > 20, "{met:?} operations");
    }
}
