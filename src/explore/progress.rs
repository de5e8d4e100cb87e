//! Progress of a campaign, on standard error: some lines that change on a terminal, plain lines elsewhere.

use super::Stats;
use super::coordinator::CampaignPlan;
use super::step_counts::Steps;
use crate::observe::tell;
use crate::words;
use indicatif::{ProgressBar, ProgressStyle};
use std::collections::BTreeMap;
use std::io::IsTerminal;
use std::time::{Duration, Instant};

/// Without a terminal, a line this often at first.
const OFTEN: Duration = Duration::from_secs(10);
/// And this often after as long.
const SELDOM: Duration = Duration::from_secs(60);

/// Shows how far a campaign is.
pub struct Progress {
    quiet: bool,
    bar: Option<ProgressBar>,
    begin: Instant,
    /// When the last plain line was written.
    last: Duration,
    /// Programs, paths and decided steps that were done before this process.
    before: [u64; 3],
}

impl Progress {
    /// Begins, after the counts of an earlier process; a quiet one says nothing but warnings.
    pub fn new(quiet: bool, before: &Stats) -> Progress {
        let terminal = !quiet && std::io::stderr().is_terminal();
        let bar = terminal.then(|| {
            let style = ProgressStyle::with_template("{spinner} {msg}");
            ProgressBar::new_spinner().with_style(style.expect("a constant template"))
        });
        let before = [before.inputs, before.paths_built, before.checks.decided()];
        Progress { quiet, bar, begin: Instant::now(), last: Duration::ZERO, before }
    }

    /// Says what a person wants to know at once.
    pub fn say(&self, text: &str) {
        if !self.quiet {
            self.warn(text);
        }
    }

    /// Says what went wrong, quiet or not.
    pub fn warn(&self, text: &str) {
        match &self.bar {
            Some(bar) => bar.suspend(|| tell(text)),
            None => tell(text),
        }
    }

    /// Shows where things are, if it is time.
    pub fn show(&mut self, stats: &Stats, plan: &CampaignPlan, used: Duration) {
        let elapsed = self.begin.elapsed();
        match &self.bar {
            Some(bar) => {
                let lines = self.lines(stats, plan, used, elapsed).join("\n  ");
                bar.set_message(format!("{} {lines}", clock(used + elapsed)));
                bar.tick();
            }
            None => {
                if let Some(line) = self.plain_line(stats, plan, used, elapsed) {
                    tell(&line);
                }
            }
        }
    }

    /// The line for where there is no terminal, if it is time for one, `elapsed` after this process began.
    fn plain_line(
        &mut self,
        stats: &Stats,
        plan: &CampaignPlan,
        used: Duration,
        elapsed: Duration,
    ) -> Option<String> {
        if self.quiet || elapsed < next(self.last) {
            return None;
        }
        self.last = elapsed;
        let lines = self.lines(stats, plan, used, elapsed);
        Some(format!("{:.0} s: {}", (used + elapsed).as_secs_f64(), lines.join("; ")))
    }

    /// Takes away what changes.
    pub fn end(&self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }

    /// The progress to tell, `elapsed` after this process began and `used` spent before.
    fn lines(&self, stats: &Stats, plan: &CampaignPlan, used: Duration, elapsed: Duration) -> Vec<String> {
        let seconds = elapsed.as_secs_f64().max(0.001);
        let [programs, paths, decided] = self.before;
        let a_second = |now: u64, before: u64| (now - before) as f64 / seconds;
        let rate = a_second(stats.inputs, programs);
        let mut first = if plan.step {
            format!("{} ({rate:.1}/s), {} rejected", words::count(stats.inputs, "input"), stats.rejected)
        } else {
            format!(
                "{} ({rate:.1}/s), {} ({:.1}/s), {:.1}% of them lowered and run",
                words::count(stats.inputs, "program"),
                words::count(stats.paths_built, "path"),
                a_second(stats.paths_built, paths),
                100.0 * stats.success_rate(),
            )
        };
        if let Some(left) = left(stats, plan, used + elapsed, rate) {
            first += &format!(", {} left", clock(left));
        }
        let mut second = words::count(stats.modules.len(), "distinct final module");
        if plan.step {
            let Steps { changed, decided: told, .. } = Steps::of(stats);
            let told_rate = a_second(told, decided);
            second = format!(
                "{} changed the IR, {told} told right or wrong ({told_rate:.1}/s)",
                words::count(changed, "step")
            );
        }
        if stats.states > 0 {
            second = format!("{}, {second}", words::count(stats.states, "distinct state"));
        }
        vec![first, second, verdicts(stats)]
    }
}

/// When the next plain line, or heartbeat, is due after one at `last`.
pub(super) fn next(last: Duration) -> Duration {
    last + if last < SELDOM { OFTEN } else { SELDOM }
}

/// The time it will take yet, if there is an end to it.
fn left(stats: &Stats, plan: &CampaignPlan, elapsed: Duration, rate: f64) -> Option<Duration> {
    let by_time = plan.time.map(|time| time.saturating_sub(elapsed));
    let by_programs = plan.programs.filter(|_| rate > 0.0).and_then(|programs| {
        let all = programs.saturating_mul(plan.mlirs.len() as u64);
        Duration::try_from_secs_f64(all.saturating_sub(stats.inputs) as f64 / rate).ok()
    });
    by_time.into_iter().chain(by_programs).min()
}

