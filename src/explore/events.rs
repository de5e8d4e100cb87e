//! Events of a campaign while it runs: each is a line of `explore --json-lines`.

use super::versions::Disagreement;
use super::{CampaignPlan, Kept, Stats};
use crate::execute::ExecutorKind;
use crate::words;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::path::PathBuf;
use std::time::Duration;

/// An event of a campaign.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "event", rename_all = "kebab-case", deny_unknown_fields)]
pub enum CampaignEvent {
    /// The campaign begins.
    Start {
        /// The version of lowdiff.
        lowdiff: String,
        /// The toolchains, by name or path.
        mlirs: Vec<String>,
        /// The executor.
        executor: ExecutorKind,
        /// The seed of programs and paths.
        seed: u64,
        /// Worker processes for each toolchain.
        jobs: usize,
        /// Programs that were given; none are generated ones.
        files: Vec<PathBuf>,
        /// The folder that findings go to.
        out: PathBuf,
        /// The limit in seconds, where there is one.
        seconds: Option<f64>,
        /// The limit in programs, where there is one.
        programs: Option<u64>,
        /// True where it goes on with an earlier campaign.
        resumed: bool,
    },
    /// The counts so far: at once, then every 10 seconds, and every 60 after the first minute.
    Heartbeat {
        /// Seconds since the campaign began, those of earlier processes included.
        seconds: f64,
        /// Programs begun, undecodable inputs included; of single steps, inputs.
        programs: u64,
        /// Inputs that could not be decoded.
        rejected: u64,
        /// Paths begun.
        paths: u64,
        /// Paths that were lowered and run.
        executed: u64,
        /// Steps that were told to be right or wrong.
        decided: u64,
        /// Findings, known ones included.
        findings: u64,
        /// Findings that nobody knows and that maintainers do not close.
        new: u64,
        /// Cases of which nothing can be said.
        incomparable: u64,
    },
    /// A finding was kept.
    Finding {
        /// Seconds since the campaign began.
        seconds: f64,
        /// The finding, as under `findings` in the summary.
        finding: Kept,
    },
    /// The plain lowering of a program gives different results on two toolchains.
    BetweenVersions {
        /// Seconds since the campaign began.
        seconds: f64,
        /// The toolchains.
        versions: Vec<String>,
        /// The difference, in a sentence.
        detail: String,
        /// The folder that it is kept in.
        directory: Option<PathBuf>,
    },
    /// The campaign is over, and the first finding of each kind is reduced.
    End {
        /// Seconds that the campaign took.
        seconds: f64,
        /// The exit status.
        status: u8,
        /// The document of `explore --json`.
        summary: Value,
    },
    /// The campaign could not be run; nothing comes behind it.
    Error {
        /// The exit status.
        status: u8,
        /// The reason, in a sentence.
        error: String,
    },
}

impl CampaignEvent {
    /// The beginning of a campaign.
    pub(super) fn start(plan: &CampaignPlan, resumed: bool) -> CampaignEvent {
        CampaignEvent::Start {
            lowdiff: env!("CARGO_PKG_VERSION").to_owned(),
            mlirs: plan.mlirs.clone(),
            executor: plan.executor,
            seed: plan.seed,
            jobs: plan.jobs,
            files: plan.files.clone(),
            out: plan.out.clone(),
            seconds: plan.time.map(|time| time.as_secs_f64()),
            programs: plan.programs,
            resumed,
        }
    }

    /// The counts after so long.
    pub(super) fn heartbeat(stats: &Stats, after: Duration) -> CampaignEvent {
        CampaignEvent::Heartbeat {
            seconds: after.as_secs_f64(),
            programs: stats.inputs,
            rejected: stats.rejected,
            paths: stats.paths_built,
            executed: stats.paths_executed,
            decided: stats.checks.decided(),
            findings: stats.findings(),
            new: stats.first_queue(),
            incomparable: stats.incomparable.values().sum(),
        }
    }

    /// A program that differs between toolchains, after so long.
    pub(super) fn between(difference: &Disagreement, after: Duration) -> CampaignEvent {
        let Disagreement { versions, detail, directory, .. } = difference;
        CampaignEvent::BetweenVersions {
            seconds: after.as_secs_f64(),
            versions: versions.to_vec(),
            detail: words::detail(detail),
            directory: directory.clone(),
        }
    }
}

/// Whoever is told each event the moment it comes.
pub type Listener<'a> = dyn FnMut(CampaignEvent) + 'a;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::judge::VerdictKind;

    #[test]
    fn lines_are_read_as_they_are_written() {
        let finding = Kept {
            directory: "findings/crash-cse-0".into(),
            mlir: "22".into(),
            verdict: VerdictKind::Crash,
            signature: "crash-cse".into(),
            culprit: Some("cse".into()),
            known: None,
            closed: None,
        };
        let events = [
            CampaignEvent::start(
                &CampaignPlan {
                    mlirs: vec!["22".into()],
                    time: Some(Duration::from_secs(5)),
                    ..CampaignPlan::default()
                },
                false,
            ),
            CampaignEvent::heartbeat(&Stats::default(), Duration::from_millis(1500)),
            CampaignEvent::Finding { seconds: 1.0, finding },
            CampaignEvent::End { seconds: 2.0, status: 1, summary: serde_json::json!({ "programs": 3 }) },
            CampaignEvent::Error { status: 2, error: "so it is".into() },
        ];
        let words = ["start", "heartbeat", "finding", "end", "error"];
        for (event, word) in events.into_iter().zip(words) {
            let line = serde_json::to_string(&event).expect("plain data");
            assert!(line.starts_with(&format!("{{\"event\":\"{word}\"")) && !line.contains('\n'), "{line}");
            assert_eq!(serde_json::from_str::<CampaignEvent>(&line).expect("it was one"), event);
        }
    }
}
