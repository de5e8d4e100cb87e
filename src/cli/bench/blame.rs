//! `lowdiff bench blame`: who is to blame for a finding, and how long the answer takes, with the states of its path run as they are and
//! without.

use crate::blame::{Blamed, blame};
use crate::cli::counting::Counting;
use crate::cli::finding_arguments::{FindingArguments, OpenedFinding};
use crate::cli::input::Timeout;
use crate::cli::output;
use crate::execute::{HoldsLibrary, Jit, processor_time};
use crate::path::pipeline::pass_name;
use crate::report::Mlir;
use crate::triage::RecordedFinding;
use clap::Args;
use serde_json::{Value, json};
use std::time::Duration;

/// Rounds, where nobody says how many.
const ROUNDS: u32 = 3;

/// Processor time of `blame`, with the states of the paths run as they are and by lowering alone
#[derive(Debug, Args)]
pub struct Blame {
    #[command(flatten)]
    given: FindingArguments,
    /// Times that each way is asked, in turns
    #[arg(long, value_name = "N", default_value_t = ROUNDS, value_parser = clap::value_parser!(u32).range(1..))]
    rounds: u32,
    #[command(flatten)]
    timeout: Timeout,
    /// Print one JSON document
    #[arg(long)]
    json: bool,
}

/// A way of asking, with its answers.
struct Way {
    name: &'static str,
    /// True if states are run.
    runs_states: bool,
    /// Its last answer.
    blamed: Option<Blamed>,
    spent: Vec<Duration>,
}

impl Way {
    fn new(name: &'static str, runs_states: bool) -> Way {
        Way { name, runs_states, blamed: None, spent: Vec::new() }
    }

    /// The steps that the answer names.
    fn named(&self) -> Vec<&str> {
        self.blamed.iter().flat_map(Blamed::culprits).map(|culprit| culprit.pipeline.as_str()).collect()
    }

    /// The median of all rounds, in seconds.
    fn median(&self) -> f64 {
        let mut sorted = self.spent.clone();
        sorted.sort_unstable();
        sorted.get(sorted.len() / 2).map_or(0.0, Duration::as_secs_f64)
    }

    fn verdict(&self) -> String {
        self.blamed.as_ref().map_or_else(String::new, |blamed| blamed.verdict.kind.to_string())
    }

    fn json(&self) -> Value {
        let seconds: Vec<f64> = self.spent.iter().map(Duration::as_secs_f64).collect();
        json!({ "verdict": self.verdict(), "culprits": self.named(), "seconds": seconds })
    }

    fn text(&self) -> String {
        let named: Vec<&str> = self.named().into_iter().map(pass_name).collect();
        let named = if named.is_empty() { "nobody".to_owned() } else { named.join(", ") };
        format!("{:14} {:8.2} s  {} ({})", self.name, self.median(), named, self.verdict())
    }
}

impl Blame {
    /// Runs the command.
    pub fn run(self) -> anyhow::Result<u8> {
        self.given.is_there()?;
        let (toolchain, mut executor, OpenedFinding { case, .. }) = self.given.open("bench blame")?;
        let terms = RecordedFinding::read(&self.given.finding)?.terms(self.timeout.terms());
        let mut ways = [Way::new("states", true), Way::new("lowering alone", false)];
        let counting = Counting::new(self.rounds as usize, "rounds");
        for round in 0..self.rounds {
            for way in &mut ways {
                executor.run_states(way.runs_states);
                let before = spent(&mut executor);
                way.blamed = Some(blame(&mut executor, &case, toolchain.syntax(), terms, false)?);
                way.spent.push(spent(&mut executor) - before);
            }
            counting.show(round as usize + 1);
        }
        let [states, lowering] = &ways;
        drop(counting);
        output::data(&match self.json {
            true => {
                let mlir = Mlir::of(&toolchain);
                let document =
                    json!({ "mlir": mlir, "states": states.json(), "lowering_alone": lowering.json() });
                format!("{document:#}")
            }
            false => [states.text(), lowering.text()].join("\n"),
        })?;
        Ok(0)
    }
}

/// Processor time so far. The workers end first, since only then their time is known.
fn spent(executor: &mut Jit) -> Duration {
    executor.new_template();
    processor_time()
}
