//! A finding's report shows the least program there is of it, and the pipelines that show it. Every MLIR is asked about just that.

use crate::case::{Case, Source};
use crate::finding::{CulpritRecord, Finding, PathRecord};
use crate::judge::{Detail, VerdictKind};
use crate::observe::{PathReport, path_letter};
use crate::path::{PathSpec, pipeline};
use crate::reduce::Folder;
use crate::report::path_file;
use anyhow::{Context, Result};
use std::path::{Path, PathBuf};

/// The folder for the result of `lowdiff reduce`, in the finding's folder.
pub const REDUCED: &str = "reduced";

/// One program and the pipelines that show a finding on it.
#[derive(Clone, Debug, PartialEq)]
pub struct Demonstration {
    /// The finding's folder, or `reduced` in it where there is something.
    pub folder: PathBuf,
    /// True where it is the latter: the result of the reduction.
    pub reduced: bool,
    /// The document in that folder.
    pub document: Finding,
    /// The program's file.
    pub file: &'static str,
    /// A name and steps each; one path where a pass ends it.
    pub paths: Vec<(String, Vec<String>)>,
}

impl Demonstration {
    /// The demonstration of the finding in this folder, whose document this is.
    pub fn of(finding: &Path, document: &Finding) -> Demonstration {
        let within = finding.join(REDUCED);
        let smaller = reduced_document(&within, document);
        let reduced = smaller.is_some();
        let folder = if reduced { within } else { finding.to_owned() };
        let document = smaller.unwrap_or_else(|| document.clone());
        let (file, paths) = least(&folder, &document);
        Demonstration { folder, reduced, document, file, paths }
    }

    /// The demonstration of the finding in this folder, whose document is read for it.
    ///
    /// # Errors
    /// Its document cannot be read.
    pub fn read(finding: &Path) -> Result<Demonstration> {
        Ok(Demonstration::of(finding, &Finding::read(finding)?))
    }

    /// A file's name, as it is called in the finding's folder.
    pub fn named(&self, name: &str) -> String {
        if self.reduced { format!("{REDUCED}/{name}") } else { name.to_owned() }
    }

    /// True where stock programs showed just this, in clean processes; none where nobody asked them.
    pub fn confirmed(&self) -> Option<bool> {
        match self.is_whole() {
            true => self.document.confirmed,
            false => self.document.culprit.as_ref().and_then(|culprit| culprit.confirmed),
        }
    }

    /// True where it is the whole program of its folder, along its paths.
    pub fn is_whole(&self) -> bool {
        self.file == PROGRAM
    }

    /// True where a pass ends the path, so that nothing is run.
    pub fn ends_in_pass(&self) -> bool {
        self.document.verdict().pass.is_some()
    }

    /// True where states are run as they are, so that only lowdiff can show it.
    pub fn is_of_states(&self) -> bool {
        self.document.verdict().kind == VerdictKind::Miscompiled
    }

    /// True where results are held against the reference semantics.
    pub fn asks_semantics(&self) -> bool {
        self.folder.join("expected.txt").exists()
    }

    /// True where all these paths give the result of the path with the culprit, and the one without it does not.
    pub fn is_taken_for_wrong(&self, reports: &[PathReport]) -> bool {
        let Some([right, wrong]) = self.shown() else { return false };
        reports.iter().all(|report| wrong.is_shown_by(report))
            && !reports.iter().all(|report| right.is_shown_by(report))
    }

    /// True where the path without the culprit gives what is taken for wrong here, and the one with it does not: that is another bug, of
    /// which the same program tells.
    pub fn is_turned(&self, reports: &[PathReport]) -> bool {
        let (Some([_, wrong]), [one, other]) = (self.shown(), reports) else { return false };
        wrong.is_shown_by(one) && !wrong.is_shown_by(other)
    }

    /// The two paths of what is shown, as they were run; none where it is the finding itself.
    fn shown(&self) -> Option<&[PathRecord; 2]> {
        let shown = self.document.shown.as_ref().filter(|_| !self.is_whole())?;
        shown.paths.as_slice().try_into().ok()
    }

    /// The demonstration as a case, without what is expected.
    ///
    /// # Errors
    /// A file is missing.
    pub fn case(&self) -> Result<Case> {
        let whole = Case::load(&self.folder.join("case.bin"))?;
        let file = self.folder.join(self.file);
        let source = match self.file {
            PROGRAM => whole.source,
            _ => Source::verbatim(
                std::fs::read_to_string(&file).with_context(|| format!("cannot read {}", file.display()))?,
            ),
        };
        let paths = self.paths.iter().map(|(_, steps)| PathSpec::Fixed(steps.clone())).collect();
        Ok(Case { source, printed: whole.printed, paths, expected: None })
    }
}

/// The program as it was generated, or given.
pub const PROGRAM: &str = "program.mlir";
const BEFORE: &str = "before.mlir";

/// The document of what a finding was reduced to; none where that is not of this finding, or not whole.
fn reduced_document(reduced: &Path, finding: &Finding) -> Option<Finding> {
    let document = Finding::read(reduced).ok()?;
    let other = Folder::state(reduced).is_some_and(|state| Some(state.case) != finding.case);
    (!other && reduced.join(PROGRAM).exists()).then_some(document)
}

/// The least there is in this folder that shows it.
fn least(folder: &Path, document: &Finding) -> (&'static str, Vec<(String, Vec<String>)>) {
    let lines = |name: &str| -> Option<Vec<String>> {
        let text = std::fs::read_to_string(folder.join(name)).ok()?;
        Some(text.lines().map(str::to_owned).collect())
    };
    let pass = &document.verdict().pass;
    let alone = document.culprit.as_ref().filter(|culprit| culprit.alone && folder.join(BEFORE).exists());
    if let Some(culprit) = alone {
        if pass.is_some() {
            let steps = culprit.pipeline.as_ref().and_then(|pipeline| pipeline::split(pipeline).ok());
            if let Some(steps) = steps.filter(|steps| !steps.is_empty()) {
                return (BEFORE, vec![("the pass".into(), steps)]);
            }
        } else if let (Some(right), Some(wrong)) = (lines("without.txt"), lines("with.txt")) {
            let paths = [(right_path(culprit, &right), right), ("path b, with the pass".to_owned(), wrong)];
            return (BEFORE, paths.into());
        }
    }
    let path = |index: usize| Some((format!("path {}", path_letter(index)), lines(&path_file(index))?));
    let convicts = |index: usize| match &document.verdict().detail {
        // The path itself ends well.
        Detail::OtherHeap { path, .. } => path.0 == index,
        _ => document.seen.paths.get(index).is_some_and(|path| path.pass == *pass),
    };
    let paths = (0..).map_while(path).enumerate();
    let shown = paths.filter(|(index, _)| pass.is_none() || convicts(*index));
    (PROGRAM, shown.map(|(_, path)| path).collect())
}

/// The name for the path that is right: one with the culprit's pass in it goes round what is wrong.
fn right_path(culprit: &CulpritRecord, steps: &[String]) -> String {
    let says = if culprit.is_on(steps) { "another way" } else { "without the pass" };
    format!("path a, {says}")
}
