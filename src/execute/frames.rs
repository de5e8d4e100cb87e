//! What a worker tells of paths, frame by frame, as reports.

use super::checked::Checked;
use super::ended::{failure, gone};
use super::wire::{Frame, Phase};
use super::worker::Ended;
use crate::observe::{
    Buffer, Effect, Effort, Failure, Grown, Leaked, Outcome, PathReport, Space, StepReport,
};
use crate::path::pipeline::pass_name;
use std::collections::BTreeMap;

/// Reports as they come out of a frame log.
#[derive(Default)]
pub(super) struct Log {
    pub(super) done: Vec<PathReport>,
    pub(super) checked: Vec<Checked>,
    pub(super) open: Option<Draft>,
    pub(super) rejected: Option<String>,
    pub(super) harness: Option<String>,
}

/// A path's report while it is told.
#[derive(Default)]
pub(super) struct Draft {
    steps: Vec<StepReport>,
    outputs: Vec<Buffer>,
    leaked: Leaked,
    module: Option<[u8; 32]>,
    effort: Effort,
    reread: u64,
    met: Vec<String>,
    grown: BTreeMap<usize, Vec<Grown>>,
    /// Why the interpreter left the lowered module to the jit.
    left: Option<String>,
    /// The dialects there are; empty where nobody says.
    dialects: String,
    /// The step at hand, and the dialects it was given.
    hop: Option<(String, String, Option<Effect>)>,
    space: Space,
}

impl Draft {
    /// Notes where the step at hand led.
    fn arrive(&mut self) {
        if let Some((from, pass, effect)) = self.hop.take().filter(|(from, ..)| !from.is_empty()) {
            self.space.note(&from, &pass, effect, &self.dialects);
        }
    }

    /// The pass that was running when the log ended.
    fn running(&self) -> Option<String> {
        self.steps.last().filter(|s| s.effect.is_none()).map(|s| pass_name(&s.pipeline).to_owned())
    }

    /// The report of a path that the worker did not tell the end of.
    pub(super) fn break_off(self, harness: Option<String>, ended: &Ended, printed: &str) -> PathReport {
        let (outcome, mut failure) = unfinished(harness, ended, printed);
        // The interpreter can tell the loop.
        if let (Ended::TimedOut(Phase::Execute), Some(why)) = (ended, &self.left) {
            failure.message += &format!("; interpreted, {why}");
        }
        // What a pass left is looked at behind it, and may be what nobody can look at.
        let last = self.steps.last().filter(|_| matches!(ended.phase(), Phase::Pass | Phase::Reread));
        let pass = last.map(|step| pass_name(&step.pipeline).to_owned());
        self.close(outcome, Failure { pass: failure.pass.or(pass), ..failure })
    }

    pub(super) fn close(mut self, outcome: Outcome, failure: Failure) -> PathReport {
        self.arrive();
        let pass = failure.pass.clone().or_else(|| self.running());
        PathReport {
            outputs: self.outputs,
            steps: self.steps,
            failure: (outcome != Outcome::Ok).then_some(Failure { pass, ..failure }),
            final_module: self.module,
            leaked: self.leaked,
            effort: Effort { reread: self.reread, ..self.effort },
            met: self.met,
            grown: self.grown,
            space: self.space,
            ..PathReport::of(outcome)
        }
    }
}

/// How a path ended that the worker did not tell the end of.
pub(super) fn unfinished(harness: Option<String>, ended: &Ended, printed: &str) -> (Outcome, Failure) {
    match (harness, ended) {
        (Some(why), _) => (Outcome::HarnessError, failure(why)),
        (None, Ended::Answered) => (Outcome::HarnessError, failure("the worker left a path out".into())),
        (None, ended) => gone(ended, printed),
    }
}

impl Log {
    pub(super) fn of(frames: Vec<Frame>) -> Log {
        let mut log = Log::default();
        frames.into_iter().for_each(|frame| log.read(frame));
        log
    }

    /// The report of the one path there is; none where it did not begin.
    pub(super) fn only(mut self, ended: &Ended, printed: &str) -> Option<PathReport> {
        self.done.pop().or_else(|| Some(self.open?.break_off(self.harness, ended, printed)))
    }

    fn read(&mut self, frame: Frame) {
        match frame {
            Frame::Path => self.open = Some(Draft::default()),
            Frame::Rejected(why) => self.rejected = Some(why),
            Frame::Harness(why) => self.harness = Some(why),
            Frame::Checked(checked) => self.checked.push(*checked),
            Frame::Spent(spent) => {
                if let Some(last) = self.done.last_mut() {
                    last.spent = spent;
                }
            }
            Frame::Prepared(_)
            | Frame::Text(_)
            | Frame::Evaluated(_)
            | Frame::States(_)
            | Frame::Singles(_)
            | Frame::Edited(_)
            | Frame::Opened { .. }
            | Frame::News(_)
            | Frame::Counted(..)
            | Frame::Trial
            | Frame::Tried(..)
            | Frame::Finishing
            | Frame::Finished(_) => {}
            Frame::End { outcome, pass, message } => {
                if let Some(draft) = self.open.take() {
                    self.done.push(draft.close(outcome, Failure { pass, message, ..Failure::default() }));
                }
            }
            Frame::Step(_)
            | Frame::Effect(_)
            | Frame::Grown(_)
            | Frame::Back(_)
            | Frame::Effort(_)
            | Frame::Met(_)
            | Frame::At(_)
            | Frame::Interpreted(_)
            | Frame::Reread
            | Frame::Module(_)
            | Frame::Output(_)
            | Frame::Leaked(_) => {
                if let Some(draft) = &mut self.open {
                    draft.read(frame);
                }
            }
        }
    }
}

impl Draft {
    fn read(&mut self, frame: Frame) {
        match frame {
            Frame::Step(pipeline) => {
                self.arrive();
                self.hop = Some((self.dialects.clone(), pass_name(&pipeline).to_owned(), None));
                self.steps.push(StepReport { pipeline, effect: None });
            }
            Frame::Effect(effect) => self.mark(effect),
            Frame::Grown(grown) => {
                self.grown.insert(self.steps.len().saturating_sub(1), grown);
            }
            Frame::Back(steps) => {
                self.arrive();
                self.steps.truncate(steps);
            }
            Frame::At(dialects) => {
                if self.dialects.is_empty() {
                    self.space.begin(&dialects);
                }
                self.dialects = dialects;
            }
            Frame::Effort(effort) => self.effort = effort,
            Frame::Reread => self.reread += 1,
            Frame::Interpreted(None) => self.effort.interpreted += 1,
            Frame::Interpreted(Some(why)) => {
                log::info!("left to the jit: {why}");
                self.effort.left_to_jit += 1;
                self.left = Some(why);
            }
            Frame::Met(names) => self.met.extend(names),
            Frame::Module(hash) => self.module = Some(hash),
            Frame::Output(buffer) => self.outputs.push(buffer),
            Frame::Leaked(leaked) => self.leaked = leaked,
            _ => {}
        }
    }

    fn mark(&mut self, effect: Effect) {
        if let Some(step) = self.steps.last_mut() {
            step.effect = Some(effect);
        }
        if let Some((.., done)) = &mut self.hop {
            *done = Some(effect);
        }
    }
}
