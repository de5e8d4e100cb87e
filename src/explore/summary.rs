//! The results of a campaign, as JSON and for people.

use super::confirming::Confirming;
use super::journal::Entry;
use super::met::Missed;
use super::mutants::Mutants;
use super::step_counts::{Steps, decided_a_second};
use super::versions::Disagreement;
use super::{Stats, ToldStats};
use crate::bug::without_issue;
use crate::execute::Argument;
use crate::judge::VerdictKind;
use crate::path::learned::Learned;
use crate::report::Mlir;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::fmt;
use std::path::PathBuf;

/// A finding that was kept: an entry under `findings` in JSON.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
pub struct Kept {
    /// Its folder.
    pub directory: PathBuf,
    /// The MLIR it was found on, by name.
    pub mlir: String,
    /// The judgement of it.
    pub verdict: VerdictKind,
    /// The signature that it has in common with others of its kind.
    pub signature: String,
    /// The pass it showed in, or those to blame.
    pub culprit: Option<String>,
    /// The user's name for it, where they know of it.
    pub known: Option<String>,
    /// The reason why LLVM's maintainers close it, where they do: a finding of the second queue.
    #[serde(default)]
    pub closed: Option<String>,
}

impl Kept {
    /// True where nobody knows of it and nobody closes it.
    pub fn is_of_first_queue(&self) -> bool {
        self.known.is_none() && self.closed.is_none()
    }
}

/// The results of a campaign.
#[derive(Clone, Debug, Default)]
pub struct Summary {
    /// True where there were single steps alone, and nothing is to be said of paths.
    pub single_steps: bool,
    /// The counts.
    pub stats: Stats,
    /// Kept findings.
    pub findings: Vec<Kept>,
    /// Programs that compute different results on two of the toolchains.
    pub between: Vec<Disagreement>,
    /// The arguments that given programs were called with, by file.
    pub arguments: BTreeMap<PathBuf, Vec<Argument>>,
    /// The toolchains that were run.
    pub mlirs: Vec<Mlir>,
    /// Programs begun, counted from number 0 on.
    pub begun: u64,
    /// Seconds from begin to end.
    pub seconds: f64,
}

impl Summary {
    /// True if anything was found that the user does not know of, and that maintainers do not close.
    pub fn has_findings(&self) -> bool {
        self.stats.first_queue() > 0 || !self.between.is_empty()
    }

    /// Adds what a line of a journal says.
    pub(super) fn take_in(&mut self, entry: Entry) {
        let Entry { seconds, begun, done, stats, findings, between, mlirs, .. } = entry;
        self.stats += stats;
        self.findings.extend(findings);
        self.between.extend(between);
        for mlir in mlirs {
            if !self.mlirs.contains(&mlir) {
                self.mlirs.push(mlir);
            }
        }
        self.seconds = self.seconds.max(seconds);
        let furthest = done.iter().map(|(_, program)| program + 1).max().unwrap_or(0);
        self.begun = self.begun.max(begun).max(furthest);
    }

    /// The operations that the first toolchain is known to lower and that no path lowered.
    fn missed(&self) -> Vec<Missed> {
        let learned = self.mlirs.first().and_then(|mlir| Learned::committed(&mlir.name, &mlir.version));
        learned.map(|learned| self.stats.met.missed(&learned)).unwrap_or_default()
    }

    /// The document of `explore --json`.
    pub fn json(&self) -> Value {
        let stats = &self.stats;
        let kept = self.findings.iter().filter(|finding| finding.known.is_none()).count();
        let surplus = stats.new_findings().saturating_sub(kept as u64);
        // Workers report in whatever order they get there; the document does not depend on it.
        let mut mlirs: Vec<&Mlir> = self.mlirs.iter().collect();
        mlirs.sort_by(|a, b| a.name.cmp(&b.name));
        let mlir = match mlirs.as_slice() {
            [one] => json!(one),
            several => json!(several),
        };
        let mut findings: Vec<&Kept> = self.findings.iter().collect();
        findings.sort_by_key(|finding| &finding.directory);
        let mut time = json!(stats.times);
        time["harness"] = json!(stats.times.harness());
        time["steps_decided_a_second"] = json!(decided_a_second(stats));
        let dialects = stats.met.dialects();
        let (with, without) = stats.expected();
        json!({
            "mlir": mlir,
            "arguments": self.arguments,
            "dialects_met": dialects,
            "operations_met": stats.met,
            "never_lowered": self.missed(),
            "single_steps": self.single_steps,
            "programs": stats.inputs - stats.rejected,
            "rejected": stats.rejected,
            "paths_built": stats.paths_built,
            "paths_lowered": stats.paths_lowered,
            "paths_executed": stats.paths_executed,
            "paths_in_findings": stats.paths_condemned,
            "distinct_edges": stats.edges,
            "distinct_states": stats.states,
            "passes_rerun": stats.rerun,
            "final_modules": stats.modules.len(),
            "success_rate": stats.success_rate(),
            "expected": { "programs_with": with, "programs_without": without, "reasons": stats.unexpected },
            "construction": stats.effort,
            "steps": Steps::of(stats),
            "mutants": stats.mutants,
            "compared": stats.compared,
            "modules_differ": stats.modules_differ,
            "median_operations": stats.median_operations(),
            "verdicts": stats.verdicts,
            "findings": findings,
            "findings_not_kept": surplus,
            "findings_known": stats.findings() - stats.new_findings(),
            "known": stats.known,
            "closed": stats.closed,
            "blamed": stats.blamed,
            "confirming": stats.confirming,
            "between_versions": self.between.iter().map(Disagreement::json).collect::<Vec<_>>(),
            "signatures": stats.signatures,
            "incomparable": stats.incomparable,
            "seconds": self.seconds,
            "time": time,
        })
    }
}

