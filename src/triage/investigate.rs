//! Every finding on every MLIR: what was answered before is not asked again, and a thread for each job asks the rest.

use super::crew::Crew;
use super::fact::{Fact, Minimal, RecordedFinding, Shows};
use super::journal::{AnswerJournal, key};
use crate::case::Case;
use crate::finding::State;
use crate::report::{self, Demonstration, Mlir, REDUCED};
use anyhow::{Result, anyhow};
use sha2::{Digest, Sha256};
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

/// The known facts about a finding.
#[derive(Clone, Debug)]
pub struct Investigated {
    /// Its directory.
    pub finding: PathBuf,
    /// One for each MLIR, the newest first; or the chain of the error for which nothing could be asked.
    pub facts: Result<Vec<Fact>, String>,
}

impl Investigated {
    /// Its state, before it is looked up among the bugs that are known.
    pub fn state(&self) -> State {
        match &self.facts {
            Ok(facts) if !facts.is_empty() => {
                State::told(facts.iter().map(|fact| (&fact.mlir, fact.shows)), None, None)
            }
            _ => State::Unsettled,
        }
    }

    /// The word of the MLIR that was asked for the least of it; else of the newest that shows it.
    pub fn main(&self) -> Option<&Fact> {
        let facts = self.facts.as_deref().unwrap_or_default();
        let shows = || facts.iter().filter(|fact| fact.shows == Shows::Yes);
        let asked = shows().find(|fact| fact.minimal.is_some());
        asked.or_else(|| shows().find(|fact| fact.untold.is_some())).or_else(|| shows().next())
    }

    /// The reason why nothing can be said of it.
    pub fn why(&self) -> String {
        match &self.facts {
            Err(why) => why.clone(),
            Ok(facts) => report::answers(facts.iter().map(|fact| (&fact.mlir, fact.shows, &fact.verdict))),
        }
    }
}

/// The workers that are asked, and the journal of their answers.
pub struct Inquiry<'a> {
    /// The MLIRs, the newest first.
    pub mlirs: &'a [Mlir],
    /// `--timeout=N`.
    pub timeout: &'a str,
    /// The answers so far.
    pub journal: &'a Mutex<AnswerJournal>,
}

