//! Ways to make what branches lead to smaller: one way for two, one block for two, and no more arguments than needed.

use super::program::{ReductionSite, Simplification};
use super::signature::{Losses, ends, is_used, segments};
use super::standin::constant;
use crate::ir::{Outline, ValueOrigin};
use crate::mlir::{Edit, StandIn};
use crate::path::OperationTrait::{Branch, ConditionalBranch, PlainFunction, RegionPerCase, Return};
use std::collections::BTreeMap;

/// The rows.
pub const ROWS: [Simplification; 5] = [
    Simplification { name: "drop cases", sites: cases, edits: drop_cases },
    Simplification { name: "return at branches", sites: leaving, edits: leave },
    Simplification { name: "go one way at branches", sites: ways, edits: go_one_way },
    Simplification { name: "put a block in the place of the only branch to it", sites: joints, edits: join },
    Simplification { name: "drop arguments of blocks", sites: block_arguments, edits: drop_block_arguments },
];

/// Which operands a branch passes to one of its successors; none where that is not known.
fn passed(outline: &Outline, line: usize, successor: usize) -> Option<Vec<usize>> {
    let own = &outline.lines[line];
    if Branch.is_of(&own.name) {
        return Some((0..own.operands.len()).collect());
    }
    if !ConditionalBranch.is_of(&own.name) {
        return None;
    }
    let counts = segments(outline, line)?;
    let begin: usize = counts.iter().take(successor + 1).sum();
    Some((begin..begin + counts.get(successor + 1)?).collect())
}

/// The cases of a switch; none where its attribute does not say a number for each.
fn listed(outline: &Outline, line: usize) -> Option<Vec<&str>> {
    let own = &outline.lines[line];
    let regions = own.blocks.iter().map(|block| block.region + 1).max().unwrap_or(0);
    let numbers = own.attribute("cases").filter(|_| RegionPerCase.is_of(&own.name))?;
    let numbers: Vec<&str> = numbers.strip_prefix("array<i64: ")?.strip_suffix('>')?.split(", ").collect();
    (numbers.len() + 1 == regions).then_some(numbers)
}

fn cases(outline: &Outline) -> Vec<ReductionSite> {
    let of = |line: usize| {
        let count = listed(outline, line).map_or(0, |numbers| numbers.len());
        (0..count).rev().map(move |case| (line, case))
    };
    (1..outline.lines.len()).rev().flat_map(of).collect()
}

fn drop_cases(outline: &Outline, sites: &[ReductionSite]) -> Vec<Edit> {
    let mut gone: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
    for (line, case) in sites {
        gone.entry(*line).or_default().push(*case);
    }
    let of = |(line, gone): (usize, Vec<usize>)| {
        let kept = listed(outline, line)?.into_iter().enumerate().filter(|(case, _)| !gone.contains(case));
        let kept: Vec<&str> = kept.map(|(_, number)| number).collect();
        let value =
            if kept.is_empty() { "array<i64>".into() } else { format!("array<i64: {}>", kept.join(", ")) };
        let regions = gone.iter().map(|case| case + 1).collect();
        let cases = Edit::Attribute { line, name: "cases".to_owned(), value: Some(value) };
        Some([cases, Edit::LoseRegions { line, regions }])
    };
    gone.into_iter().filter_map(of).flatten().collect()
}

fn ways(outline: &Outline) -> Vec<ReductionSite> {
    let choice = |line: &usize| {
        let own = &outline.lines[*line];
        own.successors.len() == 2 && passed(outline, *line, 0).is_some()
    };
    (1..outline.lines.len()).rev().filter(choice).flat_map(|line| [(line, 1), (line, 0)]).collect()
}

fn go_one_way(outline: &Outline, sites: &[ReductionSite]) -> Vec<Edit> {
    // One branch may leave out the place of the next one: one at a time.
    let [(line, successor), ..] = sites else { return Vec::new() };
    let Some(operands) = passed(outline, *line, *successor) else { return Vec::new() };
    vec![Edit::Goto { line: *line, successor: *successor, operands }]
}

