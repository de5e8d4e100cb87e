//! A whole module: the kernel and its functions, and `@main`, which calls it.

use super::ProgramBytes;
use crate::choices::Choices;
use crate::eval::INPUT;
use crate::grow::constant::{self, literal};
use crate::grow::types::{element, index, integer, is_number, width};
use crate::grow::{Growth, GrowthBounds, Kind, KnownGlobal, PRINTERS, Rows, UNDRAWN, buffers, show};
use crate::ir::{self, Attribute, Attributes, Module, Type, Value, renumber};
use std::collections::BTreeSet;
use std::rc::Rc;

/// Numbers that a program shows, about.
const SHOWN: usize = 40;

/// Results of the kernel, at most.
const RESULTS: usize = 3;

/// The name of the global that holds what the kernel is called with.
const ARGUMENTS: &str = "0";

/// A module, and the record that each of its operations is of.
pub(super) struct Draft {
    pub module: Module,
    /// By the number of the operation: the record, or [`UNDRAWN`].
    pub records: Vec<u32>,
    /// Operations that records drew.
    pub operations: usize,
    pub rows: Rows,
}

/// The module that these bytes grow to, without some of its records.
pub(super) fn grown(
    plan: &GrowthBounds,
    mut choices: Choices,
    drawn: ProgramBytes<'_>,
    left_out: &BTreeSet<u32>,
) -> Draft {
    let types = arguments(plan, &mut choices);
    let mut growth = Growth::new(plan, choices);
    let mut gives = Vec::new();
    let kernel = growth.region(Kind::Function, &types, |growth, _| {
        for (record, [high, low, rest @ ..]) in drawn.records.iter().enumerate() {
            let record = record as u32;
            if !left_out.contains(&record) {
                growth.draw(record, u16::from_be_bytes([*high, *low]), Choices::new(rest));
            }
        }
        growth.choices = Choices::new(drawn.header);
        show::reach(growth, SHOWN);
        let results: Vec<Value> = (0..RESULTS).filter_map(|_| growth.find(is_number)).collect();
        gives = growth.types(&results);
        growth.end("func.return", &results, &[]);
        Some(())
    });
    add_function(&mut growth, "kernel", &types, &gives, kernel);
    add_main(&mut growth, &types, &gives);
    for (name, takes) in PRINTERS {
        let takes: Vec<Rc<Type>> = takes.map(|takes| Rc::new(ir::parse_type(takes))).into_iter().collect();
        growth.add_private_function(name, &takes, &[], Vec::new());
    }
    let (operations, values, rows) = growth.end_module();
    let mut module = Module { attributes: Attributes::default(), operations, values };
    let mut records = vec![UNDRAWN];
    module.walk(&mut |operation| records.push(operation.number));
    renumber(&mut module);
    let operations = records.iter().filter(|record| **record != UNDRAWN).count();
    Draft { module, records, operations, rows }
}

/// The types of what the kernel is called with: numbers of all kinds that the plan has.
fn arguments(plan: &GrowthBounds, choices: &mut Choices) -> Vec<Rc<Type>> {
    let mut types = vec![integer(64)];
    if plan.index {
        types.push(index());
    }
    for _ in 0..1 + choices.below(3) {
        types.push(integer(plan.integers[choices.below(plan.integers.len())]));
    }
    if !plan.floats.is_empty() {
        for _ in 0..1 + choices.below(2) {
            types.push(Rc::new(Type::Float(plan.floats[choices.below(plan.floats.len())])));
        }
    }
    types
}

fn add_function(
    growth: &mut Growth<'_>,
    name: &str,
    takes: &[Rc<Type>],
    gives: &[Rc<Type>],
    body: Option<ir::Region>,
) {
    let attributes = [
        ("function_type", Attribute::Type(Type::Function(takes.to_vec(), gives.to_vec()).into())),
        ("sym_name", Attribute::Text(name.into())),
    ];
    growth.add_to_module("func.func", &attributes, body.into_iter().collect());
}

/// `@main` takes what the kernel is called with from a global, which no pass may take for a constant.
fn add_main(growth: &mut Growth<'_>, types: &[Rc<Type>], gives: &[Rc<Type>]) {
    let held = Rc::new(Type::Tensor(vec![Some(types.len() as u64)], integer(64), None));
    let memory = Rc::new(Type::Memref {
        shape: vec![Some(types.len() as u64)],
        element: integer(64),
        layout: ir::MemrefLayout::Identity,
        space: None,
    });
    let global = KnownGlobal { name: format!("{INPUT}{ARGUMENTS}"), ty: memory, constant: false };
    let bits: Vec<u128> = types.iter().map(|ty| constant::bits(growth, ty)).collect();
    buffers::add_global(growth, &global, literal(&held, &bits));
    let body = growth.region(Kind::Function, &[], |growth, _| {
        let place = buffers::got(growth, &global);
        let mut operands = Vec::new();
        for (at, ty) in types.iter().enumerate() {
            let at = constant::index(growth, at as u64);
            let wide = growth.hidden("memref.load", &[place, at], &element(&global.ty), &[]);
            operands.push(of_bits(growth, wide, ty));
        }
        let made = growth.emit("func.call", &operands, gives, &[("callee", Attribute::symbol("kernel"))]);
        made.into_iter().for_each(|value| show::print(growth, value));
        growth.end("func.return", &[], &[]);
        Some(())
    });
    add_function(growth, "main", &[], &[], body);
}

/// The number of this type that 64 bits hold.
fn of_bits(growth: &mut Growth<'_>, wide: Value, ty: &Rc<Type>) -> Value {
    let bits = width(ty);
    match &**ty {
        Type::Index => growth.hidden("arith.index_cast", &[wide], ty, &[]),
        Type::Float(_) => {
            let narrow = match bits {
                64 => wide,
                _ => growth.hidden("arith.trunci", &[wide], &integer(bits), &[]),
            };
            growth.hidden("arith.bitcast", &[narrow], ty, &[])
        }
        _ if bits == 64 => wide,
        _ => growth.hidden("arith.trunci", &[wide], ty, &[]),
    }
}
