//! Before anything is made smaller, the finding has to show every time, and its culprit has to be known.

use super::ending::{PassEnd, ending};
use super::judged::judged;
use super::measure::measure;
use super::outcome::Reduced;
use super::question::{Candidate, DefinedChecks, Question};
use super::state::{ReductionState, Size, Stage};
use super::traits::Traits;
use crate::blame::{
    Authority, BlameExtent, Blamed, Culprit, Named, Split, Untold, blame_examined, pass_alone,
};
use crate::case::Case;
use crate::examine::{Examined, examine};
use crate::execute::{Executor, Terms};
use crate::judge::{Floats, Reason, Runs, Verdict, VerdictKind};
use crate::observe::PathReport;
use crate::path::{PathSpec, catalogue};
use crate::program::Syntax;
use anyhow::Result;
use serde::{Deserialize, Serialize};

/// Rounds a candidate has to show in where the finding varies from run to run.
const ROUNDS: usize = 3;

/// The answer whether a finding can be made smaller.
pub enum Begun {
    /// It can: this is where to start.
    Ready(Box<ReductionState>),
    /// It is down to one operation already, which goes wrong by itself.
    Operation(Box<Reduced>),
    /// It cannot, for this reason.
    Cannot(Box<Verdict>, Irreducible),
}

/// The reason why there is no least of a finding, as data: `report` has the sentence for each.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum NoLeast {
    /// A text, from a document of before there were fields.
    Told(String),
    /// This operation goes wrong by itself, so that there is no pass to keep.
    Operation(String),
    /// It cannot be made smaller.
    Irreducible {
        /// The reason.
        why: Irreducible,
        /// The verdict that was reached on it here.
        verdict: Box<Verdict>,
    },
    /// The search ended in an error.
    Failed {
        /// The chain of the error, in one line.
        said: String,
    },
}

impl From<String> for NoLeast {
    fn from(text: String) -> NoLeast {
        NoLeast::Told(text)
    }
}

/// The reason why a finding cannot be made smaller, as data: `report` has the sentence for each.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Irreducible {
    /// It showed once and not again.
    Flaky,
    /// It does not show here.
    Gone,
    /// Nobody is to blame, for these reasons.
    NobodyBlamed(Vec<Untold>),
    /// The path that ends with the step to blame does not show it by itself.
    PartlyBehind {
        /// The step to blame.
        pipeline: String,
    },
}

