//! The graph on paper: what is known is not asked again, paths lead where they did, and the frontier has its
//! preferences.

use super::*;

fn key(number: u8) -> Key {
    [number; 32]
}

fn operations(names: &[&str]) -> Operations {
    names.iter().map(|name| ((name.to_string(), TypeKind::Scalar), 1)).collect()
}

fn start() -> Graph {
    Graph::new(key(0), operations(&["tosa.add"]))
}

/// Another state behind `from`.
fn grow(graph: &mut Graph, from: StateId, step: &str, number: u8, names: &[&str], turns: u32) -> StateId {
    let to = graph.arrive(from, step, key(number), Some(operations(names)), turns, &[]);
    to.expect("its operations are told")
}

#[test]
fn a_step_is_tried_once() {
    let mut graph = start();
    assert_eq!(graph.edge(ROOT, "a"), None);
    let one = grow(&mut graph, ROOT, "a", 1, &["scf.for"], 1);
    assert_eq!(graph.edge(ROOT, "a"), Some(Edge::To(one)));
    assert_eq!(graph.edge(one, "a"), None, "at another state it is another edge");
    graph.stop(one, "b", Edge::Declined);
    graph.stop(one, "c", Edge::Ended(Outcome::Crash));
    assert_eq!(graph.edge(one, "b"), Some(Edge::Declined));
    assert_eq!((graph.states(), graph.edges()), (2, 3));
    assert_eq!(graph.ended().collect::<Vec<_>>(), [(one, "c", Outcome::Crash)]);
}

#[test]
fn equal_modules_are_one_state() {
    let mut graph = start();
    let one = grow(&mut graph, ROOT, "a", 1, &["scf.for"], 1);
    let two = grow(&mut graph, ROOT, "b", 2, &["scf.if"], 1);
    assert_eq!(graph.arrive(two, "c", key(1), None, 2, &[]), Some(one));
    assert_eq!(graph.arrive(one, "c", key(1), None, 2, &[]), Some(one), "a step may change nothing");
    assert_eq!(graph.path(one), ["a"], "the way it was found first");
    assert_eq!(graph.states(), 3);
    assert_eq!(graph.arrive(one, "d", key(9), None, 2, &[]), None, "nobody has said what that is");
    assert_eq!(graph.edge(one, "d"), None);
}

#[test]
fn what_comes_out_another_way_is_another_state() {
    let mut graph = start();
    let one = grow(&mut graph, ROOT, "a", 1, &["scf.for"], 3);
    assert_eq!(graph.again(one, key(1), None), Some(one));
    assert_eq!(graph.again(one, key(2), None), None);
    let two = graph.again(one, key(2), Some(operations(&["scf.for"]))).unwrap();
    assert_eq!((graph.path(two), graph.state(two).turns), (graph.path(one), 3));
    assert_eq!(graph.edge(ROOT, "a"), Some(Edge::To(one)), "the step leads where it led first");
}

#[test]
fn a_way_begins_at_the_nearest_state_that_is_there() {
    let mut graph = start();
    let one = grow(&mut graph, ROOT, "a", 1, &["scf.for"], 1);
    let two = grow(&mut graph, one, "b", 2, &["cf.br"], 2);
    let three = grow(&mut graph, two, "c", 3, &["llvm.br"], 3);
    assert_eq!(graph.path(three), ["a", "b", "c"]);
    assert_eq!(graph.way(three, |id| id == one), (one, vec!["b".to_owned(), "c".to_owned()]));
    assert_eq!(graph.way(three, |id| id == three), (three, vec![]));
    assert_eq!(graph.way(three, |_| false).0, ROOT);
}

#[test]
fn paths_begin_where_it_is_open_and_anything_is_left_to_lower() {
    let mut graph = start();
    let one = grow(&mut graph, ROOT, "a", 1, &["scf.for"], 1);
    assert_eq!(graph.choose(7), ROOT, "nothing else is open");
    graph.set_open(one, true);
    assert_eq!(graph.choose(7), one);
    let done = grow(&mut graph, one, "b", 2, &["llvm.br"], 2);
    graph.set_open(done, true);
    assert!((0..100).all(|pick| graph.choose(pick * 977) != done), "there is nothing left to lower");
    graph.set_open(one, false);
    graph.set_open(ROOT, false);
    assert!(graph.state(ROOT).open, "the source always is");
}

/// The number of times that each of two states is chosen, the counts of paths begun starting from the first each time.
fn chosen(graph: &Graph, one: StateId, two: StateId) -> (usize, usize) {
    let picks = (0..1000u64).map(|pick| graph.clone().choose(pick.wrapping_mul(0x9e37_79b9_7f4a_7c15)));
    let picks: Vec<StateId> = picks.collect();
    let count = |id| picks.iter().filter(|pick| **pick == id).count();
    (count(one), count(two))
}

