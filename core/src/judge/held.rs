//! Paths of steps that are judged one by one, and by nothing else: that none was found wrong is all there is to say of them.

use super::{Detail, Reason, Verdict};
use crate::observe::{Outcome, PathReport, Relation};

/// The verdict on paths whose steps held; none where a path was for something else.
pub fn held(reports: &[PathReport]) -> Option<Verdict> {
    if reports.is_empty() || reports.iter().any(|report| report.outcome != Outcome::Held) {
        return None;
    }
    let count = |fits: &dyn Fn(Relation) -> bool| -> u64 {
        reports.iter().map(|report| report.checks.count(fits)).sum()
    };
    let (run, decided) = (count(&|_| true), count(&Relation::is_decided));
    if run == 0 {
        return Some(Verdict::unchanged());
    }
    if decided > 0 {
        return Some(Verdict::held(decided, run));
    }
    let reason = match () {
        () if count(&|relation| relation == Relation::Vacuous) > 0 => Reason::Hazard,
        () if count(&|relation| relation == Relation::Open) > 0 => Reason::Open,
        () => Reason::Unsupported,
    };
    let unsupported = reports.iter().find_map(|report| report.checks.unsupported.first()).cloned();
    Some(Verdict::incomparable(reason, None, Detail::NoStepJudged { unsupported }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::judge::{VerdictKind, judge};
    use crate::observe::{Lack, Prescribed, StepCheck};

    fn report(relations: &[Relation]) -> PathReport {
        let mut report = PathReport::of(Outcome::Held);
        for relation in relations {
            let lack = (*relation == Relation::Unsupported).then(|| Lack::Operation("gpu.launch".to_owned()));
            report.checks.add(&StepCheck { pass: "cse".to_owned(), relation: *relation, lack, arguments: 0 });
        }
        report
    }

    fn verdict(relations: &[Relation]) -> (VerdictKind, Option<Reason>) {
        let verdict = judge(&[report(relations)], Prescribed::default());
        (verdict.kind, verdict.reason)
    }

    #[test]
    fn steps_that_hold_agree() {
        assert_eq!(verdict(&[]), (VerdictKind::Agree, None));
        assert_eq!(verdict(&[Relation::Same]), (VerdictKind::Agree, None));
        assert_eq!(verdict(&[Relation::Unsupported, Relation::Rounded]), (VerdictKind::Agree, None));
    }

    #[test]
    fn steps_that_nobody_could_judge_are_not_called_right() {
        let none = |relation| verdict(&[relation]);
        assert_eq!(none(Relation::Vacuous), (VerdictKind::Incomparable, Some(Reason::Hazard)));
        assert_eq!(none(Relation::Open), (VerdictKind::Incomparable, Some(Reason::Open)));
        assert_eq!(none(Relation::TooLong), (VerdictKind::Incomparable, Some(Reason::Unsupported)));
        let told = judge(&[report(&[Relation::Unsupported])], Prescribed::default());
        assert!(
            crate::words::verdict(&told).ends_with(": the interpreter does not know gpu.launch"),
            "{told:?}"
        );
    }

    #[test]
    fn a_path_that_ended_otherwise_is_judged_otherwise() {
        assert_eq!(held(&[report(&[]), PathReport::of(Outcome::Declined)]), None);
        assert_eq!(held(&[]), None);
    }
}
