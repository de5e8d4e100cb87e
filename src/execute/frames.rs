//! Reports of paths, made from the frames that a worker sends.

use super::ended::gone;
use super::path_facts::PathFacts;
use super::rejection::Rejection;
use super::wire::{Frame, Phase, Running};
use super::worker::RequestEnd;
use crate::observe::{
    Activity, Buffer, Cause, Effect, Effort, Failure, Grown, HarnessFault, Lack, Leaked, Outcome, PathReport,
    Run, Space, StepReport, dialects,
};
use crate::path::event::{Event, PathReading, StepError};
use crate::path::pipeline::pass_name;
use crate::path::{End, Operations};
use crate::words;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

/// Reports as they come out of a frame log.
#[derive(Default)]
pub(super) struct Log {
    pub(super) done: Vec<PathReport>,
    pub(super) open: Option<ReportDraft>,
    pub(super) rejected: Option<Rejection>,
    pub(super) harness: Option<HarnessFault>,
    /// True if paths are for their steps alone.
    alone: bool,
}

/// A path's report while it is told.
#[derive(Default)]
pub(super) struct ReportDraft {
    reading: PathReading,
    facts: PathFacts,
    /// True once steps are drawn.
    drawn: bool,
    /// True if the path is for its steps alone.
    alone: bool,
    /// The pass at hand, until it has led somewhere.
    running: Option<String>,
    /// The reason why the step that ended the path leads nowhere, and its pass.
    failed: Option<(Option<String>, StepError)>,
    steps: Vec<StepReport>,
    outputs: Vec<Buffer>,
    runs: Vec<Run>,
    leaked: Leaked,
    module: Option<[u8; 32]>,
    effort: Effort,
    met: BTreeSet<String>,
    /// The names in `met`, in the order they were met.
    names: Vec<String>,
    grown: BTreeMap<usize, Vec<Grown>>,
    /// The reason why the interpreter left the lowered module to the jit.
    left: Option<Cause>,
    space: Space,
}

impl ReportDraft {
    /// The operations of the state that the path is at.
    fn here(&self) -> Rc<Operations> {
        self.reading.operations().unwrap_or_default()
    }

    /// Reads an event; the report, where the path is over and nothing will be run.
    fn lower(&mut self, event: Event) -> Option<(Outcome, Failure)> {
        let (before, from) = (self.here(), self.reading.here());
        self.reading.follow(&event);
        match event {
            Event::Begin { .. } => {
                if self.alone {
                    self.begin(&self.here());
                }
            }
            Event::Drawing => {
                self.drawn = true;
                if !self.alone {
                    self.begin(&before);
                }
            }
            Event::Step { step, .. } => {
                self.running = Some(pass_name(&step).to_owned());
                self.steps.push(StepReport { pipeline: step, effect: None });
            }
            Event::To { .. } => self.come_to(&before, from != self.reading.here()),
            Event::Failed(error) => {
                // The path goes on from where it was.
                let goes_on = match error {
                    StepError::Declined(_) | StepError::Refused(..) => true,
                    StepError::Grew(_) => self.drawn,
                    StepError::Broken(..) => false,
                };
                if goes_on {
                    self.mark(Effect::Declined, &before, &before);
                }
                self.failed = Some((self.running.take(), error));
            }
            Event::Again(step) => self.running = Some(pass_name(&step).to_owned()),
            Event::Remade { .. } => self.running = None,
            Event::Back(_) => self.steps.truncate(self.reading.begun()),
            Event::Effort(effort) => self.effort = effort,
            Event::Over(End::Ended) => {
                let (pass, error) = self.failed.take()?;
                let (outcome, failure) = error.ending();
                return Some((outcome, Failure { pass: pass.or(self.last_pass()), ..failure }));
            }
            Event::Over(end) => return Some((Outcome::Incomplete, Failure::of(end.lack()?))),
        }
        None
    }

    /// Notes where the step at hand led; `changed` where that is known to be another state, and not only by its operations.
    fn come_to(&mut self, before: &Operations, changed: bool) {
        let after = self.here();
        let effect = if *after == *before && !changed { Effect::Unchanged } else { Effect::Changed };
        self.mark(effect, before, &after);
        self.running = None;
        if self.is_counted() {
            self.meet(&after);
        }
        if self.drawn {
            return;
        }
        let grown = grown(before, &after);
        if !grown.is_empty() {
            self.grown.insert(self.steps.len().saturating_sub(1), grown);
        }
    }

