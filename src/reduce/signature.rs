//! Ways to make signatures smaller: arguments and results of functions and what loops carry.
//! Operations that pass or take such a value lose it too, so that each row leaves a program that fits.

use super::program::{ReductionSite, Simplification};
use super::standin::{constant, stand_in};
use crate::ir::{Outline, ValueOrigin};
use crate::mlir::{Edit, StandIn};
use crate::path::OperationTrait::{
    CarryingLoop, Function, LlvmCall, LlvmFunction, LlvmReturn, PlainCall, PlainFunction, ResultsOfBlocks,
    Return,
};
use std::collections::{BTreeMap, BTreeSet};

/// The rows.
pub const ROWS: [Simplification; 5] = [
    Simplification { name: "erase the entry", sites: entry, edits: erase_entry },
    Simplification { name: "drop results of functions", sites: returned, edits: drop_returned },
    Simplification { name: "return what a result is computed from", sites: computed, edits: return_earlier },
    Simplification { name: "drop arguments of functions", sites: taken, edits: drop_taken },
    Simplification { name: "drop what loops and conditions carry", sites: carried, edits: drop_carried },
];

/// The losses of operations: numbers of operands and results.
#[derive(Default)]
pub struct Losses {
    operands: BTreeMap<usize, BTreeSet<usize>>,
    results: BTreeMap<usize, BTreeSet<usize>>,
    arguments: BTreeMap<usize, BTreeSet<(usize, usize)>>,
}

impl Losses {
    /// A lost operand.
    pub fn operand(&mut self, line: usize, operand: usize) {
        self.operands.entry(line).or_default().insert(operand);
    }

    /// A lost result.
    pub fn result(&mut self, line: usize, result: usize) {
        self.results.entry(line).or_default().insert(result);
    }

    /// A lost argument of a block.
    pub fn argument(&mut self, line: usize, block: usize, argument: usize) {
        self.arguments.entry(line).or_default().insert((block, argument));
    }

    /// The edits, with the counts of operands that some operations keep.
    pub fn edits(self, outline: &Outline) -> Vec<Edit> {
        let mut edits = Vec::new();
        for (line, gone) in &self.operands {
            edits.extend(segments_without(outline, *line, gone));
        }
        let lines = self.operands.keys().chain(self.results.keys()).chain(self.arguments.keys());
        for line in lines.copied().collect::<BTreeSet<usize>>() {
            let of = |map: &BTreeMap<usize, BTreeSet<usize>>| -> Vec<usize> {
                map.get(&line).into_iter().flatten().copied().collect()
            };
            edits.push(Edit::Shrink {
                line,
                operands: of(&self.operands),
                results: of(&self.results),
                arguments: self.arguments.get(&line).into_iter().flatten().copied().collect(),
            });
        }
        edits
    }
}

/// The number of operands in each group of an operation, where it says so.
pub fn segments(outline: &Outline, line: usize) -> Option<Vec<usize>> {
    let counts = outline.lines[line].attribute("operandSegmentSizes")?;
    let counts = counts.strip_prefix("array<i32: ")?.strip_suffix('>')?;
    counts.split(", ").map(|count| count.parse().ok()).collect()
}

fn segments_without(outline: &Outline, line: usize, gone: &BTreeSet<usize>) -> Option<Edit> {
    let mut begin = 0;
    let counts = segments(outline, line)?.into_iter().map(|count| {
        let lost = gone.range(begin..begin + count).count();
        begin += count;
        (count - lost).to_string()
    });
    let value = Some(format!("array<i32: {}>", counts.collect::<Vec<_>>().join(", ")));
    Some(Edit::Attribute { line, name: "operandSegmentSizes".to_owned(), value })
}

fn named(outline: &Outline, function: usize) -> Option<&str> {
    outline.lines[function].attribute("sym_name").map(|name| name.trim_matches('"'))
}

fn is_entry(outline: &Outline, line: usize) -> bool {
    named(outline, line) == Some("main")
}

