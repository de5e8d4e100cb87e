//! A search judges what its paths show: agreement is counted, everything else is run again before it counts.

use super::*;
use crate::case::Source;
use crate::execute::fake::Fake;
use crate::explore::toy::{CSE, MISCOMPILE, Toy};
use crate::observe::example::{crashed, ok};
use crate::program::Syntax;
use crate::report::{Mlir, Store};
use std::path::Path;

const GENERATED: Generated = Generated { operations: 3, drawn: crate::bug::DrawCounts::NOTHING };

fn campaign(out: &Path, executor: Box<dyn crate::execute::Executor>) -> Campaign {
    let mlir = Mlir { name: "22".into(), version: "22.1.8".into(), build_id: "ab".into(), commit: None };
    Campaign::with(mlir, Syntax::V22, executor, None, Store::new(out))
}

/// Bugs to go on past.
fn known(rows: &str) -> crate::judge::Known {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("known.toml");
    std::fs::write(&file, rows).unwrap();
    crate::judge::Known::read(&file).unwrap()
}

/// Searches the plain path and the one these bytes draw; `answers` are what runs of whole paths show.
fn explored(draws: &[u8], answers: Vec<Vec<PathReport>>) -> (Searched, Campaign) {
    let out = tempfile::tempdir().unwrap();
    let mut campaign = campaign(out.path(), Box::new(Toy::new(answers)));
    let case = Case {
        source: Source::verbatim("module {}".into()),
        printed: vec![],
        expected: None,
        paths: vec![PathSpec::Drawn(draws.to_vec())],
    };
    let searched =
        search(&mut campaign, &case, b"seed", Some(GENERATED), SearchExtent { paths: 2, until: None })
            .unwrap();
    (searched, campaign)
}

#[test]
fn agreement_is_counted_and_not_run_again() {
    let (searched, campaign) = explored(&[1, 0, 0x33, 0, 0, 0, 0], vec![]);
    assert_eq!((searched.paths, searched.lowered, searched.edges, searched.states), (2, 2, 3, 4));
    let stats = &campaign.stats;
    assert_eq!((stats.inputs, stats.cases, stats.paths_built, stats.compared), (1, 1, 2, 1));
    assert_eq!((stats.modules.len(), stats.modules_differ, stats.median_operations()), (2, 1, 3));
    assert_eq!(stats.verdicts["agree"], 1);
}

#[test]
fn a_crash_that_shows_again_is_a_finding_like_any() {
    let again = || vec![ok("a", 1), crashed("cse")];
    let (searched, campaign) = explored(&CSE, vec![again(), again()]);
    let [compared] = &searched.compared[..] else { panic!("{searched:?}") };
    assert_eq!(compared.facts.signature, "crash-cse");
    assert!(compared.brief.is_some() && compared.facts.kept.is_some());
    assert_eq!((campaign.stats.signatures["crash-cse"], campaign.stats.paths_lowered), (1, 1));
    assert_eq!((campaign.stats.paths_executed, campaign.stats.paths_condemned), (1, 1));
}

#[test]
fn a_known_crash_is_shown_once_and_then_counted() {
    let out = tempfile::tempdir().unwrap();
    let search = |text: &str, answers: Vec<Vec<PathReport>>| {
        let mut campaign = campaign(out.path(), Box::new(Toy::new(answers)));
        campaign.know(known("[[bug]]\nknown = 'LLVM 1'\npass = 'cse'\n"));
        let paths = vec![PathSpec::Drawn(CSE.to_vec())];
        let case = Case { source: Source::verbatim(text.into()), printed: vec![], expected: None, paths };
        let searched =
            search(&mut campaign, &case, b"seed", None, SearchExtent { paths: 2, until: None }).unwrap();
        (searched, campaign.stats)
    };
    let again = || vec![ok("a", 1), crashed("cse")];
    let (searched, _) = search("// one", vec![again(), again()]);
    assert!(searched.compared[0].facts.kept.is_some(), "{searched:?}");
    let (searched, stats) = search("// two", vec![]);
    let compared = &searched.compared[0];
    assert_eq!((compared.known.as_deref(), compared.culprit.as_deref()), (Some("LLVM 1"), Some("cse")));
    assert_eq!((stats.signatures["crash-cse"], stats.known["LLVM 1"], stats.new_findings()), (1, 1, 0));
}

#[test]
fn a_difference_that_does_not_show_again_is_none() {
    let fine = || vec![ok("a", 1), ok("b", 1)];
    let (searched, campaign) = explored(&MISCOMPILE, vec![fine()]);
    let facts = &searched.compared[0].facts;
    assert_eq!((facts.verdict, facts.reason), (VerdictKind::Incomparable, Some(Reason::Unrepeatable)));
    assert_eq!((campaign.stats.findings(), campaign.stats.incomparable["unrepeatable"]), (0, 1));
    let wrong = || vec![ok("a", 1), ok("b", 2)];
    let (searched, _) = explored(&MISCOMPILE, vec![wrong(), wrong()]);
    assert_eq!(searched.compared[0].facts.verdict, VerdictKind::Mismatch);
}

#[test]
fn many_paths_come_from_one_seed() {
    let out = tempfile::tempdir().unwrap();
    let case =
        Case { source: Source::verbatim("module {}".into()), printed: vec![], expected: None, paths: vec![] };
    let mut twice = (0..2).map(|_| {
        // The finding itself is not the point: every finding is seen again as agreement.
        let answers = vec![vec![ok("a", 1), ok("b", 1)]; MOST_FINDINGS];
        let mut campaign = campaign(out.path(), Box::new(Toy::new(answers)));
        let extent = SearchExtent { paths: 30, until: None };
        let mut searched = search(&mut campaign, &case, b"seed", None, extent).unwrap();
        searched.times = Times::default();
        searched.compared.iter_mut().for_each(|compared| compared.facts.times = Times::default());
        searched
    });
    let (one, two) = (twice.next().unwrap(), twice.next().unwrap());
    assert_eq!(one, two);
    assert!(one.paths > 3 && one.edges > 10 && one.states <= one.edges + 1, "{one:?}");
}

#[test]
fn time_is_up_before_a_path_begins() {
    let out = tempfile::tempdir().unwrap();
    let mut campaign = campaign(out.path(), Box::new(Toy::new(vec![])));
    let case =
        Case { source: Source::verbatim("module {}".into()), printed: vec![], expected: None, paths: vec![] };
    let extent = SearchExtent { paths: 30, until: Some(Instant::now()) };
    assert_eq!(search(&mut campaign, &case, b"seed", None, extent).unwrap().paths, 0);
}

#[test]
fn an_executor_that_holds_nothing_cannot_search() {
    let out = tempfile::tempdir().unwrap();
    let mut fake = Fake::new([]);
    fake.stock = true;
    let mut campaign = campaign(out.path(), Box::new(fake));
    let case =
        Case { source: Source::verbatim("module {}".into()), printed: vec![], expected: None, paths: vec![] };
    let said =
        search(&mut campaign, &case, b"seed", None, SearchExtent { paths: 2, until: None }).unwrap_err();
    assert!(said.to_string().contains("leave --paths out"), "{said}");
}
