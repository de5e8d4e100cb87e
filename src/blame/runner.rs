//! Runs paths of one program on one executor, and says what they and beginnings of them come to.

use super::prefix::{Correctness, Finish, JudgedReport, Prefix, Reference, rest};
use crate::case::Case;
use crate::execute::{Executor, Isolation, Job, Limits, Terms};
use crate::ir::Outline;
use crate::observe::PathReport;
use crate::path::PathSpec;
use crate::program::Syntax;
use anyhow::Result;

/// Turns that a plain lowering may take here, at least. Nothing is compared by its length, and giving up early
/// would leave prefixes unfinished.
const LEAST_TURNS: u32 = 120;

/// The number of tries that are left. It is counted and not timed, so that the same finding has the same culprit on a machine that is slow
/// or busy.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tries(Option<usize>);

impl Tries {
    /// As much as there is.
    pub const UNLIMITED: Tries = Tries(None);

    /// This many prefixes of paths and operations by themselves.
    pub const fn at_most(count: usize) -> Tries {
        Tries(Some(count))
    }

    /// Takes some; false where none are left. The last ones may be more than were left.
    pub fn take(&mut self, count: usize) -> bool {
        let Some(left) = &mut self.0 else { return true };
        let some_left = *left > 0;
        *left = left.saturating_sub(count);
        some_left
    }
}

/// Told of the number of beginnings of a path that are judged, and of all of them.
pub type Watch<'a> = &'a dyn Fn(usize, usize);

/// The extent of a search for the culprit.
pub struct BlameExtent<'a> {
    /// True where every prefix is judged, also those behind the culprit.
    pub all: bool,
    /// No more prefixes are judged when these run out.
    pub tries: Tries,
    /// Told how far it is.
    pub watch: Watch<'a>,
}

impl BlameExtent<'_> {
    /// As far as to the culprit, and nobody is told.
    pub const TO_CULPRIT: BlameExtent<'static> = BlameExtent::within(Tries::UNLIMITED);

    /// As far as to the culprit, within these tries, and nobody is told.
    pub const fn within(tries: Tries) -> BlameExtent<'static> {
        BlameExtent { all: false, tries, watch: &|_, _| {} }
    }
}

/// One program on one executor.
pub struct PathRunner<'a> {
    /// The executor that runs it.
    pub executor: &'a mut dyn Executor,
    /// MLIR text.
    pub program: String,
    /// The terms on which each path is run.
    pub terms: Terms,
    /// The number of runs of everything, each in a new process; more than one where results vary.
    pub rounds: usize,
    /// True where each round but the first is run in another heap: for what hangs on where memory lies.
    pub heaps: bool,
    /// Prefixes that may still be judged.
    pub tries: Tries,
    /// Told how far a search among prefixes is.
    pub watch: Watch<'a>,
}

/// The ways in which prefixes are finished.
#[derive(Clone, Copy)]
pub struct Finishing<'a> {
    /// The right results.
    pub reference: &'a Reference,
    /// True where the plain lowering is known to be good.
    pub plainly: bool,
    /// A path that is.
    pub other: Option<&'a [String]>,
}

impl Finishing<'_> {
    /// True where no way down is known to be good: the reference semantics know better than the plain lowering and every path.
    pub fn is_impossible(&self) -> bool {
        self.reference.expected.is_some() && !self.plainly && self.other.is_none()
    }
}

