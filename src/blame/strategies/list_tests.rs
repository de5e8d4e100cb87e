//! The order of the list, shown by a strategy that is none of it.

use super::*;
use crate::blame::prefix::Authority;
use crate::blame::runner::Tries;
use crate::case::{Case, Source};
use crate::execute::Terms;
use crate::execute::fake::Fake;
use crate::observe::example::ok;
use crate::program::Syntax;

/// Blames the first step of a path where nobody else is to blame.
fn first_step(suspect: &Suspect<'_>, evidence: &mut Evidence, _: &mut PathRunner<'_>) -> Result<()> {
    let (Some(step), None) = (suspect.steps.first(), &evidence.found.culprit) else { return Ok(()) };
    evidence.blame(Culprit { step: 1, pipeline: step.clone(), ..Culprit::default() });
    Ok(())
}

/// The pass that these strategies blame for a path of two steps, of which the second goes wrong, and how many jobs they ran.
fn named(strategies: &[BlameStrategy]) -> (Option<String>, usize) {
    let values = |values: &[u64]| values.iter().map(|value| ok("p", *value)).collect::<Vec<_>>();
    let prefixes = [values(&[7, 7, 9]), values(&[7, 9]), values(&[7, 9]), values(&[7, 9])];
    let reference = Reference {
        authority: Authority::PlainLowering,
        expected: None,
        path: Some(ok("plain", 7)),
        printed: Vec::new(),
        zero_sign: false,
        translation_crashes: false,
    };
    let wrong = Wrong {
        finishing: Finishing { reference: &reference, plainly: true, other: None },
        convicted: None,
        operation: None,
        together: 8,
        all: false,
        restarts: 0,
    };
    let steps = ["builtin.module(a)", "builtin.module(b)"].map(str::to_owned).to_vec();
    let suspect = Suspect { path: 0, steps, shows: ShownFault::Wrong(wrong) };
    let case = Case {
        source: Source::verbatim("module {}\n".into()),
        printed: vec![],
        paths: vec![],
        expected: None,
    };
    let mut fake = Fake::new(prefixes);
    let mut runner = PathRunner::new(&mut fake, &case, Syntax::V22, Terms::default());
    runner.tries = Tries::UNLIMITED;
    let found = asked(strategies, &suspect, &mut runner).unwrap();
    (found.culprit.map(|culprit| culprit.pass().to_owned()), fake.jobs.len())
}

#[test]
fn a_strategy_is_asked_at_its_place_in_the_list() {
    let usual = (Some("b".to_owned()), 4);
    assert_eq!(named(STRATEGIES), usual);
    let with_last = [STRATEGIES, &[first_step]].concat();
    assert_eq!(named(&with_last), usual, "somebody is named when it is asked");
    let with_first = [&[first_step as BlameStrategy], STRATEGIES].concat();
    assert_eq!(named(&with_first), (Some("a".to_owned()), 0), "the others have nothing left to ask");
    assert_eq!(named(&[]), (None, 0));
}
