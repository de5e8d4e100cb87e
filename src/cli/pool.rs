//! `lowdiff pool`: what is in a pool of seeds, merging and minimizing it.

use super::input::{Timeout, mlir_name};
use super::output;
use crate::coverage::Options;
use crate::files;
use crate::judge::VerdictKind;
use crate::mlir::toolchain;
use crate::observe::tell;
use crate::pool::{
    self, MOST_SEEDS, Offered, PoolEntry, PoolFile, SeedContents, SeedPool, SeedProgram, SeedRun, cover,
};
use crate::report::quote;
use crate::seeds::reach;
use crate::words;
use anyhow::{Context, bail};
use clap::Args;
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// Show, merge or minimize a pool of seeds, which `explore --step --pool` and `seeds --pool` fill
///
/// A pool is a folder of modules at any level, each with the passes that come next. Files of two pools may be copied into one folder, in any
/// order. Exit status: 0 done; 2 usage or set-up error.
#[derive(Debug, Args)]
pub struct Pool {
    /// The folder of the pool
    #[arg(value_name = "DIR")]
    folder: PathBuf,
    /// Show each seed in a line: its name, bytes, operations, dialects, how it ran, and where it comes from
    #[arg(long)]
    list: bool,
    /// First add all seeds of this pool, or of this folder of inputs of pass_diff; may be repeated
    #[arg(long, value_name = "DIR")]
    merge: Vec<PathBuf>,
    /// Then remove seeds that reach nothing of MLIR's code which smaller ones do not, and have no operation of their own; by their features
    /// where code cannot be watched
    #[arg(long)]
    minimize: bool,
    /// Seeds that the pool may have
    #[arg(long, value_name = "N", default_value_t = MOST_SEEDS)]
    most: usize,
    /// The MLIR whose code is watched
    #[arg(long, value_name = "NAME|PATH", requires = "minimize")]
    mlir: Option<String>,
    #[command(flatten)]
    timeout: Timeout,
    /// Print one JSON document
    #[arg(long)]
    json: bool,
}

/// The contents of a pool, in numbers.
#[derive(Debug, Default, Serialize)]
struct PoolCounts {
    seeds: usize,
    bytes: usize,
    /// Files whose content is not what their name says.
    damaged: usize,
    dialects: BTreeMap<String, u64>,
    operations: usize,
    features: usize,
    /// Seeds by how they ran.
    ran: BTreeMap<String, u64>,
    /// Seeds by where they come from.
    origins: BTreeMap<&'static str, u64>,
    /// Seeds that were added by merging.
    #[serde(skip_serializing_if = "Option::is_none")]
    merged: Option<u64>,
    /// Seeds that found no room.
    #[serde(skip_serializing_if = "Option::is_none")]
    without_room: Option<u64>,
    /// Seeds that were removed.
    #[serde(skip_serializing_if = "Option::is_none")]
    removed: Option<u64>,
    /// Blocks of MLIR that the seeds reach together.
    #[serde(skip_serializing_if = "Option::is_none")]
    blocks: Option<usize>,
}

/// A seed in a line.
#[derive(Debug, Serialize)]
struct SeedLine {
    name: String,
    bytes: usize,
    operations: usize,
    dialects: Vec<String>,
    steps: Vec<String>,
    ran: String,
    origin: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    blocks: Option<u32>,
}

/// Something that a seed reaches.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Reach {
    Block(u32),
    Feature(u64),
}

/// A seed of the pool at hand.
struct Member {
    path: PathBuf,
    entry: PoolEntry,
    contents: SeedContents,
}

impl Pool {
    /// Runs the command.
    pub fn run(self) -> anyhow::Result<u8> {
        if !self.folder.is_dir() && self.merge.is_empty() {
            bail!(
                "there is no folder {}: `lowdiff explore --step --pool` and `lowdiff seeds --pool` make a pool",
                self.folder.display()
            );
        }
        let mut counts = PoolCounts::default();
        if !self.merge.is_empty() {
            self.merge(&mut counts)?;
        }
        let (mut members, damaged) = members(&self.folder)?;
        counts.damaged = damaged;
        if members.is_empty() && damaged == 0 && self.merge.is_empty() && holds_files(&self.folder)? {
            bail!(
                "{} holds files, and none of them is a seed of a pool: name another folder",
                self.folder.display()
            );
        }
        if self.minimize {
            self.minimize(&mut members, &mut counts)?;
        }
        counts.add(&members);
        let lines: Vec<SeedLine> =
            members.iter().filter(|_| self.list).map(SeedLine::of).collect::<anyhow::Result<_>>()?;
        match (self.json, self.list) {
            (true, true) => output::data(&format!("{:#}", serde_json::to_value(&lines)?))?,
            (true, false) => output::data(&format!("{:#}", serde_json::to_value(&counts)?))?,
            (false, true) => lines.iter().try_for_each(|line| output::data(&line.to_string()))?,
            (false, false) => output::data(&counts.to_string())?,
        }
        Ok(0)
    }

