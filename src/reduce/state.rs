//! The state of a reduction on disk: replaced whole at every improvement, so that whatever ends the process, the best so far stays
//! and can be gone on from.

use super::question::{Candidate, Question};
use crate::blame::Named;
use crate::files;
use crate::mlir::cache;
use anyhow::{Context, Result, bail};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use std::collections::HashSet;
use std::fs::{File, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};

/// The program that is being made smaller.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Stage {
    /// The finding's own program and path.
    Source,
    /// The program just before the culprit.
    Alone,
    /// Nothing: no candidate that is smaller shows it.
    Done,
}

/// The size of a candidate.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Size {
    /// Operations but for constants, functions, returns and print calls.
    pub operations: usize,
    /// Passes before the culprit.
    pub steps: usize,
    /// All operations.
    pub all: usize,
    /// Text of program and path.
    pub weight: u64,
}

/// A reduction.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ReductionState {
    /// The case it is of, by its hash.
    pub case: String,
    /// The build of MLIR it is done on.
    pub mlir: String,
    /// The question that has to stay true.
    pub question: Question,
    /// The culprits that were named at first, where every path is wrong and no culprit has to stay.
    #[serde(default)]
    pub named: Named,
    /// The finding's own program and path, as small as they are.
    pub source: Candidate,
    /// The program just before the culprit and the culprit, where that shows it.
    pub alone: Option<Candidate>,
    /// The stage that comes next.
    pub stage: Stage,
    /// The size at first.
    pub original: Size,
    /// The size of `source`.
    pub source_size: Size,
    /// The size of `alone`.
    pub alone_size: Option<Size>,
    /// Seconds spent.
    pub seconds: f64,
}

/// The document it is kept in.
const STATE: &str = "reduction.json";
/// Hashes of what was tried, eight bytes each.
const TRIED: &str = "tried.bin";

/// The least program so far and the path that shows it, for whoever looks before it is done.
const BEST: [&str; 2] = ["best.mlir", "best.txt"];

/// The folder a reduction is kept in.
pub struct Folder {
    folder: PathBuf,
    tried: HashSet<u64>,
    /// Those that were asked about last.
    asked: Vec<u64>,
    log: Option<File>,
}

impl Folder {
    /// Opens the folder, making it where it is not there, with what was tried before.
    ///
    /// # Errors
    /// It cannot be made or read.
    pub fn open(folder: &Path) -> Result<Folder> {
        files::open_folder(folder)?;
        Ok(Folder { folder: folder.to_owned(), tried: HashSet::new(), asked: Vec::new(), log: None })
    }

    /// True of a folder that keeps something of a reduction.
    pub fn has_state(folder: &Path) -> bool {
        folder.join(STATE).exists()
    }

    /// The state of the reduction in this folder; none where there is none that can be read.
    pub fn state(folder: &Path) -> Option<ReductionState> {
        serde_json::from_str(&std::fs::read_to_string(folder.join(STATE)).ok()?).ok()
    }

    /// The state that an earlier process left of the reduction of this case on this MLIR; none where there is nothing.
    ///
    /// # Errors
    /// It is of another case or another MLIR, or is damaged.
    pub fn resume(&mut self, case: &str, mlir: &str) -> Result<Option<ReductionState>> {
        let file = self.folder.join(STATE);
        let Ok(text) = std::fs::read_to_string(&file) else { return Ok(None) };
        let again = "delete it, or give another --out";
        let state: ReductionState =
            serde_json::from_str(&text).with_context(|| format!("{} is damaged: {again}", file.display()))?;
        if state.case != case || state.mlir != mlir {
            bail!("{} is about another finding or another MLIR: {again}", file.display());
        }
        let bytes = std::fs::read(self.folder.join(TRIED)).unwrap_or_default();
        let hashes =
            bytes.chunks_exact(8).map(|hash| u64::from_le_bytes(hash.try_into().expect("eight bytes")));
        self.tried = hashes.collect();
        Ok(Some(state))
    }

    /// True of a candidate that is tried for the first time; the next time it is not. It is to be told whether it was [answered](Folder::answered).
    pub fn is_new(&mut self, candidate: &Candidate) -> bool {
        let mut digest = Sha256::new();
        digest.update(&candidate.program);
        for step in candidate.path.without().iter().chain([&candidate.path.culprit]) {
            digest.update([0]);
            digest.update(step);
        }
        let hash: [u8; 32] = digest.finalize().into();
        let first = u64::from_le_bytes(hash[..8].try_into().expect("eight bytes"));
        let new = self.tried.insert(first);
        if new {
            self.asked.push(first);
        }
        new
    }

