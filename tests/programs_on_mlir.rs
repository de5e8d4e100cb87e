//! Generated programs on real MLIR: both spellings parse and verify, and the lowered program computes what the reference
//! semantics say.

use crate::support;

use lowdiff::decode::{decode_for, seeded};
use lowdiff::dialect::tosa;
use lowdiff::execute::{Executor, Jit, Job, Terms};
use lowdiff::judge::{VerdictKind, judge};
use lowdiff::mlir::{Context, Library, Module};
use lowdiff::observe::Prescribed;
use lowdiff::path::PathSpec;
use lowdiff::program::{Program, Syntax};
use std::collections::BTreeSet;
use support::alone;

/// Programs that are looked through for operations that the first ones do not have.
const MOST: u64 = 2_000;

fn programs(seed: u64, count: u64, version: u32) -> impl Iterator<Item = (u64, Program)> {
    (0..count).filter_map(move |i| Some((i, decode_for(&seeded(seed, i), version).ok()?.program)))
}

fn programs_verify(name: &str) {
    let toolchain = support::loadable(name);
    let context = Context::new(Library::open(&toolchain.library).expect("the library loads"));
    let syntax = toolchain.syntax();
    for (i, program) in programs(11, 32, syntax.oldest()) {
        let text = program.print(syntax);
        if let Err(complaint) = Module::parse(&context, &text) {
            panic!("MLIR {name} refuses program {i}: {complaint:?}\n{text}");
        }
    }
}

on_each_version!(programs_verify);

#[test]
fn a_program_in_the_other_spelling_is_refused() {
    alone("a_program_in_the_other_spelling_is_refused", || {
        let library = support::loadable("19").library;
        let context = Context::new(Library::open(&library).expect("the library loads"));
        let refused = programs(11, 32, 22)
            .filter(|(_, program)| Module::parse(&context, &program.print(Syntax::V22)).is_err())
            .count();
        assert!(refused > 16, "MLIR 19 refuses only {refused} programs spelt for 22");
    });
}

/// Programs that compute what the semantics say on this toolchain.
fn results_are_those_of_the_semantics(name: &str) {
    let (seed, first) = (12, 40);
    let toolchain = support::loadable(name);
    let (syntax, mut jit) = (toolchain.syntax(), Jit::open(&toolchain).expect("the toolchain works"));
    let path = PathSpec::finished_plainly(&[]);
    let (mut agreed, mut met) = (0, BTreeSet::new());
    // Known bugs of MLIR that are drawn in spite of them show, and are tested as such.
    let sound = programs(seed, MOST, syntax.oldest()).filter(|(_, program)| program.drawn.is_empty());
    let mut count = 0;
    for (i, program) in sound {
        // The first ones, and of the others those that have an operation which none before had.
        if i >= first && program.operations().all(|operation| met.contains(&*operation.name)) {
            continue;
        }
        count += 1;
        let text = program.print(syntax);
        let job = Job::new(text.clone(), vec![path.clone()], Terms::default());
        let reports = jit.run(&job).unwrap_or_else(|error| panic!("program {i}: {error:#}\n{text}"));
        let (printed, expected) = (Vec::new(), program.expected());
        let prescribed = Prescribed { printed: &printed, expected: Some(&expected), ..Prescribed::default() };
        let verdict = judge(&reports, prescribed);
        assert!(!verdict.kind.is_finding(), "program {i} of seed {seed}: {verdict:?}\n{text}");
        // Bufferization declines some casts to types of no rank.
        if verdict.kind == VerdictKind::Agree {
            agreed += 1;
            met.extend(program.operations().map(|operation| operation.name.to_string()));
        }
    }
    let drawn =
        tosa::rows().filter(|row| row.since <= syntax.oldest()).map(|row| format!("tosa.{}", row.name));
    let missing: Vec<String> = drawn.filter(|name| !met.contains(name)).collect();
    assert_eq!(missing, [""; 0], "operations that no program has which agrees");
    assert!(agreed * 100 >= count * 95, "{agreed} of {count} agree");
}

on_each_version!(results_are_those_of_the_semantics);
