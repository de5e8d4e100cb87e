//! The fold hook that a step calls. Many passes call fold hooks: canonicalization, sccp, inlining, conversions. They are not at fault
//! then, so what a hook does wrong goes by one name, whichever pass came to call it: that of the pass that does little else.
//!
//! It applies to a step that turns results wrong. It asks the reference semantics for what the IR around the step shows, as it is and folded,
//! and runs operations by themselves. It concludes that a fold hook is to blame where the semantics evaluate the IR as expected, and the same
//! IR folded as the very results that the path is wrong with, if an operation's program by itself goes wrong like that.

use super::{Evidence, Suspect};
use crate::blame::after::After;
use crate::blame::blamed::{Before, Culprit};
use crate::blame::prefix::{Correctness, Reference};
use crate::blame::runner::PathRunner;
use crate::blame::split::Split;
use crate::execute::{Executor, Limits};
use crate::judge::{Deviation, agree};
use crate::observe::{Expected, PathReport, TypedOperation};
use crate::path::PathSpec;
use crate::path::catalogue::Role;
use crate::path::operations::mentions;
use crate::path::pipeline::pass_name;
use crate::program::Single;
use anyhow::Result;
use std::collections::{BTreeMap, BTreeSet};

pub(super) fn ask(suspect: &Suspect<'_>, evidence: &mut Evidence, runner: &mut PathRunner<'_>) -> Result<()> {
    let (Some(compared), Some(step), Some(again)) =
        (suspect.finishable(), evidence.unnamed_step(), &evidence.again)
    else {
        return Ok(());
    };
    let Some(wrong) = again.wrong.as_ref().filter(|_| !again.varies) else { return Ok(()) };
    let reference = compared.reference();
    let is_same = |folded: &[Expected]| {
        let folded = Reference { expected: Some(folded.to_vec()), ..reference.clone() };
        comes_to(&folded, wrong)
    };
    if let Some(found) = folding(runner, &suspect.steps[..step], reference, is_same) {
        evidence.found.way = Some(found.way());
        evidence.blame(found.culprit(runner, reference, (suspect.path, step, &suspect.steps[step - 1])));
    }
    Ok(())
}

/// The step that folds what there is to fold.
pub fn folds() -> String {
    Role::Folds.pass().step()
}

/// IR that is as expected, and what folding makes of it.
pub(super) struct Folding {
    /// The steps to the IR before.
    begun: Vec<String>,
    /// True where not the step itself folds, but the plain lowering behind it.
    behind: bool,
    ir_before: String,
    ir_after: String,
    /// The difference between what it shows after and what is expected.
    deviation: Box<Deviation>,
    /// The operation that is folded wrong, by itself.
    operation: Single,
}

/// Looks for wrong folding in the step that ends `steps` or, where that does nothing wrong itself, behind it. `is_same` says whether a program
/// that shows this shows what the path does.
pub(super) fn folding(
    runner: &mut PathRunner<'_>,
    steps: &[String],
    reference: &Reference,
    is_same: impl Fn(&[Expected]) -> bool,
) -> Option<Folding> {
    let (expected, (step, earlier)) = (reference.expected.as_deref()?, steps.split_last()?);
    let brings = [Role::BringsConstants.pass().step()];
    let brought = Role::BringsConstants.is_of(step) && *step != brings[0];
    let brought = brought.then(|| [earlier, &brings].concat());
    // The program itself may come to the same where the semantics cannot evaluate what the steps led to.
    let early = [Some(Vec::new()), Some(brings.to_vec())];
    let begins = [Some(earlier.to_vec()), brought, Some(steps.to_vec())].into_iter().chain(early).flatten();
    let mut seen = BTreeSet::new();
    let (limits, zero_sign) = (runner.terms.limits, reference.zero_sign);
    begins.filter(|begun| seen.insert(begun.clone())).find_map(|begun| {
        let ir_before = runner.text_after(&begun).ok()?;
        let shown = runner.executor.expected(&ir_before).ok()?;
        agree(&shown, expected, zero_sign).ok()?;
        let (ir_after, folded) = folded(runner.executor, &ir_before, &folds(), &limits)?;
        let deviation = agree(&folded, expected, zero_sign).err().filter(|_| is_same(&folded))?;
        let (operation, behind) = operation(runner, steps, reference)?;
        Some(Folding { begun, behind, ir_before, ir_after, deviation, operation })
    })
}