    /// Notes what the step at hand did.
    fn mark(&mut self, effect: Effect, before: &Operations, after: &Operations) {
        let is_counted = self.is_counted();
        // A step that was not even run is none of those begun.
        let Some(step) = self.steps.last_mut().filter(|_| self.running.is_some()) else { return };
        step.effect = Some(effect);
        if is_counted {
            let pass = pass_name(&step.pipeline);
            self.space.note(&dialects_of(before), pass, Some(effect), &dialects_of(after));
        }
    }

    /// The pass of the last step.
    fn last_pass(&self) -> Option<String> {
        self.steps.last().map(|step| pass_name(&step.pipeline).to_owned())
    }

    /// True of a path whose steps are counted: it is drawn, or for nothing else.
    fn is_counted(&self) -> bool {
        self.drawn || self.alone
    }

    /// Notes that what is counted begins at these operations.
    fn begin(&mut self, operations: &Operations) {
        self.space.begin(&dialects_of(operations));
        self.meet(operations);
    }

    /// Notes operations that a path which is counted has met.
    fn meet(&mut self, operations: &Operations) {
        for (name, _) in operations.keys() {
            if self.met.insert(name.clone()) {
                self.names.push(name.clone());
            }
        }
    }

    /// The report of a path that the worker did not tell the end of.
    pub(super) fn break_off(
        self,
        harness: Option<HarnessFault>,
        ended: &RequestEnd,
        printed: &str,
    ) -> PathReport {
        let (mut outcome, mut failure) = unfinished(harness, ended, printed);
        // The time that a state takes to be run says nothing about the pass that left it.
        if ended.phase() == Phase::Evaluate && matches!(outcome, Outcome::Timeout | Outcome::OutOfMemory) {
            outcome = Outcome::Unsupported;
        }
        // The interpreter can tell the loop.
        if let (RequestEnd::TimedOut(Phase::Execute), Some(why)) = (ended, &self.left) {
            let interpreted = Some(Box::new(why.clone()));
            failure.cause = Cause::TooLong { doing: Activity::Execute, interpreted };
        }
        // Calls that are too deep for the interpreter exhaust the stack of compiled code.
        if let (Outcome::Fault, Phase::Execute, Some(why)) = (outcome, ended.phase(), &self.left)
            && why.lack() == Some(&Lack::Depth {})
        {
            (outcome, failure) = (Outcome::Unsupported, Failure::of(why.clone()));
        }
        // The state that a pass left is looked at behind the pass. If that ends the worker, the finding is about the state of that pass.
        let last =
            self.last_pass().filter(|_| matches!(ended.phase(), Phase::Pass | Phase::Print | Phase::Reread));
        let pass = failure.pass.or(self.running.clone()).or(last);
        self.close(outcome, Failure { pass, ..failure })
    }

    fn close(mut self, outcome: Outcome, failure: Failure) -> PathReport {
        // A step that never came back.
        if let Some(step) = self.steps.last().filter(|step| step.effect.is_none() && self.is_counted()) {
            let here = dialects_of(&self.here());
            self.space.note(&here, pass_name(&step.pipeline), None, &here);
        }
        let (reread, checks) = (self.facts.reread, std::mem::take(&mut self.facts.checks));
        // Compiled code names no operation.
        let broken = self.facts.broken.take().or_else(|| failure.cause.broken());
        let failure = PathFacts { broken, ..self.facts }.of_end(outcome, failure);
        PathReport {
            outputs: self.outputs,
            steps: self.steps,
            failure: (!outcome.is_good()).then_some(failure),
            final_module: self.module,
            runs: self.runs,
            leaked: self.leaked,
            effort: Effort { reread, ..self.effort },
            met: self.names,
            grown: self.grown,
            space: self.space,
            checks,
            ..PathReport::of(outcome)
        }
    }

    /// Reads an event of the lowered module.
    fn run(&mut self, event: Running) -> Option<(Outcome, Failure)> {
        match event {
            Running::Interpreted(None) => self.effort.interpreted += 1,
            Running::Interpreted(Some(why)) => {
                log::info!("left to the jit: {}", words::cause(&why));
                self.effort.left_to_jit += 1;
                self.left = Some(why);
            }
            Running::Module(hash) => self.module = Some(hash),
            Running::Output(buffer) => self.outputs.push(buffer),
            Running::Leaked(leaked) => self.leaked = leaked,
            Running::Run(run) => self.runs.push(*run),
            Running::End { outcome, cause } => return Some((outcome, Failure::of(cause))),
        }
        None
    }
}

fn dialects_of(operations: &Operations) -> String {
    dialects(operations.keys().map(|(name, _)| name.as_str()))
}

