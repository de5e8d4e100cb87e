//! A step that was judged by itself and found wrong, looked at once more in a new worker: every state is run, which tells the very step;
//! and both sides of it are lowered plainly, which lets anybody see it who runs lowered code.

use crate::case::{Case, Source};
use crate::eval::ArgumentSet;
use crate::execute::{
    Checking, Executor, Isolation, Job, Limits, Looks, StepChecks, Terms, USUAL_TURNS, expect_results,
};
use crate::ir;
use crate::judge::refine::Breach;
use crate::judge::{Detail, Misfit, Reason, Unseen, Verdict, VerdictKind, convicting_path, judge, policy};
use crate::observe::{Outcome, PathReport, Prescribed, Subject, TypedOperation};
use crate::path::PathSpec;
use crate::path::catalogue::Role;
use crate::path::pipeline::pass_name;
use crate::program::{Single, Syntax};
use std::collections::BTreeSet;
use std::iter;

/// A wrong step, as it is shown best.
pub struct ShownStep {
    /// The program, along the paths that show it.
    pub case: Case,
    /// Their reports.
    pub reports: Vec<PathReport>,
    /// The judgement: of lowered code, where that shows it.
    pub verdict: Verdict,
}

impl ShownStep {
    /// A step that `first` called wrong, and that does not show again.
    fn unseen(
        case: &Case,
        reports: &[PathReport],
        first: &Verdict,
        (reason, why): (Reason, Unseen),
    ) -> ShownStep {
        let detail = Detail::Unseen { why, first: Box::new(first.clone()) };
        let verdict = Verdict::incomparable(reason, first.pass.clone(), detail);
        ShownStep { case: case.clone(), reports: reports.to_vec(), verdict }
    }
}

/// The arguments that show the wrong step of a path, where a case's own do not.
struct OtherArguments {
    /// The program, to put them into.
    module: ir::Module,
    given: ArgumentSet,
    own: ArgumentSet,
}

/// The arguments that a report names; none where these are the case's own.
fn other_arguments(
    executor: &mut dyn Executor,
    case: &Case,
    report: &PathReport,
    (syntax, limits): (Syntax, &Limits),
) -> Result<Option<OtherArguments>, Misfit> {
    let about = report.failure.as_ref().and_then(|failure| failure.about);
    let Some(Subject::Arguments(number)) = about else { return Ok(None) };
    let text = case.source.text(syntax);
    let unread = |said: String| Misfit::Unread { said };
    // A program may be in a pretty form, which MLIR alone reads.
    let generic = executor.checks_steps().map(|machine| machine.state_after(text, &[], limits));
    let generic = generic.unwrap_or_else(|| Ok(text.to_owned())).map_err(|why| unread(format!("{why:#}")))?;
    let module = ir::module(&generic).map_err(|why| unread(why.to_string()))?;
    let given = ArgumentSet::drawn(&module, number).ok_or(Misfit::NoArguments)?;
    let own = ArgumentSet::own(&module).ok_or(Misfit::NoArguments)?;
    Ok(Some(OtherArguments { module, given, own }))
}

/// The cases that may show the wrong step of a path: the case itself, or where other arguments show it, the case with these. As each of them
/// may be worth nothing where it is printed, there are further ones with some of the case's own in their place, and one whose `main` gives
/// back what the called function gives.
fn shown_with<'a>(
    case: &'a Case,
    other: Option<&'a mut OtherArguments>,
) -> Box<dyn Iterator<Item = Result<Case, Misfit>> + 'a> {
    let Some(OtherArguments { module, given, own }) = other else {
        return Box::new(iter::once(Ok(case.clone())));
    };
    let with = |module: &ir::Module| Case {
        source: Source::verbatim(module.generic()),
        expected: None,
        ..case.clone()
    };
    // In the last one nothing is printed.
    let given_back = given.given_back(module.clone());
    let given_back = given_back.map(|module| Ok(Case { printed: Vec::new(), ..with(&module) }));
    let parts = given.parts(own).map(move |given| {
        let is_put = given.put(module);
        is_put.then(|| with(module)).ok_or(Misfit::Values)
    });
    Box::new(parts.chain(given_back))
}

