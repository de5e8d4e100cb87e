//! Bugs the user knows of, so that a search goes on past them: what fits a row keeps its verdict and carries the row's
//! label.
//!
//! The file is TOML, a table a bug:
//!
//! ```toml
//! [[bug]]
//! known = "LLVM 82788"           # the label: an issue's number or any text
//! verdict = "crash"              # a verdict, or wrong-result for all that lowered code may show; with a share incomparable, too
//! pass = "remove-dead-values"    # the pass it shows in, or for wrong results the one to blame
//! text = "null operand found"    # somewhere in what MLIR, a stock program or a dying worker said, or in its stack
//! rule = "used_undef"            # the rule that the program breaks, by its identifier (core/src/eval/rules.txt)
//! operation = "llvm.fptosi"      # the operation that breaks it, or that made the value which does
//! nowhere = true                 # the stack has a place that is in no library
//! signature = "crash-remove-*"   # kind and pass in one, as summaries list them
//! since = 20                     # the first major version of MLIR that has it
//! until = 22                     # and the last
//! mlir = "mine"                  # the toolchain, by name
//! step = "*peel-front=true*"     # a step of one of the paths
//! program = "tosa.resize"        # somewhere in a line of the program
//! share = 8                      # of what lowdiff keeps itself from drawing: one chance in so many is taken (`crate::bug`)
//! issue = "LLVM 82788"           # an issue or pull request about it, behind the label wherever that is told
//! note = "waits for review"      # for whoever reads the file
//! ```
//!
//! `*` stands for any text and `?` for any character. Only `known` must be there, and one of `verdict`, `pass`, `text`, `rule`
//! and `signature`. All that is there has to fit; the first row that does counts.
//!
//! A finding on IR that lowdiff draws in spite of a known bug ([`bug::KnownBug`]) is recognized without a
//! file, as are some that LLVM was told of: [`Known::builtin`].

use super::{Verdict, VerdictKind};
use crate::bug;
use crate::observe::{BrokenRule, Failure, PathReport, Rule, StackFrame};
use crate::path::pipeline::pass_name;
use anyhow::Context as _;
use serde::de::{Deserializer, Error, Visitor};
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use std::fmt;
use std::num::NonZeroU64;
use std::path::Path;
use std::sync::LazyLock;
use wildmatch::WildMatch;

/// The rows of a file of known bugs.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Known {
    rows: Vec<KnownRow>,
}

/// A bug, and how it shows.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct KnownRow {
    #[serde(deserialize_with = "label")]
    known: String,
    verdict: Option<Kinds>,
    pass: Option<String>,
    text: Option<String>,
    rule: Option<String>,
    operation: Option<String>,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    nowhere: bool,
    signature: Option<String>,
    mlir: Option<String>,
    since: Option<u32>,
    until: Option<u32>,
    step: Option<String>,
    program: Option<String>,
    #[serde(default, skip_serializing)]
    share: Option<NonZeroU64>,
    #[serde(default, skip_serializing)]
    issue: Option<String>,
    #[serde(default, skip_serializing)]
    note: Option<String>,
}

/// The facts of a finding, beside its verdict, by which a bug is recognized.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Signs {
    /// The words of MLIR, of stock programs and of workers that died, and their stacks.
    pub said: Vec<String>,
    /// The rules that are broken.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub broken: Vec<BrokenRule>,
    /// True where a stack has a place that is in no library.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub nowhere: bool,
    /// The steps of the paths that show it: of those that condemn themselves where there are any, else of all.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub steps: Vec<String>,
}

impl Signs {
    /// Those of the paths of a case.
    pub fn of(reports: &[PathReport]) -> Signs {
        let condemned = reports.iter().any(|report| report.outcome.condemns());
        let shows = reports.iter().filter(|report| !condemned || report.outcome.condemns());
        let steps = shows.flat_map(|report| &report.steps).map(|step| step.pipeline.clone());
        let mut signs = Signs { steps: steps.collect(), ..Signs::default() };
        for report in reports.iter().filter(|report| report.outcome.condemns()) {
            if let Some(failure) = &report.failure {
                signs.add(failure);
            }
        }
        signs
    }

