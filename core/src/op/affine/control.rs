//! Loops and conditions.
//!
//! The iterations of `affine.parallel` run one after the other, in ascending order, and reductions take their values in that order.
//! The documentation leaves the order open; sums of floats may come out otherwise in another one.

use super::number::{AppliedMap, map, no_value};
use crate::eval::Breaking as _;
use crate::eval::lane::Lane;
use crate::eval::machine::{Action, Machine, Next, Slot};
use crate::eval::site::{RegionBody, Site};
use crate::eval::stop::{Rule, Stop};
use crate::grow::NeededRoom;
use crate::ir::{Attribute, Dense, IntegerSet, Map};
use crate::observe::{Form, Lack, MissingPart};
use crate::op::memref::access::indices;
use crate::op::memref::combine::Combine;
use crate::op::region::{gather, in_order, leave, next_index, scatter, scoped, slots, take_left};
use crate::op::{Row, row};

const AFFINE_PARALLEL_ASSIGN: Rule =
    Rule::new("affine_parallel_assign", "affine.parallel assigns the value of more than one iteration");

/// One row an operation.
pub const ROWS: &[Row] = &[
    row("affine.yield", leave),
    row("affine.for", count).grown_in(NeededRoom::Regions, super::placing::looped),
    row("affine.if", choose).grown_in(NeededRoom::Regions, super::placing::conditional),
    row("affine.parallel", parallel).grown_in(NeededRoom::Regions, super::placing::parallel),
];

/// The lanes of these operands.
fn lanes(site: &Site<'_>, operands: std::ops::Range<usize>) -> Result<Vec<u32>, Lack> {
    Ok(slots(&site.operands(operands)?).iter().map(|slot| slot.start).collect())
}

/// From the greatest of the lower bounds to before the least of the upper ones.
fn count(site: &Site<'_>) -> Result<Action, Lack> {
    let from = AppliedMap::of(site, "lowerBoundMap", lanes(site, site.segment(0))?)?;
    let to = AppliedMap::of(site, "upperBoundMap", lanes(site, site.segment(1))?)?;
    let (begins, results) = (slots(&site.operands(site.segment(2))?), slots(&site.results()?));
    let (body, step) = (site.region(0)?, site.int("step"));
    if step <= 0 || from.count() == 0 || to.count() == 0 {
        return Err(site.without(MissingPart::Bound));
    }
    Ok(Box::new(move |machine| {
        let bound = "a bound of affine.for";
        let (from, to) = (from.defined(machine, bound)?, to.defined(machine, bound)?);
        let mut at = i128::from(from.into_iter().max().unwrap_or_default());
        let to = i128::from(to.into_iter().min().unwrap_or_default());
        let mut carried = gather(machine, &begins);
        while at < to {
            carried.insert(0, Lane::of((at as u64).into()));
            scoped(machine, &body, &carried)?;
            carried.clear();
            carried.extend_from_slice(&machine.left);
            at = next_index(at, step)?;
        }
        scatter(machine, &results, &carried);
        Ok(Next::On)
    }))
}

fn choose(site: &Site<'_>) -> Result<Action, Lack> {
    let Some(Attribute::Set(set)) = site.attribute("condition") else {
        return Err(site.without(MissingPart::Condition));
    };
    let (set, given, results): (IntegerSet, _, _) = (set.clone(), indices(site, 0)?, slots(&site.results()?));
    if (set.dimensions + set.symbols) as usize != given.len() {
        return Err(site.lacks(Form::Operands));
    }
    let then = site.region(0)?;
    let other = match site.node.regions.get(1) {
        Some(blocks) if !blocks.is_empty() => Some(site.region(1)?),
        _ => None,
    };
    Ok(Box::new(move |machine| {
        let what = "the condition of affine.if";
        let mut numbers = Vec::new();
        for lane in &given {
            numbers.push(machine.defined(machine.get(*lane), what)? as i64);
        }
        let (dimensions, symbols) = numbers.split_at(set.dimensions as usize);
        let holds = set.holds(dimensions, symbols).ok_or_else(|| no_value(what))?;
        if let Some(region) = if holds { Some(&then) } else { other.as_ref() } {
            region.run(machine, &[])?;
            take_left(machine, &results);
        }
        Ok(Next::On)
    }))
}

/// A map whose results come in groups, one a dimension.
struct Grouped {
    map: AppliedMap,
    sizes: Vec<usize>,
}

impl Grouped {
    fn of(site: &Site<'_>, attribute: &str, groups: &str, lanes: Vec<u32>) -> Result<Grouped, Lack> {
        let map = AppliedMap::of(site, attribute, lanes)?;
        let wrong = || site.without(MissingPart::Attribute(groups.to_owned()));
        let sizes = match site.attribute(groups) {
            Some(Attribute::Dense(dense)) => sizes(dense).ok_or_else(wrong)?,
            _ => return Err(wrong()),
        };
        if sizes.iter().sum::<usize>() != map.count() || sizes.contains(&0) {
            return Err(wrong());
        }
        Ok(Grouped { map, sizes })
    }

