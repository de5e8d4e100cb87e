//! The right result in a report, and who says so.

use super::before::evidence;
use super::deciding;
use super::expected::against;
use super::issue::Issue;
use crate::judge::{VerdictKind, policy};

/// The expected result, the reason for it, and the words of the pass's documentation that have a part in it.
pub(super) fn expected(issue: &Issue<'_>) -> String {
    let passes = issue.passes();
    let documented = passes
        .first()
        .and_then(|pass| policy::of_pass(pass))
        .and_then(|row| Some((row.says.as_ref()?, &row.source)));
    let decided = deciding::decided(issue).map(|decided| format!("\n\n{decided}"));
    let documented = documented.map(|(says, source)| {
        format!("\n\nThe documentation of the pass ({source}) says of its use: {says}.")
    });
    right_result(issue) + &decided.unwrap_or_default() + &documented.unwrap_or_default()
}

/// The expected result, and the reason for it.
fn right_result(issue: &Issue<'_>) -> String {
    use VerdictKind::{Crash, Incomparable, InvalidIr, Miscompiled, Nondeterministic, OutOfMemory};
    use VerdictKind::{RoundTrip, Timeout, Unreadable};
    match issue.kind() {
        Incomparable => "Nobody can tell: what was seen first was not seen again.".into(),
        Crash => "No crash. A pass that cannot handle valid IR leaves it alone, or fails with a diagnostic.".into(),
        InvalidIr => "Valid IR, or failure with a diagnostic: the pass reports success.".into(),
        Miscompiled => "A module that does what the module before the pass does, or what the documentation allows in its place.".into(),
        Unreadable if issue.crash_in_text().is_some() => {
            "No crash: the module is valid, as MLIR's verifier found, and MLIR prints and reads any that is.".into()
        }
        Unreadable => "MLIR reads what it wrote: the module is valid, as its verifier found.".into(),
        RoundTrip => "MLIR reads the module that it wrote.".into(),
        Timeout | OutOfMemory if issue.ends_in_pass() => {
            "The pass ends, in time and memory that fit the size of its input.".into()
        }
        Timeout | OutOfMemory => "The lowered program ends, as it does along the other path.".into(),
        Nondeterministic if issue.ends_in_pass() => "The same IR every time.".into(),
        Nondeterministic => "The same results every time: the program reads no input.".into(),
        _ if issue.demonstration.asks_semantics() => {
            let seen = issue.seen().verdict.against.as_ref().filter(|_| issue.every_path());
            let operation = issue.document.verdict().operation.as_ref();
            let said = seen.and_then(|seen| against(&seen.difference, operation));
            let sentence = said.map_or_else(String::new, |said| said + "\n\n");
            format!(
                "{sentence}The values in `{}`, output for output. lowdiff's evaluator computed them: it runs the \
                 program operation by operation as its dialects' documents say; floats have a bound for rounding.",
                issue.named("expected.txt")
            )
        }
        _ => match issue.blamed().map(|culprit| (&culprit.before_fact, &culprit.before)) {
            Some((Some(fact), _)) => format!("The results of path a. {}", evidence(fact)),
            // An older document has the words alone.
            Some((None, Some(before))) => {
                format!("The results of path a. Before the pass, the program is right: {before}.")
            }
            _ if issue.kind() == VerdictKind::Undefined => {
                "No undefined behaviour: both paths lower one and the same program, and path a shows none.".into()
            }
            _ => "Equal results: both paths lower one and the same program.".into(),
        },
    }
}
