//! The results of compiled code do not depend on the content of fresh memory.
//!
//! Nobody looks at compiled code step by step. But before it runs its memory is filled with a pattern, on the heap and on the stack
//! below `main`; filled with another one, it has to compute the same. The interpreter needs none of this: it knows which bytes nobody
//! wrote, and says where results come from that are not the same.

use super::look::{At, Look, LookedAt, Seen};
use crate::execute::{Executor, Job, Runner};
use crate::judge::{Detail, Floats, Refilled, Verdict, VerdictKind, compare, judge};
use crate::observe::{Element, Outcome, PathLetter, PathReport, Prescribed};

/// Another byte for fresh memory.
pub const OTHERWISE: u8 = 0;

/// The look.
pub const LOOK: Look = Look { one_in: |looks| looks.sample, salt: "", at: At::Given, look: filled_otherwise };

fn filled_otherwise(subject: &mut LookedAt<'_>) -> anyhow::Result<Option<Seen>> {
    let (job, prescribed) = (subject.job(), subject.case.prescribed());
    let shown = depending(subject.executor, &job, subject.reports, prescribed)?;
    Ok(shown.map(|(reports, verdict)| Seen { verdict, reports: Some(reports) }))
}

/// The verdict on the paths of `job`, whose runs `reports` are, where they come to something else on other fresh memory: with the reports
/// of the interpreter, where that sees it.
///
/// # Errors
/// The job cannot be run again.
fn depending(
    executor: &mut dyn Executor,
    job: &Job,
    reports: &[PathReport],
    prescribed: Prescribed<'_>,
) -> anyhow::Result<Option<(Vec<PathReport>, Verdict)>> {
    if !reports.iter().any(is_compiled) || !executor.capabilities().fills {
        return Ok(None);
    }
    let other = executor.run(&Job { fill: OTHERWISE, ..job.clone() })?;
    let Some(detail) = first_unlike(reports, &other, prescribed.printed) else { return Ok(None) };
    let watched = match executor.capabilities().has_besides(Runner::Interpreter) {
        true => executor.run(&Job { runner: Some(Runner::Interpreter), ..job.clone() })?,
        false => Vec::new(),
    };
    let verdict = judge(&watched, prescribed);
    if verdict.kind.is_finding() {
        return Ok(Some((watched, verdict)));
    }
    Ok(Some((reports.to_vec(), Verdict::finding(VerdictKind::Nondeterministic, None, detail))))
}

/// True of a path that ran, and not in the interpreter alone.
fn is_compiled(report: &PathReport) -> bool {
    report.outcome == Outcome::Ok && (report.effort.interpreted == 0 || report.effort.left_to_jit > 0)
}

/// The difference of the first path that was compiled and does not come to the same.
fn first_unlike(reports: &[PathReport], other: &[PathReport], printed: &[Element]) -> Option<Detail> {
    let mut pairs = reports.iter().zip(other).enumerate().filter(|(_, (report, _))| is_compiled(report));
    pairs.find_map(|(index, (report, other))| {
        let shows = match other.outcome {
            Outcome::Ok => {
                Refilled::Results(compare(&report.outputs, &other.outputs, printed, Floats::Kept).err()?)
            }
            outcome => Refilled::Ended(outcome),
        };
        Some(Detail::Refilled { path: PathLetter(index), shows })
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::execute::Terms;
    use crate::execute::fake::Fake;
    use crate::observe::example::ok;

    fn job() -> Job {
        Job::new(String::new(), vec![], Terms::default())
    }

    fn shown(reports: &[PathReport], then: Vec<Vec<PathReport>>) -> (Option<Verdict>, usize) {
        let mut fake = Fake::new(then);
        fake.fills = true;
        let found = depending(&mut fake, &job(), reports, Prescribed::default()).unwrap();
        (found.map(|(_, verdict)| verdict), fake.jobs.len())
    }

    #[test]
    fn other_results_on_other_memory_are_a_finding() {
        let reports = [ok("a", 1), ok("b", 1)];
        assert_eq!(shown(&reports, vec![reports.to_vec()]), (None, 1));
        let verdict = shown(&reports, vec![vec![ok("a", 1), ok("b", 0)]]).0.unwrap();
        assert_eq!((verdict.kind, verdict.pass), (VerdictKind::Nondeterministic, None));
        assert!(verdict.detail.to_string().contains("path b gives other results"), "{}", verdict.detail);
        assert!(verdict.detail.to_string().contains("before 1 (0x1), then 0 (0x0)"), "{}", verdict.detail);
        let faults = vec![ok("a", 1), PathReport { outcome: Outcome::Fault, ..ok("b", 1) }];
        let verdict = shown(&reports, vec![faults]).0.unwrap();
        assert!(verdict.detail.to_string().ends_with("path b ends as fault"), "{}", verdict.detail);
    }

    #[test]
    fn what_was_interpreted_is_not_run_again() {
        let mut reports = [ok("a", 1), ok("b", 1)];
        reports.iter_mut().for_each(|report| report.effort.interpreted = 1);
        assert_eq!(shown(&reports, vec![]), (None, 0));
        reports[1].effort.left_to_jit = 1;
        assert_eq!(shown(&reports, vec![reports.to_vec()]).1, 1, "some of it was compiled");
    }
}
