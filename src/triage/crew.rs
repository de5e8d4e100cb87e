//! Workers that answer about findings: a process for each MLIR, because only one fits into a process, and MLIR is forked from one
//! without threads. They speak JSON, a line a message.

use super::ask::{AskedMlir, ask};
use super::exchange::exchange;
use super::fact::{Fact, Minimal, RecordedFinding};
use crate::execute::{Jit, Terms, itself};
use crate::mlir::toolchain;
use crate::reduce::{Candidate, Helpers, Question};
use crate::report::Mlir;
use anyhow::{Context, Result, bail};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Stdio};

/// A question to a worker.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum CrewOrder {
    /// Does this finding show and, to look closer, what is the least of it? With the least of it elsewhere, if that is known.
    Finding(PathBuf, bool, Option<Box<Minimal>>),
    /// Does the program of the first show through the culprit of the second what the second shows?
    Exchange(Box<Minimal>, Box<Minimal>),
    /// Does the question hold of the candidate, which may take so much?
    Holds(Box<Question>, Box<Candidate>, Terms),
}

/// Its answer.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum InquiryAnswer {
    /// About a finding.
    Fact(Box<Fact>),
    /// About two programs.
    Exchanged(Option<bool>),
    /// About a candidate.
    Holds(bool),
    /// No answer, and the reason.
    Unable(String),
}

/// Answers orders from standard input until it ends.
///
/// # Errors
/// There is no such MLIR, or nobody listens.
pub fn answer_orders(mlir: &str, terms: Terms) -> Result<()> {
    let toolchain = toolchain::find(mlir)?;
    let mut executor = Jit::interpreting(&toolchain)?;
    let mut compiling = None;
    let mlir = Mlir::of(&toolchain);
    for line in std::io::stdin().lock().lines() {
        let order: CrewOrder = serde_json::from_str(&line?).context("an order was expected")?;
        let answer = match order {
            CrewOrder::Finding(finding, closer, minimal) => {
                // A finding of compiled code alone is not mended where interpreted code does not show it.
                let compiled = RecordedFinding::read(&finding).is_ok_and(|origin| origin.compiled);
                let executor = match (compiled, &mut compiling) {
                    (false, _) => &mut executor,
                    (true, Some(compiling)) => compiling,
                    (true, none) => none.insert(Jit::open(&toolchain)?),
                };
                let syntax = toolchain.syntax();
                let mut asked = AskedMlir { executor, mlir: &mlir, syntax, terms };
                match ask(&mut asked, &finding, closer, minimal.as_deref()) {
                    Ok(fact) => InquiryAnswer::Fact(Box::new(fact)),
                    Err(error) => InquiryAnswer::Unable(format!("{error:#}")),
                }
            }
            CrewOrder::Exchange(one, other) => {
                InquiryAnswer::Exchanged(exchange(&mut executor, &one, &other, terms))
            }
            CrewOrder::Holds(question, candidate, terms) => {
                match question.holds(&mut executor, &candidate, &terms.isolated()) {
                    Ok(holds) => InquiryAnswer::Holds(holds),
                    Err(error) => InquiryAnswer::Unable(format!("{error:#}")),
                }
            }
        };
        let mut out = std::io::stdout().lock();
        // A line of its own, whatever a pass may have printed before.
        write!(out, "\n{}\n", serde_json::to_string(&answer)?)?;
        out.flush()?;
    }
    Ok(())
}

struct WorkerProcess {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

impl WorkerProcess {
    fn start(mlir: &str, timeout: &str) -> Result<WorkerProcess> {
        let mut child = itself::command()?
            .args(["triage-worker", "--mlir", mlir, timeout])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .context("cannot start another lowdiff")?;
        let input = child.stdin.take().context("a pipe was asked for")?;
        let output = BufReader::new(child.stdout.take().context("a pipe was asked for")?);
        Ok(WorkerProcess { child, input, output })
    }

    fn ask(&mut self, order: &CrewOrder) -> Result<InquiryAnswer> {
        self.send(order)?;
        self.receive()
    }

    fn send(&mut self, order: &CrewOrder) -> Result<()> {
        writeln!(self.input, "{}", serde_json::to_string(order)?)?;
        Ok(())
    }

