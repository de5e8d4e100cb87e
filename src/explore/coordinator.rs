//! The coordinator: takes in what the workers tell, counts, writes the journal, shows progress, sums up.
//!
//! One thread drives each worker process. A worker that dies takes its case with it: that is counted as the
//! harness's own error and a new worker goes on with the next one.

use super::crew::{CrewEvent, Shared, drive};
use super::events::{CampaignEvent, Listener};
use super::journal::{Entry, Journal, Past};
use super::mode::Mode;
use super::progress::{Progress, next};
use super::protocol::Message;
use super::summary::Summary;
use super::versions::{Plain, Versions};
use super::{Compared, Kept, PathOptions, Stats};
use crate::decode::Generator;
use crate::execute::{Argument, Call, ExecutorKind, Terms};
use crate::judge::Known;
use crate::mlir::Processor;
use crate::report::{Mlir, Store};
use crate::words;
use anyhow::{anyhow, bail};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::{Duration, Instant};

/// The time that a case may go on after the end of a campaign before it is cut off.
const GRACE: Duration = Duration::from_secs(2);
/// The time of a case that has shown a finding: as long as stock programs may take for it.
const GRACE_OF_FINDINGS: Duration = Duration::from_secs(30);

/// The task of a campaign.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct CampaignPlan {
    /// Toolchains, by name or path; each has its own workers and sees every program.
    pub mlirs: Vec<String>,
    /// The executor.
    pub executor: ExecutorKind,
    /// The processor that compiled code is made for.
    #[serde(default)]
    pub processor: Processor,
    /// The terms on which one path is run; journals call them limits.
    #[serde(rename = "limits")]
    pub terms: Terms,
    /// Worker processes a toolchain.
    pub jobs: usize,
    /// Seed of the programs and paths.
    pub seed: u64,
    /// The kind of the programs that are made.
    #[serde(default)]
    pub generator: Generator,
    /// The folder that findings go to.
    #[serde(skip)]
    pub out: PathBuf,
    /// Programs to explore instead of generated ones; of single steps, inputs to begin with.
    pub files: Vec<PathBuf>,
    /// The pool that single steps are kept in.
    #[serde(default)]
    pub pool: Option<PathBuf>,
    /// The seeds that were in it when the campaign began, which every other family of inputs begins with.
    #[serde(default)]
    pub pooled: Vec<PathBuf>,
    /// The call of these programs.
    #[serde(default)]
    pub call: Call,
    /// True if those that are undefined are repaired.
    #[serde(default)]
    pub sanitize: bool,
    /// Paths a program, on a lowering graph; none is two of each, on their own.
    pub paths: Option<u16>,
    /// True for single steps, and no paths at all.
    #[serde(default)]
    pub step: bool,
    /// The way in which paths are drawn.
    pub path_options: PathOptions,
    /// Findings kept of one signature; none is as many as usual.
    pub keep: Option<usize>,
    /// End after this long; none is never.
    pub time: Option<Duration>,
    /// End after this many programs a toolchain; none is never.
    pub programs: Option<u64>,
    /// The list of the bugs that the user knows of.
    pub known_file: Option<PathBuf>,
    /// True where bugs that lowdiff knows by itself count as new.
    #[serde(default)]
    pub no_builtin_known: bool,
    /// The bugs that are known.
    #[serde(skip)]
    pub known: Known,
    /// Nothing but warnings on standard error.
    #[serde(skip)]
    pub quiet: bool,
}

impl CampaignPlan {
    /// The tests that it is made of.
    pub fn mode(&self) -> Mode {
        match (self.step, self.paths) {
            (true, _) => Mode::Steps,
            (false, Some(paths)) => Mode::Graph(paths),
            (false, None) => Mode::Pairs,
        }
    }

    /// True where every program is lowered plainly, for versions of MLIR to be held against each other.
    pub(super) fn compares_versions(&self) -> bool {
        self.mlirs.len() > 1 && self.mode().lowers_plainly()
    }
}

