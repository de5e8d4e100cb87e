//! Rows on outlines made by hand.

use super::*;
use crate::ir::{BlockLine, Line};

pub fn line(name: &str, parent: usize, operands: &[ValueOrigin], results: &[&str]) -> Line {
    let operand_types = operands.iter().map(|_| "i32".to_owned()).collect();
    Line {
        name: name.into(),
        parent: Some(parent),
        block: 0,
        end: 0,
        terminator: name.ends_with("return") || name.ends_with("yield") || name.contains("br"),
        operands: operands.iter().copied().map(Some).collect(),
        operand_types,
        results: results.iter().map(|ty| (*ty).to_owned()).collect(),
        successors: vec![],
        blocks: vec![],
        attributes: vec![],
    }
}

pub fn with(mut line: Line, attributes: &[(&str, &str)], blocks: &[&[&str]]) -> Line {
    line.attributes = attributes.iter().map(|(name, value)| ((*name).into(), (*value).into())).collect();
    let block =
        |types: &&[&str]| BlockLine { region: 0, arguments: types.iter().map(|ty| (*ty).into()).collect() };
    line.blocks = blocks.iter().map(block).collect();
    line
}

pub fn outline(mut lines: Vec<Line>) -> Outline {
    lines[0].parent = None;
    for index in (0..lines.len()).rev() {
        let inside = (index + 1..lines.len()).filter(|other| lines[*other].parent == Some(index));
        lines[index].end = inside.map(|other| lines[other].end).max().unwrap_or(index + 1);
    }
    Outline { lines }
}

/// `f` takes two numbers and returns both; `main` uses the first.
fn called() -> Outline {
    let (first, second) = (ValueOrigin::Argument(1, 0, 0), ValueOrigin::Argument(1, 0, 1));
    outline(vec![
        with(line("builtin.module", 0, &[], &[]), &[], &[&[]]),
        with(
            line("func.func", 0, &[], &[]),
            &[("sym_name", "\"f\""), ("arg_attrs", "[{a = [1, 2]}, {}]")],
            &[&["i32", "i32"]],
        ),
        line("func.return", 1, &[first, second], &[]),
        with(line("func.func", 0, &[], &[]), &[("sym_name", "\"main\"")], &[&[]]),
        line("test.make", 3, &[], &["i32"]),
        with(
            line("func.call", 3, &[ValueOrigin::Result(4, 0), ValueOrigin::Result(4, 0)], &["i32", "i32"]),
            &[("callee", "@f")],
            &[],
        ),
        line("test.use", 3, &[ValueOrigin::Result(5, 0)], &[]),
        line("func.return", 3, &[], &[]),
    ])
}

pub fn shrink(line: usize, operands: &[usize], results: &[usize], arguments: &[(usize, usize)]) -> Edit {
    Edit::Shrink { line, operands: operands.into(), results: results.into(), arguments: arguments.into() }
}

pub fn attribute(line: usize, name: &str, value: &str) -> Edit {
    Edit::Attribute { line, name: name.into(), value: Some(value.into()) }
}

#[test]
fn a_result_goes_with_all_who_return_and_take_it() {
    let program = called();
    assert_eq!(returned(&program), [(1, 1), (1, 0)]);
    let edits = drop_returned(&program, &[(1, 1)]);
    let ty = attribute(1, "function_type", "(i32, i32) -> (i32)");
    assert_eq!(edits, [ty, shrink(2, &[1], &[], &[]), shrink(5, &[], &[1], &[])]);
    let zero = StandIn::Constant("\"arith.constant\"() <{value = 0 : i32}> : () -> i32".into());
    let used = drop_returned(&program, &[(1, 0)]);
    assert!(used.contains(&Edit::Replace { line: 5, result: 0, by: zero }), "{used:?}");
}

#[test]
fn an_argument_goes_with_all_who_pass_it() {
    let program = called();
    let edits = drop_taken(&program, &[(1, 0)]);
    let zero = StandIn::Constant("\"arith.constant\"() <{value = 0 : i32}> : () -> i32".into());
    assert_eq!(
        edits,
        [
            attribute(1, "function_type", "(i32) -> (i32, i32)"),
            attribute(1, "arg_attrs", "[{}]"),
            Edit::Argument { line: 1, block: 0, argument: 0, by: zero },
            shrink(1, &[], &[], &[(0, 0)]),
            shrink(5, &[0], &[], &[]),
        ]
    );
}

