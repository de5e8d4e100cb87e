//! The size of a candidate, and its program just before the culprit.

use super::question::{Candidate, Question};
use super::state::Size;
use super::text::weight;
use super::{elements, program};
use crate::blame::Split;
use crate::execute::{Edited, Executor, Terms};
use crate::ir::Outline;
use anyhow::Result;

/// The size of a candidate.
///
/// # Errors
/// The program is not valid.
pub fn measure(executor: &mut dyn Executor, candidate: &Candidate) -> Result<Size> {
    Ok(size(&executor.modules()?.edit(&candidate.program, &[])?, &candidate.path))
}

/// The program just before the culprit with nothing but the culprit, and its size; none where that does not show it, or there is
/// no culprit.
///
/// # Errors
/// Nothing can be run at all.
pub fn behind(
    executor: &mut dyn Executor,
    question: &Question,
    source: &Candidate,
    terms: &Terms,
) -> Result<Option<(Candidate, Size)>> {
    if question.every_path {
        return Ok(None);
    }
    let program = match source.path.before.as_slice() {
        [] => Ok(source.program.clone()),
        before => executor.text_after(&source.program, before, &terms.limits),
    };
    let Ok(program) = program else { return Ok(None) };
    let path = Split { before: Vec::new(), ..source.path.clone() };
    let candidate = Candidate { program, path, printed: source.printed.clone() };
    if !question.holds(executor, &candidate, terms)? {
        return Ok(None);
    }
    Ok(measure(executor, &candidate).ok().map(|size| (candidate, size)))
}

/// The size of a candidate whose program has been read. Its text is weighed in MLIR's spelling, so that comments and names weigh nothing.
pub fn size(read: &Edited, path: &Split) -> Size {
    let outline = &read.outline;
    let steps: usize = path.with().iter().map(String::len).sum();
    Size {
        operations: program::counted(outline),
        steps: path.before.len() + path.after.len(),
        all: outline.lines.len() + ARGUMENT * arguments(outline),
        weight: weight(&read.program) + elements::weight(outline) + steps as u64,
    }
}

/// An argument is more to read than a constant in its place.
const ARGUMENT: usize = 2;

fn arguments(outline: &Outline) -> usize {
    let blocks = outline.lines.iter().flat_map(|line| &line.blocks);
    blocks.map(|block| block.arguments.len()).sum()
}
