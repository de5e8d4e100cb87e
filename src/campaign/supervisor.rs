//! The supervisor of a machine: keeps so many jobs at work, takes turns among targets, and writes down what they do.

use super::folder::CampaignFolder;
use super::job::{EngineJob, MOST_BYTES, Work, merged, names};
use super::machine::MachineStatus;
use super::status::write_page;
use crate::explore::Target;
use crate::files;
use crate::mlir::toolchain;
use crate::observe::tell;
use crate::words;
use anyhow::{Context, Result, bail};
use std::collections::BTreeMap;
use std::fs::{File, OpenOptions, TryLockError};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

/// The time between two looks at the jobs.
const LOOK: Duration = Duration::from_millis(200);
/// The time between two documents.
const WRITE: Duration = Duration::from_secs(5);
/// The time that a job has to end after it was asked.
const PATIENCE: Duration = Duration::from_secs(10);
/// A job that ends sooner than this, and not as it should, says that its target does not work.
const SOON: Duration = Duration::from_secs(30);
/// Such ends in a row after which a target counts as one that does not work. It is tried again, ever more seldom; the campaign ends when
/// no target works.
const MOST_FAILURES: u32 = 6;
/// The longest pause of a target is 2 to this power, in seconds.
const LONGEST_PAUSE: u32 = 10;
/// Memory that is left to others, in bytes.
const SPARE_MEMORY: u64 = 1 << 30;
/// Disk that is left free, in bytes.
const SPARE_DISK: u64 = 200 << 20;
/// A corpus is merged when it has this many times the inputs that the last merge left, and no fewer than `LEAST_TO_MERGE`.
const GROWTH: usize = 2;
const LEAST_TO_MERGE: usize = 500;

/// The task of a machine.
#[derive(Clone, Debug)]
pub struct CampaignOptions {
    /// The folder that machines share.
    pub out: PathBuf,
    /// The name of this machine.
    pub name: String,
    /// What is fuzzed, in turns.
    pub targets: Vec<Target>,
    /// The folder of the programs of targets.
    pub programs: PathBuf,
    /// The folder that has the seeds of each target, which are only read; none where there are none.
    pub seeds: Option<PathBuf>,
    /// The folder of dictionaries.
    pub dictionaries: Option<PathBuf>,
    /// The MLIR under test, by name or path.
    pub mlir: String,
    /// Jobs at a time.
    pub jobs: usize,
    /// Megabytes that the process of a job may take; its workers have limits of their own.
    pub memory: u64,
    /// The time after which a job hands over to the next target.
    pub slice: Duration,
    /// The time after which the campaign ends.
    pub time: Option<Duration>,
    /// True if corpora that have grown are merged.
    pub merges: bool,
    /// A file of known bugs.
    pub known: Option<PathBuf>,
}

impl CampaignOptions {
    /// Makes sure that what the campaign needs is there, before anything is written.
    ///
    /// # Errors
    /// A target has no program, or there is no such MLIR.
    pub fn check(&self) -> Result<()> {
        for target in &self.targets {
            let program = self.program(*target);
            if !program.is_file() {
                bail!(
                    "there is no {}: build the targets (scripts/fuzz.sh builds one, cargo fuzz build all), and name their folder by --programs",
                    program.display()
                );
            }
        }
        toolchain::find(&self.mlir).map(drop)
    }

    /// The program of a target.
    pub fn program(&self, target: Target) -> PathBuf {
        self.programs.join(target.name())
    }

    /// The folder of a target's seeds, where there is one.
    pub fn seeds_of(&self, target: Target) -> Option<PathBuf> {
        self.seeds.as_ref().map(|seeds| seeds.join(target.name())).filter(|seeds| seeds.is_dir())
    }

    /// The word of the command line that names a target's dictionary, where there is one.
    pub fn dictionary_of(&self, target: Target) -> Option<String> {
        let file = self.dictionaries.as_ref()?.join(format!("{}.dict", target.name()));
        file.is_file().then(|| format!("-dict={}", file.display()))
    }
}

/// Runs the campaign until it is told to stop, or its time is over; the status that the machine wrote last. [`CampaignOptions::check`] comes
/// first, before there is a folder.
///
/// # Errors
/// Another process is this machine, or no target works.
pub fn run(options: &CampaignOptions, stop: &AtomicBool) -> Result<MachineStatus> {
    let mut supervisor = Supervisor::start(options)?;
    let ended = supervisor.work(stop);
    for job in &mut supervisor.jobs {
        job.end(PATIENCE);
    }
    supervisor.gather(true)?;
    supervisor.status.running = false;
    supervisor.status.jobs[1] = 0;
    supervisor.write();
    ended?;
    if supervisor.runs == 0 && supervisor.deaths > 0 {
        bail!("no target worked: {}", supervisor.last_death);
    }
    Ok(supervisor.status)
}

