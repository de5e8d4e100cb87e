//! The coordinator: starts the workers, hands out program numbers, counts, shows progress, sums up.
//!
//! One thread drives each worker process. A worker that dies takes its case with it: that is counted as the
//! harness's own error and a new worker goes on with the next one.

use super::protocol::Message;
use super::summary::Summary;
use super::versions::{Plain, Versions};
use super::worker::Assignment;
use super::{Compared, Facts, Stats, Wishes};
use crate::execute::Limits;
use anyhow::{Context, bail};
use indicatif::{ProgressBar, ProgressStyle};
use serde_json::json;
use std::collections::BTreeMap;
use std::io::{BufRead, BufReader, IsTerminal, Write};
use std::os::unix::process::CommandExt;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

/// How long a case may go on after the end of a campaign before it is cut off.
const GRACE: Duration = Duration::from_secs(2);
/// Without a terminal, a line of progress this often.
const PLAIN_PROGRESS: Duration = Duration::from_secs(10);
/// A worker that dies this often in a row, without a single result, never will give one.
const DEATHS: u32 = 3;

/// What a campaign is to do.
#[derive(Clone, Debug)]
pub struct Plan {
    /// Toolchains, by name or path; each has its own workers and sees every program.
    pub mlirs: Vec<String>,
    /// The executor.
    pub executor: String,
    /// What may be spent on one path.
    pub limits: Limits,
    /// Worker processes a toolchain.
    pub jobs: usize,
    /// Seed of the programs and paths.
    pub seed: u64,
    /// Where findings go.
    pub out: PathBuf,
    /// Programs to explore instead of generated ones.
    pub files: Vec<PathBuf>,
    /// Paths a program, on a lowering graph; none is two of each, on their own.
    pub paths: Option<u16>,
    /// How paths are drawn.
    pub wishes: Wishes,
    /// End after this long; none is never.
    pub time: Option<Duration>,
    /// End after this many programs a toolchain; none is never.
    pub programs: Option<u64>,
}

/// What the threads share.
struct Shared {
    plan: Plan,
    /// Set once: nobody begins another case.
    stop: Arc<AtomicBool>,
    /// The next program number of each toolchain.
    next: Vec<AtomicU64>,
    /// The worker processes that run, by thread, so that they can be cut off.
    children: Mutex<BTreeMap<usize, Child>>,
    /// When the plan's time is over.
    until: Option<Instant>,
}

impl Shared {
    /// Programs begun, on the toolchain that is furthest.
    fn begun(&self) -> u64 {
        let furthest = self.next.iter().map(|next| next.load(Ordering::Relaxed)).max().unwrap_or(0);
        self.plan.programs.map_or(furthest, |programs| furthest.min(programs))
    }
}

/// Explores until the plan is done or `stop` is set.
///
/// # Errors
/// A worker cannot be set up: a missing toolchain, an invalid program.
pub fn explore(plan: Plan, stop: Arc<AtomicBool>) -> anyhow::Result<Summary> {
    let begin = Instant::now();
    let next = plan.mlirs.iter().map(|_| AtomicU64::new(0)).collect();
    let until = plan.time.map(|time| begin + time);
    let shared = Shared { plan, stop, next, children: Mutex::default(), until };
    let (sender, receiver) = channel();
    std::thread::scope(|scope| {
        let threads = shared.plan.mlirs.len() * shared.plan.jobs;
        for thread in 0..threads {
            let (sender, shared) = (sender.clone(), &shared);
            scope.spawn(move || drive(thread, shared, &sender));
        }
        drop(sender);
        collect(&shared, &receiver, begin)
    })
    .map(|summary| Summary { begun: shared.begun(), ..summary })
}