impl Inquiry<'_> {
    /// Asks about findings with this many threads; `progress` is told how many are done.
    ///
    /// # Errors
    /// An answer cannot be kept.
    pub fn all(
        &self,
        findings: &[PathBuf],
        jobs: usize,
        progress: &(dyn Fn(usize) + Sync),
    ) -> Result<Vec<Investigated>> {
        let (next, done) = (AtomicUsize::new(0), AtomicUsize::new(0));
        let slots: Vec<Mutex<Option<Investigated>>> = findings.iter().map(|_| Mutex::default()).collect();
        let work = || -> Result<()> {
            let mut crew = Crew::new(self.timeout.to_owned());
            while let Some((index, finding)) = {
                let index = next.fetch_add(1, Ordering::Relaxed);
                findings.get(index).map(|finding| (index, finding))
            } {
                let investigated = self.one(&mut crew, finding)?;
                *slots[index].lock().expect("no thread panics with the lock") = Some(investigated);
                progress(done.fetch_add(1, Ordering::Relaxed) + 1);
            }
            Ok(())
        };
        std::thread::scope(|scope| -> Result<()> {
            let threads: Vec<_> = (0..jobs.max(1)).map(|_| scope.spawn(work)).collect();
            for thread in threads {
                thread.join().map_err(|_| anyhow!("a thread of the triage panicked"))??;
            }
            Ok(())
        })?;
        let found = slots.into_iter().filter_map(|slot| slot.into_inner().ok().flatten());
        Ok(found.collect())
    }

    /// Asks about one finding: first where it was found, for the least of it, then everywhere else.
    ///
    /// # Errors
    /// An answer cannot be kept.
    pub fn one(&self, crew: &mut Crew, finding: &Path) -> Result<Investigated> {
        let read = || Ok((RecordedFinding::read(finding)?, Case::load(&finding.join("case.bin"))?.id()));
        let (origin, id) = match read() {
            Ok(read) => read,
            Err(error) => {
                let error: anyhow::Error = error;
                let why = format!("{error:#}");
                return Ok(Investigated { finding: finding.to_owned(), facts: Err(why) });
            }
        };
        let mut order: Vec<usize> = (0..self.mlirs.len()).collect();
        order.sort_by_key(|index| Some(&self.mlirs[*index].name) != origin.mlir.as_ref());
        let mut facts: Vec<Option<Fact>> = vec![None; self.mlirs.len()];
        let mut minimal: Option<Minimal> = None;
        let mut looked = false;
        for &index in &order {
            let fact = self.fact(crew, &self.mlirs[index], finding, &id, !looked, minimal.as_ref())?;
            let fact = match fact {
                Ok(fact) => fact,
                Err(why) => return Ok(Investigated { finding: finding.to_owned(), facts: Err(why) }),
            };
            // It is asked for in one place only.
            looked |= fact.shows == Shows::Yes;
            minimal = minimal.or_else(|| fact.minimal.clone());
            facts[index] = Some(fact);
        }
        // An MLIR that was asked before anything was known of it may be able to tell from less.
        if let Some(minimal) = &minimal {
            for (index, slot) in facts.iter_mut().enumerate() {
                if slot.as_ref().is_some_and(|fact| fact.shows == Shows::Unknown)
                    && let Ok(fact) =
                        self.fact(crew, &self.mlirs[index], finding, &id, false, Some(minimal))?
                {
                    *slot = Some(fact);
                }
            }
        }
        Ok(Investigated { finding: finding.to_owned(), facts: Ok(facts.into_iter().flatten().collect()) })
    }

    fn fact(
        &self,
        crew: &mut Crew,
        mlir: &Mlir,
        finding: &Path,
        id: &str,
        closer: bool,
        minimal: Option<&Minimal>,
    ) -> Result<Result<Fact, String>> {
        let least =
            minimal.map(|minimal| serde_json::to_string(minimal).unwrap_or_default()).unwrap_or_default();
        // A finding that is smaller now has more to say, and its report shows something else.
        let reduced = std::fs::read(finding.join(REDUCED).join("reduction.json")).unwrap_or_default();
        let shown =
            Demonstration::read(finding).ok().and_then(|demonstration| Some(demonstration.case().ok()?.id()));
        let reduced = format!("{:x?} {}", Sha256::digest(&reduced), shown.unwrap_or_default());
        let closely = if closer { "closely" } else { "" };
        let key = key("finding", &[id, &mlir.build_id, self.timeout, closely, &least, &reduced]);
        let journal = || self.journal.lock().expect("no thread panics with the lock");
        if let Some(fact) = journal().get(&key) {
            return Ok(Ok(fact));
        }
        match crew.fact(&mlir.name, finding, closer, minimal) {
            Ok(fact) => {
                journal().put(&key, &fact)?;
                Ok(Ok(fact))
            }
            Err(error) => Ok(Err(format!("{error:#}"))),
        }
    }

    /// True where the program of one finding shows through the culprit of another what that one shows.
    ///
    /// # Errors
    /// An answer cannot be kept.
    pub fn exchange(&self, crew: &mut Crew, one: &Fact, other: &Fact) -> Result<Option<bool>> {
        let (Some(first), Some(second)) = (&one.minimal, &other.minimal) else { return Ok(None) };
        let text = |minimal: &Minimal| {
            serde_json::to_string(&(&minimal.question, &minimal.candidate)).unwrap_or_default()
        };
        let key = key("exchange", &[&one.mlir.build_id, self.timeout, &text(first), &text(second)]);
        let journal = || self.journal.lock().expect("no thread panics with the lock");
        if let Some(answer) = journal().get(&key) {
            return Ok(answer);
        }
        let answer = crew.exchange(&one.mlir.name, first, second);
        journal().put(&key, &answer)?;
        Ok(answer)
    }
}
