//! The word of stock programs on a finding: `mlir-opt` and the stock runner, each in a clean process, as anybody would run them.

use super::confirm::unseen;
use crate::execute::{Executor, Job};
use crate::judge::{Detail, Reason, Runs, Unseen, Verdict, VerdictKind, judge};
use crate::observe::{Outcome, PathReport, Prescribed};
use serde::{Deserialize, Serialize};

/// The answer of stock programs in clean processes about a finding.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Clean {
    /// True where they show it too; none where they could not tell.
    pub confirmed: Option<bool>,
    /// The verdict on them alone.
    pub verdict: Verdict,
    /// The outcome of each path there, or of the only one that was asked about, which convicts by itself.
    pub outcomes: Vec<Outcome>,
}

/// Runs `job` by `clean`, the executor of stock programs. There is none if it cannot be run there at all.
///
/// They confirm a finding by showing any finding: one and the same bug may crash in one process and give
/// wrong numbers in another. They deny it by ending well or by declining a path. Cases that they do not support
/// they can neither confirm nor deny. Of `first`, the finding, that lowdiff saw in some runs only, they are asked until they show it,
/// as often as it takes ([`Runs::tries`]).
pub fn confirm_clean(
    clean: &mut dyn Executor,
    job: &Job,
    prescribed: Prescribed<'_>,
    first: &Verdict,
) -> Option<Clean> {
    let tries = first.runs.map_or(1, Runs::tries);
    let mut all = 0;
    loop {
        let reports = clean.run(job).ok()?;
        all += 1;
        let verdict = judge(&reports, Prescribed { decimal: clean.capabilities().decimals, ..prescribed });
        let confirmed = match verdict.reason {
            Some(Reason::Unsupported | Reason::HarnessError) => None,
            _ => Some(verdict.kind.is_finding()),
        };
        if confirmed != Some(false) || all == tries {
            let runs = Runs { shown: usize::from(confirmed == Some(true)), all };
            let verdict = Verdict { runs: first.runs.map(|_| runs), ..verdict };
            let outcomes = reports.iter().map(|r| r.outcome).collect();
            return Some(Clean { confirmed, verdict, outcomes });
        }
    }
}

/// Runs the path of `job` that convicts by itself, number `convicting`, by `clean`: of a pass that fails, the others say nothing. There is none where
/// stock programs do not show the same of the same pass, so that they have to be asked about the whole.
pub fn confirm_alone(
    clean: &mut dyn Executor,
    job: &Job,
    (convicting, reports): (usize, &[PathReport]),
    first: &Verdict,
    prescribed: Prescribed<'_>,
) -> Option<Clean> {
    let alone = Job { paths: vec![job.paths.get(convicting)?.clone()], ..job.clone() };
    let shown = clean.run(&alone).ok()?.into_iter().next()?;
    let outcomes = vec![shown.outcome];
    let mut reports = reports.to_vec();
    *reports.get_mut(convicting)? = shown;
    let verdict = judge(&reports, prescribed);
    let same = verdict.kind == first.kind && verdict.pass == first.pass;
    same.then_some(Clean { confirmed: Some(true), verdict, outcomes })
}

