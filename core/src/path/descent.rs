//! Going down a program's lowering graph: what is known is looked up, the rest is tried once.
//!
//! This runs where the modules are, so that a whole path is one request. Steps that lead where somebody knows are
//! followed on paper; a module is made where a path comes to something nobody has tried. A pass works in place and takes
//! the module with it, so a state that others will branch from is copied first, and one that is wanted after all is
//! made again from the nearest that stayed.

use super::construct::{Applied, End, Lowering, construct, no_place};
use super::graph::{Edge, Graph, Key, ROOT, StateId};
use super::operations::{Operations, left};
use super::pipeline::pass_name;
use super::strategy::Strategy;
use crate::observe::{Effort, Outcome};
use serde::{Deserialize, Serialize};
use std::collections::{HashMap, HashSet};

/// Every so many new states on a path one stays in memory for others to branch from. A copy costs a fifth of a pass or so,
/// and running the passes again to get there costs that many passes.
const STRIDE: u32 = 4;

/// A compiler, as far as a descent needs one.
pub trait Compiler {
    /// A program at some point on its way down.
    type Module;

    /// Another of the same.
    fn duplicate(&mut self, module: &Self::Module) -> Self::Module;

    /// Runs a step; none if the pass refuses, or there is no such pass.
    fn run(&mut self, module: Self::Module, step: &str) -> Option<Self::Module>;

    /// Finds out what a step left: its hash and, unless it `is_known` by that, what is in it.
    ///
    /// # Errors
    /// Nothing that a path can go on with.
    fn look(
        &mut self,
        module: Self::Module,
        is_known: &dyn Fn(&Key) -> bool,
    ) -> Result<Left<Self::Module>, (Outcome, String)>;

    /// Takes note of what a step did that nobody had tried: to IR of these operations, and what it left that is new; none
    /// if the pass refused.
    fn note(&mut self, step: &str, before: &Operations, left: Option<(&Self::Module, &Operations)>);

    /// Says what happens, the moment it does: if the compiler dies, it is known what it was at.
    fn tell(&mut self, news: News);
}

/// What a step left: a module, its hash, and what is in it unless that is known.
pub type Left<M> = (M, Key, Option<Operations>);

/// What happens on a path.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum News {
    /// A step begins.
    Step(String),
    /// The step led to this state.
    To {
        /// Its hash.
        state: Key,
        /// What is in it; none where that has been told.
        operations: Option<Operations>,
        /// Turns of construction up to here.
        turns: u32,
        /// Whether it stays for others to branch from.
        stays: bool,
    },
    /// The pass refused.
    Declined,
    /// The path goes back to where it was before all but so many of its states.
    Back(usize),
    /// The path is over.
    Ended(Outcome, String),
    /// What putting the path together has taken so far.
    Effort(Effort),
    /// A step is run again, to get to where the path is.
    Again(String),
    /// The steps run again led here; it stays.
    Remade {
        /// The state: the one the path was at, unless the compiler does it otherwise this time.
        state: Key,
        /// What is in it; none where that has been told.
        operations: Option<Operations>,
    },
}

/// A program on its way down, again and again.
pub struct Descent<C: Compiler> {
    /// Runs passes.
    pub compiler: C,
    graph: Graph,
    /// Modules that stay.
    held: HashMap<StateId, C::Module>,
    /// The module that was worked on last.
    hand: Option<(StateId, C::Module)>,
    /// Passes that have refused. A copy before the next try costs less than the steps it would take with it.
    refused: HashSet<String>,
    /// How paths are drawn.
    strategy: Strategy,
    /// Longest path, in turns.
    max_step: u32,
    /// Where the path is.
    at: StateId,
    /// The states it came through, this one included.
    trail: Vec<StateId>,
    /// The edge the path has come back along last.
    back: Option<(StateId, StateId)>,
    /// Edges that paths had to come back along: nobody takes them again.
    blamed: HashSet<(StateId, StateId)>,
    /// Turns up to here.
    turns: u32,
    /// Turns it had behind it where it began.
    turns_before: u32,
    /// New states since the last one that stays.
    since: u32,
}

