//! An executor none of whose runs takes longer than there is time for.

use crate::execute::{Call, Capabilities, Executor, HoldsLibrary, Job, Limits, Prepared, ReadsPrograms};
use crate::observe::{Expected, PathReport};
use crate::program::Single;
use crate::semantics::Evaluated;
use anyhow::Result;
use std::time::{Duration, Instant};

/// A run may take so long when time is up.
const LEAST: Duration = Duration::from_millis(100);

/// An executor that is asked until a point in time. A run that this cuts off ends as one that took too long.
pub struct Until<'a> {
    /// The executor.
    pub executor: &'a mut dyn Executor,
    /// The end of its time; none where a run may take what it takes.
    pub end: Option<Instant>,
}

/// These limits within the time that is left until then.
pub fn within(limits: Limits, end: Option<Instant>) -> Limits {
    let Some(end) = end else { return limits };
    let left = end.saturating_duration_since(Instant::now()).max(LEAST);
    Limits { cpu: limits.cpu.min(left), wall: limits.wall.min(left), ..limits }
}

impl Executor for Until<'_> {
    fn capabilities(&self) -> Capabilities {
        self.executor.capabilities()
    }

    fn run(&mut self, job: &Job) -> Result<Vec<PathReport>> {
        self.executor.run(&Job { limits: within(job.limits, self.end), ..job.clone() })
    }

    fn library(&mut self) -> Option<&mut dyn HoldsLibrary> {
        self.executor.library()
    }
}

impl ReadsPrograms for Until<'_> {
    fn prepare(&mut self, program: &str, call: &Call) -> Result<Prepared> {
        self.executor.prepare(program, call)
    }

    fn evaluate(&mut self, program: &str, limits: &Limits) -> Result<Evaluated> {
        self.executor.evaluate(program, &within(*limits, self.end))
    }

    fn expected(&mut self, program: &str) -> Result<Vec<Expected>> {
        Ok(self.evaluate(program, &Limits::evaluation())?.outputs)
    }

    fn singles(&mut self, program: &str) -> Result<Vec<Single>> {
        self.executor.singles(program)
    }

    fn text_after(&mut self, program: &str, steps: &[String], limits: &Limits) -> Result<String> {
        self.executor.text_after(program, steps, &within(*limits, self.end))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::execute::Terms;
    use crate::execute::fake::Fake;

    #[test]
    fn runs_are_limited_by_the_time_that_is_left() {
        let job = Job::new(String::new(), Vec::new(), Terms::default());
        let limits = |end: Option<Instant>| {
            let mut fake = Fake::new(vec![vec![]]);
            Until { executor: &mut fake, end }.run(&job).unwrap();
            fake.jobs[0].limits
        };
        let now = Instant::now();
        assert_eq!(limits(None), job.limits);
        assert_eq!(limits(Some(now + Duration::from_secs(3600))), job.limits);
        let some = limits(Some(now + Duration::from_secs(3)));
        assert!(some.wall <= Duration::from_secs(3) && some.cpu == some.wall, "{some:?}");
        assert_eq!(limits(Some(now)).wall, LEAST, "time is up");
    }
}
