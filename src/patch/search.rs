//! The search for changes: inputs by their numbers, on both builds, until the time is over.

use super::change::{BuildChange, change};
use super::outcome::{Changed, PatchOutcome};
use super::pair::{Build, Children};
use super::protocol::{BuildAnswer, BuildCase, BuildOrder, BuildRun};
use super::worker::PatchTask;
use crate::execute::Terms;
use crate::explore::FAMILY;
use crate::files;
use crate::judge::Known;
use crate::mlir::toolchain;
use crate::observe::tell;
use crate::path::pipeline::pass_name;
use crate::path::{PathSpec, SearchFocus};
use crate::report::{Mlir, Store, path_file};
use crate::words;
use anyhow::{Context, Result};
use std::ops::Range;
use std::path::PathBuf;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// Times that an input which differs is run again on both builds, in new processes.
const AGAIN: u32 = 4;
/// Inputs of one signature that are run again. The others are counted.
const LOOKED_INTO: u64 = 3;
/// The time that a case may go on after the end of the search.
const GRACE: Duration = Duration::from_secs(10);
/// The same, where somebody ends it.
const GRACE_OF_SIGNAL: Duration = Duration::from_secs(2);
/// Time between two looks at that.
const TICK: Duration = Duration::from_millis(100);
/// Time between two lines about the progress.
const BEAT: Duration = Duration::from_secs(30);

/// The task of a search.
#[derive(Clone, Debug)]
pub struct PatchPlan {
    /// The build before, by name or path.
    pub baseline: String,
    /// The build after.
    pub patched: String,
    /// The part of MLIR that inputs are directed at.
    pub focus: SearchFocus,
    /// Files of a diff that give no direction.
    pub without_direction: Vec<String>,
    /// Inputs to begin with, beside states of generated programs.
    pub files: Vec<PathBuf>,
    /// Seed of the inputs.
    pub seed: u64,
    /// The folder that changes go to.
    pub out: PathBuf,
    /// Pairs of processes.
    pub jobs: usize,
    /// The time until the last input is begun.
    pub time: Duration,
    /// Inputs, at most.
    pub most: Option<u64>,
    /// Bugs to go on past.
    pub known: Known,
    /// The terms on which one path is run.
    pub terms: Terms,
}

impl PatchPlan {
    /// The task of the build that shows changes of this kind.
    fn task(&self, mlir: &str, change: BuildChange, oldest: u32) -> PatchTask {
        PatchTask {
            mlir: mlir.to_owned(),
            out: self.out.join(change.word()),
            seed: self.seed,
            files: self.files.clone(),
            focus: self.focus.clone(),
            makes: change == BuildChange::Fixed,
            known: self.known.clone(),
            oldest,
            terms: self.terms,
        }
    }
}

/// Searches until the time is over, all inputs were run, or `stop` is set. The outcome is also in the files `patch.md` and `patch.json` of the
/// folder, which are written again with each change.
///
/// # Errors
/// A build cannot be run, or the folder takes no file.
pub fn search(plan: &PatchPlan, stop: &AtomicBool) -> Result<PatchOutcome> {
    let begin = Instant::now();
    let majors = [&plan.baseline, &plan.patched].map(|mlir| toolchain::find(mlir).map(|found| found.major()));
    let oldest = majors.into_iter().collect::<Result<Vec<u32>, _>>()?.into_iter().min().unwrap_or_default();
    let outcome = PatchOutcome {
        focus: plan.focus.passes().iter().cloned().collect(),
        without_direction: plan.without_direction.clone(),
        ..PatchOutcome::default()
    };
    let (next, children) = (AtomicU64::new(0), Children::default());
    let shared = Shared { plan, stop, begin, oldest, next, children, outcome: Mutex::new(outcome) };
    let done = AtomicBool::new(false);
    let ended = std::thread::scope(|scope| {
        scope.spawn(|| shared.cut_off_late(&done));
        let threads: Vec<_> = (0..plan.jobs).map(|_| scope.spawn(|| shared.drive())).collect();
        let ended: Vec<_> = threads.into_iter().map(|thread| thread.join()).collect();
        done.store(true, Ordering::Relaxed);
        ended.into_iter().try_for_each(|ended| ended.unwrap_or_else(|panic| std::panic::resume_unwind(panic)))
    });
    shared.write()?;
    ended?;
    let Shared { outcome, .. } = shared;
    Ok(outcome.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner))
}