/// The verdict on a finding after stock programs had their say.
///
/// A case that they deny is no finding, with one exception: stock runners do not guard their memory, so a write past
/// the end of a block or a second free, which lowdiff's allocator sees, passes there unnoticed more often
/// than not. Where they show something else, theirs is what gets reported, because it is
/// what a reader of the report will see. What lowdiff knows better stays: the step at which lowered code goes wrong, and the pass of a finding
/// that shows in some heaps only; there a damaged heap may show as anything.
pub fn settle(first: Verdict, clean: Option<&Clean>) -> Verdict {
    let Some(Clean { confirmed: Some(confirmed), verdict: shown, .. }) = clean else { return first };
    if !confirmed
        && matches!(first.kind, VerdictKind::Memory | VerdictKind::Undefined)
        && shown.kind == VerdictKind::Agree
    {
        return Verdict { detail: Detail::Unwatched(Box::new(first.detail)), ..first };
    }
    if !confirmed {
        return unseen(Reason::Unrepeatable, Unseen::Denied(Box::new(shown.clone())), first);
    }
    if shown.kind == first.kind && shown.pass == first.pass
        || shown.kind.is_wrong_result() && first.kind.is_wrong_result()
    {
        return first;
    }
    // A write out of bounds that damages the heap leaves a stock runner waiting for its lock for ever.
    let of_lowered_code = first.kind.is_wrong_result() && shown.rests_on_behaviour();
    let by_chance = first.is_of_passes() && first.runs.is_some();
    if of_lowered_code || by_chance {
        let detail = Detail::StockGave { first: Box::new(first.detail), stock: shown.signature() };
        return Verdict { detail, ..first };
    }
    let detail = Detail::StockShow { shown: Box::new(shown.detail.clone()), first: Box::new(first) };
    Verdict { detail, ..shown.clone() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::execute::fake::Fake;
    use crate::observe::example::{crashed, ok};
    use crate::path::PathSpec;
    use crate::words;

    fn job() -> Job {
        Job::new(String::new(), vec![], Default::default())
    }

    #[test]
    fn stock_programs_confirm_deny_or_cannot_tell() {
        let told = |reports| {
            let first = Verdict::finding(VerdictKind::Mismatch, None, Detail::default());
            confirm_clean(&mut Fake::new([reports]), &job(), Prescribed::default(), &first).unwrap().confirmed
        };
        assert_eq!(told(vec![ok("a", 1), ok("b", 2)]), Some(true));
        assert_eq!(told(vec![ok("a", 1), ok("b", 1)]), Some(false));
        let unsupported = PathReport { outcome: Outcome::Unsupported, ..crashed("p") };
        assert_eq!(told(vec![ok("a", 1), unsupported]), None);
        let first = Verdict::finding(VerdictKind::Mismatch, None, Detail::default());
        assert_eq!(confirm_clean(&mut Fake::new([]), &job(), Prescribed::default(), &first), None);
    }

    #[test]
    fn stock_programs_are_asked_more_often_about_what_is_flaky() {
        let first = Verdict {
            runs: Some(Runs { shown: 3, all: 4 }),
            ..Verdict::finding(VerdictKind::Mismatch, None, Detail::default())
        };
        let (fine, wrong) = (vec![ok("a", 1), ok("b", 1)], vec![ok("a", 1), ok("b", 2)]);
        let asked = |answers: Vec<Vec<PathReport>>| {
            let mut fake = Fake::new(answers);
            let clean = confirm_clean(&mut fake, &job(), Prescribed::default(), &first).expect("it runs");
            (clean, fake.jobs.len())
        };
        let (shown, times) = asked(vec![fine.clone(), wrong.clone(), fine.clone()]);
        assert_eq!((shown.confirmed, times), (Some(true), 2));
        assert_eq!(shown.verdict.runs, Some(Runs { shown: 1, all: 2 }));
        let (denied, times) = asked(vec![fine.clone(); 9]);
        assert_eq!(
            (denied.confirmed, times),
            (Some(false), 4),
            "one of four shows it nineteen times in twenty"
        );
        let said = words::verdict(&settle(first.clone(), Some(&denied)));
        assert!(
            said.contains("it shows in 0 of 4 runs") && said.contains("it shows in 3 of 4 runs"),
            "{said}"
        );
        let unsupported = vec![ok("a", 1), PathReport { outcome: Outcome::Unsupported, ..crashed("p") }];
        let (untold, times) = asked(vec![unsupported]);
        assert_eq!((untold.confirmed, times), (None, 1));
    }

    #[test]
    fn of_a_pass_that_fails_one_path_is_asked_about() {
        let reports = vec![ok("a", 1), crashed("p")];
        let first = judge(&reports, Prescribed::default());
        let job = Job::new(
            String::new(),
            vec![PathSpec::Fixed(vec![]), PathSpec::Fixed(vec!["p".into()])],
            Default::default(),
        );
        let told = |shown: PathReport| {
            let mut fake = Fake::new([vec![shown]]);
            let clean = confirm_alone(&mut fake, &job, (1, &reports), &first, Prescribed::default());
            assert_eq!(fake.jobs[0].paths, job.paths[1..]);
            clean
        };
        let clean = told(crashed("p")).expect("it shows");
        assert_eq!((clean.confirmed, clean.outcomes.len()), (Some(true), 1));
        assert_eq!(clean.verdict, first, "it is path b there too");
        assert_eq!(told(crashed("q")), None, "another pass is another finding");
        assert_eq!(told(ok("b", 1)), None);
    }

    #[test]
    fn stock_programs_have_the_last_word() {
        let settled = |first: Vec<PathReport>, clean: Vec<PathReport>| {
            let first = judge(&first, Prescribed::default());
            let clean =
                confirm_clean(&mut Fake::new([clean]), &job(), Prescribed::default(), &first).unwrap();
            settle(first, Some(&clean))
        };
        let crash = || vec![ok("a", 1), crashed("p")];
        assert_eq!(settled(crash(), crash()), judge(&crash(), Prescribed::default()));
        assert_eq!(
            settle(judge(&crash(), Prescribed::default()), None),
            judge(&crash(), Prescribed::default())
        );
        let denied = settled(crash(), vec![ok("a", 1), ok("b", 1)]);
        assert_eq!((denied.reason, denied.pass.as_deref()), (Some(Reason::Unrepeatable), Some("p")));
        let overrun = || vec![ok("a", 1), PathReport { outcome: Outcome::Fault, ..crashed("p") }];
        let unseen = settled(overrun(), vec![ok("a", 1), ok("b", 1)]);
        assert_eq!(unseen.kind, VerdictKind::Memory, "no guard, no denial");
        let declined = PathReport { outcome: Outcome::Declined, ..crashed("p") };
        assert_eq!(settled(overrun(), vec![ok("a", 1), declined]).reason, Some(Reason::Unrepeatable));
        let hung = || PathReport { outcome: Outcome::Timeout, failure: None, ..crashed("p") };
        assert_eq!(settled(overrun(), vec![ok("a", 1), hung()]).kind, VerdictKind::Memory);
        let step = Verdict {
            culprits: vec!["p".into()],
            ..Verdict::finding(VerdictKind::Undefined, None, Detail::default())
        };
        let hangs =
            confirm_clean(&mut Fake::new([vec![ok("a", 1), hung()]]), &job(), Prescribed::default(), &step);
        let kept = settle(step.clone(), hangs.as_ref());
        assert_eq!((kept.kind, &kept.culprits), (VerdictKind::Undefined, &step.culprits));
        assert!(words::detail(&kept.detail).ends_with("stock programs gave timeout-lowered-code instead"));
        let flaky =
            Verdict { runs: Some(Runs { shown: 2, all: 7 }), ..judge(&crash(), Prescribed::default()) };
        let elsewhere = confirm_clean(
            &mut Fake::new([vec![ok("a", 1), crashed("q")]]),
            &job(),
            Prescribed::default(),
            &flaky,
        );
        assert_eq!(settle(flaky, elsewhere.as_ref()).pass.as_deref(), Some("p"));
        let other = settled(crash(), vec![ok("a", 1), ok("b", 2)]);
        assert_eq!(other.kind, VerdictKind::Mismatch);
        assert!(words::detail(&other.detail).contains("lowdiff's own process showed crash in p"));
        let fault = PathReport { outcome: Outcome::Fault, failure: None, ..crashed("p") };
        let wrong = settled(vec![ok("a", 1), ok("b", 2)], vec![ok("a", 1), fault]);
        assert_eq!(wrong.kind, VerdictKind::Mismatch, "wrong results of one bug take many forms");
    }
}
