//! `lowdiff bench paths`: how many paths come down to llvm and run, and what each part of the algorithm does for it.

use super::{Sample, programs};
use crate::cli::counting::Counting;
use crate::cli::input::mlir_name;
use crate::cli::output;
use crate::explore::{Campaign, CaseResult, PathOptions};
use crate::mlir::toolchain;
use crate::observe::{Effect, Effort, PathReport};
use crate::path::PathSpec;
use crate::path::construct::TURN;
use crate::path::pipeline::pass_name;
use crate::report::Mlir;
use anyhow::Context as _;
use clap::Args;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

/// Programs, where nobody says how many: with ten paths each, one failure in a hundred shows.
const PROGRAMS: u16 = 30;
/// Paths of each.
const PATHS: u16 = 10;
/// Paths of one case.
const AT_ONCE: u16 = 2;

/// Paths lowered and run within --max-step turns: with everything, and with a part of the algorithm switched off
#[derive(Debug, Args)]
pub struct Paths {
    #[command(flatten)]
    sample: Sample,
    /// Turns of a path, at most
    #[arg(long, value_name = "N", default_value_t = PathOptions::default().max_step, value_parser = clap::value_parser!(u32).range(1..=1000))]
    max_step: u32,
}

/// A row of the table.
struct StrategyRow {
    name: &'static str,
    /// The rates that LOBE's authors saw (Table III), in percent.
    published: Option<f64>,
    path_options: PathOptions,
    built: u64,
    executed: u64,
    condemned: u64,
    outcomes: BTreeMap<&'static str, u64>,
    effort: Effort,
    variety: Variety,
    seconds: f64,
}

/// The variety of paths.
#[derive(Default)]
struct Variety {
    /// Orders of passes that changed the IR.
    orders: BTreeSet<Vec<String>>,
    /// Pairs of such passes, one right behind the other.
    pairs: BTreeSet<[String; 2]>,
    /// Sets of dialects that states were made of.
    dialects: BTreeSet<String>,
}

impl Variety {
    fn add(&mut self, report: &PathReport) {
        let changed = report.steps.iter().filter(|step| step.effect == Some(Effect::Changed));
        let order: Vec<String> = changed.map(|step| pass_name(&step.pipeline).to_owned()).collect();
        self.pairs.extend(order.windows(2).map(|pair| [pair[0].clone(), pair[1].clone()]));
        self.orders.insert(order);
        let led = &report.space.led;
        self.dialects.extend(led.keys().cloned());
        self.dialects.extend(led.values().flatten().flat_map(|(_, led)| led.to.keys().cloned()));
    }

    fn json(&self) -> Value {
        json!({ "orders": self.orders.len(), "pairs": self.pairs.len(), "dialect_sets": self.dialects.len() })
    }
}

fn rows(max_step: u32) -> Vec<StrategyRow> {
    let usual = || PathOptions { max_step, ..PathOptions::default() };
    let row = |name, published, path_options| {
        let (built, executed, condemned, seconds) = (0, 0, 0, 0.0);
        let (outcomes, effort, variety) = (BTreeMap::new(), Effort::default(), Variety::default());
        StrategyRow {
            name,
            published,
            path_options,
            built,
            executed,
            condemned,
            outcomes,
            effort,
            variety,
            seconds,
        }
    };
    vec![
        row("everything", Some(97.17), usual()),
        row("without feedback", Some(82.23), PathOptions { no_feedback: true, ..usual() }),
        row("without rules", Some(0.06), PathOptions { no_rules: true, ..usual() }),
        row("without optimizations", None, PathOptions { no_opts: true, ..usual() }),
        row("topological", None, PathOptions { topological: true, ..usual() }),
    ]
}