/// The state that the threads share.
struct Shared<'p> {
    plan: &'p PatchPlan,
    stop: &'p AtomicBool,
    begin: Instant,
    oldest: u32,
    /// The next family.
    next: AtomicU64,
    children: Children,
    outcome: Mutex<PatchOutcome>,
}

impl Shared<'_> {
    /// True when no further input is begun.
    fn is_over(&self) -> bool {
        self.stop.load(Ordering::Relaxed) || self.begin.elapsed() >= self.plan.time
    }

    /// Ends the workers where a case goes on long after the end of the search, until it is `done`.
    fn cut_off_late(&self, done: &AtomicBool) {
        let mut stopped = None;
        while !done.load(Ordering::Relaxed) {
            std::thread::sleep(TICK);
            if !self.is_over() {
                continue;
            }
            let grace = if self.stop.load(Ordering::Relaxed) { GRACE_OF_SIGNAL } else { GRACE };
            if stopped.get_or_insert_with(Instant::now).elapsed() >= grace {
                self.children.cut_off();
            }
        }
    }

    fn outcome(&self) -> std::sync::MutexGuard<'_, PatchOutcome> {
        self.outcome.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
    }

    /// Takes families until there is nothing left to do.
    fn drive(&self) -> Result<()> {
        let PatchPlan { baseline, patched, .. } = self.plan;
        let (before, of_before) =
            Build::begin(self.plan.task(baseline, BuildChange::Fixed, self.oldest), self.children.clone())
                .with_context(|| format!("the baseline {baseline} cannot be run"))?;
        let (after, of_after) =
            Build::begin(self.plan.task(patched, BuildChange::New, self.oldest), self.children.clone())
                .with_context(|| format!("the patched {patched} cannot be run"))?;
        self.meet(of_before, of_after);
        let mut pair = Pair { shared: self, before, after, ahead: Ahead::Nothing };
        while !self.is_over() {
            let family = self.next.fetch_add(1, Ordering::Relaxed);
            if self.plan.most.is_some_and(|most| family * FAMILY >= most) {
                break;
            }
            pair.family(family)?;
        }
        Ok(())
    }

    fn meet(&self, before: Mlir, after: Mlir) {
        let mut outcome = self.outcome();
        (outcome.baseline, outcome.patched) = (Some(before), Some(after));
    }

    /// Adds a part of the outcome, and tells about the progress now and then.
    fn add(&self, part: PatchOutcome) -> Result<()> {
        let seconds = self.begin.elapsed().as_secs_f64();
        let mut outcome = self.outcome();
        let beats = |seconds: f64| (seconds / BEAT.as_secs_f64()) as u64;
        let beat = beats(seconds) > beats(outcome.seconds);
        let found = part.changes.iter().any(|changed| changed.directory.is_some());
        outcome.add(part);
        outcome.seconds = seconds;
        drop(outcome);
        if found {
            self.write()?;
        }
        let outcome = self.outcome();
        if beat {
            let counts =
                BuildChange::ALL.map(|change| format!("{} {}", outcome.of(change).count(), change.word()));
            tell(&format!(
                "{seconds:.0} s: {}, {}",
                words::count(outcome.inputs, "input"),
                counts.join(", ")
            ));
        }
        Ok(())
    }

    /// Writes the page and the document.
    fn write(&self) -> Result<()> {
        let outcome = self.outcome();
        let folder = &self.plan.out;
        files::open_folder(folder)?;
        files::write(&folder.join("patch.md"), outcome.page())?;
        files::write(&folder.join("patch.json"), format!("{:#}\n", serde_json::to_value(&*outcome)?))
    }
}

/// Both builds, as one thread has them.
struct Pair<'s> {
    shared: &'s Shared<'s>,
    before: Build,
    after: Build,
    /// The order for the next input that the baseline was given.
    ahead: Ahead,
}

/// An input that the baseline makes while the patched build runs the one before it.
enum Ahead {
    /// There is none.
    Nothing,
    /// The order is given.
    Ordered(u64),
    /// The answer is there.
    Answered(u64, BuildAnswer),
}

