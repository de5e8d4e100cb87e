//! The right result in a report, and who says so.

use super::before::evidence;
use super::deciding;
use super::expected;
use super::issue::Issue;
use crate::judge::{VerdictKind, policy};

impl Issue<'_> {
    /// The expected result, the reason for it, and the words of the pass's documentation that have a part in it.
    pub(super) fn expected(&self) -> String {
        let verdict = self.document.verdict();
        let pass = verdict.pass.as_deref().or(self.blamed().map(|culprit| culprit.pass.as_str()));
        let documented =
            pass.and_then(policy::of_pass).and_then(|row| Some((row.says.as_ref()?, &row.source)));
        let decided = deciding::decided(self).map(|decided| format!("\n\n{decided}"));
        let documented = documented.map(|(says, source)| {
            format!("\n\nThe documentation of the pass ({source}) says of its use: {says}.")
        });
        self.right_result() + &decided.unwrap_or_default() + &documented.unwrap_or_default()
    }

    /// The expected result, and the reason for it.
    fn right_result(&self) -> String {
        use VerdictKind::{Crash, InvalidIr, Miscompiled, Nondeterministic, OutOfMemory};
        use VerdictKind::{RoundTrip, Timeout, Unreadable};
        match self.kind() {
            Crash => "No crash. A pass that cannot handle valid IR leaves it alone, or fails with a diagnostic.".into(),
            InvalidIr => "Valid IR, or failure with a diagnostic: the pass reports success.".into(),
            Miscompiled => "A module that does what the module before the pass does, or what the documentation allows in its place.".into(),
            Unreadable if self.crash_in_text().is_some() => {
                "No crash: the module is valid, as MLIR's verifier found, and MLIR prints and reads any that is.".into()
            }
            Unreadable => "MLIR reads what it wrote: the module is valid, as its verifier found.".into(),
            RoundTrip => "MLIR reads the module that it wrote.".into(),
            Timeout | OutOfMemory if self.ends_in_pass() => {
                "The pass ends, in time and memory that fit the size of its input.".into()
            }
            Timeout | OutOfMemory => "The lowered program ends, as it does along the other path.".into(),
            Nondeterministic if self.ends_in_pass() => "The same IR every time.".into(),
            Nondeterministic => "The same results every time: the program reads no input.".into(),
            _ if self.demonstration.asks_semantics() => {
                let against = self.seen().verdict.against.as_ref().filter(|_| self.every_path());
                let operation = self.document.verdict().operation.as_ref();
                let against = against.and_then(|against| expected::against(&against.difference, operation));
                let sentence = against.map_or_else(String::new, |said| said + "\n\n");
                format!(
                    "{sentence}The values in `{}`, output for output. lowdiff's reference semantics computed them: they evaluate the \
                     program operation by operation as its dialects' documents say; floats have a bound for rounding.",
                    self.named("expected.txt")
                )
            }
            _ => match self.blamed().map(|culprit| (&culprit.before_fact, &culprit.before)) {
                Some((Some(fact), _)) => format!("The results of path a. {}", evidence(fact)),
                // An older document has the words alone.
                Some((None, Some(before))) => {
                    format!("The results of path a. Before the pass, the program is right: {before}.")
                }
                _ => "Equal results: both paths lower one and the same program.".into(),
            },
        }
    }
}