impl Paths {
    /// Runs the command.
    pub fn run(self) -> anyhow::Result<u8> {
        let Sample { programs: wanted, paths, seed, mlir, executor, json } = &self.sample;
        let (wanted, paths) = (wanted.unwrap_or(PROGRAMS), paths.unwrap_or(PATHS));
        let toolchain = toolchain::find(&mlir_name(mlir.as_deref()))?;
        let out = tempfile::tempdir().context("cannot make a temporary folder")?;
        let mut campaign = Campaign::open(&toolchain.name, *executor, out.path())?;
        let mut rows = rows(self.max_step);
        let counting = Counting::new(wanted.into(), "programs");
        for (number, program) in programs(*seed).take(usize::from(wanted)).enumerate() {
            // Every row has the same choices, and one row follows the other, so that whatever else the machine does hits all.
            let mut random = ChaCha8Rng::seed_from_u64(seed ^ program.index.rotate_left(32));
            let drawn: Vec<PathSpec> = (0..paths).map(|_| drawn(&mut random, self.max_step)).collect();
            for row in &mut rows {
                campaign.draw_by(row.path_options.strategy(&toolchain, false)?, self.max_step);
                for paths in drawn.chunks(usize::from(AT_ONCE)) {
                    let case = crate::case::Case { paths: paths.to_vec(), ..program.case.clone() };
                    row.add(&campaign.run_case(&case, None)?);
                }
            }
            counting.show(number + 1);
        }
        let version = &toolchain.version;
        drop(counting);
        output::data(&match json {
            true => format!("{:#}", self.json(&rows, &Mlir::of(&toolchain), wanted)),
            false => self.text(&rows, version, wanted),
        })?;
        Ok(0)
    }

    fn json(&self, rows: &[StrategyRow], mlir: &Mlir, programs: u16) -> Value {
        let row = |row: &StrategyRow| {
            let (low, high) = row.interval();
            json!({
                "name": row.name,
                "options": row.path_options,
                "paths_built": row.built,
                "paths_executed": row.executed,
                "paths_in_findings": row.condemned,
                "success_rate": row.success(),
                "success_rate_95": [low, high],
                "published_success_rate": row.published.map(|percent| percent / 100.0),
                "outcomes": row.outcomes,
                "construction": row.effort,
                "variety": row.variety.json(),
                "seconds": row.seconds,
            })
        };
        let rows: Vec<Value> = rows.iter().map(row).collect();
        json!({ "mlir": mlir, "programs": programs, "max_step": self.max_step, "seed": self.sample.seed, "rows": rows })
    }

    fn text(&self, rows: &[StrategyRow], version: &str, programs: u16) -> String {
        let turns = self.max_step;
        let mut text = format!(
            "MLIR {version}, {programs} programs of 20 to 60 operations, {turns} turns a path at most\n\n"
        );
        let _ = writeln!(
            text,
            "{:22} {:>6} {:>8} {:>8} {:>8} {:>16} {:>9} {:>7} {:>10} {:>8} {:>7} {:>6} {:>8}  outcomes",
            "",
            "paths",
            "findings",
            "ran",
            "success",
            "95% interval",
            "published",
            "back",
            "turns lost",
            "changed",
            "orders",
            "pairs",
            "dialects"
        );
        for row in rows {
            let published = row.published.map_or("-".to_owned(), |percent| format!("{percent:.2}%"));
            let outcomes: Vec<String> =
                row.outcomes.iter().map(|(word, count)| format!("{word} {count}")).collect();
            let ((low, high), effort) = (row.interval(), &row.effort);
            let _ = writeln!(
                text,
                "{:22} {:6} {:8} {:8} {:>8} {:>16} {published:>9} {:>7} {:>10} {:>8} {:>7} {:>6} {:>8}  {}",
                row.name,
                row.built,
                row.condemned,
                row.executed,
                percent(row.success()),
                format!("{} - {}", percent(low), percent(high)),
                percent(share(effort.paths_back, row.built)),
                percent(share(effort.turns_lost, effort.turns)),
                percent(share(effort.optimizations_changed, effort.optimizations)),
                row.variety.orders.len(),
                row.variety.pairs.len(),
                row.variety.dialects.len(),
                outcomes.join(", ")
            );
        }
        text + "\nSuccess is of the paths that ended in no finding, with Wilson's interval. Published is LOBE's Table III, on other \
                programs and other passes of another MLIR. Back: paths that went back from a dead end. Changed: optimizations \
                that left other IR than they found. Orders: distinct ones of the passes that did; pairs: of them, one right behind \
                the other; dialects: sets of them that states were made of."
    }
}

