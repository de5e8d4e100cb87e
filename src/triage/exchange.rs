//! Mutual replay: the program of one finding through the culprit of another.

use super::fact::Minimal;
use crate::blame::Split;
use crate::execute::{Executor, Job, Terms};
use crate::judge::{Floats, compare, judge};
use crate::observe::{Outcome, PathReport, Prescribed};
use crate::path::PathSpec;
use crate::reduce::ending;

/// True where the program of `one` shows through the culprit of `other` what `other` shows; none where that cannot be tried. Of another
/// pass, a wrong result has to be the very one that its own culprit makes: two passes that make the same wrong numbers of a program
/// share what is wrong, and two that make different ones need not. One pass with other options (a tile size) makes other numbers.
pub fn exchange(executor: &mut dyn Executor, one: &Minimal, other: &Minimal, terms: Terms) -> Option<bool> {
    let own = &one.candidate.path;
    let theirs = &other.candidate.path;
    let after = if theirs.after.is_empty() { own.after.clone() } else { theirs.after.clone() };
    let path = Split { before: own.before.clone(), culprit: theirs.culprit.clone(), after };
    let mut paths = other.question.paths(&path);
    if !other.ends_in_pass() {
        paths.push(PathSpec::finished_plainly(&own.with()));
    }
    let job = Job::new(one.candidate.program.clone(), paths, terms.isolated());
    let reports = executor.run(&job).ok()?;
    let printed = Prescribed { printed: &one.candidate.printed, ..Prescribed::default() };
    match &reports[..] {
        [ended] if other.ends_in_pass() => Some(ends_alike(ended, other, &path)),
        [right, wrong, own] => {
            let differs = |report: &PathReport| {
                let pair = [right.clone(), report.clone()];
                judge(&pair, printed).kind.is_wrong_result()
            };
            if right.outcome != Outcome::Ok || !differs(own) {
                return None;
            }
            let one_pass = one.question.pass == other.question.pass;
            let same = one_pass
                || wrong.outcome == own.outcome
                    && compare(&wrong.outputs, &own.outputs, &one.candidate.printed, Floats::Changed).is_ok();
            Some(differs(wrong) && same)
        }
        _ => None,
    }
}

/// True of a path that ended as the other finding's does.
fn ends_alike(report: &PathReport, other: &Minimal, path: &Split) -> bool {
    let verdict = judge(std::slice::from_ref(report), Prescribed::default());
    let question = &other.question;
    verdict.kind == question.kind
        && verdict.pass.as_deref() == Some(question.pass.as_str())
        && report.pipelines().len() == path.with().len()
        && ending(report) == question.ended
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::execute::fake::Fake;
    use crate::judge::VerdictKind;
    use crate::observe::example::{crashed, ok};
    use crate::triage::testing::minimal;

    fn asked(kind: VerdictKind, reports: Vec<PathReport>) -> Option<bool> {
        between("p", kind, reports)
    }

    fn between(pass: &str, kind: VerdictKind, reports: Vec<PathReport>) -> Option<bool> {
        let mut fake = Fake::new([reports]);
        exchange(&mut fake, &minimal(kind, pass), &minimal(kind, "q"), Terms::default())
    }

    #[test]
    fn a_crash_is_the_same_where_it_ends_alike() {
        assert_eq!(asked(VerdictKind::Crash, vec![crashed("q")]), Some(true));
        assert_eq!(asked(VerdictKind::Crash, vec![ok("q", 1)]), Some(false));
        assert_eq!(asked(VerdictKind::Crash, vec![crashed("r")]), Some(false));
        assert_eq!(
            exchange(
                &mut Fake::new([]),
                &minimal(VerdictKind::Crash, "p"),
                &minimal(VerdictKind::Crash, "q"),
                Terms::default()
            ),
            None
        );
    }

    #[test]
    fn a_wrong_result_is_the_same_where_the_numbers_are() {
        let run = |value, module| PathReport { final_module: Some([module; 32]), ..ok("q", value) };
        let told =
            |right, wrong, own| asked(VerdictKind::Mismatch, vec![run(right, 1), run(wrong, 2), run(own, 3)]);
        assert_eq!(told(1, 2, 2), Some(true));
        assert_eq!(told(1, 1, 2), Some(false), "the other does it no harm");
        assert_eq!(told(1, 3, 2), Some(false), "the other does it another harm");
        assert_eq!(told(1, 2, 1), None, "it does not show with its own");
        let options = |wrong| between("q", VerdictKind::Mismatch, vec![run(1, 1), run(wrong, 2), run(2, 3)]);
        assert_eq!(options(3), Some(true), "one pass with other options makes other numbers");
        assert_eq!(options(1), Some(false), "with these options it does no harm");
    }
}
