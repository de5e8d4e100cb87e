//! The second look of an oracle that asks for compiled code: what the interpreter ran is compiled as well.

use super::look::{LookFinding, LookedAt};
use crate::execute::{Executor, Job, Runner};
use crate::judge::JudgeOfCompiled;
use crate::observe::{Backend, PathReport, Run};

/// Compiles what the paths of the case come to, and adds the runs to their reports; the verdict where a module shows something else.
pub fn look(subject: &mut LookedAt<'_>, judge: JudgeOfCompiled) -> anyhow::Result<Option<LookFinding>> {
    let (job, prescribed) = (subject.job(), subject.case.prescribed());
    compile(subject.executor, &job, subject.reports)?;
    Ok(judge(subject.reports, prescribed.printed).map(|verdict| LookFinding {
        verdict,
        reports: None,
        is_repeat: true,
    }))
}

/// Compiles what the paths of `job` come to, whose interpreted runs `reports` are, and adds the runs to these.
///
/// # Errors
/// The job cannot be run again.
fn compile(executor: &mut dyn Executor, job: &Job, reports: &mut [PathReport]) -> anyhow::Result<()> {
    if !reports.iter().any(PathReport::is_interpreted) || !executor.capabilities().has_besides(Runner::Jit) {
        return Ok(());
    }
    let compiled = executor.run(&Job { together: true, runner: Some(Runner::Jit), ..job.clone() })?;
    for (report, other) in reports.iter_mut().zip(&compiled).filter(|(report, _)| report.is_interpreted()) {
        report.effort.compiled_too += 1;
        report.runs.push(Run::of(Backend::Jit, other));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::execute::Terms;
    use crate::execute::fake::Fake;
    use crate::observe::example::ok;

    #[test]
    fn what_was_interpreted_is_compiled_and_counted() {
        let mut reports = [ok("a", 1), ok("b", 1)];
        reports[0].effort.interpreted = 1;
        let mut fake = Fake::new([]);
        fake.compiled = [vec![ok("a", 1), ok("b", 3)]].into();
        let job = Job::new(String::new(), vec![], Terms::default());
        compile(&mut fake, &job, &mut reports).unwrap();
        assert_eq!(
            reports.each_ref().map(|report| (report.effort.compiled_too, report.runs.len())),
            [(1, 1), (0, 0)]
        );
    }
}