impl<C: Compiler> Descent<C> {
    /// Begins with the program itself, and with what is known of it.
    pub fn new(
        compiler: C,
        source: C::Module,
        graph: Graph,
        strategy: Strategy,
        max_step: u32,
    ) -> Descent<C> {
        Descent {
            compiler,
            graph,
            held: HashMap::from([(ROOT, source)]),
            hand: None,
            refused: HashSet::new(),
            strategy,
            max_step,
            at: ROOT,
            trail: vec![ROOT],
            back: None,
            blamed: HashSet::new(),
            turns: 0,
            turns_before: 0,
            since: 0,
        }
    }

    /// Goes down from a state as `draws` say, on version `version`. The lowered module and its state if the path got
    /// there and nobody has run it.
    pub fn descend(&mut self, from: StateId, draws: &[u8], version: u32) -> Option<(Key, C::Module)> {
        self.at = from;
        self.trail = vec![from];
        self.turns_before = self.graph.state(from).turns;
        (self.turns, self.since) = (self.turns_before, 0);
        let turns = self.max_step.saturating_sub(self.turns_before);
        let mut strategy = self.strategy.clone();
        if from == ROOT && draws.is_empty() {
            // What the others are compared with.
            strategy.through.clear();
        }
        let end = construct(self, draws, version, turns, &strategy);
        if let End::Without { pass } = &end {
            self.end(Outcome::Incomplete, no_place(pass));
        }
        if end != End::Lowered || self.graph.state(self.at).ran || !self.come_here() {
            return None;
        }
        self.graph.set_ran(self.at);
        let (id, module) = self.hand.take()?;
        Some((self.graph.state(id).key, module))
    }

    /// The state of this hash.
    pub fn find(&self, key: &Key) -> Option<StateId> {
        self.graph.find(key)
    }

    /// Lets go of states that nobody will branch from.
    pub fn forget(&mut self, states: &[Key]) {
        for key in states {
            let Some(id) = self.graph.find(key) else { continue };
            self.graph.set_open(id, false);
            if !self.graph.state(id).open {
                self.held.remove(&id);
            }
        }
    }

    /// Takes the module in hand, which will not be the same afterwards; a copy stays where one is wanted.
    fn take_hand(&mut self) -> Option<C::Module> {
        let (id, module) = self.hand.take()?;
        if self.graph.state(id).open && !self.held.contains_key(&id) {
            let copy = self.compiler.duplicate(&module);
            self.held.insert(id, copy);
        }
        Some(module)
    }

    /// Takes the module of where the path is into the hand; false when the way there ends early this time.
    fn come_here(&mut self) -> bool {
        let in_hand = self.hand.as_ref().map(|(id, _)| *id);
        if in_hand == Some(self.at) {
            return true;
        }
        let (from, steps) = self.graph.way(self.at, |id| in_hand == Some(id) || self.held.contains_key(&id));
        if in_hand != Some(from) {
            if let Some((id, module)) = self.hand.take().filter(|(id, _)| self.graph.state(*id).open) {
                self.held.entry(id).or_insert(module);
            }
            let Some(there) = self.held.get(&from) else { return false };
            self.hand = Some((from, self.compiler.duplicate(there)));
        }
        steps.is_empty() || self.remake(&steps)
    }

    /// Runs steps again, from the state in hand to where the path is.
    fn remake(&mut self, steps: &[String]) -> bool {
        let Some(mut module) = self.take_hand() else { return false };
        for step in steps {
            self.compiler.tell(News::Again(step.clone()));
            match self.compiler.run(module, step) {
                Some(next) => module = next,
                None => return self.lose(),
            }
        }
        match self.compiler.look(module, &|key| self.graph.find(key).is_some()) {
            Ok((module, state, operations)) => {
                // Where memory lies decides the order of some of MLIR's tables, so it may come out another way round.
                let told = operations.clone();
                let Some(here) = self.graph.again(self.at, state, operations) else { return self.lose() };
                // What was lost once may be lost again.
                self.graph.set_open(here, true);
                self.at = here;
                self.trail.push(here);
                self.hand = Some((here, module));
                self.compiler.tell(News::Remade { state, operations: told });
                true
            }
            Err((outcome, message)) => self.end(outcome, message),
        }
    }

    fn lose(&mut self) -> bool {
        self.end(
            Outcome::HarnessError,
            "a pass succeeded at first and failed when it was run again".to_owned(),
        )
    }

    fn end(&mut self, outcome: Outcome, message: String) -> bool {
        self.compiler.tell(News::Ended(outcome, message));
        false
    }

