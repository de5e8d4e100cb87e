//! Earlier answers on disk: a line an answer, so that whatever ends a triage, the next one goes on from there.

use crate::files;
use anyhow::{Context, Result};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use std::collections::HashMap;
use std::fs::{File, OpenOptions};
use std::io::Write;
use std::path::Path;
use std::sync::OnceLock;

/// The file's name.
pub const ANSWERS: &str = "triage.jsonl";

/// Answers by question.
pub struct AnswerJournal {
    answers: HashMap<String, Value>,
    file: File,
    /// Answers that were there before.
    pub before: usize,
}

impl AnswerJournal {
    /// Opens the journal of a directory of findings; a line that was not written to its end is asked again.
    ///
    /// # Errors
    /// It cannot be read or written.
    pub fn open(directory: &Path) -> Result<AnswerJournal> {
        let path = directory.join(ANSWERS);
        let bytes = std::fs::read(&path).unwrap_or_default();
        let mut answers = HashMap::new();
        for line in String::from_utf8_lossy(&bytes).lines() {
            let Ok(mut line) = serde_json::from_str::<Value>(line) else { continue };
            if let Some(key) = line["key"].as_str().map(str::to_owned) {
                answers.insert(key, line["answer"].take());
            }
        }
        let cannot = || format!("cannot write {}", path.display());
        let mut file = OpenOptions::new().create(true).append(true).open(&path).with_context(cannot)?;
        if bytes.last().is_some_and(|last| *last != b'\n') {
            file.write_all(b"\n").with_context(cannot)?;
        }
        Ok(AnswerJournal { before: answers.len(), answers, file })
    }

    /// The answer, if there is one.
    pub fn get<T: DeserializeOwned>(&self, key: &str) -> Option<T> {
        // Another lowdiff may have written it.
        serde_json::from_value(self.answers.get(key)?.clone()).ok()
    }

    /// Keeps an answer.
    ///
    /// # Errors
    /// The disk is full.
    pub fn put<T: Serialize>(&mut self, key: &str, answer: &T) -> Result<()> {
        let answer = serde_json::to_value(answer).context("an answer has plain keys")?;
        let line = format!("{}\n", json!({ "key": key, "answer": answer }));
        let cannot = "cannot write triage.jsonl";
        let length = self.file.metadata().context(cannot)?.len();
        if let Err(error) = files::append(&mut self.file, line.as_bytes()) {
            // No half line is left in front of the next one.
            let _ = files::cut(&mut self.file, length);
            return Err(error).context(cannot);
        }
        self.answers.insert(key.to_owned(), answer);
        Ok(())
    }
}

/// The key of a question: a word for its kind and all that the answer depends on, this build of lowdiff included.
pub fn key(kind: &str, parts: &[&str]) -> String {
    keyed(kind, build(), parts)
}

/// The mark of this build, as others may answer otherwise: a hash of the executable.
fn build() -> &'static str {
    static BUILD: OnceLock<String> = OnceLock::new();
    BUILD.get_or_init(|| match std::fs::read("/proc/self/exe") {
        Ok(executable) => format!("{:x?}", Sha256::digest(&executable)),
        Err(_) => env!("CARGO_PKG_VERSION").to_owned(),
    })
}

fn keyed(kind: &str, build: &str, parts: &[&str]) -> String {
    let mut digest = Sha256::new();
    for part in [build].iter().chain(parts) {
        digest.update((part.len() as u64).to_le_bytes());
        digest.update(part);
    }
    format!("{kind}-{}", crate::observe::hexadecimal(&digest.finalize()[..16]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_outlive_a_torn_line() {
        let dir = tempfile::tempdir().unwrap();
        let mut journal = AnswerJournal::open(dir.path()).unwrap();
        journal.put(&key("a", &["x"]), &7).unwrap();
        assert_eq!(journal.get::<u32>(&key("a", &["x"])), Some(7));
        drop(journal);
        let file = dir.path().join(ANSWERS);
        let mut torn = std::fs::read_to_string(&file).unwrap();
        torn += "{\"key\": \"b";
        std::fs::write(&file, torn).unwrap();
        let mut journal = AnswerJournal::open(dir.path()).unwrap();
        assert_eq!((journal.before, journal.get::<u32>(&key("a", &["x"]))), (1, Some(7)));
        journal.put("c", &true).unwrap();
        drop(journal);
        let journal = AnswerJournal::open(dir.path()).unwrap();
        assert_eq!((journal.before, journal.get::<bool>("c")), (2, Some(true)));
        assert_ne!(key("a", &["x", "y"]), key("a", &["xy", ""]));
        assert_eq!(key("a", &["x"]), keyed("a", build(), &["x"]));
        assert_ne!(
            keyed("a", "an older one", &["x"]),
            key("a", &["x"]),
            "another build may answer otherwise"
        );
    }
}