/// The operations that there are more of behind a step.
fn grown(before: &Operations, behind: &Operations) -> Vec<Grown> {
    let count = |operations: &Operations| {
        let mut counted: BTreeMap<String, u32> = BTreeMap::new();
        operations.iter().for_each(|((name, _), count)| *counted.entry(name.clone()).or_default() += count);
        counted
    };
    let before = count(before);
    let more =
        count(behind).into_iter().filter(|(name, count)| before.get(name).is_none_or(|had| had < count));
    more.map(|(operation, _)| Grown { new: !before.contains_key(&operation), operation }).collect()
}

/// The outcome and the failure of a path that the worker did not tell the end of.
pub(super) fn unfinished(
    harness: Option<HarnessFault>,
    ended: &RequestEnd,
    printed: &str,
) -> (Outcome, Failure) {
    match (harness, ended) {
        (Some(why), _) => (Outcome::HarnessError, Failure::of(Cause::Harness(why))),
        (None, RequestEnd::Answered) => (Outcome::HarnessError, Failure::of(Cause::LeftOut {})),
        (None, ended) => gone(ended, printed),
    }
}

impl Log {
    /// The log of paths that may be for their steps `alone`.
    pub(super) fn of(frames: Vec<Frame>, alone: bool) -> Log {
        let mut log = Log { alone, ..Log::default() };
        frames.into_iter().for_each(|frame| log.read(frame));
        log
    }

    /// The report of the one path there is; none where it did not begin.
    pub(super) fn only(mut self, ended: &RequestEnd, printed: &str) -> Option<PathReport> {
        self.done.pop().or_else(|| Some(self.open?.break_off(self.harness, ended, printed)))
    }

