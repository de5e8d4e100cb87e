//! The second look of an oracle that asks for another fill: compiled code runs on fresh memory that holds something else.

use super::look::{LookFinding, LookedAt};
use crate::execute::{Executor, Job, Runner, USUAL_FILL};
use crate::judge::{JudgeOfFill, Verdict, judge};
use crate::observe::{PathReport, Prescribed};

/// Runs the case on fresh memory that is filled with this byte; the verdict where something else comes out.
pub fn look(
    subject: &mut LookedAt<'_>,
    fill: u8,
    of_fill: JudgeOfFill,
) -> anyhow::Result<Option<LookFinding>> {
    let (job, prescribed) = (Job { fill, ..subject.job() }, subject.case.prescribed());
    let shown = depending(subject.executor, &job, subject.reports, prescribed, of_fill)?;
    Ok(shown.map(|(reports, verdict)| LookFinding { verdict, reports: Some(reports), is_repeat: true }))
}

/// The verdict on paths whose runs `reports` are, where `job`, which has them on other fresh memory, comes to something else: with the
/// reports of the interpreter, where that sees it.
///
/// # Errors
/// The job cannot be run again.
fn depending(
    executor: &mut dyn Executor,
    job: &Job,
    reports: &[PathReport],
    prescribed: Prescribed<'_>,
    of_fill: JudgeOfFill,
) -> anyhow::Result<Option<(Vec<PathReport>, Verdict)>> {
    if !reports.iter().any(PathReport::is_compiled) || !executor.capabilities().fills {
        return Ok(None);
    }
    let other = executor.run(job)?;
    let Some(unlike) = of_fill(reports, &other, prescribed.printed) else { return Ok(None) };
    let watched = match executor.capabilities().has_besides(Runner::Interpreter) {
        true => executor.run(&Job { runner: Some(Runner::Interpreter), fill: USUAL_FILL, ..job.clone() })?,
        false => Vec::new(),
    };
    let verdict = judge(&watched, prescribed);
    if verdict.kind.is_finding() {
        return Ok(Some((watched, verdict)));
    }
    Ok(Some((reports.to_vec(), unlike)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::execute::Terms;
    use crate::execute::fake::Fake;
    use crate::judge::{Needs, ORACLES, VerdictKind};
    use crate::observe::Outcome;
    use crate::observe::example::ok;
    use crate::words;

    fn job() -> Job {
        Job::new(String::new(), vec![], Terms::default())
    }

    fn shown(reports: &[PathReport], then: Vec<Vec<PathReport>>) -> (Option<Verdict>, usize) {
        let mut fake = Fake::new(then);
        fake.fills = true;
        let of_fill = ORACLES.iter().find_map(|oracle| match oracle.needs {
            Needs::OtherFill(.., judge) => Some(judge),
            _ => None,
        });
        let of_fill = of_fill.expect("an oracle asks for it");
        let found = depending(&mut fake, &job(), reports, Prescribed::default(), of_fill).unwrap();
        (found.map(|(_, verdict)| verdict), fake.jobs.len())
    }

    #[test]
    fn other_results_on_other_memory_are_a_finding() {
        let reports = [ok("a", 1), ok("b", 1)];
        assert_eq!(shown(&reports, vec![reports.to_vec()]), (None, 1));
        let verdict = shown(&reports, vec![vec![ok("a", 1), ok("b", 0)]]).0.unwrap();
        assert_eq!((verdict.kind, verdict.pass.as_deref()), (VerdictKind::Nondeterministic, None));
        assert!(words::detail(&verdict.detail).contains("path b gives other results"), "{verdict:?}");
        assert!(words::detail(&verdict.detail).contains("before 1, then 0"), "{verdict:?}");
        let faults = vec![ok("a", 1), PathReport { outcome: Outcome::Fault, ..ok("b", 1) }];
        let verdict = shown(&reports, vec![faults]).0.unwrap();
        assert!(words::detail(&verdict.detail).ends_with("path b ends as fault"), "{verdict:?}");
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
