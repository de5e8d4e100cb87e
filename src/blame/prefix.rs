//! Beginnings of a path, finished in a way that is known to be good, and what that shows.

use crate::judge::{Floats, VerdictKind, compare, judge};
use crate::observe::{Element, Expected, Outcome, PathReport, Prescribed};
use crate::path::PathSpec;
use serde::Serialize;

/// What a beginning of a path comes to once it is finished in a good way.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Standing {
    /// The expected results: nothing has gone wrong so far.
    Good,
    /// Other results, or lowered code that faults or does not end.
    Wrong,
    /// No way to finish it led to results, so nothing can be said.
    Unfinished,
}

/// How a beginning of a path was finished.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Finish {
    /// By the plain lowering of the IR it led to.
    Plain,
    /// By what was left of a path that gives the expected results, and the plain lowering after that.
    OtherPath,
}

/// One beginning of a path.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Prefix {
    /// How many steps of the path it has.
    pub steps: usize,
    /// What it came to.
    pub result: Standing,
    /// How it was finished; for one that is unfinished, what was tried last.
    pub finish: Finish,
    /// A sentence for a person; empty when it is good.
    pub detail: String,
    /// What was run to find out.
    #[serde(skip)]
    pub path: PathSpec,
}

/// What a program should compute, and who says so.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reference {
    /// `the reference semantics`, `the plain lowering` or the name of a path.
    pub name: String,
    /// What the semantics expect, where they are the reference.
    pub expected: Option<Vec<Expected>>,
    /// What it did and printed, where it is a path.
    pub path: Option<PathReport>,
    /// What each print call shows, as for [`compare`].
    pub printed: Vec<Element>,
    /// Whether the finding is about the sign of zeros.
    pub zero_sign: bool,
    /// Whether the finding is that translation to machine code crashes; a crash there is a bug of its own otherwise.
    pub translation_crashes: bool,
}

/// How a sentence about a path that ended early begins.
pub fn ends_as(outcome: Outcome) -> String {
    format!("it ends as {outcome}")
}

impl Reference {
    /// What a report shows, held against this.
    pub fn standing(&self, report: &PathReport) -> (Standing, String) {
        let failure = report.failure.clone().unwrap_or_default();
        let line = failure.message.lines().next().unwrap_or_default().to_owned();
        let ended = match &failure.pass {
            Some(pass) => format!("{} in {pass}: {line}", ends_as(report.outcome)),
            None => format!("{}: {line}", ends_as(report.outcome)),
        };
        match report.outcome {
            Outcome::Ok if self.expected.is_some() => self.evaluated(report),
            Outcome::Ok => self.compared(report),
            // Lowered code: one and the same miscompile may show as any of these.
            Outcome::Fault | Outcome::Undefined => (Standing::Wrong, ended),
            Outcome::Timeout | Outcome::OutOfMemory if failure.pass.is_none() => (Standing::Wrong, ended),
            Outcome::Crash if failure.pass.is_none() && self.translation_crashes => (Standing::Wrong, ended),
            _ => (Standing::Unfinished, ended),
        }
    }
}

impl Reference {
    /// What a report of a path that ran shows, held against another.
    fn compared(&self, report: &PathReport) -> (Standing, String) {
        let Some(path) = &self.path else { return (Standing::Good, String::new()) };
        let floats = Floats::between(path, report);
        let Err(difference) = compare(&path.outputs, &report.outputs, &self.printed, floats) else {
            return (Standing::Good, String::new());
        };
        (Standing::Wrong, difference.told(&self.name, "this"))
    }

    /// What a report of a path that ran shows, held against the reference semantics.
    fn evaluated(&self, report: &PathReport) -> (Standing, String) {
        let expected = self.expected.as_deref();
        let prescribed = Prescribed { printed: &self.printed, expected, ..Prescribed::default() };
        let verdict = judge(std::slice::from_ref(report), prescribed);
        match verdict.against {
            Some(against) if verdict.kind == VerdictKind::Mismatch => {
                let told = against.difference.told_of("this", verdict.zero_sign);
                (Standing::Wrong, format!("{told}; this differs from the reference semantics"))
            }
            _ => (Standing::Good, String::new()),
        }
    }
}

/// What is left of `other` after `steps`: as much of its beginning counts as done as can be found among the
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
        let name = "the plain lowering".into();
        Reference {
            name,
            expected: None,
            path,
            printed: vec![],
            zero_sign: false,
            translation_crashes: false,
        }
    }

    fn ended(outcome: Outcome, pass: Option<&str>) -> PathReport {
        let failure =
            Failure { pass: pass.map(str::to_owned), message: "so it was".into(), ..Failure::default() };
        PathReport { outcome, failure: Some(failure), ..ok("p", 7) }
    }

    #[test]
    fn results_are_good_or_wrong() {
        assert_eq!(reference().standing(&ok("p", 7)), (Standing::Good, String::new()));
        let (standing, detail) = reference().standing(&ok("p", 8));
        assert_eq!(standing, Standing::Wrong);
        assert!(detail.ends_with("the plain lowering 7 (0x7), this 8 (0x8)"), "{detail}");
    }

    #[test]
    fn lowered_code_goes_wrong_and_a_pass_of_the_finish_proves_nothing() {
        let standing = |outcome, pass| reference().standing(&ended(outcome, pass)).0;
        assert_eq!(standing(Outcome::Fault, None), Standing::Wrong);
        assert_eq!(standing(Outcome::Timeout, None), Standing::Wrong);
        assert_eq!(standing(Outcome::Timeout, Some("cse")), Standing::Unfinished);
        assert_eq!(standing(Outcome::Declined, Some("cse")), Standing::Unfinished);
        assert_eq!(standing(Outcome::Incomplete, None), Standing::Unfinished);
        assert_eq!(reference().standing(&crashed("cse")).0, Standing::Unfinished);
        assert_eq!(standing(Outcome::Crash, None), Standing::Unfinished);
        let asked = Reference { translation_crashes: true, ..reference() };
        assert_eq!(asked.standing(&ended(Outcome::Crash, None)).0, Standing::Wrong);
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
