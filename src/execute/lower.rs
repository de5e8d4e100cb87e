//! Taking one program down one path, inside a worker.

use super::Limits;
use super::arena::Arena;
use super::reread;
use super::tried::{self, Tried};
use super::wire::{Frame, Phase};
use crate::coverage::{self, features};
use crate::mlir::{Digester, Module};
use crate::observe::{Effect, Effort, Grown, Outcome};
use crate::path::operations::left;
use crate::path::pipeline::pass_name;
use crate::path::{Applied, Lowering, Operations};
use std::collections::BTreeMap;

/// How a path ended early.
pub struct Ending {
    /// What it counts as.
    pub outcome: Outcome,
    /// The pass that ended it.
    pub pass: Option<String>,
    /// Why.
    pub message: String,
}

/// A program some steps down, for other paths that begin with the same steps.
pub struct Milestone<'c> {
    /// The steps, and what each did.
    steps: Vec<(String, Effect)>,
    operations: Operations,
    module: Module<'c>,
}

impl Milestone<'_> {
    /// The steps to there, and what each did.
    pub fn taken(&self) -> &[(String, Effect)] {
        &self.steps
    }

    /// Whether a path of these steps comes by.
    pub fn is_on(&self, steps: &[String]) -> bool {
        steps.len() >= self.steps.len() && self.steps.iter().zip(steps).all(|((own, _), step)| own == step)
    }
}

/// Steps of a drawn path between two copies of its module.
const STEPS_A_COPY: usize = 8;

/// A copy of a path's module.
struct Checkpoint<'c> {
    /// Steps that had been begun by then.
    begun: usize,
    module: Module<'c>,
}

/// A program on its way down.
pub struct Lowerer<'c, 'a> {
    arena: &'a Arena,
    limits: &'a Limits,
    /// Which of a case's paths this is.
    path: usize,
    /// The turn it is in.
    turn: usize,
    /// Steps begun.
    begun: usize,
    /// Those that make up the path so far, each with its number.
    taken: Vec<(usize, String)>,
    /// The program, never changed.
    source: &'a Module<'c>,
    /// Copies of what the path has come by, oldest first, from which it goes back to where it was; before the first there is the source.
    checkpoints: Vec<Checkpoint<'c>>,
    module: Option<Module<'c>>,
    operations: Operations,
    digester: Digester<'c>,
    /// The program's own hash, once it was asked for.
    content: Option<[u8; 32]>,
    /// Whether steps are drawn by now.
    drawn: bool,
    /// Set when the path cannot go on.
    pub ending: Option<Ending>,
    /// Set when a step is the user's mistake.
    pub rejected: Option<String>,
}

impl<'c, 'a> Lowerer<'c, 'a> {
    /// Starts from a copy of `source`, for the path of that number.
    pub fn new(source: &'a Module<'c>, arena: &'a Arena, limits: &'a Limits, path: usize) -> Lowerer<'c, 'a> {
        let module = source.duplicate();
        let (operations, _) = module.scan(limits.operations);
        Lowerer {
            arena,
            limits,
            path,
            turn: 0,
            begun: 0,
            taken: Vec::new(),
            source,
            checkpoints: Vec::new(),
            module: Some(module),
            operations,
            digester: Digester::of(source),
            content: None,
            drawn: false,
            ending: None,
            rejected: None,
        }
    }

    /// Starts from a milestone of `source` instead, as if the steps to there had just been taken.
    pub fn at(
        milestone: &Milestone<'c>,
        source: &'a Module<'c>,
        arena: &'a Arena,
        limits: &'a Limits,
        path: usize,
    ) -> Lowerer<'c, 'a> {
        for (step, effect) in &milestone.steps {
            arena.push(&Frame::Step(step.clone()));
            arena.push(&Frame::Effect(*effect));
        }
        let steps = milestone.steps.iter().map(|(step, _)| step.clone());
        Lowerer {
            begun: milestone.steps.len(),
            taken: steps.enumerate().collect(),
            module: Some(milestone.module.duplicate()),
            operations: milestone.operations.clone(),
            ..Lowerer::new(source, arena, limits, path)
        }
    }