/// `1:02:03` or `2:03`.
fn clock(time: Duration) -> String {
    let seconds = time.as_secs();
    let (hours, minutes, seconds) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
    if hours > 0 { format!("{hours}:{minutes:02}:{seconds:02}") } else { format!("{minutes}:{seconds:02}") }
}

/// Findings by kind, known ones, and what could not be compared.
fn verdicts(stats: &Stats) -> String {
    let known = stats.findings() - stats.new_findings();
    let kinds = stats.verdicts.iter().filter(|(kind, _)| !["agree", "incomparable"].contains(&kind.as_str()));
    let kinds: Vec<String> = kinds.map(|(kind, count)| format!("{kind} {count}")).collect();
    let mut text = format!("findings: {}", if kinds.is_empty() { "none".into() } else { kinds.join(", ") });
    if known > 0 {
        text += &format!(" ({known} known)");
    }
    if stats.second_queue() > 0 {
        text += &format!(" ({} of the second queue)", stats.second_queue());
    }
    text + &match total(&stats.incomparable) {
        0 => String::new(),
        count => format!("; incomparable: {count}"),
    }
}

fn total(counts: &BTreeMap<String, u64>) -> u64 {
    counts.values().sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plan(time: Option<u64>, programs: Option<u64>) -> CampaignPlan {
        CampaignPlan {
            time: time.map(Duration::from_secs),
            programs,
            mlirs: vec!["22".into()],
            ..CampaignPlan::default()
        }
    }

    fn stats() -> Stats {
        let counts = |all: &[(&str, u64)]| all.iter().map(|(k, c)| ((*k).to_owned(), *c)).collect();
        Stats {
            inputs: 50,
            paths_built: 100,
            paths_executed: 97,
            states: 30,
            modules: (0..80).collect(),
            verdicts: counts(&[("agree", 44), ("crash", 2), ("incomparable", 3), ("mismatch", 1)]),
            signatures: counts(&[("crash-cse", 2), ("mismatch-sccp", 1)]),
            incomparable: counts(&[("incomplete", 3)]),
            known: counts(&[("LLVM 1", 2)]),
            ..Stats::default()
        }
    }

    #[test]
    fn everything_is_told() {
        let progress = Progress::new(true, &Stats { inputs: 10, paths_built: 20, ..Stats::default() });
        let second = Duration::from_secs(1);
        let told = progress.lines(&stats(), &plan(Some(90), Some(1000)), 60 * second, 20 * second);
        assert_eq!(
            told,
            [
                "50 programs (2.0/s), 100 paths (4.0/s), 97.0% of them lowered and run, 0:10 left",
                "30 distinct states, 80 distinct final modules",
                "findings: crash 2, mismatch 1 (2 known); incomparable: 3",
            ]
        );
        let told = progress.lines(&stats(), &plan(None, Some(8000)), 60 * second, 20 * second);
        assert!(told[0].ends_with(", 1:06:15 left"), "{told:?}");
        let steps = CampaignPlan { step: true, ..plan(None, None) };
        let told = progress.lines(&Stats { states: 0, ..stats() }, &steps, 60 * second, 20 * second);
        assert_eq!(
            told[..2],
            ["50 inputs (2.0/s), 0 rejected", "0 steps changed the IR, 0 told right or wrong (0.0/s)"]
        );
        let told = Progress::new(true, &Stats::default());
        let told = told.lines(&Stats::default(), &plan(None, None), Duration::ZERO, second);
        assert_eq!(told[0], "0 programs (0.0/s), 0 paths (0.0/s), 0.0% of them lowered and run");
        assert_eq!(told[1..], ["0 distinct final modules", "findings: none"]);
    }

    #[test]
    fn a_plain_line_comes_when_it_is_time_and_none_where_none_is_wanted() {
        let after = |progress: &mut Progress, seconds| {
            progress.plain_line(&stats(), &plan(None, None), Duration::ZERO, Duration::from_secs(seconds))
        };
        let mut progress = Progress::new(false, &Stats::default());
        assert_eq!(after(&mut progress, 9), None);
        let line = after(&mut progress, 10).expect("it is time");
        assert!(line.starts_with("10 s: 50 programs (5.0/s), 100 paths (10.0/s), 97.0% of them"), "{line}");
        assert!(line.ends_with("; findings: crash 2, mismatch 1 (2 known); incomparable: 3"), "{line}");
        assert_eq!(after(&mut progress, 19), None);
        assert!(after(&mut progress, 21).is_some());
        let mut quiet = Progress::new(true, &Stats::default());
        assert_eq!(after(&mut quiet, 1000), None);
    }

    #[test]
    fn plain_lines_become_rarer() {
        let mut at = vec![Duration::ZERO];
        (0..8).for_each(|index| at.push(next(at[index])));
        let seconds: Vec<u64> = at.iter().map(Duration::as_secs).collect();
        assert_eq!(seconds, [0, 10, 20, 30, 40, 50, 60, 120, 180]);
    }
}
