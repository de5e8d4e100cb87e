//! `lowdiff bench states`: the states of drawn paths, each run as it is and held against the one before; what came of it, and what it
//! costs beside the passes.

use super::Sample;
use crate::cli::counting::Counting;
use crate::cli::input::mlir_name;
use crate::cli::output;
use crate::decode::{decode_case, seeded};
use crate::execute::{Checking, ChecksSteps, Ending, Executor, Isolation, Jit, Job, Looks, StateRun, Terms};
use crate::judge::refine::{Refinement, Unknown};
use crate::mlir::{Toolchain, toolchain};
use crate::observe::{Cause, Effect};
use crate::path::PathSpec;
use crate::report::Mlir;
use crate::words;
use clap::Args;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::ops::RangeInclusive;
use std::str::FromStr;
use std::time::Duration;

/// Programs, where nobody says how many.
const PROGRAMS: u16 = 10;
/// Paths of each.
const PATHS: u16 = 2;
/// Bytes that a path is drawn from.
const DRAWS: usize = 4096;
/// Operations of programs, where nobody says how many.
const USUAL: &str = "20-60";
/// Reasons and differences that are shown, most frequent first.
const SHOWN: usize = 12;

/// States of drawn paths: run as they are, held against the state before, and the time that takes
#[derive(Debug, Args)]
pub struct States {
    #[command(flatten)]
    sample: Sample,
    /// Programs of this many operations: a number, or the least and the most
    #[arg(long, value_name = "N|N-N", default_value = USUAL)]
    operations: Sizes,
    /// Print each state that does not refine the one before, with the seed's number of its program
    #[arg(long)]
    differences: bool,
}

/// The numbers of operations that programs may have.
#[derive(Clone, Debug)]
struct Sizes(RangeInclusive<usize>);

impl FromStr for Sizes {
    type Err = String;

    fn from_str(word: &str) -> Result<Sizes, String> {
        let (least, most) = word.split_once('-').unwrap_or((word, word));
        match (least.parse(), most.parse()) {
            (Ok(least), Ok(most)) if least <= most => Ok(Sizes(least..=most)),
            _ => Err("a number is due, or two with a hyphen between them, such as 20-60".to_owned()),
        }
    }
}

/// The counts and times of all states.
#[derive(Default)]
struct Tally {
    paths: u64,
    states: u64,
    relations: BTreeMap<&'static str, u64>,
    /// Reasons why a state cannot be run, or is open.
    reasons: BTreeMap<Cause, u64>,
    /// Passes whose output does not refine their input.
    culprits: BTreeMap<String, u64>,
    read: Vec<Duration>,
    run: Vec<Duration>,
    /// Reading and running, of each state that a pass made.
    check: Vec<Duration>,
    pass: Vec<Duration>,
}

impl States {
    /// Runs the command.
    pub fn run(self) -> anyhow::Result<u8> {
        let Sample { programs: wanted, paths, seed, mlir, json, .. } = &self.sample;
        let (wanted, paths) = (wanted.unwrap_or(PROGRAMS), paths.unwrap_or(PATHS));
        let toolchain = toolchain::find(&mlir_name(mlir.as_deref()))?;
        let mut executor = Jit::interpreting(&toolchain)?;
        let mut tally = Tally::default();
        // A program that shows a bug which is known would show that alone.
        let usual = (0..).filter_map(|index| {
            let (case, generated) = decode_case(&seeded(*seed, index), toolchain.major())?;
            let fits = self.operations.0.contains(&generated.operations) && generated.drawn.is_empty();
            fits.then_some((index, case))
        });
        let counting = Counting::new(wanted.into(), "programs");
        for (number, (index, case)) in usual.take(wanted.into()).enumerate() {
            let mut random = ChaCha8Rng::seed_from_u64(seed ^ index.rotate_left(32));
            for _ in 0..paths {
                let mut draws = vec![0; DRAWS];
                random.fill_bytes(&mut draws);
                self.path(&mut executor, &toolchain, &case, draws, &mut tally, index)?;
            }
            counting.show(number + 1);
        }
        drop(counting);
        output::data(&match json {
            true => format!("{:#}", tally.json(&Mlir::of(&toolchain))),
            false => tally.text(&toolchain.version),
        })?;
        Ok(u8::from(!tally.culprits.is_empty()))
    }

    /// Draws a path, and checks the steps of it that did something.
    fn path(
        &self,
        executor: &mut Jit,
        toolchain: &Toolchain,
        case: &crate::case::Case,
        draws: Vec<u8>,
        tally: &mut Tally,
        index: u64,
    ) -> anyhow::Result<()> {
        let program = case.source.text(toolchain.syntax()).to_owned();
        let looks = Looks { sample: 0, ..Looks::default() };
        let terms = Terms { looks, ..Terms::default() };
        let job = Job::new(program.clone(), vec![PathSpec::Drawn(draws)], terms);
        let Some(report) = executor.run(&job)?.into_iter().next() else { return Ok(()) };
        let did = report.steps.iter().filter(|step| step.effect == Some(Effect::Changed));
        let steps: Vec<String> = did.map(|step| step.pipeline.clone()).collect();
        let printed = case.printed.clone();
        let states = executor.check(Checking {
            program,
            printed,
            steps: steps.clone(),
            limits: terms.limits,
            isolation: Isolation::Shared,
        })?;
        tally.paths += 1;
        for run in &states.runs {
            tally.add(run, &steps);
            if let (true, Some((_, Refinement::Broken(breach)))) = (self.differences, &run.relation) {
                let step = run.steps.checked_sub(1).and_then(|place| steps.get(place));
                output::data(&format!("program {index}, state {}, {step:?}: {breach:?}", run.steps))?;
                for step in &steps[..run.steps] {
                    output::data(&format!("    {step}"))?;
                }
            }
        }
        Ok(())
    }
}

