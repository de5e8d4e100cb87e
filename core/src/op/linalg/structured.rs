//! The loops of a structured operation: extents by its maps, elements to its region and back.

use super::operand::{Operand, View};
use super::order::{ReducedTerms, RunningResult, running};
use crate::eval::Breaking as _;
use crate::eval::lane::{Lane, Taint, mask};
use crate::eval::machine::{Action, Machine, Next, Slot};
use crate::eval::site::{RegionBody, Site};
use crate::eval::stop::{Rule, Stop};
use crate::eval::tensor::Shaped;
use crate::eval::world::IterationOrdering;
use crate::ir::{Attribute, Expression, Map, Operation};
use crate::observe::{Form, Lack};
use crate::op::region::slots;
use std::rc::Rc;

const GENERIC_PARALLEL_WRITES: Rule =
    Rule::new("generic_parallel_writes", "{} writes one element in iterations that are parallel");
const LINALG_INDEX_NO_VALUE: Rule = Rule::new("linalg_index_no_value", "{} with an index that has no value");
const LINALG_RANK: Rule = Rule::new("linalg_rank", "{} of an operand of another rank than its map");
const GENERIC_SHAPES: Rule = Rule::new("generic_shapes", "{} of operands that disagree on a loop: {} and {}");

/// The maps that the attribute `indexing_maps` lists.
pub fn listed(site: &Site<'_>) -> Option<Vec<Map>> {
    let Some(Attribute::List(all)) = site.attribute("indexing_maps") else { return None };
    let map = |one: &Rc<Attribute>| match &**one {
        Attribute::Map(map) => Some(map.clone()),
        _ => None,
    };
    all.iter().map(map).collect::<Option<Vec<Map>>>().filter(|maps| !maps.is_empty())
}

/// The number of operands that are read alone: those before the first that is written. As many are written as the body hands over elements.
pub fn inputs(site: &Site<'_>) -> usize {
    if site.has("operandSegmentSizes") {
        return site.segment(0).len();
    }
    let body = site.node.body().and_then(|blocks| blocks.last());
    let last = body.and_then(|block| block.operations.last());
    site.node.operands.len().saturating_sub(last.map_or(1, |last| last.operands.len()))
}

/// A structured operation.
struct Structured {
    operands: Vec<Operand>,
    /// The number of operands that are read alone.
    inputs: usize,
    loops: usize,
    body: RegionBody,
    /// The number of operands that the body takes elements of.
    taken: usize,
    /// The lanes of `linalg.index` in the body, each with its loop.
    indices: Vec<(u32, usize)>,
    results: Vec<Slot>,
    /// Loops that are said to be parallel.
    parallel: Vec<usize>,
    /// Loops that are said to be parallel and do not tell elements of a result apart.
    racing: Vec<usize>,
    /// Results that hang on the order of the loops.
    running: Vec<RunningResult>,
    name: &'static str,
}