impl Pair<'_> {
    /// Runs the inputs of a family.
    fn family(&mut self, family: u64) -> Result<()> {
        let end = (family + 1) * FAMILY;
        let mut numbers = family * FAMILY..self.shared.plan.most.map_or(end, |most| most.min(end));
        let mut joined = Vec::new();
        self.order(&mut numbers, &joined)?;
        loop {
            let (number, made) = match std::mem::replace(&mut self.ahead, Ahead::Nothing) {
                Ahead::Nothing => return Ok(()),
                Ahead::Ordered(number) => (number, self.before.answer()),
                Ahead::Answered(number, answer) => (number, answer),
            };
            if matches!(&made, BuildAnswer::Ran(ran) if ran.joins) {
                joined.push(number);
            }
            let part = match made {
                BuildAnswer::Ran(before) => self.both(&before, &joined, &mut numbers)?,
                other => {
                    self.order(&mut numbers, &joined)?;
                    failed(&other)
                }
            };
            self.shared.add(part)?;
        }
    }

    /// Gives the baseline the order for the next input, where there is one.
    fn order(&mut self, numbers: &mut Range<u64>, joined: &[u64]) -> Result<()> {
        if let Some(number) = numbers.next().filter(|_| !self.shared.is_over()) {
            self.before.order(&BuildOrder::Make { number, joined: joined.to_owned() })?;
            self.ahead = Ahead::Ordered(number);
        }
        Ok(())
    }

    /// Runs an input that the baseline has run on the patched build.
    fn both(&mut self, before: &BuildRun, joined: &[u64], numbers: &mut Range<u64>) -> Result<PatchOutcome> {
        let subject = before.subject.as_ref().context("an input was made without its case")?;
        self.after.order(&BuildOrder::Run { subject: subject.clone(), alone: false })?;
        self.order(numbers, joined)?;
        let after = match self.after.answer() {
            BuildAnswer::Ran(after) => after,
            BuildAnswer::Rejected => {
                let is_kept = self.shared.outcome().rejected < LOOKED_INTO;
                if is_kept {
                    self.keep_program(subject, BuildChange::Refused, "rejected-module")?;
                }
                return Ok(PatchOutcome { rejected: 1, ..PatchOutcome::default() });
            }
            other => return Ok(failed(&other)),
        };
        let mut part = PatchOutcome {
            inputs: 1,
            programs: u64::from(!subject.open()?.0.is_of_steps()),
            focused: u64::from(before.focused),
            steps: after.steps,
            decided: after.decided,
            ..PatchOutcome::default()
        };
        let Some((kind, signature)) = change(before.judged(), after.judged()) else {
            if after.verdict.kind.is_finding() {
                part.both.insert(after.verdict.signature(), 1);
            }
            return Ok(part);
        };
        if kind == BuildChange::New && self.has_it_later(subject, (before, &after))? {
            part.both.insert(signature, 1);
            return Ok(part);
        }
        let same = |own: &&Changed| own.change == kind && own.signature == signature;
        let enough =
            self.shared.outcome().changes.iter().find(same).is_some_and(|own| own.inputs >= LOOKED_INTO);
        let mut changed = Changed {
            change: kind,
            signature,
            before: before.verdict.clone(),
            after: after.verdict.clone(),
            directory: None,
            inputs: 1,
        };
        if !enough {
            let holds = self.is_steady(subject, &changed)? && self.keep(subject, &mut changed)?;
            if !holds {
                let is_over = self.shared.is_over();
                (part.unfinished, part.unsteady) = (u64::from(is_over), u64::from(!is_over));
                return Ok(part);
            }
            tell(&changed.to_string());
        }
        part.changes.push(changed);
        Ok(part)
    }

    /// True if the baseline, whose path ended with a finding before the patched build came to its own, shows that one, too, behind the step that
    /// it fails at.
    fn has_it_later(&mut self, subject: &BuildCase, (before, after): (&BuildRun, &BuildRun)) -> Result<bool> {
        let (_, case) = subject.open()?;
        let place = |run: &BuildRun| {
            let mut steps = case.paths.first()?.given().iter();
            steps.position(|step| Some(pass_name(step)) == run.verdict.pass.as_deref())
        };
        let (Some(fails), Some(own)) = (place(before), place(after)) else { return Ok(false) };
        if !before.verdict.kind.is_finding() || fails >= own {
            return Ok(false);
        }
        let steps = fails + 1;
        let BuildAnswer::Rest(rest) =
            self.after.ask(&BuildOrder::Rest { subject: subject.clone(), steps })?
        else {
            return Ok(false);
        };
        self.settle_ahead();
        let order = BuildOrder::Run { subject: rest, alone: false };
        let both = [self.before.ask(&order)?, self.after.ask(&order)?];
        let own = after.verdict.signature();
        let shows =
            |answer: &BuildAnswer| matches!(answer, BuildAnswer::Ran(ran) if ran.verdict.signature() == own);
        Ok(both.iter().all(shows))
    }

    /// Takes the answer of the baseline to the order that it was given ahead.
    fn settle_ahead(&mut self) {
        if let Ahead::Ordered(number) = self.ahead {
            self.ahead = Ahead::Answered(number, self.before.answer());
        }
    }

    /// True if both builds do as before each time a case is run again in new processes.
    fn is_steady(&mut self, subject: &BuildCase, changed: &Changed) -> Result<bool> {
        self.settle_ahead();
        for _ in 0..AGAIN {
            if self.shared.is_over() {
                return Ok(false);
            }
            let order = BuildOrder::Run { subject: subject.clone(), alone: true };
            self.after.order(&order)?;
            let before = self.before.ask(&order)?;
            let (before, after) = match (before, self.after.answer()) {
                (BuildAnswer::Ran(before), BuildAnswer::Ran(after)) => (before, after),
                (before, after) => {
                    let _ = [&before, &after].map(failed);
                    return Ok(false);
                }
            };
            let again = change(before.judged(), after.judged());
            if again != Some((changed.change, changed.signature.clone())) {
                let (before, after) = (words::verdict(&before.verdict), words::verdict(&after.verdict));
                log::info!("{changed}\nand again:\n  baseline: {before}\n  patched: {after}");
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Keeps a change: a finding by the build that shows it, of another change the program and the path. False where stock programs deny the
    /// finding.
    fn keep(&mut self, subject: &BuildCase, changed: &mut Changed) -> Result<bool> {
        let order = BuildOrder::Keep { subject: subject.clone() };
        let kept = match changed.change {
            BuildChange::New => Some((self.after.ask(&order)?, &mut changed.after)),
            BuildChange::Fixed => Some((self.before.ask(&order)?, &mut changed.before)),
            BuildChange::Refused | BuildChange::Taken => None,
        };
        let Some((answer, own)) = kept else {
            changed.directory = Some(self.keep_program(subject, changed.change, &changed.signature)?);
            return Ok(true);
        };
        let BuildAnswer::Ran(ran) = answer else { return Ok(false) };
        if !ran.verdict.kind.is_finding() {
            log::info!("{changed}\nand it is no finding when it is looked into");
            return Ok(false);
        }
        *own = ran.verdict;
        changed.directory = ran.kept;
        Ok(true)
    }

    /// Keeps the program and the paths of a change that is no finding.
    fn keep_program(&self, subject: &BuildCase, change: BuildChange, name: &str) -> Result<PathBuf> {
        let (_, case) = subject.open()?;
        let steps = |path: &PathSpec| path.given().iter().map(|step| format!("{step}\n")).collect();
        let paths = case.paths.iter().enumerate().map(|(index, path)| match case.paths.len() {
            1 => ("path.txt".to_owned(), steps(path)),
            _ => (path_file(index), steps(path)),
        });
        let program = ("program.mlir".to_owned(), case.source.newest().to_owned());
        let files: Vec<(String, String)> = std::iter::once(program).chain(paths).collect();
        let store = Store::new(self.shared.plan.out.join(change.word()));
        let folder = store.keep(name, &files);
        folder.with_context(|| format!("a change could not be written to {}", self.shared.plan.out.display()))
    }
}

/// The outcome of an input that was not run.
fn failed(answer: &BuildAnswer) -> PatchOutcome {
    if let BuildAnswer::Failed { error } = answer {
        log::warn!("lowdiff failed on an input: {error}");
    }
    let failed = u64::from(matches!(answer, BuildAnswer::Failed { .. } | BuildAnswer::Lost));
    PatchOutcome { failed, ..PatchOutcome::default() }
}