/// Names who is to blame for a finding of this name that has just been run, and asks whether the answer can be had again.
///
/// # Errors
/// The case cannot be run at all.
pub fn begin_examined(
    executor: &mut dyn Executor,
    examined: Examined,
    id: &str,
    syntax: Syntax,
    terms: Terms,
    mlir: &str,
) -> Result<Begun> {
    let case = examined.case.clone();
    let verdict = examined.verdict.clone();
    if verdict.reason == Some(Reason::Unrepeatable) {
        return Ok(Begun::Cannot(Box::new(verdict), Irreducible::Flaky));
    }
    if !verdict.kind.is_finding() {
        return Ok(Begun::Cannot(Box::new(verdict), Irreducible::Gone));
    }
    let reports = examined.reports.clone();
    let blamed = blame_examined(executor, pass_alone(examined), syntax, terms, BlameExtent::TO_CULPRIT)?;
    let named = blamed.named();
    let ready = |question: Question, source: Candidate, original: Size, source_size: Size| {
        Begun::Ready(Box::new(ReductionState {
            case: id.to_owned(),
            mlir: mlir.to_owned(),
            named: if question.every_path { named.clone() } else { Named::default() },
            question,
            source,
            alone: None,
            stage: Stage::Source,
            original,
            source_size,
            alone_size: None,
            seconds: 0.0,
        }))
    };
    if let Some(isolated) = &blamed.operation {
        // The program and its lowering can be made plainer still where the plain lowering has it wrong.
        if let Some((question, own, size)) = every_path(executor, &isolated.case, syntax, &terms, &verdict)? {
            let program = case.source.text(syntax).to_owned();
            let whole = measure(executor, &Candidate { program, path: whole_path(&case), ..own.clone() })?;
            return Ok(ready(question, own, whole, size));
        }
        let mut examined = examine(executor, &isolated.case, syntax, terms.isolated())?;
        if examined.verdict.kind == verdict.kind {
            blamed.note(&mut examined.verdict);
            return Ok(Begun::Operation(Box::new(Reduced { examined, blamed })));
        }
    }
    let Some(culprit) = blamed.culprits().next() else {
        let followed = blamed.paths.iter().filter_map(|path| path.reason.as_ref());
        let reasons = blamed.reason.iter().chain(followed).cloned().collect();
        if let Some((question, whole, size)) = every_path(executor, &case, syntax, &terms, &verdict)? {
            return Ok(ready(question, whole, size, size));
        }
        return Ok(Begun::Cannot(Box::new(verdict), Irreducible::NobodyBlamed(reasons)));
    };
    // A path that is lowered twice ends well each time.
    let steady = |outcome| PassEnd::Seen { outcome, about: None, rule: None, operation: None };
    let of = |report: &PathReport| ending(report).unwrap_or(steady(report.outcome));
    let ended = verdict.pass.as_ref().map(|_| of(&reports[culprit.path]));
    let varies = culprit.varies || verdict.kind == VerdictKind::Nondeterministic;
    let question = Question {
        kind: verdict.kind,
        pass: culprit.pass().to_owned(),
        ended,
        plainly: blamed.reference.is_some_and(|authority| !matches!(authority, Authority::Path(_))),
        rounds: if varies { ROUNDS } else { 1 },
        tries: verdict.runs.map(Runs::tries),
        checks: DefinedChecks::ALL[0],
        every_path: false,
        by_semantics: false,
        zero_sign: verdict.zero_sign && case.expected.is_none(),
        traits: Traits::default(),
    };
    let printed = case.printed.clone();
    let source = Candidate {
        program: case.source.text(syntax).to_owned(),
        printed: printed.clone(),
        path: split(&blamed, culprit),
    };
    let alone = Candidate {
        program: culprit.ir_before.clone(),
        printed,
        path: Split { before: Vec::new(), ..source.path.clone() },
    };
    let original = measure(executor, &source)?;
    // Two paths are not held to what the semantics know.
    let known = verdict.kind == VerdictKind::Mismatch && case.expected.is_some();
    let held = |executor: &mut dyn Executor, question: &Question| {
        let held =
            Question { by_semantics: true, plainly: false, zero_sign: verdict.zero_sign, ..question.clone() };
        let question = if known { strictest(executor, &held, &source, &terms.isolated())? } else { None };
        anyhow::Ok(question.map(|question| question.with_traits(executor, &source, &terms)))
    };
    // A finding that no prefix convicts is wrong on the plain lowering too, so that is no judge.
    let aside = blamed
        .paths
        .iter()
        .any(|path| path.culprit.as_ref() == Some(culprit) && path.way.is_some() && path.prefixes.is_empty());
    if aside && let Some(question) = held(executor, &question)? {
        return Ok(ready(question, source, original, original));
    }
    // From the IR before the culprit on the plain lowering is what finishes both paths.
    let starts = [(source.clone(), question.plainly), (alone, false)];
    let between = |executor: &mut dyn Executor, question: &Question| {
        for (start, plainly) in &starts {
            let question = Question { plainly: *plainly, ..question.clone() };
            if let Some(question) = strictest(executor, &question, start, &terms)? {
                let question = question.with_traits(executor, start, &terms);
                let size = measure(executor, start)?;
                return anyhow::Ok(Some((question, start.clone(), size)));
            }
        }
        Ok(None)
    };
    if let Some((question, start, size)) = between(executor, &question)? {
        return Ok(ready(question, start, original, size));
    }
    if let Some(question) = held(executor, &question)? {
        return Ok(ready(question, source, original, original));
    }
    // The results of a program that the semantics do not know are expected nowhere but in its case: then two paths show the sign, which
    // counts where the pass may not change it.
    let of_signs = Question { zero_sign: verdict.zero_sign, ..question.clone() };
    if of_signs.zero_sign != question.zero_sign
        && catalogue::floats(&culprit.pipeline) < Floats::Changed
        && let Some((question, start, size)) = between(executor, &of_signs)?
    {
        return Ok(ready(question, start, original, size));
    }
    if let Some((question, start)) = judged(executor, culprit, &source, &terms)? {
        let size = measure(executor, &start)?;
        return Ok(ready(question, start, original, size));
    }
    if let Some((question, whole, size)) = every_path(executor, &case, syntax, &terms, &verdict)? {
        return Ok(ready(question, whole, size, size));
    }
    let why = Irreducible::PartlyBehind { pipeline: culprit.pipeline.clone() };
    Ok(Begun::Cannot(Box::new(verdict), why))
}

