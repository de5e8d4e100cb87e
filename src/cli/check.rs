//! `lowdiff check`: one program, run before and after each step of a path.

use super::call_arguments::{CallArguments, callable, defined_as_drawn, tell_arguments, undefined_at};
use super::input::mlir_name;
use super::output::{self, NotationOption};
use super::own_run::own_run;
use super::programs::{self, GivenPrograms};
use super::seeds::ARGUMENTS;
use crate::examine::{FurtherSets, WrongWith, unsteady};
use crate::execute::{
    Argument, Call, Checking, ChecksSteps, Ending, Inputs, Interpreted, Isolation, Jit, Limits, Literal,
    Maker, Prepared, ReadsPrograms, StateRun, States, Terms,
};
use crate::judge::refine::{Breach, Refinement, Unknown};
use crate::mlir::toolchain;
use crate::observe::{Defect, Ended, Outcome, tell};
use crate::path::pipeline::{self, pass_name};
use crate::report::{EndingDocument, Mlir};
use crate::words;
use anyhow::{Context, bail};
use clap::Args;
use serde::Serialize;
use serde_json::json;
use std::ops::Range;
use std::path::PathBuf;

/// Run one program before and after each step of a path, and name the step that breaks it
///
/// Each state is run as it is, at whatever level, without lowering it further. A step is right where the program behind it may do
/// all that it does, by the rules of the dialects (docs/semantics.md). Exit status: 0 every step is right; 1 a step is not, or MLIR
/// crashes or leaves invalid IR; 2 usage or set-up error; 3 nobody can tell of some step.
#[derive(Debug, Args)]
pub struct Check {
    /// The program, or - for standard input; a function without prints shows the values it returns
    file: PathBuf,
    /// A pipeline anchored on builtin.module, or @FILE with one pipeline a line
    #[arg(long, value_name = "PIPELINE|@FILE")]
    path: String,
    /// The MLIR under test
    #[arg(long, value_name = "NAME|PATH")]
    mlir: Option<String>,
    #[command(flatten)]
    call: CallArguments,
    /// Sets of arguments that the path is judged with beside the first, edge values among them; none where --args gives some
    #[arg(long, value_name = "N", default_value_t = ARGUMENTS, value_parser = clap::value_parser!(u32).range(0..=1000))]
    arguments: u32,
    /// CPU seconds that a pass, or a run of a state, may take
    #[arg(long, value_name = "SECONDS", default_value_t = 10, value_parser = clap::value_parser!(u64).range(1..=86_400))]
    timeout: u64,
    #[command(flatten)]
    notation: NotationOption,
    /// Print one JSON document
    #[arg(long)]
    json: bool,
}

/// Said of a failure that the program does not show without the function that lowdiff calls it with.
const ONLY_BESIDE_MAIN: &str = "    Nobody can tell behind that step: the pass fails on the function that lowdiff calls the program with, \
                                and takes the program without it.";

/// The answer as a whole.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
enum CheckAnswer {
    /// Every step is right.
    Agree,
    /// A step is not.
    Mismatch,
    /// MLIR fails at a step.
    Failed,
    /// The program itself is undefined, or some step cannot be told.
    Incomparable,
}

/// The step that breaks the program.
#[derive(Debug, Serialize)]
struct BrokenStep<'a> {
    /// The bare name of the pass; none where several steps lie between the states that were run.
    pass: Option<&'a str>,
    /// The step.
    step: &'a str,
    /// The number of steps before it, and of steps up to it.
    between: [usize; 2],
    /// True where nothing but the sign of zeros changes.
    zero_sign: bool,
}

