//! The repeat of what looks like a finding: nothing is reported that was seen once only.
//!
//! A worker runs many cases, and a case that corrupts memory may make a later, innocent one fail. So whatever
//! looks like a finding is run again in a new process, and then, where the toolchain has its own programs, by
//! stock `mlir-opt` and the stock runner. A finding that does not show again is kept for the curious but judged
//! `incomparable`.

use super::folded::folded;
use super::look::{self, LookedAt};
use super::{left_open, wrong_step};
use crate::case::Case;
use crate::execute::{Executor, InvalidJob, Isolation, Job, Looks, PATIENCE, StepChecks, Terms};
use crate::judge::{
    Detail, Needs, ORACLES, Oracle, Reason, Runs, Unseen, Verdict, VerdictKind, convicting_path, judge,
};
use crate::observe::{PathReport, Prescribed};
use crate::path::PathSpec;
use crate::program::Syntax;

/// Further runs of what a second run does not show.
const RUNS: u64 = 6;

/// A case that was run and judged.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Examined {
    /// The case, along the paths that were taken.
    pub case: Case,
    /// The reports that the judgement is about.
    pub reports: Vec<PathReport>,
    /// The judgement, after a repeat where it needed one.
    pub verdict: Verdict,
    /// The reports of the first run, where the judgement is about another one.
    pub first: Option<Vec<PathReport>>,
}

/// Runs and judges a case, and repeats what looks like a finding along the very steps that were taken.
///
/// # Errors
/// The case cannot be run at all: its program or a pipeline is not valid on this toolchain.
pub fn examine(
    executor: &mut dyn Executor,
    case: &Case,
    syntax: Syntax,
    terms: Terms,
) -> anyhow::Result<Examined> {
    examine_unless(executor, case, syntax, terms, &|_, _, _| false)
}

/// As [`examine`], but a finding that shows in a pass is not repeated where enough like it are there. A hang takes seconds each time.
///
/// # Errors
/// As of [`examine`].
pub fn examine_unless(
    executor: &mut dyn Executor,
    case: &Case,
    syntax: Syntax,
    mut terms: Terms,
    is_enough: &dyn Fn(&Case, &Verdict, &[PathReport]) -> bool,
) -> anyhow::Result<Examined> {
    let alone = terms.looks.steps.is_for_steps();
    let given =
        terms.looks.sample > 0 && !alone && case.paths.iter().all(|path| matches!(path, PathSpec::Fixed(_)));
    let mut reports = executor.run(&Job::of(case, syntax, terms))?;
    terms = terms.shared();
    let is_judged = terms.looks.steps == StepChecks::Alone;
    if is_judged && let Some(report) = reports.iter().find(|report| is_of_source(report)) {
        return Err(InvalidJob::NotTaken(Box::new(report.clone())).into());
    }
    let mut case = case.fixed(&reports);
    let decimal = executor.capabilities().decimals;
    let mut first = judge(&reports, Prescribed { decimal, ..case.prescribed() });
    if first.kind.is_of_reading() {
        // The state that was looked at may not be the first.
        let each = executor.run(&Job::of(&case, syntax, terms_of(first.kind, terms).isolated()))?;
        let closer = judge(&each, Prescribed { decimal, ..case.prescribed() });
        if closer.kind.is_of_reading() {
            (case, reports, first) = (case.fixed(&each), each, closer);
        }
    }
    for oracle in ORACLES {
        let mut subject = LookedAt { executor, case: &case, syntax, terms, given, reports: &mut reports };
        if !look::is_due(oracle.needs, &subject, &terms.looks, &first) {
            continue;
        }
        let Some(seen) = look::take(oracle.needs, &mut subject)? else { continue };
        reports = seen.reports.unwrap_or(reports);
        first = seen.verdict;
        if first.kind.is_finding() && seen.is_repeat {
            return Ok(Examined { case, reports, verdict: first, first: None });
        }
    }
    if let Some(verdict) = left_open::open(executor, &case, &reports, (syntax, terms), &first) {
        return Ok(Examined { case, reports, verdict, first: None });
    }
    let mut before = None;
    if first.kind == VerdictKind::Miscompiled && terms.looks.steps != StepChecks::Again {
        let shown = wrong_step::closer(executor, &case, &reports, (syntax, terms), &first)?;
        (case, first) = (shown.case, shown.verdict);
        before = Some(std::mem::replace(&mut reports, shown.reports));
        if !first.kind.is_finding() || first.kind == VerdictKind::Miscompiled {
            // Two workers have seen it, or it is none.
            return Ok(Examined { case, reports, verdict: first, first: before });
        }
    }
    // Of the steps nothing is asked any more, and both sides of a wrong one come down.
    if first.kind != VerdictKind::Miscompiled && (!alone || before.is_some()) {
        terms = terms.without_checks();
    }
    if let Some(closer) = folded(executor, &case, &reports, (syntax, terms), &first) {
        let (of_fold, again, verdict) = closer;
        before.get_or_insert(std::mem::replace(&mut reports, again));
        (case, first) = (of_fold, verdict);
    }
    let prescribed = Prescribed { decimal, ..case.prescribed() }.of_finding(first.zero_sign);
    if first.is_of_passes() && is_enough(&case, &first, &reports) {
        return Ok(Examined { case, reports, verdict: first, first: before });
    }
    let fixed = Job::of(&case, syntax, terms);
    let mut verdict = repeat(executor, &fixed, prescribed, first, &reports);
    if verdict.reason == Some(Reason::Unrepeatable) {
        // Lowered code that shows it in one run alone may come from paths that come to something else in other heaps.
        let mut subject = LookedAt { executor, case: &case, syntax, terms, given, reports: &mut reports };
        for Oracle { needs, .. } in
            ORACLES.iter().filter(|oracle| matches!(oracle.needs, Needs::SecondHeap(..)))
        {
            if look::is_due(*needs, &subject, &terms.looks, &verdict)
                && let Some(seen) = look::take(*needs, &mut subject)?
            {
                verdict = seen.verdict;
            }
        }
    }
    Ok(Examined { case, reports, verdict, first: before })
}

