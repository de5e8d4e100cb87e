//! Ways to make a program smaller, whatever its dialects are. Each is a row: where it can be used, and what it changes there.
//! A row only proposes; MLIR's verifier and the question decide. Another way is another row.

use super::signature::is_function;
use super::standin::{constant, print_call, stand_in, stand_ins};
use crate::execute::INNER;
use crate::ir::{Line, Outline, ValueOrigin};
use crate::mlir::{Edit, StandIn};
use crate::path::OperationTrait::{CastForPrints, Constant, Function};
use std::collections::BTreeSet;

/// A place in a program where a row can be used: an operation, and which of its results, blocks or attributes.
pub type ReductionSite = (usize, usize);

/// One way to make a program smaller.
pub struct Simplification {
    /// Its effect, in a few words.
    pub name: &'static str,
    /// The places where it can be used, the last operation first: a user comes before its operands.
    pub sites: fn(&Outline) -> Vec<ReductionSite>,
    /// The changes at some of these places, together.
    pub edits: fn(&Outline, &[ReductionSite]) -> Vec<Edit>,
}

/// So many rows cut whole slices off, and are tried before the path is made as short as can be.
pub const SLICES: usize = 1;

/// Every way there is, in the order they are tried.
pub const ROWS: &[Simplification] = &[
    Simplification {
        name: "erase what is computed or printed, with all that is computed for it alone",
        sites: wanted,
        edits: erase_with_needs,
    },
    Simplification { name: "erase operations", sites: erasable, edits: erase },
    Simplification {
        name: "put what is in a region in its operation's place",
        sites: inlinable,
        edits: inline,
    },
    Simplification {
        name: "put a function in the place of its only call",
        sites: called_once,
        edits: inline_calls,
    },
    Simplification {
        name: "erase operations, with constants for what they compute",
        sites: computing,
        edits: erase_for(0),
    },
    Simplification { name: "the same with ones", sites: computing, edits: erase_for(1) },
    Simplification {
        name: "the number an operand has for what is computed from it",
        sites: with_number,
        edits: number_for,
    },
    Simplification { name: "drop attributes", sites: attributed, edits: drop_attributes },
    Simplification { name: "one value for all elements of a constant", sites: lists, edits: splat },
    Simplification { name: "zeros for constants", sites: nonzero, edits: zero },
    Simplification { name: "ones for constants", sites: large, edits: one },
    Simplification { name: "the program's own name for its entry point", sites: renamed, edits: name_main },
];

/// The name of the function that stock runners call, as an attribute.
const MAIN: &str = "\"main\"";

/// Operations that a report's reader has to understand: all but the module, functions, constants, returns of functions and
/// yields of regions, and print calls with the casts made for them.
pub fn counted(outline: &Outline) -> usize {
    let plain = |index: &usize| {
        let line = &outline.lines[*index];
        let frame = line.parent.is_none()
            || Function.is_of(&line.name)
            // A terminator that says where to go on is read, too.
            || line.terminator && line.successors.is_empty();
        !(frame || is_constant(outline, *index) || print_call(line) || is_printing(outline, *index))
    };
    (0..outline.lines.len()).filter(plain).count()
}

/// True of a cast that only print calls use, or casts for them.
fn is_printing(outline: &Outline, index: usize) -> bool {
    let line = &outline.lines[index];
    let mut users = outline.users(ValueOrigin::Result(index, 0)).peekable();
    CastForPrints.is_of(&line.name)
        && users.peek().is_some()
        && users.all(|user| print_call(&outline.lines[user]) || is_printing(outline, user))
}

fn is_constant(outline: &Outline, index: usize) -> bool {
    let line = &outline.lines[index];
    line.operands.is_empty() && Constant.is_of(&line.name)
}

fn numbered(outline: &Outline, take: impl Fn(usize) -> usize) -> Vec<ReductionSite> {
    let each = |index: usize| (0..take(index)).map(move |which| (index, which));
    (1..outline.lines.len()).rev().flat_map(each).collect()
}

/// The entry point of a program that lowdiff called from a `main` which is gone, where nothing names it.
fn renamed(outline: &Outline) -> Vec<ReductionSite> {
    let (quoted, symbol) = (format!("\"{INNER}\""), format!("@{INNER}"));
    let is_named = |line: &Line| line.attributes.iter().any(|(_, text)| text.contains(&symbol));
    if outline.lines.iter().any(|line| line.attribute("sym_name") == Some(MAIN) || is_named(line)) {
        return Vec::new();
    }
    numbered(outline, |index| {
        usize::from(outline.lines[index].attribute("sym_name") == Some(quoted.as_str()))
    })
}