struct Supervisor<'a> {
    options: &'a CampaignOptions,
    folder: CampaignFolder,
    /// The folder of this machine alone.
    place: PathBuf,
    /// Held as long as this process lives.
    _lock: File,
    status: MachineStatus,
    jobs: Vec<EngineJob>,
    /// The place of each job in the machine's folder.
    slots: Vec<usize>,
    turn: usize,
    begin: Instant,
    before: f64,
    /// Targets whose last job ended soon.
    failing: BTreeMap<&'static str, Failing>,
    /// Inputs that were run since the start, and jobs that ended as they should not.
    runs: u64,
    deaths: u64,
    last_death: String,
    /// Nothing is started before this.
    pause: Option<Instant>,
    /// The library as it was when the jobs were started.
    library: Library,
    written: Instant,
}

/// A target whose jobs end soon, and not as they should.
#[derive(Clone, Copy)]
struct Failing {
    /// Such ends in a row.
    times: u32,
    /// It is not started before this.
    until: Instant,
}

/// What tells that a library was replaced.
#[derive(Clone, PartialEq, Eq)]
struct Library {
    file: PathBuf,
    seen: Option<(u64, SystemTime)>,
    build_id: String,
}

impl Library {
    fn of(mlir: &str) -> Result<Library> {
        let toolchain = toolchain::find(mlir)?;
        let (file, build_id) = (toolchain.library.clone(), toolchain.build_id());
        Ok(Library { seen: seen(&file), file, build_id })
    }

    fn is_replaced(&self) -> bool {
        seen(&self.file) != self.seen
    }
}

fn seen(file: &Path) -> Option<(u64, SystemTime)> {
    let about = std::fs::metadata(file).ok()?;
    Some((about.len(), about.modified().ok()?))
}

