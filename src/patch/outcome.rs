//! The outcome of a search, in numbers and in text.

use super::change::BuildChange;
use crate::judge::Verdict;
use crate::report::Mlir;
use crate::words;
use serde::Serialize;
use std::collections::BTreeMap;
use std::fmt::{self, Write as _};
use std::path::PathBuf;

/// A change that was seen again in new processes.
#[derive(Clone, Debug, Serialize)]
pub struct Changed {
    /// Its kind.
    pub change: BuildChange,
    /// The signature that it is counted by.
    pub signature: String,
    /// The judgement on the baseline.
    pub before: Verdict,
    /// The judgement on the patched build.
    pub after: Verdict,
    /// The folder that it is kept in.
    pub directory: Option<PathBuf>,
    /// Inputs that show it, the further ones not run again.
    pub inputs: u64,
}

/// The outcome of a search.
#[derive(Clone, Debug, Default, Serialize)]
pub struct PatchOutcome {
    /// The build before.
    pub baseline: Option<Mlir>,
    /// The build after.
    pub patched: Option<Mlir>,
    /// Names of the passes that inputs are directed at; none for all of MLIR.
    pub focus: Vec<String>,
    /// Files of a diff that give no direction.
    pub without_direction: Vec<String>,
    /// Seconds that it took.
    pub seconds: f64,
    /// Inputs that both builds ran.
    pub inputs: u64,
    /// Of these, whole programs.
    pub programs: u64,
    /// Of the inputs, those with a step of the focus.
    pub focused: u64,
    /// Steps that the patched build took.
    pub steps: u64,
    /// Of these, told right or wrong by themselves.
    pub decided: u64,
    /// Inputs that are findings on both builds, by signature.
    pub both: BTreeMap<String, u64>,
    /// Inputs that differed once, and not each time they were run again.
    pub unsteady: u64,
    /// Inputs that differed, and were not run again since the time was over.
    pub unfinished: u64,
    /// Modules that the baseline takes and the patched build does not.
    pub rejected: u64,
    /// Inputs that a build could not run: lowdiff's own fault.
    pub failed: u64,
    /// The changes, in the order in which they were found.
    pub changes: Vec<Changed>,
}

impl PatchOutcome {
    /// True where a patch is to answer for something.
    pub fn is_regression(&self) -> bool {
        self.rejected > 0 || self.changes.iter().any(|changed| changed.change.is_regression())
    }

    /// True where nothing was tested of what was asked for.
    pub fn is_empty(&self) -> bool {
        self.inputs + self.rejected == 0 || (!self.focus.is_empty() && self.focused == 0)
    }

    /// The changes of a kind.
    pub fn of(&self, change: BuildChange) -> impl Iterator<Item = &Changed> {
        self.changes.iter().filter(move |changed| changed.change == change)
    }

    /// Adds the counts of a part of the search. Changes of one signature are one.
    pub fn add(&mut self, other: PatchOutcome) {
        self.inputs += other.inputs;
        self.programs += other.programs;
        self.focused += other.focused;
        self.steps += other.steps;
        self.decided += other.decided;
        self.unsteady += other.unsteady;
        self.unfinished += other.unfinished;
        self.rejected += other.rejected;
        self.failed += other.failed;
        for (signature, count) in other.both {
            *self.both.entry(signature).or_default() += count;
        }
        for changed in other.changes {
            let same =
                |own: &&mut Changed| own.change == changed.change && own.signature == changed.signature;
            match self.changes.iter_mut().find(same) {
                Some(own) => own.inputs += changed.inputs,
                None => self.changes.push(changed),
            }
        }
    }