fn name_main(_: &Outline, sites: &[ReductionSite]) -> Vec<Edit> {
    let named = |line: usize| Edit::Attribute { line, name: "sym_name".into(), value: Some(MAIN.into()) };
    sites.iter().take(1).map(|(line, _)| named(*line)).collect()
}

fn erasable(outline: &Outline) -> Vec<ReductionSite> {
    numbered(outline, |index| {
        let line = &outline.lines[index];
        let entry = line.attribute("sym_name") == Some(MAIN);
        usize::from(!line.terminator && !entry)
    })
}

fn erase(outline: &Outline, sites: &[ReductionSite]) -> Vec<Edit> {
    erasing(outline, sites, None)
}

/// Erases operations; what they compute is stood in for by constants of this value, or by whatever does.
fn erasing(outline: &Outline, sites: &[ReductionSite], value: Option<i64>) -> Vec<Edit> {
    let chosen: BTreeSet<usize> = sites.iter().map(|(line, _)| *line).collect();
    let gone = |line: usize| is_within(outline, line, &chosen);
    let mut edits = Vec::new();
    for line in &chosen {
        if outline.lines[*line].parent.is_some_and(gone) {
            continue;
        }
        for (result, ty) in outline.lines[*line].results.iter().enumerate() {
            if outline.users(ValueOrigin::Result(*line, result)).all(gone) {
                continue;
            }
            let by = match value {
                Some(value) => constant(ty, value),
                None => stand_in(outline, *line, ty, &gone),
            };
            match by {
                Some(by) => edits.push(Edit::Replace { line: *line, result, by }),
                // Nothing does: it would still be used.
                None => return Vec::new(),
            }
        }
        edits.push(Edit::Erase(*line));
    }
    edits
}

fn computing(outline: &Outline) -> Vec<ReductionSite> {
    numbered(outline, |index| usize::from(computes(outline, index)))
}

/// True of an operation for whose results constants can stand.
fn computes(outline: &Outline, index: usize) -> bool {
    let line = &outline.lines[index];
    let stands = !line.results.is_empty() && line.results.iter().all(|ty| constant(ty, 0).is_some());
    stands && !is_constant(outline, index)
}

fn wanted(outline: &Outline) -> Vec<ReductionSite> {
    numbered(outline, |index| usize::from(computes(outline, index) || print_call(&outline.lines[index])))
}

fn erase_with_needs(outline: &Outline, sites: &[ReductionSite]) -> Vec<Edit> {
    let mut gone: BTreeSet<usize> = sites.iter().map(|(line, _)| *line).collect();
    for index in (1..outline.lines.len()).rev() {
        let line = &outline.lines[index];
        let results = (0..line.results.len()).map(|result| ValueOrigin::Result(index, result));
        let mut users = results.flat_map(|value| outline.users(value)).peekable();
        if users.peek().is_some() && users.all(|user| is_within(outline, user, &gone)) {
            gone.insert(index);
        }
    }
    let all: Vec<ReductionSite> = gone.into_iter().rev().map(|line| (line, 0)).collect();
    erasing(outline, &all, Some(0))
}

/// True of an operation that is one of these or in one of them.
fn is_within(outline: &Outline, line: usize, operations: &BTreeSet<usize>) -> bool {
    let mut up = Some(line);
    while let Some(index) = up {
        if operations.contains(&index) {
            return true;
        }
        up = outline.lines[index].parent;
    }
    false
}

const fn erase_for(value: u8) -> fn(&Outline, &[ReductionSite]) -> Vec<Edit> {
    match value {
        0 => |outline, sites| erasing(outline, sites, Some(0)),
        _ => |outline, sites| erasing(outline, sites, Some(1)),
    }
}

/// The integer that an operand is, where a constant says so.
fn operand_number(outline: &Outline, line: usize, operand: usize) -> Option<i64> {
    let Some(ValueOrigin::Result(source, _)) = outline.lines[line].operands[operand] else { return None };
    let value = outline.lines[source].attribute("value").filter(|_| is_constant(outline, source))?;
    value.split(" : ").next()?.parse().ok()
}

