//! One program, many paths: the lowering graph is walked, what the paths compute is compared with the first of them, and
//! what differs is run again as any case is.
//!
//! A difference seen here is no finding yet. The two paths in full, from the source, go through the same judgement
//! and confirmation as a case of two paths, so that a finding looks the same wherever it comes from.

use super::walker::Walker;
use super::{Campaign, CaseFacts, Compared, Times};
use crate::case::Case;
use crate::decode::Generated;
use crate::examine::unsteady_path;
use crate::execute::{Isolation, Ready, StepChecks, Unexpected, content, is_sampled};
use crate::judge::{Detail, Reason, Verdict, VerdictKind, judge};
use crate::observe::{Checks, Effort, Outcome, PathReport, Space, maybe_fact_or_text};
use crate::path::PathSpec;
use crate::path::construct::TURN;
use crate::path::graph::ROOT;
use crate::path::palette;
use crate::words;
use rand::{Rng, RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use std::collections::BTreeMap;
use std::time::Instant;

/// One path in so many begins at the source; the others branch off.
const FROM_SOURCE: u32 = 12;
/// A program with as many findings is left: more are most likely the same, and each costs seconds to confirm. Bugs that the
/// user knows of do not count, nor do passes that end paths in a way of which enough are kept: the graph leaves them out.
const MOST_FINDINGS: usize = 3;
/// The most wrong results that the user may know of, depending on which pass is to blame.
const MOST_DOUBTFUL: usize = 6;

/// The extent to which a program is searched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SearchExtent {
    /// Paths.
    pub paths: u16,
    /// No path begins after that.
    pub until: Option<Instant>,
}

/// The results of a program along many paths.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Searched {
    /// Operations of a generated program, without constants and epilogue.
    pub operations: Option<usize>,
    /// The reason why no results are expected of it; none where they are.
    #[serde(default, deserialize_with = "maybe_fact_or_text")]
    pub unexpected: Option<Unexpected>,
    /// Paths begun.
    pub paths: u64,
    /// Of these, came down to llvm.
    pub lowered: u64,
    /// Distinct (state, pass) pairs that were tried.
    pub edges: u64,
    /// Distinct states.
    pub states: u64,
    /// Passes run again to get to states that were lost.
    pub rerun: u64,
    /// Each path beside the first that ran to its end, or alone before there was one.
    pub compared: Vec<Compared>,
    /// The time that each part took, but for what was run again.
    pub times: Times,
    /// The effort of putting the paths together.
    #[serde(default)]
    pub effort: Effort,
    /// The operations met, and whether a path came down and ran.
    #[serde(default)]
    pub met: BTreeMap<String, bool>,
    /// The effects of the steps of the paths, each from each state once.
    #[serde(default)]
    pub space: Space,
    /// The steps that were judged by themselves.
    #[serde(default)]
    pub checks: Checks,
}

/// Takes the program of `case` down many paths: the plain one, those of the case, and what the bytes in `seed` draw.
///
/// # Errors
/// The executor holds no states, or the case cannot be run at all.
pub fn search(
    campaign: &mut Campaign,
    case: &Case,
    seed: &[u8],
    generated: Option<Generated>,
    extent: SearchExtent,
) -> anyhow::Result<Searched> {
    if let Some(coverage) = &mut campaign.coverage {
        coverage.begin(campaign.whole);
    }
    let walked = walk(campaign, case, seed, extent);
    campaign.coverage.iter_mut().for_each(crate::coverage::Coverage::end);
    let mut searched = walked?;
    searched.operations = generated.map(|generated| generated.operations);
    searched.effort.drawn += generated.map(|generated| generated.drawn).unwrap_or_default();
    searched.unexpected = campaign.why_unexpected(case);
    campaign.confirming.passes += searched.edges + searched.rerun;
    campaign.stats.record_search(&searched);
    Ok(searched)
}