/// True of a path that ended before its first step: whatever is wrong there, no pass has done it.
fn is_of_source(report: &PathReport) -> bool {
    report.steps.is_empty() && report.outcome.condemns()
}

/// The terms on which it is asked about a finding of this kind again: what a whole extra look at states shows needs each of them
/// looked at, and in anything else's way such a look is not to come. Steps are judged where that alone shows it.
pub fn terms_of(kind: VerdictKind, terms: Terms) -> Terms {
    let steps = if kind == VerdictKind::Miscompiled { StepChecks::Again } else { StepChecks::None };
    let sample = u32::from(kind.is_of_reading());
    // A finding has the arguments that show it: a smaller program that others show is another finding.
    Terms { looks: Looks { sample, steps, arguments: 0, ..terms.looks }, ..terms }
}

/// Runs `job` again in a new process if `first`, the judgement of `reports`, is a finding, and judges both
/// runs together:
///
/// - a finding again: a finding; where the two runs differ the detail says so,
/// - anything else: it has to show in one of [`RUNS`] more, each in another heap, and `runs` says in how many it does; else it is
///   `incomparable`, reason unrepeatable.
///
/// A run that did not end in time has [`PATIENCE`] times as long now, and is slow if it ends then.
///
/// `job` should hold the fixed paths that would be saved, so that what is confirmed is what is kept.
pub fn repeat(
    executor: &mut dyn Executor,
    job: &Job,
    prescribed: Prescribed<'_>,
    first: Verdict,
    reports: &[PathReport],
) -> Verdict {
    if !first.kind.is_finding() {
        return first;
    }
    let slow = first.kind == VerdictKind::Timeout;
    let limits = if slow { job.limits.times(f64::from(PATIENCE)) } else { job.limits };
    // A path that a pass ends says it all.
    let ended = convicting_path(first.kind, reports).filter(|_| first.is_of_passes());
    let ended = ended.and_then(|path| job.paths.get(path));
    let paths = ended.map_or_else(|| job.paths.clone(), |path| vec![path.clone()]);
    let again = match executor.run(&Job { limits, paths, isolation: Isolation::New, ..job.clone() }) {
        Ok(again) => again,
        Err(error) => {
            return unseen(Reason::HarnessError, Unseen::NotRun { said: format!("{error:#}") }, first);
        }
    };
    let second = judge(&again, prescribed);
    let same = |verdict: &Verdict| (verdict.kind, &verdict.pass) == (first.kind, &first.pass);
    if !slow && !same(&second) {
        let runs = in_heaps(executor, job, prescribed, same);
        let first = Verdict { runs: Some(Runs { shown: 1 + runs.shown, all: 2 + runs.all }), ..first };
        if runs.shown > 0 {
            return first;
        }
        return not_again(None, second, first);
    }
    if !same(&second) {
        return not_again(slow.then_some(PATIENCE), second, first);
    }
    let varies = first.kind == VerdictKind::Mismatch && outputs(reports) != outputs(&again);
    Verdict { varies, ..first }
}

