//! A difference between what two builds do with one input.

use crate::judge::{Detail, PathEnd, Reason, Verdict, VerdictKind};
use crate::observe::Cause;
use serde::{Deserialize, Serialize};

/// The way in which the patched build differs from the baseline.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum BuildChange {
    /// It shows a finding that the baseline does not show.
    New,
    /// It declines a step that the baseline takes.
    Refused,
    /// It shows no finding where the baseline shows one.
    Fixed,
    /// It takes a step that the baseline declines.
    Taken,
}

impl BuildChange {
    /// All, what is new first.
    pub const ALL: [BuildChange; 4] =
        [BuildChange::New, BuildChange::Refused, BuildChange::Fixed, BuildChange::Taken];

    /// The word for it.
    pub fn word(self) -> &'static str {
        match self {
            BuildChange::New => "new",
            BuildChange::Refused => "refused",
            BuildChange::Fixed => "fixed",
            BuildChange::Taken => "taken",
        }
    }

    /// True of what a patch is to answer for.
    pub fn is_regression(self) -> bool {
        matches!(self, BuildChange::New | BuildChange::Refused)
    }
}

/// A judgement, and the number of steps that were taken before it.
type Judged<'v> = (&'v Verdict, u64);

/// The change between two judgements of one case, and the signature that it is counted by: that of the finding, or the pass that declines. A step
/// is refused where the baseline took it, and more: a pass that declines what it made a finding of, or what the baseline did not come to, is a
/// finding that is gone. Where lowdiff itself leaves out a step on one of them, nothing is told of the other.
pub fn change((before, until): Judged<'_>, (after, now): Judged<'_>) -> Option<(BuildChange, String)> {
    if [before, after].into_iter().any(is_left_out) {
        return None;
    }
    let declines = |verdict: &Verdict| verdict.reason == Some(Reason::Declined);
    let declined = |verdict: &Verdict| format!("declined-{}", verdict.pass.as_deref().unwrap_or("path"));
    let holds = after.kind == VerdictKind::Agree || declines(after);
    match (before.kind.is_finding(), after.kind.is_finding()) {
        (_, true) if before.signature() != after.signature() => Some((BuildChange::New, after.signature())),
        (true, false) if declines(after) && now < until => Some((BuildChange::Refused, declined(after))),
        (true, false) if holds => Some((BuildChange::Fixed, before.signature())),
        (false, false) if declines(after) && !declines(before) && now <= until => {
            Some((BuildChange::Refused, declined(after)))
        }
        (false, false) if declines(before) && !declines(after) && until <= now => {
            Some((BuildChange::Taken, declined(before)))
        }
        _ => None,
    }
}

/// True where a path ended at a step that no pass of MLIR declined: the version does not have it, or it is not sound there.
fn is_left_out(verdict: &Verdict) -> bool {
    let said = |end: &PathEnd| end.why.cause == Cause::Said {};
    verdict.reason == Some(Reason::Declined) && !matches!(&verdict.detail, Detail::Ended(end) if said(end))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::observe::{Outcome, PathLetter, Why};

    #[test]
    fn a_change_is_told_by_both_judgements() {
        let told = || Detail::Told(String::new());
        let agree = Verdict::agree();
        let crash = |pass: &str| Verdict::finding(VerdictKind::Crash, Some(pass.into()), told());
        let ended = |cause| {
            let why = Why { cause, said: None, breach: None };
            let (path, outcome, pass) = (PathLetter(0), Outcome::Declined, Some("cse".into()));
            Detail::Ended(PathEnd { path, outcome, pass, signal: None, why })
        };
        let incomparable = |reason| Verdict::incomparable(reason, Some("cse".into()), ended(Cause::Said {}));
        let of =
            |before: &Verdict, after: &Verdict| change((before, 2), (after, 2)).map(|(change, _)| change);
        assert_eq!(of(&agree, &crash("cse")), Some(BuildChange::New));
        assert_eq!(of(&incomparable(Reason::Declined), &crash("cse")), Some(BuildChange::New));
        assert_eq!(of(&crash("sccp"), &crash("cse")), Some(BuildChange::New), "it is another one");
        assert_eq!(of(&crash("cse"), &crash("cse")), None, "both show it");
        assert_eq!(of(&crash("cse"), &agree), Some(BuildChange::Fixed));
        assert_eq!(
            of(&crash("cse"), &incomparable(Reason::Declined)),
            Some(BuildChange::Fixed),
            "it says no"
        );
        let kind = |change: Option<(BuildChange, String)>| change.map(|(change, _)| change);
        let (sccp, declined) = (crash("sccp"), incomparable(Reason::Declined));
        assert_eq!(kind(change((&sccp, 2), (&declined, 1))), Some(BuildChange::Refused));
        assert_eq!(kind(change((&sccp, 2), (&declined, 3))), Some(BuildChange::Fixed), "it came further");
        let open = incomparable(Reason::Open);
        assert_eq!(kind(change((&open, 1), (&declined, 2))), None, "it came further");
        assert_eq!(kind(change((&declined, 2), (&open, 1))), None);
        assert_eq!(of(&agree, &incomparable(Reason::Declined)), Some(BuildChange::Refused));
        assert_eq!(of(&incomparable(Reason::Declined), &agree), Some(BuildChange::Taken));
        assert_eq!(of(&agree, &incomparable(Reason::Open)), None, "nothing can be said");
        assert_eq!(of(&crash("cse"), &incomparable(Reason::Open)), None, "it may be there still");
        let left_out =
            Verdict::incomparable(Reason::Declined, Some("cse".into()), ended(Cause::NoMachineCode {}));
        for other in [&agree, &crash("cse"), &incomparable(Reason::Declined)] {
            assert_eq!([of(other, &left_out), of(&left_out, other)], [None, None], "lowdiff left it out");
        }
        assert_eq!(of(&agree, &agree), None);
        assert_eq!(
            change((&agree, 2), (&crash("cse"), 2)).map(|(_, signature)| signature),
            Some("crash-cse".into())
        );
    }
}