/// A sentence for people.
impl fmt::Display for CampaignPlan {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let files: Vec<_> =
            self.files.iter().filter_map(|file| file.file_name()).map(|f| f.to_string_lossy()).collect();
        let made = match &self.generator {
            Generator::Tosa => "programs".to_owned(),
            smith => format!("programs of {smith}"),
        };
        let programs = match (self.step, files.len()) {
            (true, 0) => format!("single steps from states of generated {made}"),
            (true, given) => format!("single steps from {}", words::count(given, "given state")),
            (false, 0) => format!("generated {made}"),
            (false, _) => files.join(", "),
        };
        let programs = match &self.pool {
            Some(pool) => {
                format!("{programs} and {} of {}", words::count(self.pooled.len(), "seed"), pool.display())
            }
            None => programs,
        };
        write!(f, "{programs}, seed {}, MLIR {}, {}", self.seed, self.mlirs.join(" and "), self.executor)?;
        if let Some(paths) = self.paths {
            write!(f, ", {} a program", words::count(paths, "path"))?;
        }
        if self.jobs > 1 {
            write!(f, ", {} workers", self.jobs)?;
        }
        if let Some(pass) = self.path_options.through.first() {
            write!(f, ", through {pass}")?;
        }
        Ok(())
    }
}

/// Explores until the plan is done or `stop` is set. `earlier` is what an earlier process did of it, and its journal. `listener` is told
/// all events but the last one.
///
/// # Errors
/// A worker cannot be set up: a missing toolchain, an invalid program.
pub fn explore(
    plan: CampaignPlan,
    earlier: Option<(Journal, Past)>,
    stop: Arc<AtomicBool>,
    listener: &mut Listener<'_>,
) -> anyhow::Result<Summary> {
    let begin = Instant::now();
    listener(CampaignEvent::start(&plan, earlier.is_some()));
    let (journal, past) = earlier.map_or((None, Past::default()), |(journal, past)| (Some(journal), past));
    let used = Duration::try_from_secs_f64(past.summary.seconds).unwrap_or_default();
    let until = plan.time.and_then(|time| begin.checked_add(time.saturating_sub(used)));
    let Past { summary, done, joined, before } = past;
    let there = Store::new(&plan.out).names().unwrap_or_default().into_iter().collect();
    let progress = Progress::new(plan.quiet, &summary.stats);
    let versions = Versions::new(plan.mlirs.len(), &summary.between);
    let shared = Shared::new(plan, stop, until, done, joined, &summary.stats);
    let (sender, receiver) = channel();
    let collector = Collector {
        shared: &shared,
        summary,
        there,
        before,
        used,
        begin,
        versions,
        journal,
        keeps_journal: true,
        waiting: BTreeMap::new(),
        unkept: BTreeSet::new(),
        remarks: BTreeSet::new(),
        progress,
        listener,
        beat: None,
        troubled: false,
    };
    std::thread::scope(|scope| {
        let threads = shared.plan.mlirs.len() * shared.plan.jobs;
        for thread in 0..threads {
            let (sender, shared) = (sender.clone(), &shared);
            scope.spawn(move || drive(thread, shared, &sender));
        }
        drop(sender);
        collector.collect(&receiver, until)
    })
}

/// The results of the campaign so far.
struct Collector<'a> {
    shared: &'a Shared,
    summary: Summary,
    /// The contents of the folder.
    there: BTreeSet<String>,
    /// The contents before a campaign that is gone on with.
    before: Option<BTreeSet<String>>,
    /// Time that earlier processes took.
    used: Duration,
    begin: Instant,
    versions: Versions,
    journal: Option<Journal>,
    /// True if it has not been said that the journal cannot be written.
    keeps_journal: bool,
    /// Programs that not all versions have answered: they are written down together, for their answers belong together.
    waiting: BTreeMap<u64, Entry>,
    /// Programs that showed what the disk did not take: they are not written down as done, so that whoever goes on finds it again.
    unkept: BTreeSet<u64>,
    /// Remarks on the programs.
    remarks: BTreeSet<String>,
    progress: Progress,
    listener: &'a mut Listener<'a>,
    /// The time of the last heartbeat, since this process began.
    beat: Option<Duration>,
    /// True if it has been said that findings cannot be kept.
    troubled: bool,
}