/// Takes in what the workers tell until the last thread is done.
fn collect(shared: &Shared, receiver: &Receiver<Event>, begin: Instant) -> anyhow::Result<Summary> {
    let mut summary = Summary::default();
    let mut progress = Progress::new();
    let mut unable = None;
    let mut stopped = None;
    let mut troubled = false;
    let mut versions = Versions::new(shared.plan.mlirs.len());
    loop {
        if shared.plan.time.is_some_and(|time| begin.elapsed() >= time) {
            shared.stop.store(true, Ordering::Relaxed);
        }
        if shared.stop.load(Ordering::Relaxed) {
            let since = *stopped.get_or_insert_with(Instant::now);
            if since.elapsed() >= GRACE {
                cut_off(shared);
            }
        }
        match receiver.recv_timeout(Duration::from_millis(100)) {
            Ok(Event::Told(Message::Ready { mlir })) => {
                if !summary.mlirs.contains(&mlir) {
                    summary.mlirs.push(mlir);
                }
            }
            Ok(Event::Told(Message::Judged { facts, brief })) => {
                summary.stats.record(&facts);
                note(&mut summary, &progress, &facts, brief.as_deref(), &mut troubled);
            }
            Ok(Event::Told(Message::Searched { searched })) => {
                summary.stats.record_search(&searched);
                for Compared { facts, brief } in &searched.compared {
                    note(&mut summary, &progress, facts, brief.as_deref(), &mut troubled);
                }
            }
            Ok(Event::Told(Message::Plain { .. })) => {}
            Ok(Event::Compare { program, toolchain, plain }) => {
                let version = &shared.plan.mlirs[toolchain];
                match versions.answer(program, version, plain, &shared.plan.out) {
                    Ok(None) => {}
                    Ok(Some(difference)) => {
                        progress.say(&difference.to_string());
                        summary.between.push(difference);
                    }
                    Err(error) => progress.say(&format!("warning: {error:#}")),
                }
            }
            Ok(Event::Told(Message::Rejected)) => summary.stats.reject(),
            Ok(Event::Told(Message::Failed { error })) => {
                log::warn!("lowdiff failed on a case: {error}");
                summary.stats.fail();
            }
            Ok(Event::Died { program, how, last }) => {
                let then = if last { "passes over it" } else { "tries it again" };
                progress
                    .say(&format!("warning: a worker died at program {program} ({how}); a new one {then}"));
                if last {
                    summary.stats.fail();
                }
            }
            Ok(Event::Told(Message::Unable { error })) => {
                unable.get_or_insert(error);
                shared.stop.store(true, Ordering::Relaxed);
            }
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => break,
        }
        progress.show(&summary.stats, begin.elapsed());
    }
    progress.end();
    summary.seconds = begin.elapsed().as_secs_f64();
    match unable {
        Some(error) => bail!(error),
        None => Ok(summary),
    }
}

/// Shows and notes what is worth it of a comparison. `troubled` is whether it has been said that findings cannot be kept.
fn note(summary: &mut Summary, progress: &Progress, facts: &Facts, brief: Option<&str>, troubled: &mut bool) {
    if let Some(trouble) = facts.trouble.as_ref().filter(|_| !*troubled) {
        progress.say(&format!("warning: {trouble}"));
        *troubled = true;
    }
    if let Some(brief) = brief.filter(|_| facts.kept.is_some() || facts.trouble.is_some()) {
        progress.say(brief.trim_end());
    }
    if let Some(directory) = facts.kept.as_ref().filter(|_| facts.verdict.is_finding()) {
        summary.findings.push(json!({
            "directory": directory,
            "mlir": facts.mlir,
            "verdict": facts.verdict,
            "signature": facts.signature,
            "culprit": facts.pass,
        }));
    }
}

fn cut_off(shared: &Shared) {
    for child in shared.children.lock().expect("no thread panics with the lock").values_mut() {
        // It may have ended by itself a moment ago, which is as good.
        let _ = child.kill();
    }
}

/// What a thread passes on.
enum Event {
    Told(Message),
    /// What the plain lowering came to on one of several toolchains.
    Compare {
        program: u64,
        toolchain: usize,
        plain: Option<Plain>,
    },
    /// `last` is whether the program has had its second chance.
    Died {
        program: u64,
        how: String,
        last: bool,
    },
}

/// Keeps one worker process at work until there is nothing left to do.
fn drive(thread: usize, shared: &Shared, events: &Sender<Event>) {
    let mut deaths = 0;
    // The program a worker died at. It gets a second chance: who ends a worker from outside is no reason to
    // lose what it was about to find.
    let mut again = None;
    while !shared.stop.load(Ordering::Relaxed) {
        let mut at = None;
        let mut served = false;
        let second = again.take();
        let result = serve(thread, shared, events, second, &mut at, &mut served);
        let child = shared.children.lock().expect("no thread panics with the lock").remove(&thread);
        let status = child.map(|mut child| child.wait());
        let how = match result {
            Ok(()) => return,
            // Cut off by us.
            Err(_) if shared.stop.load(Ordering::Relaxed) => return,
            Err(error) => match status {
                Some(Ok(status)) => format!("{error:#}; {status}"),
                _ => format!("{error:#}"),
            },
        };
        deaths = if served { 0 } else { deaths + 1 };
        let told = match at {
            Some(program) if deaths < DEATHS => {
                let last = second == Some(program);
                again = (!last).then_some(program);
                Event::Died { program, how, last }
            }
            None if deaths < DEATHS => {
                again = second;
                continue;
            }
            _ => Event::Told(Message::Unable {
                error: format!("workers die before they give a result: {how}"),
            }),
        };
        // The coordinator waits for all threads, so it is there.
        let _ = events.send(told);
    }
}

