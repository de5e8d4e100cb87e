//! Results of many cases: the counts a campaign ends with.

use super::confirming::Confirming;
use super::met::MetOperations;
use super::mutants::Mutants;
use super::unexpected::UnexpectedPrograms;
use super::{Compared, Searched, Times};
use crate::observe::{Checks, Effort, Outcome, Space};
use crate::report::{self, reproduce::quote};
use crate::words;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, HashSet};
use std::fmt;
use std::ops::AddAssign;
use std::path::Path;

/// Counts over the cases of a campaign. `Display` gives the lines a fuzz target ends with.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Stats {
    /// Inputs seen.
    pub inputs: u64,
    /// Inputs that did not decode.
    pub rejected: u64,
    /// Cases lowdiff itself failed on.
    pub failed: u64,
    /// Cases: an input each, or, where many paths of a program are compared with its first, each of these comparisons.
    pub cases: u64,
    /// Paths begun.
    pub paths_built: u64,
    /// Paths that came down to llvm.
    pub paths_lowered: u64,
    /// Paths that came down to llvm and were run to their end.
    pub paths_executed: u64,
    /// Paths that ended in a finding.
    pub paths_condemned: u64,
    /// Cases all of whose paths came down to llvm.
    pub lowered: u64,
    /// Cases whose results were compared.
    pub compared: u64,
    /// Compared cases whose paths ended in different modules.
    pub modules_differ: u64,
    /// Distinct (state, pass) pairs that were tried, over all programs with a lowering graph.
    pub edges: u64,
    /// Distinct states, over the same programs.
    pub states: u64,
    /// Passes run again to get to states that were lost.
    pub rerun: u64,
    /// Distinct final modules, by the first 64 bits of their hashes; too many to hand from process to process. They take
    /// some 16 bytes each. Two of n count as one with a probability of n * n / 2^65, which is one in ten thousand for 60 million.
    #[serde(skip)]
    pub modules: HashSet<u64>,
    /// The number of programs of each number of operations.
    pub operations: BTreeMap<usize, u64>,
    /// Cases by verdict.
    pub verdicts: BTreeMap<String, u64>,
    /// Incomparable cases by reason.
    pub incomparable: BTreeMap<String, u64>,
    /// Findings by signature, kept or not.
    pub signatures: BTreeMap<String, u64>,
    /// Findings by pass: the one that each showed in, or those to blame.
    #[serde(default)]
    pub suspects: BTreeMap<String, u64>,
    /// Of these, findings the user knows of, by what they call them.
    #[serde(default)]
    pub known: BTreeMap<String, u64>,
    /// Of these, findings that nobody knows of and that LLVM's maintainers close, by the reason.
    #[serde(default)]
    pub closed: BTreeMap<String, u64>,
    /// The number of findings for which it was tried to say which pass is to blame.
    #[serde(default)]
    pub blamed: u64,
    /// Programs of which the reference semantics expect no results, by the reason.
    #[serde(default)]
    pub unexpected: UnexpectedPrograms,
    /// The time that each part took.
    pub times: Times,
    /// The effort of putting the paths together.
    #[serde(default)]
    pub effort: Effort,
    /// The operations met on paths.
    #[serde(default)]
    pub met: MetOperations,
    /// The effects of the steps of paths.
    #[serde(default)]
    pub space: Space,
    /// The steps that were judged by themselves.
    #[serde(default)]
    pub checks: Checks,
    /// Inputs of single steps that were changed, by the ways in which they were.
    #[serde(default)]
    pub mutants: Mutants,
    /// The work so far, and what stock programs were asked.
    #[serde(default)]
    pub confirming: Confirming,
}

impl Stats {
    /// Counts an input that did not decode.
    pub fn reject(&mut self) {
        self.inputs += 1;
        self.cases += 1;
        self.rejected += 1;
    }

    /// Counts a case that lowdiff failed on.
    pub fn fail(&mut self) {
        self.inputs += 1;
        self.cases += 1;
        self.failed += 1;
        *self.verdicts.entry("incomparable".into()).or_default() += 1;
        *self.incomparable.entry("harness-error".into()).or_default() += 1;
    }

    /// Counts a judged case: what its paths showed, and what a second look at them did, past what is known.
    pub fn record(&mut self, judged: &[Compared]) {
        let Some(Compared { facts, .. }) = judged.first() else { return };
        self.inputs += 1;
        self.paths_built += facts.outcomes.len() as u64;
        self.paths_lowered += facts.lowered() as u64;
        self.paths_executed += facts.executed() as u64;
        self.paths_condemned += facts.condemned() as u64;
        self.effort += facts.effort;
        self.met.add(&facts.met);
        self.space.merge(facts.space.clone());
        self.checks += facts.checks.clone();
        facts.unexpected.iter().for_each(|why| self.unexpected.note(why));
        judged.iter().for_each(|compared| self.count(compared));
    }

