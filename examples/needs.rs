//! Learns which operations or dialects a pass needs to do anything, from states that a fuzzer met.
//!
//! `needs FOLDER SECONDS SEED` takes the modules of the inputs in the folder, such as a grown corpus of `pass_diff`, each with one step drawn
//! from all, until the time is over. `LOWDIFF_MLIR` names the MLIR. It prints the table that is kept as `core/src/path/learned/needs.json`.

use anyhow::{Context as _, Result, bail};
use lowdiff::decode::Envelope;
use lowdiff::decode::envelope::operations;
use lowdiff::execute::ExecutorKind;
use lowdiff::explore::{Campaign, Target};
use lowdiff::ir;
use lowdiff::mlir::toolchain;
use lowdiff::observe::{Effect, dialect};
use lowdiff::path::catalogue;
use lowdiff::path::pipeline::pass_name;
use rand::rngs::StdRng;
use rand::seq::IndexedRandom as _;
use rand::{RngExt as _, SeedableRng as _};
use std::collections::{BTreeMap, BTreeSet};
use std::time::{Duration, Instant};

/// States that a pass has to have changed before anything is said of it.
const FEWEST: usize = 8;
/// Operations that are named, at most: a pass that needs one of more is about everything.
const MOST: usize = 4;
/// States without any of the operations of which the pass may have changed some: one of so many.
const EXCEPTIONS: usize = 50;
/// States with one of the operations, of ten, at most: more say nothing.
const SHARE: usize = 7;

/// The effects of a pass on states, by the operations in them.
#[derive(Default)]
struct Tried {
    changed: Vec<BTreeSet<String>>,
    unchanged: Vec<BTreeSet<String>>,
}

impl Tried {
    /// The operations one of which is in nearly every state that was changed, and few others; none where there are no such, or they are in most
    /// states.
    fn needs(&self) -> Option<BTreeSet<String>> {
        let mut left: Vec<&BTreeSet<String>> = self.changed.iter().collect();
        let unchanged: Vec<&BTreeSet<String>> = self.unchanged.iter().collect();
        let mut needs = BTreeSet::new();
        while left.len() * EXCEPTIONS > self.changed.len() {
            let with = |states: &[&BTreeSet<String>], name: &str| {
                states.iter().filter(|of| of.contains(name)).count()
            };
            let names: BTreeSet<&String> = left.iter().flat_map(|of| of.iter()).collect();
            // The name that tells the most: in many that changed, in few that did not.
            let worth = |name: &str| with(&left, name) * 1000 / (10 + with(&unchanged, name));
            let best = names.into_iter().max_by_key(|name| worth(name))?.clone();
            left.retain(|of| !of.contains(&best));
            needs.insert(best);
            if needs.len() > MOST {
                return None;
            }
        }
        let has = |of: &&BTreeSet<String>| needs.iter().any(|name| of.contains(name));
        let tried = self.changed.len() + self.unchanged.len();
        let with = self.changed.iter().chain(&self.unchanged).filter(has).count();
        (self.changed.len() >= FEWEST && with * 10 <= tried * SHARE).then_some(needs)
    }
}

fn main() -> Result<()> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let [folder, seconds, seed] = &words[..] else { bail!("usage: needs FOLDER SECONDS SEED") };
    let until = Instant::now() + Duration::from_secs(seconds.parse().context("SECONDS")?);
    let mut random = StdRng::seed_from_u64(seed.parse().context("SEED")?);
    let mut files: Vec<_> = std::fs::read_dir(folder)
        .with_context(|| format!("cannot read {folder}"))?
        .map(|entry| Ok(entry?.path()))
        .collect::<Result<_>>()?;
    files.sort();
    let toolchain = toolchain::find(&toolchain::default_name())?;
    let steps: Vec<String> = catalogue::drawn()
        .filter(|pass| (pass.versions.0..=pass.versions.1).contains(&toolchain.major()))
        .map(|pass| pass.step())
        .collect();
    // Each pass as often as any other, however many settings it has.
    let mut by_pass: BTreeMap<&str, Vec<&String>> = BTreeMap::new();
    steps.iter().for_each(|step| by_pass.entry(pass_name(step)).or_default().push(step));
    let passes: Vec<Vec<&String>> = by_pass.into_values().collect();
    let out = tempfile::tempdir().context("cannot make a temporary folder")?;
    let mut campaign = Campaign::open(&toolchain.name, ExecutorKind::Interp, out.path())?;
    campaign.aim(Target::PassCrash);
    let mut tried: BTreeMap<String, Tried> = BTreeMap::new();
    while Instant::now() < until {
        let file = files.choose(&mut random).context("there are no inputs")?;
        let Some(envelope) = Envelope::parse(&std::fs::read(file)?) else { continue };
        let Ok(module) = ir::module(&envelope.module) else { continue };
        let names = operations(&module).into_keys().flat_map(|(name, _)| [dialect(&name).to_owned(), name]);
        let names: BTreeSet<String> = names.collect();
        let pass = passes.choose(&mut random).context("there are no passes")?;
        let step = pass[random.random_range(0..pass.len())].clone();
        let input = Envelope { steps: vec![step.clone()], ..envelope };
        let Some(result) = campaign.run_bytes(input.to_string().as_bytes())? else { continue };
        let effect = result.reports.first().and_then(|report| report.steps.first()?.effect);
        let of = tried.entry(pass_name(&step).to_owned()).or_default();
        match effect {
            Some(Effect::Changed) => of.changed.push(names),
            Some(Effect::Unchanged) => of.unchanged.push(names),
            _ => {}
        }
    }
    let needs: BTreeMap<&String, BTreeSet<String>> =
        tried.iter().filter_map(|(pass, of)| Some((pass, of.needs()?))).collect();
    println!("{}", serde_json::to_string_pretty(&needs)?);
    let states: usize = tried.values().map(|of| of.changed.len() + of.unchanged.len()).sum();
    eprintln!("{states} states, {} of {} passes need something", needs.len(), tried.len());
    Ok(())
}
