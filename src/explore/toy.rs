//! A test double: a compiler small enough to know what it does.
//!
//! Its program is three additions. `convert-arith-to-llvm` lowers them, `canonicalize` does nothing, `cse` crashes, `sccp`
//! refuses, and every other pass gives another module of the same operations. A module that `symbol-dce` has seen
//! computes 2, any other 1.

use crate::execute::{Executor, Job, Limits, Prepared, StateKey, Stepped, Stepper, fake};
use crate::observe::{Failure, Outcome, PathReport, Spent};
use crate::path::pipeline::pass_name;
use crate::path::{Operations, TypeKind};
use sha2::{Digest, Sha256};
use std::collections::{BTreeMap, HashSet};

/// What draws `cse` in the first turn.
pub const CSE: [u8; 5] = [1, 0x11, 0, 0, 0];
/// What draws `canonicalize`.
pub const CANONICALIZE: [u8; 5] = [1, 0x01, 0, 0, 0];
/// What draws `symbol-dce`.
pub const MISCOMPILE: [u8; 5] = [1, 0x20, 0, 0, 0];

/// The compiler, and what it has been asked for.
pub struct Toy {
    /// Every module there has been.
    modules: BTreeMap<StateKey, Module>,
    held: HashSet<StateKey>,
    told: HashSet<StateKey>,
    /// Each pass that was run, with the state it was run on.
    pub applied: Vec<(StateKey, String)>,
    /// How often a program was opened, and how often a module was run.
    pub opened: usize,
    pub launched: usize,
    /// Runs whole paths.
    pub jobs: fake::Fake,
}

#[derive(Clone, Default)]
struct Module {
    lowered: bool,
    wrong: bool,
}

const SOURCE: StateKey = [0; 32];

impl Toy {
    /// Nothing is open yet; `answers` are for whole paths.
    pub fn new(answers: Vec<Vec<PathReport>>) -> Toy {
        Toy {
            modules: BTreeMap::from([(SOURCE, Module::default())]),
            held: HashSet::new(),
            told: HashSet::new(),
            applied: Vec::new(),
            opened: 0,
            launched: 0,
            jobs: fake::Fake::new(answers),
        }
    }

    /// How often a pass was run.
    pub fn count(&self, pass: &str) -> usize {
        self.applied.iter().filter(|(_, step)| pass_name(step) == pass).count()
    }

    fn operations(&self, state: &StateKey) -> Operations {
        let name = if self.modules[state].lowered { "llvm.add" } else { "arith.addi" };
        let entry = |name: &str, count| ((name.to_owned(), TypeKind::Scalar), count);
        [entry("builtin.module", 1), entry(name, 3)].into()
    }
}

impl Stepper for Toy {
    fn version(&self) -> u32 {
        22
    }

    fn open(&mut self, _: &str, _: &Limits) -> anyhow::Result<(StateKey, Operations, Spent)> {
        self.opened += 1;
        self.held = HashSet::from([SOURCE]);
        self.told = HashSet::from([SOURCE]);
        Ok((SOURCE, self.operations(&SOURCE), Spent::default()))
    }

    fn holds(&self, state: &StateKey) -> bool {
        self.held.contains(state)
    }

    fn walk(&mut self, from: &StateKey, keep: bool, steps: &[String]) -> anyhow::Result<(Stepped, Spent)> {
        assert!(self.held.contains(from), "nobody may start from what is not held");
        if !keep {
            self.held.remove(from);
        }
        let mut at = *from;
        for step in steps {
            self.applied.push((at, step.clone()));
            let mut module = self.modules[&at].clone();
            match pass_name(step) {
                "cse" => {
                    self.held.clear();
                    let failure = Failure { pass: Some("cse".into()), ..Failure::default() };
                    return Ok((Stepped::Ended(Outcome::Crash, failure), Spent::default()));
                }
                "sccp" => return Ok((Stepped::Declined, Spent::default())),
                "canonicalize" => continue,
                pass => {
                    module.lowered |= pass == "convert-arith-to-llvm";
                    module.wrong |= pass == "symbol-dce";
                }
            }
            at = Sha256::digest([&at, step.as_bytes()].concat()).into();
            self.modules.insert(at, module);
        }
        self.held.insert(at);
        let operations = self.told.insert(at).then(|| self.operations(&at));
        Ok((Stepped::To { state: at, operations }, Spent::default()))
    }

    fn launch(&mut self, state: &StateKey) -> anyhow::Result<PathReport> {
        assert!(self.held.remove(state) && self.modules[state].lowered);
        self.launched += 1;
        let value = 1 + u64::from(self.modules[state].wrong);
        Ok(PathReport { final_module: Some(*state), steps: vec![], ..fake::ok("", value) })
    }

    fn forget(&mut self, states: &[StateKey]) -> anyhow::Result<()> {
        self.held.retain(|state| !states.contains(state));
        Ok(())
    }
}

impl Executor for Toy {
    fn name(&self) -> &'static str {
        "toy"
    }

    fn fresh(&mut self) {
        self.held.clear();
        self.jobs.fresh();
    }

    fn anew(&mut self) {
        self.fresh();
    }

    fn prepare(&mut self, program: &str, seed: u64) -> anyhow::Result<Prepared> {
        self.jobs.prepare(program, seed)
    }

    fn run(&mut self, job: &Job) -> anyhow::Result<Vec<PathReport>> {
        self.jobs.run(job)
    }

    fn stepper(&mut self) -> Option<&mut dyn Stepper> {
        Some(self)
    }
}