    fn add(&mut self, failure: &Failure) {
        let named = failure.frames.iter().filter(|frame| **frame != StackFrame::Nowhere {});
        self.said.extend(named.map(StackFrame::to_string));
        self.nowhere |= failure.frames.contains(&StackFrame::Nowhere {});
        self.broken.extend(failure.broken.clone());
        self.said.extend(failure.said.clone());
    }
}

/// Which verdicts a row is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
enum Kinds {
    One(VerdictKind),
    WrongResult,
}

const WRONG_RESULT: &str = "wrong-result";

impl TryFrom<String> for Kinds {
    type Error = String;

    fn try_from(word: String) -> Result<Kinds, String> {
        if word == WRONG_RESULT {
            return Ok(Kinds::WrongResult);
        }
        if word == VerdictKind::Incomparable.name() {
            return Ok(Kinds::One(VerdictKind::Incomparable));
        }
        let mut findings = VerdictKind::ALL.into_iter().filter(|kind| kind.is_finding());
        findings.find(|kind| kind.name() == word).map(Kinds::One).ok_or_else(|| {
            let names = VerdictKind::ALL.into_iter().filter(|kind| kind.is_finding()).map(VerdictKind::name);
            let names: Vec<&str> = names.chain([WRONG_RESULT]).collect();
            format!("'{word}' is no verdict of a finding: use one of {}", names.join(", "))
        })
    }
}

impl From<Kinds> for String {
    fn from(kinds: Kinds) -> String {
        match kinds {
            Kinds::One(kind) => kind.name().to_owned(),
            Kinds::WrongResult => WRONG_RESULT.to_owned(),
        }
    }
}

/// A label: text, or the number of an issue.
fn label<'de, D: Deserializer<'de>>(deserializer: D) -> Result<String, D::Error> {
    struct Label;
    impl Visitor<'_> for Label {
        type Value = String;

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("an issue's number or a text")
        }

        fn visit_i64<E: Error>(self, number: i64) -> Result<String, E> {
            Ok(number.to_string())
        }

        fn visit_str<E: Error>(self, text: &str) -> Result<String, E> {
            match text.trim() {
                "" => Err(E::custom("an empty label names no bug")),
                text => Ok(text.to_owned()),
            }
        }
    }
    deserializer.deserialize_any(Label)
}

/// The file, with the place of each row.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct KnownFile {
    #[serde(default)]
    bug: Vec<toml::Spanned<KnownRow>>,
}

impl Known {
    /// Reads a file of known bugs.
    ///
    /// # Errors
    /// It cannot be read, or a line of it makes no sense; the sentence has the line's number.
    pub fn read(file: &Path) -> anyhow::Result<Known> {
        let shown = file.display();
        let bytes = std::fs::read(file).with_context(|| format!("cannot read {shown}"))?;
        let text = String::from_utf8(bytes).map_err(|error| {
            let before = &error.as_bytes()[..error.utf8_error().valid_up_to()];
            let line = 1 + before.iter().filter(|byte| **byte == b'\n').count();
            anyhow::anyhow!(
                "{shown}, line {line}: it is not UTF-8 text; name a file of [[bug]] tables in TOML"
            )
        })?;
        Known::parse(&text).map_err(|(line, why)| anyhow::anyhow!("{shown}, line {line}: {why}"))
    }

