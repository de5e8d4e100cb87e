//! Branches, calls and returns.

use crate::eval::Breaking as _;
use crate::eval::executable::Callee;
use crate::eval::lane::{Lane, mask};
use crate::eval::machine::{Action, Machine, Next, Slot};
use crate::eval::passes_copies;
use crate::eval::site::{Site, SiteValue};
use crate::eval::stop::{Rule, Stop};
use crate::eval::types::Scalar;
use crate::grow::NeededRoom;
use crate::ir::Attribute;
use crate::observe::Cause;
use crate::observe::{Form, Lack};
use crate::op::lanewise::keeps;
use crate::op::{Row, row};

const LLVM_UNREACHABLE: Rule = Rule::new("llvm_unreachable", "what must not be reached was reached");
const LLVM_ASSUME: Rule = Rule::new("llvm_assume", "what is assumed does not hold");
const LLVM_ASSUME_ALIGNED: Rule =
    Rule::new("llvm_assume_aligned", "a pointer that is assumed to be aligned to {} is not");
const LLVM_CALL_RESULTS: Rule =
    Rule::new("llvm_call_results", "a call that takes another result than the function gives");

/// One row an operation.
pub const ROWS: &[Row] = &[
    row("llvm.br", branch),
    row("llvm.cond_br", conditional),
    row("llvm.switch", switch),
    row("llvm.return", |site| {
        let slot = if site.node.operands.is_empty() { Slot::default() } else { site.operand(0)?.slot };
        Ok(Box::new(move |_| Ok(Next::Return(slot))))
    }),
    row("llvm.unreachable", |_| Ok(Box::new(|_| Err(LLVM_UNREACHABLE.undefined(&[])))))
        .grown_in(NeededRoom::Blocks, |growth| crate::op::cf_placing::unreached(growth, "llvm.unreachable")),
    row("llvm.call", call),
    row("llvm.intr.assume", |site| {
        let (condition, aligned) = (site.operand(0)?.slot.start, alignments(site)?);
        Ok(Box::new(move |machine| {
            let condition = machine.get(condition);
            if machine.defined(condition, "what is assumed")? == 0 {
                return Err(LLVM_ASSUME.undefined(&[]));
            }
            for [pointer, align] in &aligned {
                let (pointer, align) = (machine.get(*pointer), machine.get(*align));
                let known = pointer.taint.is_none() && align.taint.is_none() && align.bits.is_power_of_two();
                if known && !pointer.bits.is_multiple_of(align.bits) {
                    return Err(LLVM_ASSUME_ALIGNED.undefined(&[&align.bits]));
                }
            }
            Ok(Next::On)
        }))
    }),
    row("llvm.intr.trap", |_| {
        Ok(Box::new(|_| Err(Stop::fault(Cause::GivesUp("llvm.intr.trap".to_owned())))))
    }),
];

/// Pointers and their alignments, as the `align` bundles of an assumption have them. Those with an offset besides say nothing here.
fn alignments(site: &Site<'_>) -> Result<Vec<[u32; 2]>, Lack> {
    let Some(Attribute::List(tags)) = site.attribute("op_bundle_tags") else { return Ok(Vec::new()) };
    let (mut begin, mut aligned) = (1, Vec::new());
    for (tag, size) in tags.iter().zip(site.ints("op_bundle_sizes")) {
        if tag.text() == Some("align") && *size == 2 {
            aligned.push([site.operand(begin)?.slot.start, site.operand(begin + 1)?.slot.start]);
        }
        begin += *size as usize;
    }
    Ok(aligned)
}

/// To the one successor.
pub fn branch(site: &Site<'_>) -> Result<Action, Lack> {
    let edge = site.edge(0, 0..site.node.operands.len())?;
    Ok(Box::new(move |machine| Ok(edge.take(machine))))
}

