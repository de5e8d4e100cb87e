//! Beginnings of a path, finished in a way that is known to be good, and what that shows.

use super::after::After;
use crate::execute::{Ending, StateRun};
use crate::judge::{Detail, Floats, VerdictKind, compare, compare_zero_signs, judge};
use crate::observe::{Cause, Element, Ended, Expected, Outcome, PathReport, Prescribed, Why};
use crate::path::PathSpec;
use serde::{Deserialize, Serialize};

/// The result of a beginning of a path that is finished in a good way.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Correctness {
    /// The expected results: nothing has gone wrong so far.
    Good,
    /// Other results, or lowered code that faults, does not end, or allocates more memory than it may.
    Wrong,
    /// No way to finish it led to results, so nothing can be said.
    Unfinished,
}

/// The way in which a beginning of a path was finished.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Finish {
    /// By the plain lowering of the IR it led to.
    Plain,
    /// By what was left of a path that gives the expected results, and the plain lowering after that.
    OtherPath,
}

/// One beginning of a path.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Prefix {
    /// The number of its steps.
    pub steps: usize,
    /// The result.
    pub result: Correctness,
    /// The way it was finished; of one that is unfinished, the way that was tried last.
    pub finish: Finish,
    /// The result, where it is not good.
    pub after: Option<After>,
    /// The early end of lowered code, where that is what is wrong; none where it gives results.
    pub ended: Option<Ended>,
    /// The path that was run to find out.
    pub path: PathSpec,
}

impl Prefix {
    /// Takes over a judgement of it.
    pub fn note(&mut self, JudgedReport { result, after, ended }: JudgedReport) {
        (self.result, self.after, self.ended) = (result, after, ended);
    }
}

/// A report, held against a reference.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct JudgedReport {
    /// The result.
    pub result: Correctness,
    /// The result, where it is not good.
    pub after: Option<After>,
    /// The early end of lowered code, where that is what is wrong; none where it gives results.
    pub ended: Option<Ended>,
}

impl JudgedReport {
    const GOOD: JudgedReport = JudgedReport { result: Correctness::Good, after: None, ended: None };

    /// The result, where it is not good.
    pub fn told(&self) -> After {
        self.after.clone().unwrap_or_default()
    }

    fn wrong_results(after: After) -> JudgedReport {
        JudgedReport { result: Correctness::Wrong, after: Some(after), ended: None }
    }
}

/// The one whose results are held to be right.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Authority {
    /// The reference semantics.
    Semantics,
    /// The plain lowering of the program.
    PlainLowering,
    /// The path with this index.
    Path(usize),
}

/// The right results of a program, and the one that has them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reference {
    /// The one that has them.
    pub authority: Authority,
    /// The expectation of the semantics, where they are the reference.
    pub expected: Option<Vec<Expected>>,
    /// The report of the path, where it is one.
    pub path: Option<PathReport>,
    /// The element that each print call shows, as for [`compare`].
    pub printed: Vec<Element>,
    /// True of a finding about the sign of zeros.
    pub zero_sign: bool,
    /// True of a finding that translation to machine code crashes; a crash there is a bug of its own otherwise.
    pub translation_crashes: bool,
}

impl Reference {
    /// Holds a report against this.
    pub fn standing(&self, report: &PathReport) -> JudgedReport {
        let failure = report.failure.clone().unwrap_or_default();
        let is_wrong = match report.outcome {
            Outcome::Ok if self.expected.is_some() => return self.evaluated(report),
            Outcome::Ok => return self.compared(report),
            // Lowered code: one and the same miscompile may show as any of these.
            Outcome::Fault | Outcome::Undefined => true,
            Outcome::Timeout | Outcome::OutOfMemory => failure.pass.is_none(),
            Outcome::Unsupported => matches!(failure.cause, Cause::AllocatesTooMuch {}),
            Outcome::Crash => failure.pass.is_none() && self.translation_crashes,
            _ => false,
        };
        let why = Why::from(&failure);
        let after = Some(After::EndsEarly { outcome: report.outcome, pass: failure.pass, why });
        match is_wrong {
            true => JudgedReport { result: Correctness::Wrong, after, ended: report.ended() },
            false => JudgedReport { result: Correctness::Unfinished, after, ended: None },
        }
    }

    /// Holds a state that was run as it is against what the semantics expect; none where it did not come to its end, or they are not the
    /// reference.
    pub fn standing_of(&self, state: &StateRun) -> Option<JudgedReport> {
        self.expected.as_ref().filter(|_| state.ending == Ending::Done)?;
        Some(self.evaluated(&PathReport { outputs: state.outputs.clone(), ..PathReport::of(Outcome::Ok) }))
    }

    /// True of two reports, of a path that is right and of one that is wrong.
    pub fn is_pair(&self, reports: &[PathReport]) -> bool {
        let results = reports.iter().map(|report| self.standing(report).result);
        results.eq([Correctness::Good, Correctness::Wrong])
    }