impl<'a> Supervisor<'a> {
    fn start(options: &'a CampaignOptions) -> Result<Supervisor<'a>> {
        let library = Library::of(&options.mlir)?;
        let folder = CampaignFolder::open(&options.out)?;
        let place = folder.machines().join(&options.name);
        files::make_folder(&place).with_context(|| format!("cannot make {}", place.display()))?;
        let lock = hold(&place, &options.name)?;
        let recovered = folder.recover()?;
        let (mut status, damaged) = MachineStatus::read_or_put_aside(&place)?;
        let cut_off = status.running;
        status.name.clone_from(&options.name);
        status.lowdiff = env!("CARGO_PKG_VERSION").to_owned();
        status.mlir = [options.mlir.clone(), library.build_id.clone()];
        status.starts += 1;
        status.running = true;
        let mut supervisor = Supervisor {
            options,
            folder,
            place,
            _lock: lock,
            before: status.seconds,
            status,
            jobs: Vec::new(),
            slots: Vec::new(),
            turn: 0,
            begin: Instant::now(),
            failing: BTreeMap::new(),
            runs: 0,
            deaths: 0,
            last_death: String::new(),
            pause: None,
            library,
            written: Instant::now(),
        };
        if let Some(aside) = damaged {
            supervisor.event(format!(
                "the machine's document could not be read: its counts begin again, and it is kept as {}",
                aside.display()
            ));
        }
        if cut_off {
            supervisor
                .event("the last start was ended from outside: it goes on with what is in the folder".into());
        }
        if recovered != Default::default() {
            supervisor.event(format!(
                "removed what was not written to its end: {}, {}",
                words::count(recovered.torn, "input"),
                words::count(recovered.unfinished, "finding")
            ));
        }
        // Before the first job, so that a folder that takes nothing is told at once.
        supervisor.status.write(&supervisor.place)?;
        Ok(supervisor)
    }

    fn event(&mut self, event: String) {
        tell(&event);
        self.status.event(event);
    }

    fn work(&mut self, stop: &AtomicBool) -> Result<()> {
        while !stop.load(Ordering::Relaxed) {
            if self.options.time.is_some_and(|time| self.begin.elapsed() >= time) {
                break;
            }
            self.gather(false)?;
            let fails = |target: &Target| {
                self.failing.get(target.name()).is_some_and(|one| one.times >= MOST_FAILURES)
            };
            if self.options.targets.iter().all(fails) {
                bail!("no target works: {}", self.last_death);
            }
            if self.library.is_replaced() {
                self.change_library()?;
            }
            self.fill()?;
            if self.written.elapsed() >= WRITE {
                self.write();
            }
            std::thread::sleep(LOOK);
        }
        Ok(())
    }

    /// Ends what runs on a library that is there no more, once its successor can be loaded.
    fn change_library(&mut self) -> Result<()> {
        for job in &mut self.jobs {
            job.end(PATIENCE);
        }
        self.gather(true)?;
        // It may be half-way through being installed.
        match Library::of(&self.options.mlir) {
            Ok(library) => {
                self.status.mlir[1].clone_from(&library.build_id);
                self.event(format!(
                    "MLIR was replaced while it was tested: going on with build {}",
                    library.build_id
                ));
                self.library = library;
            }
            Err(error) => {
                self.library.seen = seen(&self.library.file);
                self.pause = Some(Instant::now() + SOON);
                self.event(format!("MLIR is gone, which is looked for again: {error:#}"));
            }
        }
        Ok(())
    }

    /// Takes in the jobs that have ended, and counts what all have done.
    fn gather(&mut self, all: bool) -> Result<()> {
        let (mut index, mut runs) = (0, Vec::new());
        while index < self.jobs.len() {
            let before = self.jobs[index].runs;
            let ended = self.jobs[index].ended()?;
            let job = &self.jobs[index];
            runs.push((job.target, job.runs - before));
            let Some(status) = ended.or_else(|| all.then(Default::default)) else {
                index += 1;
                continue;
            };
            let job = self.jobs.swap_remove(index);
            let slot = self.slots.swap_remove(index);
            let target = self.status.targets.entry(job.target.name().to_owned()).or_default();
            target.seconds += job.started.elapsed().as_secs_f64();
            // One that was asked to end may not even have begun to listen.
            if all || EngineJob::is_well(status) {
                target.slices += u64::from(job.work == Work::Fuzz && !all);
                self.failing.remove(job.target.name());
                if job.work == Work::Merge && !all {
                    self.take_merged(slot, &job)?;
                }
                continue;
            }
            target.deaths += 1;
            self.deaths += 1;
            if job.work == Work::Merge {
                // The next merge waits until the corpus has grown again.
                target.after_merge = self.folder.inputs(job.target);
            }
            self.note_failure(&job);
            self.last_death = format!("{} ended by {status}: {}", job.target.name(), job.last_words());
            self.event(self.last_death.clone());
        }
        for (target, runs) in runs {
            self.runs += runs;
            self.status.targets.entry(target.name().to_owned()).or_default().runs += runs;
        }
        self.status.seconds = self.before + self.begin.elapsed().as_secs_f64();
        Ok(())
    }

    /// A target that dies at once is not started again at once.
    fn note_failure(&mut self, job: &EngineJob) {
        let name = job.target.name();
        if job.started.elapsed() >= SOON {
            self.failing.remove(name);
            return;
        }
        let times = self.failing.get(name).map_or(0, |one| one.times) + 1;
        let until = Instant::now() + Duration::from_secs(1 << times.min(LONGEST_PAUSE));
        self.failing.insert(name, Failing { times, until });
    }

    /// The target whose turn it is, without those that have to wait.
    fn next_target(&mut self) -> Option<Target> {
        let targets = &self.options.targets;
        let waits =
            |target: &Target| self.failing.get(target.name()).is_some_and(|one| Instant::now() < one.until);
        let turn =
            (self.turn..self.turn + targets.len()).find(|turn| !waits(&targets[turn % targets.len()]))?;
        self.turn = turn + 1;
        Some(targets[turn % targets.len()])
    }

    /// Puts the inputs that a merge chose in place of those that it chose among. Whatever came meanwhile stays, however old it is: it may
    /// be a copy from another machine.
    fn take_merged(&mut self, slot: usize, job: &EngineJob) -> Result<()> {
        let target = job.target;
        let merged = merged(&self.slot(slot), target);
        let corpus = self.folder.corpus(target);
        let chosen = names(&merged)?;
        if chosen.is_empty() {
            return Ok(());
        }
        for name in &chosen {
            let place = corpus.join(name);
            if !place.exists() {
                files::write(
                    &place,
                    std::fs::read(merged.join(name)).context("a merged input cannot be read")?,
                )?;
            }
        }
        let mut removed = 0;
        for name in job.chooses_among.difference(&chosen) {
            // Of a longer one the merge has seen the beginning alone.
            let file = corpus.join(name);
            let is_whole = file.metadata().is_ok_and(|about| about.len() <= u64::from(MOST_BYTES));
            if is_whole {
                removed += usize::from(std::fs::remove_file(file).is_ok());
            }
        }
        let one = self.status.targets.entry(target.name().to_owned()).or_default();
        (one.merges, one.after_merge) = (one.merges + 1, chosen.len());
        self.event(format!(
            "merged the corpus of {}: {} reached nothing of their own",
            target.name(),
            words::count(removed, "input")
        ));
        Ok(())
    }

    /// Starts jobs, as many as are wanted and there is room for; ends one where memory runs out.
    fn fill(&mut self) -> Result<()> {
        let (memory, disk) = (free_memory(), free_disk(self.folder.root()));
        let memory_left = memory.is_none_or(|free| free > SPARE_MEMORY + (self.options.memory << 20) / 2);
        self.status.held_back = None;
        if disk.is_some_and(|free| free < SPARE_DISK) {
            self.hold_back("the disk is almost full: free some space, and the jobs go on by themselves");
            while let Some(mut job) = self.jobs.pop() {
                job.end(PATIENCE);
                self.slots.pop();
            }
            return Ok(());
        }
        if memory.is_some_and(|free| free < SPARE_MEMORY / 2)
            && let Some(mut youngest) = self.jobs.pop()
        {
            youngest.end(PATIENCE);
            self.slots.pop();
            self.event(format!("memory runs out: a job of {} was ended", youngest.target.name()));
            self.pause = Some(Instant::now() + SOON);
        }
        if self.pause.is_some_and(|pause| Instant::now() < pause) {
            return Ok(());
        }
        while self.jobs.len() < self.options.jobs {
            if !memory_left && !self.jobs.is_empty() {
                self.hold_back("memory does not do for more jobs");
                break;
            }
            let Some(target) = self.next_target() else { break };
            let slot = (0..).find(|slot| !self.slots.contains(slot)).unwrap_or(0);
            let work = if self.is_to_be_merged(target) { Work::Merge } else { Work::Fuzz };
            let place = self.slot(slot);
            files::make_folder(&place).with_context(|| format!("cannot make {}", place.display()))?;
            self.jobs.push(EngineJob::start(self.options, &self.folder, &place, target, work)?);
            self.slots.push(slot);
        }
        Ok(())
    }

    fn hold_back(&mut self, why: &str) {
        let last = self.status.events.last().is_some_and(|last| last == why);
        if !last {
            self.event(why.to_owned());
        }
        self.status.held_back = Some(why.to_owned());
    }

    fn is_to_be_merged(&self, target: Target) -> bool {
        let merging = self.jobs.iter().any(|job| job.target == target && job.work == Work::Merge);
        let after = self.status.targets.get(target.name()).map_or(0, |one| one.after_merge);
        self.options.merges && !merging && self.folder.inputs(target) >= LEAST_TO_MERGE.max(GROWTH * after)
    }

    fn slot(&self, slot: usize) -> PathBuf {
        self.place.join(format!("job-{slot}"))
    }

    /// Writes the machine's document and the page. A disk that is full for a while ends no campaign.
    fn write(&mut self) {
        self.written = Instant::now();
        self.status.jobs = [self.options.jobs, self.jobs.len()];
        self.status.written = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs());
        let written = self.status.write(&self.place).and_then(|()| write_page(&self.folder));
        if let Err(error) = written {
            tell(&format!("the status is not written: {error:#}"));
        }
    }
}

/// The lock of a machine's folder, which nobody else gets as long as it is open.
fn hold(place: &Path, name: &str) -> Result<File> {
    let file = place.join(".lock");
    let lock = OpenOptions::new().create(true).append(true).open(&file);
    let lock = lock.with_context(|| format!("cannot write {}", file.display()))?;
    match lock.try_lock() {
        Err(TryLockError::WouldBlock) => {
            bail!("another campaign is '{name}' in this folder: wait for it to end, or give --name")
        }
        // Not every file system has locks.
        Ok(()) | Err(TryLockError::Error(_)) => Ok(lock),
    }
}

/// Memory that can be had without taking it from anybody, in bytes; none where the system does not tell.
fn free_memory() -> Option<u64> {
    let text = std::fs::read_to_string("/proc/meminfo").ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix("MemAvailable:"))?;
    let kilobytes: u64 = line.trim().trim_end_matches(" kB").parse().ok()?;
    Some(kilobytes << 10)
}

/// Disk that is free where a folder lies, in bytes; none where the system does not tell.
fn free_disk(folder: &Path) -> Option<u64> {
    let about = rustix::fs::statvfs(folder).ok()?;
    Some(about.f_bavail * about.f_frsize)
}