impl<'a> PathRunner<'a> {
    /// One for the program of a case.
    pub fn new(executor: &'a mut dyn Executor, case: &Case, syntax: Syntax, terms: Terms) -> PathRunner<'a> {
        let program = case.source.text(syntax).to_owned();
        let terms = Terms { turns: terms.turns.max(LEAST_TURNS), ..terms };
        let BlameExtent { tries, watch, .. } = BlameExtent::TO_CULPRIT;
        PathRunner { executor, program, terms, rounds: 1, heaps: false, tries, watch }
    }

    /// Runs these paths of the program.
    pub fn run(&mut self, paths: Vec<PathSpec>) -> Result<Vec<PathReport>> {
        let job = self.job(paths);
        self.executor.run(&job)
    }

    /// Runs these paths of the program in a new process.
    pub fn run_isolated(&mut self, paths: Vec<PathSpec>) -> Result<Vec<PathReport>> {
        let job = self.job(paths);
        self.executor.run(&Job { isolation: Isolation::New, ..job })
    }

    /// The program behind these steps.
    pub fn text_after(&mut self, steps: &[String]) -> Result<String> {
        self.executor.text_after(&self.program, steps, &self.terms.limits)
    }

    /// The content of another program.
    pub fn outline(&mut self, program: &str) -> Result<Outline> {
        Ok(self.executor.modules()?.edit(program, &[])?.outline)
    }

    /// Runs these paths where fresh memory of lowered code holds this byte.
    pub fn run_filled(&mut self, paths: Vec<PathSpec>, fill: u8) -> Result<Vec<PathReport>> {
        let job = self.job(paths);
        self.executor.run(&Job { fill, ..job })
    }

    /// Each path may take as long as a case may: how many are asked about in one go, and how busy the machine is, must not change
    /// the answer.
    fn job(&self, paths: Vec<PathSpec>) -> Job {
        let limits = self.terms.limits;
        let wall = limits.wall * u32::try_from(paths.len()).unwrap_or(u32::MAX).max(1);
        Job::new(self.program.clone(), paths, self.terms.within(Limits { wall, ..limits }))
    }

    /// Runs these paths of another program in a new process.
    pub fn run_alone(&mut self, program: &str, paths: Vec<PathSpec>) -> Result<Vec<PathReport>> {
        let job = self.job(paths);
        self.executor.run(&Job { program: program.to_owned(), isolation: Isolation::New, ..job })
    }

    /// Judges each path by the worst of all rounds.
    fn judged(&mut self, paths: &[PathSpec], reference: &Reference) -> Result<Vec<JudgedReport>> {
        let mut worst: Vec<JudgedReport> = Vec::new();
        for round in 0..self.rounds {
            let job = self.job(paths.to_vec());
            let isolation = if round > 0 { Isolation::New } else { job.isolation };
            let heap = (round > 0 && self.heaps).then_some(round as u64);
            let reports = self.executor.run(&Job { together: true, isolation, heap, ..job })?;
            for (index, report) in reports.iter().enumerate() {
                let here = reference.standing(report);
                match worst.get_mut(index) {
                    None => worst.push(here),
                    Some(before)
                        if before.result == Correctness::Good && here.result != Correctness::Good =>
                    {
                        *before = here;
                    }
                    Some(_) => {}
                }
            }
        }
        Ok(worst)
    }

    /// Judges the prefixes of `path` with these numbers of steps.
    pub fn prefixes(
        &mut self,
        path: &[String],
        lengths: &[usize],
        finishing: &Finishing<'_>,
    ) -> Result<Vec<Prefix>> {
        let mut prefixes: Vec<Prefix> = Vec::new();
        let plain = |length: usize| PathSpec::finished_plainly(&path[..length]);
        for length in lengths {
            prefixes.push(Prefix {
                steps: *length,
                result: Correctness::Unfinished,
                finish: Finish::Plain,
                after: None,
                ended: None,
                path: plain(*length),
            });
        }
        if finishing.plainly {
            let paths: Vec<PathSpec> = prefixes.iter().map(|prefix| prefix.path.clone()).collect();
            for (prefix, judged) in prefixes.iter_mut().zip(self.judged(&paths, finishing.reference)?) {
                prefix.note(judged);
            }
        }
        let Some(other) = finishing.other else { return Ok(prefixes) };
        for prefix in prefixes.iter_mut().filter(|prefix| prefix.result == Correctness::Unfinished) {
            let begun = &path[..prefix.steps];
            let steps = [begun, rest(other, begun)].concat();
            prefix.path = PathSpec::Begun { steps, draws: Vec::new() };
            prefix.finish = Finish::OtherPath;
            let judged = self.judged(std::slice::from_ref(&prefix.path), finishing.reference)?;
            if let Some(judged) = judged.into_iter().next() {
                prefix.note(judged);
            }
        }
        Ok(prefixes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::case::Source;
    use crate::execute::fake::Fake;
    use crate::observe::example::ok;

    #[test]
    fn each_path_of_a_question_has_a_limit_of_its_own() {
        let case =
            Case { source: Source::verbatim(String::new()), printed: vec![], paths: vec![], expected: None };
        let mut fake = Fake::new([vec![ok("p", 1)], vec![ok("p", 1); 8]]);
        let limits = Limits::default();
        let mut runner = PathRunner::new(&mut fake, &case, Syntax::V22, limits.into());
        for paths in [1, 8] {
            runner.run(vec![PathSpec::Drawn(Vec::new()); paths]).unwrap();
        }
        let walls: Vec<_> = fake.jobs.iter().map(|job| job.limits.wall).collect();
        assert_eq!(walls, [limits.wall, limits.wall * 8]);
        assert!(fake.jobs.iter().all(|job| job.limits.cpu == limits.cpu), "of processor time as ever");
    }
}