impl Check {
    /// Runs the command.
    pub fn run(self) -> anyhow::Result<u8> {
        let steps = pipeline::read_path(&self.path)?;
        let text = match GivenPrograms::read(&self.file)? {
            GivenPrograms::One(text) => text,
            GivenPrograms::Several(all, _kept) => return programs::each(&self.file, &all, self.json),
        };
        let toolchain = toolchain::find(&mlir_name(self.mlir.as_deref()))?;
        if toolchain.is_program() {
            bail!("states are read by MLIR's C API, which {} has not: name another --mlir", toolchain.name);
        }
        let mut executor = Jit::interpreting(&toolchain)?;
        let context = || format!("cannot check {}", self.file.display());
        let call = self.call.call(0)?;
        // Results that no print function shows are compared as they are returned, and so are those of a program that prints by itself.
        let handing = Call { hands_on: true, ..call.clone() };
        let (prepared, call) = match executor.prepare(&text, &call) {
            Ok(plain) if plain.wrapped || plain.entry.is_none() => (plain, call),
            Ok(plain) => match executor.prepare(&text, &handing) {
                Ok(handing_on) => (handing_on, handing),
                Err(_) => (plain, call),
            },
            Err(why) => {
                let prepared = executor.prepare(&text, &handing).map_err(|_| why).with_context(context)?;
                (prepared, handing)
            }
        };
        callable(&prepared).with_context(context)?;
        let limits = Limits::timeout(self.timeout);
        defined_as_drawn(prepared.undefined.as_ref(), &prepared.arguments, "check", &self.file)?;
        let checking = Checking {
            program: prepared.program.clone(),
            printed: prepared.printed.clone(),
            steps: steps.clone(),
            limits,
            isolation: Isolation::Shared,
        };
        let states = executor.check(checking.clone()).with_context(context)?;
        // States begin with lowdiff's own `main`, of which the user knows nothing.
        let is_early = states.runs.first().is_some_and(|run| run.ending != Ending::Done);
        let own = is_early.then(|| own_run(&mut executor, &text, (&prepared, &call), &limits).ok()).flatten();
        let culprit = culprit(&states, &steps);
        let mut verdict = verdict(&states, culprit.is_some());
        // A pass may fail on lowdiff's own `main` beside the program.
        let mut only_beside_main = false;
        if let (CheckAnswer::Failed | CheckAnswer::Incomparable, true, Some((step, _))) =
            (verdict, prepared.wrapped, &states.ended)
        {
            let steps = &steps[..=*step];
            // A pass that fails in some heaps only takes the program now and then.
            only_beside_main = executor.state_after(&text, steps, &limits).is_ok()
                && unsteady(&mut executor, &text, steps, &Terms::from(limits), None).is_ok();
            verdict = if only_beside_main { CheckAnswer::Incomparable } else { verdict };
        }
        let further = match verdict {
            CheckAnswer::Agree | CheckAnswer::Incomparable if call.given.is_empty() && !only_beside_main => {
                further(&mut executor, (&text, &call, &prepared), &checking, self.arguments)
            }
            _ => FurtherSets::default(),
        };
        if further.wrong.is_some() {
            verdict = CheckAnswer::Mismatch;
        }
        if self.json {
            let wrong = further.wrong.as_ref().map(|WrongWith { arguments, states }| {
                json!({
                    "arguments": arguments,
                    "culprit": self::culprit(states, &steps),
                    "states": states.runs.iter().map(|run| described(run, &steps)).collect::<Vec<_>>(),
                })
            });
            let mut further = json!(further);
            further["wrong"] = json!(wrong);
            let mut runs: Vec<_> = states.runs.iter().map(|run| described(run, &steps)).collect();
            if let (Some(run), Some(own)) = (runs.first_mut(), &own) {
                run["location"] = json!(own.place);
            }
            let document = json!({
                "verdict": verdict,
                "culprit": culprit,
                "arguments": prepared.arguments,
                "states": runs,
                "further": further,
                "failure": states.ended.as_ref().map(|(step, Ended { outcome, failure })| {
                    json!({
                        "step": steps.get(*step),
                        "outcome": outcome,
                        "message": words::failure(failure),
                        "only_beside_main": only_beside_main,
                    })
                }),
                "mlir": Mlir::of(&toolchain),
            });
            output::data(&format!("{document:#}"))?;
        } else {
            tell_arguments(&prepared.arguments);
            self.show(&states, &steps, own.as_ref())?;
            if let Some((step, Ended { outcome, failure })) = &states.ended {
                let step = steps.get(*step).map_or("", String::as_str);
                output::data(&format!("{outcome}, in {step}: {}", words::failure(failure)))?;
                if only_beside_main {
                    output::data(ONLY_BESIDE_MAIN)?;
                }
            }
            match &further.wrong {
                Some(WrongWith { arguments, states }) => {
                    let takes = if prepared.wrapped { "--args" } else { "the arguments" };
                    output::data(&format!("with {takes} '{}':", arguments.join(", ")))?;
                    self.show(states, &steps, None)?;
                }
                None if further.run() > 0 => output::data(&told_of(&further))?,
                None => {}
            }
        }
        if let (CheckAnswer::Incomparable, Some(undefined), false) = (verdict, &prepared.undefined, self.json)
        {
            tell(&undefined_at(undefined, &self.file));
        }
        Ok(match verdict {
            CheckAnswer::Agree => 0,
            CheckAnswer::Mismatch | CheckAnswer::Failed => 1,
            CheckAnswer::Incomparable => 3,
        })
    }
}

