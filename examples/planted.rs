//! Compares three ways of finding miscompiles that are planted in single passes: paths of which each step is judged, paths of which
//! the ends alone are, and the fuzz target of single passes.
//!
//! `planted OUT PASSES SEEDS SECONDS [arguments]` plants one rare wrong rewrite (`tests/planted/planted.c`) in one pass after the other, and searches
//! each way and with each seed until a finding is there that is gone without the plant, or `SECONDS` of CPU time of all processes of the
//! search are used up. `lowdiff explore` searches paths; `pass_diff` begins with the committed seeds. The passes are such as change states of drawn paths, from often to seldom. A table is printed;
//! `OUT/results.jsonl` has each search. With `arguments` the rewrite is wrong for equal integers and for NaN alone, and the ways are judged
//! steps with few and many sets of arguments. Run with the same `OUT`, it goes on where it was interrupted.

#[path = "guidance/statistics.rs"]
mod statistics;

#[path = "plants/mod.rs"]
mod plants;

use anyhow::{Context as _, Result, bail, ensure};
use plants::{MLIR, PLANT};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use statistics::{MannWhitney, median};
use std::collections::BTreeSet;
use std::fs::{self, OpenOptions};
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

const USAGE: &str = "usage: planted OUT PASSES SEEDS SECONDS [arguments]";

/// Programs of the campaign without a plant that tells which passes change states.
const PROGRAMS: &str = "60";
/// States that a pass has to change there, at least.
const CHANGED: u64 = 3;
/// Between two looks at what a search has kept.
const LOOK: Duration = Duration::from_millis(100);
/// A search that needs so much longer than its CPU time waits for something.
const PATIENCE: u64 = 20;

/// A program that searches until it is ended.
#[derive(Clone, Copy)]
enum Way {
    /// `lowdiff explore` with these options.
    Explore(&'static [&'static str]),
    /// `pass_diff` from the committed seeds.
    Target,
}