    /// The page of the search, as Markdown.
    pub fn page(&self) -> String {
        let mut text = String::from("# A change of MLIR under test\n\n");
        let build = |mlir: &Option<Mlir>| match mlir {
            Some(mlir) => format!("MLIR {} ({}), build-id {}", mlir.name, mlir.version, mlir.build_id),
            None => "none".to_owned(),
        };
        let _ = writeln!(text, "- Baseline: {}", build(&self.baseline));
        let _ = writeln!(text, "- Patched: {}", build(&self.patched));
        for line in self.to_string().lines().take_while(|line| !line.is_empty()) {
            let _ = writeln!(text, "- {line}");
        }
        for change in BuildChange::ALL {
            let mut of = self.of(change).peekable();
            if of.peek().is_none() {
                continue;
            }
            let _ = writeln!(text, "\n## {}\n", heading(change));
            let _ = writeln!(
                text,
                "| signature | inputs | baseline | patched | kept in |\n|---|---|---|---|---|"
            );
            for changed in of {
                let cell = |verdict: &Verdict| words::verdict(verdict).replace('|', "\\|").replace('\n', " ");
                let kept = changed.directory.as_ref().map(|folder| folder.display().to_string());
                let _ = writeln!(
                    text,
                    "| `{}` | {} | {} | {} | {} |",
                    changed.signature,
                    changed.inputs,
                    cell(&changed.before),
                    cell(&changed.after),
                    kept.unwrap_or_default()
                );
            }
        }
        if !self.both.is_empty() {
            let _ = writeln!(text, "\n## Findings of both builds\n\n| signature | inputs |\n|---|---|");
            for (signature, count) in &self.both {
                let _ = writeln!(text, "| `{signature}` | {count} |");
            }
        }
        text
    }
}

/// The heading of the changes of a kind.
fn heading(change: BuildChange) -> &'static str {
    match change {
        BuildChange::New => "New findings",
        BuildChange::Refused => "Steps that are declined now",
        BuildChange::Fixed => "Findings that are gone",
        BuildChange::Taken => "Steps that are taken now",
    }
}

/// For people: the counts, an empty line, and a line for each change.
impl fmt::Display for PatchOutcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let PatchOutcome { inputs, programs, focused, steps, decided, seconds, .. } = self;
        let PatchOutcome { unsteady, unfinished, rejected, failed, .. } = self;
        writeln!(
            f,
            "inputs run on both builds: {inputs}, of them whole programs: {programs}; {seconds:.0} s"
        )?;
        writeln!(f, "steps taken: {steps}, told right or wrong by themselves: {decided}")?;
        if !self.focus.is_empty() {
            writeln!(
                f,
                "directed at: {}; inputs with one of these passes: {focused}",
                self.focus.join(", ")
            )?;
        }
        if !self.without_direction.is_empty() {
            writeln!(f, "files that give no direction: {}", self.without_direction.join(", "))?;
        }
        let both: u64 = self.both.values().sum();
        writeln!(
            f,
            "findings of both builds: {}, {}; differed once and not again: {unsteady}; differed when the time was over: {unfinished}; not run: {failed}",
            words::count(both, "input"),
            words::count(self.both.len(), "signature")
        )?;
        if *rejected > 0 {
            writeln!(f, "modules that the patched build does not take: {rejected}")?;
        }
        let counts = BuildChange::ALL.map(|change| format!("{} {}", self.of(change).count(), change.word()));
        writeln!(f, "changes: {}", counts.join(", "))?;
        self.changes.iter().try_for_each(|changed| write!(f, "\n{changed}"))
    }
}

/// For people, in four lines.
impl fmt::Display for Changed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Changed { change, signature, before, after, directory, inputs } = self;
        writeln!(f, "{}: {signature}", change.word())?;
        writeln!(f, "  baseline: {}", words::verdict(before))?;
        writeln!(f, "  patched: {}", words::verdict(after))?;
        let kept = directory.as_ref().map(|folder| format!(", kept in {}", folder.display()));
        write!(f, "  inputs that show it: {inputs}{}", kept.unwrap_or_default())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::judge::{Detail, VerdictKind};

    fn outcome(signature: &str) -> PatchOutcome {
        let after = Verdict::finding(VerdictKind::Crash, Some("cse".into()), Detail::Told(String::new()));
        let changed = Changed {
            change: BuildChange::New,
            signature: signature.into(),
            before: Verdict::agree(),
            after,
            directory: None,
            inputs: 1,
        };
        PatchOutcome { inputs: 2, changes: vec![changed], ..PatchOutcome::default() }
    }

    #[test]
    fn changes_of_one_signature_are_one() {
        let mut all = PatchOutcome::default();
        assert!(!all.is_regression());
        for signature in ["crash-cse", "crash-sccp", "crash-cse"] {
            all.add(outcome(signature));
        }
        assert_eq!((all.inputs, all.changes.len(), all.changes[0].inputs), (6, 2, 2));
        assert!(all.is_regression());
        assert!(all.to_string().contains("changes: 2 new, 0 refused, 0 fixed, 0 taken"));
        let page = all.page();
        assert!(page.contains("## New findings") && page.contains("| `crash-cse` | 2 | agree"), "{page}");
        assert!(!page.contains("## Findings that are gone"), "{page}");
    }
}
