//! Running one pass.

use super::context::text;
use super::symbols::RawPassManager;
use super::{Context, Diagnostic, Module};
use crate::observe::{Refusal, StepAdvice, StepRefusal};
use crate::path::meant::meant;

/// The end of a pass that did come back.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PassOutcome {
    /// It reported success (what it left behind is not verified yet), with these diagnostics.
    Succeeded(Vec<Diagnostic>),
    /// It reported failure, with these diagnostics; the IR must not be used again.
    Failed(Vec<Diagnostic>),
}

/// A pass manager with a pipeline in it.
struct PassManager<'c> {
    raw: RawPassManager,
    context: &'c Context,
}

impl<'c> PassManager<'c> {
    fn parse(context: &'c Context, pipeline: &str) -> Result<PassManager<'c>, StepRefusal> {
        let api = &context.library.symbols;
        let mut parsed = false;
        // SAFETY: the manager is owned by the value returned, which destroys it.
        let manager = PassManager { raw: unsafe { (api.pass_manager_create)(context.raw) }, context };
        let (said, emitted) = context.collect(|| {
            // SAFETY: the text outlives the call; the callback gathers what is wrong with it.
            text(|callback, out| unsafe {
                let target = (api.pass_manager_as_op)(manager.raw);
                parsed = (api.pipeline_parse)(target, pipeline.into(), callback, out).succeeded();
            })
        });
        if parsed {
            return Ok(manager);
        }
        let emitted = emitted.into_iter().map(|d| d.message);
        let said = words_of(&said, emitted);
        let part = said.as_deref().and_then(Refusal::told_by);
        let advice = context.library.version().and_then(|(major, ..)| meant(pipeline, major));
        Err(StepRefusal { step: pipeline.to_owned(), part, said, advice })
    }
}

impl Drop for PassManager<'_> {
    fn drop(&mut self) {
        // SAFETY: owned.
        unsafe { (self.context.library.symbols.pass_manager_destroy)(self.raw) }
    }
}

/// The pipeline as MLIR prints it, which shows the options of its passes with their values.
///
/// # Errors
/// It does not parse. MLIR prints what is wrong with the value of an option to standard error; that is not in the error.
pub fn print_pipeline(context: &Context, pipeline: &str) -> Result<String, StepRefusal> {
    let manager = PassManager::parse(context, pipeline)?;
    let api = &context.library.symbols;
    // SAFETY: the manager is alive.
    Ok(text(|callback, out| unsafe {
        (api.pipeline_print)((api.pass_manager_as_op)(manager.raw), callback, out);
    }))
}

/// Runs `pipeline`, one pass anchored on builtin.module, without verifying what it leaves.
///
/// # Errors
/// The pipeline does not parse, or a pass in it cannot be scheduled under its anchor.
pub fn run_pass(module: &Module<'_>, pipeline: &str) -> Result<PassOutcome, StepRefusal> {
    let context = module.context;
    let manager = PassManager::parse(context, pipeline)?;
    let api = &context.library.symbols;
    // SAFETY: manager and module are alive. Without the verifier a pass's own failure and the invalid IR
    // of one that claims success stay apart.
    let (result, said) = context.collect(|| unsafe {
        (api.pass_manager_enable_verifier)(manager.raw, false);
        (api.pass_manager_run)(manager.raw, module.operation().raw)
    });
    if result.succeeded() {
        return Ok(PassOutcome::Succeeded(said));
    }
    // MLIR schedules interface-anchored passes when the pipeline is run, before any pass has started.
    if let Some(d) = said.iter().find(|d| Refusal::told_by(&d.message) == Some(Refusal::Place)) {
        return Err(StepRefusal {
            step: pipeline.to_owned(),
            part: Some(Refusal::Place),
            said: Some(d.message.clone()),
            advice: Some(StepAdvice::Nest {}),
        });
    }
    Ok(PassOutcome::Failed(said))
}

/// The sentences of MLIR, which says what is wrong over several lines with a caret; none where it hands over none, and may have printed one.
fn words_of(said: &str, emitted: impl Iterator<Item = String>) -> Option<String> {
    let lines = said.lines().filter_map(|l| l.split_once("error: ").map(|(_, m)| m.trim().to_owned()));
    let mut parts: Vec<String> = lines.chain(emitted).collect();
    parts.dedup();
    parts.retain(|part| !part.is_empty());
    if parts.is_empty() {
        let first = said.lines().map(str::trim).find(|line| !line.is_empty());
        parts.extend(first.map(str::to_owned));
    }
    (!parts.is_empty()).then(|| parts.join("; "))
}
