//! `lowdiff sanitize`: a defined program in place of one that may be undefined.

use super::call_arguments::{CallArguments, callable};
use super::input::{mlir_name, read_program, shown};
use super::output;
use super::programs::GivenPrograms;
use crate::execute::{
    Argument, Call, ChecksSteps as _, Ending, Interpreted, Jit, Limits, Literal, NoAnswer,
    ReadsPrograms as _, ReturnedValue, UserArgument,
};
use crate::files;
use crate::ir;
use crate::mlir::toolchain::{self, Toolchain};
use crate::report::{AnswerOrError, Document, EndingDocument, Mlir, OfProgram};
use crate::sanitize::{ChangedOperation, Repair, Sanitized, fewest, sanitize_but};
use crate::words;
use anyhow::{Context, bail};
use clap::Args;
use serde_json::json;
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::path::PathBuf;

/// Write a defined program in place of one that may be undefined
///
/// Each operation that may be undefined is repaired where it stands: a divisor that may be zero, an index that may lie out of bounds,
/// memory that nobody wrote, a flag that promises something. A run that was defined computes what it did before; an operation whose repair
/// would change that, or make the module invalid, is left as it is. The result is in generic form, and a comment stands in front of each
/// change. Its entry function is run, without --args on eight sets of arguments that are drawn, on zeros, and on -1 everywhere. Exit
/// status: 0 the result is defined on all of them; 2 usage or set-up error; 3 the result is undefined still, or nothing could be run.
#[derive(Debug, Args)]
pub struct Sanitize {
    /// The program, or - for standard input
    file: PathBuf,
    /// The file that the result goes to, in place of standard output
    #[arg(long, short, value_name = "FILE")]
    output: Option<PathBuf>,
    #[command(flatten)]
    call: CallArguments,
    /// The MLIR whose spelling the program has; it only parses
    #[arg(long, value_name = "NAME|PATH")]
    mlir: Option<String>,
    /// CPU seconds that parsing and running the program may take, each
    #[arg(long, value_name = "SECONDS", default_value_t = 10, value_parser = clap::value_parser!(u64).range(1..=86_400))]
    timeout: u64,
    /// Print one JSON document
    #[arg(long)]
    json: bool,
}

/// Exit status where the result is undefined, or was not run.
const STATUS_UNDEFINED: u8 = 3;

/// Sets of arguments that are drawn where none are given.
const DRAWN_SETS: u64 = 8;

/// Numbers that each argument is, or has everywhere, in a further set: a divisor of zero, and of -1.
const EVERYWHERE: [&str; 2] = ["0", "-1"];

/// Said of a program without a function to call.
const NOT_RUN: &str = "the program has no public function with a body";

/// A program after repairs, as it is told.
struct SanitizedProgram {
    /// Its text.
    program: String,
    /// The document of it.
    document: serde_json::Value,
    /// Sentences for a person.
    told: Vec<String>,
    is_defined: bool,
}

/// A run of a program.
struct RunOf {
    /// The call of the program's own function, with these arguments.
    call: Call,
    arguments: Vec<Argument>,
    interpreted: Interpreted,
}

impl Sanitize {
    /// Runs the command.
    pub fn run(self) -> anyhow::Result<u8> {
        let programs = match GivenPrograms::read(&self.file)? {
            GivenPrograms::One(text) => vec![(shown(&self.file), text)],
            GivenPrograms::Several(all, _kept) => {
                let read = |(name, file): (String, PathBuf)| Ok((name, read_program(&file)?));
                all.into_iter().map(read).collect::<anyhow::Result<_>>()?
            }
        };
        let toolchain = toolchain::find(&mlir_name(self.mlir.as_deref()))?;
        if toolchain.is_program() {
            bail!(
                "a program is parsed by MLIR's C API, which {} has not: name another --mlir",
                toolchain.name
            );
        }
        let mut executor = Jit::interpreting(&toolchain)?;
        let limits = Limits::timeout(self.timeout);
        let mut made = Vec::new();
        for (name, text) in &programs {
            let one = self.repaired(name, text, &mut executor, &limits, &toolchain);
            made.push(one.with_context(|| format!("cannot sanitize {name}"))?);
        }
        let texts: Vec<&str> = made.iter().map(|one| one.program.trim_end()).collect();
        let text = texts.join("\n\n// -----\n\n");
        if self.json {
            let documents = made.iter().zip(&programs).map(|(one, (name, _))| OfProgram {
                program: name.clone(),
                document: AnswerOrError::Answer(one.document.clone()),
            });
            let document = match &made[..] {
                [one] => one.document.clone(),
                _ => json!(Document::Programs { programs: documents.collect() }),
            };
            output::data(&format!("{document:#}"))?;
        }
        match &self.output {
            Some(file) => files::write(file, format!("{text}\n"))?,
            None if !self.json => output::data(&text)?,
            None => {}
        }
        for (one, (name, _)) in made.iter().zip(&programs) {
            if made.len() > 1 {
                crate::observe::tell(&format!("{name}:"));
            }
            one.told.iter().for_each(|line| crate::observe::tell(line));
        }
        Ok(if made.iter().all(|one| one.is_defined) { 0 } else { STATUS_UNDEFINED })
    }

