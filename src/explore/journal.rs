//! The journal that a campaign writes while it runs: whatever ends it, its programs are known, and another process can go on.
//!
//! A campaign is a file, `campaign-N.jsonl`, in the folder of its findings. The first line says what it is to do. Each
//! later one says which programs were done since the line before, and what these came to: a program stands in one line
//! with all that is counted of it, or in none. So a line that was torn, by `kill -9` or a full disk, costs some programs
//! that are run again. Lines go to the kernel every few seconds, and to the disk at the beginning, with each finding, every
//! half minute and at the end.

use super::coordinator::CampaignPlan;
use super::summary::{Kept, Summary};
use super::versions::Disagreement;
use super::{GivenPart, Stats};
use crate::files as disk;
use crate::report::Mlir;
use anyhow::{Context as _, Result, bail};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use std::collections::BTreeSet;
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// A line at most this often, unless there is a finding in it.
const PERIOD: Duration = Duration::from_secs(2);
/// Lines that were written reach the disk this often at least.
const SYNC: Duration = Duration::from_secs(30);

/// The first line.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Began {
    /// Version of lowdiff: another one may make other programs.
    lowdiff: String,
    /// The task; files by absolute path.
    pub plan: CampaignPlan,
    /// SHA-256 of each of its files.
    contents: Vec<String>,
    /// The contents of the folder before.
    before: BTreeSet<String>,
}

/// A later line: programs, and what they came to.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Entry {
    /// Seconds since the campaign began, without those between two processes.
    pub(super) seconds: f64,
    /// Programs begun, from number 0 on.
    pub(super) begun: u64,
    /// Each program that was done, and the index of its toolchain.
    pub done: Vec<(usize, u64)>,
    /// Of single steps, the inputs that joined their families, and the index of their toolchain.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub joined: Vec<(usize, u64)>,
    /// The results they came to.
    pub stats: Stats,
    /// Final modules that were new: 16 hexadecimal digits each.
    #[serde(default)]
    pub(super) modules: String,
    /// Findings that were kept.
    pub findings: Vec<Kept>,
    /// Programs that differ between versions.
    pub between: Vec<Disagreement>,
    /// Toolchains that began to work.
    pub mlirs: Vec<Mlir>,
}

impl Entry {
    /// Adds what another one says.
    pub fn add(&mut self, other: Entry) {
        self.seconds = self.seconds.max(other.seconds);
        self.begun = self.begun.max(other.begun);
        self.done.extend(other.done);
        self.joined.extend(other.joined);
        self.stats += other.stats;
        self.findings.extend(other.findings);
        self.between.extend(other.between);
        self.mlirs.extend(other.mlirs);
    }

    /// As it was written down, with its modules where they are counted.
    fn with_modules(mut self) -> Entry {
        let modules = std::mem::take(&mut self.modules);
        let digits = modules.as_bytes().chunks(16).filter_map(|digits| std::str::from_utf8(digits).ok());
        self.stats.modules = digits.filter_map(|digits| u64::from_str_radix(digits, 16).ok()).collect();
        self
    }

    fn is_empty(&self) -> bool {
        self.done.is_empty() && self.between.is_empty() && self.mlirs.is_empty()
    }
}

/// The results of a campaign before this process.
#[derive(Clone, Debug, Default)]
pub struct Past {
    /// Counts and findings.
    pub summary: Summary,
    /// The programs that are done, of each toolchain.
    pub done: Vec<BTreeSet<u64>>,
    /// Of single steps, the inputs that joined their families, of each toolchain.
    pub joined: Vec<BTreeSet<u64>>,
    /// The contents of the folder before the campaign; none for one that begins now.
    pub before: Option<BTreeSet<String>>,
}

/// The file, while the campaign runs.
#[derive(Debug)]
pub struct Journal {
    path: PathBuf,
    file: File,
    /// Bytes in whole lines.
    length: u64,
    /// The contents of the next line.
    pending: Entry,
    written: Instant,
    synced: Instant,
}

/// True of a folder that a campaign wrote into.
pub fn is_of_campaign(folder: &Path) -> bool {
    files(folder).is_ok_and(|files| !files.is_empty())
}