/// The verdict on a finding of which a second run shows something else: one that shows no finding denies it.
fn not_again(times: Option<u32>, second: Verdict, first: Verdict) -> Verdict {
    if !second.kind.is_finding() {
        return unseen(
            Reason::Unrepeatable,
            Unseen::NotAgain { times, second: Some(Box::new(second)) },
            first,
        );
    }
    let detail = Detail::Another { first: Box::new(first.detail), second: second.signature() };
    Verdict { detail, ..first }
}

/// The runs of a job that show `same`, each in another heap: processes that are copies of one have their memory alike, so that they show
/// alike what hangs on where it lies.
fn in_heaps(
    executor: &mut dyn Executor,
    job: &Job,
    prescribed: Prescribed<'_>,
    same: impl Fn(&Verdict) -> bool,
) -> Runs {
    let mut runs = Runs { shown: 0, all: 0 };
    for heap in 1..=RUNS {
        let Ok(reports) = executor.run(&Job { heap: Some(heap), ..job.clone() }) else { break };
        runs.all += 1;
        runs.shown += usize::from(same(&judge(&reports, prescribed)));
    }
    runs
}

/// The finding that somebody says a case shows.
#[derive(Clone, Copy, Debug)]
pub enum Sought<'a> {
    /// None.
    Nothing,
    /// One of this kind, in this pass.
    Kept(VerdictKind, Option<&'a str>),
    /// A pass that crashes or leaves invalid IR, whichever.
    Any,
}

impl Sought<'_> {
    fn is(self, verdict: &Verdict) -> bool {
        match self {
            Sought::Nothing => false,
            Sought::Kept(kind, pass) => {
                kind.is_finding() && (verdict.kind, verdict.pass.as_deref()) == (kind, pass)
            }
            Sought::Any => matches!(verdict.kind, VerdictKind::Crash | VerdictKind::InvalidIr),
        }
    }

    /// The terms on which it is looked for.
    fn terms(self, terms: Terms) -> Terms {
        match self {
            Sought::Kept(kind, _) => terms_of(kind, terms),
            Sought::Nothing | Sought::Any => terms,
        }
    }
}

/// As [`examine`], where this is sought: if it does not show, it is looked for in [`RUNS`] other heaps, and `runs` says in how many it does.
///
/// # Errors
/// As [`examine`].
pub fn examine_sought(
    executor: &mut dyn Executor,
    case: &Case,
    syntax: Syntax,
    terms: Terms,
    sought: Sought<'_>,
) -> anyhow::Result<Examined> {
    let examined = examine(executor, case, syntax, terms)?;
    let is_nothing = match sought {
        Sought::Nothing => true,
        Sought::Kept(kind, _) => !kind.is_finding(),
        Sought::Any => executor.capabilities().stock,
    };
    if examined.verdict.kind.is_finding() || is_nothing {
        return Ok(examined);
    }
    let job = Job::of(&examined.case, syntax, sought.terms(terms).isolated());
    let prescribed = Prescribed { decimal: executor.capabilities().decimals, ..case.prescribed() };
    Ok(match seen_elsewhere(executor, &job, prescribed, sought) {
        Some((reports, verdict)) => Examined { reports, verdict, ..examined },
        None => examined,
    })
}