    fn receive(&mut self) -> Result<InquiryAnswer> {
        itself::listen(&mut self.output)
    }
}

impl Drop for WorkerProcess {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The workers of one thread, each started when it is first asked.
pub struct Crew {
    /// `--timeout=N`, for them.
    timeout: String,
    workers: BTreeMap<String, WorkerProcess>,
}

impl Crew {
    /// Nobody yet.
    pub fn new(timeout: String) -> Crew {
        Crew { timeout, workers: BTreeMap::new() }
    }

    fn order(&mut self, mlir: &str, order: &CrewOrder) -> Result<InquiryAnswer> {
        // A worker that is ended from outside is no reason to lose an answer.
        for last in [false, true] {
            let worker = match self.workers.remove(mlir) {
                Some(worker) => Ok(worker),
                None => WorkerProcess::start(mlir, &self.timeout),
            };
            let mut worker = worker?;
            match worker.ask(order) {
                Ok(answer) => {
                    self.workers.insert(mlir.to_owned(), worker);
                    return Ok(answer);
                }
                Err(error) if last => return Err(error.context(format!("with MLIR {mlir}"))),
                Err(_) => {}
            }
        }
        unreachable!("the second time is the last")
    }

    /// The answer of an MLIR about a finding.
    ///
    /// # Errors
    /// The finding cannot be read, or the worker dies of it.
    pub fn fact(
        &mut self,
        mlir: &str,
        finding: &Path,
        closer: bool,
        elsewhere: Option<&Minimal>,
    ) -> Result<Fact> {
        let elsewhere = elsewhere.cloned().map(Box::new);
        match self.order(mlir, &CrewOrder::Finding(finding.to_owned(), closer, elsewhere))? {
            InquiryAnswer::Fact(fact) => Ok(*fact),
            InquiryAnswer::Unable(why) => bail!("{why}"),
            InquiryAnswer::Exchanged(_) | InquiryAnswer::Holds(_) => {
                bail!("with MLIR {mlir}: an answer to another question")
            }
        }
    }

    /// True where the program of one finding shows through the culprit of another what that one shows.
    pub fn exchange(&mut self, mlir: &str, one: &Minimal, other: &Minimal) -> Option<bool> {
        let order = CrewOrder::Exchange(Box::new(one.clone()), Box::new(other.clone()));
        match self.order(mlir, &order) {
            Ok(InquiryAnswer::Exchanged(answer)) => answer,
            Ok(_) => None,
            Err(error) => {
                log::warn!("two findings cannot be exchanged: {error:#}");
                None
            }
        }
    }
}

/// Workers that try candidates of a reduction, all on one MLIR.
pub struct WorkerPool {
    workers: Vec<Option<WorkerProcess>>,
}

impl WorkerPool {
    /// So many workers; what one of them may spend is `--timeout=N`.
    ///
    /// # Errors
    /// They cannot be started.
    pub fn start(count: usize, mlir: &str, timeout: &str) -> Result<WorkerPool> {
        let workers = (0..count).map(|_| WorkerProcess::start(mlir, timeout).map(Some));
        Ok(WorkerPool { workers: workers.collect::<Result<_>>()? })
    }
}

impl Helpers for WorkerPool {
    fn count(&self) -> usize {
        self.workers.len()
    }

    fn begin(&mut self, helper: usize, question: &Question, candidate: &Candidate, terms: &Terms) {
        let order = CrewOrder::Holds(Box::new(question.clone()), Box::new(candidate.clone()), *terms);
        let slot = &mut self.workers[helper];
        // A worker that cannot be reached gives no answer, and the caller goes on without.
        if slot.as_mut().is_some_and(|worker| worker.send(&order).is_err()) {
            *slot = None;
        }
    }

    fn end(&mut self, helper: usize) -> Option<bool> {
        let slot = &mut self.workers[helper];
        match slot.as_mut()?.receive() {
            Ok(InquiryAnswer::Holds(holds)) => Some(holds),
            Ok(_) => None,
            Err(error) => {
                log::warn!("a worker of the reduction is gone: {error:#}");
                *slot = None;
                None
            }
        }
    }
}