    /// Tries a step nobody has tried here.
    fn explore(&mut self, step: &str) -> Applied {
        if !self.come_here() {
            return Applied::Ended;
        }
        let from = self.at;
        let Some(module) = self.take_hand() else { return Applied::Ended };
        let spare = self.refused.contains(pass_name(step)) && !self.held.contains_key(&from);
        let spare = spare.then(|| self.compiler.duplicate(&module));
        self.compiler.tell(News::Step(step.to_owned()));
        let before = &self.graph.state(from).operations;
        let Some(module) = self.compiler.run(module, step) else {
            self.compiler.note(step, before, None);
            self.hand = spare.map(|module| (from, module));
            self.refused.insert(pass_name(step).to_owned());
            self.graph.stop(from, step, Edge::Declined);
            self.compiler.tell(News::Declined);
            return Applied::Declined;
        };
        let (module, state, operations) =
            match self.compiler.look(module, &|key| self.graph.find(key).is_some()) {
                Ok(left) => left,
                // Too large a module is no place to go on from.
                Err((Outcome::Incomplete, _)) => {
                    self.hand = spare.map(|module| (from, module));
                    self.graph.stop(from, step, Edge::Declined);
                    self.compiler.tell(News::Declined);
                    return Applied::Declined;
                }
                Err((outcome, message)) => {
                    self.graph.stop(from, step, Edge::Ended(outcome));
                    self.end(outcome, message);
                    return Applied::Ended;
                }
            };
        if let Some(after) = &operations {
            self.compiler.note(step, before, Some((&module, after)));
        }
        let (is_new, turns) = (operations.is_some(), self.turns);
        let Some(to) = self.graph.arrive(from, step, state, operations.clone(), turns, &[]) else {
            self.lose();
            return Applied::Ended;
        };
        self.hand = Some((to, module));
        let stays = is_new && self.stays(to);
        self.compiler.tell(News::To { state, operations, turns, stays });
        self.follow(to)
    }

    fn follow(&mut self, to: StateId) -> Applied {
        let same = self.graph.state(self.at).operations == self.graph.state(to).operations;
        self.at = to;
        self.trail.push(to);
        if same { Applied::Unchanged } else { Applied::Changed }
    }

    /// Whether a new state stays for other paths.
    fn stays(&mut self, id: StateId) -> bool {
        self.since += 1;
        let state = self.graph.state(id);
        // A path needs some turns to get anywhere: a third of them must be left.
        let late = 3 * state.turns > 2 * self.max_step;
        let stays = self.since >= STRIDE && !late && left(&state.operations).next().is_some();
        if stays {
            self.since = 0;
            self.graph.set_open(id, true);
        }
        stays
    }
}

impl<C: Compiler> Lowering for Descent<C> {
    fn operations(&self) -> Operations {
        self.graph.state(self.at).operations.clone()
    }

    fn turn(&mut self, number: usize) {
        // A turn that is behind the path when it gets where it leads.
        self.turns = self.turns_before + number as u32 + 1;
    }

    fn apply(&mut self, step: &str) -> Applied {
        match self.graph.edge(self.at, step) {
            Some(Edge::To(to)) if self.blamed.contains(&(self.at, to)) => Applied::Declined,
            Some(Edge::To(to)) => {
                let (state, turns) = (self.graph.state(to).key, self.turns);
                self.compiler.tell(News::Step(step.to_owned()));
                self.compiler.tell(News::To { state, operations: None, turns, stays: false });
                self.follow(to)
            }
            // What ended another path here has been recorded; this one goes on as if the pass had refused.
            Some(Edge::Declined | Edge::Ended(_)) => Applied::Declined,
            None if self.graph.is_left_out(step) => Applied::Declined,
            None => self.explore(step),
        }
    }

    fn fingerprint(&mut self) -> [u8; 32] {
        self.graph.state(self.at).key
    }

    fn mark(&self) -> usize {
        self.trail.len() - 1
    }

    fn retreat(&mut self, mark: usize) -> bool {
        let behind = self.trail.split_off(mark + 1);
        self.at = self.trail[mark];
        self.back = behind.iter().find(|id| **id != self.at).map(|id| (self.at, *id));
        self.compiler.tell(News::Back(mark));
        true
    }

    fn effort(&mut self, so_far: &Effort) {
        self.compiler.tell(News::Effort(*so_far));
    }

    fn blame(&mut self) {
        self.blamed.extend(self.back.take());
    }
}