#[test]
fn late_states_new_features_and_few_visits_are_preferred() {
    let two_states = |names: &[&str], features: &[u64]| {
        let mut graph = start();
        let one = grow(&mut graph, ROOT, "a", 1, &["tosa.add"], 1);
        let two = graph.arrive(ROOT, "b", key(2), Some(operations(names)), 1, features).unwrap();
        graph.set_open(one, true);
        graph.set_open(two, true);
        (graph, one, two)
    };
    for (names, features) in [(["scf.for"], vec![]), (["tosa.add"], (0..9).collect())] {
        let (graph, one, two) = two_states(&names, &features);
        let (plain, gain) = chosen(&graph, one, two);
        assert!(gain > plain + plain / 2, "{names:?} {features:?}: {plain} and {gain}");
    }
    let (mut graph, one, two) = two_states(&["tosa.add"], &[]);
    for (first, length) in [(one, 4), (two, 1)] {
        let mut visited = vec![ROOT, first];
        for number in 0..length {
            let from = visited[visited.len() - 1];
            visited.push(grow(&mut graph, from, "c", 10 * length + number, &["llvm.br"], 2));
        }
        graph.praise(&visited);
    }
    let (early, late) = chosen(&graph, one, two);
    assert!(late > 2 * early, "{early} and {late}");
    graph.states[two.0 as usize].begun = 5;
    let (often, rarely) = chosen(&graph, two, one);
    assert!(rarely > often, "{often} and {rarely}");
}

#[test]
fn features_are_new_once() {
    let mut graph = start();
    let one = graph.arrive(ROOT, "a", key(1), Some(operations(&["tosa.add"])), 1, &[1, 2]).unwrap();
    let two = graph.arrive(ROOT, "b", key(2), Some(operations(&["tosa.add"])), 1, &[1, 2, 3]).unwrap();
    assert_eq!((graph.state(one).gain, graph.state(two).gain), (2, 1));
}

#[test]
fn paths_leave_dead_ends_alone() {
    let mut graph = start();
    let good = grow(&mut graph, ROOT, "a", 1, &["scf.for"], 1);
    let better = grow(&mut graph, good, "b", 2, &["cf.br"], 2);
    let dead = grow(&mut graph, good, "c", 3, &["scf.if"], 2);
    [good, better, dead].into_iter().for_each(|id| graph.set_open(id, true));
    graph.praise(&[better]);
    assert_eq!(graph.doubt(&[ROOT, good, dead]), [dead], "a good path has left the others");
    assert!(graph.state(good).open && graph.state(better).open && !graph.state(dead).open);
    assert_eq!(graph.doubt(&[dead]), [], "it is closed already");
}

#[test]
fn how_far_it_is_to_the_end_is_known_from_the_shortest_path() {
    let mut graph = start();
    let one = grow(&mut graph, ROOT, "a", 1, &["scf.for"], 1);
    let two = grow(&mut graph, one, "b", 2, &["cf.br"], 2);
    let end = grow(&mut graph, two, "c", 3, &["llvm.br"], 3);
    graph.praise(&[ROOT, one, two, end]);
    let to_go = |graph: &Graph| [ROOT, one, two, end].map(|id| graph.state(id).to_go);
    assert_eq!(to_go(&graph), [Some(3), Some(2), Some(1), Some(0)]);
    let short = grow(&mut graph, one, "d", 4, &["llvm.br"], 2);
    graph.praise(&[one, short]);
    assert_eq!(to_go(&graph), [Some(2), Some(1), Some(1), Some(0)], "what comes before is nearer too");
    graph.praise(&[ROOT, one, two, end]);
    assert_eq!(to_go(&graph), [Some(2), Some(1), Some(1), Some(0)], "a longer way changes nothing");
}

#[test]
fn a_pass_that_ends_paths_is_left_out_after_a_few() {
    let mut graph = start();
    for (number, step) in (1..).zip(["builtin.module(cse)", "builtin.module(cse{x=1})"]) {
        let at = grow(&mut graph, ROOT, &format!("{number}"), number, &["scf.for"], 1);
        graph.stop(at, step, Edge::Ended(Outcome::Crash));
    }
    graph.stop(ROOT, "builtin.module(sccp)", Edge::Declined);
    assert!(!graph.is_left_out("builtin.module(cse)"));
    graph.stop(ROOT, "builtin.module(cse)", Edge::Ended(Outcome::Timeout));
    assert!(graph.is_left_out("builtin.module(cse{y=2})") && !graph.is_left_out("builtin.module(sccp)"));
}
