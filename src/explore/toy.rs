//! A test double: a compiler small enough to know what it does.
//!
//! Its program is three additions. `convert-arith-to-llvm` lowers them, `canonicalize` does nothing, `cse` crashes, `sccp`
//! refuses, and every other pass gives another module of the same operations. A module that `symbol-dce` has seen
//! computes 2, any other 1.

use crate::execute::{
    Call, Capabilities, Checking, ChecksSteps, Descended, Edited, Executor, HeapRun, HoldsLibrary,
    HoldsModules, Isolation, Job, Limits, Prepared, ReadsPrograms, Ready, StateKey, States, Stepper, Terms,
    fake,
};
use crate::mlir::Edit;
use crate::observe::{Failure, Outcome, PathReport, Spent, example};
use crate::path::construct::TURN;
use crate::path::descent::{Arrival, Compiler, Descent, Look, Retention};
use crate::path::event::{Event, StepError};
use crate::path::graph::Graph;
use crate::path::pipeline::pass_name;
use crate::path::{Operations, Strategy, TypeKind};
use sha2::{Digest, Sha256};
use std::cell::RefCell;
use std::rc::Rc;

/// The number that draws `cse` in the first turn.
pub const CSE: [u8; TURN] = [1, 0, 0x11, 0, 0, 0, 0];
/// The number that draws `canonicalize`.
pub const CANONICALIZE: [u8; TURN] = [1, 0, 0x01, 0, 0, 0, 0];
/// The number that draws `symbol-dce`.
pub const MISCOMPILE: [u8; TURN] = [1, 0, 0x20, 0, 0, 0, 0];

/// The compiler, and what it has been asked for.
pub struct Toy {
    log: Rc<RefCell<Log>>,
    /// The modules that a worker would hold.
    descent: Option<(Descent<ToyPasses>, Strategy)>,
    /// The number of times that a program was opened, and that a module was run.
    pub opened: usize,
    pub launched: usize,
    /// Runs whole paths.
    pub jobs: fake::Fake,
}

/// The events in a worker.
#[derive(Default)]
struct Log {
    /// Each pass that was run.
    applied: Vec<String>,
    copies: usize,
    events: Vec<Event>,
    /// Nothing is said or done any more.
    dead: bool,
}

/// The toy's passes.
pub struct ToyPasses(Rc<RefCell<Log>>);

/// A program of three additions.
#[derive(Clone)]
pub struct ToyModule {
    key: StateKey,
    lowered: bool,
    wrong: bool,
}

const SOURCE: ToyModule = ToyModule { key: [0; 32], lowered: false, wrong: false };

impl ToyModule {
    fn operations(&self) -> Operations {
        let name = if self.lowered { "llvm.add" } else { "arith.addi" };
        let entry = |name: &str, count| ((name.to_owned(), TypeKind::Scalar), count);
        [entry("builtin.module", 1), entry(name, 3)].into()
    }
}

impl Compiler for ToyPasses {
    type Module = ToyModule;

    fn duplicate(&mut self, module: &ToyModule) -> ToyModule {
        self.0.borrow_mut().copies += 1;
        module.clone()
    }

    fn run(&mut self, module: &mut ToyModule, step: &str) -> Result<(), StepError> {
        let mut log = self.0.borrow_mut();
        let declined = Err(StepError::declined(""));
        if log.dead {
            return declined;
        }
        let pass = pass_name(step);
        log.applied.push(pass.to_owned());
        match pass {
            "cse" => {
                log.dead = true;
                return declined;
            }
            "sccp" => return declined,
            "canonicalize" => {}
            _ => {
                module.key = Sha256::digest([&module.key, step.as_bytes()].concat()).into();
                module.lowered |= pass == "convert-arith-to-llvm";
                module.wrong |= pass == "symbol-dce";
            }
        }
        Ok(())
    }

    fn look(&mut self, module: &ToyModule, is_known: &dyn Fn(&StateKey) -> bool) -> Result<Look, StepError> {
        Ok((module.key, (!is_known(&module.key)).then(|| module.operations())))
    }

    fn reached(&mut self, _: &Arrival<'_>, _: &ToyModule) -> Result<(), StepError> {
        Ok(())
    }

    fn declined(&mut self, _: &str, _: &Operations) {}

