//! Programs somebody wrote, which may go wrong by themselves.
//!
//! A generated program is defined, so whatever its lowered code does wrong is MLIR's fault. Of another one nobody knows that: a
//! division by zero is folded on one path and traps on the next. So it is lowered plainly before anything else, and where that
//! faults, what its lowered code does is no finding.

use super::Campaign;
use crate::case::Case;
use crate::execute::{self, Call, Executor, Job, Limits, Runner, Undefined, UserProgram};
use crate::ir;
use crate::judge::{Detail, Excuse, Reason, Verdict};
use crate::observe::{Outcome, PathReport, Subject};
use crate::path::PathSpec;
use crate::sanitize::sanitize;
use crate::words;

/// A program to be explored.
pub struct GivenProgram {
    /// It, as somebody wrote it or after repairs.
    pub program: UserProgram,
    /// The way in which it was undefined, if it was repaired.
    pub repaired: Option<Undefined>,
}

/// A case from a program somebody wrote, with paths still to be chosen. One that is undefined is repaired where that is asked for and
/// makes it defined.
///
/// # Errors
/// The program is not valid, or its `main` cannot be compared.
pub fn prepare(
    campaign: &mut Campaign,
    program: &str,
    call: &Call,
    sanitize: bool,
) -> anyhow::Result<GivenProgram> {
    let executor = campaign.executor.as_mut();
    let mut given = execute::user_program(executor, program, call, Vec::new())?;
    let mut repaired = None;
    if sanitize
        && given.undefined.is_some()
        && let Some(defined) = defined(executor, program, call, &campaign.terms.limits)
    {
        repaired = std::mem::replace(&mut given, defined).undefined;
    }
    if let Some(why) = &given.silent {
        campaign.silent.insert(given.case.source.newest().to_owned(), why.clone());
    }
    if given.poison {
        campaign.poisonous.insert(given.case.source.newest().to_owned());
    }
    Ok(GivenProgram { program: given, repaired })
}

/// A program that is undefined, after repairs; none where it is undefined still.
fn defined(executor: &mut dyn Executor, program: &str, call: &Call, limits: &Limits) -> Option<UserProgram> {
    let generic = executor.library()?.state_after(program, &[], limits).ok()?;
    let repaired = sanitize(&ir::module(&generic).ok()?).module.generic();
    let given = execute::user_program(executor, &repaired, call, Vec::new()).ok()?;
    given.undefined.is_none().then_some(given)
}

/// Lowers a given program plainly, and keeps in mind whether that faults. The result is for its author to know before it is
/// explored: the end of a sentence about it.
///
/// # Errors
/// It cannot be run at all.
pub fn try_plainly(campaign: &mut Campaign, given: &UserProgram) -> anyhow::Result<Option<String>> {
    if !given.runs {
        let remark = "has no func.func @main, nor a single public function that can be called, so it is not run: only crashes, \
            time-outs and invalid IR can be found in it; --entry names a function";
        return Ok(Some(remark.to_owned()));
    }
    let case = Case { paths: vec![PathSpec::Drawn(Vec::new())], ..given.case.clone() };
    let job = Job::of(&case, campaign.syntax, campaign.terms.without_checks());
    let mut reports = campaign.executor.run(&job)?;
    let watches = campaign.executor.capabilities().has_besides(Runner::Interpreter);
    let fine = reports.iter().all(|report| report.outcome == Outcome::Ok);
    if watches && fine && case.expected.is_none() {
        // A division by zero traps on the processor, unless the code generator has folded it into whatever it likes.
        let watched = campaign.executor.run(&Job { runner: Some(Runner::Interpreter), ..job })?;
        if watched.iter().any(divides_wrongly) {
            reports = watched;
        }
    }
    let Some(report) = reports.first() else { return Ok(None) };
    let why = report.failure.as_ref().map(words::failure);
    let why = why.as_deref().and_then(|why| why.lines().next());
    let ended = format!(
        "ends as {} when it is lowered plainly ({})",
        report.outcome,
        why.unwrap_or("no reason is known")
    );
    Ok(match report.outcome {
        Outcome::Fault | Outcome::Undefined if case.expected.is_none() => {
            campaign.faulty.insert(case.source.newest().to_owned());
            Some(ended + ", and may be undefined itself: what its lowered code does counts as incomparable")
        }
        Outcome::Ok if report.outputs.is_empty() => {
            Some("prints nothing and returns nothing: no results can be compared".to_owned())
        }
        Outcome::Declined | Outcome::Incomplete | Outcome::Unsupported | Outcome::Timeout => Some(ended),
        _ => None,
    })
}

