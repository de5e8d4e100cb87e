//! What a machine says of itself: one document, written whole every few seconds, and read by every machine in the folder.

use crate::files;
use anyhow::{Context, Result};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

const FILE: &str = "status.json";

/// The document of a machine.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct MachineStatus {
    /// Its name.
    pub name: String,
    /// The version of lowdiff.
    pub lowdiff: String,
    /// The MLIR under test: its name and its build-id.
    pub mlir: [String; 2],
    /// True from its start to its orderly end.
    pub running: bool,
    /// Seconds that it has worked, over all its starts.
    pub seconds: f64,
    /// Starts, this one included.
    pub starts: u64,
    /// The number of jobs that it was asked for, and of those that run.
    pub jobs: [usize; 2],
    /// Why it runs fewer jobs than it was asked for; none where it does not.
    pub held_back: Option<String>,
    /// Each target.
    pub targets: BTreeMap<String, TargetStatus>,
    /// The last events, the newest last.
    pub events: Vec<String>,
    /// When this was written, in seconds since 1970, for people.
    pub written: u64,
}

/// What became of one target on a machine.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct TargetStatus {
    /// Inputs that were run.
    pub runs: u64,
    /// Seconds in which jobs of it ran, summed up over jobs.
    pub seconds: f64,
    /// Jobs that ended as they should, by their slice.
    pub slices: u64,
    /// Jobs that ended in another way.
    pub deaths: u64,
    /// Times that its corpus was merged.
    pub merges: u64,
    /// Inputs after the last merge.
    pub after_merge: usize,
}

/// Events that are kept.
const MOST_EVENTS: usize = 50;

impl MachineStatus {
    /// The document in a machine's folder; none where there is none, or where it is none.
    pub fn read(folder: &Path) -> Option<MachineStatus> {
        let text = std::fs::read_to_string(folder.join(FILE)).ok()?;
        serde_json::from_str(&text).ok()
    }

    /// The document in a machine's folder, or an empty one where there is none. One that cannot be read is renamed, and its new place told.
    ///
    /// # Errors
    /// It cannot be renamed.
    pub fn read_or_put_aside(folder: &Path) -> Result<(MachineStatus, Option<PathBuf>)> {
        let file = folder.join(FILE);
        if let Some(status) = MachineStatus::read(folder) {
            return Ok((status, None));
        }
        if !file.exists() {
            return Ok(Default::default());
        }
        let mut places = (1..).map(|number: u32| folder.join(format!("status-damaged-{number}.json")));
        let aside = places.find(|place| !place.exists()).context("there are enough numbers")?;
        files::rename(&file, &aside).with_context(|| format!("cannot rename {}", file.display()))?;
        Ok((MachineStatus::default(), Some(aside)))
    }

    /// Writes it, whole or not at all.
    ///
    /// # Errors
    /// The folder does not take it.
    pub fn write(&self, folder: &Path) -> Result<()> {
        let text = serde_json::to_string_pretty(self).context("a status is plain data")?;
        files::write(&folder.join(FILE), text + "\n")
    }

    /// Keeps an event.
    pub fn event(&mut self, event: String) {
        self.events.push(event);
        let surplus = self.events.len().saturating_sub(MOST_EVENTS);
        self.events.drain(..surplus);
    }

    /// Every machine in the folder, by name.
    pub fn all(machines: &Path) -> Vec<MachineStatus> {
        let entries = std::fs::read_dir(machines).into_iter().flatten().flatten();
        let mut all: Vec<MachineStatus> =
            entries.filter_map(|entry| MachineStatus::read(&entry.path())).collect();
        all.sort_by(|one, other| one.name.cmp(&other.name));
        all
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_machine_is_read_as_it_was_written() {
        let dir = tempfile::tempdir().unwrap();
        let mut one = MachineStatus { name: "a".into(), running: true, ..MachineStatus::default() };
        (0..60).for_each(|number| one.event(number.to_string()));
        assert_eq!((one.events.len(), &*one.events[0]), (50, "10"));
        let folder = dir.path().join("a");
        std::fs::create_dir(&folder).unwrap();
        one.write(&folder).unwrap();
        std::fs::create_dir(dir.path().join("b")).unwrap();
        std::fs::write(dir.path().join("b/status.json"), "{ \"name\": ").unwrap();
        assert_eq!(MachineStatus::all(dir.path()), [one.clone()]);
        assert_eq!(MachineStatus::read_or_put_aside(&folder).unwrap(), (one, None));
        let damaged = dir.path().join("b");
        let (status, aside) = MachineStatus::read_or_put_aside(&damaged).unwrap();
        assert_eq!((status, aside), (MachineStatus::default(), Some(damaged.join("status-damaged-1.json"))));
        assert_eq!(MachineStatus::read_or_put_aside(&damaged).unwrap(), Default::default());
    }
}