    /// Takes down that the candidates since the last call were answered, or that they were not and are new still.
    pub fn answered(&mut self, were: bool) {
        let asked = std::mem::take(&mut self.asked);
        if !were {
            asked.iter().for_each(|hash| {
                self.tried.remove(hash);
            });
            return;
        }
        let open = || OpenOptions::new().create(true).append(true).open(self.folder.join(TRIED));
        if self.log.is_none() {
            self.log = open().ok();
        }
        let bytes: Vec<u8> = asked.iter().flat_map(|hash| hash.to_le_bytes()).collect();
        // A candidate whose record is lost is tried once more.
        let _ = self.log.as_mut().map(|log| log.write_all(&bytes));
    }

    /// The number of candidates that were tried.
    pub fn tried(&self) -> usize {
        self.tried.len()
    }

    /// Writes the state down, whole or not at all.
    ///
    /// # Errors
    /// The folder takes no file.
    pub fn keep(&self, state: &ReductionState) -> Result<()> {
        let text = serde_json::to_string_pretty(state).expect("plain structs");
        cache::write(&self.folder.join(STATE), &text)?;
        let best = state.alone.as_ref().unwrap_or(&state.source);
        let path: String = best.path.with().iter().map(|step| format!("{step}\n")).collect();
        for (name, text) in BEST.into_iter().zip([best.program.as_str(), &path]) {
            cache::write(&self.folder.join(name), text)?;
        }
        Ok(())
    }

    /// Takes away what was there to be looked at before all of it was.
    pub fn forget_best(folder: &Path) {
        for name in BEST {
            let _ = std::fs::remove_file(folder.join(name));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::blame::Split;
    use crate::judge::VerdictKind;
    use crate::reduce::question::DefinedChecks;
    use crate::reduce::traits::Traits;

    fn candidate(program: &str) -> Candidate {
        Candidate { program: program.into(), printed: vec![], path: Split::default() }
    }

    fn state() -> ReductionState {
        ReductionState {
            case: "c".into(),
            mlir: "m".into(),
            named: Named::default(),
            question: Question {
                kind: VerdictKind::Mismatch,
                pass: "p".into(),
                ended: None,
                plainly: true,
                rounds: 1,
                tries: None,
                checks: DefinedChecks { memory: true, bounds: true },
                every_path: false,
                by_semantics: false,
                zero_sign: false,
                traits: Traits::default(),
            },
            source: candidate("module {}"),
            alone: None,
            stage: Stage::Source,
            original: Size::default(),
            source_size: Size::default(),
            alone_size: None,
            seconds: 1.5,
        }
    }

    #[test]
    fn what_was_kept_is_gone_on_from() {
        let dir = tempfile::tempdir().unwrap();
        let mut folder = Folder::open(&dir.path().join("new")).unwrap();
        assert_eq!(folder.resume("c", "m").unwrap(), None);
        assert!(folder.is_new(&candidate("a")) && !folder.is_new(&candidate("a")));
        folder.answered(true);
        assert!(folder.is_new(&candidate("b")));
        folder.answered(false);
        folder.keep(&state()).unwrap();
        let best = dir.path().join("new/best.mlir");
        assert_eq!(std::fs::read_to_string(&best).unwrap(), "module {}", "it can be looked at meanwhile");
        Folder::forget_best(&dir.path().join("new"));
        assert!(!best.exists());
        drop(folder);
        let mut again = Folder::open(&dir.path().join("new")).unwrap();
        assert_eq!(again.resume("c", "m").unwrap(), Some(state()));
        assert_eq!(again.tried(), 1);
        assert!(!again.is_new(&candidate("a")) && again.is_new(&candidate("b")));
    }

    #[test]
    fn a_reduction_of_something_else_is_left_alone() {
        let dir = tempfile::tempdir().unwrap();
        let mut folder = Folder::open(dir.path()).unwrap();
        folder.keep(&state()).unwrap();
        for (case, mlir) in [("d", "m"), ("c", "n")] {
            let said = format!("{:#}", folder.resume(case, mlir).unwrap_err());
            assert!(said.contains("another finding or another MLIR") && said.contains("--out"), "{said}");
        }
        std::fs::write(dir.path().join(STATE), "{").unwrap();
        assert!(format!("{:#}", folder.resume("c", "m").unwrap_err()).contains("is damaged: delete it"));
    }
}