/// The verdict, unless it is of what a program's code does that goes wrong by itself.
pub(super) fn excuse(campaign: &Campaign, case: &Case, verdict: Verdict) -> Verdict {
    if !(verdict.rests_on_behaviour() && campaign.faulty.contains(case.source.newest())) {
        let is_poisonous = campaign.poisonous.contains(case.source.newest());
        return if is_poisonous { verdict.of_poison_maker() } else { verdict };
    }
    let detail = Detail::Excused { why: Excuse::FaultsPlainly, verdict: Box::new(verdict) };
    Verdict::incomparable(Reason::Hazard, None, detail)
}

/// True if a run ended at a division that has no result.
fn divides_wrongly(report: &PathReport) -> bool {
    report.failure.as_ref().is_some_and(|failure| failure.about == Some(Subject::Division))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::case::Source;
    use crate::execute::fake::Fake;
    use crate::judge::VerdictKind;
    use crate::observe::example::{crashed, ok};
    use crate::observe::{Failure, PathReport};
    use crate::program::Syntax;
    use crate::report::{Mlir, Store};

    fn faulted() -> PathReport {
        let failure = Failure::of("SIGFPE\nmore".into());
        PathReport { outcome: Outcome::Fault, outputs: vec![], failure: Some(failure), ..ok("a", 0) }
    }

    /// The results of a program's paths, and what is said of it first.
    fn explored(
        plain: PathReport,
        paths: Vec<PathReport>,
        runs: bool,
    ) -> (VerdictKind, Option<Reason>, String) {
        let out = tempfile::tempdir().unwrap();
        let plain = runs.then_some(vec![plain]);
        let answers: Vec<_> = plain.into_iter().chain([paths.clone(), paths]).collect();
        let mlir = Mlir { name: "22".into(), version: "22.1.8".into(), build_id: "ab".into(), commit: None };
        let executor = Box::new(Fake::new(answers));
        let mut campaign = Campaign::with(mlir, Syntax::V22, executor, None, Store::new(out.path()));
        let source = Source::verbatim("module {}".into());
        let case = Case { source, printed: vec![], expected: None, paths: vec![] };
        let remark = try_plainly(
            &mut campaign,
            &UserProgram {
                case: case.clone(),
                silent: None,
                runs,
                arguments: vec![],
                undefined: None,
                poison: false,
            },
        )
        .unwrap();
        let verdict = campaign.run_case(&case, None).unwrap().verdict;
        (verdict.kind, verdict.reason, remark.unwrap_or_default())
    }

    #[test]
    fn a_division_is_told_by_its_kind_and_not_by_its_words() {
        let ended = |about| {
            let failure = Failure { about, ..Failure::of("a division went well".into()) };
            PathReport { failure: Some(failure), ..PathReport::of(Outcome::Undefined) }
        };
        assert!(divides_wrongly(&ended(Some(Subject::Division))));
        assert!(!divides_wrongly(&ended(None)));
    }

    #[test]
    fn what_a_faulty_program_does_is_no_finding_and_what_passes_do_is() {
        let (kind, reason, remark) = explored(faulted(), vec![ok("a", 1), faulted()], true);
        assert_eq!((kind, reason), (VerdictKind::Incomparable, Some(Reason::Hazard)));
        assert!(remark.contains("ends as fault when it is lowered plainly (SIGFPE)"), "{remark}");
        let differ = || vec![ok("a", 1), ok("b", 2)];
        assert_eq!(explored(faulted(), differ(), true).0, VerdictKind::Incomparable);
        assert_eq!(explored(faulted(), vec![ok("a", 1), crashed("p")], true).0, VerdictKind::Crash);
        assert_eq!(explored(ok("a", 1), differ(), true), (VerdictKind::Mismatch, None, String::new()));
        assert_eq!(explored(ok("a", 1), vec![ok("a", 1), faulted()], true).0, VerdictKind::Memory);
        let (kind, _, remark) = explored(ok("a", 1), vec![ok("a", 1), crashed("p")], false);
        assert!(kind == VerdictKind::Crash && remark.contains("is not run"), "{remark}");
    }
}
