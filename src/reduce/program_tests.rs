//! Rows on outlines made by hand.

use super::*;
use crate::ir::{BlockLine, Line};

fn line(name: &str, parent: usize, operands: &[ValueOrigin], results: &[&str]) -> Line {
    Line {
        name: name.into(),
        parent: Some(parent),
        block: 0,
        end: 0,
        terminator: name.ends_with("return") || name.ends_with("yield"),
        operands: operands.iter().copied().map(Some).collect(),
        operand_types: vec![],
        results: results.iter().map(|ty| (*ty).to_owned()).collect(),
        successors: vec![],
        blocks: vec![],
        attributes: vec![],
    }
}

fn with_block(line: Line, arguments: &[&str]) -> Line {
    let arguments = arguments.iter().map(|ty| (*ty).to_owned()).collect();
    Line { blocks: vec![BlockLine { region: 0, arguments }], ..line }
}

fn outline(mut lines: Vec<Line>) -> Outline {
    let count = lines.len();
    lines[0].parent = None;
    for index in (0..count).rev() {
        let inside = |other: &usize| {
            let mut up = lines[*other].parent;
            while let Some(around) = up {
                if around == index {
                    return true;
                }
                up = lines[around].parent;
            }
            false
        };
        lines[index].end = (index + 1..count).filter(inside).max().map_or(index, |last| last) + 1;
    }
    Outline { lines }
}

const A: ValueOrigin = ValueOrigin::Result(2, 0);

/// A loop that yields the sum of a constant and what it carries, and a print call of its result.
fn looped() -> Outline {
    let mut print = line("func.call", 1, &[ValueOrigin::Result(3, 0)], &[]);
    print.attributes = vec![("callee".into(), "@printI64".into())];
    let mut constant = line("arith.constant", 1, &[], &["i64"]);
    constant.attributes = vec![("value".into(), "7 : i64".into())];
    outline(vec![
        with_block(line("builtin.module", 0, &[], &[]), &[]),
        with_block(line("func.func", 0, &[], &[]), &[]),
        constant,
        with_block(line("scf.for", 1, &[A], &["i64"]), &["index", "i64"]),
        line("arith.addi", 3, &[A, ValueOrigin::Argument(3, 0, 1)], &["i64"]),
        line("scf.yield", 3, &[ValueOrigin::Result(4, 0)], &[]),
        print,
        line("func.return", 1, &[], &[]),
    ])
}

#[test]
fn what_a_reader_has_to_understand_is_counted() {
    assert_eq!(counted(&looped()), 2, "the loop and the sum");
}

#[test]
fn a_terminator_counts_where_it_says_where_to_go_on() {
    let mut program = looped();
    let last = program.lines.len() - 1;
    assert!(program.lines[last].terminator, "a return, which does not count");
    program.lines[last].successors = vec![0];
    assert_eq!(counted(&program), 3, "whatever the name of a branch is");
}

#[test]
fn casts_for_prints_are_not() {
    let mut print = line("func.call", 1, &[ValueOrigin::Result(4, 0)], &[]);
    print.attributes = vec![("callee".into(), "@printMemrefI64".into())];
    let mut program = outline(vec![
        with_block(line("builtin.module", 0, &[], &[]), &[]),
        with_block(line("func.func", 0, &[], &[]), &[]),
        line("test.make", 1, &[], &["tensor<i8>"]),
        line("arith.extsi", 1, &[A], &["tensor<i64>"]),
        line("tensor.cast", 1, &[ValueOrigin::Result(3, 0)], &["tensor<*xi64>"]),
        print,
    ]);
    assert_eq!(counted(&program), 1);
    program.lines[4].name = "test.use".into();
    assert_eq!(counted(&program), 3, "something else is computed from it");
}

#[test]
fn what_is_erased_is_stood_in_for_by_an_operand() {
    let edits = erase(&looped(), &[(4, 0)]);
    let by = StandIn::Value(A);
    assert_eq!(edits, [Edit::Replace { line: 4, result: 0, by }, Edit::Erase(4)]);
}

#[test]
fn what_goes_together_needs_no_stand_in() {
    let edits = erase(&looped(), &[(6, 0), (3, 0), (4, 0)]);
    assert_eq!(edits, [Edit::Erase(3), Edit::Erase(6)], "what is in the loop goes with it");
}