    /// Counts a program that was taken down many paths.
    pub fn record_search(&mut self, searched: &Searched) {
        self.inputs += 1;
        self.paths_built += searched.paths;
        self.paths_lowered += searched.lowered;
        // The path the others are compared with ran to its end, and is told of with each of them.
        self.paths_executed += searched.paths.saturating_sub(searched.compared.len() as u64);
        for Compared { facts, .. } in &searched.compared {
            let last = facts.outcomes.last();
            self.paths_executed += u64::from(last == Some(&Outcome::Ok));
            let condemned = |outcome: &Outcome| facts.verdict.is_finding() && outcome.condemns();
            self.paths_condemned += u64::from(last.is_some_and(condemned));
        }
        self.edges += searched.edges;
        self.confirming.passes += searched.edges + searched.rerun;
        self.states += searched.states;
        self.rerun += searched.rerun;
        self.effort += searched.effort;
        self.met.add(&searched.met);
        self.space.merge(searched.space.clone());
        self.checks += searched.checks.clone();
        searched.unexpected.iter().for_each(|why| self.unexpected.note(why));
        if let Some(operations) = searched.operations {
            *self.operations.entry(operations).or_default() += 1;
        }
        self.times += searched.times;
        searched.compared.iter().for_each(|compared| self.count(compared));
    }

    /// Programs whose results the reference semantics foretell, and those of which they cannot.
    pub fn expected(&self) -> (u64, u64) {
        let without = self.unexpected.programs();
        (self.inputs - self.rejected - self.failed - without, without)
    }

    /// Counts what paths showed together.
    fn count(&mut self, Compared { facts, known, closed, blamed, .. }: &Compared) {
        self.confirming.note(facts);
        self.cases += 1;
        self.blamed += u64::from(*blamed);
        if let Some(label) = known {
            *self.known.entry(label.clone()).or_default() += 1;
        } else if let Some(reason) = closed {
            *self.closed.entry(reason.clone()).or_default() += 1;
        }
        self.lowered += u64::from(facts.lowered() == facts.outcomes.len());
        if facts.compared() {
            self.compared += 1;
            self.modules_differ += u64::from(facts.modules_differ());
        }
        let hashes = facts.modules.iter().flatten().filter_map(|hash| hash.first_chunk());
        self.modules.extend(hashes.map(|hash| u64::from_be_bytes(*hash)));
        if let Some(operations) = facts.operations {
            *self.operations.entry(operations).or_default() += 1;
        }
        *self.verdicts.entry(facts.verdict.name().into()).or_default() += 1;
        if let Some(reason) = facts.reason {
            *self.incomparable.entry(reason.name().into()).or_default() += 1;
        }
        if facts.verdict.is_finding() {
            *self.signatures.entry(facts.signature.clone()).or_default() += 1;
        }
        for pass in &facts.suspects {
            *self.suspects.entry(pass.clone()).or_default() += 1;
        }
        self.times += facts.times;
    }

    /// Findings of all kinds.
    pub fn findings(&self) -> u64 {
        self.signatures.values().sum()
    }

    /// Findings that the user did not know of.
    pub fn new_findings(&self) -> u64 {
        self.findings() - self.known.values().sum::<u64>()
    }

    /// Of these, findings that LLVM's maintainers close.
    pub fn second_queue(&self) -> u64 {
        self.closed.values().sum()
    }

    /// Findings that the user did not know of and that LLVM's maintainers do not close.
    pub fn first_queue(&self) -> u64 {
        self.new_findings() - self.second_queue()
    }

    /// The last line of a run of a fuzz target: what was found, where it is, and the command that goes on from there.
    pub fn next_step(&self, folder: &Path) -> String {
        if self.findings() == 0 {
            return "nothing was found".to_owned();
        }
        let counts = [
            (self.first_queue(), "new"),
            (self.known.values().sum(), "of known bugs"),
            (self.second_queue(), "of the second queue, which maintainers close"),
        ];
        let told = counts.iter().filter(|(count, _)| *count > 0);
        let told: Vec<String> = told.map(|(count, of)| format!("{count} {of}")).collect();
        let folder = quote(&folder.display().to_string());
        format!("findings: {}; they are in {folder}: lowdiff triage {folder}", told.join(", "))
    }

    /// Median number of operations of the generated programs; 0 without any.
    pub fn median_operations(&self) -> usize {
        let half = self.operations.values().sum::<u64>().div_ceil(2);
        let mut seen = 0;
        let reached = self.operations.iter().find(|(_, count)| {
            seen += **count;
            seen >= half
        });
        reached.map_or(0, |(operations, _)| *operations)
    }