/// The question with the strictest checks that hold of a candidate; none where it does not hold at all.
fn strictest(
    executor: &mut dyn Executor,
    question: &Question,
    candidate: &Candidate,
    terms: &Terms,
) -> Result<Option<Question>> {
    for checks in DefinedChecks::ALL {
        let question = Question { checks, ..question.clone() };
        if question.holds(executor, candidate, terms)? {
            return Ok(Some(question));
        }
        // Those are about wrong results.
        if question.ended.is_some() {
            break;
        }
    }
    Ok(None)
}

/// The question about a program whose plain lowering contradicts the reference semantics, and its size; none where it
/// does not.
fn every_path(
    executor: &mut dyn Executor,
    case: &Case,
    syntax: Syntax,
    terms: &Terms,
    verdict: &Verdict,
) -> Result<Option<(Question, Candidate, Size)>> {
    if verdict.kind != VerdictKind::Mismatch || case.expected.is_none() {
        return Ok(None);
    }
    let question = Question {
        kind: verdict.kind,
        pass: String::new(),
        ended: None,
        plainly: false,
        rounds: 1,
        tries: None,
        checks: DefinedChecks { memory: false, bounds: false },
        every_path: true,
        by_semantics: false,
        zero_sign: verdict.zero_sign,
        traits: Traits::default(),
    };
    let program = case.source.text(syntax).to_owned();
    let whole = Candidate { program, printed: case.printed.clone(), path: Split::default() };
    if !question.holds(executor, &whole, &terms.isolated())? {
        return Ok(None);
    }
    let size = measure(executor, &whole)?;
    Ok(Some((question, whole, size)))
}

/// The longest path of a case, with nobody to blame on it.
fn whole_path(case: &Case) -> Split {
    let steps = case.paths.iter().filter_map(|path| match path {
        PathSpec::Fixed(steps) => Some(steps),
        _ => None,
    });
    Split { before: steps.max_by_key(|steps| steps.len()).cloned().unwrap_or_default(), ..Split::default() }
}

/// The path up to the culprit, and what finished it.
fn split(blamed: &Blamed, culprit: &Culprit) -> Split {
    let path = blamed.paths.iter().find(|path| path.path == culprit.path);
    if let Some(way) = path.and_then(|path| path.way.clone()) {
        return way;
    }
    let prefix = path.and_then(|path| path.prefixes.iter().find(|prefix| prefix.steps == culprit.step));
    let after = match prefix.map(|prefix| &prefix.path) {
        Some(PathSpec::Begun { steps, .. }) => steps[culprit.step..].to_vec(),
        _ => Vec::new(),
    };
    let before = match &blamed.case.paths[culprit.path] {
        PathSpec::Fixed(steps) => steps[..culprit.step - 1].to_vec(),
        _ => Vec::new(),
    };
    Split { before, culprit: culprit.pipeline.clone(), after }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::case::Source;
    use crate::execute::fake::Fake;
    use crate::observe::example::{crashed, ok};

    fn refused(answers: Vec<Vec<PathReport>>) -> Irreducible {
        let case =
            Case { source: Source::verbatim(String::new()), printed: vec![], paths: vec![], expected: None };
        let (mut fake, terms) = (Fake::new(answers), Terms::default());
        let examined = examine(&mut fake, &case, Syntax::V22, terms).unwrap();
        match begin_examined(&mut fake, examined, &case.id(), Syntax::V22, terms, "m").unwrap() {
            Begun::Ready(state) => panic!("{state:?}"),
            Begun::Cannot(_, why) => why,
            Begun::Operation(_) => panic!("an operation by itself"),
        }
    }

    #[test]
    fn a_flaky_one_is_said() {
        let why = refused(vec![vec![ok("a", 1), crashed("p")], vec![ok("a", 1), ok("p", 1)]]);
        assert_eq!(why, Irreducible::Flaky);
    }

    #[test]
    fn one_that_does_not_show_is_said() {
        let why = refused(vec![vec![ok("a", 1), ok("p", 1)]]);
        assert_eq!(why, Irreducible::Gone);
    }

    #[test]
    fn without_a_culprit_there_is_nothing_to_hold_on_to() {
        let wrong = || vec![ok("a", 1), ok("p", 2)];
        let declined = PathReport { outcome: crate::observe::Outcome::Declined, ..crashed("p") };
        let why = refused(vec![wrong(), wrong(), vec![declined]]);
        assert!(matches!(why, Irreducible::NobodyBlamed(_)), "{why:?}");
    }
}