fn with_number(outline: &Outline) -> Vec<ReductionSite> {
    let mut sites = numbered(outline, |index| outline.lines[index].operands.len());
    sites.retain(|(line, operand)| {
        let single = outline.lines[*line].results.len() == 1;
        single && operand_number(outline, *line, *operand).is_some_and(|number| !(0..2).contains(&number))
    });
    sites
}

fn number_for(outline: &Outline, sites: &[ReductionSite]) -> Vec<Edit> {
    let mut edits = Vec::new();
    for (line, operand) in sites {
        let number = operand_number(outline, *line, *operand);
        let Some(by) = number.and_then(|number| constant(&outline.lines[*line].results[0], number)) else {
            continue;
        };
        if !edits.contains(&Edit::Erase(*line)) {
            edits.extend([Edit::Replace { line: *line, result: 0, by }, Edit::Erase(*line)]);
        }
    }
    edits
}

fn inlinable(outline: &Outline) -> Vec<ReductionSite> {
    numbered(outline, |index| {
        let line = &outline.lines[index];
        let alone = |block: usize| {
            let region = line.blocks[block].region;
            line.blocks.iter().filter(|other| other.region == region).count() == 1
        };
        let fit = !Function.is_of(&line.name) && (0..line.blocks.len()).all(alone);
        if fit { line.blocks.len() } else { 0 }
    })
}

fn inline(outline: &Outline, sites: &[ReductionSite]) -> Vec<Edit> {
    let mut edits = Vec::new();
    let mut begun: Vec<usize> = Vec::new();
    for (index, block) in sites {
        // The content of an operation that goes has another place to go to: one after the other.
        if begun.iter().any(|other| outline.contains(*index, *other) || outline.contains(*other, *index)) {
            continue;
        }
        let line = &outline.lines[*index];
        let Some(arguments) = stand_ins(outline, *index, &line.blocks[*block].arguments) else { continue };
        let inner = index + 1..line.end;
        let last = inner.into_iter().rev().find(|inner| {
            let inner = &outline.lines[*inner];
            inner.parent == Some(*index) && inner.block == *block && inner.terminator
        });
        let yielded = last.map(|last| &outline.lines[last]);
        let mut results = Vec::new();
        for (place, ty) in line.results.iter().enumerate() {
            // The last operands are what is yielded: conditions come before them.
            let passed = yielded.and_then(|yielded| {
                let skipped = yielded.operands.len().checked_sub(line.results.len())?;
                let value =
                    yielded.operands[skipped + place].filter(|value| outline.type_of(*value) == ty)?;
                Some(match value {
                    ValueOrigin::Argument(own, at, argument) if (own, at) == (*index, *block) => {
                        arguments[argument].clone()
                    }
                    value => StandIn::Value(value),
                })
            });
            match passed.or_else(|| stand_in(outline, *index, ty, &|_| false)) {
                Some(by) => results.push(by),
                None => return edits,
            }
        }
        begun.push(*index);
        edits.push(Edit::Inline { line: *index, block: *block, at: *index, arguments, results });
    }
    edits
}

/// The function that a call is the only one of, as far as its name says.
fn callee(outline: &Outline, call: usize) -> Option<usize> {
    let name = outline.lines[call].attribute("callee")?;
    let called = |line: &&Line| line.attribute("callee") == Some(name);
    if outline.lines.iter().filter(called).count() != 1 {
        return None;
    }
    let quoted = format!("\"{}\"", name.strip_prefix('@')?);
    let function = |line: &Line| {
        line.attribute("sym_name") == Some(quoted.as_str())
            && is_function(&line.name)
            && line.blocks.len() == 1
    };
    outline.lines.iter().position(function)
}

fn called_once(outline: &Outline) -> Vec<ReductionSite> {
    numbered(outline, |index| usize::from(callee(outline, index).is_some()))
}

fn inline_calls(outline: &Outline, sites: &[ReductionSite]) -> Vec<Edit> {
    // One at a time: what is in a function may call another.
    let Some((call, _)) = sites.first() else { return Vec::new() };
    let Some(function) = callee(outline, *call).filter(|function| !outline.contains(*function, *call)) else {
        return Vec::new();
    };
    let values = |line: usize| -> Option<Vec<StandIn>> {
        outline.lines[line].operands.iter().map(|value| value.map(StandIn::Value)).collect()
    };
    let inside =
        |line: &usize| outline.lines[*line].parent == Some(function) && outline.lines[*line].terminator;
    let Some(last) = (function..outline.lines[function].end).rev().find(inside) else { return Vec::new() };
    let (Some(arguments), Some(returned)) = (values(*call), values(last)) else { return Vec::new() };
    let own = |by: StandIn| match by {
        StandIn::Value(ValueOrigin::Argument(line, 0, index)) if line == function => arguments[index].clone(),
        by => by,
    };
    let results = returned.into_iter().map(own).collect();
    vec![Edit::Inline { line: function, block: 0, at: *call, arguments: arguments.clone(), results }]
}

