//! Programs in generic form, run for tests.

use crate::eval::{self, Lane, Layouts, RunBounds, RunFacts, Shaped, StopKind, World};
use crate::ir;
use crate::observe::{Cause, Rule};

/// Runs `@main` of a module in generic form.
pub fn run(text: &str) -> RunFacts {
    let module = ir::module(text).unwrap_or_else(|why| panic!("{why} in\n{text}"));
    let bounds = RunBounds { memory: 1 << 26, fuel: 1 << 20, world: World::USUAL };
    eval::run(&module, "main", &Layouts::default(), super::rule, bounds)
}

/// Runs the body of an `@main` that returns values of these types, spelt behind each other with commas between.
pub fn body(results: &str, body: &str) -> RunFacts {
    run(&format!(
        "\"builtin.module\"() ({{\n\"func.func\"() <{{function_type = () -> ({results}), sym_name = \"main\"}}> ({{\n{body}\n}}) : () -> ()\n}}) : () -> ()\n"
    ))
}

/// The values that such a body returns, which has to come to its end.
pub fn values(results: &str, text: &str) -> Vec<Shaped> {
    let run = body(results, text);
    assert_eq!((&run.stopped, &run.unknown), (&None, &Vec::new()), "{text}");
    run.returned.into_iter().map(|returned| returned.value).collect()
}

/// The bits of all elements of the first value that such a body returns; none where an element is not defined.
pub fn bits(results: &str, text: &str) -> Vec<Option<u128>> {
    let defined = |lane: &Lane| lane.taint.is_none().then_some(lane.bits);
    values(results, text)[0].lanes.iter().map(defined).collect()
}

/// The way in which such a body ends before its time, and the words for it.
pub fn stopped(results: &str, text: &str) -> Option<(StopKind, String)> {
    body(results, text).stopped.map(|stopped| (stopped.kind, told(&stopped.cause)))
}

/// The sentence of the rule that a run broke, or the thing that the machine does not have.
fn told(cause: &Cause) -> String {
    match cause {
        Cause::Rule { rule, values } => Rule::sentence(rule, values),
        other => format!("{other:?}"),
    }
}
