//! A finding on one MLIR: does it show, and what is the least of it?
//!
//! Versions differ in how operations are spelled, in which passes there are and in what the plain lowering takes. So where the whole
//! finding cannot be run, less of it is tried: its path up to the culprit, finished by the plain lowering of the version at
//! hand, and then the program just before the culprit.

use super::fact::{Fact, Minimal, RecordedFinding, SeenOn, Shows};
use super::respell::respelled;
use crate::blame::{Isolated, Split};
use crate::case::{Case, Source};
use crate::examine::{Examined, examine};
use crate::execute::{Executor, Job, Terms, expect_results};
use crate::finding::{AskedRun, Finding};
use crate::judge::{Detail, Reason, Signs, Verdict, VerdictKind, Witness, convicting_path, judge};
use crate::observe::{Cause, Outcome, PathReport, Prescribed};
use crate::path::PathSpec;
use crate::program::Syntax;
use crate::reduce::{Begun, Folder, NoLeast, PassEnd, ReductionState, begin_examined, behind, ending};
use crate::report::{Demonstration, Mlir, REDUCED};
use std::path::Path;

/// The number of runs in which a finding has to be gone before it counts as gone.
const RUNS: usize = 3;

/// Whom and what about.
pub struct AskedMlir<'a> {
    /// The executor that runs it.
    pub executor: &'a mut dyn Executor,
    /// Which MLIR that is.
    pub mlir: &'a Mlir,
    /// The spelling of programs there.
    pub syntax: Syntax,
    /// The terms on which a path is run.
    pub terms: Terms,
}

/// Asks about the finding in this directory: whether it shows and, to look closer, what the least of it is. `elsewhere` is the least
/// of it on another MLIR, where that is known.
///
/// # Errors
/// The directory holds no case that can be read.
pub fn ask(
    asked: &mut AskedMlir<'_>,
    finding: &Path,
    closer: bool,
    elsewhere: Option<&Minimal>,
) -> anyhow::Result<Fact> {
    let origin = RecordedFinding::read(finding)?;
    asked.terms = origin.terms(asked.terms);
    let mut case = Case::load(&finding.join("case.bin"))?;
    let id = case.id();
    expect_results(asked.executor, &mut case, asked.syntax);
    let whole = examine(asked.executor, &case, asked.syntax, asked.terms.isolated());
    let mut fact = match whole {
        Ok(examined) => {
            let mut fact = asked.whole(&case, &origin, &examined);
            if fact.shows == Shows::Yes
                && Finding::find(finding)?.is_some_and(|found| found.is_swapped(&examined.reports))
            {
                fact.shows = Shows::Other;
            }
            if fact.shows == Shows::Yes && closer {
                asked.look_closer(&mut fact, examined, &id, finding);
            }
            fact
        }
        Err(error) => asked.fact(Shows::Unknown, cannot_run(&error), &[], AskedRun::Whole {}),
    };
    if let (Shows::Unknown, Some(minimal)) = (fact.shows, elsewhere)
        && let Some(less) = asked.less(&case, &origin, minimal)
    {
        fact = less;
    }
    let seen = Demonstration::read(finding).ok().and_then(|demonstration| asked.reported(&demonstration));
    // The reason why the report's own program cannot be run matters where nothing else is known.
    fact.reported = seen.filter(|seen| seen.shows != Shows::Unknown || fact.shows == Shows::Unknown);
    Ok(fact)
}