/// Attributes that an operation cannot be without, or that say what it is; and the name by which a function of the runtime is called, since stock
/// libraries have some by one name alone.
const KEPT: [&str; 7] =
    ["sym_name", "function_type", "callee", "value", "values", "initial_value", "llvm.emit_c_interface"];

fn attributed(outline: &Outline) -> Vec<ReductionSite> {
    numbered(outline, |index| outline.lines[index].attributes.len())
}

fn drop_attributes(outline: &Outline, sites: &[ReductionSite]) -> Vec<Edit> {
    let named = sites.iter().map(|(line, which)| (*line, &outline.lines[*line].attributes[*which].0));
    let loose = named.filter(|(_, name)| !KEPT.contains(&name.as_str()));
    loose.map(|(line, name)| Edit::Attribute { line, name: name.clone(), value: None }).collect()
}

/// The attribute of a constant, taken apart: what comes before the value, the value, and what comes behind it.
fn constant_value(outline: &Outline, index: usize, which: usize) -> Option<(&str, &str, &str)> {
    let (name, text) = &outline.lines[index].attributes[which];
    let initial = name == "initial_value";
    if !(initial || is_constant(outline, index) && name.starts_with("value")) {
        return None;
    }
    match text.strip_prefix("dense<") {
        Some(rest) => {
            let end = rest.find("> : ")?;
            Some(("dense<", &rest[..end], &rest[end..]))
        }
        None if text.starts_with("dense") => None,
        None if text == "true" || text == "false" => Some(("", text, "")),
        None => text.find(" : ").map(|end| ("", &text[..end], &text[end..])),
    }
}

fn constants(outline: &Outline, fits: impl Fn(&str) -> bool) -> Vec<ReductionSite> {
    let mut sites = numbered(outline, |index| outline.lines[index].attributes.len());
    sites.retain(|(line, which)| {
        constant_value(outline, *line, *which).is_some_and(|(_, value, _)| fits(value))
    });
    sites
}

fn lists(outline: &Outline) -> Vec<ReductionSite> {
    constants(outline, |value| value.starts_with('[') || value.starts_with('"'))
}

fn nonzero(outline: &Outline) -> Vec<ReductionSite> {
    constants(outline, |value| !value.starts_with('[') && !is_one_of(value, &["false", "0", "0.000000e+00"]))
}

fn large(outline: &Outline) -> Vec<ReductionSite> {
    let small = ["false", "true", "0", "1", "0.000000e+00", "1.000000e+00"];
    constants(outline, |value| !value.starts_with('[') && !is_one_of(value, &small))
}

fn is_one_of(value: &str, words: &[&str]) -> bool {
    words.contains(&value)
}

fn valued(
    outline: &Outline,
    sites: &[ReductionSite],
    choose: impl Fn(&str, &str) -> Option<String>,
) -> Vec<Edit> {
    let edit = |(line, which): &ReductionSite| {
        let (start, value, end) = constant_value(outline, *line, *which)?;
        let written = end.split_once(" : ").map(|(_, ty)| ty);
        let value = choose(value, written.unwrap_or("i1"))?;
        let name = outline.lines[*line].attributes[*which].0.clone();
        Some(Edit::Attribute { line: *line, name, value: Some(format!("{start}{value}{end}")) })
    };
    sites.iter().filter_map(edit).collect()
}

fn splat(outline: &Outline, sites: &[ReductionSite]) -> Vec<Edit> {
    valued(outline, sites, |value, ty| {
        let first = value.trim_start_matches('[').split([',', ']']).next()?;
        if value.starts_with('"') { super::standin::number(ty, 1) } else { Some(first.to_owned()) }
    })
}

fn zero(outline: &Outline, sites: &[ReductionSite]) -> Vec<Edit> {
    valued(outline, sites, |_, ty| super::standin::number(ty, 0))
}

fn one(outline: &Outline, sites: &[ReductionSite]) -> Vec<Edit> {
    valued(outline, sites, |_, ty| super::standin::number(ty, 1))
}

#[cfg(test)]
#[path = "program_tests.rs"]
mod tests;