fn walk(campaign: &mut Campaign, case: &Case, seed: &[u8], extent: SearchExtent) -> anyhow::Result<Searched> {
    let begin = Instant::now();
    let mut random = ChaCha8Rng::from_seed(Sha256::digest(seed).into());
    let program = case.source.text(campaign.syntax);
    let stepper = campaign.executor.stepper()?;
    let ready = Ready { program, printed: &case.printed };
    let mut walker = Walker::new(stepper, ready, campaign.terms, campaign.strategy.clone())?;
    let mut first: Option<PathReport> = None;
    let mut comparisons: Vec<(Vec<PathReport>, Verdict)> = Vec::new();
    let mut searched = Searched::default();
    let (known, mlir) = (&campaign.known, [campaign.mlir.name.as_str(), campaign.mlir.version.as_str()]);
    let (mut found, mut doubtful, mut sampled) = (0, 0, Vec::new());
    for number in 0..extent.paths {
        if extent.until.is_some_and(|until| Instant::now() >= until) {
            break;
        }
        let plain = number == 0;
        let own = usize::from(number).checked_sub(1).and_then(|index| case.paths.get(index));
        let draws = match own {
            _ if plain => Vec::new(),
            Some(PathSpec::Drawn(draws) | PathSpec::Steered { draws, .. }) => draws.clone(),
            _ => drawn(&mut random, campaign.terms.turns),
        };
        let branches = !plain && own.is_none() && random.random_range(0..FROM_SOURCE) != 0;
        let start = if branches { walker.graph.choose(random.next_u64()) } else { ROOT };
        let report = walker.path(start, &draws)?;
        searched.paths += 1;
        let lowered = report.final_module.is_some() || report.outcome == Outcome::Ok;
        searched.lowered += u64::from(lowered);
        let reports: Vec<PathReport> = first.iter().cloned().chain([report.clone()]).collect();
        if report.final_module.is_some() {
            let steps = report.pipelines();
            let pick = content(&Sha256::digest(program).into(), steps.iter().map(String::as_str));
            if is_sampled(&pick, campaign.terms.looks.sample) {
                sampled.push(report.clone());
            }
        }
        if first.is_none() && report.outcome == Outcome::Ok {
            walker.judge(true);
            first = Some(report);
            continue;
        }
        let mut verdict = judge(&reports, case.prescribed());
        verdict.known = known.label(&verdict, &reports, program, mlir).map(str::to_owned);
        // A pass that ends a path says nothing about the states before it.
        if !(verdict.kind.is_finding() && verdict.pass.is_some()) {
            walker.judge(verdict.kind == VerdictKind::Agree);
        }
        if known.hinges_on_culprit(&verdict, &reports, program, mlir) {
            doubtful += 1;
        } else if verdict.kind.is_finding() && verdict.known.is_none() {
            let repeated = verdict.pass.is_some() && campaign.store.is_full(&verdict, &case.fixed(&reports));
            found += usize::from(!repeated);
        }
        comparisons.push((reports, verdict));
        if found >= MOST_FINDINGS || doubtful >= MOST_DOUBTFUL {
            break;
        }
    }
    let first_of_all = first.clone();
    searched.edges = walker.graph.edges() as u64;
    searched.states = walker.graph.states() as u64;
    searched.rerun = walker.rerun;
    searched.effort = walker.effort;
    searched.checks = std::mem::take(&mut walker.checks);
    let names = walker.operations_met();
    let lowered = first.as_ref().is_some_and(|first| first.outcome == Outcome::Ok);
    searched.met = names.into_iter().map(|name| (name, lowered)).collect();
    searched.space = walker.graph.space();
    searched.times = Times { run: begin.elapsed().as_secs_f64(), ..walker.times };
    for (reports, verdict) in comparisons {
        // A watched run is asked for what is reached on the graph; and what is known, and there to be
        // looked at, need not be shown again.
        let enough = verdict.known.is_some() && campaign.is_kept(&verdict, &case.fixed(&reports));
        let compared = match verdict.kind.is_finding() && campaign.coverage.is_none() && !enough {
            true => again(campaign, case, &reports, &verdict)?,
            false => {
                let facts = CaseFacts::of(&reports, &verdict, None, None, Times::default());
                Compared { culprit: verdict.suspect(), known: verdict.known, ..Compared::from(facts) }
            }
        };
        searched.compared.push(compared);
    }
    for mut report in sampled {
        let (executor, path) = (campaign.executor.as_mut(), std::slice::from_mut(&mut report));
        let unsteady = unsteady_path(executor, program, path, &campaign.terms, true);
        searched.effort.lowered_twice += report.effort.lowered_twice;
        if unsteady.is_some() {
            let reports: Vec<PathReport> = first_of_all.iter().cloned().chain([report]).collect();
            searched.compared.push(again(campaign, case, &reports, &Verdict::agree())?);
        }
    }
    Ok(searched)
}

/// Runs two paths again, in full and in a new worker, of which the graph says that they differ or that one of them went
/// wrong.
fn again(
    campaign: &mut Campaign,
    case: &Case,
    reports: &[PathReport],
    seen: &Verdict,
) -> anyhow::Result<Compared> {
    campaign.isolation = Isolation::New;
    let result = if seen.kind == VerdictKind::Miscompiled {
        // A step is wrong by itself, and nobody chooses this time which ones are judged.
        let terms = campaign.terms;
        campaign.terms.looks.steps = StepChecks::Every;
        let result = campaign.examine(&case.fixed(&reports[reports.len() - 1..]), None, None, 0.0);
        campaign.terms = terms;
        result?
    } else {
        campaign.examine(&case.fixed(reports), None, None, 0.0)?
    };
    let mut compared = Compared::from(&result);
    let verdict = result.verdict;
    let told = [Reason::Unrepeatable, Reason::Hazard, Reason::Open].map(Some).contains(&verdict.reason);
    if !verdict.kind.is_finding() && !told {
        // The paths by themselves show nothing of it.
        let detail = Detail::OffGraph { verdict: Box::new(verdict), seen: Box::new(seen.clone()) };
        let unseen = Verdict::incomparable(Reason::Unrepeatable, seen.pass.clone(), detail);
        log::info!("{}", words::verdict(&unseen));
        let signature = unseen.signature();
        compared.facts =
            CaseFacts { verdict: unseen.kind, reason: unseen.reason, signature, ..compared.facts };
    }
    // By the graph's hash, as those of all other paths, so that none counts twice.
    compared.facts.modules = reports.iter().map(|report| report.final_module).collect();
    Ok(compared)
}

/// The choices of a path.
fn drawn(random: &mut ChaCha8Rng, turns: u32) -> Vec<u8> {
    let mut draws = vec![0; turns as usize * TURN];
    palette::fill_one_of_many(&mut draws, random);
    draws
}

#[cfg(test)]
#[path = "search_tests.rs"]
mod tests;