    /// The fraction of paths that came down to llvm and ran to their end, of those that ended in no finding; 0 without any.
    pub fn success_rate(&self) -> f64 {
        let counted = self.paths_built - self.paths_condemned;
        if counted == 0 { 0.0 } else { self.paths_executed as f64 / counted as f64 }
    }
}

/// Counts of several processes together.
impl AddAssign for Stats {
    fn add_assign(&mut self, other: Stats) {
        self.inputs += other.inputs;
        self.rejected += other.rejected;
        self.failed += other.failed;
        self.cases += other.cases;
        self.paths_built += other.paths_built;
        self.paths_lowered += other.paths_lowered;
        self.paths_executed += other.paths_executed;
        self.paths_condemned += other.paths_condemned;
        self.lowered += other.lowered;
        self.compared += other.compared;
        self.modules_differ += other.modules_differ;
        self.edges += other.edges;
        self.states += other.states;
        self.rerun += other.rerun;
        self.modules.extend(other.modules);
        add(&mut self.operations, other.operations);
        add(&mut self.verdicts, other.verdicts);
        add(&mut self.incomparable, other.incomparable);
        add(&mut self.signatures, other.signatures);
        add(&mut self.suspects, other.suspects);
        add(&mut self.known, other.known);
        add(&mut self.closed, other.closed);
        self.blamed += other.blamed;
        self.unexpected.merge(other.unexpected);
        self.times += other.times;
        self.effort += other.effort;
        self.met.merge(other.met);
        self.space.merge(other.space);
        self.checks += other.checks;
        self.mutants += other.mutants;
        self.confirming += other.confirming;
    }
}

fn add<K: Ord>(counts: &mut BTreeMap<K, u64>, more: BTreeMap<K, u64>) {
    for (key, count) in more {
        *counts.entry(key).or_default() += count;
    }
}

/// Counts for people; of single steps, true, without what is counted of whole paths alone.
pub struct ToldStats<'a>(pub &'a Stats, pub bool);

