//! The worker process of one build, as the search sees it.

use super::protocol::{BuildAnswer, BuildOrder};
use super::worker::PatchTask;
use crate::execute::itself;
use crate::report::Mlir;
use anyhow::{Context, Result, bail};
use std::io::{BufReader, Write};
use std::os::unix::process::CommandExt;
use std::process::{Child, ChildStdin, ChildStdout, Stdio};
use std::sync::{Arc, Mutex, PoisonError};

/// Times in a row that a worker which is begun again does not come up, before the search ends.
const DEATHS: u32 = 3;

/// The worker processes that run, so that they can be cut off.
#[derive(Clone, Default)]
pub struct Children(Arc<Mutex<Vec<Arc<Mutex<Child>>>>>);

impl Children {
    /// Ends all of them, whatever they are at.
    pub fn cut_off(&self) {
        for child in self.0.lock().unwrap_or_else(PoisonError::into_inner).drain(..) {
            // It may have ended by itself a moment ago, which is as good.
            let _ = child.lock().unwrap_or_else(PoisonError::into_inner).kill();
        }
    }

    fn add(&self, child: &Arc<Mutex<Child>>) {
        let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        all.retain(|child| Arc::strong_count(child) > 1);
        all.push(Arc::clone(child));
    }
}

/// A worker process. It is begun again where it died.
pub struct Build {
    task: PatchTask,
    children: Children,
    process: Option<Process>,
    deaths: u32,
}

struct Process {
    child: Arc<Mutex<Child>>,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

impl Drop for Process {
    fn drop(&mut self) {
        let mut child = self.child.lock().unwrap_or_else(PoisonError::into_inner);
        // It may have ended by itself, which is as good.
        let _ = child.kill();
        let _ = child.wait();
    }
}

impl Build {
    /// The worker for a task, set up, and the MLIR that it runs.
    ///
    /// # Errors
    /// It cannot be set up.
    pub fn begin(task: PatchTask, children: Children) -> Result<(Build, Mlir)> {
        let (process, mlir) = Process::start(&task, &children)?;
        Ok((Build { task, children, process: Some(process), deaths: 0 }, mlir))
    }

    /// Gives an order. [`Build::answer`] has to follow.
    ///
    /// # Errors
    /// No worker comes up any more.
    pub fn order(&mut self, order: &BuildOrder) -> Result<()> {
        if self.process.is_none() {
            match Process::start(&self.task, &self.children) {
                Ok((process, _)) => (self.process, self.deaths) = (Some(process), 0),
                Err(error) if self.deaths + 1 < DEATHS => {
                    log::warn!("a worker does not come up: {error:#}");
                    self.deaths += 1;
                }
                Err(error) => return Err(error.context(format!("{} cannot be run any more", self.task.mlir))),
            }
        }
        let line = serde_json::to_string(order)?;
        let wrote = self.process.as_mut().map(|process| writeln!(process.input, "{line}"));
        // A worker that is gone is told when its answer is waited for.
        wrote.into_iter().flatten().for_each(drop);
        Ok(())
    }

    /// The answer to the last order. A worker that dies is lost, and the next order begins another.
    pub fn answer(&mut self) -> BuildAnswer {
        let heard = self.process.as_mut().map(|process| itself::listen(&mut process.output));
        match heard {
            Some(Ok(answer)) => answer,
            other => {
                if let Some(Err(error)) = other {
                    log::warn!("a worker died: {error:#}");
                }
                self.process = None;
                BuildAnswer::Lost
            }
        }
    }

    /// The answer to an order.
    ///
    /// # Errors
    /// As [`Build::order`].
    pub fn ask(&mut self, order: &BuildOrder) -> Result<BuildAnswer> {
        self.order(order)?;
        Ok(self.answer())
    }
}

impl Process {
    fn start(task: &PatchTask, children: &Children) -> Result<(Process, Mlir)> {
        let mut child = itself::command()?
            .arg("patch-worker")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            // Its own group, so that Ctrl-C reaches the search alone, which ends the workers in order.
            .process_group(0)
            .spawn()
            .context("cannot start a worker process")?;
        let input = child.stdin.take().context("the worker has no input")?;
        let output = BufReader::new(child.stdout.take().context("the worker has no output")?);
        let child = Arc::new(Mutex::new(child));
        children.add(&child);
        let mut process = Process { child, input, output };
        writeln!(process.input, "{}", serde_json::to_string(task)?)?;
        match itself::listen(&mut process.output)? {
            BuildAnswer::Ready { mlir } => Ok((process, mlir)),
            BuildAnswer::Unable { error } => bail!(error),
            _ => bail!("a worker answers before it is set up"),
        }
    }
}