/// `shown`, a case that has other arguments than `case`, with what is expected of it then.
fn expecting(executor: &mut dyn Executor, case: &Case, mut shown: Case, syntax: Syntax) -> Case {
    let prints_no_more = shown.printed.is_empty() && !case.printed.is_empty();
    if shown.source == case.source || prints_no_more {
        return shown;
    }
    if case.expected.is_some() {
        expect_results(executor, &mut shown, syntax);
    }
    if let Some(expected) = &shown.expected {
        // Other extents may print other numbers of elements.
        shown.printed = expected.iter().map(|output| output.held).collect();
    }
    shown
}

/// Looks at the step of `case` that `reports` call wrong.
///
/// # Errors
/// The case cannot be run at all.
pub fn closer(
    executor: &mut dyn Executor,
    case: &Case,
    reports: &[PathReport],
    (syntax, terms): (Syntax, Terms),
    first: &Verdict,
) -> anyhow::Result<ShownStep> {
    let unseen = |reason, why| ShownStep::unseen(case, reports, first, (reason, why));
    let path = convicting_path(VerdictKind::Miscompiled, reports).unwrap_or_default();
    let all = reports[path].pipelines();
    let misfits = |misfit| unseen(Reason::HarnessError, Unseen::Arguments(misfit));
    let mut other = match other_arguments(executor, case, &reports[path], (syntax, &terms.limits)) {
        Ok(other) => other,
        Err(misfit) => return Ok(misfits(misfit)),
    };
    let (mut found, mut between) = (None, false);
    for shown in shown_with(case, other.as_mut()) {
        let shown = match shown {
            Ok(shown) => expecting(executor, case, shown, syntax),
            Err(misfit) => return Ok(misfits(misfit)),
        };
        let Some(machine) = executor.checks_steps() else {
            return Ok(unseen(Reason::HarnessError, Unseen::NoMachine));
        };
        let states = machine.check(Checking {
            program: shown.source.text(syntax).to_owned(),
            printed: shown.printed.clone(),
            steps: all.clone(),
            limits: terms.limits,
            isolation: Isolation::New,
        })?;
        between |= states.is_broken();
        if let Some((run, breach)) = states.culprit() {
            found = Some((shown, all[..run.steps].to_vec(), breach.clone()));
            break;
        }
    }
    let Some((case, with, breach)) = &found else {
        return Ok(match between {
            true => unseen(Reason::Open, Unseen::StatesBetween),
            false => unseen(Reason::Unrepeatable, Unseen::NotAgain { times: None, second: None }),
        });
    };
    let terms = Terms { turns: terms.turns.max(USUAL_TURNS), ..terms }.without_checks();
    // A flag that maintainers close findings for need not have a part in it.
    let plain = with.last().and_then(|step| policy::without_flags(step));
    let plain = plain.and_then(|step| replaced(executor, (case, syntax), (with, step), breach, terms.limits));
    let with = plain.unwrap_or_else(|| with.clone());
    let with = &folding(executor, (case, syntax), &with, breach, terms.limits).unwrap_or(with);
    let Some((step, without)) = with.split_last() else {
        return Ok(unseen(Reason::HarnessError, Unseen::StatesBetween));
    };
    let plainly = along(case, [without, with].map(PathSpec::finished_plainly));
    let lowered = executor.run(&Job::of(&plainly, syntax, terms.isolated()))?;
    let verdict = judged(executor, case, &lowered, first);
    // Lowered code that goes wrong without the step, too, says nothing about it.
    let is_fine = lowered.first().is_some_and(|report| report.outcome == Outcome::Ok);
    if is_fine && verdict.kind.is_wrong_result() {
        // Nothing but this step is on one path and not on the other.
        let single = operation(executor, (case, syntax), (step, without), terms.limits);
        let at_fault = single.as_ref().map_or(pass_name(step), |single| single.at_fault(step));
        let culprits = if verdict.pass.is_none() { vec![at_fault.to_owned()] } else { Vec::new() };
        let operation = single.map(|single| single.operation);
        let verdict = Verdict { culprits, operation, ..verdict };
        return Ok(ShownStep { case: plainly.fixed(&lowered), reports: lowered, verdict });
    }
    let mut shown =
        alone(executor, along(case, [PathSpec::Fixed(with.clone())]), (syntax, terms), first, reports)?;
    if shown.verdict.kind.is_finding() {
        let single = operation(executor, (case, syntax), (step, without), terms.limits);
        shown.verdict.operation = single.map(|single| single.operation);
    }
    Ok(shown)
}