/// The entry, where there is another function to look at.
fn entry(outline: &Outline) -> Vec<ReductionSite> {
    let body =
        |line: &usize| Function.is_of(&outline.lines[*line].name) && !outline.lines[*line].blocks.is_empty();
    let bodies: Vec<usize> = (1..outline.lines.len()).filter(body).collect();
    let several = bodies.len() > 1;
    bodies.into_iter().filter(|line| several && is_entry(outline, *line)).map(|line| (line, 0)).collect()
}

fn erase_entry(_: &Outline, sites: &[ReductionSite]) -> Vec<Edit> {
    sites.iter().map(|(line, _)| Edit::Erase(*line)).collect()
}

/// True of a function whose type its attribute `function_type` has.
pub fn is_function(name: &str) -> bool {
    PlainFunction.is_of(name) || LlvmFunction.is_of(name)
}

fn is_call(name: &str) -> bool {
    PlainCall.is_of(name) || LlvmCall.is_of(name)
}

/// The functions whose signature may change, as nothing but calls names them, the last first.
fn functions(outline: &Outline) -> Vec<usize> {
    let changeable = |line: &usize| {
        let own = &outline.lines[*line];
        let is_open = own.attribute("function_type").is_some_and(|ty| ty.contains("..."));
        let plain = is_function(&own.name) && !own.blocks.is_empty() && !is_entry(outline, *line);
        plain && !is_open && named(outline, *line).is_some_and(|name| only_called(outline, *line, name))
    };
    (1..outline.lines.len()).rev().filter(changeable).collect()
}

fn only_called(outline: &Outline, function: usize, name: &str) -> bool {
    let names = |value: &str| {
        let ends = |rest: &str| !rest.starts_with(|c: char| c.is_alphanumeric() || "_$.-".contains(c));
        let spelled = format!("@{name}");
        value.match_indices(&spelled).any(|(at, _)| ends(&value[at + spelled.len()..]))
    };
    outline.lines.iter().enumerate().all(|(line, own)| {
        let call = is_call(&own.name);
        own.attributes.iter().all(|(key, value)| {
            line == function && key == "sym_name" || call && key == "callee" || !names(value)
        })
    })
}

fn calls(outline: &Outline, function: usize) -> Vec<usize> {
    let callee = format!("@{}", named(outline, function).unwrap_or_default());
    let calls = |line: &usize| {
        is_call(&outline.lines[*line].name)
            && outline.lines[*line].attribute("callee") == Some(callee.as_str())
    };
    (1..outline.lines.len()).filter(calls).collect()
}

/// The terminators of the blocks of an operation.
pub fn ends(outline: &Outline, line: usize) -> impl Iterator<Item = usize> {
    let inside =
        move |end: &usize| outline.lines[*end].parent == Some(line) && outline.lines[*end].terminator;
    (line..outline.lines[line].end).filter(inside)
}

fn returns(outline: &Outline, function: usize) -> Vec<usize> {
    let is_return = |name: &str| Return.is_of(name) || LlvmReturn.is_of(name);
    ends(outline, function).filter(|line| is_return(&outline.lines[*line].name)).collect()
}

/// True of a value that anything uses.
pub fn is_used(outline: &Outline, value: ValueOrigin) -> bool {
    outline.users(value).next().is_some()
}

/// The edit that gives a function the type of these parameters and results.
fn typed(outline: &Outline, function: usize, arguments: &str, results: &str) -> Edit {
    let value = match (LlvmFunction.is_of(&outline.lines[function].name), results) {
        (false, _) => format!("({arguments}) -> ({results})"),
        (true, "") => format!("!llvm.func<void ({arguments})>"),
        (true, _) => format!("!llvm.func<{results} ({arguments})>"),
    };
    Edit::Attribute { line: function, name: "function_type".to_owned(), value: Some(value) }
}

/// The edits that give a function its type without these arguments and results.
fn retyped(
    outline: &Outline,
    function: usize,
    arguments: &BTreeSet<usize>,
    results: &BTreeSet<usize>,
) -> Vec<Edit> {
    let own = &outline.lines[function];
    let spelled = |types: &[String], gone: &BTreeSet<usize>| {
        let kept = types.iter().enumerate().filter(|(index, _)| !gone.contains(index));
        kept.map(|(_, ty)| ty.as_str()).collect::<Vec<_>>().join(", ")
    };
    let empty = Vec::new();
    let returned =
        returns(outline, function).first().map_or(&empty, |line| &outline.lines[*line].operand_types);
    let (taken, given) = (spelled(&own.blocks[0].arguments, arguments), spelled(returned, results));
    let mut edits = vec![typed(outline, function, &taken, &given)];
    for (name, gone) in [("arg_attrs", arguments), ("res_attrs", results)] {
        if let Some(list) = own.attribute(name).filter(|_| !gone.is_empty()) {
            let value = without(list, gone);
            edits.push(Edit::Attribute { line: function, name: name.to_owned(), value });
        }
    }
    edits
}

