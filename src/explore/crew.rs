//! The worker processes of a campaign: a thread for each starts it, gives it programs, and starts another when it dies.

use super::Stats;
use super::confirming::Confirming;
use super::coordinator::CampaignPlan;
use super::protocol::{Message, WorkOrder};
use super::versions::Plain;
use super::worker::Assignment;
use crate::execute::itself;
use crate::mlir::toolchain;
use crate::version;
use anyhow::Context;
use std::collections::{BTreeMap, BTreeSet};
use std::io::{BufRead, BufReader, Write};
use std::ops::Range;
use std::os::unix::process::CommandExt;
use std::process::{Child, Stdio};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::Sender;
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::Instant;

/// A worker that dies this often in a row, without a single result, never will give one.
const DEATHS: u32 = 3;
/// Searches for culprits that a campaign may begin with. After these it is one for so many programs ([`Mode::inputs_a_blame`]).
///
/// [`Mode::inputs_a_blame`]: super::Mode::inputs_a_blame
const BLAMES: u64 = 20;

/// The state that the threads share.
pub struct Shared {
    pub plan: CampaignPlan,
    /// Set once: nobody begins another case.
    pub stop: Arc<AtomicBool>,
    /// The major version of the oldest toolchain.
    oldest: u32,
    /// The programs of each toolchain.
    numbers: Vec<Mutex<Numbers>>,
    /// The worker processes that run, by thread, so that they can be cut off.
    children: Mutex<BTreeMap<usize, Member>>,
    /// When the plan's time is over.
    until: Option<Instant>,
    /// Searches for culprits so far.
    blamed: AtomicU64,
    /// The work so far, and the answers of stock programs.
    confirming: Mutex<Confirming>,
}

/// A worker process.
struct Member {
    child: Child,
    /// True while it looks into a finding, which would be lost with it.
    looks: bool,
}

/// The program numbers of one toolchain, from 0 on.
struct Numbers {
    /// The first one that no thread has taken for itself.
    next: u64,
    /// Numbers in a row that one thread takes for itself.
    family: u64,
    /// The first one that no worker was ever given.
    begun: u64,
    /// The results of an earlier process that were not come past yet.
    done: BTreeSet<u64>,
    /// The inputs of families at hand, and of later ones, that joined them.
    joined: BTreeSet<u64>,
    /// There are no more.
    end: Option<u64>,
}

impl Numbers {
    /// The next program that is not done, of a thread's `own` and then of others.
    fn take(&mut self, own: &mut Range<u64>) -> Option<u64> {
        loop {
            if let Some(number) = own.find(|number| !self.done.remove(number)) {
                self.begun = self.begun.max(number + 1);
                return Some(number);
            }
            let end = self.end.unwrap_or(u64::MAX);
            if self.next >= end {
                return None;
            }
            *own = self.next..self.next.saturating_add(self.family).min(end);
            self.next = own.end;
        }
    }

    /// Those that joined the family of `number` before it.
    fn joined_before(&self, number: u64) -> Vec<u64> {
        self.joined.range(number / self.family * self.family..number).copied().collect()
    }
}

impl Shared {
    /// A crew that is to go on after what is `done` and has `joined` its family on each toolchain, and these counts.
    pub fn new(
        plan: CampaignPlan,
        stop: Arc<AtomicBool>,
        until: Option<Instant>,
        done: Vec<BTreeSet<u64>>,
        joined: Vec<BTreeSet<u64>>,
        stats: &Stats,
    ) -> Shared {
        let (mut done, mut joined) = (done.into_iter(), joined.into_iter());
        let numbers = plan.mlirs.iter().map(|_| {
            let (done, joined) = (done.next().unwrap_or_default(), joined.next().unwrap_or_default());
            let begun = done.last().map_or(0, |last| last + 1);
            let family = plan.mode().family();
            Mutex::new(Numbers { next: 0, family, begun, done, joined, end: plan.programs })
        });
        let numbers = numbers.collect();
        let blamed = AtomicU64::new(stats.blamed);
        let confirming = Mutex::new(stats.confirming.clone());
        let version = |mlir: &String| Some(toolchain::find(mlir).ok()?.major());
        let oldest = plan.mlirs.iter().filter_map(version).min().unwrap_or(version::DEFAULT.major);
        Shared { plan, stop, oldest, numbers, children: Mutex::default(), until, blamed, confirming }
    }