#[test]
fn a_function_that_is_named_elsewhere_keeps_its_signature() {
    let mut program = called();
    program.lines[4].attributes = vec![("value".into(), "@f".into())];
    assert_eq!(returned(&program), []);
    program.lines[4].attributes = vec![("value".into(), "@f2".into())];
    assert_eq!(returned(&program).len(), 2);
    assert_eq!(entry(&program), [(3, 0)]);
}

/// A loop that carries a number.
#[test]
fn what_a_loop_carries_goes_with_its_beginning_and_its_end() {
    let made = ValueOrigin::Result(2, 0);
    let program = outline(vec![
        with(line("builtin.module", 0, &[], &[]), &[], &[&[]]),
        with(line("func.func", 0, &[], &[]), &[("sym_name", "\"f\"")], &[&[]]),
        line("test.make", 1, &[], &["i32"]),
        with(line("scf.for", 1, &[made, made, made, made], &["i32"]), &[], &[&["i32", "i32"]]),
        line("scf.yield", 3, &[ValueOrigin::Argument(3, 0, 1)], &[]),
        line("func.return", 1, &[ValueOrigin::Result(3, 0)], &[]),
    ]);
    assert_eq!(carried(&program), [(3, 0)]);
    let by = || StandIn::Value(made);
    assert_eq!(
        drop_carried(&program, &[(3, 0)]),
        [
            Edit::Argument { line: 3, block: 0, argument: 1, by: by() },
            Edit::Replace { line: 3, result: 0, by: by() },
            shrink(3, &[3], &[0], &[(0, 1)]),
            shrink(4, &[0], &[], &[]),
        ]
    );
}

#[test]
fn a_function_nobody_calls_returns_what_its_result_is_computed_from() {
    let mut sum = line("test.sum", 1, &[ValueOrigin::Argument(1, 0, 0)], &["i64"]);
    sum.operand_types = vec!["i8".into()];
    let program = outline(vec![
        with(line("builtin.module", 0, &[], &[]), &[], &[&[]]),
        with(line("func.func", 0, &[], &[]), &[("sym_name", "\"f\"")], &[&["i8"]]),
        sum,
        line("func.return", 1, &[ValueOrigin::Result(2, 0)], &[]),
    ]);
    assert_eq!(computed(&program), [(1, 0)]);
    assert_eq!(
        return_earlier(&program, &[(1, 0)]),
        [
            attribute(1, "function_type", "(i8) -> (i8)"),
            Edit::Operand { line: 3, operand: 0, by: ValueOrigin::Argument(1, 0, 0) },
            Edit::Erase(2),
        ]
    );
    assert_eq!(computed(&called()), [], "it is called");
}

#[test]
fn a_function_of_the_llvm_dialect_loses_arguments_and_its_result() {
    let mut program = called();
    let rest = program.lines.split_off(3);
    program.lines[1] = with(
        line("llvm.func", 0, &[], &[]),
        &[("sym_name", "\"f\""), ("function_type", "!llvm.func<i32 (i32, i32)>")],
        &[&["i32", "i32"]],
    );
    program.lines[2] = line("llvm.return", 1, &[ValueOrigin::Argument(1, 0, 0)], &[]);
    program.lines.extend(rest);
    program.lines[5].name = "llvm.call".into();
    program.lines[5].results.truncate(1);
    let program = outline(program.lines);
    assert_eq!(
        drop_taken(&program, &[(1, 1)]),
        [
            attribute(1, "function_type", "!llvm.func<i32 (i32)>"),
            shrink(1, &[], &[], &[(0, 1)]),
            shrink(5, &[1], &[], &[]),
        ]
    );
    assert_eq!(
        drop_returned(&program, &[(1, 0)])[0],
        attribute(1, "function_type", "!llvm.func<void (i32, i32)>")
    );
    let mut open = program.clone();
    open.lines[1].attributes[1].1 = "!llvm.func<i32 (i32, i32, ...)>".into();
    assert_eq!((taken(&program), taken(&open)), (vec![(1, 1), (1, 0)], vec![]));
}