    fn abandon(&mut self, _: ToyModule) {}

    fn tell(&mut self, event: Event) {
        let mut log = self.0.borrow_mut();
        if !log.dead {
            log.events.push(event);
        }
    }
}

impl Toy {
    /// Nothing is open yet; `answers` are for whole paths.
    pub fn new(answers: Vec<Vec<PathReport>>) -> Toy {
        let jobs = fake::Fake::new(answers);
        Toy { log: Rc::default(), descent: None, opened: 0, launched: 0, jobs }
    }

    /// The number of times that a pass was run.
    pub fn count(&self, pass: &str) -> usize {
        self.log.borrow().applied.iter().filter(|applied| *applied == pass).count()
    }

    /// The number of passes that were run, and of modules that were copied.
    pub fn done(&self) -> (usize, usize) {
        let log = self.log.borrow();
        (log.applied.len(), log.copies)
    }
}

impl Stepper for Toy {
    fn open(
        &mut self,
        _: Ready<'_>,
        terms: &Terms,
        strategy: &Strategy,
        known: Option<&Graph>,
    ) -> anyhow::Result<(StateKey, Operations, Spent)> {
        self.opened += 1;
        self.log.borrow_mut().dead = false;
        let graph = known.cloned().unwrap_or_else(|| Graph::new(SOURCE.key, SOURCE.operations()));
        let passes = ToyPasses(self.log.clone());
        let descent = Descent::new(passes, SOURCE, graph, Retention::Branches, terms.turns);
        self.descent = Some((descent, strategy.clone()));
        Ok((SOURCE.key, SOURCE.operations(), Spent::default()))
    }

    fn is_open(&self) -> bool {
        self.descent.is_some()
    }

    fn descend(&mut self, from: &StateKey, draws: &[u8], forget: Vec<StateKey>) -> anyhow::Result<Descended> {
        let (descent, strategy) = self.descent.as_mut().expect("it is open");
        descent.forget(&forget);
        let from = descent.find(from).expect("nobody starts from what is not known");
        let lowered = descent.descend(from, draws, 22, strategy);
        let mut log = self.log.borrow_mut();
        let mut descended = Descended { events: std::mem::take(&mut log.events), ..Descended::default() };
        if log.dead {
            self.descent = None;
            descended.lost = Some((Outcome::Crash, Failure::default()));
        } else if let Some((state, module)) = lowered {
            assert!(module.lowered);
            self.launched += 1;
            let value = 1 + u64::from(module.wrong);
            let report = example::ok("", value);
            descended.launched = Some(PathReport { final_module: Some(state), steps: vec![], ..report });
        }
        Ok(descended)
    }
}

impl Executor for Toy {
    fn capabilities(&self) -> Capabilities {
        self.jobs.capabilities()
    }

    fn run(&mut self, job: &Job) -> anyhow::Result<Vec<PathReport>> {
        if job.isolation == Isolation::New {
            self.descent = None;
        }
        self.jobs.run(job)
    }

    fn library(&mut self) -> Option<&mut dyn HoldsLibrary> {
        Some(self)
    }
}

impl HoldsLibrary for Toy {
    fn new_template(&mut self) {}
}

impl ReadsPrograms for Toy {
    fn prepare(&mut self, program: &str, call: &Call) -> anyhow::Result<Prepared> {
        self.jobs.prepare(program, call)
    }

    fn text_after(&mut self, program: &str, steps: &[String], limits: &Limits) -> anyhow::Result<String> {
        self.jobs.text_after(program, steps, limits)
    }
}

impl HoldsModules for Toy {
    fn states(
        &mut self,
        program: &str,
        steps: &[String],
        limits: &Limits,
        heaps: &[u64],
    ) -> anyhow::Result<Vec<HeapRun>> {
        self.jobs.states(program, steps, limits, heaps)
    }

    fn edit(&mut self, program: &str, edits: &[Edit]) -> anyhow::Result<Edited> {
        self.jobs.edit(program, edits)
    }
}

impl ChecksSteps for Toy {
    fn check(&mut self, checking: Checking) -> anyhow::Result<States> {
        self.jobs.check(checking)
    }

    fn state_after(&mut self, program: &str, steps: &[String], limits: &Limits) -> anyhow::Result<String> {
        self.jobs.state_after(program, steps, limits)
    }
}
