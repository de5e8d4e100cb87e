//! No false alarms: paths that are known to be good agree on many programs.
//!
//! `good_paths.txt` holds a path a line. They were chosen for going different ways: other loops, other
//! bufferizations, other orders, and optimization passes in every place.

use crate::support;

use lowdiff::decode::{decode_for, seeded};
use lowdiff::execute::{Executor, Job, Terms};
use lowdiff::judge::{VerdictKind, judge};
use lowdiff::observe::{Outcome, Prescribed};
use lowdiff::path::{PathSpec, pipeline};
use lowdiff::program::Syntax;
use std::collections::HashSet;
use support::{alone, loadable};

/// The stream of programs.
const SEED: u64 = 59;

#[test]
fn good_paths_agree() {
    alone("good_paths_agree", || agree(4));
}

#[test]
#[ignore = "long: scripts/test.sh --all runs it"]
fn good_paths_agree_on_more_programs() {
    alone("good_paths_agree_on_more_programs", || agree(12));
}

fn agree(programs: u64) {
    let text = include_str!("good_paths.txt");
    let lines: HashSet<&str> = text.lines().filter(|line| !line.is_empty()).collect();
    assert!(lines.len() >= 20, "{} distinct paths", lines.len());
    let split = |line: &str| PathSpec::Fixed(pipeline::split(line).expect("a path"));
    let paths: Vec<PathSpec> = text.lines().map(split).collect();

    let mut jit = lowdiff::execute::Jit::open(&loadable("22")).expect("the toolchain works");
    let (mut ran, mut all) = (0, 0);
    let mut most_modules = 0;
    for index in 0..programs {
        // Operations that MLIR 19 has as well: the paths were chosen for these.
        let Ok(decoded) = decode_for(&seeded(SEED, index), 19) else { continue };
        let program = decoded.program.print(Syntax::V22);
        let printed: Vec<_> = decoded.program.outputs().into_iter().map(|(_, element)| element).collect();
        let expected = decoded.program.expected();
        let prescribed = Prescribed { printed: &printed, expected: Some(&expected), ..Prescribed::default() };
        let job = Job::new(program, paths.clone(), Terms::default());
        let reports = jit.run(&job).expect("every path can be run");
        let verdict = judge(&reports, prescribed);
        assert!(!verdict.kind.is_finding(), "program {index} of seed {SEED}: {verdict:?}");
        all += reports.len();
        let finished: Vec<_> = reports.into_iter().filter(|report| report.outcome == Outcome::Ok).collect();
        ran += finished.len();
        // A path that declines hides a difference between the others, so they are judged without it too.
        let verdict = judge(&finished, prescribed);
        assert_eq!(verdict.kind, VerdictKind::Agree, "program {index} of seed {SEED}: {verdict:?}");
        let modules: HashSet<_> = finished.iter().filter_map(|report| report.final_module).collect();
        most_modules = most_modules.max(modules.len());
    }
    assert!(all > 0 && ran * 100 >= all * 95, "only {ran} of {all} came to an end");
    assert!(most_modules >= 10, "the paths are not different enough: {most_modules} modules at most");
}