/// A list of dictionaries without some of them; none where it would be empty.
fn without(list: &str, gone: &BTreeSet<usize>) -> Option<String> {
    let inside = list.strip_prefix('[')?.strip_suffix(']')?;
    let (mut depth, mut parts) = (0i32, vec![String::new()]);
    for c in inside.chars() {
        depth += i32::from("{[(<".contains(c)) - i32::from("}])>".contains(c));
        match parts.last_mut() {
            _ if c == ',' && depth == 0 => parts.push(String::new()),
            Some(part) => part.push(c),
            None => {}
        }
    }
    let kept = parts.iter().enumerate().filter(|(index, _)| !gone.contains(index));
    let kept: Vec<&str> = kept.map(|(_, part)| part.trim()).collect();
    (!kept.is_empty()).then(|| format!("[{}]", kept.join(", ")))
}

fn by_line(sites: &[ReductionSite]) -> BTreeMap<usize, BTreeSet<usize>> {
    let mut grouped: BTreeMap<usize, BTreeSet<usize>> = BTreeMap::new();
    for (line, index) in sites {
        grouped.entry(*line).or_default().insert(*index);
    }
    grouped
}

fn returned(outline: &Outline) -> Vec<ReductionSite> {
    let mut sites = Vec::new();
    for function in functions(outline) {
        let Some(last) = returns(outline, function).first().copied() else { continue };
        let calls = calls(outline, function);
        let loose = |index: &usize| {
            let spared = constant(&outline.lines[last].operand_types[*index], 0).is_some();
            spared || !calls.iter().any(|call| is_used(outline, ValueOrigin::Result(*call, *index)))
        };
        sites.extend(
            (0..outline.lines[last].operands.len()).rev().filter(loose).map(|index| (function, index)),
        );
    }
    sites
}

fn drop_returned(outline: &Outline, sites: &[ReductionSite]) -> Vec<Edit> {
    let (mut edits, mut losses) = (Vec::new(), Losses::default());
    for (function, gone) in by_line(sites) {
        edits.extend(retyped(outline, function, &BTreeSet::new(), &gone));
        for index in gone {
            for last in returns(outline, function) {
                losses.operand(last, index);
            }
            for call in calls(outline, function) {
                if is_used(outline, ValueOrigin::Result(call, index)) {
                    let Some(by) = constant(&outline.lines[call].results[index], 0) else {
                        return Vec::new();
                    };
                    edits.push(Edit::Replace { line: call, result: index, by });
                }
                losses.result(call, index);
            }
        }
    }
    edits.extend(losses.edits(outline));
    edits
}

/// So many operands of what computes a result are tried in its place.
const EARLIER: usize = 16;

/// Results of functions that nobody calls, each with the operands of what computes it.
fn computed(outline: &Outline) -> Vec<ReductionSite> {
    let mut sites = Vec::new();
    for function in functions(outline).into_iter().filter(|function| calls(outline, *function).is_empty()) {
        let [last] = returns(outline, function)[..] else { continue };
        for (index, value) in outline.lines[last].operands.iter().enumerate() {
            if let Some(ValueOrigin::Result(maker, _)) = value {
                let operands = outline.lines[*maker].operands.len().min(EARLIER);
                sites.extend((0..operands).map(|operand| (function, index * EARLIER + operand)));
            }
        }
    }
    sites
}