impl fmt::Display for ToldStats<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ToldStats(stats, of_steps) = *self;
        let percent = |part: u64, whole: u64| match whole {
            0 => String::new(),
            _ => format!(" ({:.1}%)", 100.0 * part as f64 / whole as f64),
        };
        writeln!(f, "inputs: {}", stats.inputs)?;
        writeln!(f, "rejected: {}{}", stats.rejected, percent(stats.rejected, stats.inputs))?;
        if stats.cases != stats.inputs {
            let why = "a program is compared again past a known bug, and along each further path";
            writeln!(f, "cases: {}: {why}", stats.cases)?;
        }
        if !of_steps {
            writeln!(f, "lowered on both paths: {}{}", stats.lowered, percent(stats.lowered, stats.cases))?;
            writeln!(f, "compared: {}{}", stats.compared, percent(stats.compared, stats.cases))?;
            let differ = percent(stats.modules_differ, stats.compared);
            writeln!(f, "final modules differ: {}{differ} of those compared", stats.modules_differ)?;
        }
        if !stats.operations.is_empty() {
            writeln!(f, "operations, median: {}", stats.median_operations())?;
        }
        let list = |counts: &BTreeMap<String, u64>| {
            let items: Vec<String> = counts.iter().map(|(word, count)| format!("{word} {count}")).collect();
            items.join(", ")
        };
        write!(f, "verdicts: {}", list(&stats.verdicts))?;
        if !stats.incomparable.is_empty() {
            write!(f, "\nincomparable: {}", list(&stats.incomparable))?;
        }
        if of_steps {
            return Ok(());
        }
        let (with, without) = stats.expected();
        write!(f, "\nresults expected: of {}, not of {without}", words::count(with, "program"))?;
        if without > 0 {
            let reasons = stats.unexpected.reasons();
            let worded = reasons.map(|(why, programs)| format!("{} {programs}", report::unexpected(why)));
            write!(f, ": {}", worded.collect::<Vec<_>>().join(", "))?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::execute::Unexpected;
    use crate::explore::CaseFacts;
    use crate::judge::judge;
    use crate::observe::example::{crashed, ok};
    use crate::observe::{PathReport, Prescribed};

    fn facts(reports: &[PathReport], operations: usize) -> [Compared; 1] {
        [CaseFacts::of(
            reports,
            &judge(reports, Prescribed::default()),
            None,
            Some(operations),
            Times::default(),
        )
        .into()]
    }

    #[test]
    fn counts_are_of_what_was_recorded() {
        let module = |report: PathReport, hash: u8| PathReport { final_module: Some([hash; 32]), ..report };
        let mut stats = Stats::default();
        stats.record(&facts(&[module(ok("a", 1), 1), module(ok("b", 1), 2)], 9));
        stats.record(&facts(&[module(ok("a", 1), 1), module(ok("b", 1), 1)], 3));
        let [mut crash] = facts(&[module(ok("a", 1), 3), crashed("p")], 20);
        crash.facts.unexpected = Some(Unexpected::Said("func.call calls @f".to_owned()));
        stats.record(&[crash]);
        stats.reject();
        stats.fail();
        assert_eq!((stats.inputs, stats.rejected, stats.failed), (5, 1, 1));
        assert_eq!((stats.paths_built, stats.paths_lowered, stats.lowered), (6, 5, 2));
        assert_eq!((stats.paths_executed, stats.paths_condemned, stats.success_rate()), (5, 1, 1.0));
        assert_eq!((stats.compared, stats.modules_differ, stats.modules.len()), (2, 1, 3));
        assert_eq!((stats.findings(), stats.new_findings(), stats.median_operations()), (1, 1, 9));
        assert_eq!(stats.expected(), (2, 1));
        assert_eq!(
            ToldStats(&stats, false).to_string(),
            "inputs: 5\nrejected: 1 (20.0%)\nlowered on both paths: 2 (40.0%)\ncompared: 2 (40.0%)\n\
             final modules differ: 1 (50.0%) of those compared\noperations, median: 9\n\
             verdicts: agree 2, crash 1, incomparable 1\nincomparable: harness-error 1\n\
             results expected: of 2 programs, not of 1: func.call calls @f 1"
        );
    }

    #[test]
    fn counts_of_two_processes_add_up() {
        let mut one = Stats::default();
        one.record(&facts(&[ok("a", 1), ok("b", 1)], 9));
        let mut two = Stats::default();
        two.record(&facts(&[ok("a", 1), crashed("p")], 3));
        two.reject();
        let text = serde_json::to_string(&two).unwrap();
        one += serde_json::from_str(&text).unwrap();
        assert_eq!((one.inputs, one.rejected, one.compared, one.findings()), (3, 1, 1, 1));
        assert_eq!((one.paths_executed, one.paths_condemned), (3, 1));
        assert_eq!(one.operations, BTreeMap::from([(3, 1), (9, 1)]));
        assert_eq!(one.verdicts, BTreeMap::from([("agree".into(), 1), ("crash".into(), 1)]));
    }

    #[test]
    fn what_is_known_and_what_was_seen_past_it_are_counted_apart() {
        let [crash] = facts(&[crashed("p"), ok("b", 1)], 3);
        let known = Compared { known: Some("LLVM 1".into()), ..crash };
        let [past] = facts(&[ok("plain", 1), ok("b", 2)], 3);
        let mut stats = Stats::default();
        stats.record(&[known, past]);
        assert_eq!((stats.inputs, stats.cases, stats.paths_built), (1, 2, 2));
        assert_eq!((stats.findings(), stats.new_findings()), (2, 1));
        assert_eq!(stats.known, BTreeMap::from([("LLVM 1".into(), 1)]));
        // Percentages are of the cases, whose number is told where it is another one.
        let lines = "\ncases: 2: a program is compared again past a known bug, and along each further path\n\
                     lowered on both paths: 1 (50.0%)\n";
        assert!(ToldStats(&stats, false).to_string().contains(lines), "{stats:?}");
    }

    #[test]
    fn what_maintainers_close_is_counted_by_itself() {
        let [crash] = facts(&[crashed("p"), ok("b", 1)], 3);
        let closed = Compared { closed: Some("deprecated".into()), ..crash.clone() };
        let known = Compared { known: Some("LLVM 1".into()), ..closed.clone() };
        let mut stats = Stats::default();
        assert_eq!(stats.next_step(Path::new("f")), "nothing was found");
        stats.record(&[closed, known]);
        let told = stats.next_step(Path::new("my folder"));
        let counts = "findings: 1 of known bugs, 1 of the second queue, which maintainers close";
        assert_eq!(told, format!("{counts}; they are in 'my folder': lowdiff triage 'my folder'"));
        assert_eq!((stats.findings(), stats.new_findings(), stats.second_queue()), (2, 1, 1));
        assert_eq!(stats.first_queue(), 0);
        stats.record(&[crash]);
        assert_eq!((stats.second_queue(), stats.first_queue()), (1, 1));
    }

    #[test]
    fn nothing_recorded_is_no_division_by_zero() {
        let none = Stats::default();
        assert_eq!((none.success_rate(), none.median_operations()), (0.0, 0));
        assert!(ToldStats(&none, false).to_string().starts_with("inputs: 0\nrejected: 0\n"));
    }
}
