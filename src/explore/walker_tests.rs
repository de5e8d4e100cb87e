//! Walks on a toy: what is known is not run again, what is lost is made again, and what went wrong stops nobody else.

use super::*;
use crate::explore::toy::{CANONICALIZE, CSE, Toy};
use crate::path::graph::MOST_ENDED;

/// A program that a toy does not look at.
const EMPTY: Ready<'static> = Ready { program: "", printed: &[] };

fn passes(report: &PathReport) -> Vec<&str> {
    report.steps.iter().map(|step| pass_name(&step.pipeline)).collect()
}

/// A toy gives bytes a meaning that does not hang on what was learned of MLIR.
fn unlearned() -> Strategy {
    Strategy { experience: false, ..Strategy::default() }
}

/// Walks each path from the source, then gives the reports and the walker's counts.
fn walk(toy: &mut Toy, paths: &[&[u8]]) -> (Vec<PathReport>, Graph, u64) {
    let mut walker = Walker::new(toy, EMPTY, Terms::default(), unlearned()).unwrap();
    let reports = paths.iter().map(|draws| walker.path(ROOT, draws).unwrap()).collect();
    (reports, walker.graph, walker.rerun)
}

#[test]
fn what_is_known_is_not_run_again() {
    let mut toy = Toy::new(vec![]);
    let (reports, graph, _) = walk(&mut toy, &[&[], &[], &CANONICALIZE, &CANONICALIZE]);
    assert!(
        reports
            .iter()
            .all(|report| report.outcome == Outcome::Ok && passes(report) == ["convert-arith-to-llvm"])
    );
    assert!(reports.iter().all(|report| report.final_module == reports[0].final_module));
    assert_eq!((toy.done().0, toy.launched, toy.opened), (2, 1, 1));
    assert_eq!((graph.states(), graph.edges()), (2, 2));
}

#[test]
fn a_refused_step_is_no_part_of_the_path() {
    let mut toy = Toy::new(vec![]);
    // In one turn: another module, then a pass that refuses and takes it away.
    let (reports, graph, rerun) = walk(&mut toy, &[&[2, 0, 0x33, 0, 0x16, 0, 0]]);
    assert_eq!(passes(&reports[0]), ["int-range-optimizations", "convert-arith-to-llvm"]);
    assert_eq!((reports[0].outcome, toy.count("sccp"), graph.edges()), (Outcome::Ok, 1, 3));
    assert_eq!((rerun, toy.count("int-range-optimizations"), toy.opened), (1, 2, 1));
}

#[test]
fn a_pass_that_has_refused_works_on_a_copy() {
    let mut toy = Toy::new(vec![]);
    let (reports, _, rerun) = walk(&mut toy, &[&[2, 0, 0x33, 0, 0x16, 0, 0], &[2, 0, 0x37, 0, 0x16, 0, 0]]);
    assert!(reports.iter().all(|report| report.outcome == Outcome::Ok));
    assert_eq!((rerun, toy.count("sccp")), (1, 2), "the second time nothing is lost");
}

#[test]
fn a_crash_is_recorded_and_stops_nobody_else() {
    let mut toy = Toy::new(vec![]);
    let (reports, graph, _) = walk(&mut toy, &[&CSE, &CSE]);
    assert_eq!((reports[0].outcome, passes(&reports[0])), (Outcome::Crash, vec!["cse"]));
    assert_eq!(reports[0].steps[0].effect, None, "it never came back");
    assert_eq!(reports[0].failure.as_ref().unwrap().pass.as_deref(), Some("cse"));
    assert_eq!((reports[1].outcome, passes(&reports[1])), (Outcome::Ok, vec!["convert-arith-to-llvm"]));
    assert_eq!((toy.count("cse"), toy.opened), (1, 2), "its worker is gone, and another one begins");
    assert_eq!(graph.ended().count(), 1);
}

#[test]
fn a_pass_that_ends_path_after_path_is_left_out() {
    let mut toy = Toy::new(vec![]);
    // Each from another state.
    let starts = [0x33, 0x37, 0x3a, 0x3b, 0x3d].map(|slot| [2, 0, slot, 0, 0x11, 0, 0]);
    let paths: Vec<&[u8]> = starts.iter().map(|draws| &draws[..]).collect();
    let (reports, ..) = walk(&mut toy, &paths);
    let outcomes: Vec<Outcome> = reports.iter().map(|report| report.outcome).collect();
    use Outcome::{Crash, Ok};
    assert_eq!(outcomes, [Crash, Crash, Crash, Ok, Ok]);
    assert_eq!(toy.count("cse"), MOST_ENDED as usize);
}

#[test]
fn paths_branch_from_states_that_stay() {
    let mut toy = Toy::new(vec![]);
    let mut walker = Walker::new(&mut toy, EMPTY, Terms::default(), unlearned()).unwrap();
    walker.path(ROOT, &[1, 0, 0x33, 0, 0, 0, 0]).unwrap();
    assert_eq!(walker.graph.frontier(), [], "too few states for one to stay");
    walker.graph.set_open(walker.visited[1], true);
    let [first] = walker.graph.frontier()[..] else { panic!("it is open now") };
    let branch = walker.path(first, &[1, 0, 0x3b, 0, 0, 0, 0]).unwrap();
    let steps = ["int-range-optimizations", "arith-int-range-narrowing", "convert-arith-to-llvm"];
    assert_eq!((passes(&branch), walker.rerun), (steps.to_vec(), 1), "it was made again, and stays");
    walker.path(first, &[1, 0, 0x3d, 0, 0, 0, 0]).unwrap();
    assert_eq!(walker.rerun, 1);
    walker.judge(false);
    assert_eq!(walker.graph.frontier(), [], "nothing good has come of it");
    assert_eq!(walker.forgotten, [walker.graph.state(first).key]);
}

#[test]
fn what_a_worker_knew_is_told_the_next_one() {
    let mut toy = Toy::new(vec![]);
    let mut walker = Walker::new(&mut toy, EMPTY, Terms::default(), unlearned()).unwrap();
    let draws = [2, 0x33, 0x37, 0, 0];
    walker.path(ROOT, &draws).unwrap();
    assert_eq!(walker.path(ROOT, &CSE).unwrap().outcome, Outcome::Crash);
    let again = walker.path(ROOT, &draws).unwrap();
    assert_eq!((again.outcome, walker.rerun), (Outcome::Ok, 0));
    drop(walker);
    assert_eq!((toy.opened, toy.launched, toy.count("cse")), (2, 1, 1));
}