    /// Repairs one program of the file.
    fn repaired(
        &self,
        name: &str,
        text: &str,
        executor: &mut Jit,
        limits: &Limits,
        toolchain: &Toolchain,
    ) -> anyhow::Result<SanitizedProgram> {
        let generic = executor.state_after(text, &[], limits)?;
        let module = ir::module(&generic).map_err(|why| anyhow::anyhow!("{why}"))?;
        let before = self.before(executor, text, limits)?;
        let mut run_but =
            |spared: &HashSet<u32>| RepairedProgram::run(&module, spared, &before, executor, limits);
        let mut repaired = run_but(&HashSet::new());
        if !repaired.is_right() {
            let found = repaired.sanitized.found.iter().filter(|found| found.repaired);
            let operations: BTreeSet<u32> = found.map(|found| found.number).collect();
            let operations: Vec<u32> = operations.into_iter().collect();
            let spared = fewest(&operations, |spared| run_but(spared).is_right());
            repaired = run_but(&spared);
        }
        let computes_the_same = repaired.computes_the_same();
        let RepairedProgram { sanitized, program, sets, .. } = repaired;
        executor
            .state_after(&program, &[], limits)
            .with_context(|| format!("lowdiff made an invalid program of {name}"))?;
        if !computes_the_same {
            bail!("a repair changes what it computes, so nothing is written");
        }
        // A set of arguments whose run is not defined tells most.
        let shown = sets.iter().find(|set| !set.is_defined()).unwrap_or(&sets[0]);
        let is_defined = sets.iter().all(RunPair::is_defined);
        let document = json!({
            "found": sanitized.found,
            "before": ending(shown.before),
            "after": ending(&shown.after),
            "defined": is_defined,
            "arguments": shown.arguments(),
            "sets": sets.iter().map(RunPair::document).collect::<Vec<_>>(),
            "program": format!("{}\n", program.trim_end()),
            "mlir": Mlir::of(toolchain),
        });
        let mut told = sentences(&sanitized, shown);
        if let several @ 2.. = sets.len() {
            let defined = sets.iter().filter(|set| set.is_defined()).count();
            told.push(format!("the result is defined with {defined} of {several} sets of arguments"));
        }
        Ok(SanitizedProgram { program, document, told, is_defined })
    }

    /// The runs of the program as it was: with the arguments that are given, or else with several sets that are drawn.
    ///
    /// # Errors
    /// The call that the user asks for is none of the program.
    fn before(&self, executor: &mut Jit, text: &str, limits: &Limits) -> anyhow::Result<Vec<CalledRun>> {
        let first = self.call.call(0)?;
        let ran = run(executor, text, &first, limits);
        let is_asked = first.entry.is_some() || !first.given.is_empty();
        if let Err(why) = &ran
            && is_asked
            && !why.is::<NoAnswer>()
        {
            bail!("{why:#}");
        }
        let count = ran.as_ref().map_or(0, |run| run.arguments.len());
        let mut all = vec![CalledRun::of(first.clone(), ran)];
        if !self.call.is_drawn() || count == 0 {
            return Ok(all);
        }
        for number in 1..DRAWN_SETS {
            let call = Call { seed: first.seed.wrapping_add(number), ..first.clone() };
            let ran = run(executor, text, &call, limits);
            all.push(CalledRun::of(call, ran));
        }
        for number in EVERYWHERE {
            let given = (0..count).map(|place| {
                let value = Some(Literal::Number(number.to_owned()));
                (place, UserArgument { value, ..first.given.get(&place).cloned().unwrap_or_default() })
            });
            let call = Call { given: given.collect(), ..first.clone() };
            // Not every type has the number.
            let ran = run(executor, text, &call, limits);
            all.extend(ran.is_ok().then(|| CalledRun::of(call, ran)));
        }
        Ok(all)
    }
}

/// A call of the program, and what it came to before anything was repaired.
struct CalledRun {
    /// The call with the arguments that were chosen.
    call: Call,
    ran: anyhow::Result<RunOf>,
}

impl CalledRun {
    fn of(call: Call, ran: anyhow::Result<RunOf>) -> CalledRun {
        CalledRun { call: ran.as_ref().map_or(call, |run| run.call.clone()), ran }
    }
}

/// A program with repairs, and its runs.
struct RepairedProgram<'b> {
    sanitized: Sanitized,
    /// Its text, with a comment in front of each change.
    program: String,
    /// True if MLIR takes it.
    is_valid: bool,
    sets: Vec<RunPair<'b>>,
}

