//! A finding as one document: `finding.json`.
//!
//! [`Finding`] is the whole of it, and its serialization is the file. Each writer of a finding fills the type, and each reader gets it
//! ([`Finding::read`]); no code looks up a key. A fact that one part needs from another is a field or an enum here. Sentences
//! (`detail`, `before`, `after`, `run`) are for people, and no code reads them: what a verdict rests on is `fact`, and `detail` has the words.
//!
//! [`VERSION`] grows with every change of the schema. A field that is added has a default, so older documents are read. A field keeps
//! its meaning and its type; a new meaning has a new name. Documents of before version 1 have no `version`, and the module `old` reads
//! them. A document of a later version is refused, as is one with a key or a word that the type does not have.

mod culprit;
mod disk;
mod old;
mod oracle;
mod path;
mod state;
mod version;

pub use culprit::CulpritRecord;
pub use disk::FILE;
pub use oracle::OracleName;
pub use path::{ExpectedOutput, Output, PathRecord};
pub use state::{State, may_be};
pub use version::{AskedRun, Shows, VersionRecord};

use crate::examine::Clean;
use crate::execute::{Argument, ExecutorKind};
use crate::judge::policy::{self, Closed};
use crate::judge::{Verdict, VerdictOf};
use crate::mlir::{Processor, Toolchain};
use crate::observe::{BrokenRule, Element, PathReport};
use crate::path::pipeline::pass_name;
use serde::{Deserialize, Serialize};

/// The version of the schema.
pub const VERSION: u32 = 12;

/// Which MLIR it was.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Mlir {
    /// The name it was asked for by.
    pub name: String,
    /// The version by the library itself.
    pub version: String,
    /// The library's build-id, in hexadecimal.
    #[serde(rename = "build-id")]
    pub build_id: String,
    /// The commit of LLVM that it was built of, where the library says so.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub commit: Option<String>,
}

impl Mlir {
    /// The identity of a toolchain.
    pub fn of(toolchain: &Toolchain) -> Mlir {
        Mlir {
            name: toolchain.name.clone(),
            version: toolchain.version.clone(),
            build_id: toolchain.build_id(),
            commit: toolchain.commit(),
        }
    }

    /// True of a build of LLVM's development branch, whose version says so.
    pub fn is_main(&self) -> bool {
        self.version.contains("git")
    }

    /// The numbers of its version, by which versions are put in order.
    pub fn numbers(&self) -> Vec<u32> {
        let parts = self.version.split(|c: char| !c.is_ascii_digit());
        parts.filter_map(|part| part.parse().ok()).collect()
    }
}

/// The result of a case: its judgement, and the facts that it is about.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, schemars::JsonSchema)]
pub struct CaseRecord {
    /// The judgement.
    #[serde(flatten)]
    pub verdict: Verdict,
    /// One record a path.
    #[serde(default)]
    pub paths: Vec<PathRecord>,
}

impl CaseRecord {
    /// A judgement of these reports.
    pub fn of(verdict: &Verdict, reports: &[PathReport]) -> CaseRecord {
        CaseRecord { verdict: verdict.clone(), paths: reports.iter().map(PathRecord::of).collect() }
    }
}

/// A judged case on one MLIR: the document of `compare` and `replay`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, schemars::JsonSchema)]
pub struct Comparison {
    /// The judgement and the facts. Their keys stand beside the others.
    #[serde(flatten)]
    pub seen: CaseRecord,
    /// Which oracle found something; none where nothing was found.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub oracle: Option<OracleName>,
    /// Which executor ran it.
    pub executor: ExecutorKind,
    /// The processor that its code was made for, where that is not the baseline.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cpu: Option<Processor>,
    /// Which MLIR it was.
    pub mlir: Mlir,
    /// The arguments that the program is called with, where it takes any.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub arguments: Vec<Argument>,
    /// The place in the program's text at which it is undefined by itself, in line and column, where that is why nothing is compared.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub location: Option<String>,
    /// The comparison on every MLIR, where several were asked.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub versions: Vec<Comparison>,
}

/// The schema of a document.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
pub enum Schema {
    /// A finding's.
    #[default]
    #[serde(rename = "lowdiff-finding")]
    Finding,
}