fn return_earlier(outline: &Outline, sites: &[ReductionSite]) -> Vec<Edit> {
    // Each is another type for the function: one at a time.
    let [(function, place), ..] = sites else { return Vec::new() };
    let (index, operand) = (place / EARLIER, place % EARLIER);
    let [last] = returns(outline, *function)[..] else { return Vec::new() };
    let returned = &outline.lines[last];
    let Some(ValueOrigin::Result(maker, _)) = returned.operands[index] else { return Vec::new() };
    let made_of = &outline.lines[maker];
    let Some(by) = made_of.operands[operand] else { return Vec::new() };
    let mut types = returned.operand_types.clone();
    types[index].clone_from(&made_of.operand_types[operand]);
    let arguments = outline.lines[*function].blocks[0].arguments.join(", ");
    let mut edits = vec![
        typed(outline, *function, &arguments, &types.join(", ")),
        Edit::Operand { line: last, operand: index, by },
    ];
    let others =
        (0..made_of.results.len()).flat_map(|result| outline.users(ValueOrigin::Result(maker, result)));
    let only = returned
        .operands
        .iter()
        .filter(|value| matches!(value, Some(ValueOrigin::Result(own, _)) if *own == maker));
    if others.collect::<Vec<_>>() == [last] && only.count() == 1 {
        edits.push(Edit::Erase(maker));
    }
    edits
}

fn taken(outline: &Outline) -> Vec<ReductionSite> {
    let mut sites = Vec::new();
    for function in functions(outline) {
        let arguments = &outline.lines[function].blocks[0].arguments;
        let loose = |index: &usize| {
            let spared = constant(&arguments[*index], 0).is_some();
            spared || !is_used(outline, ValueOrigin::Argument(function, 0, *index))
        };
        sites.extend((0..arguments.len()).rev().filter(loose).map(|index| (function, index)));
    }
    sites
}

fn drop_taken(outline: &Outline, sites: &[ReductionSite]) -> Vec<Edit> {
    let (mut edits, mut losses) = (Vec::new(), Losses::default());
    for (function, gone) in by_line(sites) {
        edits.extend(retyped(outline, function, &gone, &BTreeSet::new()));
        for index in gone {
            if is_used(outline, ValueOrigin::Argument(function, 0, index)) {
                let ty = &outline.lines[function].blocks[0].arguments[index];
                let Some(by) = constant(ty, 0) else { return Vec::new() };
                edits.push(Edit::Argument { line: function, block: 0, argument: index, by });
            }
            losses.argument(function, 0, index);
            for call in calls(outline, function) {
                losses.operand(call, index);
            }
        }
    }
    edits.extend(losses.edits(outline));
    edits
}

fn carried(outline: &Outline) -> Vec<ReductionSite> {
    let carries = |line: &usize| ResultsOfBlocks.is_of(&outline.lines[*line].name);
    let lines = (1..outline.lines.len()).rev().filter(carries);
    lines
        .flat_map(|line| (0..outline.lines[line].results.len()).rev().map(move |index| (line, index)))
        .collect()
}

fn drop_carried(outline: &Outline, sites: &[ReductionSite]) -> Vec<Edit> {
    let (mut edits, mut losses) = (Vec::new(), Losses::default());
    for (line, index) in sites {
        let own = &outline.lines[*line];
        let count = own.results.len();
        let place = |all: usize| all.checked_sub(count).map(|first| first + index);
        let mut by = stand_in(outline, *line, &own.results[*index], &|_| false);
        if CarryingLoop.is_of(&own.name) {
            let places = (place(own.operands.len()), place(own.blocks[0].arguments.len()));
            let (Some(first), Some(argument)) = places else { return Vec::new() };
            let Some(value) = own.operands[first] else { return Vec::new() };
            by = Some(StandIn::Value(value));
            edits.push(Edit::Argument { line: *line, block: 0, argument, by: StandIn::Value(value) });
            losses.operand(*line, first);
            losses.argument(*line, 0, argument);
        }
        if is_used(outline, ValueOrigin::Result(*line, *index)) {
            let Some(by) = by else { return Vec::new() };
            edits.push(Edit::Replace { line: *line, result: *index, by });
        }
        losses.result(*line, *index);
        for end in ends(outline, *line) {
            let Some(passed) = place(outline.lines[end].operands.len()) else { return Vec::new() };
            losses.operand(end, passed);
        }
    }
    edits.extend(losses.edits(outline));
    edits
}

#[cfg(test)]
#[path = "signature_tests.rs"]
pub mod tests;