impl fmt::Display for Summary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let stats = &self.stats;
        writeln!(f, "{}", ToldStats(stats, self.single_steps))?;
        let effort = &stats.effort;
        if !self.single_steps {
            let (built, lowered, executed) = (stats.paths_built, stats.paths_lowered, stats.paths_executed);
            let percent = 100.0 * stats.success_rate();
            writeln!(f, "paths: {built}, lowered: {lowered}, in findings: {}", stats.paths_condemned)?;
            writeln!(f, "lowered and run, of those in no finding: {executed} ({percent:.2}%)")?;
            writeln!(
                f,
                "back from dead ends: {} paths, {} times, {} of {} turns lost",
                effort.paths_back, effort.times_back, effort.turns_lost, effort.turns
            )?;
            writeln!(
                f,
                "optimizations: {}, of which {} changed the IR",
                effort.optimizations, effort.optimizations_changed
            )?;
        }
        if effort.reread + effort.lowered_twice > 0 {
            let (reread, twice) = (effort.reread, effort.lowered_twice);
            writeln!(f, "states written and read back: {reread}, paths lowered twice: {twice}")?;
        }
        if effort.interpreted + effort.left_to_jit > 0 {
            let (interpreted, left) = (effort.interpreted, effort.left_to_jit);
            writeln!(f, "final modules interpreted: {interpreted}, left to the jit: {left}")?;
        }
        if stats.confirming.asked > 0 {
            let Confirming { asked, paths, .. } = &stats.confirming;
            writeln!(f, "findings that stock programs were asked about: {asked}, along {paths} paths")?;
        }
        let steps = Steps::of(stats);
        if steps.applied > 0 {
            write!(f, "{steps}")?;
            writeln!(
                f,
                "steps told right or wrong in a second of running them: {:.0}",
                decided_a_second(stats)
            )?;
        }
        let Mutants { all, sound, .. } = &stats.mutants;
        if all.made > 0 {
            let share = |part: u64, whole: u64| {
                let percent = 100.0 * part as f64 / whole.max(1) as f64;
                format!("{part} of {whole} ({percent:.0}%)")
            };
            writeln!(
                f,
                "mutants: {}, made invalid on purpose: {}; of the others verified: {}, of those run told right or wrong: {}",
                all.made,
                all.made - sound.made,
                share(sound.verified, sound.made),
                share(sound.decided, sound.checked)
            )?;
        }
        if stats.edges > 0 {
            writeln!(f, "distinct edges: {}, states: {}", stats.edges, stats.states)?;
        }
        if !self.single_steps {
            writeln!(f, "distinct final modules: {}", stats.modules.len())?;
        }
        let known = stats.findings() - stats.new_findings();
        let met = &stats.met;
        if !met.0.is_empty() {
            write!(f, "operations met: {} of {} dialects", met.0.len(), met.dialects().len())?;
            match self.single_steps {
                true => writeln!(f)?,
                false => writeln!(f, "; never lowered: {} that have a rule", self.missed().len())?,
            }
        }
        writeln!(f, "findings: {}, known: {known}, kept: {}", stats.findings(), self.findings.len())?;
        for (signature, count) in &stats.signatures {
            writeln!(f, "  {count:5} {signature}")?;
        }
        if known > 0 {
            let all = if self.has_findings() { "" } else { ": nothing else was found" };
            writeln!(f, "known{all}")?;
            for (label, count) in &stats.known {
                writeln!(f, "  {count:5} {label}")?;
            }
        }
        if !stats.closed.is_empty() {
            writeln!(f, "second queue: maintainers close {} more", stats.second_queue())?;
            for (reason, count) in &stats.closed {
                writeln!(f, "  {count:5} {reason}")?;
            }
        }
        if !stats.effort.drawn.is_empty() {
            writeln!(f, "drawn in spite of known bugs, and how often these showed")?;
            for (label, drawn) in stats.effort.drawn.labels() {
                let of_bug = stats.known.iter().filter(|(known, _)| without_issue(known) == label);
                let shown: u64 = of_bug.map(|(_, count)| count).sum();
                writeln!(f, "  {drawn:5} {shown:5} {label}")?;
            }
        }
        if !self.between.is_empty() {
            writeln!(f, "programs that differ between versions: {}", self.between.len())?;
        }
        write!(f, "seconds: {:.1}", self.seconds)
    }
}
