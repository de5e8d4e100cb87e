//! Repairs of operations of affine: accesses at indices that maps give become plain ones, and divisors of maps are positive.

use super::bounds::{element_at, vector_at};
use super::site::{RepairSite, index};
use crate::ir::{self, Attribute, Expression, Map, Value};
use crate::observe::dialect;

/// An access by a map, as the operation of that name with its indices behind the memref, whose place is `base`. A vector is accessed
/// if the operation has one as its result or as its first operand.
pub fn access(site: &mut RepairSite<'_>, name: &str, base: usize, is_vector: bool) -> Option<bool> {
    let Some(Attribute::Map(map)) = site.op().attribute("map").cloned() else { return None };
    let given = site.op().operands[base + 1..].to_vec();
    let mut operands = site.op().operands[..=base].to_vec();
    for result in &map.results {
        let one = Map { results: vec![result.clone()], ..map.clone() };
        operands.push(if divides_safely(result) {
            applied(site, one, &given)
        } else {
            computed(site, &map, result, &given)?
        });
    }
    let operation = site.op_mut();
    operation.name = ir::name(name);
    operation.operands = operands;
    operation.attributes.retain(|(name, _)| *name != "map");
    let access = (base, base + 1);
    if is_vector {
        let vector = if base == 0 { *site.op().results.first()? } else { site.operand(0)? };
        vector_at(site, access, vector)?;
    } else {
        element_at(site, access)?;
    }
    Some(true)
}

fn applied(site: &mut RepairSite<'_>, map: Map, operands: &[Value]) -> Value {
    let attributes = ir::attributes([(ir::name("map"), Attribute::Map(map))]);
    site.emit("affine.apply", operands, attributes, &index())
}

/// Results of a map, or the least or greatest of them: computed by arithmetic that wraps around where a divisor may not be positive.
pub fn number(site: &mut RepairSite<'_>, choose: &str) -> Option<bool> {
    let Some(Attribute::Map(map)) = site.op().attribute("map").cloned() else { return None };
    if map.results.iter().all(divides_safely) {
        return Some(false);
    }
    // A number that arithmetic makes is no dimension of another map.
    let uses = site.op().results.first().and_then(|result| site.facts.uses.get(result));
    if uses.into_iter().flatten().any(|(name, _)| dialect(name) == "affine") {
        return None;
    }
    let operands = site.op().operands.clone();
    let results: Vec<Value> =
        map.results.iter().map(|result| computed(site, &map, result, &operands)).collect::<Option<_>>()?;
    let made = results.into_iter().reduce(|one, other| site.binary(choose, one, other))?;
    site.replace_result(0, made);
    site.operation = None;
    Some(true)
}

/// A loop or a branch by maps or a set: no repair is known where a divisor may not be positive.
pub fn controlled(site: &mut RepairSite<'_>) -> Option<bool> {
    let is_safe = site.op().attributes.iter().all(|(_, attribute)| match &**attribute {
        Attribute::Map(map) => map.results.iter().all(divides_safely),
        Attribute::Set(set) => set.constraints.iter().all(|(constraint, _)| divides_safely(constraint)),
        _ => true,
    });
    is_safe.then_some(false)
}

/// True if each divisor is a number greater than zero.
fn divides_safely(expression: &Expression) -> bool {
    match expression {
        Expression::Dimension(_) | Expression::Symbol(_) | Expression::Constant(_) => true,
        Expression::Add(left, right) | Expression::Multiply(left, right) => {
            divides_safely(left) && divides_safely(right)
        }
        Expression::Modulo(left, right)
        | Expression::FloorDivide(left, right)
        | Expression::CeilDivide(left, right) => {
            divides_safely(left) && matches!(**right, Expression::Constant(1..))
        }
    }
}

fn computed(
    site: &mut RepairSite<'_>,
    map: &Map,
    expression: &Expression,
    operands: &[Value],
) -> Option<Value> {
    let mut of = |inner: &Expression| computed(site, map, inner, operands);
    Some(match expression {
        Expression::Dimension(place) => *operands.get(*place as usize)?,
        Expression::Symbol(place) => *operands.get((map.dimensions + place) as usize)?,
        Expression::Constant(number) => site.index((*number).into()),
        Expression::Add(left, right) => {
            let (left, right) = (of(left)?, of(right)?);
            site.binary("arith.addi", left, right)
        }
        Expression::Multiply(left, right) => {
            let (left, right) = (of(left)?, of(right)?);
            site.binary("arith.muli", left, right)
        }
        Expression::Modulo(left, right) => {
            let (left, right) = (of(left)?, of(right)?);
            let right = at_least_one(site, right);
            let quotient = site.binary("arith.floordivsi", left, right);
            let whole = site.binary("arith.muli", quotient, right);
            site.binary("arith.subi", left, whole)
        }
        Expression::FloorDivide(left, right) => {
            let (left, right) = (of(left)?, of(right)?);
            let right = at_least_one(site, right);
            site.binary("arith.floordivsi", left, right)
        }
        Expression::CeilDivide(left, right) => {
            let (left, right) = (of(left)?, of(right)?);
            let right = at_least_one(site, right);
            site.binary("arith.ceildivsi", left, right)
        }
    })
}

fn at_least_one(site: &mut RepairSite<'_>, divisor: Value) -> Value {
    let one = site.index(1);
    site.binary("arith.maxsi", divisor, one)
}
