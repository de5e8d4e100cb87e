//! What a campaign leaves beside its findings: enough to make its programs again.

use super::Wishes;
use anyhow::{Context as _, Result};
use serde::{Deserialize, Serialize};
use std::fs::OpenOptions;
use std::io::Write;
use std::path::{Path, PathBuf};

/// The file in the findings' folder; several campaigns may share one folder, each is a line.
const FILE: &str = "campaigns.jsonl";

/// One campaign: program `i` of a seed is the same wherever it is made.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Record {
    /// Seed of the programs and paths.
    pub seed: u64,
    /// How many programs were begun, from number 0 on.
    pub programs: u64,
    /// The toolchains that ran them.
    pub mlirs: Vec<String>,
    /// Programs that were explored instead of generated ones, by absolute path.
    pub files: Vec<PathBuf>,
    /// Paths a program, on a lowering graph; none is two of each, on their own.
    #[serde(default)]
    pub paths: Option<u16>,
    /// How they were drawn.
    #[serde(default)]
    pub wishes: Wishes,
}

impl Record {
    /// Adds the record to those in `folder`.
    ///
    /// # Errors
    /// The disk is full or not writable.
    pub fn append(&self, folder: &Path) -> Result<()> {
        let file = folder.join(FILE);
        let line = serde_json::to_string(self)? + "\n";
        let mut open = OpenOptions::new().append(true).create(true).open(&file)?;
        open.write_all(line.as_bytes()).with_context(|| format!("cannot write {}", file.display()))
    }

    /// The records in `folder`, first campaign first; none where no campaign has ended.
    ///
    /// # Errors
    /// They cannot be read.
    pub fn all(folder: &Path) -> Result<Vec<Record>> {
        let file = folder.join(FILE);
        if !file.exists() {
            return Ok(Vec::new());
        }
        let shown = file.display();
        let text = std::fs::read_to_string(&file).with_context(|| format!("cannot read {shown}"))?;
        let parsed = text.lines().map(serde_json::from_str).collect::<Result<_, _>>();
        parsed.with_context(|| format!("{shown} is damaged: remove the line that is no campaign"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn campaigns_of_one_folder_stay_apart() {
        let folder = tempfile::tempdir().expect("a folder");
        assert_eq!(Record::all(folder.path()).expect("none"), []);
        let one = Record {
            seed: 7,
            programs: 3,
            mlirs: vec!["22".into()],
            files: vec![],
            paths: None,
            wishes: Wishes::default(),
        };
        let wishes = Wishes { max_step: 9, through: vec!["cse".into()], ..Wishes::default() };
        let two = Record { seed: 8, files: vec!["/a/p.mlir".into()], paths: Some(9), wishes, ..one.clone() };
        one.append(folder.path()).expect("room");
        two.append(folder.path()).expect("room");
        assert_eq!(Record::all(folder.path()).expect("two"), [one, two]);
        std::fs::write(folder.path().join(FILE), "{\n").expect("room");
        assert!(Record::all(folder.path()).expect_err("damaged").to_string().contains("is damaged"));
    }
}