    /// A milestone here, behind these steps; none after a step went wrong.
    pub fn milestone(&self, steps: Vec<(String, Effect)>) -> Option<Milestone<'c>> {
        let module = self.module.as_ref()?.duplicate();
        Some(Milestone { steps, operations: self.operations.clone(), module })
    }

    /// The module as it stands; none after a step went wrong.
    pub fn module(&self) -> Option<&Module<'c>> {
        self.module.as_ref()
    }

    /// Operations that are not llvm's, other than the module itself, one name each.
    pub fn left(&self) -> Vec<String> {
        let mut names: Vec<String> = left(&self.operations).map(|(name, _)| name.clone()).collect();
        names.dedup();
        names
    }

    /// Runs one step of a given path and says what it did; a pass that declines ends the path.
    pub fn follow(&mut self, step: &str) -> Option<Effect> {
        match self.step(step) {
            Step::Done(effect) => return Some(effect),
            Step::Ended => {}
            Step::Misplaced(message) => self.rejected = Some(message),
            Step::Grown(message) => self.end(Outcome::Incomplete, step, message),
            Step::Declined(why) => {
                self.arena.push(&Frame::Effect(Effect::Declined));
                self.end(Outcome::Declined, step, why);
            }
        }
        None
    }

    /// Gives up IR that may be in any state.
    fn abandon(&mut self) {
        if let Some(module) = self.module.take() {
            module.leak();
        }
    }

    fn end(&mut self, outcome: Outcome, step: &str, message: String) {
        self.ending = Some(Ending { outcome, pass: Some(pass_name(step).to_owned()), message });
    }

    fn step(&mut self, step: &str) -> Step {
        let Some(module) = &self.module else { return Step::Ended };
        self.arena.push(&Frame::Step(step.to_owned()));
        coverage::begin_step(self.path, self.begun, self.turn);
        self.begun += 1;
        self.arena.enter(Phase::Pass);
        let tried = tried::apply(module, step, self.limits.operations);
        self.arena.enter(Phase::Harness);
        let operations = match tried {
            Tried::Left(operations) => operations,
            Tried::Refused(why) => return Step::Misplaced(why),
            Tried::Declined(why) => {
                self.abandon();
                if coverage::is_watched() {
                    features::declined(pass_name(step), &self.operations).for_each(coverage::feature);
                }
                return Step::Declined(why);
            }
            // It is a module still, and the path may go back to before it.
            Tried::Grew => {
                let (_, why) = Tried::Grew.ending(self.limits.operations);
                return Step::Grown(why);
            }
            failed => {
                self.abandon();
                let (outcome, why) = failed.ending(self.limits.operations);
                self.end(outcome, step, why);
                return Step::Ended;
            }
        };
        let effect = if operations == self.operations { Effect::Unchanged } else { Effect::Changed };
        if coverage::is_watched() {
            features::step(pass_name(step), &self.operations, &operations).for_each(coverage::feature);
            // A walk costs as much as a quick pass, so it is for steps that brought in something new.
            if operations.keys().any(|key| !self.operations.contains_key(key)) {
                watch_pairs(module);
            }
        }
        if !self.drawn {
            let grown = grown(&self.operations, &operations);
            if !grown.is_empty() {
                self.arena.push(&Frame::Grown(grown));
            }
        }
        self.operations = operations;
        self.taken.push((self.begun - 1, step.to_owned()));
        if self.is_looked_at() && !self.reread(step) {
            return Step::Ended;
        }
        self.arena.push(&Frame::Effect(effect));
        self.keep_copy();
        Step::Done(effect)
    }

    /// Keeps a copy of a drawn path's module every few steps: it may have to go back there, and a copy takes less time than a step.
    fn keep_copy(&mut self) {
        let since = self.checkpoints.last().map_or(0, |checkpoint| checkpoint.begun);
        let steps = self.taken.iter().rev().take_while(|(number, _)| *number >= since).count();
        if let Some(module) = self.module.as_ref().filter(|_| self.drawn && steps >= STEPS_A_COPY) {
            self.checkpoints.push(Checkpoint { begun: self.begun, module: module.duplicate() });
        }
    }

    /// The module as it was before the step of this number, by running the steps since the last copy again: passes are
    /// deterministic. None where they turn out not to be.
    fn before(&mut self, mark: usize) -> Option<Module<'c>> {
        self.taken.retain(|(number, _)| *number < mark);
        self.checkpoints.retain(|checkpoint| checkpoint.begun <= mark);
        let (since, module) = match self.checkpoints.last() {
            Some(checkpoint) => (checkpoint.begun, checkpoint.module.duplicate()),
            None => (0, self.source.duplicate()),
        };
        let again = self.taken.iter().filter(|(number, _)| *number >= since);
        for step in again.map(|(_, step)| step.clone()).collect::<Vec<_>>() {
            if !self.again(&module, &step) {
                module.leak();
                return None;
            }
        }
        Some(module)
    }

    /// Whether the state that the path has come to is among those that are written and read back.
    fn is_looked_at(&mut self) -> bool {
        match self.limits.sample {
            0 => false,
            1 => true,
            // Of a path that is given the last state alone.
            _ if !self.drawn => false,
            one_in => {
                let source = *self.content.get_or_insert_with(|| self.digester.digest(self.source));
                let steps = self.taken.iter().map(|(_, step)| step.as_str());
                reread::is_sampled(&reread::content(&source, steps), one_in)
            }
        }
    }

    /// Writes the module and reads it back. Where it does not survive that the path ends with `step`, which left it; false then.
    fn reread(&mut self, step: &str) -> bool {
        let Some(module) = &self.module else { return false };
        match reread::check(self.arena, &mut self.digester, module) {
            Ok(()) => true,
            Err((outcome, message)) => {
                self.end(outcome, step, message);
                false
            }
        }
    }

    /// The same of the last state of a path that was given; where each is looked at it has been.
    pub fn reread_last(&mut self) -> bool {
        let last = self.taken.last().map(|(_, step)| step.clone());
        last.filter(|_| self.limits.sample > 1).is_none_or(|step| self.reread(&step))
    }

    /// Brings the IR before a declined step back. Where one was declined others may be, so a copy is kept.
    fn restore(&mut self) -> Applied {
        let Some(module) = self.before(self.begun) else { return Applied::Ended };
        self.checkpoints.push(Checkpoint { begun: self.begun, module: module.duplicate() });
        self.module = Some(module);
        Applied::Declined
    }

    /// Runs a step again that has succeeded before.
    fn again(&mut self, module: &Module<'_>, step: &str) -> bool {
        self.arena.enter(Phase::Pass);
        let again = tried::run(module, step);
        self.arena.enter(Phase::Harness);
        if again.is_err() {
            let message = "the pass succeeded at first and failed when it was run again".to_owned();
            self.end(Outcome::HarnessError, step, message);
            return false;
        }
        true
    }
}

