//! Known bugs are recognized, and hide nothing.

use super::*;
use crate::case::Source;
use crate::execute::fake::Fake;
use crate::explore::Compared;
use crate::judge::VerdictKind;
use crate::observe::Failure;
use crate::observe::example::{crashed, ok};
use crate::program::Syntax;
use crate::report::{Mlir, Store};
use std::path::Path;

fn known(text: &str) -> Known {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("known.toml");
    std::fs::write(&file, text).unwrap();
    Known::read(&file).unwrap()
}

fn case() -> Case {
    let paths = vec![PathSpec::Fixed(vec![]), PathSpec::Fixed(vec![])];
    Case { source: Source::verbatim("module {}".into()), printed: vec![], expected: None, paths }
}

fn campaign(out: &Path, runs: Vec<Vec<PathReport>>) -> Campaign {
    let mlir = Mlir { name: "22".into(), version: "22.1.8".into(), build_id: "ab".into(), commit: None };
    let mut campaign = Campaign::with(mlir, Syntax::V22, Box::new(Fake::new(runs)), None, Store::new(out));
    campaign.know(known("[[bug]]\nknown = 1\npass = 'p'\n"));
    campaign
}

/// The judgement of a case whose runs show this.
fn judged(runs: Vec<Vec<PathReport>>) -> (Vec<Compared>, Campaign) {
    let out = tempfile::tempdir().unwrap();
    let mut campaign = campaign(out.path(), runs);
    let result = campaign.run_case(&case(), None).unwrap();
    (result.judged(), campaign)
}

#[test]
fn a_known_crash_is_counted_apart_and_kept_once() {
    let out = tempfile::tempdir().unwrap();
    let both = || vec![crashed("p"), crashed("p")];
    let runs = [both(), both(), both(), both()];
    let mut campaign = campaign(out.path(), runs.to_vec());
    let kept = |campaign: &mut Campaign, text: &str| {
        let result =
            campaign.run_case(&Case { source: Source::verbatim(text.into()), ..case() }, None).unwrap();
        assert_eq!(result.verdict.known.as_deref(), Some("1"));
        assert!(result.past.is_none(), "the other path shows the same");
        result.facts.kept
    };
    assert!(
        kept(&mut campaign, "// one")
            .is_some_and(|directory| directory.to_string_lossy().contains("known-1-"))
    );
    assert_eq!(kept(&mut campaign, "// two"), None);
    assert_eq!((campaign.stats.findings(), campaign.stats.new_findings()), (2, 0));
    assert_eq!((campaign.stats.known["1"], campaign.stats.signatures["crash-p"]), (2, 2));
}

#[test]
fn stock_programs_are_asked_about_known_bugs_while_the_share_is_kept() {
    let asked = |passes| {
        let out = tempfile::tempdir().unwrap();
        let runs = ["q", "q", "p", "p"].map(|pass| vec![crashed(pass), crashed(pass)]);
        let mut campaign = campaign(out.path(), runs.to_vec());
        campaign.clean = Some(Box::new(Fake::new(["q", "p"].map(|pass| vec![crashed(pass)]))));
        campaign.confirming.passes = passes;
        ["// new", "// known"].map(|text| {
            let case = Case { source: Source::verbatim(text.into()), ..case() };
            let result = campaign.run_case(&case, None).unwrap();
            (result.verdict.known.is_some(), result.clean.and_then(|clean| clean.confirmed))
        })
    };
    assert_eq!(asked(0), [(false, Some(true)), (true, None)]);
    assert_eq!(asked(1_000_000), [(false, Some(true)), (true, Some(true))]);
}

#[test]
fn what_another_path_shows_by_itself_is_seen_past_it() {
    let both = vec![crashed("p"), crashed("q")];
    let alone = || vec![crashed("q")];
    let (judged, campaign) = judged(vec![both.clone(), both, alone(), alone()]);
    let signatures: Vec<_> = judged.iter().map(|compared| compared.facts.signature.as_str()).collect();
    assert_eq!(signatures, ["crash-p", "crash-q"]);
    assert!(judged[0].known.is_some() && judged[1].known.is_none());
    assert_eq!((campaign.stats.inputs, campaign.stats.cases, campaign.stats.new_findings()), (1, 2, 1));
}

#[test]
fn what_another_path_computes_is_held_against_the_plain_lowering() {
    let first = || vec![ok("a", 2), crashed("p")];
    let second = || vec![ok("plain", 1), ok("a", 2)];
    let (wrong, campaign) = judged(vec![first(), first(), second(), second()]);
    assert_eq!(wrong[1].facts.verdict, VerdictKind::Mismatch);
    assert_eq!(campaign.stats.new_findings(), 1);
    let (fine, campaign) = judged(vec![first(), first(), vec![ok("plain", 2), ok("a", 2)]]);
    assert_eq!((fine[1].facts.verdict, campaign.stats.new_findings()), (VerdictKind::Agree, 0));
}