/// The operation by itself that is folded wrong in the last of `steps`, or behind it: equal results alone are no proof, as other bugs make zeros,
/// too. It is in the IR before that step, which comes to what folding makes of it; or it is behind it still, and so
/// does the plain lowering.
fn operation(runner: &mut PathRunner<'_>, steps: &[String], reference: &Reference) -> Option<(Single, bool)> {
    let (limits, zero_sign) = (runner.terms.limits, reference.zero_sign);
    let (step, earlier) = steps.split_last()?;
    let (before, after) = (runner.text_after(earlier).ok()?, runner.text_after(steps).ok());
    let singles = runner.executor.singles(&runner.program).ok()?;
    for single in folded_wrong(runner.executor, singles, &limits, zero_sign) {
        let name = single.operation.name.clone();
        if !mentions(&before, &name) {
            continue;
        }
        let Some((_, wrong)) = folded(runner.executor, &single.program, &folds(), &limits) else { continue };
        let by_step = folded(runner.executor, &single.program, step, &limits);
        if by_step.is_some_and(|(_, shown)| agree(&shown, &wrong, zero_sign).is_ok()) {
            return Some((single, false));
        }
        if after.as_ref().is_some_and(|after| mentions(after, &name)) {
            let wrong = Reference { expected: Some(wrong), ..reference.clone() };
            let plain = runner.run_alone(&single.program, vec![PathSpec::Drawn(Vec::new())]).ok()?;
            if plain.iter().any(|report| comes_to(&wrong, report)) {
                return Some((single, true));
            }
        }
    }
    None
}

/// True of a path that ran and gave what the reference says.
fn comes_to(reference: &Reference, report: &PathReport) -> bool {
    reference.standing(report).result == Correctness::Good
}

/// A program after a step, and what it shows then.
fn folded(
    executor: &mut dyn Executor,
    program: &str,
    step: &str,
    limits: &Limits,
) -> Option<(String, Vec<Expected>)> {
    let text = executor.text_after(program, &[step.to_owned()], limits).ok()?;
    let shown = executor.expected(&text).ok()?;
    Some((text, shown))
}

/// Those of some operations by themselves that folding makes wrong, up to the first other operation that it does not. There is none where
/// there are several and it makes all of them wrong: that is the pass's doing, and no fold hook's.
fn folded_wrong(
    executor: &mut dyn Executor,
    singles: Vec<Single>,
    limits: &Limits,
    zero_sign: bool,
) -> Vec<Single> {
    let mut wrong: Vec<Single> = Vec::new();
    let mut right: BTreeMap<TypedOperation, usize> = BTreeMap::new();
    for single in singles {
        let Ok(expected) = executor.expected(&single.program) else { continue };
        let Some((_, shown)) = folded(executor, &single.program, &folds(), limits) else { continue };
        if agree(&shown, &expected, zero_sign).is_err() {
            right.remove(&single.operation);
            wrong.push(single);
        } else if wrong.iter().all(|other| other.operation != single.operation) {
            *right.entry(single.operation).or_default() += 1;
        }
        // With operands that nothing is known of, and with constants.
        if !wrong.is_empty() && right.values().any(|ways| *ways >= 2) {
            return wrong;
        }
    }
    let of_all = right.is_empty() && wrong.iter().any(|other| other.operation != wrong[0].operation);
    if of_all { Vec::new() } else { wrong }
}

impl Folding {
    /// As the culprit of this step of a path, counted from 1.
    pub(super) fn culprit(
        self,
        runner: &mut PathRunner<'_>,
        reference: &Reference,
        (path, step, pipeline): (usize, usize, &str),
    ) -> Culprit {
        let folded = Some(self.operation);
        let ways = [Vec::new(), vec![folds()]].map(|steps| PathSpec::finished_plainly(&steps));
        let alone = runner.run_alone(&self.ir_before, ways.to_vec()).unwrap_or_default();
        let shows: Vec<Correctness> = alone.iter().map(|report| reference.standing(report).result).collect();
        let shown = match shows[..] {
            [Correctness::Good, Correctness::Wrong] => &alone[..],
            [_, Correctness::Wrong] => &alone[1..],
            _ => &[],
        };
        let caller = pass_name(pipeline);
        let (behind, deviation) = (self.behind, self.deviation);
        let after = match Role::Folds.is_of(pipeline) && !behind {
            true => After::Evaluated(deviation),
            false => After::Folded { deviation, step, pass: caller.to_owned(), behind },
        };
        // Behind the step, or behind inlining that is no step of the path.
        let met = match self.begun.last() {
            _ if self.behind => vec![caller.to_owned()],
            Some(last) if *last == Role::BringsConstants.pass().step() => vec![pass_name(last).to_owned()],
            _ => Vec::new(),
        };
        Culprit {
            path,
            step,
            pipeline: folds(),
            before: Before::Evaluated,
            after,
            ended: None,
            ir_before: self.ir_before,
            ir_after: Some(self.ir_after),
            alone: shown.iter().map(PathReport::pipelines).collect(),
            met,
            varies: false,
            evaluated: true,
            folded,
        }
    }

    /// The path that shows it.
    pub(super) fn way(&self) -> Split {
        Split { before: self.begun.clone(), culprit: folds(), after: Vec::new() }
    }
}