    /// Programs begun, on the toolchain that is furthest.
    pub fn begun(&self) -> u64 {
        let next = self.numbers.iter().map(|numbers| numbers.lock().map_or(0, |numbers| numbers.begun));
        next.max().unwrap_or(0)
    }

    /// Ends the workers, but for those that look into a finding unless `all` are to end.
    pub fn cut_off(&self, all: bool) {
        for member in self.children().values_mut().filter(|member| all || !member.looks) {
            // It may have ended by itself a moment ago, which is as good.
            let _ = member.child.kill();
        }
    }

    fn children(&self) -> MutexGuard<'_, BTreeMap<usize, Member>> {
        self.children.lock().expect("no thread panics with the lock")
    }

    /// The answer of a thread's worker, which may look into findings before.
    fn answer(&self, thread: usize, lines: &mut impl BufRead) -> anyhow::Result<Message> {
        loop {
            let message: Message = itself::listen(lines)?;
            let looks = matches!(message, Message::Found {});
            if let Some(member) = self.children().get_mut(&thread) {
                member.looks = looks;
            }
            if !looks {
                return Ok(message);
            }
        }
    }

    fn numbers(&self, toolchain: usize) -> MutexGuard<'_, Numbers> {
        self.numbers[toolchain].lock().expect("no thread panics with the lock")
    }
}

/// A message from a thread.
pub enum CrewEvent {
    /// A worker is set up, or never will be.
    Told(Message),
    /// The end of a program.
    Answered {
        program: u64,
        toolchain: usize,
        message: Message,
        /// The result of its plain lowering, where there are several versions to be held against each other.
        plain: Option<Option<Plain>>,
    },
    /// `last` is whether the program has had its second chance.
    Died { program: u64, toolchain: usize, how: String, last: bool },
    /// Workers die before they give a result, the last one in this way.
    Lost { how: String },
}

/// Keeps one worker process at work until there is nothing left to do.
pub fn drive(thread: usize, shared: &Shared, events: &Sender<CrewEvent>) {
    let toolchain = thread % shared.plan.mlirs.len();
    let mut deaths = 0;
    // The program a worker died at. It gets a second chance: who ends a worker from outside is no reason to
    // lose what it was about to find.
    let mut again = None;
    let mut own = 0..0;
    while !shared.stop.load(Ordering::Relaxed) {
        let mut at = None;
        let mut served = false;
        let second = again.take();
        let result = serve(thread, shared, events, (second, &mut own), &mut at, &mut served);
        let member = shared.children().remove(&thread);
        let status = member.map(|mut member| member.child.wait());
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
                CrewEvent::Died { program, toolchain, how, last }
            }
            None if deaths < DEATHS => {
                again = second;
                continue;
            }
            _ => CrewEvent::Lost { how },
        };
        // The coordinator waits for all threads, so it is there.
        let _ = events.send(told);
    }
}

/// Starts a worker process and serves it numbers, `again` first and then those that are the thread's `own`. `at` is the program it is at; `served` whether
/// it gave any result. Returns well when there is nothing left to do.
fn serve(
    thread: usize,
    shared: &Shared,
    events: &Sender<CrewEvent>,
    (mut again, own): (Option<u64>, &mut Range<u64>),
    at: &mut Option<u64>,
    served: &mut bool,
) -> anyhow::Result<()> {
    let toolchain = thread % shared.plan.mlirs.len();
    let mut child = spawn()?;
    let mut input = child.stdin.take().context("the worker has no input")?;
    let mut lines = BufReader::new(child.stdout.take().context("the worker has no output")?);
    shared.children().insert(thread, Member { child, looks: false });
    writeln!(input, "{}", serde_json::to_string(&assignment(shared, &shared.plan.mlirs[toolchain]))?)?;
    let ready: Message = itself::listen(&mut lines)?;
    let unable = matches!(ready, Message::Unable { .. });
    let _ = events.send(CrewEvent::Told(ready));
    while !unable && !shared.stop.load(Ordering::Relaxed) {
        let Some(program) = again.take().or_else(|| shared.numbers(toolchain).take(own)) else { break };
        *at = Some(program);
        // By numbers alone, so that a campaign that was interrupted goes on as it would have.
        let blames = BLAMES + program / shared.plan.mode().inputs_a_blame();
        let blame = shared.blamed.load(Ordering::Relaxed) < blames;
        let joined = shared.numbers(toolchain).joined_before(program);
        writeln!(input, "{}", serde_json::to_string(&WorkOrder { program, joined, blame })?)?;
        let message = shared.answer(thread, &mut lines)?;
        if let Message::Judged { joins: true, .. } = &message {
            shared.numbers(toolchain).joined.insert(program);
        }
        let blamed = message.compared().iter().filter(|compared| compared.blamed).count();
        shared.blamed.fetch_add(blamed as u64, Ordering::Relaxed);
        message.confirming(&mut shared.confirming.lock().expect("no thread panics with the lock"));
        let plain = match shared.plan.compares_versions().then(|| itself::listen(&mut lines)).transpose()? {
            Some(Message::Plain { plain }) => Some(plain.map(|plain| *plain)),
            _ => None,
        };
        let _ = events.send(CrewEvent::Answered { program, toolchain, message, plain });
        (*at, *served) = (None, true);
    }
    // Its input ends here, and with it the worker.
    Ok(())
}

