//! Operations that go into a region, and bodies of regions that take the place of what they are in.

use super::uses::{given, substitute};
use super::{At, around, is_buffer, movable, operation};
use crate::ir::{self, Attribute, Block, Module, Operation, Type, Value, attributes};
use crate::observe::Element;
use crate::path::OperationTrait::Function;
use rand::seq::IndexedRandom as _;
use rand::{Rng, RngExt};
use std::collections::HashMap;
use std::rc::Rc;

/// Operations that go into a region at once, at most.
const MOST: usize = 3;

/// The regions that operations are put into.
#[derive(Clone, Copy)]
enum Around {
    Region,
    Branch,
    Loop,
}

/// The source of the arguments of an operation's body.
#[derive(Clone, Copy)]
enum Body {
    /// It has none.
    Plain,
    /// The first operand is the first value of a counter, and from this one on operands are carried.
    Counted(usize),
}

/// Operations whose body, one block that ends with what they give, may take their place.
const BODIES: &[(&str, Body)] = &[
    ("affine.if", Body::Plain),
    ("memref.alloca_scope", Body::Plain),
    ("scf.execute_region", Body::Plain),
    ("scf.for", Body::Counted(3)),
    ("scf.if", Body::Plain),
];

/// Operations whose regions may have several blocks, or go when they become blocks.
const BLOCKS: &[&str] = &[
    "affine.for",
    "affine.if",
    "func.func",
    "llvm.func",
    "memref.alloca_scope",
    "scf.execute_region",
    "scf.for",
    "scf.if",
    "scf.index_switch",
    "scf.while",
];

/// True of an operation in which loops and branches may stand.
pub(super) fn becomes_blocks(name: &str) -> bool {
    BLOCKS.contains(&name)
}

/// Adds a value of this type.
fn new_value(module: &mut Module, ty: &Rc<Type>) -> Value {
    module.values.push(Rc::clone(ty));
    (module.values.len() - 1) as Value
}

/// A constant, and the operation that makes it.
fn constant(module: &mut Module, element: Element, value: i64) -> (Value, Operation) {
    let made = new_value(module, &Rc::new(Type::of(element)));
    let value = attributes([("value", Attribute::of_int(element, value))]);
    let constant = operation("arith.constant", Vec::new(), vec![made], Vec::new());
    (made, Operation { attributes: value, ..constant })
}

/// Puts an operation, or a few in a row, into a region that runs once.
pub(super) fn nest(module: &mut Module, at: &At<'_>, random: &mut dyn Rng) -> bool {
    let Some(inside) = movable(module, at, MOST, random) else { return false };
    let count = inside.len();
    let results = given(module, &inside);
    let types: Vec<Rc<Type>> = results.iter().map(|result| Rc::clone(module.ty(*result))).collect();
    // Branches and loops need other values of these types; those of buffers would be other names of one place.
    let others: Option<Vec<Value>> = types
        .iter()
        .map(|ty| {
            let fit: Vec<Value> = at
                .site
                .scope
                .iter()
                .copied()
                .filter(|value| module.ty(*value) == ty && !is_buffer(ty))
                .collect();
            fit.choose(random).copied()
        })
        .collect();
    let around_it = match (&others, random.random_range(0..3)) {
        (Some(_), 1) => Around::Branch,
        (Some(_), 2) => Around::Loop,
        _ => Around::Region,
    };
    let made: Vec<Value> = types.iter().map(|ty| new_value(module, ty)).collect();
    let ending = |values: Vec<Value>| operation("scf.yield", values, Vec::new(), Vec::new());
    let block = |arguments: Vec<Value>, mut operations: Vec<Operation>, values: Vec<Value>| {
        operations.push(ending(values));
        vec![Block { arguments, operations }]
    };
    let others = others.unwrap_or_default();
    let mut before = Vec::new();
    let wrapper = match around_it {
        Around::Region => {
            let body = block(Vec::new(), inside, results.clone());
            operation("scf.execute_region", Vec::new(), made.clone(), vec![body])
        }
        Around::Branch => {
            let (condition, holds) = constant(module, Element::I1, 1);
            before.push(holds);
            let otherwise = if types.is_empty() { Vec::new() } else { block(Vec::new(), Vec::new(), others) };
            let regions = vec![block(Vec::new(), inside, results.clone()), otherwise];
            operation("scf.if", vec![condition], made.clone(), regions)
        }
        Around::Loop => {
            let [(zero, first), (one, second)] = [0, 1].map(|value| constant(module, Element::Index, value));
            before.extend([first, second]);
            let mut arguments = vec![new_value(module, &Rc::new(Type::Index))];
            arguments.extend(types.iter().map(|ty| new_value(module, ty)).collect::<Vec<_>>());
            let operands = [zero, one, one].into_iter().chain(others).collect();
            let body = block(arguments, inside, results.clone());
            operation("scf.for", operands, made.clone(), vec![body])
        }
    };
    let instead: HashMap<Value, Value> = results.into_iter().zip(made).collect();
    // The copy in the wrapper keeps values of its own.
    substitute(&mut module.operations, &instead);
    let Some((operations, place)) = around(&mut module.operations, at.site.number) else { return false };
    before.push(wrapper);
    operations.splice(place..place + count, before);
    true
}

