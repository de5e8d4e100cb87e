//! The title of a report: which pass does what, to which operation.

use super::issue::Issue;
use crate::judge::{VerdictKind, policy};
use crate::observe::{TypedOperation, dialect};
use crate::path::catalogue::Role;

/// The title.
pub(super) fn title(issue: &Issue<'_>) -> String {
    use VerdictKind::{Crash, InvalidIr, Memory, Miscompiled, RoundTrip, Undefined, Unreadable};
    let verdict = issue.document.verdict();
    let passes = issue.passes();
    let pass = passes.first().map(String::as_str);
    let replaced = issue.replaced();
    let about = match pass {
        Some(pass) => of_pass(issue, pass, &replaced),
        None => of_program(issue),
    };
    let has_words =
        matches!(verdict.kind, Crash | InvalidIr | Unreadable | RoundTrip | Undefined | Memory | Miscompiled);
    let message = issue.message().filter(|_| has_words);
    let named = verdict.operation.as_ref().map(|operation| dialect(&operation.name));
    let sole = match &replaced[..] {
        [operation] => Some(dialect(operation)),
        _ => None,
    };
    let written = verdict.complaint.as_deref().filter(|_| verdict.kind.is_of_reading()).map(dialect);
    let tag = written.or(pass.and_then(policy::dialect)).or(named).or(sole);
    let tag = tag.map(|dialect| format!("[{dialect}]")).unwrap_or_default();
    match message {
        Some(message) => format!("[mlir]{tag} {about}: {message}"),
        None => format!("[mlir]{tag} {about}"),
    }
}

/// The fault of a pass that replaces these operations.
fn of_pass(issue: &Issue<'_>, pass: &str, replaced: &[String]) -> String {
    use VerdictKind::{Crash, Incomparable, InvalidIr, Memory, Nondeterministic, OutOfMemory};
    use VerdictKind::{RoundTrip, Timeout, Undefined, Unreadable};
    let verdict = issue.document.verdict();
    match verdict.kind {
        Incomparable => format!("{pass}: nothing to report, because it was not seen again"),
        Crash => format!("{pass} crashes"),
        InvalidIr => format!("{pass} leaves invalid IR"),
        Unreadable => match issue.crash_in_text() {
            Some(doing) => format!("{doing} what {pass} leaves crashes"),
            None => match &verdict.complaint {
                Some(written) => format!("{written} is printed as it cannot be read"),
                None => format!("what {pass} leaves cannot be read back"),
            },
        },
        RoundTrip => match &verdict.complaint {
            Some(written) => format!("{written} is read back as something else"),
            None => format!("what {pass} leaves is read back as another module"),
        },
        Nondeterministic if issue.ends_in_pass() => {
            format!("{pass} is nondeterministic: its output depends on addresses")
        }
        Timeout if issue.ends_in_pass() => format!("{pass} does not end"),
        OutOfMemory if issue.ends_in_pass() => format!("{pass} takes all memory"),
        Memory if issue.leaks() => format!("lowered code leaks memory after {pass}"),
        Memory if issue.broken().is_empty() => format!("lowered code fails after {pass}"),
        Memory | Undefined => format!("{pass} introduces undefined behaviour"),
        _ if issue.is_undefined_behind() => format!("{pass} introduces undefined behaviour"),
        _ if pass == Role::Folds.pass().name && issue.is_of_a_fold_hook() => {
            let operation = verdict.operation.as_ref().map(TypedOperation::to_string).unwrap_or_default();
            format!("{operation} is folded to a wrong result")
        }
        _ => {
            let what = if verdict.zero_sign { "the sign of a zero" } else { "the result" };
            match replaced {
                [operation] => format!("{pass} changes {what} where it replaces {operation}"),
                _ => format!("{pass} changes {what}"),
            }
        }
    }
}

/// The fault of a program for which no pass is to blame.
fn of_program(issue: &Issue<'_>) -> String {
    let verdict = issue.document.verdict();
    match verdict.kind {
        VerdictKind::Mismatch if issue.every_path() => match &verdict.operation {
            Some(operation) => format!("every lowering of {operation} gives a wrong result"),
            None => "every lowering of a program gives a wrong result".to_owned(),
        },
        VerdictKind::Mismatch => "two lowerings of one program give different results".to_owned(),
        kind => format!("{kind} in lowered code"),
    }
}
