//! Files that a campaign leaves beside its findings: enough to make its programs again.

use super::PathOptions;
use super::journal::{self, Journal};
use anyhow::Result;
use std::path::{Path, PathBuf};

/// One campaign: program `i` of a seed is the same wherever it is made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    /// Seed of the programs and paths.
    pub seed: u64,
    /// The number of programs that were begun, from number 0 on.
    pub programs: u64,
    /// The toolchains that ran them.
    pub mlirs: Vec<String>,
    /// Programs that were explored instead of generated ones, by absolute path.
    pub files: Vec<PathBuf>,
    /// Paths a program, on a lowering graph; none is two of each, on their own.
    pub paths: Option<u16>,
    /// The way they were drawn.
    pub path_options: PathOptions,
}

impl Record {
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
            records.push(Record {
                seed: plan.seed,
                programs: past.summary.begun,
                mlirs: plan.mlirs,
                files: plan.files,
                paths: plan.paths,
                path_options: plan.path_options,
            });
        }
        Ok(records)
    }
}
