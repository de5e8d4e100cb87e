//! Makes and prunes the committed seeds: inputs that agree, and together reach many operations and passes.
//!
//! `seeds TARGET make DIR COUNT` tries random inputs and keeps those that add an operation or a pass to what the ones
//! before reach; `seeds TARGET choose INTO LEAST FROM...` keeps those of earlier runs that reach at least so many blocks of MLIR
//! more than the ones chosen before; `seeds TARGET prune DIR` removes those that do not agree on the MLIR under test. A seed that is a finding
//! would end every run before it has begun. See `scripts/seeds.sh`.

use anyhow::{Context, Result, bail};
use lowdiff::coverage::{Options, Wanted};
use lowdiff::explore::{Campaign, CaseResult, Target};
use lowdiff::judge::VerdictKind;
use lowdiff::path::pipeline::pass_name;
use sha2::{Digest, Sha256};
use std::collections::BTreeSet;
use std::path::Path;

/// Inputs tried before `make` is content with what it has.
const TRIES: u64 = 400;
/// Longer seeds make slower cases and cost the repository more than they reach.
const LONGEST: usize = 1024;

const USAGE: &str = "usage: seeds TARGET make DIR COUNT | choose INTO LEAST FROM... | prune DIR";

fn main() -> Result<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let scratch = tempfile::tempdir()?;
    let mlir = lowdiff::mlir::toolchain::default_name();
    let mut campaign = Campaign::open(&mlir, "jit", scratch.path())?;
    let Some((target, words)) = words.split_first() else { bail!(USAGE) };
    campaign.aim(Target::named(target).with_context(|| format!("there is no target {target}"))?);
    match words[..] {
        ["make", directory, count] => make(&mut campaign, Path::new(directory), count.parse()?),
        ["choose", into, least, ref from @ ..] => {
            choose(&mut campaign, Path::new(into), least.parse()?, from)
        }
        ["prune", directory] => prune(&mut campaign, Path::new(directory)),
        _ => bail!(USAGE),
    }
}

fn make(campaign: &mut Campaign, directory: &Path, count: usize) -> Result<()> {
    std::fs::create_dir_all(directory)?;
    let (mut reached, mut kept) = (BTreeSet::new(), 0);
    for index in 0..TRIES {
        if kept == count {
            break;
        }
        let mut bytes = lowdiff::decode::seeded(0, index);
        bytes.truncate(LONGEST);
        let Some(result) = campaign.run_bytes(&bytes)? else { continue };
        if result.verdict.kind != VerdictKind::Agree {
            continue;
        }
        let before = reached.len();
        reached.extend(reaches(&result));
        if reached.len() > before {
            kept += 1;
            keep(directory, &bytes)?;
        }
    }
    eprintln!("{kept} seeds reach {} operations and passes", reached.len());
    Ok(())
}

fn keep(directory: &Path, bytes: &[u8]) -> Result<()> {
    let name: String = Sha256::digest(bytes).iter().take(8).map(|b| format!("{b:02x}")).collect();
    std::fs::write(directory.join(name), bytes).context("cannot write a seed")
}

/// Small inputs come first: they are quick to run, and what they reach the larger ones need not.
fn choose(campaign: &mut Campaign, into: &Path, least: u32, from: &[&str]) -> Result<()> {
    std::fs::create_dir_all(into)?;
    let mut inputs = Vec::new();
    for folder in from {
        for entry in std::fs::read_dir(folder).with_context(|| format!("cannot read {folder}"))? {
            inputs.push(std::fs::read(entry?.path())?);
        }
    }
    inputs.sort_by_key(|bytes| (bytes.len(), Sha256::digest(bytes)));
    inputs.dedup();
    campaign.watch(&Options { wanted: Wanted::Code, ..Options::default() })?;
    let (mut kept, mut bytes_kept) = (0, 0);
    for bytes in &inputs {
        let before = reached(campaign);
        let Some(result) = campaign.run_bytes(bytes)? else { continue };
        // What a finding reached counts as reached: otherwise each of its relatives would be kept.
        if result.verdict.kind == VerdictKind::Agree && reached(campaign) >= before + least {
            keep(into, bytes)?;
            (kept, bytes_kept) = (kept + 1, bytes_kept + bytes.len());
        }
    }
    eprintln!(
        "{kept} of {} inputs ({bytes_kept} bytes); all reach {} blocks",
        inputs.len(),
        reached(campaign)
    );
    Ok(())
}

fn reached(campaign: &mut Campaign) -> u32 {
    campaign.coverage().map_or(0, |coverage| coverage.reached().reached)
}

/// The operations of a program and the passes of its paths.
fn reaches(result: &CaseResult) -> BTreeSet<String> {
    let words =
        result.case.source.newest().split_whitespace().filter(|w| w.trim_matches('"').starts_with("tosa."));
    let operations = words.map(|w| w.trim_matches(|c| "\"()".contains(c)).to_owned());
    let steps = result.reports.iter().flat_map(|r| &r.steps);
    operations.chain(steps.map(|s| pass_name(&s.pipeline).to_owned())).collect()
}

fn prune(campaign: &mut Campaign, directory: &Path) -> Result<()> {
    for entry in std::fs::read_dir(directory)? {
        let path = entry?.path();
        let result = campaign.run_bytes(&std::fs::read(&path)?)?;
        if result.is_none_or(|r| r.verdict.kind != VerdictKind::Agree) {
            eprintln!("{} does not agree on {}: removed", path.display(), campaign.mlir().name);
            std::fs::remove_file(&path)?;
        }
    }
    Ok(())
}