impl<'b> RepairedProgram<'b> {
    /// Repairs all but these operations, and runs the result as the program was run before.
    fn run(
        module: &ir::Module,
        spared: &HashSet<u32>,
        before: &'b [CalledRun],
        executor: &mut Jit,
        limits: &Limits,
    ) -> RepairedProgram<'b> {
        let sanitized = sanitize_but(module, spared);
        let program = commented(&sanitized);
        let is_valid = executor.state_after(&program, &[], limits).is_ok();
        let mut after = |called: &CalledRun| run(executor, &program, &called.call, limits);
        let sets =
            before.iter().map(|called| RunPair { before: &called.ran, after: after(called) }).collect();
        RepairedProgram { sanitized, program, is_valid, sets }
    }

    /// True if MLIR takes it, and it shows what the program showed before.
    fn is_right(&self) -> bool {
        self.is_valid && self.computes_the_same()
    }

    /// True unless a run that was defined shows something else.
    fn computes_the_same(&self) -> bool {
        self.sets.iter().all(RunPair::computes_the_same)
    }
}

/// The runs with one set of arguments, before and after repairs.
struct RunPair<'b> {
    before: &'b anyhow::Result<RunOf>,
    after: anyhow::Result<RunOf>,
}

impl RunPair<'_> {
    fn is_defined(&self) -> bool {
        self.after.as_ref().is_ok_and(is_defined)
    }

    /// True unless a run that was defined shows something else.
    fn computes_the_same(&self) -> bool {
        match (self.before, &self.after) {
            (Ok(before), Ok(after)) => !is_changed(before, after),
            _ => true,
        }
    }

    fn arguments(&self) -> Option<&[Argument]> {
        self.before.as_ref().or(self.after.as_ref()).map(|run| &*run.arguments).ok()
    }

    fn document(&self) -> serde_json::Value {
        json!({
            "arguments": self.arguments(),
            "before": ending(self.before),
            "after": ending(&self.after),
        })
    }
}

/// Runs the entry function of a program.
fn run(executor: &mut Jit, program: &str, call: &Call, limits: &Limits) -> anyhow::Result<RunOf> {
    let prepared = executor.prepare(program, call)?;
    callable(&prepared)?;
    if !prepared.runs {
        bail!(NOT_RUN);
    }
    let interpreted = executor.interpret(&prepared.program, "main", limits)?;
    Ok(RunOf { call: prepared.own_call(call), arguments: prepared.arguments, interpreted })
}

fn is_defined(run: &RunOf) -> bool {
    run.interpreted.ending == Ending::Done && run.interpreted.returned.iter().all(ReturnedValue::is_defined)
}

/// True if a run that was defined shows something else. A run that takes too long tells nothing.
fn is_changed(before: &RunOf, after: &RunOf) -> bool {
    let [one, other] = [&before.interpreted, &after.interpreted];
    if !is_defined(before) || !one.makers.is_empty() || other.is_too_long() {
        return false;
    }
    one.ending != other.ending || one.outputs != other.outputs || one.returned != other.returned
}

/// The end of a run, as the document has it.
fn ending(run: &anyhow::Result<RunOf>) -> serde_json::Value {
    match run {
        Ok(run) => json!(EndingDocument::from(&run.interpreted.ending)),
        Err(why) => json!({ "NotRun": format!("{why:#}") }),
    }
}

/// The program, with a comment in front of each change.
fn commented(sanitized: &Sanitized) -> String {
    let comments: HashMap<u32, Vec<String>> = sanitized
        .changed
        .iter()
        .map(|(number, changes)| {
            let comment =
                |one: &ChangedOperation| format!("{}: {}", one.operation, words::change(one.change));
            (*number, changes.iter().map(comment).collect())
        })
        .collect();
    sanitized.module.commented(|number| {
        comments.get(&number).map_or(&[][..], Vec::as_slice).iter().map(String::as_str).collect()
    })
}

/// The sentences on what was found, for a person.
fn sentences(sanitized: &Sanitized, set: &RunPair<'_>) -> Vec<String> {
    let mut told = Vec::new();
    let mut repaired: BTreeMap<Repair, usize> = BTreeMap::new();
    for found in sanitized.found.iter().filter(|found| found.repaired) {
        *repaired.entry(found.change).or_default() += 1;
    }
    told.extend(
        repaired.iter().map(|(change, count)| format!("{count} repaired: {}", words::change(*change))),
    );
    told.extend(sanitized.found.iter().filter(|found| !found.repaired).map(|found| {
        let why = match found.spared {
            true => "its repair changes what a defined run computes, or makes the module invalid",
            false => "no repair knows its form, so it may be undefined",
        };
        format!("{} is not repaired: {why}; wanted: {}", found.operation, words::change(found.change))
    }));
    told.extend(set.arguments().map(Argument::lines).into_iter().flatten());
    told.extend([("before", set.before), ("after", &set.after)].map(|(when, run)| match run {
        Ok(run) if is_defined(run) => format!("{when}: defined"),
        Ok(run) => format!("{when}: {}", ended(&run.interpreted)),
        Err(why) => format!("{when}: not run: {why:#}"),
    }));
    told
}

fn ended(run: &Interpreted) -> String {
    match &run.ending {
        Ending::Done => "a result is undefined or open".to_owned(),
        Ending::Undefined(why) => format!("undefined: {}", words::cause(why)),
        Ending::Open(why) => format!("open: {}", words::cause(why)),
        Ending::Fault(why) => format!("fault: {}", words::cause(why)),
        Ending::Unsupported(why) => format!("not run: {}", words::cause(why)),
    }
}
