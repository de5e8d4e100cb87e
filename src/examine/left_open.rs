//! Two paths that differ in what is left open, where nobody knows what is right. The states of both tell: the program shows a choice that
//! each run makes ([`crate::eval::world`]), as the order of iterations or the place of memory; or a product and a sum are rounded once on
//! one path and twice on the other, and nobody knows how far that may take the results; or a pass changes results by design.

use crate::case::Case;
use crate::execute::{Checking, Executor, Isolation, Terms};
use crate::judge::refine::{Openness, Refinement, Unknown};
use crate::judge::{Detail, Floats, Reason, Verdict, VerdictKind};
use crate::observe::PathReport;
use crate::program::Syntax;

/// The verdict where a step of either path shows that, and it may be all there is to the difference.
pub fn open(
    executor: &mut dyn Executor,
    case: &Case,
    reports: &[PathReport],
    (syntax, terms): (Syntax, Terms),
    first: &Verdict,
) -> Option<Verdict> {
    let Detail::Differ { paths, difference } = &first.detail else { return None };
    let [one, other] = paths.each_ref().map(|path| reports.get(path.0));
    let reports = [one?, other?];
    if first.kind != VerdictKind::Mismatch {
        return None;
    }
    let rounds = Floats::between(reports[0], reports[1]) > Floats::Kept;
    let machine = executor.checks_steps()?;
    let mut is_open = |report: &PathReport| {
        let states = machine.check(Checking {
            program: case.source.text(syntax).to_owned(),
            printed: case.printed.clone(),
            steps: report.pipelines(),
            limits: terms.limits,
            isolation: Isolation::New,
        });
        let open = |(_, relation): &(usize, Refinement)| match relation {
            Refinement::Unknown(Unknown::Open(Openness::Shown(_) | Openness::Whole | Openness::Design)) => {
                true
            }
            Refinement::Unknown(Unknown::Open(Openness::Rounding)) => rounds,
            _ => false,
        };
        states.is_ok_and(|states| states.runs.iter().any(|run| run.relation.as_ref().is_some_and(open)))
    };
    reports.into_iter().any(&mut is_open).then(|| {
        let detail = Detail::OpenWhereTheyDiffer { why: None, paths: *paths, difference: difference.clone() };
        Verdict::incomparable(Reason::Open, None, detail)
    })
}
