//! `lowdiff eval`: what a program computes by the reference semantics, without lowering it.

use super::call_arguments::{CallArguments, defined, runnable, tell_arguments};
use super::input::mlir_name;
use super::output::{self, NotationOption};
use super::own_run::own_run;
use super::programs::{self, GivenPrograms};
use super::{ERROR, STATUS_ERROR};
use crate::execute::{
    Call, Ending, Interpreted, Jit, Limits, Maker, NoAnswer, Prepared, ReadsPrograms, ReturnedValue,
};
use crate::mlir::toolchain;
use crate::observe::{Buffer, Expected, Outcome};
use crate::report::{EvalDocument, Mlir};
use crate::semantics::{Definedness, Evaluated};
use crate::words;
use anyhow::{anyhow, bail};
use clap::Args;
use serde_json::json;
use std::path::PathBuf;

/// Compute what a program shows as it is, at whatever level, without lowering it
///
/// A tosa program is computed by the reference semantics: integers are exact; floats come with a bound on how far a correct lowering
/// may be off; standard error has what TOSA leaves open. Any other program is run operation by operation, by the rules of its
/// dialects (docs/semantics.md). Exit status: 0 evaluated; 2 usage or set-up error, or an operation that is not known; 3 the
/// program is undefined, or something that it shows depends on an undefined or open result.
#[derive(Debug, Args)]
pub struct Eval {
    /// The program, or - for standard input; where it does not print it shows what its function returns
    file: PathBuf,
    #[command(flatten)]
    call: CallArguments,
    #[command(flatten)]
    notation: NotationOption,
    /// The MLIR whose spelling the program has; it only parses
    #[arg(long, value_name = "NAME|PATH")]
    mlir: Option<String>,
    /// CPU seconds that parsing and evaluating the program may take, each
    #[arg(long, value_name = "SECONDS", default_value_t = 10, value_parser = clap::value_parser!(u64).range(1..=86_400))]
    timeout: u64,
    /// Print one JSON document
    #[arg(long)]
    json: bool,
}