/// Starts a worker process and serves it numbers, `again` first. `at` is the program it is at; `served` whether
/// it gave any result. Returns well when there is nothing left to do.
fn serve(
    thread: usize,
    shared: &Shared,
    events: &Sender<Event>,
    mut again: Option<u64>,
    at: &mut Option<u64>,
    served: &mut bool,
) -> anyhow::Result<()> {
    let toolchain = thread % shared.plan.mlirs.len();
    let mut child = spawn(shared, &shared.plan.mlirs[toolchain])?;
    let mut input = child.stdin.take().context("the worker has no input")?;
    let mut lines = BufReader::new(child.stdout.take().context("the worker has no output")?);
    shared.children.lock().expect("no thread panics with the lock").insert(thread, child);
    let ready = listen(&mut lines)?;
    let unable = matches!(ready, Message::Unable { .. });
    let _ = events.send(Event::Told(ready));
    while !unable && !shared.stop.load(Ordering::Relaxed) {
        let program = again.take().unwrap_or_else(|| shared.next[toolchain].fetch_add(1, Ordering::Relaxed));
        if shared.plan.programs.is_some_and(|programs| program >= programs) {
            break;
        }
        *at = Some(program);
        writeln!(input, "{program}")?;
        let _ = events.send(Event::Told(listen(&mut lines)?));
        if shared.plan.mlirs.len() > 1
            && let Message::Plain { plain } = listen(&mut lines)?
        {
            let _ = events.send(Event::Compare { program, toolchain, plain: plain.map(|plain| *plain) });
        }
        (*at, *served) = (None, true);
    }
    // Its input ends here, and with it the worker.
    Ok(())
}

/// The next message. Whatever else comes out of a worker is passed over: some passes print.
fn listen(output: &mut impl BufRead) -> anyhow::Result<Message> {
    let mut line = Vec::new();
    loop {
        line.clear();
        if output.read_until(b'\n', &mut line)? == 0 {
            bail!("it said nothing more");
        }
        if let Ok(message) = serde_json::from_slice(&line) {
            return Ok(message);
        }
    }
}

fn spawn(shared: &Shared, mlir: &str) -> anyhow::Result<Child> {
    let plan = &shared.plan;
    let assignment = Assignment {
        mlir: mlir.to_string(),
        executor: plan.executor.clone(),
        limits: plan.limits,
        out: plan.out.clone(),
        seed: plan.seed,
        files: plan.files.clone(),
        paths: plan.paths,
        compared: plan.mlirs.len() > 1,
        wishes: plan.wishes.clone(),
        time: shared.until.map(|until| until.saturating_duration_since(Instant::now())),
    };
    let program = std::env::current_exe().context("cannot find lowdiff's own executable")?;
    Command::new(program)
        .arg("explore-worker")
        .arg(serde_json::to_string(&assignment)?)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        // Its own group, so that Ctrl-C reaches the coordinator alone, which ends the workers in order.
        .process_group(0)
        .spawn()
        .context("cannot start a worker process")
}

/// Progress on standard error: a line that changes on a terminal, plain lines elsewhere.
struct Progress {
    bar: Option<ProgressBar>,
    last: Instant,
}

impl Progress {
    fn new() -> Progress {
        let bar = std::io::stderr().is_terminal().then(|| {
            let style = ProgressStyle::with_template("{spinner} {elapsed_precise} {msg}");
            ProgressBar::new_spinner().with_style(style.expect("a constant template"))
        });
        Progress { bar, last: Instant::now() }
    }

    fn say(&self, text: &str) {
        match &self.bar {
            Some(bar) => bar.suspend(|| crate::observe::tell(text)),
            None => crate::observe::tell(text),
        }
    }

    fn show(&mut self, stats: &Stats, elapsed: Duration) {
        let paths = stats.paths_lowered as f64 / elapsed.as_secs_f64().max(0.001);
        let text = format!(
            "{} programs, {} of {} paths lowered ({paths:.1}/s), {} compared, {} findings",
            stats.inputs,
            stats.paths_lowered,
            stats.paths_built,
            stats.compared,
            stats.findings()
        );
        match &self.bar {
            Some(bar) => {
                bar.set_message(text);
                bar.tick();
            }
            None if self.last.elapsed() >= PLAIN_PROGRESS => {
                crate::observe::tell(&format!("{:.0} s: {text}", elapsed.as_secs_f64()));
                self.last = Instant::now();
            }
            None => {}
        }
    }

    fn end(&self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}