/// Everything that is known of a finding: the document `finding.json`.
///
/// Two replays of one finding, by one lowdiff with one executor on one build of MLIR, agree in the verdict with its reason, pass,
/// operation and complaint, in the oracle and the signature, in the outcome and the steps of each path, and in the expected values.
///
/// They may differ in values, signal, message and stack of a path where the verdict varies, because these depend on where memory lies; in
/// signal, message and stack of a crash in spoiled memory; and in every sentence, which quotes those. On another build of MLIR only `case`,
/// `printed` and `given` are sure to be the same.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, schemars::JsonSchema)]
pub struct Finding {
    /// The schema.
    pub schema: Schema,
    /// The version of the schema that it was written by.
    pub version: u32,
    /// The judgement and the facts. Their keys stand beside the others.
    #[serde(flatten)]
    pub seen: CaseRecord,
    /// Which oracle found it; none where it is no finding.
    #[serde(default)]
    pub oracle: Option<OracleName>,
    /// The signature that findings of one kind share; they are kept a few times only.
    #[serde(default)]
    pub signature: Option<String>,
    /// Which MLIR it was found on; none where two differ.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mlir: Option<Mlir>,
    /// The two MLIRs, by name, whose plain lowerings of one program differ, where that is what was found.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub between: Option<[String; 2]>,
    /// Which executor ran it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub executor: Option<ExecutorKind>,
    /// The processor that its code was made for, where that is not the baseline.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cpu: Option<Processor>,
    /// The lowdiff that wrote it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lowdiff: Option<String>,
    /// The hash of the case.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub case: Option<String>,
    /// The element type of each print call, before it was bitcast for printing; empty where that is not known.
    #[serde(default)]
    pub printed: Vec<Element>,
    /// The expected prints of the program, where the reference semantics tell.
    #[serde(default)]
    pub expected: Option<Vec<ExpectedOutput>>,
    /// True where stock programs in clean processes show it too; none where they could not tell, or were not asked.
    #[serde(default)]
    pub confirmed: Option<bool>,
    /// The answer of these stock programs.
    #[serde(default)]
    pub clean: Option<Clean>,
    /// The pass to blame, where somebody asked and it could be told.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub culprit: Option<CulpritRecord>,
    /// The result of the least of it, run as the report shows it, where that is less than the program and its paths.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shown: Option<CaseRecord>,
    /// True where its program and paths were given by somebody, and not found by a fuzzer.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub given: bool,
    /// The rule that the source program breaks by itself, where it was asked.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub source_broken: Option<BrokenRule>,
    /// The answers of all MLIRs that were asked, the newest first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub versions: Vec<VersionRecord>,
    /// The name of the group that `triage` put it into.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub group: Option<String>,
    /// The label of a known bug that it may be: nothing but the pass says so.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub like: Option<String>,
}

impl Finding {
    /// True where each of its two paths shows here what the other one showed: that is another bug, of the path that was right.
    pub fn is_swapped(&self, reports: &[PathReport]) -> bool {
        let ([one, other], [first, second]) = (&self.seen.paths[..], reports) else { return false };
        one.outputs != other.outputs && one.is_shown_by(second) && other.is_shown_by(first)
    }

    /// A finding that came to this; the rest of it is not known yet.
    pub fn new(seen: CaseRecord) -> Finding {
        Finding {
            schema: Schema::Finding,
            version: VERSION,
            oracle: OracleName::of(&seen.verdict, VerdictOf::OneMlir),
            signature: Some(seen.verdict.signature()),
            seen,
            mlir: None,
            between: None,
            executor: None,
            cpu: None,
            lowdiff: Some(env!("CARGO_PKG_VERSION").to_owned()),
            case: None,
            printed: Vec::new(),
            expected: None,
            confirmed: None,
            clean: None,
            culprit: None,
            shown: None,
            given: false,
            source_broken: None,
            versions: Vec::new(),
            group: None,
            like: None,
        }
    }

    /// A finding on two MLIRs, by name, that came to this.
    pub fn between(versions: [String; 2], seen: CaseRecord) -> Finding {
        let oracle = OracleName::of(&seen.verdict, VerdictOf::TwoMlirs);
        Finding { oracle, between: Some(versions), signature: None, ..Finding::new(seen) }
    }

    /// The judgement.
    pub fn verdict(&self) -> &Verdict {
        &self.seen.verdict
    }

    /// The reason why LLVM's maintainers would close it, where that is known.
    pub fn closed(&self) -> Option<Closed> {
        let verdict = self.verdict();
        let culprit = self.culprit.as_ref();
        let pass = verdict.pass.as_deref().or(culprit.map(|culprit| culprit.pass.as_str()));
        let blamed = culprit.and_then(|culprit| culprit.pipeline.clone());
        // A step with the flag counts where it is the one to blame.
        let on = |step: &String| pass.is_some_and(|pass| pass_name(step) == pass);
        let taken = self.seen.paths.iter().flat_map(|path| &path.steps).map(|step| step.pipeline.clone());
        let steps: Vec<String> = match blamed {
            Some(step) => vec![step],
            None => taken.filter(on).collect(),
        };
        let broken: Vec<_> = self.seen.paths.iter().filter_map(|path| path.broken.clone()).collect();
        policy::closed(verdict, pass, &steps, &broken, self.source_broken.as_ref())
    }
}

#[cfg(test)]
#[path = "tests.rs"]
mod tests;
