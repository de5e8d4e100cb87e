//! OpenMP, by a team of one thread: a region is run where it stands, a loop from its first to its last number.

use crate::eval::lane::{Lane, mask, signed};
use crate::eval::machine::{Action, Machine, Next, Slot};
use crate::eval::site::Site;
use crate::eval::stop::Stop;
use crate::observe::{Form, Lack, MissingPart};
use crate::op::{Row, row};

/// All families.
pub const FAMILIES: &[&[Row]] = &[ROWS];

/// One row an operation.
const ROWS: &[Row] = &[
    row("omp.parallel", region),
    row("omp.wsloop", region),
    row("omp.loop_nest", |site| {
        let nest = Nest::of(site, site.node)?;
        let (body, after) = (site.step + 1, site.after);
        Ok(Box::new(move |machine| {
            for level in &nest.levels {
                let first = machine.get(level.first);
                machine.set(level.number, first);
                if !nest.goes_on(machine, level)? {
                    return Ok(Next::Jump(after));
                }
            }
            Ok(Next::Jump(body))
        }))
    }),
    row("omp.yield", |site| {
        let around = site.around.as_ref().filter(|around| around.node.name == "omp.loop_nest");
        let around = around.ok_or_else(|| site.lacks(Form::OutsideLoop))?;
        let nest = Nest::of(site, around.node)?;
        let (again, after) = (around.step + 1, around.after);
        Ok(Box::new(move |machine| {
            for level in nest.levels.iter().rev() {
                let (number, by) = (machine.get(level.number), machine.get(level.by));
                let bits = number.bits.wrapping_add(by.bits) & mask(nest.width);
                machine.set(level.number, Lane { bits, taint: number.taint.merge(by.taint), origin: 0 });
                if nest.goes_on(machine, level)? {
                    return Ok(Next::Jump(again));
                }
                let first = machine.get(level.first);
                machine.set(level.number, first);
            }
            Ok(Next::Jump(after))
        }))
    }),
    row("omp.terminator", |site| {
        let after = site.around.as_ref().ok_or_else(|| site.lacks(Form::OutsideRegion))?.after;
        Ok(Box::new(move |_| Ok(Next::Jump(after))))
    }),
    row("omp.barrier", |_| Ok(Box::new(|_| Ok(Next::On)))),
];

/// A region with nothing to hand over.
fn region(site: &Site<'_>) -> Result<Action, Lack> {
    let takes = site.node.regions.iter().flatten().any(|block| !block.arguments.is_empty());
    if !site.node.operands.is_empty() || takes && site.node.name != "omp.loop_nest" {
        return Err(site.lacks(Form::Clauses));
    }
    let body = site.step + 1;
    Ok(Box::new(move |_| Ok(Next::Jump(body))))
}

/// One loop of a nest, as lanes.
struct Level {
    number: u32,
    first: u32,
    last: u32,
    by: u32,
}

/// Loops around one body, outermost first.
struct Nest {
    levels: Vec<Level>,
    width: u32,
    /// True if the last number belongs to it.
    inclusive: bool,
}

impl Nest {
    fn of(site: &Site<'_>, node: &crate::ir::Operation) -> Result<Nest, Lack> {
        let numbers = node.regions.first().and_then(|blocks| blocks.first()).map(|block| &block.arguments);
        let numbers = numbers.ok_or_else(|| Lack::without(node.name, MissingPart::Body))?;
        let depth = numbers.len();
        if node.operands.len() != 3 * depth {
            return Err(Lack::form(node.name, Form::Operands));
        }
        let lane = |value: u32| -> Slot { site.values[value as usize] };
        let level = |index: usize| Level {
            number: lane(numbers[index]).start,
            first: lane(node.operands[index]).start,
            last: lane(node.operands[depth + index]).start,
            by: lane(node.operands[2 * depth + index]).start,
        };
        let width = site.layouts.get(&site.types[numbers[0] as usize])?.scalar().bits();
        let inclusive = node.attribute("loop_inclusive").is_some();
        Ok(Nest { levels: (0..depth).map(level).collect(), width, inclusive })
    }

    fn goes_on(&self, machine: &Machine<'_>, level: &Level) -> Result<bool, Stop> {
        let number = |lane: u32| {
            let bits = machine.defined(machine.get(lane), "a bound of a loop")?;
            Ok::<_, Stop>(signed(bits, self.width))
        };
        let (at, last, by) = (number(level.number)?, number(level.last)?, number(level.by)?);
        Ok(if by < 0 { at > last } else { at < last } || self.inclusive && at == last)
    }
}
