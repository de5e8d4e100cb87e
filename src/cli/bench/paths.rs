//! `lowdiff bench paths`: how many paths come down to llvm and run, and what each part of the algorithm does for it.

use super::programs;
use crate::cli::input::mlir_name;
use crate::cli::output;
use crate::explore::{Campaign, Wishes};
use crate::mlir::toolchain;
use crate::path::PathSpec;
use crate::path::construct::TURN;
use crate::report::Mlir;
use anyhow::Context as _;
use clap::Args;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::time::Instant;

/// Paths lowered and run within --max-step turns: with everything, and with a part of the algorithm switched off
#[derive(Debug, Args)]
pub struct Paths {
    /// Programs, of 20 to 60 operations
    #[arg(long, value_name = "N", default_value_t = 30, value_parser = clap::value_parser!(u16).range(1..))]
    programs: u16,
    /// Paths for each program, in each row of the table
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = clap::value_parser!(u16).range(1..=26))]
    paths: u16,
    /// Turns of a path, at most
    #[arg(long, value_name = "N", default_value_t = Wishes::default().max_step, value_parser = clap::value_parser!(u32).range(1..=1000))]
    max_step: u32,
    /// Seed of programs and paths
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,
    /// The MLIR to measure on
    #[arg(long, value_name = "NAME|PATH")]
    mlir: Option<String>,
    /// Print one JSON document
    #[arg(long)]
    json: bool,
}

/// A row of the table.
struct Row {
    name: &'static str,
    /// What LOBE's authors saw (Table III), in percent.
    published: Option<f64>,
    wishes: Wishes,
    built: u64,
    executed: u64,
    condemned: u64,
    outcomes: BTreeMap<&'static str, u64>,
    seconds: f64,
}

fn rows(max_step: u32) -> Vec<Row> {
    let usual = || Wishes { max_step, ..Wishes::default() };
    let row = |name, published, wishes| {
        let (built, executed, condemned, seconds) = (0, 0, 0, 0.0);
        Row { name, published, wishes, built, executed, condemned, outcomes: BTreeMap::new(), seconds }
    };
    vec![
        row("everything", Some(97.17), usual()),
        row("without feedback", Some(82.23), Wishes { no_feedback: true, ..usual() }),
        row("without rules", Some(0.06), Wishes { no_rules: true, ..usual() }),
        row("topological", None, Wishes { topological: true, ..usual() }),
        row("without optimizations", None, Wishes { no_opts: true, ..usual() }),
    ]
}

impl Paths {
    /// Runs the command.
    pub fn run(self) -> anyhow::Result<u8> {
        let toolchain = toolchain::find(&mlir_name(self.mlir.as_deref()))?;
        let out = tempfile::tempdir().context("cannot make a temporary folder")?;
        let mut campaign = Campaign::open(&toolchain.name, "jit", out.path())?;
        let mut rows = rows(self.max_step);
        for program in programs(self.seed).take(usize::from(self.programs)) {
            // The same choices for every row, and one row after the other, so that whatever else the machine does hits all.
            let mut random = ChaCha8Rng::seed_from_u64(self.seed ^ program.index.rotate_left(32));
            let mut case = program.case;
            case.paths = (0..self.paths).map(|_| drawn(&mut random, self.max_step)).collect();
            for row in &mut rows {
                campaign.draw_by(row.wishes.strategy(&toolchain, false)?, self.max_step);
                let begin = Instant::now();
                let facts = campaign.run_case(&case, None)?.facts;
                row.seconds += begin.elapsed().as_secs_f64();
                row.built += facts.outcomes.len() as u64;
                row.executed += facts.executed() as u64;
                row.condemned += facts.condemned() as u64;
                for outcome in &facts.outcomes {
                    *row.outcomes.entry(outcome.name()).or_default() += 1;
                }
            }
        }
        output::data(&match self.json {
            true => format!("{:#}", self.json(&rows, &Mlir::of(&toolchain))),
            false => self.text(&rows, &toolchain.version),
        })?;
        Ok(0)
    }

    fn json(&self, rows: &[Row], mlir: &Mlir) -> Value {
        let row = |row: &Row| {
            json!({
                "name": row.name,
                "options": row.wishes,
                "paths_built": row.built,
                "paths_executed": row.executed,
                "paths_in_findings": row.condemned,
                "success_rate": row.success() / 100.0,
                "published_success_rate": row.published.map(|percent| percent / 100.0),
                "outcomes": row.outcomes,
                "seconds": row.seconds,
            })
        };
        let rows: Vec<Value> = rows.iter().map(row).collect();
        json!({ "mlir": mlir, "programs": self.programs, "max_step": self.max_step, "rows": rows })
    }

    fn text(&self, rows: &[Row], version: &str) -> String {
        let (programs, turns) = (self.programs, self.max_step);
        let mut text = format!(
            "MLIR {version}, {programs} programs of 20 to 60 operations, {turns} turns a path at most\n\n"
        );
        let _ = writeln!(
            text,
            "{:22} {:>6} {:>12} {:>14} {:>9} {:>10}  outcomes",
            "", "paths", "in findings", "lowered, run", "success", "published"
        );
        for row in rows {
            let published = row.published.map_or("-".to_owned(), |percent| format!("{percent:.2}%"));
            let outcomes: Vec<String> =
                row.outcomes.iter().map(|(word, count)| format!("{word} {count}")).collect();
            let _ = writeln!(
                text,
                "{:22} {:6} {:12} {:14} {:8.2}% {published:>10}  {}",
                row.name,
                row.built,
                row.condemned,
                row.executed,
                row.success(),
                outcomes.join(", ")
            );
        }
        text + "\nSuccess is of the paths that ended in no finding. Published is LOBE's Table III, on other programs and other \
                passes of another MLIR."
    }
}

impl Row {
    /// Percent of the paths that ended in no finding.
    fn success(&self) -> f64 {
        let counted = self.built - self.condemned;
        if counted == 0 { 0.0 } else { 100.0 * self.executed as f64 / counted as f64 }
    }
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

    #[test]
    fn success_leaves_findings_out() {
        let paths = Paths { programs: 2, paths: 5, max_step: 30, seed: 0, mlir: None, json: false };
        let mut rows = rows(30);
        (rows[0].built, rows[0].executed, rows[0].condemned) = (10, 6, 2);
        rows[0].outcomes.extend([("ok", 6), ("crash", 2), ("incomplete", 2)]);
        let mlir = Mlir { name: "22".into(), version: "22.1.8".into(), build_id: "ab".into() };
        let document = paths.json(&rows, &mlir);
        let first = &document["rows"][0];
        assert_eq!(
            (&first["success_rate"], &first["published_success_rate"]),
            (&json!(0.75), &json!(0.9717))
        );
        assert_eq!(document["rows"][2]["options"]["no_rules"], true);
        assert_eq!(document["rows"][1]["success_rate"], 0.0, "nothing was built");
        let text = paths.text(&rows, "22.1.8");
        assert!(text.contains("75.00%     97.17%  crash 2, incomplete 2, ok 6\n"), "{text}");
    }
}