    /// Holds the report of a path that ran against that of another.
    fn compared(&self, report: &PathReport) -> JudgedReport {
        let Some(path) = &self.path else { return JudgedReport::GOOD };
        let floats = Floats::between(path, report);
        let unlike = |difference| JudgedReport::wrong_results(After::Unlike(self.authority, difference));
        match compare(&path.outputs, &report.outputs, &self.printed, floats) {
            Ok(_) if self.zero_sign => {
                let turned = compare_zero_signs(&path.outputs, &report.outputs, &self.printed);
                turned.map_or(JudgedReport::GOOD, unlike)
            }
            Ok(_) => JudgedReport::GOOD,
            Err(difference) => unlike(difference),
        }
    }

    /// Holds the report of a path that ran against the reference semantics.
    fn evaluated(&self, report: &PathReport) -> JudgedReport {
        let expected = self.expected.as_deref();
        let prescribed = Prescribed { printed: &self.printed, expected, ..Prescribed::default() };
        let verdict = judge(std::slice::from_ref(report), prescribed);
        match verdict.detail {
            Detail::Unexpected { deviation, .. } if verdict.kind == VerdictKind::Mismatch => {
                JudgedReport::wrong_results(After::Unexpected(deviation))
            }
            _ => JudgedReport::GOOD,
        }
    }
}

/// The rest of `other` after `steps`: as much of its beginning counts as done as can be found among the
/// steps, in order. So a path that is another one with a pass put in is finished by the rest of that other one.
pub fn rest<'a>(other: &'a [String], steps: &[String]) -> &'a [String] {
    let mut done = 0;
    for step in steps {
        if other.get(done) == Some(step) {
            done += 1;
        }
    }
    &other[done..]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::observe::Failure;
    use crate::observe::example::{crashed, ok};

    fn reference() -> Reference {
        let path = Some(ok("plain", 7));
        Reference {
            authority: Authority::PlainLowering,
            expected: None,
            path,
            printed: vec![],
            zero_sign: false,
            translation_crashes: false,
        }
    }

    fn ended(outcome: Outcome, pass: Option<&str>) -> PathReport {
        let failure =
            Failure { pass: pass.map(str::to_owned), cause: "so it was".into(), ..Failure::default() };
        PathReport { outcome, failure: Some(failure), ..ok("p", 7) }
    }

    #[test]
    fn results_are_good_or_wrong() {
        assert_eq!(reference().standing(&ok("p", 7)), JudgedReport::GOOD);
        let JudgedReport { result, after, ended } = reference().standing(&ok("p", 8));
        let after = crate::report::after(&after.expect("it is wrong"));
        assert_eq!((result, ended), (Correctness::Wrong, None));
        assert!(after.ends_with("the plain lowering 7, this 8"), "{after}");
    }

    #[test]
    fn lowered_code_goes_wrong_and_a_pass_of_the_finish_proves_nothing() {
        let standing = |outcome, pass| reference().standing(&ended(outcome, pass)).result;
        assert_eq!(standing(Outcome::Fault, None), Correctness::Wrong);
        assert_eq!(standing(Outcome::Timeout, None), Correctness::Wrong);
        assert_eq!(standing(Outcome::Timeout, Some("cse")), Correctness::Unfinished);
        assert_eq!(standing(Outcome::Declined, Some("cse")), Correctness::Unfinished);
        assert_eq!(standing(Outcome::Incomplete, None), Correctness::Unfinished);
        assert_eq!(reference().standing(&crashed("cse")).result, Correctness::Unfinished);
        assert_eq!(standing(Outcome::Crash, None), Correctness::Unfinished);
        let unsupported = |cause| {
            let report = ended(Outcome::Unsupported, None);
            let failure = Failure { cause, ..report.failure.clone().expect("it has one") };
            reference().standing(&PathReport { failure: Some(failure), ..report }).result
        };
        assert_eq!(
            unsupported(Cause::AllocatesTooMuch {}),
            Correctness::Wrong,
            "a loop that never ends may show so"
        );
        assert_eq!(unsupported(Cause::Untranslated {}), Correctness::Unfinished);
        let asked = Reference { translation_crashes: true, ..reference() };
        assert_eq!(
            asked.standing(&ended(Outcome::Crash, None)).ended.map(|end| end.outcome),
            Some(Outcome::Crash)
        );
    }

    #[test]
    fn the_rest_of_a_path_is_what_was_not_done() {
        let list = |text: &str| text.chars().map(String::from).collect::<Vec<_>>();
        let other = list("abcd");
        assert_eq!(rest(&other, &[]), list("abcd"));
        assert_eq!(rest(&other, &list("ab")), list("cd"));
        assert_eq!(rest(&other, &list("axb")), list("cd"), "a pass was put in");
        assert_eq!(rest(&other, &list("b")), list("abcd"), "nothing of its beginning was done");
        assert_eq!(rest(&other, &list("abcdabcd")), [""; 0]);
    }
}
