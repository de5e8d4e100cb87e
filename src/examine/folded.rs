//! Invalid IR that a fold hook or a pattern of an operation leaves. Many passes call these, and are not at fault for what they do.

use crate::case::Case;
use crate::execute::{Executor, Job, Terms};
use crate::judge::{Verdict, VerdictKind, convicting_path, judge};
use crate::observe::{PathReport, Prescribed};
use crate::path::PathSpec;
use crate::path::catalogue::Role;
use crate::path::pipeline::pass_name;
use crate::program::Syntax;

/// The case with the pass that folds in the place of the one that left invalid IR, its reports and the judgement; none where MLIR does not say
/// the same then.
pub fn folded(
    executor: &mut dyn Executor,
    case: &Case,
    reports: &[PathReport],
    (syntax, terms): (Syntax, Terms),
    first: &Verdict,
) -> Option<(Case, Vec<PathReport>, Verdict)> {
    if first.kind != VerdictKind::InvalidIr {
        return None;
    }
    let path = convicting_path(first.kind, reports)?;
    let mut steps = reports[path].pipelines();
    let last = steps.last_mut().filter(|last| first.pass.as_deref() == Some(pass_name(last)))?;
    if Role::Folds.is_of(last) {
        return None;
    }
    *last = Role::Folds.pass().step();
    let mut other = case.clone();
    *other.paths.get_mut(path)? = PathSpec::Fixed(steps);
    let again = executor.run(&Job::of(&other, syntax, terms.isolated())).ok()?;
    let decimal = executor.capabilities().decimals;
    let verdict = judge(&again, Prescribed { decimal, ..other.prescribed() });
    let said = |reports: &[PathReport]| reports.get(path)?.failure.as_ref()?.said.clone();
    let same = verdict.kind == first.kind
        && convicting_path(verdict.kind, &again) == Some(path)
        && said(&again).is_some_and(|words| Some(words) == said(reports));
    same.then(|| (other.fixed(&again), again, verdict))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::case::Source;
    use crate::execute::fake::Fake;
    use crate::observe::example::ok;
    use crate::observe::{Failure, Outcome};

    fn invalid(pass: &str, words: &str) -> PathReport {
        let said = Some(words.to_owned());
        let failure = Failure { pass: Some(pass.into()), said, ..Failure::default() };
        PathReport { outcome: Outcome::InvalidIr, failure: Some(failure), ..ok(pass, 1) }
    }

    fn told(pass: &str, again: PathReport) -> Option<String> {
        let reports = [invalid(pass, "'vector.mask' op expects one")];
        let source = Source::verbatim(String::new());
        let case = Case { source, printed: vec![], paths: vec![], expected: None }.fixed(&reports);
        let first = judge(&reports, case.prescribed());
        assert_eq!(first.kind, VerdictKind::InvalidIr);
        let mut fake = Fake::new([vec![again]]);
        let seen = folded(&mut fake, &case, &reports, (Syntax::NEWEST, Terms::default()), &first);
        seen.map(|(case, _, verdict)| {
            assert_eq!(case.paths.len(), 1);
            verdict.signature()
        })
    }

    #[test]
    fn a_pass_that_folds_is_not_at_fault_for_a_fold_hook() {
        let same = invalid("canonicalize", "'vector.mask' op expects one");
        assert_eq!(told("inline", same.clone()).as_deref(), Some("invalid-ir-canonicalize"));
        assert_eq!(told("inline", invalid("canonicalize", "'vector.mask' op is another")), None);
        assert_eq!(told("inline", ok("canonicalize", 1)), None);
        assert_eq!(told("canonicalize", same), None, "it is it already");
    }
}