/// The first run in another heap that shows what is sought, and the verdict on it; the run in the usual heap did not show it.
fn seen_elsewhere(
    executor: &mut dyn Executor,
    job: &Job,
    prescribed: Prescribed<'_>,
    sought: Sought<'_>,
) -> Option<(Vec<PathReport>, Verdict)> {
    let mut runs = Runs { shown: 0, all: 1 };
    let mut first = None;
    for heap in 1..=RUNS {
        let Ok(reports) = executor.run(&Job { heap: Some(heap), ..job.clone() }) else { break };
        let verdict = judge(&reports, prescribed);
        runs.all += 1;
        if sought.is(&verdict) {
            runs.shown += 1;
            first.get_or_insert((reports, verdict));
        }
    }
    first.map(|(reports, verdict)| (reports, Verdict { runs: Some(runs), ..verdict }))
}

/// The verdict on what was a finding at first.
pub(super) fn unseen(reason: Reason, why: Unseen, first: Verdict) -> Verdict {
    let pass = first.pass.clone();
    Verdict::incomparable(reason, pass, Detail::Unseen { why, first: Box::new(first) })
}

fn outputs(reports: &[PathReport]) -> Vec<&[crate::observe::Buffer]> {
    reports.iter().map(|r| r.outputs.as_slice()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::execute::fake::Fake;
    use crate::observe::Outcome;
    use crate::observe::example::{crashed, ok};
    use crate::words;

    fn job() -> Job {
        Job::new(String::new(), vec![], Default::default())
    }

    /// Judges the first run of `fake`, then repeats it.
    fn twice(fake: &mut Fake) -> Verdict {
        let reports = fake.run(&job()).unwrap();
        let first = judge(&reports, Prescribed::default());
        repeat(fake, &job(), Prescribed::default(), first, &reports)
    }

    #[test]
    fn what_shows_again_is_a_finding() {
        let mut fake = Fake::new([vec![ok("a", 1), crashed("p")], vec![ok("a", 1), crashed("p")]]);
        let verdict = twice(&mut fake);
        assert_eq!((verdict.kind, verdict.pass.as_deref()), (VerdictKind::Crash, Some("p")));
        assert_eq!(fake.isolated(), 1, "the repeat needs a new process");
        assert!(!words::detail(&verdict.detail).contains("second run") && !verdict.varies);
    }

    #[test]
    fn a_pass_that_ends_a_path_is_asked_about_along_that_path() {
        let [one, other] = ["one", "other"].map(|step| PathSpec::Fixed(vec![step.to_owned()]));
        let job = Job { paths: vec![one.clone(), other.clone()], ..job() };
        let along = |first: Vec<PathReport>, again: Vec<PathReport>| {
            let mut fake = Fake::new([again]);
            let verdict = judge(&first, Prescribed::default());
            let kind = repeat(&mut fake, &job, Prescribed::default(), verdict, &first).kind;
            (kind, fake.jobs.remove(0).paths)
        };
        let crashes = along(vec![ok("a", 1), crashed("p")], vec![crashed("p")]);
        assert_eq!(crashes, (VerdictKind::Crash, vec![other.clone()]));
        let differ = || vec![ok("a", 1), ok("b", 2)];
        assert_eq!(along(differ(), differ()), (VerdictKind::Mismatch, vec![one, other]));
    }

    #[test]
    fn what_does_not_is_unrepeatable() {
        let mut fake = Fake::new([vec![ok("a", 1), crashed("p")], vec![ok("a", 1), ok("b", 1)]]);
        let verdict = twice(&mut fake);
        assert_eq!((verdict.kind, verdict.reason), (VerdictKind::Incomparable, Some(Reason::Unrepeatable)));
        assert_eq!(verdict.pass.as_deref(), Some("p"));
    }

    #[test]
    fn what_varies_is_a_finding_and_says_so() {
        let mut fake = Fake::new([vec![ok("a", 1), ok("b", 2)], vec![ok("a", 1), ok("b", 3)]]);
        let verdict = twice(&mut fake);
        assert_eq!(verdict.kind, VerdictKind::Mismatch);
        assert!(verdict.varies && words::verdict(&verdict).ends_with("the values vary from run to run"));
        let mut fake = Fake::new([vec![ok("a", 1), ok("b", 2)], vec![ok("a", 1), crashed("p")]]);
        assert!(words::detail(&twice(&mut fake).detail).ends_with("a second run gave crash-p instead"));
    }

    #[test]
    fn what_is_slow_is_not_endless() {
        let endless = || PathReport { outcome: Outcome::Timeout, ..crashed("p") };
        let mut fake = Fake::new([vec![ok("a", 1), endless()], vec![ok("a", 1), ok("b", 1)]]);
        let slow = twice(&mut fake);
        assert_eq!((slow.kind, slow.reason), (VerdictKind::Incomparable, Some(Reason::Unrepeatable)));
        assert!(words::detail(&slow.detail).contains("in 3 times as long"), "{slow:?}");
        let [first, again] = &fake.jobs[..] else { panic!("{:?}", fake.jobs) };
        assert_eq!(again.limits.cpu, first.limits.cpu * 3);
        let mut fake = Fake::new([vec![ok("a", 1), endless()], vec![ok("a", 1), endless()]]);
        assert_eq!(twice(&mut fake).kind, VerdictKind::Timeout);
    }

    #[test]
    fn what_was_kept_is_looked_for_in_other_heaps() {
        let right = || vec![ok("a", 1), ok("b", 1)];
        let wrong = || vec![ok("a", 1), crashed("p")];
        let seen = |sought| {
            let mut fake = Fake::new([right(), wrong(), right(), wrong(), right(), right()]);
            seen_elsewhere(&mut fake, &job(), Prescribed::default(), sought)
        };
        for sought in [Sought::Kept(VerdictKind::Crash, Some("p")), Sought::Any] {
            let (reports, verdict) = seen(sought).expect("two heaps show it");
            assert_eq!((reports, verdict.runs), (wrong(), Some(Runs { shown: 2, all: 7 })));
        }
        assert_eq!(seen(Sought::Kept(VerdictKind::Crash, Some("q"))), None, "another pass crashes");
    }

    #[test]
    fn agreement_is_not_repeated() {
        let mut fake = Fake::new([vec![ok("a", 1), ok("b", 1)]]);
        assert_eq!(twice(&mut fake), Verdict::agree());
        assert_eq!(fake.isolated(), 0);
    }

    #[test]
    fn a_finding_of_a_pass_is_not_repeated_where_there_are_enough() {
        let source = crate::case::Source::verbatim(String::new());
        let case = Case { source, printed: vec![], paths: vec![], expected: None };
        for (runs, failed) in [(1, crashed("p")), (2, ok("b", 2))] {
            let mut fake = Fake::new([(); 2].map(|()| vec![ok("a", 1), failed.clone()]));
            let terms = Terms { looks: Looks::NONE, ..Terms::default() };
            let ended = examine_unless(&mut fake, &case, Syntax::V22, terms, &|_, _, _| true).unwrap();
            assert_eq!((ended.verdict.kind.is_finding(), fake.jobs.len()), (true, runs));
        }
    }

    #[test]
    fn a_repeat_that_cannot_be_run_is_the_harness_at_fault() {
        let mut fake = Fake::new([vec![ok("a", 1), crashed("p")]]);
        assert_eq!(twice(&mut fake).reason, Some(Reason::HarnessError));
    }
}
