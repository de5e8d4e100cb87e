//! `lowdiff campaign`: fuzz targets kept running, on one machine or several.

use super::explore::heed_signals;
use super::input::Jobs;
use super::output;
use crate::campaign::{CampaignFolder, CampaignOptions, run};
use crate::execute::survive_file_limit;
use crate::explore::{TARGETS, Target};
use crate::judge::Known;
use crate::mlir::toolchain;
use crate::observe::tell;
use crate::report::Store;
use crate::words;
use anyhow::{Context, bail};
use clap::Args;
use serde_json::json;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// Keep fuzz targets running in a folder that machines may share, until Ctrl-C or a limit
///
/// The targets are programs that scripts/fuzz.sh or cargo fuzz has built with libFuzzer. Each of --jobs processes fuzzes a target for a slice of
/// time and hands over to the next. Inputs and findings are named by what is in them. DIR/status.html shows what every machine does.
///
/// Exit status: 0 nothing found; 1 findings, or inputs that ended a target, are in DIR; 2 usage or set-up error, or no target works.
#[derive(Debug, Args)]
pub struct Campaign {
    /// The folder of the campaign
    #[arg(long, value_name = "DIR", default_value = "campaign")]
    out: PathBuf,
    /// The targets, with commas between; by default every one that has a program
    #[arg(long, value_name = "TARGET,...", value_delimiter = ',')]
    targets: Vec<Target>,
    /// The engine
    #[arg(long, value_name = "NAME", default_value = "libfuzzer", value_parser = ["libfuzzer"])]
    engine: String,
    /// The folder of the targets' programs
    #[arg(long, value_name = "DIR", default_value = "target/x86_64-unknown-linux-gnu/fuzz")]
    programs: PathBuf,
    /// The folder with a folder of seeds for each target
    #[arg(long, value_name = "DIR", default_value = "corpus")]
    seeds: PathBuf,
    /// The folder of the targets' dictionaries
    #[arg(long, value_name = "DIR", default_value = "dictionaries")]
    dictionaries: PathBuf,
    /// Processes at a time
    #[arg(long, value_name = "N|auto", default_value = "1")]
    jobs: Jobs,
    /// The name of this machine in the folder; by default that of the host
    #[arg(long)]
    name: Option<String>,
    /// The MLIR under test
    #[arg(long, value_name = "NAME|PATH")]
    mlir: Option<String>,
    /// End after this many seconds
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    seconds: Option<u64>,
    /// Seconds after which a process hands over to the next target
    #[arg(long, value_name = "N", default_value_t = 1800, value_parser = clap::value_parser!(u64).range(1..))]
    slice: u64,
    /// Megabytes that the process of a target may take; its workers have limits of their own
    #[arg(long, value_name = "MB", default_value_t = 2560, value_parser = clap::value_parser!(u64).range(256..))]
    memory: u64,
    /// Go on past the bugs in this file, which are kept once and are no reason for exit status 1
    #[arg(long, value_name = "FILE")]
    known: Option<PathBuf>,
    /// Do not merge corpora that have grown
    #[arg(long)]
    no_merge: bool,
    /// Copy what these campaigns have into DIR first; may be repeated. Without --targets and --seconds nothing else is done
    #[arg(long, value_name = "DIR")]
    merge: Vec<PathBuf>,
    /// Print one JSON document at the end
    #[arg(long)]
    json: bool,
}

impl Campaign {
    /// Runs the command.
    pub fn run(self) -> anyhow::Result<u8> {
        survive_file_limit();
        let only_merges = !self.merge.is_empty() && self.targets.is_empty() && self.seconds.is_none();
        let options = if only_merges { None } else { Some(self.options()?) };
        if let Some(options) = &options {
            options.check()?;
        }
        let folder = CampaignFolder::open(&self.out)?;
        for other in &self.merge {
            let merged = folder.merge(other)?;
            tell(&format!(
                "{}: {} new inputs, {} new findings, {} new inputs that ended a target",
                other.display(),
                merged.inputs,
                merged.findings,
                merged.artifacts
            ));
        }
        let Some(options) = options else { return Ok(0) };
        let findings = folder.findings();
        Store::new(&findings)
            .probe()
            .with_context(|| format!("cannot keep findings in {}", findings.display()))?;
        let stop = Arc::new(AtomicBool::new(false));
        heed_signals(stop.clone())?;
        let names: Vec<&str> = options.targets.iter().map(|target| target.name()).collect();
        tell(&format!(
            "{} fuzzes {} with {} jobs in {}; status: {}",
            options.name,
            names.join(", "),
            options.jobs,
            self.out.display(),
            folder.root().join("status.html").display()
        ));
        let status = run(&options, &stop)?;
        let (kept, fatal) = (folder.kept()?, folder.fatal());
        if self.json {
            output::data(&format!(
                "{:#}",
                json!({ "machine": status, "findings": kept, "fatal_inputs": fatal })
            ))?;
        } else {
            for (target, one) in &status.targets {
                output::data(&format!(
                    "{target}: {}, {}",
                    words::count(one.runs, "input"),
                    words::count(one.deaths, "death")
                ))?;
            }
            output::data(&format!("findings: {}; inputs that ended a target: {}", kept.len(), fatal.len()))?;
        }
        let is_new = |name: &String| !name.starts_with(crate::report::KNOWN);
        Ok(u8::from(!fatal.is_empty() || kept.iter().any(is_new)))
    }

    fn options(&self) -> anyhow::Result<CampaignOptions> {
        let has_program = |target: Target| self.programs.join(target.name()).is_file();
        let mut targets: Vec<Target> = Vec::new();
        for target in &self.targets {
            if !targets.contains(target) {
                targets.push(*target);
            }
        }
        if targets.is_empty() {
            targets = TARGETS.iter().map(|row| row.target).filter(|target| has_program(*target)).collect();
        }
        if targets.is_empty() {
            bail!(
                "there is no program of a target in {}: build them (scripts/fuzz.sh builds one), and name their folder by --programs",
                self.programs.display()
            );
        }
        let name = self.name.clone().map_or_else(host, Ok)?;
        let plain = |c: char| c.is_ascii_alphanumeric() || "-_.".contains(c);
        if name.is_empty() || name.starts_with('.') || !name.chars().all(plain) {
            bail!("'{name}' cannot name a machine: use letters, digits, - and _ (--name)");
        }
        // Jobs run in folders of their own.
        let whole = |path: &Path| path.canonicalize().ok();
        let programs = whole(&self.programs)
            .with_context(|| format!("there is no folder {} (--programs)", self.programs.display()))?;
        Ok(CampaignOptions {
            out: self.out.clone(),
            name,
            targets,
            programs,
            seeds: whole(&self.seeds),
            dictionaries: whole(&self.dictionaries),
            mlir: self.mlir.clone().unwrap_or_else(toolchain::default_name),
            jobs: self.jobs.number(),
            memory: self.memory,
            slice: Duration::from_secs(self.slice),
            time: self.seconds.map(Duration::from_secs),
            merges: !self.no_merge,
            known: self.known.as_deref().map(known).transpose()?,
        })
    }
}

/// A file of known bugs that jobs can read wherever they run.
fn known(file: &Path) -> anyhow::Result<PathBuf> {
    Known::read(file)?;
    file.canonicalize().with_context(|| format!("cannot read {}", file.display()))
}

/// The name of the host.
fn host() -> anyhow::Result<String> {
    let name =
        std::fs::read_to_string("/proc/sys/kernel/hostname").context("this host has no name: give --name")?;
    Ok(name.trim().to_owned())
}