/// To one of two successors.
pub fn conditional(site: &Site<'_>) -> Result<Action, Lack> {
    let condition = site.operand(0)?.slot.start;
    let (then, other) = (site.edge(0, site.segment(1))?, site.edge(1, site.segment(2))?);
    Ok(Box::new(move |machine| {
        let condition = machine.get(condition);
        let edge = if machine.defined(condition, "the condition of a branch")? != 0 { &then } else { &other };
        Ok(edge.take(machine))
    }))
}

/// To the successor whose case the value is, or else to the first.
pub fn switch(site: &Site<'_>) -> Result<Action, Lack> {
    let value = site.operand(0)?;
    let width = value.layout.scalar().bits();
    let cases = match site.attribute("case_values") {
        Some(Attribute::Dense(dense)) => {
            let all = site.ints("case_operand_segments").len();
            // One value for all is one case.
            dense.elements().map(|case| case & mask(width)).take(all.max(1)).collect()
        }
        _ => Vec::new(),
    };
    let usual = site.edge(0, site.segment(1))?;
    let mut begin = site.segment(2).start;
    let mut edges = Vec::new();
    for (number, case) in cases.into_iter().enumerate() {
        let length = site.ints("case_operand_segments").get(number).copied().unwrap_or(0) as usize;
        edges.push((case, site.edge(number + 1, begin..begin + length)?));
        begin += length;
    }
    let value = value.slot.start;
    Ok(Box::new(move |machine| {
        let value = machine.get(value);
        let value = machine.defined(value, "the value of a switch")?;
        let edge = edges.iter().find(|(case, _)| *case == value).map_or(&usual, |(_, edge)| edge);
        Ok(edge.take(machine))
    }))
}

fn call(site: &Site<'_>) -> Result<Action, Lack> {
    if passes_copies(site.node) {
        return Err(site.lacks(Form::Copies));
    }
    if site.has("var_callee_type") {
        return Err(site.lacks(Form::Variadic));
    }
    let groups = site.ints("operandSegmentSizes");
    let all = if groups.is_empty() { 0..site.node.operands.len() } else { site.segment(0) };
    let out = site.result()?.slot;
    let name = site.text("callee");
    let first = usize::from(name.is_none());
    let arguments: Vec<Slot> =
        site.operands(all.start + first..all.end)?.into_iter().map(|value| value.slot).collect();
    let gather = move |machine: &Machine<'_>| -> Vec<Lane> {
        arguments.iter().flat_map(|slot| machine.value(*slot).iter().copied()).collect()
    };
    let (fast, result) = (site.fast(), site.result()?.layout.scalar());
    let finish = move |machine: &mut Machine<'_>, mut made: Vec<Lane>| {
        // MLIR declares functions of C whose result it has no use for as giving none.
        if out.lanes == 0 {
            return Ok(Next::On);
        }
        if made.len() != out.lanes as usize {
            return Err(LLVM_CALL_RESULTS.undefined(&[]));
        }
        for lane in &mut made {
            if !keeps(fast, result, *lane) {
                *lane = machine.poison();
            }
        }
        machine.value_mut(out).copy_from_slice(&made);
        Ok(Next::On)
    };
    let Some(name) = name else {
        let pointer = site.operand(all.start)?.slot.start;
        let kinds = |values: &[SiteValue]| -> Vec<Scalar> {
            values.iter().flat_map(|value| &value.layout.leaves).map(|leaf| leaf.scalar).collect()
        };
        let (takes, gives) = (kinds(&site.operands(all.start + first..all.end)?), kinds(&[site.result()?]));
        return Ok(Box::new(move |machine| {
            let (pointer, arguments) = (machine.get(pointer), gather(machine));
            let made = machine.call_as(pointer, (&takes, &gives), &arguments)?;
            finish(machine, made)
        }));
    };
    let callee: Callee = *site.names.callees.get(name).ok_or_else(|| Lack::Function(name.to_owned()))?;
    Ok(Box::new(move |machine| {
        let arguments = gather(machine);
        let made = machine.call_callee(callee, &arguments)?;
        finish(machine, made)
    }))
}