/// Lets the body of an operation take its place.
pub(super) fn unnest(module: &mut Module, at: &At<'_>, random: &mut dyn Rng) -> bool {
    let Some((operations, place)) = around(&mut module.operations, at.site.number) else { return false };
    let outer = &operations[place];
    let Some((_, body)) = BODIES.iter().find(|(name, _)| *name == outer.name) else { return false };
    let regions: Vec<&ir::Region> = outer.regions.iter().filter(|region| region.len() == 1).collect();
    let Some([block]) = regions.choose(random).map(|region| &region[..]) else { return false };
    let arguments: Vec<Value> = match body {
        Body::Plain => Vec::new(),
        Body::Counted(carried) => {
            outer.operands.iter().take(1).chain(outer.operands.iter().skip(*carried)).copied().collect()
        }
    };
    let mut inside = block.operations.clone();
    let fits = inside.last().is_some_and(|last| last.operands.len() == outer.results.len());
    let is_function = inside.iter().any(|one| Function.is_of(one.name));
    if !fits || is_function || block.arguments.len() != arguments.len() {
        return false;
    }
    let given = inside.pop().map(|last| last.operands).unwrap_or_default();
    let mut instead: HashMap<Value, Value> = block.arguments.iter().copied().zip(arguments).collect();
    // A body may give what it was given.
    let given = given.into_iter().map(|value| instead.get(&value).copied().unwrap_or(value));
    let given: Vec<(Value, Value)> = outer.results.iter().copied().zip(given).collect();
    instead.extend(given);
    operations.splice(place..=place, inside);
    substitute(&mut module.operations, &instead);
    true
}

#[cfg(test)]
mod tests {
    use super::super::tests::{MODULE, by};
    use crate::decode::envelope::Mutation;
    use crate::ir;

    #[test]
    fn a_body_that_gives_its_own_argument_may_take_the_place_of_its_loop() {
        let of_loop = MODULE.replace(
            "%6 = \"arith.cmpi\"",
            "%10 = \"arith.constant\"() <{value = 1 : index}> : () -> index\n\
             %11 = \"scf.for\"(%10, %10, %10, %0) ({\n^bb0(%12: index, %13: i32):\n\
             \"scf.yield\"(%13) : (i32) -> ()\n}) : (index, index, index, i32) -> i32\n\
             %6 = \"arith.cmpi\"",
        );
        let of_loop = of_loop.replace("(%5, %0) <{predicate", "(%5, %11) <{predicate");
        let unnested = by(Mutation::Unnest, &of_loop);
        let without = unnested.iter().filter(|text| !text.contains("scf.for")).collect::<Vec<_>>();
        assert!(!without.is_empty(), "{unnested:#?}");
        for text in without {
            let module = ir::module(text).expect("it can be read");
            let mut compared = Vec::new();
            module.walk(&mut |operation| match operation.name {
                "func.func" if compared.is_empty() => {
                    compared.push(operation.regions[0][0].arguments[0]);
                }
                "arith.cmpi" => compared.push(operation.operands[1]),
                _ => {}
            });
            assert_eq!(compared[0], compared[1], "{text}");
        }
    }
}
