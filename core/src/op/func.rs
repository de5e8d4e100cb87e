//! The func dialect: calls and returns.

use super::{Row, row};
use crate::eval::Breaking as _;
use crate::eval::executable::Callee;
use crate::eval::lane::Lane;
use crate::eval::machine::{Action, Machine, Next, Slot};
use crate::eval::site::Site;
use crate::eval::stop::{Rule, Stop};
use crate::grow::{Growth, Kind, KnownFunction, NeededRoom, constant, control, draw, whole};
use crate::ir::{Attribute, Type, Value};
use crate::observe::{Lack, MissingPart};
use crate::op::cf_placing;
use crate::op::region::{gather, scatter, slots};
use crate::version::Change;
use std::rc::Rc;

const CALL_RESULTS: Rule =
    Rule::new("call_results", "a call that takes other results than the function gives");

/// All families.
pub const FAMILIES: &[&[Row]] = &[ROWS];

const ROWS: &[Row] = &[
    row("func.return", leave_function),
    row("func.call", |site| {
        let name =
            site.text("callee").ok_or_else(|| site.without(MissingPart::Attribute("callee".to_owned())))?;
        let known = site.names.callees.get(name).copied();
        let callee: Callee = known.ok_or_else(|| Lack::Function(name.to_owned()))?;
        call(site, 0, move |machine, arguments, _| machine.call_callee(callee, arguments))
    })
    .grown_in(NeededRoom::Regions, called),
    row("func.call_indirect", |site| {
        let pointer = site.operand(0)?.slot.start;
        call(site, 1, move |machine, arguments, _| {
            let pointer = machine.get(pointer);
            machine.call_pointer(pointer, arguments)
        })
    }),
    row("func.constant", |site| {
        let (name, out) = (site.text("value").unwrap_or_default(), site.result()?.slot.start);
        let place = site.names.place(name).ok_or_else(|| Lack::Address(name.to_owned()))?;
        Ok(Box::new(move |machine| {
            let place = machine.places[place];
            machine.set(out, place);
            Ok(Next::On)
        }))
    }),
];

/// Back to the caller, with all operands.
fn leave_function(site: &Site<'_>) -> Result<Action, Lack> {
    let all = slots(&site.operands(0..site.node.operands.len())?);
    if let [] | [_] = all[..] {
        let slot = all.first().copied().unwrap_or_default();
        return Ok(Box::new(move |_| Ok(Next::Return(slot))));
    }
    Ok(Box::new(move |machine| {
        machine.left = gather(machine, &all);
        Ok(Next::ReturnLeft)
    }))
}

/// A call with the operands from the first on, and all results.
fn call(
    site: &Site<'_>,
    first: usize,
    work: impl Fn(&mut Machine<'_>, &[Lane], &[Slot]) -> Result<Vec<Lane>, Stop> + 'static,
) -> Result<Action, Lack> {
    let arguments = slots(&site.operands(first..site.node.operands.len())?);
    let results = slots(&site.results()?);
    let count = results.iter().map(|slot| slot.lanes as usize).sum::<usize>();
    Ok(Box::new(move |machine| {
        let given = gather(machine, &arguments);
        let made = work(machine, &given, &results)?;
        if made.len() != count {
            return Err(CALL_RESULTS.undefined(&[]));
        }
        scatter(machine, &results, &made);
        Ok(Next::On)
    }))
}

fn is_memory(ty: &Type) -> bool {
    matches!(ty, Type::Memref { .. })
}

/// An argument of this type: memory is one that the function may write.
fn argument(growth: &mut Growth<'_>, ty: &Rc<Type>) -> Option<Value> {
    if is_memory(ty) { growth.find_writable(|other| other == &**ty) } else { Some(growth.value(ty)) }
}

/// A call of a function that is grown for it, or was for an earlier call.
fn called(growth: &mut Growth<'_>) -> Option<()> {
    if growth.choices.coin()
        && let Some(known) = growth.known_function()
    {
        let operands = known.takes.iter().map(|ty| argument(growth, ty)).collect::<Option<Vec<_>>>()?;
        growth.emit("func.call", &operands, &known.gives, &[("callee", Attribute::symbol(&known.name))]);
        return Some(());
    }
    if growth.choices.below(4) == 0 {
        return called_again(growth);
    }
    let mut operands = growth.carried(4, true);
    for _ in 0..growth.choices.below(3) {
        operands.extend(growth.find_writable(is_memory));
    }
    let takes = growth.types(&operands);
    let mut gives = Vec::new();
    let (body, shares) = growth.sharing(|growth| {
        growth.region(Kind::Function, &takes, |growth, _| {
            growth.body();
            let made = growth.carried(2, true);
            gives = growth.types(&made);
            growth.end("func.return", &made, &[]);
            Some(())
        })
    });
    let body = body?;
    let name = growth.symbol("helper");
    growth.add_private_function(&name, &takes, &gives, body);
    growth.emit("func.call", &operands, &gives, &[("callee", Attribute::symbol(&name))]);
    growth.know_function(KnownFunction { name, takes, gives, shares });
    Some(())
}

/// A call of a function that calls itself as often as its first argument says, which nothing else is handed.
fn called_again(growth: &mut Growth<'_>) -> Option<()> {
    let ty = draw::counter(growth);
    let handed = growth.carried(3, Change::CircularCalls.is_in(growth.plan.version));
    let gives = growth.types(&handed);
    let takes = [std::slice::from_ref(&ty), &gives].concat();
    let name = growth.symbol("again");
    let callee = [("callee", Attribute::symbol(&name))];
    let body = growth.region(Kind::Function, &takes, |growth, values| {
        growth.body();
        let zero = constant::whole(growth, &ty, 0);
        let goes_on = control::compared(growth, control::BELOW, zero, values[0]);
        let (last, ended) = (growth.block(), growth.inner_values(&gives));
        let (inner, made) = growth.branch_with(|growth| {
            growth.body();
            let one = constant::whole(growth, &ty, 1);
            let left = whole::subtract(growth, values[0], one);
            let operands = [&[left], &growth.inner_values(&gives)[..]].concat();
            growth.emit("func.call", &operands, &gives, &callee);
            growth.body();
            growth.inner_values(&gives)
        });
        let results = growth.new_block(&gives);
        let join = growth.block();
        let names = cf_placing::names(growth);
        growth.jump(inner.last, names.always, &made, &[join], &[]);
        let operands = [&[goes_on], &ended[..]].concat();
        let sizes = control::segments(&[1, 0, ended.len()]);
        growth.jump(last, names.conditional, &operands, &[inner.first, join], &[sizes]);
        growth.end("func.return", &results, &[]);
        Some(())
    })?;
    growth.add_private_function(&name, &takes, &gives, body);
    let count = growth.choices.below(4) as i128;
    let operands = [&[constant::whole(growth, &ty, count)], &handed[..]].concat();
    growth.emit("func.call", &operands, &gives, &callee);
    Some(())
}