    /// Reads the text of such a file; an error is the number of a line and what is wrong there.
    fn parse(text: &str) -> Result<Known, (usize, String)> {
        let line = |at: usize| 1 + text.bytes().take(at).filter(|byte| *byte == b'\n').count();
        let file: KnownFile = toml::from_str(text).map_err(|error| {
            let at = error.span().map_or(0, |span| span.start);
            (line(at), error.message().lines().collect::<Vec<_>>().join("; "))
        })?;
        let seldom: BTreeSet<&str> = (file.bug.iter().map(toml::Spanned::get_ref))
            .filter(|row| row.share.is_some())
            .map(|row| row.known.as_str())
            .collect();
        for row in &file.bug {
            let KnownRow { known, verdict, pass, text, rule, signature, mlir, .. } = row.get_ref();
            let is_version = |name: &&String| {
                name.starts_with(|c: char| c.is_ascii_digit()) && name.contains(['.', '*', '?'])
            };
            if let Some(version) = mlir.as_ref().filter(is_version) {
                let why =
                    format!("'{version}' is no name of a toolchain: 'since' and 'until' tell the versions");
                return Err((line(row.span().start), why));
            }
            let is_known = |rule: &&str| Rule::ids().any(|id| WildMatch::new(rule).matches(id));
            if let Some(rule) = rule.as_deref().filter(|rule| !is_known(rule)) {
                let why = format!("'{rule}' is no rule: core/src/eval/rules.txt lists them");
                return Err((line(row.span().start), why));
            }
            // It keeps a program from being lowered, and shows in no finding.
            if *verdict == Some(Kinds::One(VerdictKind::Incomparable)) && !seldom.contains(known.as_str()) {
                let why = "'incomparable' is no verdict of a finding: only what is drawn seldom may have it";
                return Err((line(row.span().start), why.into()));
            }
            if verdict.is_none() && [pass, text, rule, signature].iter().all(|pattern| pattern.is_none()) {
                let why = "it fits every finding: say which by verdict, pass, text, rule or signature";
                return Err((line(row.span().start), why.into()));
            }
        }
        Ok(Known { rows: file.bug.into_iter().map(|row| row.into_inner().with_issue()).collect() })
    }

    /// True where nothing is known.
    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// The label of the first row that fits a finding in this program, on an MLIR of this name and version.
    pub fn label(
        &self,
        verdict: &Verdict,
        reports: &[PathReport],
        program: &str,
        mlir: [&str; 2],
    ) -> Option<&str> {
        self.label_of(verdict, &Signs::of(reports), program, mlir)
    }

    /// As [`Known::label`], of a finding of which these signs were kept.
    pub fn label_of(&self, verdict: &Verdict, signs: &Signs, program: &str, mlir: [&str; 2]) -> Option<&str> {
        if !verdict.kind.is_finding() {
            return None;
        }
        let fits = |row: &&KnownRow| row.is_of(signs, program) && row.fits(verdict, signs, mlir);
        self.rows.iter().find(fits).map(|row| row.known.as_str())
    }

    /// Bugs that lowdiff knows by itself: those of `docs/known/bugs.toml`, and those that LLVM was told of and that more than a kind and
    /// a pass tell.
    pub fn builtin() -> Known {
        let mut reported = Known::reported();
        reported.rows.retain(KnownRow::tells);
        Known::parse(bug::LIST).expect("a test reads it").and(reported)
    }

    /// Bugs that LLVM was told of, by a kind and a pass alone. A pass may have several bugs, so what fits is like one of them, and is new.
    pub fn alike() -> &'static Known {
        static ALIKE: LazyLock<Known> = LazyLock::new(|| {
            let mut reported = Known::reported();
            reported.rows.retain(|row| !row.tells());
            reported
        });
        &ALIKE
    }

    /// True if a bug of this label is among them, with an issue behind it or without.
    pub fn lists(&self, label: &str) -> bool {
        self.rows.iter().any(|row| bug::without_issue(&row.known) == bug::without_issue(label))
    }

    /// True where a bug of this label is one of MLIR of this version, or is none of these.
    pub fn had(&self, label: &str, version: &str) -> bool {
        let of_version = |row: &KnownRow| row.known == label && row.is_of_version(version);
        !self.lists(label) || self.rows.iter().any(of_version)
    }

    /// These bugs, and then those of `other`.
    pub fn and(mut self, other: Known) -> Known {
        self.rows.extend(other.rows);
        self
    }

    /// Bugs that LLVM was told of, as far as a finding can be recognized by its words.
    fn reported() -> Known {
        Known::parse(include_str!("reported.toml")).expect("a test reads it")
    }

    /// True where a row would fit if one pass or another on the paths, or an operation, were to blame.
    pub fn hinges_on_culprit(
        &self,
        verdict: &Verdict,
        reports: &[PathReport],
        program: &str,
        mlir: [&str; 2],
    ) -> bool {
        let mut steps = reports.iter().flat_map(|report| &report.steps);
        let signs = Signs::of(reports);
        let of_operation = |row: &KnownRow| {
            let pattern = row.signature.as_ref();
            pattern.is_some_and(|pattern| verdict.kind.may_name_operation(pattern))
                && !row.fits(verdict, &signs, mlir)
        };
        let asked = verdict.kind.is_finding() && verdict.operation.is_none();
        if asked && self.rows.iter().any(of_operation) {
            return true;
        }
        verdict.wants_culprit()
            && !self.is_empty()
            && steps.any(|step| {
                let culprits = vec![pass_name(&step.pipeline).to_owned()];
                self.label(&Verdict { culprits, ..verdict.clone() }, reports, program, mlir).is_some()
            })
    }
}