    fn merge(&self, counts: &mut PoolCounts) -> anyhow::Result<()> {
        let mut pool = SeedPool::open(&self.folder, self.most)?;
        let (mut merged, mut without_room) = (0, 0);
        for folder in &self.merge {
            let mut names: Vec<PathBuf> = Vec::new();
            for file in
                std::fs::read_dir(folder).with_context(|| format!("cannot read {}", folder.display()))?
            {
                names.push(file.with_context(|| format!("cannot read {}", folder.display()))?.path());
            }
            names.sort();
            let before = merged + without_room;
            let mut seeds = 0;
            for file in names.iter().filter(|path| path.is_file()) {
                let bytes = std::fs::read(file).with_context(|| format!("cannot read {}", file.display()))?;
                let Some(entry) = PoolEntry::read(&bytes) else { continue };
                seeds += 1;
                match pool.take(&entry)? {
                    Offered::Added => merged += 1,
                    Offered::Full => without_room += 1,
                    Offered::Known => {}
                }
            }
            if seeds == 0 {
                bail!("{} holds no seeds: name a pool, or a folder like corpus/pass_diff", folder.display());
            }
            log::info!("{}: {} of {seeds} seeds are new", folder.display(), merged + without_room - before);
        }
        (counts.merged, counts.without_room) = (Some(merged), Some(without_room));
        Ok(())
    }

    /// Removes what the others have, and more if there are too many still: the largest first.
    fn minimize(&self, members: &mut Vec<Member>, counts: &mut PoolCounts) -> anyhow::Result<()> {
        let toolchain = toolchain::find(&mlir_name(self.mlir.as_deref()))?;
        let entries: Vec<PoolEntry> = members.iter().map(|member| member.entry.clone()).collect();
        let mut told = Instant::now();
        let all = entries.len();
        let progress = |done| {
            if told.elapsed() >= PROGRESS {
                tell(&format!("{done} of {}", words::count(all, "seed")));
                told = Instant::now();
            }
        };
        let blocks = reach(&entries, &toolchain, self.timeout.terms(), &Options::default(), progress)?;
        let reached: Vec<(usize, BTreeSet<Reach>)> = (members.iter().enumerate())
            .map(|(at, member)| {
                let own = blocks.as_ref().map(|blocks| blocks[at].iter().copied().map(Reach::Block));
                let features = match &own {
                    Some(_) => member.contents.kinds(),
                    None => member.contents.features.clone(),
                };
                let reached = own.into_iter().flatten().chain(features.into_iter().map(Reach::Feature));
                (member.entry.envelope.module.len(), reached.collect())
            })
            .collect();
        let mut kept: Vec<usize> = cover(&reached).into_iter().collect();
        kept.sort_by_key(|at| reached[*at].0);
        kept.truncate(self.most);
        let kept: BTreeSet<usize> = kept.into_iter().collect();
        let mut removed = 0;
        for (at, member) in members.iter_mut().enumerate() {
            if !kept.contains(&at) {
                removed += 1;
                std::fs::remove_file(&member.path)
                    .with_context(|| format!("cannot remove {}", member.path.display()))?;
            } else if let (Some(blocks), Some(origin)) = (&blocks, &mut member.entry.origin) {
                origin.blocks = u32::try_from(blocks[at].len()).ok();
                files::write(&member.path, member.entry.text()?)?;
            }
        }
        let mut at = 0;
        members.retain(|_| {
            at += 1;
            kept.contains(&(at - 1))
        });
        counts.blocks = blocks.map(|blocks| {
            let all = kept.iter().flat_map(|at| &blocks[*at]);
            all.collect::<BTreeSet<_>>().len()
        });
        counts.removed = Some(removed);
        Ok(())
    }
}