impl AskedMlir<'_> {
    /// True of the finding that was written down.
    fn same(&self, origin: &RecordedFinding, verdict: &Verdict, reports: &[PathReport]) -> bool {
        origin.is(verdict, &self.mlir.name, ended(verdict, reports).as_ref())
    }

    fn fact(&self, shows: Shows, verdict: Verdict, reports: &[PathReport], run: AskedRun) -> Fact {
        Fact {
            mlir: self.mlir.clone(),
            shows,
            ended: ended(&verdict, reports),
            verdict,
            run,
            signs: Signs::of(reports),
            source_broken: None,
            minimal: None,
            untold: None,
            reported: None,
        }
    }

    /// The finding as it is. That nothing is wrong is believed when it is so again and again.
    fn whole(&mut self, case: &Case, origin: &RecordedFinding, examined: &Examined) -> Fact {
        let mut verdict = examined.verdict.clone();
        let shows = match verdict.reason {
            _ if verdict.kind.is_finding() && self.same(origin, &verdict, &examined.reports) => Shows::Yes,
            _ if verdict.kind.is_finding() => Shows::Other,
            Some(Reason::Unrepeatable) => Shows::Flaky,
            Some(Reason::Unsupported) if origin.pass.is_some() && ran_passes_alone(case, examined) => {
                verdict = went();
                Shows::No
            }
            Some(_) => Shows::Unknown,
            None => {
                let again = (1..RUNS).map(|_| {
                    let job = Job::of(case, self.syntax, self.terms.isolated());
                    let reports = self.executor.run(&job).unwrap_or_default();
                    judge(&reports, case.prescribed().of_finding(origin.zero_sign))
                });
                match again.into_iter().find(|again| again.kind.is_finding()) {
                    Some(other) => {
                        verdict = other;
                        Shows::Flaky
                    }
                    None => Shows::No,
                }
            }
        };
        let fact = self.fact(shows, verdict, &examined.reports, AskedRun::Whole {});
        Fact { source_broken: origin.source_broken.clone(), ..fact }
    }

    /// Looks for the culprit, and for the program before it.
    fn look_closer(&mut self, fact: &mut Fact, examined: Examined, id: &str, finding: &Path) {
        if let Some(state) = self.reduced(id, finding) {
            note(&state, &mut fact.verdict);
            fact.minimal = Some(Minimal::of(&state));
            return;
        }
        let own = examined.case.source.text(self.syntax).to_owned();
        let begun = begin_examined(self.executor, examined, id, self.syntax, self.terms, &self.mlir.build_id);
        match begun {
            Ok(Begun::Ready(state)) => {
                note(&state, &mut fact.verdict);
                let source = Some(state.source.path.clone()).filter(|_| state.source.program == own);
                let alone = behind(self.executor, &state.question, &state.source, &self.terms);
                let (candidate, size) = match alone {
                    Ok(Some(alone)) => alone,
                    _ => (state.source, state.source_size),
                };
                fact.minimal = Some(Minimal { question: state.question, candidate, size, source });
            }
            Ok(Begun::Operation(reduced)) => {
                reduced.blamed.note(&mut fact.verdict);
                let operation = reduced.blamed.operation.as_ref().map(Isolated::name);
                fact.untold = operation.map(|name| NoLeast::Operation(name.to_owned()));
            }
            Ok(Begun::Cannot(verdict, why)) => fact.untold = Some(NoLeast::Irreducible { why, verdict }),
            Err(error) => fact.untold = Some(NoLeast::Failed { said: chain(&error) }),
        }
    }

    /// The state that an earlier reduction on this MLIR left.
    fn reduced(&self, id: &str, finding: &Path) -> Option<ReductionState> {
        let folder = Some(finding.join(REDUCED)).filter(|folder| folder.is_dir())?;
        Folder::open(&folder).ok()?.resume(id, &self.mlir.build_id).ok()?
    }

    /// The result of the case that the finding's report shows, as it stands, or the reason why it cannot be run here; none where there is nothing.
    fn reported(&mut self, demonstration: &Demonstration) -> Option<SeenOn> {
        let origin = RecordedFinding::of(&demonstration.document);
        // A folder may hold the case alone.
        let case = demonstration.case().ok().filter(|case| !case.paths.is_empty())?;
        let text = case.source.text(self.syntax);
        let respelled = respelled(text, self.syntax);
        let respelled = respelled.map(|text| (Source::verbatim(text), true));
        let mut untold = None;
        for (source, respelled) in [(case.source.clone(), false)].into_iter().chain(respelled) {
            let run = AskedRun::Shown { respelled };
            let mut case = Case { source, ..case.clone() };
            // Without what is expected nothing would look wrong.
            if demonstration.asks_semantics()
                && expect_results(self.executor, &mut case, self.syntax).is_some()
            {
                continue;
            }
            let examined = match examine(self.executor, &case, self.syntax, self.terms.isolated()) {
                Ok(examined) => examined,
                Err(error) => {
                    let verdict = cannot_run(&error);
                    let shows = Shows::Unknown;
                    untold = Some(SeenOn { shows, verdict, run, contradicts: false });
                    continue;
                }
            };
            let fact = self.whole(&case, &origin, &examined);
            let taken = |(report, (_, steps)): (&PathReport, &(String, Vec<String>))| {
                went_through(report, steps.len())
            };
            let through =
                demonstration.ends_in_pass() && examined.reports.iter().zip(&demonstration.paths).all(taken);
            let turned = demonstration.folder.ends_with(REDUCED) && turned(&fact.verdict, &case.paths)
                || demonstration.is_turned(&examined.reports);
            let (shows, verdict) = match fact.shows {
                Shows::Yes if turned => (Shows::Other, fact.verdict),
                Shows::Unknown if through => (Shows::No, went()),
                Shows::Unknown => {
                    let (shows, verdict) = (fact.shows, fact.verdict);
                    untold = Some(SeenOn { shows, verdict, run, contradicts: false });
                    continue;
                }
                shows => (shows, fact.verdict),
            };
            let contradicts =
                verdict.kind == VerdictKind::Agree && demonstration.is_taken_for_wrong(&examined.reports);
            return Some(SeenOn { shows, verdict, run, contradicts });
        }
        untold
    }

    /// Less of the finding, where the whole cannot be run here; none where that cannot either.
    fn less(&mut self, case: &Case, origin: &RecordedFinding, minimal: &Minimal) -> Option<Fact> {
        let own = case.source.text(self.syntax).to_owned();
        let source = minimal.source.clone().map(|path| (own, path, AskedRun::UpToCulprit {}));
        let candidate = &minimal.candidate;
        let alone =
            (candidate.program.clone(), candidate.path.clone(), AskedRun::BeforeCulprit { respelled: false });
        let respelled = respelled(&candidate.program, self.syntax);
        let respelled =
            respelled.map(|text| (text, candidate.path.clone(), AskedRun::BeforeCulprit { respelled: true }));
        for (program, path, run) in source.into_iter().chain([alone]).chain(respelled) {
            let mut expected = None;
            if minimal.question.asks_semantics() {
                // Without them nothing would look wrong.
                let Ok(evaluated) = self.executor.expected(&program) else { continue };
                expected = Some(evaluated);
            }
            let paths = minimal.question.paths(&path);
            let job = Job::new(program, paths, self.terms.isolated());
            let Ok(reports) = self.executor.run(&job) else { continue };
            let prescribed =
                Prescribed { printed: &case.printed, expected: expected.as_deref(), ..Prescribed::default() };
            let verdict = judge(&reports, prescribed);
            let shows = match verdict.kind.is_finding() {
                true if self.same(origin, &verdict, &reports) && !turned(&verdict, &job.paths) => Shows::Yes,
                true => Shows::Other,
                false if mended(minimal, &path, &reports, &verdict) => Shows::No,
                false => continue,
            };
            let verdict = if shows == Shows::No && verdict.reason.is_some() { went() } else { verdict };
            return Some(self.fact(shows, verdict, &reports, run));
        }
        None
    }
}

