//! The promise a generated program keeps, stated apart from the code that generates it.

use super::finish::taken_by;
use super::{Program, arguments_of, nested};
use crate::ir::attributes;
use crate::observe::Element;
use crate::semantics::program::{TensorType, TreeFunction, TreeOperation, TreeRegion};
use crate::semantics::{self, Asked as _, Definedness, Tensor};
use std::collections::{BTreeSet, HashMap};
use std::rc::Rc;

/// Elements of any argument or result, joined results included.
const ELEMENTS: usize = 1 << 14;
/// Most results.
const RESULTS: usize = 20;
/// Operations, those that join results and those of regions included.
const OPERATIONS: usize = 400;

/// The work of [`Program::check`].
pub(super) fn check(program: &Program) -> Result<(), String> {
    if program.operations().count() > OPERATIONS {
        return Err(format!("{} operations, more than {OPERATIONS}", program.operations().count()));
    }
    if program.results.is_empty() || program.results.len() > RESULTS {
        return Err(format!("{} results, not 1 to {RESULTS}", program.results.len()));
    }
    program.arguments.iter().chain(&program.results).try_for_each(|tensor| cost(tensor))?;
    for body in program.bodies() {
        order(&body.operations, &mut body.arguments.iter().copied().collect())?;
        uses(body)?;
    }
    check_casts(program)?;
    check_calls(program)?;
    check_results(program)?;
    check_meaning(program)
}

/// Checks that every cast is between types of one tensor.
fn check_casts(program: &Program) -> Result<(), String> {
    let arguments = program.functions.iter().map(|function| &function.arguments).chain([&program.types]);
    for (types, body) in arguments.zip(program.bodies()) {
        let mut known: HashMap<usize, &TensorType> = body.arguments.iter().copied().zip(types).collect();
        for operation in nested(&body.operations) {
            for region in &operation.regions {
                let taken: Vec<_> =
                    arguments_of(operation, region).map(|(to, from)| (to, known[&from])).collect();
                known.extend(taken);
            }
            known.extend(operation.results.iter().copied().zip(&operation.types));
            if operation.name == "tensor.cast" && !is_one(known[&operation.operands[0]], &operation.types[0])
            {
                return Err("a tensor.cast would make one tensor of another".into());
            }
        }
    }
    Ok(())
}

/// Checks that functions are called, and come after those that they call.
fn check_calls(program: &Program) -> Result<(), String> {
    let mut called: BTreeSet<&str> = BTreeSet::new();
    for (i, body) in program.bodies().enumerate() {
        for operation in nested(&body.operations) {
            let Some(callee) = operation.attributes.word("callee") else { continue };
            called.insert(callee);
            if !program.functions[..i].iter().any(|function| function.name == callee) {
                return Err(format!("@{callee} is called and not before"));
            }
        }
    }
    match program.functions.iter().find(|function| !called.contains(function.name.as_str())) {
        Some(function) => Err(format!("@{} is not called", function.name)),
        None => Ok(()),
    }
}

fn check_results(program: &Program) -> Result<(), String> {
    let returned = program.kernel.operations.last().map_or(&[][..], |last| &last.operands);
    let different: BTreeSet<&usize> = returned.iter().collect();
    if different.len() != returned.len() || returned.iter().any(|v| program.kernel.arguments.contains(v)) {
        return Err("a result is returned twice, or is an argument".into());
    }
    Ok(())
}

fn check_meaning(program: &Program) -> Result<(), String> {
    let evaluation = semantics::evaluate(&meaning(program)).map_err(|stopped| stopped.to_string())?;
    let open = |kind| matches!(kind, Definedness::Undefined | Definedness::Undecided);
    if let Some(remark) = evaluation.remarks.iter().find(|remark| open(remark.kind)) {
        return Err(format!("{} is not defined, by the rule {}", remark.operation, remark.rule));
    }
    let printed = evaluation.printed.iter().map(|printed| &printed.tensor);
    if !printed.eq(&program.results) {
        return Err("the results are not what the semantics make of it".into());
    }
    Ok(())
}

/// The program as the semantics evaluate it: a `main` without arguments, which are constants of it, and no prints.
fn meaning(program: &Program) -> semantics::Tree {
    let constants =
        program.kernel.arguments.iter().zip(&program.arguments).map(|(value, tensor)| TreeOperation {
            name: "tosa.const".into(),
            operands: Vec::new(),
            results: vec![*value],
            types: vec![TensorType::of(tensor.element, &tensor.shape)],
            attributes: attributes([("values", tensor.dense())]),
            regions: Vec::new(),
            location: String::new(),
        });
    let operations: Vec<TreeOperation> = constants.chain(program.kernel.operations.iter().cloned()).collect();
    let values = nested(&program.kernel.operations)
        .flat_map(|operation| {
            let inner = operation.regions.iter().flat_map(|region| &region.arguments);
            operation.results.iter().chain(inner)
        })
        .chain(&program.kernel.arguments)
        .max()
        .map_or(0, |most| most + 1);
    let body = Some(TreeRegion { arguments: Vec::new(), operations });
    let main = TreeFunction { name: "main".into(), arguments: Vec::new(), body, values };
    let functions = program.functions.iter().cloned().chain([main]).collect();
    let initial = |(name, tensor): &(String, Rc<Tensor>)| (name.clone(), Some(tensor.clone()));
    semantics::Tree { functions, variables: program.variables.iter().map(initial).collect() }
}

/// True of two types that one tensor may have.
fn is_one(one: &TensorType, other: &TensorType) -> bool {
    let alike = |(a, b): (&Option<usize>, &Option<usize>)| a.is_none() || b.is_none() || a == b;
    let extents = match (&one.extents, &other.extents) {
        (Some(one), Some(other)) => one.len() == other.len() && one.iter().zip(other).all(alike),
        _ => true,
    };
    extents && one.element == other.element
}

/// Checks that everything in a body is taken by something.
fn uses(body: &TreeRegion) -> Result<(), String> {
    let taken = taken_by(&body.operations);
    if let Some(i) = body.arguments.iter().position(|argument| !taken.contains(argument)) {
        return Err(format!("argument {i} is not used"));
    }
    let dead = |operation: &&TreeOperation| {
        !operation.results.is_empty() && !operation.results.iter().any(|result| taken.contains(result))
    };
    match nested(&body.operations).find(dead) {
        Some(dead) => Err(format!("{} is dead", dead.name)),
        None => Ok(()),
    }
}

/// Checks that every operand is made before.
fn order(operations: &[TreeOperation], made: &mut BTreeSet<usize>) -> Result<(), String> {
    for operation in operations {
        if !operation.operands.iter().all(|operand| made.contains(operand)) {
            return Err(format!("{} takes a value before it is made", operation.name));
        }
        for region in &operation.regions {
            let mut inner = made.clone();
            inner.extend(&region.arguments);
            order(&region.operations, &mut inner)?;
        }
        made.extend(&operation.results);
    }
    Ok(())
}

fn cost(tensor: &Tensor) -> Result<(), String> {
    if tensor.rank() > 6 || tensor.len() > ELEMENTS {
        return Err(format!(
            "a tensor of {:?} elements is too large, or of too many dimensions",
            tensor.shape
        ));
    }
    if tensor.element == Element::Index {
        return Err("a shape is no result".into());
    }
    Ok(())
}