/// The steps with one that folds what there is to fold in the place of the last, where that goes wrong in the same way. Many passes call
/// fold hooks, and are not at fault for what these do.
fn folding(
    executor: &mut dyn Executor,
    (case, syntax): (&Case, Syntax),
    with: &[String],
    breach: &Breach,
    limits: Limits,
) -> Option<Vec<String>> {
    let is_of_values = matches!(breach, Breach::Outputs(_) | Breach::Returned { .. } | Breach::Left { .. });
    if Role::Folds.is_of(with.last()?) || !is_of_values {
        return None;
    }
    replaced(executor, (case, syntax), (with, Role::Folds.pass().step()), breach, limits)
}

/// The steps with another one in the place of the last, where that goes wrong in the same way.
fn replaced(
    executor: &mut dyn Executor,
    (case, syntax): (&Case, Syntax),
    (with, step): (&[String], String),
    breach: &Breach,
    limits: Limits,
) -> Option<Vec<String>> {
    let (_, without) = with.split_last()?;
    let steps = [without, &[step]].concat();
    let program = case.source.text(syntax).to_owned();
    let (printed, isolation) = (case.printed.clone(), Isolation::New);
    let checking = Checking { program, printed, steps: steps.clone(), limits, isolation };
    let states = executor.checks_steps()?.check(checking).ok()?;
    let (run, same) = states.culprit()?;
    (run.steps == steps.len() && same == breach).then_some(steps)
}

/// Operations that are looked at by themselves, at most.
const MOST_SINGLES: usize = 60;

/// An operation that a step makes wrong in a program by itself.
struct WrongSingle {
    operation: TypedOperation,
    /// True where folding does so, too: many passes call fold hooks, and are not at fault for what these do.
    folds: bool,
}

impl WrongSingle {
    /// The pass that is to blame, where `step` makes the operation wrong.
    fn at_fault<'a>(&self, step: &'a str) -> &'a str {
        if self.folds { Role::Folds.pass().name } else { pass_name(step) }
    }
}

/// The operation before the step that the step makes wrong in a program by itself, where the reference semantics know the program. There is
/// none where it makes several wrong, or nothing else right and is no fold: that is the pass's doing.
fn operation(
    executor: &mut dyn Executor,
    (case, syntax): (&Case, Syntax),
    (step, without): (&String, &[String]),
    limits: Limits,
) -> Option<WrongSingle> {
    let text = executor.text_after(case.source.text(syntax), without, &limits).ok()?;
    let (mut wrong, mut right) = (BTreeSet::new(), BTreeSet::new());
    // A pass that brings constants to an operation lets it be folded, too.
    let brings = Role::BringsConstants.is_of(step).then(|| Role::BringsConstants.pass().step());
    let folding: Vec<String> = brings.into_iter().chain([Role::Folds.pass().step()]).collect();
    let mut folds = true;
    for Single { program, operation, .. } in executor.singles(&text).ok()?.into_iter().take(MOST_SINGLES) {
        let Ok(expected) = executor.expected(&program) else { continue };
        let printed: Vec<_> = expected.iter().map(|output| output.held).collect();
        let machine = executor.checks_steps()?;
        // The number of steps up to the one that is wrong; none where all are right.
        let mut wrong_after = |steps: &[String]| {
            let (program, printed, steps) = (program.clone(), printed.clone(), steps.to_vec());
            let checking = Checking { program, printed, steps, limits, isolation: Isolation::Shared };
            Some(machine.check(checking).ok()?.culprit().map(|(run, _)| run.steps))
        };
        match wrong_after(std::slice::from_ref(step)) {
            Some(Some(_)) => {
                folds = folds && wrong_after(&folding) == Some(Some(folding.len()));
                wrong.insert(operation)
            }
            Some(None) => right.insert(operation),
            None => continue,
        };
    }
    let only = wrong.pop_first().filter(|_| wrong.is_empty())?;
    // A fold hook is an operation's own.
    (folds || right.iter().any(|other| *other != only)).then_some(WrongSingle { operation: only, folds })
}

fn along<const N: usize>(case: &Case, paths: [PathSpec; N]) -> Case {
    Case { paths: paths.to_vec(), ..case.clone() }
}

