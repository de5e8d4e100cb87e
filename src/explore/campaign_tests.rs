//! Tests of which cases are findings, which findings are kept, and which ones stock programs may overrule.

use super::*;
use crate::case::Source;
use crate::execute::fake::Fake;
use crate::judge::VerdictKind;
use crate::observe::example::{crashed, ok};
use std::path::PathBuf;

fn case() -> Case {
    Case { source: Source::verbatim("module {}".into()), printed: vec![], expected: None, paths: vec![] }
}

fn campaign(out: PathBuf, runs: Vec<Vec<PathReport>>, clean: Option<Vec<Vec<PathReport>>>) -> Campaign {
    let mlir = Mlir { name: "22".into(), version: "22.1.8".into(), build_id: "ab".into(), commit: None };
    let clean = clean.map(|runs| Box::new(Fake::new(runs)) as Box<dyn Executor>);
    Campaign::with(mlir, Syntax::V22, Box::new(Fake::new(runs)), clean, Store::new(out))
}

/// The verdict, what stock programs say, and how many directories there are then.
fn outcome(
    runs: Vec<Vec<PathReport>>,
    clean: Option<Vec<Vec<PathReport>>>,
) -> (VerdictKind, Option<bool>, usize) {
    let dir = tempfile::tempdir().unwrap();
    let mut campaign = campaign(dir.path().into(), runs, clean);
    let result = campaign.run_case(&case(), None).unwrap();
    let kept = std::fs::read_dir(dir.path()).unwrap();
    let kept = kept.filter(|entry| entry.as_ref().unwrap().path().is_dir()).count();
    assert_eq!(result.brief.is_some(), result.verdict.kind.is_finding());
    (result.verdict.kind, result.clean.and_then(|clean| clean.confirmed), kept)
}

#[test]
fn agreement_leaves_nothing() {
    let runs = vec![vec![ok("a", 1), ok("b", 1)]];
    assert_eq!(outcome(runs, Some(vec![])), (VerdictKind::Agree, None, 0));
}

#[test]
fn a_confirmed_finding_is_kept() {
    let bad = || vec![ok("a", 1), ok("b", 2)];
    let seen = outcome(vec![bad(), bad()], Some(vec![bad()]));
    assert_eq!(seen, (VerdictKind::Mismatch, Some(true), 1));
    assert_eq!(outcome(vec![bad(), bad()], None), (VerdictKind::Mismatch, None, 1));
}

#[test]
fn what_stock_programs_deny_is_kept_but_no_finding() {
    let bad = || vec![ok("a", 1), ok("b", 2)];
    let seen = outcome(vec![bad(), bad()], Some(vec![vec![ok("a", 1), ok("b", 1)]]));
    assert_eq!(seen, (VerdictKind::Incomparable, Some(false), 1));
}

#[test]
fn what_is_not_seen_again_is_kept_but_no_finding() {
    let runs = vec![vec![ok("a", 1), crashed("p")], vec![ok("a", 1), ok("b", 1)]];
    assert_eq!(outcome(runs, Some(vec![])), (VerdictKind::Incomparable, None, 1));
}

#[test]
fn the_case_that_is_repeated_has_the_steps_that_were_taken() {
    let dir = tempfile::tempdir().unwrap();
    let bad = || vec![ok("a", 1), crashed("p")];
    let drawn = Case { paths: vec![PathSpec::Drawn(vec![1]), PathSpec::Drawn(vec![2])], ..case() };
    let mut campaign = campaign(dir.path().into(), vec![bad(), bad()], None);
    let result = campaign.run_case(&drawn, Some(b"input")).unwrap();
    let fixed = |pass: &str| PathSpec::Fixed(vec![format!("builtin.module({pass})")]);
    assert_eq!(result.case.paths, [fixed("a"), fixed("p")]);
    let kept = result.stored.unwrap().directory().unwrap().to_path_buf();
    assert_eq!(Case::load(&kept.join("case.bin")).unwrap(), result.case);
    assert_eq!(std::fs::read(kept.join("input.bin")).unwrap(), b"input");
    assert_eq!(campaign.stats.verdicts["crash"], 1);
}

/// Two cases of one signature, one after the other: the verdicts, and what stock programs say of each. Their answers are `clean`, and so many
/// passes were run before.
fn two_alike(clean: Vec<Vec<PathReport>>, passes: u64) -> [(VerdictKind, Option<bool>); 2] {
    let dir = tempfile::tempdir().unwrap();
    let bad = || vec![ok("a", 1), ok("b", 2)];
    let mut campaign = campaign(dir.path().into(), vec![bad(), bad(), bad(), bad()], Some(clean));
    campaign.confirming.passes = passes;
    ["module {}", "module { }"].map(|program| {
        let case = Case { source: Source::verbatim(program.into()), ..case() };
        let result = campaign.run_case(&case, None).unwrap();
        let said = result.clean.and_then(|clean| clean.confirmed);
        assert!(result.stored.unwrap().directory().is_some(), "each is kept, asked about or not");
        (result.verdict.kind, said)
    })
}

#[test]
fn stock_programs_are_asked_about_the_first_of_a_signature_and_more_while_the_share_is_kept() {
    let (bad, good) = (|| vec![ok("a", 1), ok("b", 2)], || vec![ok("a", 1), ok("b", 1)]);
    let found = |said| (VerdictKind::Mismatch, said);
    assert_eq!(two_alike(vec![bad()], 0), [found(Some(true)), found(None)]);
    assert_eq!(two_alike(vec![bad(), bad()], 1_000_000), [found(Some(true)), found(Some(true))]);
    let denied = |said| (VerdictKind::Incomparable, said);
    assert_eq!(two_alike(vec![good()], 0), [denied(Some(false)), denied(None)]);
    assert_eq!(two_alike(vec![good(), bad()], 1_000_000), [denied(Some(false)), found(Some(true))]);
}
