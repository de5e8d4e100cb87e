//! Tracing a real MLIR: what a run reaches, what is new, and what may be switched off.
//!
//! One process watches one MLIR, so each story is told in a process of its own.

use crate::planted;
use crate::support;

use lowdiff::coverage::{FEATURES, FeedbackSource, Options, Wanted};
use lowdiff::decode::seeded;
use lowdiff::execute::ExecutorKind;
use lowdiff::explore::{Campaign, CaseResult};
use std::collections::BTreeSet;

/// More runs than a block is watched for.
const RUNS: usize = 20;

fn come_to(result: Option<CaseResult>) -> Vec<String> {
    let result = result.expect("it decodes");
    result.reports.iter().map(|r| format!("{:?} {:?}", r.outcome, r.outputs)).collect()
}

#[test]
fn a_campaign_sees_what_its_workers_reach() {
    support::alone("a_campaign_sees_what_its_workers_reach", watch_a_campaign);
}

fn watch_a_campaign() {
    support::loadable("22");
    let out = tempfile::tempdir().expect("a folder");
    let mut campaign = Campaign::open("22", ExecutorKind::Jit, out.path()).expect("MLIR 22");
    // An input that agrees, so that nothing is stored or confirmed.
    let input = (0..).map(|i| seeded(59, i)).find(|bytes| {
        let result = campaign.run_bytes(bytes).expect("a case");
        result.is_some_and(|r| r.verdict.kind.to_string() == "agree")
    });
    let input = input.expect("most inputs agree");
    let plain = come_to(campaign.run_bytes(&input).expect("a case"));

    campaign.watch(&Options { wanted: Wanted::Code, ..Options::default() }).expect("tracing works here");
    let coverage = campaign.coverage().expect("watched");
    assert_eq!(coverage.source(), FeedbackSource::Blocks, "the probe came to the same with and without");
    assert!(coverage.reached().blocks > 1_000_000, "a stock libMLIR has millions of blocks");
    let blocks = |campaign: &mut Campaign| -> Vec<u32> {
        let journal = campaign.coverage().expect("watched").journal();
        journal.into_iter().filter(|&index| index >= FEATURES).collect()
    };

    let mut counts = Vec::new();
    for _ in 0..RUNS {
        assert_eq!(come_to(campaign.run_bytes(&input).expect("a case")), plain, "tracing changes nothing");
        counts.push(blocks(&mut campaign).len());
    }
    assert!(counts[0] > 10_000, "lowering runs through much of MLIR, here {counts:?}");
    assert!(counts[RUNS - 1] * 10 < counts[0], "what is known is not watched any more: {counts:?}");

    // Each run has a copy of the same process, so it reaches the same blocks, whatever has been run before.
    campaign.watch_whole(true);
    let mut whole = |bytes: &[u8]| {
        campaign.run_bytes(bytes).expect("a case");
        blocks(&mut campaign).into_iter().collect::<BTreeSet<u32>>()
    };
    let once = whole(&input);
    (0..2).for_each(|i| assert_ne!(whole(&seeded(83, i)), once, "another case reaches other code"));
    let again = whole(&input);
    assert_eq!(once.symmetric_difference(&again).count(), 0, "of {} blocks", once.len());

    campaign.coverage().expect("watched").begin(true);
    let reached = campaign.coverage().expect("watched").reached();
    assert!(reached.reached as usize >= counts[0] && reached.reached < reached.blocks);
    let (file, address) = campaign.coverage().expect("watched").block(FEATURES).expect("a block");
    assert!(file.to_string_lossy().contains("libMLIR") && address > 0);

    let second = campaign.watch(&Options::default());
    assert!(second.expect_err("once a process").to_string().contains("already"));
}

#[test]
fn breakpoints_that_change_what_code_does_come_out_again() {
    support::alone("breakpoints_that_change_what_code_does_come_out_again", watch_code_that_watches_itself);
}

fn watch_code_that_watches_itself() {
    let folder = tempfile::tempdir().expect("a folder");
    let library = planted::library(folder.path());
    // SAFETY: nothing else runs in this process that reads the environment.
    unsafe { std::env::set_var(planted::PLANT, "one-shot-bufferize:watched") };
    let name = library.to_string_lossy();
    let mut campaign =
        Campaign::open(&name, ExecutorKind::Jit, folder.path()).expect("MLIR 22 behind the planted library");
    campaign.watch(&Options { wanted: Wanted::Code, ..Options::default() }).expect("it gives up and goes on");
    let coverage = campaign.coverage().expect("features are left");
    assert_eq!((coverage.source(), coverage.reached().blocks), (FeedbackSource::Features, 0));
    // The bug is still there, and nobody looks at the code any more.
    let result = campaign.run_bytes(&[0; 64]).expect("a case").expect("it decodes");
    assert!(
        result.reports.iter().all(|r| r.outcome == lowdiff::observe::Outcome::Ok),
        "{:?}",
        result.verdict
    );
}
