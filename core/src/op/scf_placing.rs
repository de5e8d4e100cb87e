//! The ways in which operations of scf are placed.

use crate::grow::control::{BELOW, LoopBounds, segments};
use crate::grow::types::{index, is_whole, truth};
use crate::grow::{Growth, Kind, constant, control, draw, whole};
use crate::ir::{Attribute, Type, Value};
use crate::observe::Element;
use std::rc::Rc;

/// Values that a loop or a branch carries, at most.
const CARRIED: usize = 3;

/// A region that grows what it may, and ends with values of these types.
fn yielding(
    growth: &mut Growth<'_>,
    arguments: &[Rc<Type>],
    types: &[Rc<Type>],
) -> Option<crate::ir::Region> {
    growth.region(Kind::Plain, arguments, |growth, _| {
        growth.body();
        let values = growth.inner_values(types);
        growth.end("scf.yield", &values, &[]);
        Some(())
    })
}

/// `scf.for`.
pub fn looped(growth: &mut Growth<'_>) -> Option<()> {
    let ty = draw::counter(growth);
    let LoopBounds { from, to, by } = control::bounds(growth, &ty);
    let carried = growth.carried(CARRIED, true);
    let types = growth.types(&carried);
    let arguments = [&[ty], &types[..]].concat();
    let body = yielding(growth, &arguments, &types)?;
    let operands = [&[from, to, by], &carried[..]].concat();
    growth.emit_with("scf.for", &operands, &types, &[], vec![body]);
    Some(())
}

/// `scf.if`.
pub fn conditional(growth: &mut Growth<'_>) -> Option<()> {
    let condition = control::condition(growth);
    let carried = growth.carried(CARRIED, true);
    let types = growth.types(&carried);
    branched(growth, condition, &types).map(drop)
}

/// `scf.if` on this condition, with results of these types.
fn branched(growth: &mut Growth<'_>, condition: Value, types: &[Rc<Type>]) -> Option<Vec<Value>> {
    let then = yielding(growth, &[], types)?;
    let other =
        if types.is_empty() && growth.choices.coin() { Vec::new() } else { yielding(growth, &[], types)? };
    Some(growth.emit_with("scf.if", &[condition], types, &[], vec![then, other]))
}

/// Any of these results for each of their types, so that one may stand for several.
fn results_of(growth: &mut Growth<'_>, results: &[Value], types: &[Rc<Type>]) -> Vec<Value> {
    let one = |ty: &Rc<Type>| {
        let of_type: Vec<Value> = results.iter().copied().filter(|value| growth.ty(*value) == *ty).collect();
        of_type[growth.choices.below(of_type.len())]
    };
    types.iter().map(one).collect()
}

/// `scf.while`: a counter, and what is carried with it.
pub fn repeated(growth: &mut Growth<'_>) -> Option<()> {
    let ty = draw::counter(growth);
    let (from, limit) = (constant::whole(growth, &ty, 0), growth.choices.below(5) as i128);
    let carried = growth.carried(CARRIED, true);
    let types = growth.types(&carried);
    let arguments = [std::slice::from_ref(&ty), &types].concat();
    let is_known_first = growth.choices.coin();
    let before = growth.region(Kind::Plain, &arguments, |growth, values| {
        let counter = values[0];
        if !is_known_first {
            growth.body();
        }
        let limit = constant::whole(growth, &ty, limit);
        let mut goes_on = control::compared(growth, BELOW, counter, limit);
        if growth.choices.below(3) == 0 {
            let condition = control::condition(growth);
            goes_on = growth.hidden("arith.andi", &[goes_on, condition], &truth(), &[]);
        }
        let mut of_branch = Vec::new();
        if is_known_first {
            // Branches may be by the very condition of the loop.
            growth.reveal(goes_on);
            growth.body();
            if growth.nests().is_some() && growth.choices.coin() {
                of_branch = branched(growth, goes_on, &types)?;
            }
        }
        let handed = match !of_branch.is_empty() && growth.choices.coin() {
            true => results_of(growth, &of_branch, &types),
            false => growth.inner_values(&types),
        };
        let operands = [&[goes_on, counter], &handed[..]].concat();
        growth.end("scf.condition", &operands, &[]);
        Some(())
    })?;
    let after = growth.region(Kind::Plain, &arguments, |growth, values| {
        let counter = values[0];
        growth.body();
        let one = constant::whole(growth, &ty, 1);
        let next = growth.hidden("arith.addi", &[counter, one], &ty, &[]);
        let handed = growth.inner_values(&types);
        growth.end("scf.yield", &[&[next], &handed[..]].concat(), &[]);
        Some(())
    })?;
    let operands = [&[from], &carried[..]].concat();
    growth.emit_with("scf.while", &operands, &arguments, &[], vec![before, after]);
    Some(())
}