/// Branches of functions.
fn leaving(outline: &Outline) -> Vec<ReductionSite> {
    let branch = |line: &usize| {
        let own = &outline.lines[*line];
        let of_function = own.parent.is_some_and(|around| PlainFunction.is_of(&outline.lines[around].name));
        of_function && !own.successors.is_empty()
    };
    (1..outline.lines.len()).filter(branch).map(|line| (line, 0)).collect()
}

/// Returns at a branch what the function returns elsewhere, or nothing where it has no results.
fn leave(outline: &Outline, sites: &[ReductionSite]) -> Vec<Edit> {
    let [(line, _), ..] = sites else { return Vec::new() };
    let Some(function) = outline.lines[*line].parent else { return Vec::new() };
    let empty = outline.lines[function].attribute("function_type").is_some_and(|ty| ty.ends_with("-> ()"));
    let other = ends(outline, function).find(|end| Return.is_of(&outline.lines[*end].name));
    let values =
        other.map_or(empty.then(Vec::new), |end| outline.lines[end].operands.iter().copied().collect());
    values.map(|values| Edit::Return { line: *line, values }).into_iter().collect()
}

/// The branches that lead to a block.
fn leading(outline: &Outline, around: usize, block: usize) -> Vec<usize> {
    ends(outline, around).filter(|line| outline.lines[*line].successors.contains(&block)).collect()
}

fn joints(outline: &Outline) -> Vec<ReductionSite> {
    let only = |line: &usize| {
        let own = &outline.lines[*line];
        let (Some(around), [block]) = (own.parent, &own.successors[..]) else { return false };
        Branch.is_of(&own.name) && *block != own.block && leading(outline, around, *block) == [*line]
    };
    (1..outline.lines.len()).rev().filter(only).map(|line| (line, 0)).collect()
}

fn join(_: &Outline, sites: &[ReductionSite]) -> Vec<Edit> {
    sites.iter().map(|(line, _)| Edit::Join(*line)).collect()
}

/// Arguments of blocks that are not the first, counted over the blocks of an operation.
fn block_arguments(outline: &Outline) -> Vec<ReductionSite> {
    let lines = (1..outline.lines.len()).rev().filter(|line| outline.lines[*line].blocks.len() > 1);
    let arguments = |line: usize| {
        let every = places(outline, line);
        let loose = move |place: &usize| droppable(outline, line, every[*place]).is_some();
        (0..places(outline, line).len()).rev().filter(loose).map(move |place| (line, place))
    };
    lines.flat_map(arguments).collect()
}

/// Block and argument, for each argument of an operation's blocks.
fn places(outline: &Outline, line: usize) -> Vec<(usize, usize)> {
    let blocks = outline.lines[line].blocks.iter().enumerate();
    blocks.flat_map(|(block, own)| (0..own.arguments.len()).map(move |argument| (block, argument))).collect()
}

/// The operands that are passed for an argument, each with its branch; none where that is not known.
fn droppable(
    outline: &Outline,
    line: usize,
    (block, argument): (usize, usize),
) -> Option<Vec<(usize, usize)>> {
    let leading = leading(outline, line, block);
    let mut found = Vec::new();
    for branch in &leading {
        for (place, to) in outline.lines[*branch].successors.iter().enumerate() {
            if *to == block {
                found.push((*branch, *passed(outline, *branch, place)?.get(argument)?));
            }
        }
    }
    (!found.is_empty()).then_some(found)
}

fn drop_block_arguments(outline: &Outline, sites: &[ReductionSite]) -> Vec<Edit> {
    let (mut edits, mut losses) = (Vec::new(), Losses::default());
    for (line, place) in sites {
        let (block, argument) = places(outline, *line)[*place];
        let Some(operands) = droppable(outline, *line, (block, argument)) else { continue };
        if is_used(outline, ValueOrigin::Argument(*line, block, argument)) {
            let ty = &outline.lines[*line].blocks[block].arguments[argument];
            let first = outline.lines[operands[0].0].operands[operands[0].1].map(StandIn::Value);
            let Some(by) = constant(ty, 0).or(first) else { continue };
            edits.push(Edit::Argument { line: *line, block, argument, by });
        }
        losses.argument(*line, block, argument);
        for (branch, operand) in operands {
            losses.operand(branch, operand);
        }
    }
    edits.extend(losses.edits(outline));
    edits
}

#[cfg(test)]
#[path = "branches_tests.rs"]
mod tests;
