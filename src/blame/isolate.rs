//! The operation that goes wrong: each is run by itself, in the order in which the program runs them.

use super::blamed::Blamed;
use super::results::wrong_results;
use super::runner::{PathRunner, Tries};
use super::strategies::folds;
use crate::case::{Case, Source};
use crate::examine::Examined;
use crate::execute::{Executor, Job, Terms};
use crate::judge::{Verdict, judge};
use crate::observe::TypedOperation;
use crate::path::PathSpec;
use crate::program::{Single, Syntax};
use anyhow::Result;

/// An operation that goes wrong by itself as it does in the program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Isolated {
    /// Its name with element types.
    pub operation: TypedOperation,
    /// Its place in the program.
    pub location: String,
    /// A program of it alone, the path it goes wrong on, and what is to be expected.
    pub case: Case,
}

impl Isolated {
    /// The operation's name alone.
    pub fn name(&self) -> &str {
        &self.operation.name
    }
}

/// Looks for the operation that goes wrong by itself, and for the pass to blame on its own program where that is not known yet.
pub fn wrong_operation(
    executor: &mut dyn Executor,
    blamed: &mut Blamed,
    steps: &[String],
    tries: Tries,
    (syntax, terms): (Syntax, Terms),
) -> Result<()> {
    let program = blamed.case.source.text(syntax);
    let folding = [folds()];
    // An operation that is known to be folded wrong is what it is about, and not another that every way down has wrong.
    let (singles, steps) = match blamed.culprits().find_map(|culprit| culprit.folded.clone()) {
        Some(single) => (vec![single], &folding[..]),
        // A program that the semantics cannot take apart stays whole.
        None => (executor.singles(program).unwrap_or_default(), steps),
    };
    let mut asked = Singles { executor, terms, tries };
    let Some((isolated, examined)) = asked.first(singles, steps, &blamed.verdict) else { return Ok(()) };
    if blamed.verdict.pass.is_some() {
        blamed.operation = Some(isolated);
        return Ok(());
    }
    let Examined { case, reports, verdict, .. } = examined;
    let mut own = Blamed { operation: Some(isolated.clone()), ..Blamed::nobody(case, verdict) };
    let tries = asked.tries;
    let mut runner = PathRunner { tries, ..PathRunner::new(executor, &own.case, syntax, terms) };
    let known = blamed.culprits().next().is_some();
    blamed.operation = Some(isolated);
    if known {
        return Ok(());
    }
    wrong_results(&mut runner, &mut own, &reports, None, false)?;
    if let Some(path) = own.paths.into_iter().find(|path| path.culprit.is_some()) {
        blamed.paths.retain(|other| other.path != path.path);
        blamed.paths.insert(0, path);
    }
    Ok(())
}

/// Tries operations by themselves.
struct Singles<'a> {
    /// The executor that runs them.
    executor: &'a mut dyn Executor,
    /// The terms on which each path is run.
    terms: Terms,
    /// The number of operations that may still be tried.
    tries: Tries,
}

impl Singles<'_> {
    /// The first operation that by itself comes to what `verdict` says of the program, with how it was run: along `steps` and then
    /// plainly, or plainly from the start, as not every path of a program leads down from a smaller one. There is none where each by itself is
    /// right, or is not known to the reference semantics.
    fn first(
        &mut self,
        singles: Vec<Single>,
        steps: &[String],
        verdict: &Verdict,
    ) -> Option<(Isolated, Examined)> {
        for single in singles {
            if !self.tries.take(1) {
                break;
            }
            let source = Source::verbatim(single.program);
            let paths = vec![PathSpec::finished_plainly(steps), PathSpec::Drawn(Vec::new())];
            let case = Case { source, printed: Vec::new(), paths, expected: None };
            let Some(examined) = self.try_one(case, verdict) else { continue };
            let (operation, location) = (single.operation, single.location);
            return Some((Isolated { operation, location, case: examined.case.clone() }, examined));
        }
        None
    }

    /// Runs one of them; none where it does not come to what `verdict` says.
    fn try_one(&mut self, mut case: Case, verdict: &Verdict) -> Option<Examined> {
        let program = case.source.newest().to_owned();
        case.expected = Some(self.executor.expected(&program).ok()?);
        let job = Job::new(program, case.paths.clone(), self.terms);
        let reports = self.executor.run(&job).ok()?;
        reports.into_iter().find_map(|report| {
            let reports = vec![report];
            let own = judge(&reports, case.prescribed());
            let same = own.kind == verdict.kind
                && own.pass == verdict.pass
                && own.zero_sign == verdict.zero_sign
                // A diagnostic about another operation is another fault.
                && own.complaint == verdict.complaint;
            same.then(|| Examined { case: case.fixed(&reports), reports, verdict: own, first: None })
        })
    }
}