/// What there is more of behind a step.
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

enum Step {
    Done(Effect),
    Declined(String),
    Misplaced(String),
    /// It left more operations than may be.
    Grown(String),
    Ended,
}

/// Records which operation feeds which.
pub fn watch_pairs(module: &Module<'_>) {
    module.each_def_use(|user, source| coverage::feature(features::pair(user, source)));
}

impl Lowering for Lowerer<'_, '_> {
    fn operations(&self) -> Operations {
        self.operations.clone()
    }

    fn turn(&mut self, number: usize) {
        self.turn = number;
    }

    fn apply(&mut self, step: &str) -> Applied {
        self.drawn = true;
        match self.step(step) {
            Step::Done(Effect::Changed) => Applied::Changed,
            Step::Done(_) => Applied::Unchanged,
            Step::Ended => Applied::Ended,
            // This MLIR lacks the pass or an option of it: nothing has run, the IR is as it was.
            Step::Misplaced(_) => {
                self.arena.push(&Frame::Effect(Effect::Declined));
                Applied::Declined
            }
            // Too large a module is no place to go on from.
            Step::Declined(_) | Step::Grown(_) => {
                self.arena.push(&Frame::Effect(Effect::Declined));
                self.restore()
            }
        }
    }

    fn fingerprint(&mut self) -> [u8; 32] {
        // Never asked of a path that is over.
        let Some(module) = &self.module else { return [0; 32] };
        // Should a walk over the module crash, the last pass is to blame.
        self.arena.enter(Phase::Pass);
        let state = self.digester.digest(module);
        self.arena.enter(Phase::Harness);
        state
    }

    fn mark(&self) -> usize {
        self.begun
    }

    fn retreat(&mut self, mark: usize) -> bool {
        let Some(module) = self.before(mark) else { return false };
        // What is done again and what comes after it is reported as if the rest had never been.
        self.begun = mark;
        self.arena.push(&Frame::Back(mark));
        (self.operations, _) = module.scan(self.limits.operations);
        self.module = Some(module);
        true
    }

    fn meet(&mut self, names: Vec<String>) {
        self.arena.push(&Frame::Met(names));
    }

    fn at(&mut self, dialects: &str) {
        self.arena.push(&Frame::At(dialects.to_owned()));
    }

    fn effort(&mut self, so_far: &Effort) {
        self.arena.push(&Frame::Effort(*so_far));
    }
}