impl Collector<'_> {
    /// Takes in what the workers tell until the last thread is done.
    fn collect(mut self, receiver: &Receiver<CrewEvent>, until: Option<Instant>) -> anyhow::Result<Summary> {
        let mut unable = None;
        let mut stopped = None;
        let stop = &self.shared.stop;
        loop {
            if until.is_some_and(|until| Instant::now() >= until) {
                stop.store(true, Ordering::Relaxed);
            }
            if stop.load(Ordering::Relaxed) {
                let since = *stopped.get_or_insert_with(Instant::now);
                if since.elapsed() >= GRACE {
                    self.shared.cut_off(since.elapsed() >= GRACE_OF_FINDINGS);
                }
            }
            match receiver.recv_timeout(Duration::from_millis(100)) {
                Ok(CrewEvent::Told(Message::Ready { mlir, remarks, arguments })) => {
                    let warnings = remarks.into_iter().map(|remark| format!("warning: {remark}"));
                    let of_file = |(file, arguments): (&PathBuf, &Vec<Argument>)| {
                        let lines = Argument::lines(arguments).into_iter();
                        lines.map(|line| format!("{}, {line}", file.display())).collect::<Vec<_>>()
                    };
                    let quiet = self.shared.plan.quiet;
                    let facts: Vec<String> = arguments.iter().filter(|_| !quiet).flat_map(of_file).collect();
                    self.summary.arguments.extend(arguments);
                    for line in facts.into_iter().chain(warnings) {
                        if self.remarks.insert(line.clone()) {
                            self.progress.warn(&line);
                        }
                    }
                    if let Err(error) = self.ready(mlir) {
                        unable.get_or_insert(error);
                        stop.store(true, Ordering::Relaxed);
                    }
                }
                Ok(CrewEvent::Told(Message::Unable { error, undefined })) => {
                    unable.get_or_insert(match undefined {
                        Some(undefined) => anyhow::Error::from(undefined).context(error),
                        None => anyhow!(error),
                    });
                    stop.store(true, Ordering::Relaxed);
                }
                Ok(CrewEvent::Told(_)) => {}
                Ok(CrewEvent::Answered { program, toolchain, message, plain }) => {
                    if let Message::Failed { error } = &message {
                        log::warn!("lowdiff failed on program {program}: {error}");
                    }
                    self.answered(program, toolchain, Some(message), plain);
                }
                Ok(CrewEvent::Lost { how }) => {
                    unable.get_or_insert(anyhow!("workers die before they give a result: {how}"));
                    stop.store(true, Ordering::Relaxed);
                }
                Ok(CrewEvent::Died { program, toolchain, how, last }) => {
                    let then = if last { "passes over it" } else { "tries it again" };
                    self.progress.warn(&format!(
                        "warning: a worker died at program {program} ({how}); a new one {then}"
                    ));
                    if last {
                        let plain = self.shared.plan.compares_versions().then_some(None);
                        self.answered(program, toolchain, None, plain);
                    }
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => break,
            }
            self.write_journal(false);
            self.progress.show(&self.summary.stats, &self.shared.plan, self.used);
            let elapsed = self.begin.elapsed();
            if self.beat.is_none_or(|last| elapsed >= next(last)) {
                self.beat = Some(elapsed);
                (self.listener)(CampaignEvent::heartbeat(&self.summary.stats, self.used + elapsed));
            }
        }
        self.write_journal(true);
        self.progress.end();
        self.summary.single_steps = self.shared.plan.step;
        self.summary.seconds = (self.used + self.begin.elapsed()).as_secs_f64();
        match unable {
            Some(error) => Err(error),
            None => Ok(self.summary),
        }
    }

    /// A worker is set up: the campaign has begun.
    fn ready(&mut self, mlir: Mlir) -> anyhow::Result<()> {
        if self.summary.mlirs.contains(&mlir) {
            return Ok(());
        }
        if let Some(other) = self.summary.mlirs.iter().find(|other| other.name == mlir.name) {
            bail!(
                "MLIR {} is another build than it was when the campaign began (build-id {}, now {}): begin another campaign",
                mlir.name,
                other.build_id,
                mlir.build_id
            );
        }
        let plan = &self.shared.plan;
        if self.journal.is_none() && self.keeps_journal {
            match Journal::begin(plan, std::mem::take(&mut self.there)) {
                Ok(journal) => self.journal = Some(journal),
                Err(error) => self.cannot_write(&error),
            }
        }
        if let Some(journal) = &mut self.journal {
            journal.add(Entry { mlirs: vec![mlir.clone()], ..Entry::default() });
        }
        self.summary.mlirs.push(mlir);
        Ok(())
    }

    /// Counts and writes down what became of a program; no `message` where workers died of it.
    fn answered(
        &mut self,
        program: u64,
        toolchain: usize,
        message: Option<Message>,
        plain: Option<Option<Plain>>,
    ) {
        let mut entry = Entry { done: vec![(toolchain, program)], ..Entry::default() };
        match &message {
            Some(Message::Judged { judged, by, .. }) => {
                entry.stats.record(judged);
                entry.stats.mutants.note(by, judged.first());
            }
            Some(Message::Searched { searched }) => entry.stats.record_search(searched),
            Some(Message::Rejected { by }) => {
                entry.stats.reject();
                entry.stats.mutants.note(by, None);
            }
            Some(Message::Failed { .. }) | None => entry.stats.fail(),
            Some(
                Message::Ready { .. } | Message::Unable { .. } | Message::Found {} | Message::Plain { .. },
            ) => {}
        }
        if let Some(Message::Judged { joins: true, .. }) = &message {
            entry.joined.push((toolchain, program));
        }
        for compared in message.iter().flat_map(Message::compared) {
            if compared.facts.trouble.is_some() {
                self.unkept.insert(program);
            }
            entry.findings.extend(self.note(compared));
        }
        if let Some(plain) = plain {
            entry.between.extend(self.compare(program, toolchain, plain));
        }
        self.count(&mut entry.stats);
        let after = self.used + self.begin.elapsed();
        for finding in &entry.findings {
            (self.listener)(CampaignEvent::Finding {
                seconds: after.as_secs_f64(),
                finding: finding.clone(),
            });
        }
        for difference in &entry.between {
            (self.listener)(CampaignEvent::between(difference, after));
        }
        self.summary.findings.extend(entry.findings.iter().cloned());
        self.summary.between.extend(entry.between.iter().cloned());
        let Some(journal) = &mut self.journal else { return };
        let together = self.waiting.entry(program).or_default();
        together.add(entry);
        if together.done.len() == self.shared.plan.mlirs.len()
            && let Some(together) = self.waiting.remove(&program)
            && !self.unkept.remove(&program)
        {
            journal.add(together);
        }
    }

    /// Adds to the counts; what is left of the modules are those that were new.
    fn count(&mut self, stats: &mut Stats) {
        stats.modules.retain(|module| !self.summary.stats.modules.contains(module));
        self.summary.stats += stats.clone();
    }

    /// Holds plain lowerings against each other.
    fn compare(
        &mut self,
        program: u64,
        toolchain: usize,
        plain: Option<Plain>,
    ) -> Option<super::versions::Disagreement> {
        let plan = &self.shared.plan;
        let (difference, trouble) =
            self.versions.answer(program, &plan.mlirs[toolchain], plain, &plan.out)?;
        self.progress.say(&difference.told());
        if let Some(trouble) = trouble {
            self.progress.warn(&format!("warning: {trouble:#}"));
            self.unkept.insert(program);
        }
        Some(difference)
    }

    /// Shows what is worth it of a comparison; the finding, if one was kept.
    fn note(&mut self, compared: &Compared) -> Option<Kept> {
        let Compared { facts, brief, culprit, known, closed, .. } = compared;
        if let Some(trouble) = facts.trouble.as_ref().filter(|_| !self.troubled) {
            self.progress.warn(&format!("warning: {trouble}"));
            self.troubled = true;
        }
        if let Some(brief) = brief.as_ref().filter(|_| facts.kept.is_some() || facts.trouble.is_some()) {
            self.progress.say(brief);
        }
        let own = compared.there.as_deref().filter(|directory| self.is_own(directory));
        let directory = facts.kept.as_deref().or(own).filter(|_| facts.verdict.is_finding())?;
        Some(Kept {
            directory: directory.to_owned(),
            mlir: facts.mlir.clone(),
            verdict: facts.verdict,
            signature: facts.signature.clone(),
            culprit: culprit.clone(),
            known: known.clone(),
            closed: closed.clone(),
        })
    }

    /// True if an earlier process of this campaign kept a finding, and did not live to write it into the journal.
    fn is_own(&self, directory: &Path) -> bool {
        let name = directory.file_name().unwrap_or_default().to_string_lossy();
        self.before.as_ref().is_some_and(|before| !before.contains(name.as_ref()))
            && !self.summary.findings.iter().any(|finding| finding.directory == directory)
    }

    fn write_journal(&mut self, end: bool) {
        let seconds = (self.used + self.begin.elapsed()).as_secs_f64();
        let begun = self.shared.begun();
        let Some(journal) = &mut self.journal else { return };
        match journal.write(seconds, begun, end) {
            Ok(()) => self.keeps_journal = true,
            Err(error) => self.cannot_write(&error),
        }
    }

    fn cannot_write(&mut self, error: &anyhow::Error) {
        if std::mem::take(&mut self.keeps_journal) {
            self.progress.warn(&format!(
                "warning: {error:#}: if this process is killed, the campaign's counts are lost; free some space"
            ));
        }
    }
}