impl StrategyRow {
    fn add(&mut self, result: &CaseResult) {
        let facts = &result.facts;
        result.reports.iter().for_each(|report| self.variety.add(report));
        // Neither repeats nor stock programs, which take seconds where there is a finding.
        self.seconds += facts.times.passes + facts.times.compile + facts.times.execute;
        self.built += facts.outcomes.len() as u64;
        self.executed += facts.executed() as u64;
        self.condemned += facts.condemned() as u64;
        self.effort += facts.effort;
        for outcome in &facts.outcomes {
            *self.outcomes.entry(outcome.name()).or_default() += 1;
        }
    }

    /// Of the paths that ended in no finding, the fraction that was lowered and ran.
    fn success(&self) -> f64 {
        share(self.executed, self.built - self.condemned)
    }

    /// Between what it lies with a confidence of 95%.
    fn interval(&self) -> (f64, f64) {
        wilson(self.executed, self.built - self.condemned)
    }
}

fn percent(fraction: f64) -> String {
    format!("{:.2}%", 100.0 * fraction)
}

fn share(part: u64, whole: u64) -> f64 {
    if whole == 0 { 0.0 } else { part as f64 / whole as f64 }
}

/// Wilson's score interval of a proportion, at 95%; everything where nothing was tried.
fn wilson(part: u64, whole: u64) -> (f64, f64) {
    const Z: f64 = 1.959_964;
    if whole == 0 {
        return (0.0, 1.0);
    }
    let (p, n) = (share(part, whole), whole as f64);
    let (centre, spread) = (p + Z * Z / (2.0 * n), Z * (p * (1.0 - p) / n + Z * Z / (4.0 * n * n)).sqrt());
    let scale = 1.0 + Z * Z / n;
    (((centre - spread) / scale).max(0.0), ((centre + spread) / scale).min(1.0))
}

/// A path every choice of which is random.
fn drawn(random: &mut ChaCha8Rng, turns: u32) -> PathSpec {
    let mut draws = vec![0; turns as usize * TURN];
    random.fill_bytes(&mut draws);
    PathSpec::Drawn(draws)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::execute::ExecutorKind;

    #[test]
    fn success_leaves_findings_out() {
        let sample = Sample {
            programs: None,
            paths: None,
            seed: 0,
            mlir: None,
            executor: ExecutorKind::Jit,
            json: false,
        };
        let paths = Paths { sample, max_step: 30 };
        let mut rows = rows(30);
        (rows[0].built, rows[0].executed, rows[0].condemned) = (10, 6, 2);
        rows[0].outcomes.extend([("ok", 6), ("crash", 2), ("incomplete", 2)]);
        rows[0].effort = Effort { turns: 40, turns_lost: 10, paths_back: 1, ..Effort::default() };
        let mlir = Mlir { name: "22".into(), version: "22.1.8".into(), build_id: "ab".into(), commit: None };
        let document = paths.json(&rows, &mlir, 2);
        let first = &document["rows"][0];
        assert_eq!(
            (&first["success_rate"], &first["published_success_rate"]),
            (&json!(0.75), &json!(0.9717))
        );
        assert_eq!(first["construction"]["turns_lost"], 10);
        let without_rules = rows.iter().position(|row| row.name == "without rules").expect("a row");
        assert_eq!(document["rows"][without_rules]["options"]["no_rules"], true);
        assert_eq!(document["rows"][1]["success_rate"], 0.0, "nothing was built");
        let text = paths.text(&rows, "22.1.8", 2);
        assert!(
            text.contains("75.00%  40.93% - 92.85%    97.17%  10.00%     25.00%    0.00%       0      0        0  crash 2"),
            "{text}"
        );
    }

    #[test]
    fn an_interval_says_how_much_is_known() {
        let close =
            |(low, high): (f64, f64), (l, h): (f64, f64)| (low - l).abs() < 1e-3 && (high - h).abs() < 1e-3;
        assert!(close(wilson(300, 300), (0.9874, 1.0)), "{:?}", wilson(300, 300));
        assert!(close(wilson(10, 20), (0.2993, 0.7007)), "{:?}", wilson(10, 20));
        assert_eq!(wilson(0, 0), (0.0, 1.0));
    }
}
