//! Files that a campaign leaves beside its findings: enough to make its programs again.

use super::journal::{self, Journal};
use super::{Mode, PathOptions};
use crate::decode::Generator;
use crate::execute::Call;
use anyhow::Result;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// One campaign: program `i` of a seed is the same wherever it is made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    /// Seed of the programs and paths.
    pub seed: u64,
    /// The kind of the programs.
    pub generator: Generator,
    /// The number of programs that were begun, from number 0 on.
    pub programs: u64,
    /// The toolchains that ran them.
    pub mlirs: Vec<String>,
    /// Programs that were explored instead of generated ones, by absolute path.
    pub files: Vec<PathBuf>,
    /// Of single steps, the seeds of a pool that families began with.
    pub pooled: Vec<PathBuf>,
    /// The call of these programs.
    pub call: Call,
    /// True if those that are undefined were repaired.
    pub sanitize: bool,
    /// The tests it was made of.
    pub mode: Mode,
    /// Of single steps, the inputs that joined their families on the first toolchain.
    pub joined: BTreeSet<u64>,
    /// The way they were drawn.
    pub path_options: PathOptions,
}

impl Record {
    /// The inputs that joined the family of input `number` before it.
    pub fn joined_before(&self, number: u64) -> Vec<u64> {
        let family = self.mode.family();
        self.joined.range(number / family * family..number).copied().collect()
    }

    /// The records in `folder`, first campaign first; none where there was no campaign.
    ///
    /// # Errors
    /// They cannot be read.
    pub fn all(folder: &Path) -> Result<Vec<Record>> {
        let mut records = Vec::new();
        for file in journal::files(folder)? {
            // Without a first line it was killed before it did anything.
            let Some((began, past)) = Journal::read(&file)? else { continue };
            let plan = began.plan;
            let mode = plan.mode();
            records.push(Record {
                seed: plan.seed,
                generator: plan.generator,
                programs: past.summary.begun,
                mlirs: plan.mlirs,
                files: plan.files,
                pooled: plan.pooled,
                call: plan.call,
                sanitize: plan.sanitize,
                mode,
                joined: past.joined.into_iter().next().unwrap_or_default(),
                path_options: plan.path_options,
            });
        }
        Ok(records)
    }
}