impl Eval {
    /// Runs the command.
    pub fn run(self) -> anyhow::Result<u8> {
        let text = match GivenPrograms::read(&self.file)? {
            GivenPrograms::One(text) => text,
            GivenPrograms::Several(all, _kept) => return programs::each(&self.file, &all, self.json),
        };
        let toolchain = toolchain::find(&mlir_name(self.mlir.as_deref()))?;
        if toolchain.is_program() {
            bail!(
                "a program is parsed by MLIR's C API, which {} has not: name another --mlir",
                toolchain.name
            );
        }
        // In a worker: a parser that crashes, or elements that no memory holds, end that alone.
        let mut executor = Jit::interpreting(&toolchain)?;
        let limits = Limits::timeout(self.timeout);
        let refused = |error: anyhow::Error| {
            let ended = error.downcast_ref::<NoAnswer>().map(|none| none.outcome);
            let late = ended == Some(Outcome::Timeout);
            let hint = if late { "; --timeout gives it more" } else { "" };
            anyhow!("cannot evaluate {}: {error:#}{hint}", self.file.display())
        };
        let call = self.call.call(0)?;
        // The reference semantics know tosa alone.
        let known = |evaluated: anyhow::Result<Evaluated>| match evaluated {
            Ok(evaluation) => Ok(Some(evaluation)),
            Err(error) if error.is::<NoAnswer>() => Err(refused(error)),
            Err(_) => Ok(None),
        };
        let mlir = Mlir::of(&toolchain);
        if self.call.is_plain()
            && let Some(evaluation) = known(executor.evaluate(&text, &limits))?
        {
            let prepared = executor.prepare(&text, &call).unwrap_or_else(|_| Prepared::of(&text));
            return self.show_evaluated(&evaluation, &prepared, &mlir);
        }
        let prepared = executor.prepare(&text, &call).or_else(|why| {
            if why.is::<NoAnswer>() {
                return Err(why);
            }
            // A type that no print function shows may be one that the machine holds.
            let handing = Call { hands_on: true, ..call.clone() };
            executor.prepare(&text, &handing).map_err(|_| why)
        });
        let Ok(prepared) = prepared else {
            let why = prepared.map(drop).expect_err("it is none");
            // Without an answer no arguments were looked for, and a program with any others may be undefined for that.
            if why.is::<NoAnswer>() {
                return Err(refused(why));
            }
            let entry = call.entry.clone().unwrap_or_else(|| "main".to_owned());
            let asked = executor.interpret_call(&text, &Call { entry: Some(entry), ..call }, &limits);
            let is_unable = matches!(
                &asked,
                Ok(Interpreted { ending: Ending::Unsupported(cause), place: None, .. }) if cause.lack().is_some()
            );
            return match asked {
                Ok(interpreted) if !is_unable => self.show(&interpreted, &Prepared::of(&text), &mlir),
                Ok(_) => Err(refused(why)),
                Err(other) => Err(refused(other)),
            };
        };
        let chosen = prepared.unable.as_ref().and_then(|_| prepared.functions.first());
        if chosen.is_none() && !prepared.runs {
            runnable(&prepared, "evaluate", &self.file)?;
        }
        // A function that prints may return values beside that, which nothing of lowdiff's `main` shows.
        let is_shown = prepared.entry.is_none() || prepared.wrapped;
        if is_shown
            && prepared.undefined.is_none()
            && prepared.unable.is_none()
            && let Some(mut evaluation) = known(executor.evaluate(&prepared.program, &limits))?
        {
            for (place, output) in evaluation.outputs.iter_mut().enumerate() {
                prepared.unwrap(place, &mut output.element, &mut output.bits);
            }
            return self.show_evaluated(&evaluation, &prepared, &mlir);
        }
        // Without lowdiff's own `main` there is nothing that the user did not write.
        let asked = match chosen {
            None => own_run(&mut executor, &text, (&prepared, &call), &limits),
            Some(entry) => {
                let call = Call { entry: Some(entry.clone()), ..call };
                executor.interpret_call(&text, &call, &limits)
            }
        };
        // A result without a value is shown as such.
        let shows_why = asked.as_ref().is_ok_and(|own| {
            own.ending == Ending::Done && !own.returned.iter().all(ReturnedValue::is_defined)
        });
        // Of a call that leaves nothing open the run itself tells.
        if prepared.undefined.as_ref().is_some_and(|undefined| undefined.drawn) && !shows_why {
            tell_arguments(&prepared.arguments);
            defined(prepared.undefined.as_ref(), "evaluate", &self.file)?;
        }
        match asked {
            Ok(mut interpreted) => {
                if prepared.wrapped {
                    interpreted.arguments.clone_from(&prepared.arguments);
                }
                self.show(&interpreted, &prepared, &mlir)
            }
            // Arguments that are made by lowdiff's `main` alone, such as memrefs with strides.
            Err(_) if prepared.entry.is_some() => {
                let mut interpreted =
                    executor.interpret(&prepared.program, "main", &limits).map_err(refused)?;
                // Lines of another text tell the user nothing.
                interpreted.place = None;
                for (place, output) in interpreted.outputs.iter_mut().enumerate() {
                    prepared.unwrap(place, &mut output.element, &mut output.bits);
                }
                interpreted.arguments.clone_from(&prepared.arguments);
                self.show(&interpreted, &prepared, &mlir)
            }
            Err(why) => Err(refused(why)),
        }
    }
}