/// Ways to search, each with its name in the table. The first and the last are held against the second.
type Ways = [(&'static str, Way); 3];

/// A comparison: the bug, as `tests/planted/planted.c` names it, and ways to search for it.
struct Comparison {
    bug: &'static str,
    ways: Ways,
}

const OF_TESTS: Comparison = Comparison {
    bug: "rare",
    ways: [
        ("checked paths", Way::Explore(&[])),
        ("whole paths", Way::Explore(&["--no-checks"])),
        ("pass_diff", Way::Target),
    ],
};

const OF_ARGUMENTS: Comparison = Comparison {
    bug: "edge",
    ways: [
        ("5 sets", Way::Explore(&["--arguments", "4"])),
        ("1 set", Way::Explore(&["--arguments", "0"])),
        ("16 sets", Way::Explore(&["--arguments", "15"])),
    ],
};

/// A search that has ended.
#[derive(Debug, Serialize, Deserialize)]
struct Search {
    pass: String,
    seed: u64,
    way: String,
    /// CPU seconds until the finding; none where there was none.
    seconds: Option<f64>,
}

/// The programs and files that searches need.
struct Bench {
    lowdiff: PathBuf,
    target: PathBuf,
    library: PathBuf,
    out: PathBuf,
    limit: f64,
    bug: &'static str,
}

fn main() -> Result<()> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let (words, Comparison { bug, ways }) = match &words[..] {
        [usual @ .., last] if last == "arguments" => (usual, OF_ARGUMENTS),
        usual => (usual, OF_TESTS),
    };
    let [out, passes, seeds, seconds] = words else { bail!(USAGE) };
    let (passes, seeds): (usize, u64) = (passes.parse().context(USAGE)?, seeds.parse().context(USAGE)?);
    let bench = Bench::open(Path::new(out), seconds.parse().context(USAGE)?, bug)?;
    let passes = bench.passes(passes)?;
    let mut done = bench.done()?;
    // By seeds first: what an interrupted comparison has says something of all passes.
    for seed in 0..seeds {
        for pass in &passes {
            for (name, way) in ways {
                if done.iter().any(|one| one.pass == *pass && one.seed == seed && one.way == name) {
                    continue;
                }
                let seconds = bench.search(pass, seed, way)?;
                let search = Search { pass: pass.clone(), seed, way: name.to_owned(), seconds };
                eprintln!("{pass} {seed} {name}: {}", shown(search.seconds));
                bench.keep(&search)?;
                done.push(search);
            }
        }
    }
    println!("{}", table(&passes, &done, bench.limit, ways));
    Ok(())
}

impl Bench {
    fn open(out: &Path, limit: f64, bug: &'static str) -> Result<Bench> {
        fs::create_dir_all(out).with_context(|| format!("cannot create {}", out.display()))?;
        let (lowdiff, library) = (plants::lowdiff()?, plants::library(out)?);
        let target = lowdiff.with_file_name("pass_diff");
        ensure!(target.is_file(), "{} is not built: build it first", target.display());
        Ok(Bench { lowdiff, target, library, out: out.to_owned(), limit, bug })
    }

    /// Passes that change states of drawn paths: so many, evenly from those that change most to those that change fewest.
    fn passes(&self, wanted: usize) -> Result<Vec<String>> {
        let file = self.out.join("passes.json");
        if !file.is_file() {
            let findings = tempfile::tempdir()?;
            let words = ["explore", "--json", "--quiet", "--mlir", MLIR, "--programs", PROGRAMS, "--out"];
            let asked = Command::new(&self.lowdiff).args(words).arg(findings.path()).output()?;
            fs::write(&file, asked.stdout)?;
        }
        let summary: Value = serde_json::from_str(&fs::read_to_string(&file)?)
            .with_context(|| format!("{} is no summary: remove it", file.display()))?;
        let steps = summary["steps"]["passes"].as_object().context("the summary has no passes")?;
        let mut counted: Vec<(u64, &String)> =
            steps.iter().map(|(pass, told)| (told["changed"].as_u64().unwrap_or(0), pass)).collect();
        counted.retain(|(changed, _)| *changed >= CHANGED);
        counted.sort_by(|one, other| other.cmp(one));
        ensure!(counted.len() >= wanted, "{} passes change states, fewer than {wanted}", counted.len());
        Ok((0..wanted).map(|at| counted[at * counted.len() / wanted].1.clone()).collect())
    }

    fn results(&self) -> PathBuf {
        self.out.join("results.jsonl")
    }

    fn done(&self) -> Result<Vec<Search>> {
        let text = fs::read_to_string(self.results()).unwrap_or_default();
        text.lines().map(|line| serde_json::from_str(line).context("results.jsonl is damaged")).collect()
    }

    fn keep(&self, search: &Search) -> Result<()> {
        let mut file = OpenOptions::new().create(true).append(true).open(self.results())?;
        writeln!(file, "{}", serde_json::to_string(search)?).context("a result cannot be written")
    }

    /// CPU seconds until a search finds the bug planted in `pass`.
    fn search(&self, pass: &str, seed: u64, way: Way) -> Result<Option<f64>> {
        let folder = tempfile::tempdir()?;
        let findings = folder.path().join("findings");
        let plant = format!("{pass}:{}", self.bug);
        let wall = self.limit as u64 * PATIENCE;
        let mut search = match way {
            Way::Explore(options) => self.explore(&findings, options, seed, wall),
            Way::Target => self.target(folder.path(), &findings, seed, wall)?,
        };
        let mut running = search
            .env(PLANT, &plant)
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .context("the search cannot be started")?;
        let found = self.watch(&mut running, &findings, &plant);
        // Its workers end with it.
        running.kill()?;
        running.wait()?;
        found
    }

    fn explore(&self, findings: &Path, options: &[&str], seed: u64, wall: u64) -> Command {
        let mut explore = Command::new(&self.lowdiff);
        explore.args(["explore", "--quiet", "--seconds", &wall.to_string(), "--seed", &seed.to_string()]);
        explore.arg("--mlir").arg(&self.library).arg("--out").arg(findings).args(options);
        explore
    }

    fn target(&self, folder: &Path, findings: &Path, seed: u64, wall: u64) -> Result<Command> {
        let grown = folder.join("corpus");
        fs::create_dir(&grown)?;
        // To libFuzzer a seed of 0 is one of its own choice.
        let options = [
            format!("-seed={}", seed + 1),
            format!("-max_total_time={wall}"),
            format!("-artifact_prefix={}/", folder.display()),
            "-max_len=4096".to_owned(),
        ];
        let mut target = Command::new(&self.target);
        target.arg(grown).arg("corpus/pass_diff").args(options);
        target.env("LOWDIFF_MLIR", &self.library).env("LOWDIFF_OUT", findings).env("LOWDIFF_KEEP_GOING", "1");
        Ok(target)
    }

    fn watch(&self, running: &mut Child, findings: &Path, plant: &str) -> Result<Option<f64>> {
        let mut seen = BTreeSet::new();
        loop {
            let used = cpu_seconds(running.id())?;
            for finding in complete(findings) {
                if seen.insert(finding.clone()) && self.is_of(plant, &finding)? {
                    return Ok(Some(used));
                }
            }
            if used > self.limit {
                return Ok(None);
            }
            if let Some(status) = running.try_wait()? {
                bail!("the search for {plant} has ended by itself with {status}");
            }
            std::thread::sleep(LOOK);
        }
    }

    /// True of a finding that shows with the plant, and not without it. MLIR's own bugs on the same path may show something else.
    fn is_of(&self, plant: &str, finding: &Path) -> Result<bool> {
        let with = self.replay(plant, finding)?;
        Ok(with.is_some() && with != self.replay("", finding)?)
    }

    /// The verdict on a finding that is run again, if it is one.
    fn replay(&self, plant: &str, finding: &Path) -> Result<Option<String>> {
        let mut replay = Command::new(&self.lowdiff);
        replay.args(["replay", "--json", "--mlir"]).arg(&self.library).arg(finding).env(PLANT, plant);
        let ran = replay.stderr(Stdio::null()).output()?;
        if ran.status.code() != Some(1) {
            return Ok(None);
        }
        let document: Value = serde_json::from_slice(&ran.stdout).context("a replay's answer is no JSON")?;
        Ok(document["verdict"].as_str().map(str::to_owned))
    }
}

/// The findings of kinds that a silent plant can show as, that are written whole.
fn complete(findings: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(findings).into_iter().flatten().flatten();
    let whole = entries.map(|entry| entry.path()).filter(|folder| folder.join("finding.json").is_file());
    let loud = ["crash", "invalid-ir", "known", "incomparable", "."];
    let name = |folder: &PathBuf| folder.file_name().unwrap_or_default().to_string_lossy().into_owned();
    whole.filter(|folder| !loud.iter().any(|kind| name(folder).starts_with(kind))).collect()
}

/// CPU seconds that a process and its descendants have used, those included that have ended and were waited for.
fn cpu_seconds(root: u32) -> Result<f64> {
    let mut processes = Vec::new();
    for process in fs::read_dir("/proc")?.flatten() {
        let Ok(stat) = fs::read_to_string(process.path().join("stat")) else { continue };
        // The name, in parentheses, may hold anything. Behind it: state, parent; then fields 14 to 17 of proc(5), which are utime, stime,
        // and both of children that were waited for.
        let Some((_, fields)) = stat.rsplit_once(')') else { continue };
        let fields: Vec<u64> =
            fields.split_whitespace().skip(1).map(|field| field.parse().unwrap_or(0)).collect();
        let number = process.file_name().to_string_lossy().parse().unwrap_or(0);
        if let (Some(parent), Some(times)) = (fields.first(), fields.get(10..14)) {
            processes.push((number, *parent, times.iter().sum::<u64>()));
        }
    }
    let (mut family, mut ticks) = (vec![u64::from(root)], 0);
    while let Some(member) = family.pop() {
        family.extend(processes.iter().filter(|(_, parent, _)| *parent == member).map(|(child, _, _)| child));
        ticks += processes.iter().find(|(number, _, _)| *number == member).map_or(0, |(_, _, ticks)| *ticks);
    }
    // SAFETY: it only answers.
    Ok(ticks as f64 / unsafe { libc::sysconf(libc::_SC_CLK_TCK) } as f64)
}

fn shown(seconds: Option<f64>) -> String {
    seconds.map_or("-".to_owned(), |seconds| format!("{seconds:.1}"))
}

/// A table for people, as Markdown. A search that found nothing counts as one that took the limit, in medians and tests.
fn table(passes: &[String], done: &[Search], limit: f64, ways: Ways) -> String {
    let of = |pass: &str, way: &str| -> Vec<f64> {
        let searches = done.iter().filter(|one| one.pass == pass && one.way == way);
        searches.map(|one| one.seconds.unwrap_or(limit)).collect()
    };
    let found = |way: &str, pass: Option<&String>| {
        let searches = done.iter().filter(|one| one.way == way && pass.is_none_or(|pass| one.pass == *pass));
        let searches: Vec<bool> = searches.map(|one| one.seconds.is_some()).collect();
        format!("{} of {}", searches.iter().filter(|found| **found).count(), searches.len())
    };
    let names: Vec<&str> = ways.iter().map(|(way, _)| *way).collect();
    let mut lines = vec![
        format!(
            "| planted in | {} | {} | {} | p, {} against {} | p, {} against {} |",
            names[0], names[1], names[2], names[0], names[1], names[2], names[1]
        ),
        "|---|---|---|---|---|---|".to_owned(),
    ];
    let chance = |one: &[f64], other: &[f64]| {
        MannWhitney::of(one, other).map_or("-".to_owned(), |test| format!("{:.3}", test.two_sided))
    };
    let mut row = |name: &str, times: &[Vec<f64>], pass: Option<&String>, word: &str| {
        let cells = names.iter().zip(times);
        let cells = cells.map(|(way, times)| format!("{}, {word}{:.1} s", found(way, pass), median(times)));
        lines.push(format!(
            "| {name} | {} | {} | {} |",
            cells.collect::<Vec<_>>().join(" | "),
            chance(&times[0], &times[1]),
            chance(&times[2], &times[1])
        ));
    };
    for pass in passes {
        let times: Vec<Vec<f64>> = names.iter().map(|way| of(pass, way)).collect();
        row(pass, &times, Some(pass), "");
    }
    let all = |way: &&str| passes.iter().map(|pass| median(&of(pass, way))).collect();
    let medians: Vec<Vec<f64>> = names.iter().map(all).collect();
    row("all", &medians, None, "median of medians ");
    lines.join("\n")
}
