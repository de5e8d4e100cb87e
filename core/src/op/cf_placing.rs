//! The ways in which branches between blocks are placed, those of cf and those of llvm alike.

use crate::grow::constant::{self, literal};
use crate::grow::control::{BELOW, segments};
use crate::grow::types::{integer, is_integer, truth, vector, width};
use crate::grow::{Branch, Growth, control, draw, whole};
use crate::ir::{Attribute, Name, Value};
use crate::observe::Element;

/// Values that a branch carries, at most.
const CARRIED: usize = 3;

/// The operations of a dialect that branch.
#[derive(Clone, Copy)]
pub(super) struct Branches {
    pub(super) always: Name,
    pub(super) conditional: Name,
    switch: Name,
}

pub(super) fn names(growth: &Growth<'_>) -> Branches {
    match growth.plan.llvm {
        true => Branches { always: "llvm.br", conditional: "llvm.cond_br", switch: "llvm.switch" },
        false => Branches { always: "cf.br", conditional: "cf.cond_br", switch: "cf.switch" },
    }
}

/// A branch to one block or another, which meet again.
pub fn diamond(growth: &mut Growth<'_>) -> Option<()> {
    let names = names(growth);
    let condition = control::condition(growth);
    let carried = growth.carried(CARRIED, false);
    let types = growth.types(&carried);
    let from = growth.block();
    let (left, left_values) = growth.branch(&types);
    // One in three has no block on the other side.
    let right = if growth.choices.below(3) == 0 { None } else { Some(growth.branch(&types)) };
    growth.new_block(&types);
    let join = growth.block();
    growth.jump(left.last, names.always, &left_values, &[join], &[]);
    match right {
        Some((right, values)) => {
            growth.jump(right.last, names.always, &values, &[join], &[]);
            let sizes = segments(&[1, 0, 0]);
            growth.jump(from, names.conditional, &[condition], &[left.first, right.first], &[sizes]);
        }
        None => {
            let operands = [&[condition], &carried[..]].concat();
            let sizes = segments(&[1, 0, carried.len()]);
            growth.jump(from, names.conditional, &operands, &[left.first, join], &[sizes]);
        }
    }
    Some(())
}

/// A loop of blocks: a header that tests the counter, a body that may leave early.
pub fn looped(growth: &mut Growth<'_>) -> Option<()> {
    let names = names(growth);
    let ty = draw::counter(growth);
    let trips = growth.choices.below(5) as i128;
    let (zero, limit, one) = (
        constant::whole(growth, &ty, 0),
        constant::whole(growth, &ty, trips),
        constant::whole(growth, &ty, 1),
    );
    let carried = growth.carried(CARRIED, false);
    let types = growth.types(&carried);
    let from = growth.block();
    let leaves_early = growth.choices.coin();
    let (header, body, latch) = growth.scope(|growth| {
        let arguments = growth.new_block(&[std::slice::from_ref(&ty), &types].concat());
        let header = growth.block();
        let goes_on = control::compared(growth, BELOW, arguments[0], limit);
        let (body, values) = growth.branch(&types);
        let leaves = leaves_early.then(|| control::condition(growth));
        growth.new_block(&[]);
        let latch = growth.block();
        let next = whole::add(growth, arguments[0], one);
        growth.jump(latch, names.always, &[&[next], &values[..]].concat(), &[header], &[]);
        let first: Vec<Value> = [&[goes_on], &arguments[1..]].concat();
        ((header, first), (body, values, leaves), latch)
    });
    let ((header, tested), (body, values, leaves)) = (header, body);
    growth.new_block(&types);
    let exit = growth.block();
    growth.jump(from, names.always, &[&[zero], &carried[..]].concat(), &[header], &[]);
    let sizes = segments(&[1, 0, types.len()]);
    growth.jump(header, names.conditional, &tested, &[body.first, exit], &[sizes]);
    match leaves {
        Some(leaves) => {
            let operands = [&[leaves], &values[..]].concat();
            let sizes = segments(&[1, types.len(), 0]);
            growth.jump(body.last, names.conditional, &operands, &[exit, latch], &[sizes]);
        }
        None => growth.jump(body.last, names.always, &[], &[latch], &[]),
    }
    Some(())
}

/// A branch by a number to one of several blocks, which meet again.
pub fn switch(growth: &mut Growth<'_>) -> Option<()> {
    let flag = growth.find(|ty| is_integer(ty) && width(ty) >= 8 && width(ty) <= 64)?;
    let ty = growth.ty(flag);
    let few = constant::whole(growth, &ty, 3);
    let flag = whole::remainder(growth, flag, few);
    let carried = growth.carried(CARRIED, false);
    let types = growth.types(&carried);
    let from = growth.block();
    let count = 1 + growth.choices.below(3);
    let cases: Vec<(Branch, Vec<Value>)> = (0..=count).map(|_| growth.branch(&types)).collect();
    growth.new_block(&types);
    let join = growth.block();
    let names = names(growth);
    for (case, values) in &cases {
        growth.jump(case.last, names.always, values, &[join], &[]);
    }
    let values: Vec<u128> = (0..count as u128).collect();
    let successors: Vec<u32> = cases.iter().map(|(case, _)| case.first).collect();
    let held = vector(&[count as u64], &ty);
    let attributes = [
        ("case_values", literal(&held, &values)),
        ("case_operand_segments", Attribute::array(Element::I32, vec![0; count])),
        segments(&[1, 0, 0]),
    ];
    growth.jump(from, names.switch, &[flag], &successors, &attributes);
    Some(())
}

/// A branch to a block that is never reached, which `last` says at its end. Conversions leave a block alone that no branch goes to.
pub fn unreached(growth: &mut Growth<'_>, last: Name) -> Option<()> {
    let names = names(growth);
    let never = never(growth);
    let from = growth.block();
    let (block, _) = growth.branch(&[]);
    growth.new_block(&[]);
    let next = growth.block();
    growth.jump(block.last, last, &[], &[], &[]);
    let sizes = segments(&[1, 0, 0]);
    growth.jump(from, names.conditional, &[never], &[block.first, next], &[sizes]);
    Some(())
}

/// A truth that does not hold: a fold tells it, or else what is known of the range of numbers.
fn never(growth: &mut Growth<'_>) -> Value {
    let number = growth.find(|ty| is_integer(ty) && width(ty) >= 8 && width(ty) <= 64);
    match number.filter(|_| growth.choices.coin()) {
        Some(number) => {
            let ty = growth.ty(number);
            let few = constant::whole(growth, &ty, 3);
            let rest = whole::remainder(growth, number, few);
            control::compared(growth, BELOW, few, rest)
        }
        None => {
            let (any, none) = (growth.value(&truth()), constant::whole(growth, &truth(), 0));
            whole::and(growth, any, none)
        }
    }
}

/// An assertion that holds.
pub fn assertion(growth: &mut Growth<'_>) -> Option<()> {
    let any = growth.value(&integer(1));
    let truth_value = constant::whole(growth, &truth(), 1);
    let holds = whole::or(growth, any, truth_value);
    growth.emit("cf.assert", &[holds], &[], &[("msg", Attribute::Text("it holds".into()))]);
    Some(())
}
