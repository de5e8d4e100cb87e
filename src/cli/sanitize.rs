//! `lowdiff sanitize`: a defined program in place of one that may be undefined.

use super::call_arguments::{CallArguments, tell_arguments};
use super::input::{mlir_name, read_program};
use super::output;
use crate::execute::{
    Argument, Call, ChecksSteps as _, Ending, Interpreted, Jit, Limits, ReadsPrograms as _, ReturnedValue,
};
use crate::files;
use crate::ir;
use crate::mlir::toolchain;
use crate::report::{EndingDocument, Mlir};
use crate::sanitize::{Repair, Sanitized, sanitize};
use crate::words;
use anyhow::{Context, bail};
use clap::Args;
use serde_json::json;
use std::collections::BTreeMap;
use std::path::PathBuf;

/// Write a defined program in place of one that may be undefined
///
/// Each operation that may be undefined is repaired where it stands: a divisor that may be zero, an index that may lie out of bounds,
/// memory that nobody wrote, a flag that promises something. A run that was defined computes what it did before. The result is in
/// generic form, and a comment stands in front of each change. Its entry function is run. Exit status: 0 the result is defined; 2 usage
/// or set-up error; 3 the result is undefined still, or nothing could be run.
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
        let text = read_program(&self.file)?;
        let toolchain = toolchain::find(&mlir_name(self.mlir.as_deref()))?;
        if toolchain.is_program() {
            bail!(
                "a program is parsed by MLIR's C API, which {} has not: name another --mlir",
                toolchain.name
            );
        }
        let mut executor = Jit::interpreting(&toolchain)?;
        let limits = Limits::timeout(self.timeout);
        let context = || format!("cannot sanitize {}", self.file.display());
        let generic = executor.state_after(&text, &[], &limits).with_context(context)?;
        let module = ir::module(&generic).map_err(|why| anyhow::anyhow!("{why}")).with_context(context)?;
        let sanitized = sanitize(&module);
        let program = commented(&sanitized);
        executor
            .state_after(&program, &[], &limits)
            .with_context(|| format!("lowdiff made an invalid program of {}", self.file.display()))?;
        let call = self.call.call(0)?;
        let before = run(&mut executor, &text, &call, &limits);
        // Both are called with the same arguments.
        let same = before.as_ref().map_or(&call, |run| &run.call);
        let after = run(&mut executor, &program, same, &limits);
        if let (Ok(before), Ok(after)) = (&before, &after)
            && let Some(why) = changed(before, after)
        {
            bail!("lowdiff changed what {} computes: {why}", self.file.display());
        }
        let is_defined = after.as_ref().is_ok_and(is_defined);
        if self.json {
            let ending = |run: &anyhow::Result<RunOf>| match run {
                Ok(run) => json!(EndingDocument::from(&run.interpreted.ending)),
                Err(why) => json!({ "NotRun": format!("{why:#}") }),
            };
            let document = json!({
                "found": sanitized.found,
                "before": ending(&before),
                "after": ending(&after),
                "defined": is_defined,
                "arguments": before.as_ref().or(after.as_ref()).map(|run| &run.arguments).ok(),
                "program": program,
                "mlir": Mlir::of(&toolchain),
            });
            output::data(&format!("{document:#}"))?;
        }
        match &self.output {
            Some(file) => files::write(file, &program)?,
            None if !self.json => output::data(program.trim_end())?,
            None => {}
        }
        tell(&sanitized, &before, &after);
        Ok(if is_defined { 0 } else { STATUS_UNDEFINED })
    }
}

/// Runs the entry function of a program.
fn run(executor: &mut Jit, program: &str, call: &Call, limits: &Limits) -> anyhow::Result<RunOf> {
    let prepared = executor.prepare(program, call)?;
    if let Some(why) = &prepared.unable {
        bail!("{why}");
    }
    if !prepared.runs {
        bail!(super::call_arguments::NOT_CALLED);
    }
    let interpreted = executor.interpret(&prepared.program, "main", limits)?;
    Ok(RunOf { call: prepared.own_call(call), arguments: prepared.arguments, interpreted })
}

fn is_defined(run: &RunOf) -> bool {
    run.interpreted.ending == Ending::Done && run.interpreted.returned.iter().all(ReturnedValue::is_defined)
}

/// The sentence that a run which was defined shows something else; none where it does not.
fn changed(before: &RunOf, after: &RunOf) -> Option<String> {
    let [one, other] = [&before.interpreted, &after.interpreted];
    if !is_defined(before) || !one.makers.is_empty() {
        return None;
    }
    let is_kept =
        one.ending == other.ending && one.outputs == other.outputs && one.returned == other.returned;
    (!is_kept).then(|| format!("{:?} and {:?}", one.outputs, other.outputs))
}

/// The program, with a comment in front of each change.
fn commented(sanitized: &Sanitized) -> String {
    sanitized.module.commented(|number| {
        sanitized
            .changed
            .get(&number)
            .map_or(&[][..], Vec::as_slice)
            .iter()
            .map(|one| words::change(*one))
            .collect()
    })
}

/// Tells a person what was found.
fn tell(sanitized: &Sanitized, before: &anyhow::Result<RunOf>, after: &anyhow::Result<RunOf>) {
    let mut repaired: BTreeMap<Repair, usize> = BTreeMap::new();
    for found in sanitized.found.iter().filter(|found| found.repaired) {
        *repaired.entry(found.change).or_default() += 1;
    }
    for (change, count) in &repaired {
        crate::observe::tell(&format!("{count} repaired: {}", words::change(*change)));
    }
    for found in sanitized.found.iter().filter(|found| !found.repaired) {
        crate::observe::tell(&format!("{} is not repaired, so it may be undefined", found.operation));
    }
    if let Ok(run) = before.as_ref().or(after.as_ref()) {
        tell_arguments(&run.arguments);
    }
    for (when, run) in [("before", before), ("after", after)] {
        crate::observe::tell(&match run {
            Ok(run) if is_defined(run) => format!("{when}: defined"),
            Ok(run) => format!("{when}: {}", ended(&run.interpreted)),
            Err(why) => format!("{when}: not run: {why:#}"),
        });
    }
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
