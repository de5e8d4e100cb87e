//! One case as numbers: what is counted, and what a worker sends to the coordinator.

use super::confirming::StockQuestion;
use crate::execute::Unexpected;
use crate::judge::{Reason, Verdict, VerdictKind};
use crate::observe::{Checks, Effort, Outcome, PathReport, Space, Spent, maybe_fact_or_text};
use crate::report::Stored;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::ops::AddAssign;
use std::path::PathBuf;

/// Seconds spent on one case, by stage.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Times {
    /// From bytes to a program.
    pub decode: f64,
    /// Lowering and running all paths, repeats and waiting included.
    pub run: f64,
    /// Of that, in the first run: parsing.
    pub parse: f64,
    /// Passes; where a path is lowered by itself, copies and checks too.
    pub passes: f64,
    /// Copies of states that are branched from.
    pub copies: f64,
    /// MLIR's verifier after each pass, on a graph.
    pub verify: f64,
    /// Counting the operations of states.
    pub count: f64,
    /// Hashing states, or printing and hashing the lowered modules.
    pub hash: f64,
    /// Running states to judge the steps that led there.
    #[serde(default)]
    pub check: f64,
    /// Translation to machine code.
    pub compile: f64,
    /// Running the lowered code.
    pub execute: f64,
    /// The search for passes to blame.
    #[serde(default)]
    pub blame: f64,
    /// Stock programs, and writing findings down.
    pub confirm: f64,
}

impl Times {
    /// Adds what one path spent.
    pub fn add_path(&mut self, spent: &Spent) {
        self.parse += spent.parse.as_secs_f64();
        self.passes += spent.passes.as_secs_f64();
        self.copies += spent.copies.as_secs_f64();
        self.verify += spent.verify.as_secs_f64();
        self.count += spent.count.as_secs_f64();
        self.hash += spent.hash.as_secs_f64();
        self.check += spent.check.as_secs_f64();
        self.compile += spent.compile.as_secs_f64();
        self.execute += spent.execute.as_secs_f64();
    }

    /// The rest of the time for running: lowdiff itself, repeats, waiting for workers.
    pub fn harness(&self) -> f64 {
        let mlir = self.parse + self.passes + self.verify + self.copies + self.compile + self.execute;
        (self.run - mlir - self.count - self.hash - self.check).max(0.0)
    }
}

impl AddAssign for Times {
    fn add_assign(&mut self, other: Times) {
        self.decode += other.decode;
        self.run += other.run;
        self.parse += other.parse;
        self.passes += other.passes;
        self.copies += other.copies;
        self.verify += other.verify;
        self.count += other.count;
        self.hash += other.hash;
        self.check += other.check;
        self.compile += other.compile;
        self.execute += other.execute;
        self.blame += other.blame;
        self.confirm += other.confirm;
    }
}

/// The results of a judged case, in numbers.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct CaseFacts {
    /// The toolchain that ran it, as the user names it; empty where nobody asks.
    #[serde(default)]
    pub mlir: String,
    /// Operations of a generated program, without constants and epilogue.
    pub operations: Option<usize>,
    /// The reason why no results are expected of the program; none where they are.
    #[serde(default, deserialize_with = "maybe_fact_or_text")]
    pub unexpected: Option<Unexpected>,
    /// The end of each path.
    pub outcomes: Vec<Outcome>,
    /// The final module of each path that was lowered, by hash.
    pub modules: Vec<Option<[u8; 32]>>,
    /// The judgement.
    pub verdict: VerdictKind,
    /// The reason why nothing could be said.
    pub reason: Option<Reason>,
    /// The pass it showed in.
    pub pass: Option<String>,
    /// The pass of a finding: the one it showed in, or those to blame.
    #[serde(default)]
    pub suspects: Vec<String>,
    /// Pass and kind, as findings are counted by.
    pub signature: String,
    /// The folder it is kept in, if this run kept it.
    pub kept: Option<PathBuf>,
    /// Passes that were run for it.
    #[serde(default)]
    pub passes: u64,
    /// The questions to stock programs, where they were asked.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub asked: Option<StockQuestion>,
    /// The reason why it could not be kept, if the disk is the reason.
    pub trouble: Option<String>,
    /// The time that each part took.
    pub times: Times,
    /// The effort of putting the paths together.
    #[serde(default)]
    pub effort: Effort,
    /// The operations met on the paths that were put together, by name, and whether one of those paths came down and ran.
    #[serde(default)]
    pub met: BTreeMap<String, bool>,
    /// The effects of their steps.
    #[serde(default)]
    pub space: Space,
    /// The steps that were judged by themselves.
    #[serde(default)]
    pub checks: Checks,
}

impl CaseFacts {
    /// The facts of a case.
    pub fn of(
        reports: &[PathReport],
        verdict: &Verdict,
        stored: Option<&Stored>,
        operations: Option<usize>,
        times: Times,
    ) -> CaseFacts {
        let (kept, trouble) = match stored {
            Some(Stored::Kept(directory)) => (Some(directory.clone()), None),
            Some(Stored::Failed(why)) => (None, Some(why.clone())),
            Some(Stored::Known(_) | Stored::Surplus) | None => (None, None),
        };
        let mut effort = Effort::default();
        reports.iter().for_each(|report| effort += report.effort);
        let (mut met, mut space, mut checks) = (BTreeMap::new(), Space::default(), Checks::default());
        for report in reports {
            checks += report.checks.clone();
            space.merge(report.space.clone());
            for name in &report.met {
                *met.entry(name.clone()).or_default() |= report.outcome == Outcome::Ok;
            }
        }
        CaseFacts {
            mlir: String::new(),
            operations,
            unexpected: None,
            outcomes: reports.iter().map(|report| report.outcome).collect(),
            modules: reports.iter().map(|report| report.final_module).collect(),
            verdict: verdict.kind,
            reason: verdict.reason,
            pass: verdict.pass.clone(),
            suspects: if verdict.kind.is_finding() { verdict.suspects() } else { Vec::new() },
            signature: verdict.signature(),
            kept,
            passes: 0,
            asked: None,
            trouble,
            times,
            effort,
            met,
            space,
            checks,
        }
    }

    /// The number of paths that came down to llvm, whether or not what they gave could be run.
    pub fn lowered(&self) -> usize {
        let ran = self.outcomes.iter().zip(&self.modules);
        let came = ran.filter(|(outcome, module)| module.is_some() || **outcome == Outcome::Ok);
        came.filter(|(outcome, _)| **outcome != Outcome::Held).count()
    }

    /// The number of paths that were lowered and run to their end.
    pub fn executed(&self) -> usize {
        self.outcomes.iter().filter(|outcome| **outcome == Outcome::Ok).count()
    }

    /// The number of paths that ended in the finding this is; of what is no finding, none did.
    pub fn condemned(&self) -> usize {
        let outcomes = self.outcomes.iter().filter(|outcome| self.verdict.is_finding() && outcome.condemns());
        outcomes.count()
    }

    /// True if the results of all paths were compared.
    pub fn compared(&self) -> bool {
        !self.outcomes.is_empty() && self.outcomes.iter().all(|outcome| outcome.is_good())
    }

    /// True if there are several paths, no two of which ended in the same module.
    pub fn modules_differ(&self) -> bool {
        let distinct: std::collections::BTreeSet<_> = self.modules.iter().flatten().collect();
        distinct.len() > 1 && distinct.len() == self.modules.len()
    }
}