/// The campaigns of a folder, first one first.
///
/// # Errors
/// The folder cannot be read.
pub fn files(folder: &Path) -> Result<Vec<PathBuf>> {
    let cannot = || format!("cannot read {}", folder.display());
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).with_context(cannot)? {
        let path = entry.with_context(cannot)?.path();
        let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
        let number = name.strip_prefix("campaign-").and_then(|rest| rest.strip_suffix(".jsonl"));
        if let Some(number) = number.and_then(|number| number.parse::<u64>().ok()) {
            found.push((number, path));
        }
    }
    found.sort();
    Ok(found.into_iter().map(|(_, path)| path).collect())
}

/// SHA-256 of a file, or of a part of one, in hexadecimal.
fn content(file: &PathBuf) -> Result<String> {
    let bytes = match file.exists() {
        true => fs::read(file).with_context(|| format!("cannot read {}", file.display()))?,
        false => GivenPart::read(file)?.into_bytes(),
    };
    Ok(crate::observe::hexadecimal(&Sha256::digest(bytes)))
}

impl Began {
    fn of(plan: &CampaignPlan, before: BTreeSet<String>) -> Result<Began> {
        let absolute = |file: &PathBuf| GivenPart::absolute(file);
        let plan = CampaignPlan {
            files: plan.files.iter().map(absolute).collect(),
            pool: plan.pool.as_ref().map(absolute),
            pooled: plan.pooled.iter().map(absolute).collect(),
            known_file: plan.known_file.as_ref().map(absolute),
            ..plan.clone()
        };
        let contents = plan.files.iter().chain(&plan.pooled).map(content).collect::<Result<_>>()?;
        Ok(Began { lowdiff: env!("CARGO_PKG_VERSION").into(), plan, contents, before })
    }

    /// Makes sure that programs are still what they were.
    fn check(&self) -> Result<()> {
        let here = env!("CARGO_PKG_VERSION");
        if self.lowdiff != here {
            bail!(
                "the campaign was begun by lowdiff {}, and this is {here}: begin another one",
                self.lowdiff
            );
        }
        for (file, before) in self.plan.files.iter().chain(&self.plan.pooled).zip(&self.contents) {
            if content(file)? != *before {
                bail!("{} has changed since the campaign began: begin another one", file.display());
            }
        }
        Ok(())
    }
}

impl Journal {
    /// Begins a campaign in the folder of `plan`, in which there was `before`.
    ///
    /// # Errors
    /// The folder takes no file.
    pub fn begin(plan: &CampaignPlan, before: BTreeSet<String>) -> Result<Journal> {
        let folder = &plan.out;
        let line = serde_json::to_string(&Began::of(plan, before)?)? + "\n";
        let mut number = files(folder)?.len();
        let (path, mut file) = loop {
            number += 1;
            let path = folder.join(format!("campaign-{number}.jsonl"));
            match OpenOptions::new().write(true).create_new(true).open(&path) {
                Ok(file) => break (path, file),
                // Somebody else's, who has just begun too.
                Err(error) if error.kind() == ErrorKind::AlreadyExists => {}
                Err(error) => return Err(error).with_context(|| format!("cannot write {}", path.display())),
            }
        };
        let mut write = || {
            file.lock()?;
            disk::append(&mut file, line.as_bytes())?;
            disk::flush(&file)?;
            disk::flush_folder(folder)
        };
        if let Err(error) = write() {
            // Half a first line is no campaign.
            let _ = fs::remove_file(&path);
            return Err(error).with_context(|| format!("cannot write {}", path.display()));
        }
        Ok(Journal::of(path, file, line.len() as u64))
    }

    fn of(path: PathBuf, file: File, length: u64) -> Journal {
        let now = Instant::now();
        Journal { path, file, length, pending: Entry::default(), written: now, synced: now }
    }

    /// Goes on with the last campaign in `folder`.
    ///
    /// # Errors
    /// There is none, it is still running, its journal is damaged, or its programs would not be the same.
    pub fn resume(folder: &Path) -> Result<(Journal, CampaignPlan, Past)> {
        let shown = folder.display();
        let none = || format!("there is no campaign in {shown} to go on with: leave --resume out");
        if !folder.is_dir() {
            bail!(none());
        }
        for path in files(folder)?.into_iter().rev() {
            let cannot = || format!("cannot write {}", path.display());
            let mut file = OpenOptions::new().read(true).write(true).open(&path).with_context(cannot)?;
            match file.try_lock() {
                Ok(()) => {}
                Err(TryLockError::WouldBlock) => {
                    bail!("the campaign in {shown} is still running: wait for its end, or end it")
                }
                Err(TryLockError::Error(error)) => return Err(error).with_context(cannot),
            }
            let mut past = Past::default();
            let Some((began, length)) = parse(&path, |began, entry| past.take_in(began, entry))? else {
                continue;
            };
            began.check()?;
            // A line that was torn goes.
            disk::cut(&mut file, length).with_context(cannot)?;
            let past = Past { before: Some(began.before), ..past };
            let plan = CampaignPlan { out: folder.to_owned(), ..began.plan };
            return Ok((Journal::of(path, file, length), plan, past));
        }
        bail!(none())
    }