#[test]
fn who_is_to_blame_decides_what_is_known() {
    let out = tempfile::tempdir().unwrap();
    let steps = |report: PathReport, passes: &[&str]| {
        let one = |pass: &&str| crate::observe::StepReport {
            pipeline: format!("builtin.module({pass})"),
            effect: Some(crate::observe::Effect::Changed),
        };
        PathReport { steps: passes.iter().map(one).collect(), ..report }
    };
    let wrong = || vec![steps(ok("", 1), &["a"]), steps(ok("", 2), &["a", "p"])];
    // The case and its repeat; the plain lowering; the prefixes of path b: the source, a, a and p; twice the last good and
    // the first wrong one; these alone.
    let runs = || {
        let prefixes = vec![ok("", 1), ok("", 1), ok("", 2)];
        let culprit = || vec![ok("", 1), ok("", 2)];
        vec![wrong(), wrong(), vec![ok("", 1)], prefixes, culprit(), culprit(), culprit()]
    };
    let mut campaign = campaign(out.path(), [runs(), vec![wrong(), wrong()]].concat());
    campaign.look_for_culprits(true);
    let result = campaign.run_case(&case(), None).unwrap();
    let facts = &result.facts;
    assert_eq!((facts.signature.as_str(), result.verdict.known.as_deref()), ("mismatch-p", Some("1")));
    assert!(
        result.blamed && facts.kept.as_ref().is_some_and(|kept| kept.ends_with(kept.file_name().unwrap()))
    );
    let kept = facts.kept.as_ref().unwrap();
    let text = std::fs::read_to_string(kept.join("finding.json")).unwrap();
    let document: serde_json::Value = serde_json::from_str(&text).unwrap();
    assert_eq!((&document["culprit"]["pass"], &document["known"]), (&"p".into(), &"1".into()));
    campaign.look_for_culprits(false);
    let other = Case { source: Source::verbatim("// another".into()), ..case() };
    let result = campaign.run_case(&other, None).unwrap();
    assert_eq!((result.facts.signature.as_str(), result.blamed), ("mismatch-lowered-code", false));
    assert_eq!(campaign.stats.new_findings(), 1, "nobody was blamed, so it may be another");
    assert_eq!(campaign.stats.blamed, 1);
}

#[test]
fn past_a_pass_that_has_failed_often_its_paths_are_taken_without_it() {
    let out = tempfile::tempdir().unwrap();
    let failing = || vec![ok("a", 1), crashed("q")];
    let wrong = || vec![ok("a", 1), ok("b", 2)];
    let drawn = |text: String| Case {
        source: Source::verbatim(text),
        paths: vec![PathSpec::Drawn(vec![1]), PathSpec::Drawn(vec![2])],
        ..case()
    };
    // Five cases and their repeats, and the sixth, of which there are enough; past it, and what is seen there is seen again.
    let runs: Vec<_> = (0..11).map(|_| failing()).chain([wrong(), wrong()]).collect();
    let mut campaign = campaign(out.path(), runs);
    for number in 0..6 {
        let result = campaign.run_case(&drawn(format!("// {number}")), None).unwrap();
        assert_eq!(result.facts.signature, "crash-q");
        let past = result.past.map(|past| past.facts.verdict);
        assert_eq!(past, (number == 5).then_some(VerdictKind::Mismatch));
    }
    assert!(campaign.strategy.skip.is_empty());
    assert_eq!(campaign.stats.signatures["crash-q"], 6);
    assert_eq!((campaign.stats.inputs, campaign.stats.signatures["mismatch-lowered-code"]), (6, 1));
}

#[test]
fn what_is_drawn_in_spite_of_a_bug_is_known_where_the_bug_is_and_a_finding_elsewhere() {
    let ends = |said: &str| {
        let report = crashed("tosa-to-linalg");
        let failure = report.failure.clone().map(|failure| Failure {
            frames: failure.frames,
            pass: failure.pass,
            ..Failure::said(said.into())
        });
        PathReport { outcome: Outcome::InvalidIr, failure, ..report }
    };
    let label = |version: &str, said: &str| {
        let out = tempfile::tempdir().unwrap();
        let mlir = Mlir { name: "mine".into(), version: version.into(), build_id: "ab".into(), commit: None };
        let runs = vec![vec![ends(said), ends(said)]; 4];
        let mut campaign =
            Campaign::with(mlir, Syntax::V22, Box::new(Fake::new(runs)), None, Store::new(out.path()));
        let source = Source::verbatim("%0 = tosa.negate %a".into());
        let result = campaign.run_case(&Case { source, ..case() }, None).unwrap();
        assert!(result.verdict.kind.is_finding());
        assert_eq!(campaign.stats.new_findings(), u64::from(result.verdict.known.is_none()));
        result.verdict.known
    };
    let negated = "'arith.extsi' op operand type 'i64' and result type 'i16' are cast incompatible";
    assert_eq!(label("24.0.0git", negated).as_deref(), Some("negate-of-i64"));
    assert_eq!(label("22.1.8", negated), None, "22 does not have it");
    assert_eq!(label("24.0.0git", "'arith.extsi' op operand type 'i8' is another bug"), None);
}

#[test]
fn a_campaign_counts_what_it_draws_in_spite_of_known_bugs() {
    let draws = |bytes: &Vec<u8>| {
        crate::decode::decode_case(bytes, 22).is_some_and(|(_, generated)| !generated.drawn.is_empty())
    };
    let mut inputs = (0..400).map(|number| crate::decode::seeded(5, number));
    let bytes = inputs.find(draws).expect("one in a hundred programs has some");
    let out = tempfile::tempdir().unwrap();
    let mut campaign = campaign(out.path(), vec![vec![crashed("p"), crashed("p")]; 4]);
    campaign.run_bytes(&bytes).unwrap();
    let drawn = campaign.stats.effort.drawn.labels();
    assert_eq!(drawn.len(), 1, "{drawn:?}");
    let summary = crate::explore::Summary { stats: campaign.stats, ..Default::default() };
    let (label, told) = (drawn.into_keys().next().unwrap(), summary.to_string());
    assert!(told.contains("drawn in spite of known bugs, and how often these showed"), "{told}");
    assert!(told.contains(&format!("0 {label}")), "{told}");
}