#[test]
fn constants_stand_in_where_they_are_asked_for() {
    let edits = erase_for(1)(&looped(), &[(3, 0)]);
    let one = "\"arith.constant\"() <{value = 1 : i64}> : () -> i64".to_owned();
    assert_eq!(edits, [Edit::Replace { line: 3, result: 0, by: StandIn::Constant(one) }, Edit::Erase(3)]);
    assert_eq!(computing(&looped()), [(4, 0), (3, 0)]);
}

#[test]
fn a_loop_is_done_once() {
    assert_eq!(inlinable(&looped()), [(3, 0)]);
    let edits = inline(&looped(), &[(3, 0)]);
    let zero = "\"arith.constant\"() <{value = 0 : index}> : () -> index".to_owned();
    let arguments = vec![StandIn::Constant(zero), StandIn::Value(A)];
    let results = vec![StandIn::Value(ValueOrigin::Result(4, 0))];
    assert_eq!(edits, [Edit::Inline { line: 3, block: 0, at: 3, arguments, results }]);
}

#[test]
fn a_function_takes_the_place_of_its_only_call() {
    let mut call = line("func.call", 1, &[A], &["i64"]);
    call.attributes = vec![("callee".into(), "@f".into())];
    let mut function = with_block(line("func.func", 0, &[], &[]), &["i64"]);
    function.attributes = vec![("sym_name".into(), "\"f\"".into())];
    let program = outline(vec![
        with_block(line("builtin.module", 0, &[], &[]), &[]),
        with_block(line("func.func", 0, &[], &[]), &[]),
        line("test.make", 1, &[], &["i64"]),
        call,
        line("func.return", 1, &[], &[]),
        function,
        line("func.return", 5, &[ValueOrigin::Argument(5, 0, 0)], &[]),
    ]);
    assert_eq!(called_once(&program), [(3, 0)]);
    let by = || vec![StandIn::Value(A)];
    let whole = Edit::Inline { line: 5, block: 0, at: 3, arguments: by(), results: by() };
    assert_eq!(inline_calls(&program, &[(3, 0)]), [whole]);
}

#[test]
fn constants_shrink_to_zero_and_one() {
    let program = looped();
    let value = |edits: Vec<Edit>| match &edits[..] {
        [Edit::Attribute { value: Some(value), .. }] => value.clone(),
        other => panic!("{other:?}"),
    };
    assert_eq!((nonzero(&program), large(&program)), (vec![(2, 0)], vec![(2, 0)]));
    assert_eq!(value(zero(&program, &[(2, 0)])), "0 : i64");
    assert_eq!(value(one(&program, &[(2, 0)])), "1 : i64");
    let mut list = looped();
    list.lines[2].attributes[0].1 = "dense<[[3, 4], [5, 6]]> : tensor<2x2xi64>".into();
    assert_eq!(value(splat(&list, &lists(&list))), "dense<3> : tensor<2x2xi64>");
    let mut global = looped();
    global.lines[2] = line("memref.global", 0, &[], &[]);
    global.lines[2].attributes = vec![("initial_value".into(), "dense<[1.0, 2.0]> : tensor<2xf32>".into())];
    assert_eq!(value(splat(&global, &lists(&global))), "dense<1.0> : tensor<2xf32>");
    assert_eq!(drop_attributes(&global, &[(2, 0)]), [], "without a value it holds anything");
    assert_eq!(drop_attributes(&program, &[(2, 0)]), [], "a constant keeps its value");
}

#[test]
fn an_entry_point_gets_its_name_back_where_nothing_calls_it() {
    let named = |name: &str| {
        let mut function = with_block(line("func.func", 0, &[], &[]), &[]);
        function.attributes = vec![("sym_name".into(), format!("\"{name}\""))];
        function
    };
    let module = || with_block(line("builtin.module", 0, &[], &[]), &[]);
    let alone = outline(vec![module(), named(INNER)]);
    let rename = Edit::Attribute { line: 1, name: "sym_name".into(), value: Some("\"main\"".into()) };
    assert_eq!(name_main(&alone, &renamed(&alone)), [rename]);
    assert_eq!(renamed(&outline(vec![module(), named(INNER), named("main")])), [], "it is called");
    let mut call = line("func.call", 2, &[], &[]);
    call.attributes = vec![("callee".into(), format!("@{INNER}"))];
    assert_eq!(renamed(&outline(vec![module(), named(INNER), named("f"), call])), [], "a name leads to it");
    assert_eq!(renamed(&outline(vec![module(), named("f")])), []);
}
