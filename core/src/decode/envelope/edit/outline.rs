//! Operations that become a function.

use super::uses::{given, substitute, taken};
use super::{At, around, movable, operation};
use crate::ir::{Attribute, Block, Module, Operation, Type, Value, attributes};
use rand::Rng;
use std::collections::{HashMap, HashSet};
use std::rc::Rc;

/// Operations that become a function, at most.
const MOST: usize = 4;

/// Moves an operation, or a few in a row, into a function of its own, which is called there.
pub(super) fn outline(module: &mut Module, at: &At<'_>, random: &mut dyn Rng) -> bool {
    let Some(inside) = movable(module, at, MOST, random) else { return false };
    let count = inside.len();
    let (inputs, outputs) = (taken(&inside), given(module, &inside));
    let types = |values: &[Value]| -> Vec<Rc<Type>> {
        values.iter().map(|value| Rc::clone(&module.values[*value as usize])).collect()
    };
    let (takes, gives) = (types(&inputs), types(&outputs));
    let name = unused_name(module);
    let mut new = |types: &[Rc<Type>]| -> Vec<Value> {
        let first = module.values.len() as Value;
        module.values.extend(types.iter().cloned());
        (first..first + types.len() as Value).collect()
    };
    let (arguments, made) = (new(&takes), new(&gives));
    let mut body = inside;
    body.push(operation("func.return", outputs.clone(), Vec::new(), Vec::new()));
    substitute(&mut body, &inputs.iter().copied().zip(arguments.iter().copied()).collect());
    let function = Operation {
        attributes: attributes([
            ("function_type", Attribute::Type(Rc::new(Type::Function(takes, gives)))),
            ("sym_name", Attribute::Text(name.as_str().into())),
            ("sym_visibility", Attribute::Text("private".into())),
        ]),
        regions: vec![vec![Block { arguments, operations: body }]],
        ..operation("func.func", Vec::new(), Vec::new(), Vec::new())
    };
    let call = Operation {
        attributes: attributes([("callee", Attribute::symbol(&name))]),
        ..operation("func.call", inputs, made.clone(), Vec::new())
    };
    let instead: HashMap<Value, Value> = outputs.into_iter().zip(made).collect();
    substitute(&mut module.operations, &instead);
    let Some((operations, place)) = around(&mut module.operations, at.site.number) else { return false };
    operations.splice(place..place + count, [call]);
    module.operations.push(function);
    true
}

/// A name that no function has.
fn unused_name(module: &Module) -> String {
    let names: HashSet<&str> =
        module.operations.iter().filter_map(|operation| operation.text("sym_name")).collect();
    let mut number = 0;
    loop {
        let name = format!("outlined{number}");
        if !names.contains(name.as_str()) {
            return name;
        }
        number += 1;
    }
}