/// The way in which a pass ended the path that convicts it; another path may have ended in another way.
fn ended(verdict: &Verdict, reports: &[PathReport]) -> Option<PassEnd> {
    // Wrong values differ from program to program.
    let ends = verdict.pass.is_some() && !verdict.kind.is_wrong_result();
    let path = convicting_path(verdict.kind, reports).filter(|_| ends)?;
    ending(&reports[path])
}

/// True where, of a path without the culprit and one with it, the first is wrong: another bug, of which the same program tells.
fn turned(verdict: &Verdict, paths: &[PathSpec]) -> bool {
    paths.len() == 2 && verdict.alone == Some(Witness::Path(0))
}

/// True where the culprit did its work and nothing is wrong.
fn mended(minimal: &Minimal, path: &Split, reports: &[PathReport], verdict: &Verdict) -> bool {
    if !minimal.ends_in_pass() {
        return verdict.reason.is_none();
    }
    reports.last().is_some_and(|report| went_through(report, path.with().len()))
}

/// The verdict on a path that a pass ended elsewhere and does not end here, whatever is left to be lowered.
fn went() -> Verdict {
    Verdict { detail: Detail::PassesWork, ..Verdict::agree() }
}

/// True where all of so many steps were taken. The IR that they leave need not be lowered any further, or have anything to be run.
fn went_through(report: &PathReport, steps: usize) -> bool {
    let went = matches!(report.outcome, Outcome::Ok | Outcome::Incomplete) || has_no_main(report);
    went && report.pipelines().len() == steps
}

/// True of a program of which passes alone can go wrong.
fn has_no_main(report: &PathReport) -> bool {
    report.failure.as_ref().is_some_and(|failure| failure.cause == Cause::NoMain {})
}

/// True of such a program where every pass of every path did its work.
fn ran_passes_alone(case: &Case, examined: &Examined) -> bool {
    let mut paths = examined.reports.iter().zip(&case.paths);
    paths.all(|(report, path)| match path {
        PathSpec::Fixed(steps) => has_no_main(report) && went_through(report, steps.len()),
        _ => false,
    })
}

/// Writes down who is to blame, as part of the signature.
fn note(state: &ReductionState, verdict: &mut Verdict) {
    if state.question.every_path {
        state.named.note(verdict);
    } else if verdict.pass.is_none() {
        verdict.culprits = vec![state.question.pass.clone()];
    }
}

/// That something cannot be run, and why.
fn cannot_run(error: &anyhow::Error) -> Verdict {
    Verdict::incomparable(Reason::Unsupported, None, Detail::CannotRun { said: chain(error) })
}

/// The chain of an error, in one line.
fn chain(error: &anyhow::Error) -> String {
    format!("{error:#}").lines().map(str::trim).filter(|line| !line.is_empty()).collect::<Vec<_>>().join("; ")
}

#[cfg(test)]
#[path = "ask_tests.rs"]
mod tests;
