//! A stand-in takes the place of a value whose operation goes.

use crate::ir::{Line, Outline, ValueOrigin};
use crate::mlir::{Edit, StandIn};
use crate::observe::Element;
use crate::path::operation_trait::shown;
use crate::runtimes::print_functions::PrintKind;

/// Something of this type that is there before an operation: one of its operands, else a zero, else an earlier value.
pub fn stand_in(outline: &Outline, before: usize, ty: &str, gone: &dyn Fn(usize) -> bool) -> Option<StandIn> {
    operand(outline, before, ty, gone)
        .or_else(|| constant(ty, 0))
        .or_else(|| earlier(outline, before, ty, gone))
}

/// An operand of that type; where its own operation goes too, one of that operation's.
fn operand(outline: &Outline, line: usize, ty: &str, gone: &dyn Fn(usize) -> bool) -> Option<StandIn> {
    let values = outline.lines[line].operands.iter().flatten();
    values.filter(|value| outline.type_of(**value) == ty).find_map(|value| match value {
        ValueOrigin::Result(source, _) if gone(*source) => operand(outline, *source, ty, gone),
        value => Some(StandIn::Value(*value)),
    })
}

/// A value of that type that is computed before the operation, in its block or around it; the nearest.
fn earlier(outline: &Outline, before: usize, ty: &str, gone: &dyn Fn(usize) -> bool) -> Option<StandIn> {
    let (mut inner, mut up) = (before, outline.lines[before].parent);
    while let Some(around) = up {
        let block = outline.lines[inner].block;
        for line in (around + 1..inner).rev().filter(|line| !gone(*line)) {
            let beside = &outline.lines[line];
            if beside.parent != Some(around) || beside.block != block {
                continue;
            }
            if let Some(index) = beside.results.iter().position(|own| own == ty) {
                return Some(StandIn::Value(ValueOrigin::Result(line, index)));
            }
        }
        let arguments = &outline.lines[around].blocks[block].arguments;
        if let Some(index) = arguments.iter().position(|own| own == ty) {
            return Some(StandIn::Value(ValueOrigin::Argument(around, block, index)));
        }
        (inner, up) = (around, outline.lines[around].parent);
    }
    None
}

/// The values of the arguments of a block whose content is run once: for a loop its lower bound and its initial values,
/// which are the last operands of these types in order; zeros for what has no operand.
pub fn stand_ins(outline: &Outline, line: usize, arguments: &[String]) -> Option<Vec<StandIn>> {
    let owner = &outline.lines[line];
    let mut free: Vec<ValueOrigin> = owner.operands.iter().flatten().copied().collect();
    let mut stand = |ty: &String| {
        match free.iter().position(|value| outline.type_of(*value) == ty) {
            Some(at) => {
                // A loop's step and upper bound are of the type of its lower bound, and no argument takes them.
                Some(StandIn::Value(free.remove(at)))
            }
            None => stand_in(outline, line, ty, &|_| false),
        }
    };
    arguments.iter().map(&mut stand).collect()
}

/// A constant of that type, all its elements this number; none where there is no such constant.
pub fn constant(ty: &str, value: i64) -> Option<StandIn> {
    let number = number(ty, value)?;
    let shaped = ty.starts_with("tensor<") || ty.starts_with("vector<");
    let attribute = match shaped {
        true => format!("dense<{number}> : {ty}"),
        false if number == "true" || number == "false" => number,
        false => format!("{number} : {ty}"),
    };
    Some(StandIn::Constant(format!("\"arith.constant\"() <{{value = {attribute}}}> : () -> {ty}")))
}

/// The spelling of a number as an element of that type.
pub fn number(ty: &str, value: i64) -> Option<String> {
    let element = match ty.strip_prefix("tensor<").or_else(|| ty.strip_prefix("vector<")) {
        Some(inside) => {
            let inside = inside.strip_suffix('>')?;
            if inside.contains(['?', '*', ',', '[', '<']) {
                return None;
            }
            inside.rsplit('x').next()?
        }
        None => ty,
    };
    let digits = |prefix: &str| {
        element
            .strip_prefix(prefix)
            .is_some_and(|bits| !bits.is_empty() && bits.bytes().all(|b| b.is_ascii_digit()))
    };
    match element {
        "i1" => Some(if value == 0 { "false" } else { "true" }.to_owned()),
        "index" => Some(value.to_string()),
        _ if digits("i") => Some(value.to_string()),
        _ if digits("f") || element == "bf16" => Some(format!("{value}.000000e+00")),
        _ => None,
    }
}

/// True of an operation that prints.
pub fn print_call(line: &Line) -> bool {
    shown(&line.name, line.attribute("callee")).is_some()
}

/// Print calls that show something, in order.
pub fn print_calls(outline: &Outline) -> Vec<usize> {
    let shows = |index: &usize| {
        let line = &outline.lines[*index];
        shown(&line.name, line.attribute("callee")).is_some_and(PrintKind::is_output)
    };
    (0..outline.lines.len()).filter(shows).collect()
}

/// The elements of the print calls that stay; `printed` has those of all of them.
pub fn still_printed(outline: &Outline, printed: &[Element], edits: &[Edit]) -> Vec<Element> {
    let calls = print_calls(outline);
    if calls.len() != printed.len() {
        return printed.to_vec();
    }
    let stays = |call: usize| {
        let goes = |edit: &Edit| matches!(edit, Edit::Erase(line) if outline.contains(*line, call));
        !edits.iter().any(goes)
    };
    let kept = calls.iter().zip(printed).filter(|(call, _)| stays(**call));
    kept.map(|(_, element)| *element).collect()
}
