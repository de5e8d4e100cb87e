//! One process of a fuzzing engine: a target, for a slice of time.

use super::CampaignOptions;
use super::folder::CampaignFolder;
use crate::execute::{ends_with_us, interrupt};
use crate::explore::Target;
use crate::files;
use anyhow::{Context, Result};
use std::collections::BTreeSet;
use std::ffi::OsString;
use std::fs::File;
use std::io::{Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

/// Longest input of every engine, in bytes.
pub const MOST_BYTES: u32 = 4096;
/// Seconds that no input takes: workers have deadlines of their own.
const MOST_SECONDS: u32 = 120;
/// The status of libFuzzer after Ctrl-C.
const INTERRUPTED: i32 = 72;
/// Bytes of a log that are read at a time.
const MOST_READ: u64 = 1 << 20;

/// The work of a job.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Work {
    /// It fuzzes.
    Fuzz,
    /// It chooses the inputs of a corpus that reach all that the corpus reaches.
    Merge,
}

/// A running process.
pub struct EngineJob {
    /// The target that it fuzzes.
    pub target: Target,
    /// Its work.
    pub work: Work,
    /// When it was started.
    pub started: Instant,
    /// Inputs that it ran, as far as it has told.
    pub runs: u64,
    /// Names of the inputs of the corpus that a merge chooses among; none of a job that fuzzes.
    pub chooses_among: BTreeSet<OsString>,
    child: Child,
    log: PathBuf,
    read: u64,
    /// The beginning of a line whose end was not written yet.
    rest: String,
}

impl EngineJob {
    /// Starts a target in the shared folder. `place` is the job's own folder: its log, and what it merges.
    ///
    /// # Errors
    /// It cannot be started.
    pub fn start(
        options: &CampaignOptions,
        folder: &CampaignFolder,
        place: &Path,
        target: Target,
        work: Work,
    ) -> Result<EngineJob> {
        let program = options.program(target);
        let corpus = folder.corpus(target);
        let artifacts = folder.artifacts(target);
        for needed in [&corpus, &artifacts] {
            files::make_folder(needed).with_context(|| format!("cannot make {}", needed.display()))?;
        }
        let log = place.join(format!("{}.log", target.name()));
        let out = File::create(&log).with_context(|| format!("cannot write {}", log.display()))?;
        let mut command = Command::new(&program);
        let mut chooses_among = BTreeSet::new();
        match work {
            Work::Fuzz => {
                command.arg(&corpus);
                command.args(options.seeds_of(target)).args(options.dictionary_of(target));
                command.arg(format!("-max_total_time={}", options.slice.as_secs()));
                command.args(["-reload=1", "-print_final_stats=1"]);
            }
            Work::Merge => {
                let merged = merged(place, target);
                if merged.exists() {
                    std::fs::remove_dir_all(&merged)
                        .with_context(|| format!("cannot empty {}", merged.display()))?;
                }
                files::make_folder(&merged).with_context(|| format!("cannot make {}", merged.display()))?;
                chooses_among = names(&corpus)?;
                command.arg("-merge=1").arg(merged).arg(&corpus).env("LOWDIFF_ARM", "always");
            }
        }
        command.envs(options.known.iter().map(|file| ("LOWDIFF_KNOWN", file)));
        command
            .args([format!("-max_len={MOST_BYTES}"), format!("-timeout={MOST_SECONDS}")])
            .arg(format!("-rss_limit_mb={}", options.memory))
            .arg(format!("-artifact_prefix={}/", artifacts.display()))
            .env("LOWDIFF_MLIR", &options.mlir)
            .env("LOWDIFF_KEEP_GOING", "1")
            .env("LOWDIFF_OUT", folder.findings())
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(out);
        ends_with_us(&mut command);
        let child = command.spawn().with_context(|| format!("cannot start {}", program.display()))?;
        Ok(EngineJob {
            target,
            work,
            started: Instant::now(),
            runs: 0,
            chooses_among,
            child,
            log,
            read: 0,
            rest: String::new(),
        })
    }

    /// Its end, where it has ended.
    ///
    /// # Errors
    /// The system does not say.
    pub fn ended(&mut self) -> Result<Option<ExitStatus>> {
        self.listen();
        self.child.try_wait().context("cannot wait for a target")
    }

    /// True of an end that is as it should be: the slice is over, or somebody asked it to end.
    pub fn is_well(status: ExitStatus) -> bool {
        status.success() || status.code() == Some(INTERRUPTED)
    }

    /// Asks it to end, as Ctrl-C does, and insists after a while.
    pub fn end(&mut self, patience: Duration) {
        interrupt(&self.child);
        let asked = Instant::now();
        while asked.elapsed() < patience {
            if !matches!(self.child.try_wait(), Ok(None)) {
                return;
            }
            std::thread::sleep(Duration::from_millis(50));
        }
        let _ = self.child.kill();
        let _ = self.child.wait();
    }

    /// Its last line.
    pub fn last_words(&self) -> String {
        let text = std::fs::read(&self.log).unwrap_or_default();
        let text = String::from_utf8_lossy(&text);
        text.lines().rev().find(|line| !line.trim().is_empty()).unwrap_or("it said nothing").trim().to_owned()
    }

    /// Reads what it has said since.
    fn listen(&mut self) {
        let new = || -> std::io::Result<Vec<u8>> {
            let mut file = File::open(&self.log)?;
            file.seek(SeekFrom::Start(self.read))?;
            let mut bytes = Vec::new();
            file.take(MOST_READ).read_to_end(&mut bytes)?;
            Ok(bytes)
        };
        let Ok(bytes) = new() else { return };
        self.read += bytes.len() as u64;
        self.rest += &String::from_utf8_lossy(&bytes);
        if let Some(end) = self.rest.rfind('\n') {
            let lines: String = self.rest.drain(..=end).collect();
            self.runs = lines.lines().filter_map(runs_of).fold(self.runs, u64::max);
        }
    }
}

/// The folder of what a job merges.
pub fn merged(place: &Path, target: Target) -> PathBuf {
    place.join("merged").join(target.name())
}

/// The names of the files in a folder.
///
/// # Errors
/// It cannot be read.
pub fn names(folder: &Path) -> Result<BTreeSet<OsString>> {
    let entries = std::fs::read_dir(folder).with_context(|| format!("cannot read {}", folder.display()))?;
    Ok(entries.flatten().map(|entry| entry.file_name()).collect())
}

impl Drop for EngineJob {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The number of inputs that a line of libFuzzer tells: `#1234<tab>NEW cov: ...`.
fn runs_of(line: &str) -> Option<u64> {
    let (number, _) = line.strip_prefix('#')?.split_once(|c: char| !c.is_ascii_digit())?;
    number.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::runs_of;

    #[test]
    fn lines_of_libfuzzer_tell_the_inputs_so_far() {
        assert_eq!(runs_of("#1234\tNEW    cov: 1 ft: 2 corp: 3/4b lim: 4096 exec/s: 5 rss: 6Mb"), Some(1234));
        assert_eq!(runs_of("INFO: Seed: 1"), None);
        assert_eq!(runs_of("# a comment"), None);
    }
}