/// The judgement of a case that is to show `first`.
fn judged(executor: &dyn Executor, case: &Case, reports: &[PathReport], first: &Verdict) -> Verdict {
    let prescribed = Prescribed { decimal: executor.capabilities().decimals, ..case.prescribed() };
    judge(reports, prescribed.of_finding(first.zero_sign))
}

/// Runs the path of `case` again with each of its states judged, in a new worker.
fn alone(
    executor: &mut dyn Executor,
    case: Case,
    (syntax, terms): (Syntax, Terms),
    first: &Verdict,
    reports: &[PathReport],
) -> anyhow::Result<ShownStep> {
    // The program has the arguments that show it.
    let every = Terms { looks: Looks { steps: StepChecks::Every, arguments: 0, ..terms.looks }, ..terms };
    let again = executor.run(&Job::of(&case, syntax, every.isolated()))?;
    let verdict = judged(executor, &case, &again, first);
    if verdict.kind == VerdictKind::Miscompiled {
        return Ok(ShownStep { case: case.fixed(&again), reports: again, verdict });
    }
    let why = Unseen::NotAgain { times: None, second: Some(Box::new(verdict)) };
    Ok(ShownStep::unseen(&case, reports, first, (Reason::Unrepeatable, why)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::execute::fake::Fake;
    use crate::execute::{Ending, StateRun, States};
    use crate::judge::refine::Refinement;
    use crate::observe::example::ok;
    use crate::observe::{Cause, Element, Expected, Failure};
    use std::time::Duration;

    const PROGRAM: &str = r#""builtin.module"() ({
  "memref.global"() {initial_value = dense<1> : tensor<1xi64>, sym_name = "lowdiff_in0", type = memref<1xi64>} : () -> ()
}) : () -> ()
"#;

    fn expected(value: u64, held: Element) -> Expected {
        Expected { shape: vec![], element: Element::I64, held, bits: vec![value], bounds: vec![], open: None }
    }

    fn run(steps: usize, relation: Option<Refinement>) -> StateRun {
        StateRun {
            steps,
            ending: Ending::Done,
            broken: None,
            outputs: vec![],
            relation: relation.map(|relation| (steps - 1, relation)),
            spent: [Duration::ZERO; 2],
            pass: None,
        }
    }

    /// Looks at a step that further arguments show, of a program that shows 1 with its own; with those the step before it shows 2, and
    /// after it 3. The reference semantics expect this with them.
    fn looked_at(expects: Option<Vec<Expected>>) -> ShownStep {
        let about = Some(Subject::Arguments(1));
        let broken = PathReport {
            outcome: Outcome::Miscompiled,
            failure: Some(Failure { about, ..Failure::of(Cause::Breach {}) }),
            ..ok("p", 1)
        };
        let breach = Refinement::Broken(Breach::Undefined(Cause::default()));
        let checked = Some(States { runs: vec![run(0, None), run(1, Some(breach))], ended: None });
        let case = Case {
            source: Source::verbatim(PROGRAM.into()),
            printed: vec![Element::I64],
            paths: vec![PathSpec::Fixed(broken.pipelines())],
            expected: Some(vec![expected(1, Element::I64)]),
        };
        let mut fake = Fake::new([vec![ok("cse", 2), ok("p", 3)]]);
        (fake.expects, fake.checked) = (expects, checked);
        let first = judge(std::slice::from_ref(&broken), case.prescribed());
        assert_eq!(first.kind, VerdictKind::Miscompiled);
        closer(&mut fake, &case, &[broken], (Syntax::NEWEST, Terms::default()), &first).expect("it runs")
    }

    #[test]
    fn other_arguments_have_other_results() {
        let shown = looked_at(Some(vec![expected(2, Element::F64)]));
        assert_ne!(shown.case.source.newest(), PROGRAM, "the program has the arguments that show it");
        assert_eq!(shown.case.expected, Some(vec![expected(2, Element::F64)]));
        assert_eq!(shown.case.printed, [Element::F64]);
        let against = shown.verdict.against.as_deref().expect("it is held against what is expected");
        assert_eq!((shown.verdict.kind, against.every_path), (VerdictKind::Mismatch, false));
    }

    #[test]
    fn nothing_is_expected_where_nobody_knows_what_other_arguments_give() {
        let shown = looked_at(None);
        assert_eq!((shown.case.expected, shown.verdict.against), (None, None));
        assert_eq!(shown.verdict.kind, VerdictKind::Mismatch, "the paths differ");
    }
}
