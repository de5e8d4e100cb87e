//! The modules of one program's lowering graph, alive in a worker between requests.
//!
//! A path that branches off another one starts from a module that is there already instead of from the source. Each
//! module is held under its hash. A pass works in place and takes the module away, unless the module is wanted again:
//! then the pass gets a copy. What is held, and for how long, is for the parent to say.

use super::arena::Arena;
use super::wire::{Frame, Phase};
use super::{Limits, StateKey};
use crate::coverage::{self, features};
use crate::mlir::{Context, Diagnostic, Digester, Module, PassOutcome, run_pass};
use crate::observe::{Effect, Outcome, Spent};
use crate::path::Operations;
use crate::path::pipeline::pass_name;
use std::collections::{HashMap, HashSet};
use std::time::Instant;

/// The states of one program.
pub struct States<'c, 'a> {
    arena: &'a Arena,
    /// What may be spent.
    pub limits: Limits,
    held: HashMap<StateKey, Module<'c>>,
    /// States the parent has been told of, held or not: they are valid, and it knows their operations.
    told: HashSet<StateKey>,
    /// What was in them, kept where features are asked for.
    operations: HashMap<StateKey, Operations>,
    digester: Digester<'c>,
}

impl<'c, 'a> States<'c, 'a> {
    /// Begins with `source`, which is valid, and tells the parent its state.
    pub fn new(context: &'c Context, arena: &'a Arena, limits: Limits, source: Module<'c>) -> States<'c, 'a> {
        let mut states = States {
            arena,
            limits,
            held: HashMap::new(),
            told: HashSet::new(),
            operations: HashMap::new(),
            digester: Digester::new(context),
        };
        let (operations, _) = source.scan(limits.operations);
        let key = states.digester.digest(&source);
        states.tell(key, operations);
        states.held.insert(key, source);
        states
    }

    fn tell(&mut self, state: StateKey, operations: Operations) {
        if coverage::is_watched() {
            self.operations.insert(state, operations.clone());
        }
        self.told.insert(state);
        self.arena.push(&Frame::State { state, operations: Some(operations) });
    }

    /// Takes a module out.
    pub fn take(&mut self, state: &StateKey) -> Option<Module<'c>> {
        self.held.remove(state)
    }

    /// Runs `steps` one after the other from the state `from`, which stays only if `keep` says so, and tells where the
    /// last of them leads. Those before it are known to succeed.
    pub fn walk(&mut self, from: &StateKey, keep: bool, steps: &[String]) {
        let mut spent = Spent::default();
        if let Err(why) = self.steps(from, keep, steps, &mut spent) {
            self.arena.push(&Frame::Harness(why));
        }
        self.arena.push(&Frame::Spent(spent));
    }

    fn steps(
        &mut self,
        from: &StateKey,
        keep: bool,
        steps: &[String],
        spent: &mut Spent,
    ) -> Result<(), String> {
        let clock = Instant::now();
        let module = if keep { self.held.get(from).map(Module::duplicate) } else { self.held.remove(from) };
        spent.copies = clock.elapsed();
        let module = module.ok_or("the worker does not hold the state")?;
        let (last, known) = steps.split_last().ok_or("there is no step to take")?;
        let clock = Instant::now();
        for step in known {
            self.arena.push(&Frame::Step(step.clone()));
            self.arena.enter(Phase::Pass);
            let again = run_pass(&module, step);
            self.arena.enter(Phase::Harness);
            if again != Ok(PassOutcome::Succeeded) {
                module.leak();
                return Err(format!("{} succeeded at first and failed when run again", pass_name(step)));
            }
            self.arena.push(&Frame::Effect(Effect::Changed));
        }
        self.arena.push(&Frame::Step(last.clone()));
        self.arena.enter(Phase::Pass);
        let ended = run_pass(&module, last);
        spent.passes = clock.elapsed();
        match ended {
            Ok(PassOutcome::Succeeded) => self.arrive(from, module, last, spent),
            Ok(PassOutcome::Failed(_)) => {
                self.arena.enter(Phase::Harness);
                module.leak();
                if let Some(before) = self.operations.get(from) {
                    features::declined(pass_name(last), before).for_each(coverage::feature);
                }
                self.arena.push(&Frame::Effect(Effect::Declined));
            }
            // This MLIR lacks the pass or an option of it.
            Err(_) => {
                self.arena.enter(Phase::Harness);
                self.arena.push(&Frame::Effect(Effect::Declined));
            }
        }
        Ok(())
    }

    /// Finds out what a pass left. Should the walk over it crash, the pass is to blame.
    fn arrive(&mut self, from: &StateKey, module: Module<'c>, step: &str, spent: &mut Spent) {
        let clock = Instant::now();
        let state = self.digester.digest(&module);
        spent.hash = clock.elapsed();
        if self.told.contains(&state) {
            self.arena.enter(Phase::Harness);
            self.held.insert(state, module);
            self.arena.push(&Frame::State { state, operations: None });
            return;
        }
        let clock = Instant::now();
        let verdict = module.verify();
        if let Err(said) = verdict {
            self.arena.enter(Phase::Harness);
            module.leak();
            let said = Diagnostic::foremost(&said).map(|d| d.message.clone());
            let said = said.unwrap_or_else(|| "the verifier does not say why".to_owned());
            return self.end(Outcome::InvalidIr, step, said);
        }
        let (operations, count) = module.scan(self.limits.operations);
        self.arena.enter(Phase::Harness);
        spent.checks = clock.elapsed();
        if count > self.limits.operations {
            let message = format!("the module grew past {} operations", self.limits.operations);
            return self.end(Outcome::Incomplete, step, message);
        }
        if let Some(before) = self.operations.get(from) {
            features::step(pass_name(step), before, &operations).for_each(coverage::feature);
            if operations.keys().any(|key| !before.contains_key(key)) {
                super::lower::watch_pairs(&module);
            }
        }
        self.held.insert(state, module);
        self.tell(state, operations);
    }

    fn end(&self, outcome: Outcome, step: &str, message: String) {
        self.arena.push(&Frame::End { outcome, pass: Some(pass_name(step).to_owned()), message });
    }

    /// Lets go of states that nobody will branch from.
    pub fn forget(&mut self, states: &[StateKey]) {
        for state in states {
            self.held.remove(state);
        }
    }
}
