//! Sums and products of floats along a loop, whose order the documentation does not name: they are approximate where another order may
//! round them in another way, and open where that may be all there is of them.

use super::operand::Operand;
use crate::eval::machine::{Machine, Slot};
use crate::eval::site::Site;
use crate::eval::types::Scalar;
use crate::ir::Block;
use crate::op::lanewise::decode;
use crate::op::vector::combine::ReductionOrder;
use crate::semantics::Format;
use std::collections::HashMap;

/// A result that is a sum, or a product, of what the body makes in each iteration.
pub struct RunningResult {
    /// The number of the operand that it is put into.
    pub operand: usize,
    so_far: Slot,
    /// The factors of the term.
    factors: Vec<Slot>,
    is_product: bool,
    /// The format of its numbers.
    pub format: Format,
}

/// The running sums and products of a body, by what it hands over.
pub fn running(site: &Site<'_>, operands: &[Operand], inputs: usize, loops: usize) -> Vec<RunningResult> {
    let Some(block) = site.node.regions.first().and_then(|blocks| blocks.first()) else { return Vec::new() };
    (inputs..operands.len())
        .filter_map(|operand| one(site, block, operands, operand, inputs, loops))
        .collect()
}

fn one(
    site: &Site<'_>,
    block: &Block,
    operands: &[Operand],
    operand: usize,
    inputs: usize,
    loops: usize,
) -> Option<RunningResult> {
    let Scalar::Float(format) = operands[operand].element.scalar() else { return None };
    let map = operands[operand].map.as_ref()?;
    if (0..loops as u32).all(|at| map.results.iter().any(|result| result.dimension() == Some(at))) {
        return None;
    }
    let handed = block.operations.last()?.operands.get(operand - inputs)?;
    let made = block.operations.iter().find(|node| node.results.contains(handed))?;
    let so_far = *block.arguments.get(operand)?;
    let (is_product, factors) = match (made.name, &made.operands[..]) {
        ("arith.addf", [left, right]) if *left == so_far => (false, vec![*right]),
        ("arith.addf", [left, right]) if *right == so_far => (false, vec![*left]),
        ("math.fma", [x, y, sum]) if *sum == so_far => (false, vec![*x, *y]),
        ("arith.mulf", [left, right]) if *left == so_far => (true, vec![*right]),
        ("arith.mulf", [left, right]) if *right == so_far => (true, vec![*left]),
        _ => return None,
    };
    let slot = |value: u32| site.values.get(value as usize).copied();
    let factors = factors.into_iter().map(slot).collect::<Option<_>>()?;
    Some(RunningResult { operand, so_far: slot(so_far)?, factors, is_product, format })
}

/// The terms of each element so far, the value that it began with among them.
#[derive(Default)]
pub struct ReducedTerms(HashMap<(usize, Vec<i64>), Vec<f64>>);

impl ReducedTerms {
    /// Adds the term that the body has just made, to the element at these indices.
    pub fn add(&mut self, machine: &Machine<'_>, running: &RunningResult, at: &[i64]) {
        let number = |slot: Slot| decode(running.format, machine.get(slot.start).bits);
        let key = (running.operand, at.to_vec());
        let terms = self.0.entry(key).or_insert_with(|| vec![number(running.so_far)]);
        match running.factors[..] {
            [x, y] => {
                let (x, y) = (number(x), number(y));
                let rest = x.mul_add(y, -(x * y));
                terms.extend([x * y, rest].into_iter().filter(|term| *term != 0.0));
            }
            _ => terms.extend(running.factors.iter().map(|factor| number(*factor))),
        }
    }

    /// The elements of a result that another order may give another value, and by how much.
    pub fn unsettled<'t>(
        &'t self,
        running: &'t RunningResult,
    ) -> impl Iterator<Item = (&'t [i64], ReductionOrder)> {
        let own = self.0.iter().filter(|((operand, _), _)| *operand == running.operand);
        let neutral = if running.is_product { 1.0 } else { 0.0 };
        own.filter_map(move |((_, at), terms)| {
            let order = if running.is_product { ReductionOrder::of_product } else { ReductionOrder::of_sum };
            let count = terms.iter().filter(|term| **term != neutral).count();
            let order = if count > 2 { order(running.format, terms) } else { ReductionOrder::Settled };
            (order != ReductionOrder::Settled).then_some((&at[..], order))
        })
    }
}