impl Tally {
    fn add(&mut self, run: &StateRun, steps: &[String]) {
        self.states += 1;
        self.read.push(run.spent[0]);
        self.run.push(run.spent[1]);
        if let Some(pass) = run.pass {
            self.check.push(run.spent.iter().sum());
            self.pass.push(pass);
        }
        let word = match &run.relation {
            None => match &run.ending {
                Ending::Done => "source",
                Ending::Undefined(_) | Ending::Fault(_) => "source-undefined",
                Ending::Open(_) => "source-open",
                Ending::Unsupported(_) => "source-unsupported",
            },
            Some((_, Refinement::Same)) => "same",
            Some((_, Refinement::Rounded)) => "rounded",
            Some((_, Refinement::Partly)) => "partly",
            Some((_, Refinement::Vacuous)) => "vacuous",
            Some((_, Refinement::Unknown(Unknown::Unsupported(_)))) => "unsupported",
            Some((_, Refinement::Unknown(Unknown::TooLong))) => "too-long",
            Some((_, Refinement::Unknown(Unknown::Open(_)))) => "open",
            Some((_, Refinement::Unknown(Unknown::Types))) => "types",
            Some((_, Refinement::Broken(_))) => "broken",
        };
        *self.relations.entry(word).or_default() += 1;
        if let Ending::Unsupported(why) | Ending::Open(why) = &run.ending {
            *self.reasons.entry(why.clone()).or_default() += 1;
        }
        if let Some((_, Refinement::Broken(_))) = &run.relation {
            let step = run.steps.checked_sub(1).and_then(|place| steps.get(place));
            *self.culprits.entry(step.cloned().unwrap_or_default()).or_default() += 1;
        }
    }

    fn json(&self, mlir: &Mlir) -> Value {
        let micros = |times: &[Duration]| json!({ "median": at(times, 0.5).as_micros() as u64, "p90": at(times, 0.9).as_micros() as u64 });
        let reason = |(why, count): (&Cause, &u64)| json!({ "why": why, "states": count });
        let reasons: Vec<Value> = self.reasons.iter().map(reason).collect();
        json!({
            "mlir": mlir,
            "paths": self.paths,
            "states": self.states,
            "relations": self.relations,
            "reasons": reasons,
            "culprits": self.culprits,
            "microseconds": {
                "read": micros(&self.read),
                "run": micros(&self.run),
                "check": micros(&self.check),
                "pass": micros(&self.pass),
            },
            "checks_as_fast_as_their_pass": self.as_fast(),
        })
    }

    fn text(&self, version: &str) -> String {
        let mut text = format!("MLIR {version}: {} states of {} paths\n", self.states, self.paths);
        for (word, count) in &self.relations {
            let _ =
                writeln!(text, "  {word:20} {count:>8} {:>7.2}%", 100.0 * *count as f64 / self.states as f64);
        }
        let reasons = self.reasons.iter().map(|(why, count)| (words::cause(why), *count)).collect();
        for (title, counts) in [("cannot be run", &reasons), ("does not refine its input", &self.culprits)] {
            let mut all: Vec<_> = counts.iter().collect();
            all.sort_by_key(|(_, count)| std::cmp::Reverse(**count));
            for (name, count) in all.into_iter().take(SHOWN) {
                let _ = writeln!(text, "  {title}: {count:>5} {name}");
            }
        }
        let rows = [("read", &self.read), ("run", &self.run), ("check", &self.check), ("pass", &self.pass)];
        for (name, times) in rows {
            let [median, high] = [0.5, 0.9].map(|part| at(times, part).as_secs_f64() * 1e3);
            let sum: Duration = times.iter().sum();
            let sum = sum.as_secs_f64() * 1e3;
            let _ = writeln!(
                text,
                "  {name:6} median {median:.3} ms, 90% below {high:.3} ms, together {sum:.0} ms"
            );
        }
        let (as_fast, all) = (self.as_fast(), self.pass.len());
        let _ =
            writeln!(text, "  {as_fast} of {all} checks take no longer than the pass that made the state");
        text
    }

    /// The number of states that are read and run in no more time than the pass took that made them.
    fn as_fast(&self) -> usize {
        self.check.iter().zip(&self.pass).filter(|(check, pass)| check <= pass).count()
    }
}

/// The time that such a part of all is below.
fn at(times: &[Duration], part: f64) -> Duration {
    let mut sorted = times.to_vec();
    sorted.sort_unstable();
    let place = (sorted.len() as f64 * part) as usize;
    sorted.get(place.min(sorted.len().saturating_sub(1))).copied().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_are_a_number_or_two() {
        let read = |word: &str| word.parse::<Sizes>().map(|sizes| sizes.0);
        assert_eq!((read("15"), read("20-60")), (Ok(15..=15), Ok(20..=60)));
        assert!(read("60-20").is_err() && read("many").is_err());
    }
}