    /// The contents of a journal; none if it does not even say what was to be done.
    ///
    /// # Errors
    /// It cannot be read, or a line that is not the last one is damaged.
    pub fn read(path: &Path) -> Result<Option<(Began, Past)>> {
        let mut past = Past::default();
        Ok(parse(path, |began, entry| past.take_in(began, entry))?.map(|(began, _)| (began, past)))
    }

    /// Hands over the lines of a journal, in order; none if it does not even say what was to be done.
    ///
    /// # Errors
    /// As above.
    pub fn entries(path: &Path, mut take: impl FnMut(Entry)) -> Result<Option<Began>> {
        Ok(parse(path, |_, entry| take(entry))?.map(|(began, _)| began))
    }

    /// Adds what is to be written.
    pub fn add(&mut self, entry: Entry) {
        self.pending.add(entry);
    }

    /// Writes what is pending, if it is time or `end` is.
    ///
    /// # Errors
    /// The disk does not take it: it is tried again the next time.
    pub fn write(&mut self, seconds: f64, begun: u64, end: bool) -> Result<()> {
        let found = !self.pending.findings.is_empty() || !self.pending.between.is_empty();
        let due = found || end || self.written.elapsed() >= PERIOD;
        if due && (end || !self.pending.is_empty()) {
            self.written = Instant::now();
            (self.pending.seconds, self.pending.begun) = (seconds, begun);
            let hashes = self.pending.stats.modules.iter();
            self.pending.modules = hashes.map(|hash| format!("{hash:016x}")).collect();
            let line = serde_json::to_string(&self.pending)? + "\n";
            let cannot = || format!("cannot write {}", self.path.display());
            if let Err(error) = disk::append(&mut self.file, line.as_bytes()) {
                // No half line is left in front of the next one.
                let _ = disk::cut(&mut self.file, self.length);
                return Err(error).with_context(cannot);
            }
            self.length += line.len() as u64;
            self.pending = Entry::default();
            if found || end || self.synced.elapsed() >= SYNC {
                self.synced = Instant::now();
                disk::flush(&self.file).with_context(cannot)?;
            }
        }
        Ok(())
    }
}

/// Hands over the lines of a journal; what was to be done, and how many bytes of it are whole lines.
fn parse(path: &Path, mut take: impl FnMut(&Began, Entry)) -> Result<Option<(Began, u64)>> {
    let shown = path.display();
    let text = fs::read(path).with_context(|| format!("cannot read {shown}"))?;
    let mut lines = text.split_inclusive(|byte| *byte == b'\n').enumerate().peekable();
    let first = lines.next().map(|(_, line)| line).filter(|line| line.ends_with(b"\n"));
    let began = first.and_then(|line| Some((serde_json::from_slice::<Began>(line).ok()?, line.len())));
    let Some((began, mut length)) = began else { return Ok(None) };
    while let Some((index, line)) = lines.next() {
        match serde_json::from_slice::<Entry>(line) {
            Ok(entry) if line.ends_with(b"\n") => take(&began, entry.with_modules()),
            _ if lines.peek().is_none() => break,
            _ => bail!(
                "{shown}, line {} is damaged: remove the line, and the programs in it are run again",
                index + 1
            ),
        }
        length += line.len();
    }
    Ok(Some((began, length as u64)))
}

impl Past {
    fn take_in(&mut self, began: &Began, entry: Entry) {
        for (sets, numbers) in [(&mut self.done, &entry.done), (&mut self.joined, &entry.joined)] {
            sets.resize(began.plan.mlirs.len(), BTreeSet::new());
            for (toolchain, program) in numbers {
                if let Some(set) = sets.get_mut(*toolchain) {
                    set.insert(*program);
                }
            }
        }
        self.summary.take_in(entry);
    }
}

#[cfg(test)]
#[path = "journal_tests.rs"]
mod tests;