/// An operation whose operands have these maps, of which a scalar needs none.
///
/// linalg, "Structured Operations": the extents of the loops come from those of the operands, by the maps backwards. Where two operands
/// say differently, where an element is out of bounds, or where parallel iterations write one element, behaviour is undefined.
///
/// # Errors
/// There are other maps than operands, a loop has no extent, or the region takes something else than elements.
pub fn structured(site: &Site<'_>, maps: Vec<Option<Map>>) -> Result<Action, Lack> {
    let name = site.node.name;
    if maps.len() != site.node.operands.len() {
        return Err(site.lacks(Form::Maps));
    }
    let operands = maps
        .into_iter()
        .enumerate()
        .map(|(index, map)| Operand::of(site, index, map))
        .collect::<Result<Vec<_>, _>>()?;
    let loops = operands.iter().filter_map(|operand| operand.map.as_ref()).map(|map| map.dimensions).max();
    let loops = loops.unwrap_or(0) as usize;
    for at in 0..loops {
        let gives = |map: &Map| map.results.iter().any(|result| result.dimension() == Some(at as u32));
        if !operands.iter().filter_map(|operand| operand.map.as_ref()).any(gives) {
            return Err(site.lacks(Form::UnknownExtent));
        }
    }
    let body = site.region(0)?;
    let fits = |(argument, operand): (&crate::eval::site::SiteValue, &Operand)| {
        argument.layout.leaves.len() == operand.element.leaves.len()
    };
    if body.arguments.len() > operands.len() || !body.arguments.iter().zip(&operands).all(fits) {
        return Err(site.lacks(Form::RegionArguments));
    }
    let mut indices = Vec::new();
    for block in &site.node.regions[0] {
        block.operations.iter().for_each(|inner| indexed(inner, site.values, &mut indices));
    }
    if indices.iter().any(|(_, dimension)| *dimension >= loops) {
        return Err(Lack::form("linalg.index", Form::NoLoop));
    }
    let parallel = parallel(site);
    let racing = parallel.iter().copied().filter(|at| {
        let tells = |operand: &Operand| {
            let mut told = false;
            let results = operand.map.iter().flat_map(|map| &map.results);
            results.for_each(|result| result.each_dimension(&mut |own| told |= own as usize == *at));
            told
        };
        *at < loops && !operands[inputs(site).min(operands.len())..].iter().all(tells)
    });
    let structured = Structured {
        racing: racing.collect(),
        parallel,
        running: running(site, &operands, inputs(site), loops),
        inputs: inputs(site),
        taken: body.arguments.len(),
        results: slots(&site.results()?),
        operands,
        loops,
        body,
        indices,
        name,
    };
    Ok(Box::new(move |machine| structured.run(machine)))
}

/// The loops that `iterator_types` says are parallel.
fn parallel(site: &Site<'_>) -> Vec<usize> {
    let Some(Attribute::List(all)) = site.attribute("iterator_types") else { return Vec::new() };
    let is_parallel = |(at, one): (usize, &Rc<Attribute>)| one.says("parallel").then_some(at);
    all.iter().enumerate().filter_map(is_parallel).collect()
}

/// Collects each `linalg.index` that belongs to the operation around: none of those in a structured operation further inside.
fn indexed(node: &Operation, values: &[Slot], met: &mut Vec<(u32, usize)>) {
    if node.name == "linalg.index" {
        let dimension =
            node.attribute("dim").and_then(Attribute::int).and_then(|at| usize::try_from(at).ok());
        if let Some(result) = node.results.first() {
            met.push((values[*result as usize].start, dimension.unwrap_or(usize::MAX)));
        }
    } else if crate::observe::dialect(node.name) != "linalg" {
        let inner = node.regions.iter().flatten().flat_map(|block| &block.operations);
        inner.for_each(|inner| indexed(inner, values, met));
    }
}