/// `scf.execute_region`, whose region may have several blocks.
pub fn executed(growth: &mut Growth<'_>) -> Option<()> {
    let carried = growth.carried(CARRIED, false);
    let types = growth.types(&carried);
    let body = growth.region(Kind::Branching, &[], |growth, _| {
        growth.body();
        let values = growth.inner_values(&types);
        growth.end("scf.yield", &values, &[]);
        Some(())
    })?;
    growth.emit_with("scf.execute_region", &[], &types, &[], vec![body]);
    Some(())
}

/// `scf.index_switch`: the value is one of the cases more often than not.
pub fn switched(growth: &mut Growth<'_>) -> Option<()> {
    let first = [0, 0, -1, i64::MIN, i64::MAX - 4][growth.choices.below(5)];
    let count = 1 + growth.choices.below(3);
    let (chosen, from) =
        (control::choice(growth, count + 1), constant::whole(growth, &index(), first.into()));
    let chosen = whole::add(growth, chosen, from);
    let carried = growth.carried(CARRIED, true);
    let types = growth.types(&carried);
    let regions = (0..=count).map(|_| yielding(growth, &[], &types)).collect::<Option<Vec<_>>>()?;
    let cases = (0..count as i64).map(|at| first + at).collect();
    let attributes = [("cases", Attribute::array(Element::I64, cases))];
    growth.emit_with("scf.index_switch", &[chosen], &types, &attributes, regions);
    Some(())
}

/// `scf.parallel` that reduces integers by an operation whose order does not matter.
pub fn parallel(growth: &mut Growth<'_>) -> Option<()> {
    let rank = 1 + growth.choices.below(2);
    let bounds: Vec<LoopBounds> = (0..rank).map(|_| control::bounds(growth, &index())).collect();
    let begins: Vec<Value> = match growth.choices.below(3) {
        0 => Vec::new(),
        _ => growth.find(is_whole).into_iter().collect(),
    };
    let types = growth.types(&begins);
    let how = ["arith.addi", "arith.muli", "arith.xori", "arith.andi", "arith.maxsi", "arith.minui"];
    let how = how[growth.choices.below(how.len())];
    let body = growth.region(Kind::Parallel, &vec![index(); rank], |growth, _| {
        growth.body();
        let values = growth.inner_values(&types);
        growth.close();
        let reductions = types
            .iter()
            .map(|ty| {
                growth.region(Kind::Plain, &[ty.clone(), ty.clone()], |growth, pair| {
                    let made = growth.one(how, pair, ty, &[]);
                    growth.end("scf.reduce.return", &[made], &[]);
                    Some(())
                })
            })
            .collect::<Option<Vec<_>>>()?;
        growth.emit_with("scf.reduce", &values, &[], &[], reductions);
        Some(())
    })?;
    let all = |of: fn(&LoopBounds) -> Value| bounds.iter().map(of).collect::<Vec<_>>();
    let operands = [all(|one| one.from), all(|one| one.to), all(|one| one.by), begins].concat();
    let sizes = segments(&[rank, rank, rank, types.len()]);
    growth.emit_with("scf.parallel", &operands, &types, &[sizes], vec![body]);
    Some(())
}