fn assignment(shared: &Shared, mlir: &str) -> Assignment {
    let plan = &shared.plan;
    Assignment {
        mlir: mlir.to_string(),
        executor: plan.executor,
        terms: plan.terms,
        out: plan.out.clone(),
        seed: plan.seed,
        generator: plan.generator.clone(),
        files: plan.files.clone(),
        pool: plan.pool.clone(),
        pooled: plan.pooled.clone(),
        call: plan.call.clone(),
        sanitize: plan.sanitize,
        mode: plan.mode(),
        compared: plan.compares_versions(),
        oldest: shared.oldest,
        keep: plan.keep,
        path_options: plan.path_options.clone(),
        known: plan.known.clone(),
        confirming: shared.confirming.lock().expect("no thread panics with the lock").clone(),
        time: shared.until.map(|until| until.saturating_duration_since(Instant::now())),
    }
}

fn spawn() -> anyhow::Result<Child> {
    itself::command()?
        .arg("explore-worker")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        // Its own group, so that Ctrl-C reaches the coordinator alone, which ends the workers in order.
        .process_group(0)
        .spawn()
        .context("cannot start a worker process")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_looks_into_a_finding_is_not_cut_off_with_the_others() {
        let stop = Arc::new(AtomicBool::new(true));
        let shared = Shared::new(CampaignPlan::default(), stop, None, vec![], vec![], &Stats::default());
        let sleeps = || std::process::Command::new("sleep").arg("600").spawn().expect("it starts");
        for (thread, told) in [(0, Message::Found {}), (1, Message::Rejected { by: vec![] })] {
            shared.children().insert(thread, Member { child: sleeps(), looks: false });
            let line = serde_json::to_string(&told).expect("a line") + "\n";
            // It ends with its answer, or because there is none.
            let _ = shared.answer(thread, &mut line.as_bytes());
        }
        let lives = |thread| {
            let mut children = shared.children();
            let child = &mut children.get_mut(&thread).expect("it was started").child;
            std::thread::sleep(std::time::Duration::from_millis(200));
            child.try_wait().expect("it is our child").is_none()
        };
        shared.cut_off(false);
        assert_eq!((lives(0), lives(1)), (true, false));
        shared.cut_off(true);
        assert!(!lives(0));
    }

    #[test]
    fn what_is_done_is_not_given_out_again() {
        let mut numbers = numbers(1, &[0, 1, 4], &[]);
        let mut own = 0..0;
        let given: Vec<u64> = std::iter::from_fn(|| numbers.take(&mut own)).collect();
        assert_eq!(given, [2, 3, 5, 6]);
        assert_eq!(numbers.begun, 7);
    }

    #[test]
    fn a_family_is_one_threads() {
        let mut numbers = numbers(3, &[0, 4], &[0, 1, 4]);
        let (mut one, mut other) = (0..0, 0..0);
        let mut take = |own: &mut Range<u64>| numbers.take(own);
        assert_eq!([take(&mut one), take(&mut other), take(&mut one)], [Some(1), Some(3), Some(2)]);
        assert_eq!([take(&mut other), take(&mut one), take(&mut one)], [Some(5), Some(6), None]);
        assert_eq!(numbers.joined_before(2), [0, 1]);
        assert_eq!(numbers.joined_before(4), Vec::<u64>::new());
    }

    /// The numbers 0 to 6 in families of this size, of which some are done and have joined.
    fn numbers(family: u64, done: &[u64], joined: &[u64]) -> Numbers {
        let (done, joined) = (done.iter().copied().collect(), joined.iter().copied().collect());
        Numbers { next: 0, family, begun: 0, done, joined, end: Some(7) }
    }
}
