//! What a folder does wrong. Many passes call folders: canonicalization, sccp, inlining, conversions. None of them is at fault
//! then, so it goes by one name, whichever came to call it: `canonicalize`, which does little else.
//!
//! A folder is to blame where the reference semantics evaluate the IR as expected, and the same IR canonicalized as
//! the very results that the path is wrong with. And an operation's own folder is, where its program by itself goes wrong like that.

use super::blame::Follow;
use super::blamed::Culprit;
use super::prefix::{Reference, Standing};
use super::question::Split;
use super::scene::Scene;
use crate::execute::Executor;
use crate::execute::Limits;
use crate::judge::agree;
use crate::observe::{Expected, PathReport};
use crate::path::PathSpec;
use crate::path::pipeline::pass_name;
use crate::program::Single;
use std::collections::{BTreeMap, BTreeSet};

/// Folds what there is to fold.
pub(super) const FOLDS: &str = "builtin.module(canonicalize)";
/// Brings constants to where they are folded, and folds nothing.
const BRINGS: &str = "builtin.module(inline{default-pipeline=})";

/// IR that is as expected, and what canonicalizing it makes of it.
pub(super) struct Folding {
    /// The steps to the IR before.
    begun: Vec<String>,
    /// Whether the step itself is among them.
    behind: bool,
    ir_before: String,
    ir_after: String,
    /// How what it shows after differs from what is expected.
    detail: String,
}

/// What folding does wrong in the step that ends `steps` or, where that does nothing wrong itself, behind it. `is_same` says whether a program
/// that shows this shows what the path does.
pub(super) fn folding(
    scene: &mut Scene<'_>,
    steps: &[String],
    reference: &Reference,
    is_same: impl Fn(&[Expected]) -> bool,
) -> Option<Folding> {
    let (expected, (step, earlier)) = (reference.expected.as_deref()?, steps.split_last()?);
    let brings = [BRINGS.to_owned()];
    let brought = pass_name(step) == pass_name(BRINGS) && step != BRINGS;
    let brought = brought.then(|| [earlier, &brings].concat());
    // Where the semantics cannot evaluate what the steps led to, the program itself may come to the same.
    let early = [Some(Vec::new()), Some(brings.to_vec())];
    let begins = [Some(earlier.to_vec()), brought, Some(steps.to_vec())].into_iter().chain(early).flatten();
    let mut seen = BTreeSet::new();
    begins.filter(|begun| seen.insert(begun.clone())).find_map(|begun| {
        let limits = scene.limits;
        let ir_before = scene.executor.text_after(&scene.program, &begun, &limits).ok()?;
        let shown = scene.executor.expected(&ir_before).ok()?;
        agree(&shown, expected, reference.zero_sign).ok()?;
        let (ir_after, folded) = canonicalized(scene.executor, &ir_before, &limits)?;
        let detail = agree(&folded, expected, reference.zero_sign).err().filter(|_| is_same(&folded))?;
        let behind = begun == steps;
        Some(Folding { begun, behind, ir_before, ir_after, detail })
    })
}

/// A program canonicalized, and what it shows then.
fn canonicalized(
    executor: &mut dyn Executor,
    program: &str,
    limits: &Limits,
) -> Option<(String, Vec<Expected>)> {
    let text = executor.text_after(program, &[FOLDS.to_owned()], limits).ok()?;
    let shown = executor.expected(&text).ok()?;
    Some((text, shown))
}

/// Those of some operations by themselves that canonicalization makes wrong, up to the first other operation that it does not. None where
/// there are several and it makes all of them wrong: that is the pass's doing, and no folder's.
pub(super) fn folded_wrong(
    executor: &mut dyn Executor,
    singles: Vec<Single>,
    limits: &Limits,
    zero_sign: bool,
) -> Vec<Single> {
    let mut wrong: Vec<Single> = Vec::new();
    let mut right: BTreeMap<String, usize> = BTreeMap::new();
    for single in singles {
        let Ok(expected) = executor.expected(&single.program) else { continue };
        let Some((_, folded)) = canonicalized(executor, &single.program, limits) else { continue };
        if agree(&folded, &expected, zero_sign).is_err() {
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

/// Whether canonicalization is named, for what a folder does.
pub(super) fn is_of_folders(culprit: &Culprit) -> bool {
    culprit.pipeline == FOLDS
}

impl Folding {
    /// As the culprit of this step of a path, counted from 1.
    pub(super) fn culprit(
        self,
        scene: &mut Scene<'_>,
        reference: &Reference,
        (path, step, pipeline): (usize, usize, &str),
    ) -> Culprit {
        let ways = [Vec::new(), vec![FOLDS.to_owned()]].map(|steps| PathSpec::finished_plainly(&steps));
        let alone = scene.run_alone(&self.ir_before, ways.to_vec()).unwrap_or_default();
        let shows: Vec<Standing> = alone.iter().map(|report| reference.standing(report).0).collect();
        let shown = match shows[..] {
            [Standing::Good, Standing::Wrong] => &alone[..],
            [_, Standing::Wrong] => &alone[1..],
            _ => &[],
        };
        let caller = pass_name(pipeline);
        let after = match self.behind {
            true => {
                format!("{}; what is behind step {step}, {caller}, comes to the same by folding", self.detail)
            }
            false if caller == pass_name(FOLDS) => self.detail,
            false => format!("{}; step {step}, {caller}, comes to the same by folding", self.detail),
        };
        // Behind the step, or behind inlining that is no step of the path.
        let met = match self.begun.last() {
            _ if self.behind => vec![caller.to_owned()],
            Some(last) if last == BRINGS => vec![pass_name(BRINGS).to_owned()],
            _ => Vec::new(),
        };
        Culprit {
            path,
            step,
            pipeline: FOLDS.to_owned(),
            before: "as the reference semantics evaluate it".to_owned(),
            after,
            ir_before: self.ir_before,
            ir_after: Some(self.ir_after),
            alone: shown.iter().map(PathReport::pipelines).collect(),
            met,
            varies: false,
            evaluated: true,
        }
    }

    /// The path that shows it.
    pub(super) fn way(&self) -> Split {
        Split { before: self.begun.clone(), culprit: FOLDS.to_owned(), after: Vec::new() }
    }
}

impl Follow<'_> {
    /// The folder to blame instead of the step with this number, counted from 1, and the path that shows it; none where it is not
    /// one. `wrong` is the path up to the step, finished.
    pub(super) fn by_folding(
        &self,
        scene: &mut Scene<'_>,
        step: usize,
        wrong: &PathReport,
    ) -> Option<(Culprit, Split)> {
        let reference = self.finishing.reference;
        let comes_to = |folded: &[Expected]| {
            let folded = Reference { expected: Some(folded.to_vec()), ..reference.clone() };
            folded.standing(wrong).0 == Standing::Good
        };
        let found = folding(scene, &self.steps[..step], reference, comes_to)?;
        let way = found.way();
        Some((found.culprit(scene, reference, (self.path, step, &self.steps[step - 1])), way))
    }
}