/// True of a folder with a file in it that no pool hides.
fn holds_files(folder: &Path) -> anyhow::Result<bool> {
    let cannot = || format!("cannot read {}", folder.display());
    for entry in std::fs::read_dir(folder).with_context(cannot)? {
        if !entry.with_context(cannot)?.file_name().to_string_lossy().starts_with('.') {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Time between two lines about progress.
const PROGRESS: Duration = Duration::from_secs(10);

/// The seeds in a folder, and the number of damaged files.
fn members(folder: &Path) -> anyhow::Result<(Vec<Member>, usize)> {
    let files = pool::files_of(folder)?;
    let all = files.len();
    let member = |PoolFile { path, entry }| {
        let entry: PoolEntry = entry?;
        Some(Member { path, contents: entry.contents(), entry })
    };
    let members: Vec<Member> = files.into_iter().filter_map(member).collect();
    let damaged = all - members.len();
    Ok((members, damaged))
}

/// How a seed ran, in a word.
fn ran(entry: &PoolEntry) -> String {
    match entry.origin.as_ref().and_then(|origin| origin.ran) {
        None => "not run".to_owned(),
        Some(SeedRun::Path(outcome)) => format!("path {outcome}"),
        Some(SeedRun::Steps(VerdictKind::Incomparable, Some(reason))) => reason.to_string(),
        Some(SeedRun::Steps(kind, _)) => kind.to_string(),
    }
}

impl PoolCounts {
    fn add(&mut self, members: &[Member]) {
        let (mut operations, mut features) = (BTreeSet::<&str>::new(), BTreeSet::<u64>::new());
        self.seeds = members.len();
        for Member { entry, contents, .. } in members {
            self.bytes += entry.envelope.module.len();
            for dialect in contents.dialects() {
                *self.dialects.entry(dialect.to_owned()).or_default() += 1;
            }
            operations.extend(contents.operations.keys().map(|(name, _)| name.as_str()));
            features.extend(&contents.features);
            *self.ran.entry(ran(entry)).or_default() += 1;
            *self.origins.entry(kind_of_origin(entry)).or_default() += 1;
        }
        (self.operations, self.features) = (operations.len(), features.len());
    }
}

/// The kind of the program that a seed comes from.
fn kind_of_origin(entry: &PoolEntry) -> &'static str {
    match entry.origin.as_ref().map(|origin| &origin.program) {
        None => "unknown",
        Some(SeedProgram::Generated { .. }) => "generated programs",
        Some(SeedProgram::Changed { .. }) => "changed inputs",
        Some(SeedProgram::File(_)) => "files",
    }
}

/// For people.
impl std::fmt::Display for PoolCounts {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let counted = |counts: Vec<(String, u64)>| {
            let words = counts.into_iter().map(|(word, count)| format!("{count} {word}"));
            words.collect::<Vec<_>>().join(", ")
        };
        let PoolCounts { seeds, bytes, operations, features, damaged, .. } = self;
        if let (Some(merged), Some(without_room)) = (self.merged, self.without_room) {
            writeln!(f, "merged: {}; without room: {without_room}", words::count(merged, "seed"))?;
        }
        if let Some(removed) = self.removed {
            let reach = self
                .blocks
                .map(|blocks| format!("; the others reach {} of MLIR", words::count(blocks, "block")));
            writeln!(f, "removed: {}{}", words::count(removed, "seed"), reach.unwrap_or_default())?;
        }
        let things =
            |counts: [(usize, &str); 3]| counts.map(|(number, thing)| words::count(number, thing)).join(", ");
        writeln!(f, "{}", things([(*seeds, "seed"), (*bytes, "byte"), (*damaged, "damaged file")]))?;
        let dialects = self.dialects.len();
        writeln!(
            f,
            "{}",
            things([(dialects, "dialect"), (*operations, "operation"), (*features, "feature")])
        )?;
        writeln!(f, "dialects: {}", counted(self.dialects.clone().into_iter().collect()))?;
        writeln!(f, "how they ran: {}", counted(self.ran.clone().into_iter().collect()))?;
        let origins = self.origins.iter().map(|(word, count)| ((*word).to_owned(), *count));
        write!(f, "from: {}", counted(origins.collect()))
    }
}

impl SeedLine {
    fn of(Member { path, entry, contents }: &Member) -> anyhow::Result<SeedLine> {
        let origin = match entry.origin.as_ref() {
            None => "unknown".to_owned(),
            Some(origin) => match &origin.program {
                SeedProgram::Generated { generator, seed, number } => {
                    format!(
                        "program {number} of {generator} seed {seed}, {}",
                        words::count(origin.path.len(), "step")
                    )
                }
                SeedProgram::Changed { seed, number } => format!("input {number} of seed {seed}"),
                SeedProgram::File(file) => quote(&file.display().to_string()),
            },
        };
        Ok(SeedLine {
            name: path.file_name().unwrap_or_default().to_string_lossy().into_owned(),
            bytes: entry.envelope.module.len(),
            operations: contents.operations.values().map(|count| *count as usize).sum(),
            dialects: contents.dialects().into_iter().map(str::to_owned).collect(),
            steps: entry.envelope.steps.clone(),
            ran: ran(entry),
            origin,
            blocks: entry.origin.as_ref().and_then(|origin| origin.blocks),
        })
    }
}

/// For people, in one line.
impl std::fmt::Display for SeedLine {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let SeedLine { name, bytes, operations, dialects, ran, origin, .. } = self;
        let name = name.get(..16).unwrap_or(name);
        let dialects = dialects.join(" ");
        write!(f, "{name} {bytes:6} bytes {operations:4} operations  {ran:14} {origin}  {dialects}")
    }
}