impl Check {
    /// A line for each state, and for each step that changes nothing. `own` is a run of a program that does not come to its end.
    fn show(&self, states: &States, steps: &[String], own: Option<&Interpreted>) -> anyhow::Result<()> {
        let mut shown_to = 0;
        for run in &states.runs {
            unchanged(steps, shown_to + 1..run.steps)?;
            shown_to = run.steps;
            let shown = match own {
                Some(own) if run.steps == 0 => self.begins(run, own),
                _ => line(run, &states.runs, steps),
            };
            output::data(&shown)?;
            for line in differing(run, self.notation) {
                output::data(&line)?;
            }
        }
        let ended = states.ended.as_ref().map_or(steps.len(), |(step, _)| *step);
        unchanged(steps, shown_to + 1..ended + 1)
    }

    /// The line of a program that does not come to its end, which `own` is a run of as the user wrote it.
    fn begins(&self, run: &StateRun, own: &Interpreted) -> String {
        let at = own.place.as_ref().map(|place| format!("{}:{place}: ", self.file.display()));
        let shown = match (&own.ending, own.makers.first()) {
            (Ending::Done, Some(Maker { defect, operation, place })) => {
                let at = place.as_ref().map(|place| format!("{}:{place}: ", self.file.display()));
                let kind = if *defect == Defect::Open { "open" } else { "undefined" };
                format!(
                    "{}{kind}: it shows the result of {operation}, which is {}",
                    at.unwrap_or_default(),
                    defect.word()
                )
            }
            (Ending::Done, None) => told(&run.ending),
            (ending, _) => format!("{}{}", at.unwrap_or_default(), told(ending)),
        };
        format!("{:>3} the program: {shown}", run.steps)
    }
}

/// Runs a program, as it was prepared for this call, with so many further sets of arguments.
fn further(
    executor: &mut Jit,
    (text, call, prepared): (&str, &Call, &Prepared),
    checking: &Checking,
    most: u32,
) -> FurtherSets {
    let entry = prepared.entry.as_deref().filter(|_| prepared.wrapped && !prepared.arguments.is_empty());
    let Some(entry) = entry else { return FurtherSets::of(executor, checking, most) };
    let with = |arguments: &[Argument]| Call { hands_on: call.hands_on, ..Call::with(entry, arguments) };
    // Arguments in memory are there for others to be put in their place.
    let held = Call { inputs: Inputs::Memory, ..with(&prepared.arguments) };
    let Ok(held) = executor.prepare(text, &held) else { return FurtherSets::of(executor, checking, most) };
    let held = Checking { program: held.program, printed: held.printed, ..checking.clone() };
    let mut sets = FurtherSets::of(executor, &held, most);
    let Some(wrong) = &mut sets.wrong else { return sets };
    // The user is shown what --args does.
    let mut given = with(&prepared.arguments);
    for (argument, value) in given.given.values_mut().zip(&wrong.arguments) {
        argument.value = Literal::several(value).ok().and_then(|values| values.into_iter().next());
    }
    if let Ok(again) = executor.prepare(text, &given)
        && let Ok(states) = executor.check(Checking { program: again.program, ..checking.clone() })
        && states.is_broken()
    {
        wrong.states = states;
    }
    sets
}

/// A sentence about sets of arguments with which no step is wrong.
fn told_of(further: &FurtherSets) -> String {
    let FurtherSets { right, untold, undefined, .. } = further;
    format!(
        "further sets of arguments: {}; every step is right with {right}, some step cannot be told with {untold}, and the program is undefined or \
         open with {undefined}",
        further.run()
    )
}

/// The step that leads to the first state that is not allowed; its pass, where the state just before it was run.
fn culprit<'a>(states: &States, steps: &'a [String]) -> Option<BrokenStep<'a>> {
    let broken = states.runs.iter().find_map(|run| match &run.relation {
        Some((against, Refinement::Broken(breach))) => Some((run.steps, *against, breach.is_of_zeros())),
        _ => None,
    });
    let (after, against, zero_sign) = broken?;
    let before = states.runs.get(against)?.steps;
    let step = steps.get(after.checked_sub(1)?)?;
    let named = states.culprit().is_some_and(|(run, _)| run.steps == after);
    Some(BrokenStep { pass: named.then(|| pass_name(step)), step, between: [before, after], zero_sign })
}