impl Eval {
    /// Shows what a program came to by the reference semantics; the exit status.
    fn show_evaluated(&self, evaluation: &Evaluated, prepared: &Prepared, mlir: &Mlir) -> anyhow::Result<u8> {
        if self.json {
            let document = EvalDocument::evaluated(evaluation, &prepared.arguments, mlir);
            output::data(&format!("{:#}", json!(document)))?;
        } else {
            tell_arguments(&prepared.arguments);
            let guesses: Vec<Buffer> = evaluation.outputs.iter().map(Expected::guess).collect();
            let held = prepared.as_held(&guesses);
            for (index, (held, expected)) in held.iter().zip(&evaluation.outputs).enumerate() {
                output::data(&output::evaluated(index, (held, expected), self.notation))?;
            }
        }
        for remark in &evaluation.remarks {
            let kind = match remark.kind {
                Definedness::OutsideSpecification => "outside the specification",
                Definedness::Undecided => "undecided",
                Definedness::Undefined => "undefined",
            };
            crate::observe::tell(&format!(
                "{}: {}: {kind}: {}",
                remark.location,
                remark.operation,
                words::remark(&remark.rule)
            ));
        }
        Ok(if evaluation.open.iter().any(Option::is_some) { STATUS_OPEN } else { 0 })
    }

    /// Shows what a program came to that was run operation by operation; the exit status.
    fn show(&self, interpreted: &Interpreted, prepared: &Prepared, mlir: &Mlir) -> anyhow::Result<u8> {
        let Interpreted { ending, place, outputs, returned, makers, arguments, .. } = interpreted;
        // A program that does not print shows what it returns.
        let held: Option<Vec<Buffer>> = returned.iter().map(ReturnedValue::as_buffer).collect();
        let all = held.filter(|_| outputs.is_empty()).unwrap_or_else(|| outputs.clone());
        // An early end tells of the poison that it comes from.
        let makers: &[Maker] = if *ending == Ending::Done { makers } else { &[] };
        let defined = returned.iter().all(ReturnedValue::is_defined);
        if self.json {
            let document = json!(EvalDocument::interpreted(interpreted, &all, makers, mlir));
            output::data(&format!("{document:#}"))?;
        } else {
            tell_arguments(arguments);
            for (index, buffer) in prepared.as_held(&all).iter().enumerate() {
                output::data(&output::buffer(index, buffer, self.notation))?;
            }
            if all.len() != returned.len() || !outputs.is_empty() {
                for (index, value) in returned.iter().enumerate() {
                    output::data(&output::returned(outputs.len() + index, value, self.notation))?;
                }
            }
        }
        let in_file = |place: &Option<String>| {
            place.as_ref().map(|place| format!("{}:{place}: ", self.file.display())).unwrap_or_default()
        };
        for Maker { defect, operation, place } in makers {
            let unseen = if defined { ", which nothing shows" } else { "" };
            crate::observe::tell(&format!(
                "{}{}{unseen}: the result of {operation}",
                in_file(place),
                defect.word()
            ));
        }
        let at = in_file(place);
        match ending {
            Ending::Done => Ok(if defined { 0 } else { STATUS_OPEN }),
            Ending::Undefined(why) => {
                crate::observe::tell(&format!("{at}undefined: {}", words::cause(why)));
                Ok(STATUS_OPEN)
            }
            Ending::Open(why) => {
                crate::observe::tell(&format!("{at}open: {}", words::cause(why)));
                Ok(STATUS_OPEN)
            }
            Ending::Fault(why) => {
                crate::observe::tell(&format!("{at}fault: {}", words::cause(why)));
                Ok(STATUS_OPEN)
            }
            // Nothing is wrong with how it was asked.
            Ending::Unsupported(why) if interpreted.is_too_long() => {
                crate::observe::tell(&format!("{at}cannot be told: {}", words::cause(why)));
                Ok(STATUS_OPEN)
            }
            Ending::Unsupported(why) => {
                let at = place.as_ref().map(|place| format!(":{place}")).unwrap_or_default();
                let sentence = format!("cannot evaluate {}{at}: {}", self.file.display(), words::cause(why));
                if !self.json {
                    bail!(sentence);
                }
                // The document has it: it is the only one.
                crate::observe::tell(&format!("{ERROR}{sentence}"));
                Ok(STATUS_ERROR)
            }
        }
    }
}

/// Exit status where something that is printed has no definite value.
const STATUS_OPEN: u8 = 3;
