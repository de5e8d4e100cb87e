//! The process that workers are forked from: it is replaced when it is killed, and goes with whoever forked it.

use crate::support;

use lowdiff::execute::{Executor, Jit, Job, Terms};
use lowdiff::observe::Outcome;
use lowdiff::path::PathSpec;
use std::collections::BTreeSet;
use std::process::Command;

const PROGRAM: &str = "func.func @main() {
  %0 = \"tosa.const\"() <{values = dense<[1, 2, 3]> : tensor<3xi32>}> : () -> tensor<3xi32>
  %1 = tosa.add %0, %0 : (tensor<3xi32>, tensor<3xi32>) -> tensor<3xi32>
  return
}
";

fn executor() -> Jit {
    Jit::open(&support::loadable("22")).expect("the library loads")
}

fn runs(executor: &mut Jit) -> Outcome {
    let path = PathSpec::Drawn(Vec::new());
    let job = Job::new(PROGRAM.to_owned(), vec![path], Terms::default().isolated());
    executor.run(&job).expect("a job")[0].outcome
}

/// Processes that this thread has forked, workers that the template forked for it included.
fn children() -> BTreeSet<String> {
    let text = std::fs::read_to_string("/proc/thread-self/children").expect("this kernel lists children");
    text.split_whitespace().map(str::to_owned).collect()
}

#[test]
fn a_template_that_is_killed_is_replaced() {
    support::alone("a_template_that_is_killed_is_replaced", || {
        let mut executor = executor();
        assert!(children().is_empty());
        assert_eq!(runs(&mut executor), Outcome::Ok);
        let first = children();
        assert_eq!(first.len(), 2, "a template and a worker");
        assert_eq!(runs(&mut executor), Outcome::Ok);
        assert_eq!(children().len(), 2, "the first worker is gone, and reaped");
        let template: BTreeSet<String> = children().intersection(&first).cloned().collect();
        assert_eq!(template.len(), 1, "another worker of the same template");
        for pid in &template {
            assert!(Command::new("kill").args(["-KILL", pid]).status().expect("kill").success());
        }
        assert_eq!(runs(&mut executor), Outcome::Ok);
        let others = children();
        assert!(others.len() == 2 && others.is_disjoint(&template), "{others:?} after {template:?}");
        assert_eq!(runs(&mut executor), Outcome::Ok);
        assert_eq!(children().intersection(&others).count(), 1, "another worker of the same template");
        drop(executor);
        assert!(children().is_empty(), "nothing is left behind");
    });
}