    fn read(&mut self, frame: Frame) {
        let other = match &mut self.open {
            Some(draft) => draft.facts.read(frame),
            None => Some(frame),
        };
        let Some(frame) = other else { return };
        let over = match frame {
            Frame::Rejected(why) => {
                self.rejected = Some(why);
                None
            }
            Frame::Harness(why) => {
                self.harness = Some(why);
                None
            }
            Frame::Spent(spent) => {
                if let Some(last) = self.done.last_mut() {
                    last.spent = spent;
                }
                None
            }
            Frame::Lowering(event) => {
                if let Event::Begin { .. } = event {
                    self.open = Some(ReportDraft { alone: self.alone, ..ReportDraft::default() });
                }
                self.open.as_mut().and_then(|draft| draft.lower(event))
            }
            Frame::Running(event) => self.open.get_or_insert_default().run(event),
            Frame::Answer(_) | Frame::State(_) => None,
            Frame::About(_) | Frame::Broken(_) | Frame::Reread | Frame::Checked(_) => None,
        };
        if let Some((outcome, failure)) = over {
            self.done.extend(self.open.take().map(|draft| draft.close(outcome, failure)));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::observe::Subject;
    use crate::path::TypeKind;

    fn operations(names: &[&str]) -> Operations {
        names.iter().map(|name| ((name.to_string(), TypeKind::Scalar), 1)).collect()
    }

    fn step(pass: &str) -> Event {
        Event::Step { step: format!("builtin.module({pass})"), turns: 0 }
    }

    fn to(state: u8, names: &[&str]) -> Event {
        Event::To { state: [state; 32], operations: Some(operations(names)), stays: false }
    }

    fn begin() -> Event {
        Event::Begin { state: [0; 32], operations: operations(&["tosa.add"]) }
    }

    fn declined() -> Event {
        Event::Failed(StepError::declined("not here"))
    }

    /// The report of a path of which these are the events, and then a worker that hangs in a pass.
    fn report(events: Vec<Event>) -> PathReport {
        let log = Log::of(events.into_iter().map(Frame::Lowering).collect(), false);
        log.only(&RequestEnd::TimedOut(Phase::Pass), "").expect("a path has begun")
    }

    fn passes(report: &PathReport) -> Vec<(&str, Option<Effect>)> {
        report.steps.iter().map(|step| (pass_name(&step.pipeline), step.effect)).collect()
    }

    #[test]
    fn a_worker_that_dies_has_told_how_far_it_came() {
        use Effect::{Changed, Declined, Unchanged};
        let again = Event::To { state: [1; 32], operations: None, stays: false };
        let events = vec![begin(), Event::Drawing, step("a"), to(1, &["scf.for"]), step("b"), declined()];
        let report = report(events.into_iter().chain([step("c"), again, step("d")]).collect());
        let told = [("a", Some(Changed)), ("b", Some(Declined)), ("c", Some(Unchanged)), ("d", None)];
        assert_eq!((report.outcome, passes(&report)), (Outcome::Timeout, told.to_vec()));
        assert_eq!(report.failure.and_then(|failure| failure.pass).as_deref(), Some("d"));
        assert_eq!(report.met, ["tosa.add", "scf.for"]);
        assert_eq!((report.space.led["tosa"]["a"].changed(), report.space.led["scf"]["d"].ended), (1, 1));
        assert!(report.grown.is_empty(), "that is told of steps that were given");
    }

    #[test]
    fn what_is_run_again_is_no_step_and_may_be_what_hangs() {
        let events = vec![begin(), step("a"), to(1, &["scf.for"]), Event::Again("builtin.module(a)".into())];
        let report = report(events);
        assert_eq!(passes(&report), [("a", Some(Effect::Changed))]);
        assert_eq!(report.failure.and_then(|failure| failure.pass).as_deref(), Some("a"));
        assert_eq!(report.grown[&0], [Grown { operation: "scf.for".into(), new: true }]);
    }

    #[test]
    fn a_given_step_that_is_declined_ends_the_path() {
        let ended = |events: Vec<Event>| {
            let report = report(events);
            let failure = report.failure.expect("it did not end well");
            let told = words::failure(&failure);
            (report.outcome, failure.pass, told)
        };
        let events = vec![begin(), step("a"), declined(), Event::Over(End::Ended)];
        assert_eq!(ended(events), (Outcome::Declined, Some("a".into()), "not here".into()));
        let left = Event::Over(End::Incomplete { left: vec!["scf.for".into()], made: BTreeSet::new() });
        let events = vec![begin(), Event::Drawing, step("a"), declined(), left];
        assert_eq!(
            ended(events),
            (Outcome::Incomplete, None, "still there after the path: scf.for; try convert-scf-to-cf".into())
        );
    }

    #[test]
    fn steps_are_counted_where_a_path_is_for_nothing_else() {
        let unfit = Event::Failed(StepError::declined("not run here"));
        let same_operations = to(1, &["tosa.add"]);
        let events = vec![begin(), step("a"), same_operations, step("b"), to(2, &["scf.for"]), unfit];
        let counted = |alone| {
            let mut log = Log::of(events.clone().into_iter().map(Frame::Lowering).collect(), alone);
            log.open.take().expect("it has begun").close(Outcome::Declined, Failure::default())
        };
        let report = counted(true);
        assert_eq!(report.met, ["tosa.add", "scf.for"]);
        let led = |pass: &str| report.space.led["tosa"][pass].clone();
        assert_eq!((led("a").changed(), led("a").declined), (1, 0), "another state of the same operations");
        assert_eq!((led("b").changed(), led("b").declined), (1, 0), "what was not run is no step");
        assert_eq!(report.pipelines().len(), 2, "and no other step declined");
        assert_eq!((counted(false).met.len(), counted(false).space), (0, Space::default()));
    }

    #[test]
    fn steps_that_a_path_goes_back_from_are_none_of_its_steps() {
        let events = vec![begin(), Event::Drawing, step("a"), to(1, &["scf.for"]), step("b"), declined()];
        let behind = [step("c"), to(2, &["cf.br"]), Event::Back(1), step("d"), to(3, &["llvm.br"])];
        let report = report(events.into_iter().chain(behind).collect());
        let names: Vec<&str> = passes(&report).into_iter().map(|(pass, _)| pass).collect();
        assert_eq!(names, ["a", "b", "d"]);
        assert_eq!(report.space.led["scf"]["d"].to["llvm"], 1);
    }

    #[test]
    fn the_last_subject_is_that_of_an_end_of_its_kind() {
        let about = |outcome| {
            let forms = [Subject::PrettyForm, Subject::Bytecode].map(Frame::About);
            let failure = Box::new(Failure::of("so it was".into()));
            let broken = Event::Failed(StepError::Broken(outcome, failure));
            let end = [step("a"), broken, Event::Over(End::Ended)].map(Frame::Lowering);
            let log =
                Log::of([Frame::Lowering(begin())].into_iter().chain(forms).chain(end).collect(), false);
            log.done[0].failure.as_ref().and_then(|failure| failure.about)
        };
        assert_eq!(about(Outcome::Unreadable), Some(Subject::Bytecode));
        assert_eq!(about(Outcome::RoundTrip), Some(Subject::Bytecode));
        assert_eq!(about(Outcome::InvalidIr), None, "it was read back, and a later pass failed");
    }
}