    /// One number a group.
    fn bounds(&self, machine: &Machine<'_>, choose: fn(&[i64]) -> i64) -> Result<Vec<i64>, Stop> {
        let all = self.map.defined(machine, "a bound of affine.parallel")?;
        let mut rest = &all[..];
        let mut bounds = Vec::new();
        for size in &self.sizes {
            let (own, after) = rest.split_at(*size);
            bounds.push(choose(own));
            rest = after;
        }
        Ok(bounds)
    }
}

/// The numbers of a constant of one dimension.
fn sizes(dense: &Dense) -> Option<Vec<usize>> {
    let crate::ir::Type::Tensor(extents, ..) = &*dense.ty else { return None };
    let [Some(count)] = extents[..] else { return None };
    let stored: Vec<usize> = dense.elements().map(|number| number as usize).collect();
    match stored[..] {
        [one] => Some(vec![one; usize::try_from(count).ok()?]),
        _ if stored.len() as u64 == count => Some(stored),
        _ => None,
    }
}

fn numbers(site: &Site<'_>, attribute: &str) -> Result<Vec<i128>, Lack> {
    let all = match site.attribute(attribute) {
        Some(Attribute::List(all)) => all.iter().map(|number| number.int()).collect(),
        Some(Attribute::Ints(_, all)) => Some(all.iter().map(|number| i128::from(*number)).collect()),
        _ => None,
    };
    all.ok_or_else(|| site.without(MissingPart::Attribute(attribute.to_owned())))
}

/// Loops in each other, outermost first, and what becomes of the values that a body hands over.
struct Parallel {
    body: RegionBody,
    steps: Vec<i128>,
    combine: Vec<Combine>,
    results: Vec<Slot>,
}

fn parallel(site: &Site<'_>) -> Result<Action, Lack> {
    let lower: Map = map(site, "lowerBoundsMap")?;
    let split = ((lower.dimensions + lower.symbols) as usize).min(site.node.operands.len());
    let (low, high) = (lanes(site, 0..split)?, lanes(site, split..site.node.operands.len())?);
    let from = Grouped::of(site, "lowerBoundsMap", "lowerBoundsGroups", low)?;
    let to = Grouped::of(site, "upperBoundsMap", "upperBoundsGroups", high)?;
    let (steps, kinds) = (numbers(site, "steps")?, numbers(site, "reductions")?);
    let results = site.results()?;
    let wrong = steps.iter().any(|step| *step <= 0)
        || [from.sizes.len(), to.sizes.len()] != [steps.len(); 2]
        || kinds.len() != results.len()
        || results.iter().any(|result| result.layout.leaves.len() != 1);
    if wrong {
        return Err(site.lacks(Form::Numbers));
    }
    let combine = kinds.iter().zip(&results).map(|(kind, result)| {
        Combine::of(*kind, result.layout.scalar(), site.layouts.version).map_err(|form| site.lacks(form))
    });
    let combine = combine.collect::<Result<Vec<_>, Lack>>()?;
    let all = Parallel { body: site.region(0)?, steps, combine, results: slots(&results) };
    Ok(Box::new(move |machine| {
        let from = from.bounds(machine, |all| all.iter().copied().max().unwrap_or_default())?;
        let to = to.bounds(machine, |all| all.iter().copied().min().unwrap_or_default())?;
        let bounds: Vec<(i128, i128)> =
            from.into_iter().zip(to).map(|(from, to)| (from.into(), to.into())).collect();
        let mut is_first = true;
        all.nest(machine, &bounds, &mut Vec::new(), &mut is_first)?;
        for (combine, result) in all.combine.iter().zip(&all.results) {
            let made = match is_first {
                true => combine.identity(machine.at),
                false => combine.finished(machine.get(result.start), machine.at),
            };
            machine.set(result.start, made);
        }
        Ok(Next::On)
    }))
}

impl Parallel {
    fn nest(
        &self,
        machine: &mut Machine<'_>,
        bounds: &[(i128, i128)],
        at: &mut Vec<Lane>,
        is_first: &mut bool,
    ) -> Result<(), Stop> {
        let Some(((from, to), inner)) = bounds.split_first() else {
            return self.once(machine, at, is_first);
        };
        in_order(machine.world, [*from, *to, self.steps[at.len()]], |number| {
            at.push(Lane::of((number as u64).into()));
            self.nest(machine, inner, at, is_first)?;
            at.pop();
            Ok(())
        })
    }

    fn once(&self, machine: &mut Machine<'_>, at: &[Lane], is_first: &mut bool) -> Result<(), Stop> {
        if !*is_first && self.combine.iter().any(|combine| combine.is_assignment()) {
            return Err(AFFINE_PARALLEL_ASSIGN.undefined(&[]));
        }
        scoped(machine, &self.body, at)?;
        let left = machine.left.clone();
        if left.len() != self.results.len() {
            return Err(Stop::lacks(Lack::RegionValues {}));
        }
        for ((combine, slot), new) in self.combine.iter().zip(&self.results).zip(left) {
            let old = machine.get(slot.start);
            let made = if *is_first { new } else { combine.lane(old, new) };
            machine.set(slot.start, made);
        }
        *is_first = false;
        Ok(())
    }
}
