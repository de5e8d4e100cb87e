//! Two paths that differ in what is left open, where nobody knows what is right. The states of both tell: the program shows a choice that
//! each run makes ([`crate::eval::world`]), as the order of iterations or the place of memory; or a product and a sum are rounded once on
//! one path and twice on the other, and nobody knows how far that may take the results; or a pass changes results by design; or each step
//! of both is right, and one leaves elements open.

use crate::case::Case;
use crate::execute::{Checking, Executor, Isolation, States, Terms};
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
    let mut states = |report: &PathReport| {
        machine.check(Checking {
            program: case.source.text(syntax).to_owned(),
            printed: case.printed.clone(),
            steps: report.pipelines(),
            limits: terms.limits,
            isolation: Isolation::New,
        })
    };
    let is_open = |states: &States| {
        let open = |relation: &Refinement| match relation {
            Refinement::Unknown(Unknown::Open(
                Openness::Shown(_) | Openness::Whole | Openness::Design | Openness::GivenBack,
            )) => true,
            Refinement::Unknown(Unknown::Open(Openness::Rounding)) => rounds,
            _ => false,
        };
        relations(states).any(open)
    };
    let all: Vec<States> = reports.into_iter().filter_map(|report| states(report).ok()).collect();
    let leave_open = all.len() == 2 && all.iter().all(are_allowed) && all.iter().any(leave_elements_open);
    (leave_open || all.iter().any(is_open)).then(|| {
        let detail = Detail::OpenWhereTheyDiffer { why: None, paths: *paths, difference: difference.clone() };
        Verdict::incomparable(Reason::Open, None, detail)
    })
}

/// The relations of all states but the first.
fn relations(states: &States) -> impl Iterator<Item = &Refinement> {
    states.runs.iter().filter_map(|run| run.relation.as_ref()).map(|(_, relation)| relation)
}

/// True if each step is a right one.
fn are_allowed(states: &States) -> bool {
    let right = |relation: &Refinement| {
        matches!(relation, Refinement::Same | Refinement::Rounded | Refinement::Partly)
    };
    states.ended.is_none() && relations(states).all(right)
}

fn leave_elements_open(states: &States) -> bool {
    relations(states).any(|relation| *relation == Refinement::Partly)
}
