//! `lowdiff rules`: which passes convert which operations, as the library itself showed.

use super::input::mlir_name;
use super::output;
use crate::explore::{Training, learn, learned};
use crate::mlir::{Toolchain, cache, toolchain};
use crate::path::learned::{Learned, LearnedRule, Met, RulesDifference, compare};
use crate::path::operations::matches;
use crate::report::Mlir;
use anyhow::bail;
use clap::Args;
use serde_json::json;
use std::collections::BTreeSet;
use std::path::PathBuf;

/// Say which conversion passes make which operation rarer, and how that is known
///
/// Rules are learned by running conversions on IR in which an operation occurs and counting operations before and after.
/// Those of the versions that scripts/setup.sh knows by name come with lowdiff; --learn learns those of any other MLIR, and keeps them by its build-id.
#[derive(Debug, Args)]
pub struct Rules {
    /// Show the rules of these operations alone, such as tosa.concat or linalg.*
    #[arg(value_name = "OPERATION")]
    operations: Vec<String>,
    /// The MLIR whose rules are wanted
    #[arg(long, value_name = "NAME|PATH")]
    mlir: Option<String>,
    /// Learn them now, from generated programs
    #[arg(long)]
    learn: bool,
    /// The number of programs that are looked at; the smallest that have every operation are learned from
    #[arg(long, requires = "learn", value_name = "N", default_value_t = Training::default().programs, value_parser = clap::value_parser!(u64).range(1..))]
    programs: u64,
    /// Seed of these programs
    #[arg(long, requires = "learn", value_name = "N", default_value_t = Training::default().seed)]
    seed: u64,
    /// Write what was learned to this file too
    #[arg(long, requires = "learn", value_name = "FILE")]
    out: Option<PathBuf>,
    /// Print one JSON document
    #[arg(long)]
    json: bool,
}

impl Rules {
    /// Runs the command.
    pub fn run(self) -> anyhow::Result<u8> {
        let toolchain = toolchain::find(&mlir_name(self.mlir.as_deref()))?;
        let mut learned = if self.learn { self.learn_now(&toolchain)? } else { learned(&toolchain)? };
        let mut comparison = compare(&learned, toolchain.major());
        if !self.operations.is_empty() {
            self.narrow(&mut learned, &mut comparison)?;
        }
        if self.json {
            let document = json!({
                "mlir": Mlir::of(&toolchain),
                "learned": learned,
                "lacking": comparison.lacking,
                "unconfirmed": comparison.unconfirmed,
            });
            return output::data(&format!("{document:#}")).map(|()| 0);
        }
        output::data(text(&learned, &comparison).trim_end())?;
        Ok(0)
    }

    /// Leaves what is about the operations asked for.
    fn narrow(&self, learned: &mut Learned, comparison: &mut RulesDifference) -> anyhow::Result<()> {
        let wanted = |met: &Met| self.operations.iter().any(|pattern| matches(pattern, &met.operation));
        learned.rules.retain(|rule| wanted(&rule.operation));
        learned.unknown.retain(wanted);
        learned.crashed.clear();
        learned.dead_ends.retain(|end| wanted(&end.operation));
        comparison.lacking.retain(|(met, _)| wanted(met));
        comparison.unconfirmed.retain(|(met, _)| wanted(met));
        if learned.rules.is_empty() && learned.unknown.is_empty() {
            bail!("no operation like {} was met; `lowdiff rules` lists all", self.operations.join(", "));
        }
        Ok(())
    }

    fn learn_now(&self, toolchain: &Toolchain) -> anyhow::Result<Learned> {
        let training = Training { seed: self.seed, programs: self.programs };
        let learned = learn(toolchain, training, |done, of| {
            crate::observe::tell(&format!("learned from {done} of {of} programs"))
        })?;
        let text = learned.to_json()?;
        match cache::file("rules", &toolchain.build_id()) {
            Some(file) => cache::write(&file, &text)?,
            None => crate::observe::tell(&format!(
                "{} has no build-id, so its rules are not kept",
                toolchain.name
            )),
        }
        if let Some(out) = &self.out {
            output::file(out, &text)?;
        }
        Ok(learned)
    }
}

/// Everything for a person.
fn text(learned: &Learned, comparison: &RulesDifference) -> String {
    let Learned { version, seed, programs, .. } = learned;
    let mut text = format!("Learned from the first {programs} programs of seed {seed} on MLIR {version}.\n");
    let operations: BTreeSet<&Met> = learned.rules.iter().map(|rule| &rule.operation).collect();
    for operation in operations {
        text += &format!("\n{operation}\n");
        for rule in learned.of(operation) {
            text += &line(learned, rule);
        }
    }
    let names =
        |list: &mut dyn Iterator<Item = String>| list.map(|name| format!("    {name}\n")).collect::<String>();
    text += &format!("\nMet, and made rarer by no pass ({}):\n", learned.unknown.len());
    text += &names(&mut learned.unknown.iter().map(Met::to_string));
    text += &format!("\nDid not come back ({}):\n", learned.crashed.len());
    text += &names(&mut learned.crashed.iter().map(|crashed| {
        let way = &learned.paths[crashed.path];
        format!(
            "{}: {} on program {} after {} steps",
            crashed.pass, crashed.outcome, way.program, crashed.steps
        )
    }));
    text += &format!("\nNot taken while there is ({}):\n", learned.dead_ends.len());
    text += &names(&mut learned.dead_ends.iter().map(|end| format!("{}: {}", end.pass, end.operation)));
    text + "\n" + &comparison.to_string()
}

fn line(learned: &Learned, rule: &LearnedRule) -> String {
    let evidence = &learned.evidence[rule.evidence];
    let program = learned.paths[evidence.path].program;
    let LearnedRule { pass, helped, cleared, idle, declined, before, after, .. } = rule;
    let mut text = format!(
        "    {pass}\n        helped {helped} ({cleared} to none), idle {idle}, declined {declined}; program {program} after \
         {} steps: {before} to {after}",
        evidence.steps
    );
    if !evidence.appear.is_empty() {
        let appear: Vec<String> = evidence.appear.iter().map(Met::to_string).collect();
        text += &format!("; brings {}", appear.join(", "));
    }
    text.push('\n');
    text
}