impl Structured {
    fn run(&self, machine: &mut Machine<'_>) -> Result<Next, Stop> {
        if !self.results.is_empty() {
            let handles = self.operands.iter().filter(|operand| operand.is_tensor());
            let taints = handles.map(|operand| machine.get(operand.slot.start).taint);
            let taint = taints.reduce(Taint::merge).unwrap_or_default();
            if !taint.is_none() {
                self.results.iter().for_each(|slot| machine.set(slot.start, Lane::tainted(taint)));
                return Ok(Next::On);
            }
        }
        let mut views =
            self.operands.iter().map(|operand| operand.view(machine)).collect::<Result<Vec<View>, _>>()?;
        for view in &mut views[self.inputs..] {
            if let View::Tensor(tensor) = view {
                machine.charge((tensor.lanes.len() * size_of::<Lane>()) as u64)?;
                *view = View::Made((**tensor).clone());
            }
        }
        let extents = self.extents(&views)?;
        if self.racing.iter().any(|at| extents[*at] > 1) && !extents.contains(&0) {
            return Err(GENERIC_PARALLEL_WRITES.undefined(&[&self.name]));
        }
        let (mut given, mut at, mut terms) = (Vec::new(), Vec::new(), ReducedTerms::default());
        let mut turned = vec![0; extents.len()];
        Shaped::each_index(&extents, |loops| {
            let loops = self.ordered(machine.world.order, loops, &extents, &mut turned);
            given.clear();
            for (operand, view) in self.operands[..self.taken].iter().zip(&views) {
                self.find(operand, loops, &mut at)?;
                view.read(machine, &operand.element, (self.name, &at), &mut given)?;
            }
            for (lane, dimension) in &self.indices {
                machine.set(*lane, Lane::of(loops[*dimension] as u128 & mask(64)));
            }
            self.body.run(machine, &given)?;
            for running in &self.running {
                self.find(&self.operands[running.operand], loops, &mut at)?;
                terms.add(machine, running, &at);
            }
            let left = std::mem::take(&mut machine.left);
            let mut rest = &left[..];
            for (operand, view) in self.operands.iter().zip(&mut views).skip(self.inputs) {
                let Some((own, after)) = rest.split_at_checked(operand.element.leaves.len()) else {
                    return Err(Stop::lacks(Lack::RegionValues {}));
                };
                self.find(operand, loops, &mut at)?;
                view.write(machine, &operand.element, (self.name, &at), own)?;
                rest = after;
            }
            machine.left = left;
            Ok(())
        })?;
        for running in &self.running {
            let (view, element) = (&mut views[running.operand], &self.operands[running.operand].element);
            for (at, order) in terms.unsettled(running) {
                given.clear();
                view.read(machine, element, (self.name, at), &mut given)?;
                for lane in given.iter_mut().filter(|lane| lane.taint.is_none()) {
                    *lane = order.settle(machine, running.format, *lane);
                }
                view.write(machine, element, (self.name, at), &given)?;
            }
        }
        let made = views.into_iter().skip(self.inputs).filter_map(|view| match view {
            View::Made(tensor) => Some(tensor),
            _ => None,
        });
        for (slot, tensor) in self.results.iter().zip(made) {
            let handle = machine.new_tensor(tensor)?;
            machine.set(slot.start, handle);
        }
        Ok(Next::On)
    }

    /// The indices of the loops, of which the parallel ones run in this order.
    fn ordered<'a>(
        &self,
        order: IterationOrdering,
        loops: &'a [i64],
        extents: &[u64],
        ordered: &'a mut [i64],
    ) -> &'a [i64] {
        if order == IterationOrdering::Ascending {
            return loops;
        }
        ordered.copy_from_slice(loops);
        for at in self.parallel.iter().filter(|at| **at < loops.len()) {
            ordered[*at] = order.at(loops[*at] as u64, extents[*at]) as i64;
        }
        ordered
    }

    /// The indices of the element of an operand.
    fn find(&self, operand: &Operand, loops: &[i64], at: &mut Vec<i64>) -> Result<(), Stop> {
        at.clear();
        let Some(map) = &operand.map else { return Ok(()) };
        for result in &map.results {
            let index = match result {
                Expression::Dimension(dimension) => loops.get(*dimension as usize).copied(),
                other => other.evaluate(loops, &[]),
            };
            at.push(index.ok_or_else(|| LINALG_INDEX_NO_VALUE.undefined(&[&self.name]))?);
        }
        Ok(())
    }

    /// The extents of the loops.
    fn extents(&self, views: &[View]) -> Result<Vec<u64>, Stop> {
        let mut extents: Vec<Option<u64>> = vec![None; self.loops];
        for (operand, view) in self.operands.iter().zip(views) {
            let Some(map) = &operand.map else { continue };
            if map.results.len() != view.shape().len() {
                return Err(LINALG_RANK.undefined(&[&self.name]));
            }
            for (result, own) in map.results.iter().zip(view.shape()) {
                let Some(dimension) = result.dimension() else { continue };
                match extents.get_mut(dimension as usize) {
                    Some(Some(known)) if known != own => {
                        return Err(GENERIC_SHAPES.undefined(&[&self.name, &known, &own]));
                    }
                    Some(known) => *known = Some(*own),
                    None => {}
                }
            }
        }
        // Each loop has been found to have an extent as the program was built.
        Ok(extents.into_iter().flatten().collect())
    }
}