impl KnownRow {
    /// The row with its issue in the label.
    fn with_issue(mut self) -> KnownRow {
        if let Some(issue) = self.issue.take() {
            self.known = format!("{}{}{issue})", self.known, bug::ISSUE);
        }
        self
    }

    /// True of a row that goes by a fact beside the kind and the pass, which tells the bug from others of the pass.
    fn is_narrow(&self) -> bool {
        self.text.is_some() || self.rule.is_some() || self.operation.is_some() || self.nowhere
    }

    /// True of a row that goes by more than a kind and a pass: a signature says which results are wrong.
    fn tells(&self) -> bool {
        self.is_narrow() || self.signature.is_some()
    }

    /// True if the program and a step are those that the row asks for.
    fn is_of(&self, signs: &Signs, program: &str) -> bool {
        let step = self.step.as_deref().map(WildMatch::new);
        step.is_none_or(|step| signs.steps.iter().any(|taken| step.matches(taken)))
            && self.program.as_ref().is_none_or(|text| {
                let line_has = WildMatch::new(&format!("*{text}*"));
                program.lines().any(|line| line_has.matches(line))
            })
    }

    /// True where MLIR of this version has the bug, and where the version is not known.
    fn is_of_version(&self, version: &str) -> bool {
        let major = version.split('.').next().and_then(|major| major.parse::<u32>().ok());
        let had = |major| (self.since.unwrap_or(0)..=self.until.unwrap_or(u32::MAX)).contains(&major);
        major.is_none_or(had)
    }

    fn fits(&self, verdict: &Verdict, signs: &Signs, mlir: [&str; 2]) -> bool {
        // A judged step that breaks a rule is one whose lowered code does.
        let broke = verdict.kind == VerdictKind::Miscompiled && !signs.broken.is_empty();
        let lowered = if broke { VerdictKind::Undefined } else { verdict.kind };
        let kind = match self.verdict {
            None => true,
            Some(Kinds::One(kind)) => kind == verdict.kind || kind == lowered,
            Some(Kinds::WrongResult) => verdict.kind.is_wrong_result(),
        };
        let fits = |pattern: &Option<String>, text: &str| {
            pattern.as_ref().is_none_or(|pattern| WildMatch::new(pattern).matches(text))
        };
        let pass = match &verdict.pass {
            Some(pass) => fits(&self.pass, pass),
            None if verdict.culprits.is_empty() => self.pass.is_none(),
            // One known pass among several to blame must not hide the other.
            None => verdict.culprits.iter().all(|culprit| fits(&self.pass, culprit)),
        };
        let text = self.text.as_ref().map(|text| WildMatch::new(&format!("*{text}*")));
        let said = text.is_none_or(|text| signs.said.iter().any(|line| text.matches(line)));
        let rule = self.rule.is_none() && self.operation.is_none()
            || signs.broken.iter().any(|broken| {
                let mut operations = [&broken.operation, &broken.origin].into_iter().flatten();
                fits(&self.rule, &broken.rule)
                    && (self.operation.is_none() || operations.any(|name| fits(&self.operation, name)))
            });
        let [name, version] = mlir;
        kind && pass
            && self.is_of_version(version)
            && fits(&self.mlir, name)
            && (fits(&self.signature, &verdict.signature())
                || fits(&self.signature, &verdict.lowered_signature()))
            && said
            && rule
            && (!self.nowhere || signs.nowhere)
    }
}

#[cfg(test)]
#[path = "known_tests.rs"]
mod tests;
