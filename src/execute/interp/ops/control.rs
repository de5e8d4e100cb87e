//! Branches, calls and returns.

use crate::execute::interp::lane::{Lane, mask};
use crate::execute::interp::machine::{Action, Callee, Machine, Next, Slot};
use crate::execute::interp::site::{Row, Site};
use crate::execute::interp::stop::{Stop, undefined};
use crate::mlir::Attribute;

/// One row an operation.
pub const ROWS: &[Row] = &[
    ("llvm.br", |site| {
        let edge = site.edge(0, 0..site.node.operands.len())?;
        Ok(Box::new(move |machine| Ok(edge.take(machine))))
    }),
    ("llvm.cond_br", |site| {
        let condition = site.operand(0)?.slot.start;
        let (then, other) = (site.edge(0, site.segment(1))?, site.edge(1, site.segment(2))?);
        Ok(Box::new(move |machine| {
            let condition = machine.get(condition);
            let edge =
                if machine.defined(condition, "the condition of a branch")? != 0 { &then } else { &other };
            Ok(edge.take(machine))
        }))
    }),
    ("llvm.switch", switch),
    ("llvm.return", |site| {
        let slot = if site.node.operands.is_empty() { Slot::default() } else { site.operand(0)?.slot };
        Ok(Box::new(move |_| Ok(Next::Return(slot))))
    }),
    ("llvm.unreachable", |_| Ok(Box::new(|_| Err(undefined("what must not be reached was reached"))))),
    ("llvm.call", call),
    ("llvm.intr.assume", |site| {
        let condition = site.operand(0)?.slot.start;
        Ok(Box::new(move |machine| {
            let condition = machine.get(condition);
            match machine.defined(condition, "what is assumed")? {
                0 => Err(undefined("what is assumed does not hold")),
                _ => Ok(Next::On),
            }
        }))
    }),
    ("llvm.intr.trap", |_| Ok(Box::new(|_| Err(Stop::fault("the lowered program called llvm.intr.trap"))))),
];

fn switch(site: &Site<'_, '_>) -> Result<Action, String> {
    let value = site.operand(0)?;
    let width = value.layout.scalar().bits();
    let cases = match site.attribute("case_values") {
        Some(Attribute::Dense(dense)) => {
            let one =
                |bytes: &[u8]| bytes.iter().rev().fold(0u128, |bits, byte| bits << 8 | u128::from(*byte));
            let cases: Vec<u128> = dense.data.chunks(dense.stride).map(|c| one(c) & mask(width)).collect();
            let all = site.ints("case_operand_segments").len();
            // One value for all is one case.
            cases.into_iter().take(all.max(1)).collect()
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

fn call(site: &Site<'_, '_>) -> Result<Action, String> {
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
    let finish = move |machine: &mut Machine<'_>, made: Vec<Lane>| {
        // MLIR declares functions of C whose result it has no use for as giving none.
        if out.lanes == 0 {
            return Ok(Next::On);
        }
        if made.len() != out.lanes as usize {
            return Err(undefined("a call that takes another result than the function gives"));
        }
        machine.value_mut(out).copy_from_slice(&made);
        Ok(Next::On)
    };
    let Some(name) = name else {
        let pointer = site.operand(all.start)?.slot.start;
        return Ok(Box::new(move |machine| {
            let (pointer, arguments) = (machine.get(pointer), gather(machine));
            let made = machine.call_pointer(pointer, &arguments)?;
            finish(machine, made)
        }));
    };
    let callee: Callee =
        *site.names.callees.get(name).ok_or_else(|| format!("a call of {name}, which nobody defines"))?;
    Ok(Box::new(move |machine| {
        let arguments = gather(machine);
        let made = machine.call_callee(callee, &arguments)?;
        finish(machine, made)
    }))
}