fn verdict(states: &States, broken: bool) -> CheckAnswer {
    let untold = |run: &StateRun| {
        matches!(&run.relation, Some((_, Refinement::Unknown(_) | Refinement::Vacuous)))
            || run.relation.is_none() && run.ending != Ending::Done
    };
    // A pass that does not apply is no bug.
    let gave_up = |outcome: Outcome| matches!(outcome, Outcome::Declined | Outcome::Incomplete);
    match () {
        () if broken => CheckAnswer::Mismatch,
        () if states.ended.as_ref().is_some_and(|(_, ended)| !gave_up(ended.outcome)) => CheckAnswer::Failed,
        () if states.ended.is_some() => CheckAnswer::Incomparable,
        () if states.runs.iter().any(untold) => CheckAnswer::Incomparable,
        () => CheckAnswer::Agree,
    }
}

/// The step that led to a state, as people read it.
fn name<'a>(run: &StateRun, steps: &'a [String]) -> &'a str {
    run.steps.checked_sub(1).and_then(|place| steps.get(place)).map_or("the program", String::as_str)
}

fn line(run: &StateRun, runs: &[StateRun], steps: &[String]) -> String {
    let shown = match (&run.relation, &run.ending) {
        (None, ending) => told(ending),
        (Some((_, Refinement::Same)), _) => "the same".to_owned(),
        (Some((_, Refinement::Rounded)), _) => "the same but for rounding".to_owned(),
        (Some((_, Refinement::Partly)), _) => "the same but for elements that are open".to_owned(),
        (Some((_, Refinement::Vacuous)), _) => "allowed, since the program is undefined before".to_owned(),
        (Some((_, Refinement::Unknown(unknown))), _) => {
            format!("nobody can tell: {}", words::unknown(unknown))
        }
        (Some((against, Refinement::Broken(breach))), _) => {
            let before = runs.get(*against).map_or(0, |earlier| earlier.steps);
            // A state between the two says nothing.
            let is_alone = runs.get(*against + 1).is_none_or(|next| next.steps >= run.steps);
            let by = if is_alone {
                String::new()
            } else {
                format!(", one of steps {} to {} is wrong", before + 1, run.steps)
            };
            let state = if before == 0 {
                "the program".to_owned()
            } else {
                format!("the state behind step {before}")
            };
            format!("NOT ALLOWED by {state}{by}: {}", words::breach(breach))
        }
    };
    format!("{:>3} {}: {shown}", run.steps, name(run, steps))
}

/// Shows the steps of these numbers, which leave the state as it was.
fn unchanged(steps: &[String], numbers: Range<usize>) -> anyhow::Result<()> {
    for (number, step) in steps.iter().enumerate().map(|(at, step)| (at + 1, step)) {
        if numbers.contains(&number) {
            output::data(&format!("{number:>3} {step}: changes nothing"))?;
        }
    }
    Ok(())
}

/// The elements that differ behind the first one, or all of them as bits.
fn differing(run: &StateRun, notation: NotationOption) -> Vec<String> {
    match &run.relation {
        Some((_, Refinement::Broken(Breach::Outputs(difference)))) => {
            words::elements(difference, ["before", "after"], notation.of_elements())
        }
        _ => Vec::new(),
    }
}

fn told(ending: &Ending) -> String {
    match ending {
        Ending::Done => "runs".to_owned(),
        Ending::Undefined(why) => format!("undefined: {}", words::cause(why)),
        Ending::Fault(why) => format!("fault: {}", words::cause(why)),
        Ending::Open(why) => format!("open: {}", words::cause(why)),
        Ending::Unsupported(why) => format!("cannot be run: {}", words::cause(why)),
    }
}

/// The relation in JSON, where reasons are in words.
fn related(relation: &Refinement) -> serde_json::Value {
    match relation {
        Refinement::Unknown(Unknown::Open(what)) => json!({ "unknown": { "open": words::openness(what) } }),
        Refinement::Unknown(Unknown::Unsupported(why)) => {
            json!({ "unknown": { "unsupported": words::cause(why) } })
        }
        Refinement::Broken(Breach::Undefined(why)) => json!({ "broken": { "undefined": words::cause(why) } }),
        Refinement::Broken(Breach::Fault { earlier, cause }) => {
            json!({ "broken": { "fault": { "earlier": earlier, "message": words::cause(cause) } } })
        }
        relation => json!(relation),
    }
}

fn described(run: &StateRun, steps: &[String]) -> serde_json::Value {
    let (against, relation) = run.relation.as_ref().map(|(against, relation)| (*against, relation)).unzip();
    json!({
        "steps": run.steps,
        "step": run.steps.checked_sub(1).and_then(|place| steps.get(place)),
        "ending": EndingDocument::from(&run.ending),
        "against": against,
        "relation": relation.map(related),
        "microseconds": run.spent.map(|spent| spent.as_micros() as u64),
        "outputs": crate::report::json::outputs(&run.outputs),
    })
}
