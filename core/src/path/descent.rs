//! Lowering step by step: the one engine, whoever chooses the steps.
//!
//! A descent goes down a program's lowering graph. A path of given steps, a path that is drawn as it is lowered, and one of many
//! paths that share what is known differ in who chooses the next step ([`Descent::follow`], [`Descent::draw`]), in which graph they
//! begin with, and in which modules stay ([`Retention`]).
//!
//! This runs where the modules are, so that a whole path is one request. Drawn steps that lead where somebody knows are
//! followed on paper; a module is made where a path comes to something nobody has tried. A pass works in place and takes
//! the module with it, so a state that others will branch from is copied first, and one that is wanted after all is
//! made again from the nearest that stayed.
//!
//! [`Compiler::reached`] is the place for whatever looks at each state that a step has led to.

use super::construct::{Applied, End, Lowering, construct};
use super::event::{Event, StepError};
use super::graph::{Edge, Graph, Key, ROOT, StateId};
use super::operations::{Operations, left};
use super::pipeline::pass_name;
use super::strategy::Strategy;
use crate::observe::{Cause, Effect, Effort, Failure, Outcome};
use std::collections::{HashMap, HashSet};

/// A compiler, as far as a descent needs one.
pub trait Compiler {
    /// A program at some point on its way down.
    type Module;

    /// Another of the same.
    fn duplicate(&mut self, module: &Self::Module) -> Self::Module;

    /// Runs a step.
    ///
    /// # Errors
    /// The step leads nowhere. Unless it was refused, the module may be in any state.
    fn run(&mut self, module: &mut Self::Module, step: &str) -> Result<(), StepError>;

    /// Finds out what a step left: its hash and, unless it `is_known` by that, what is in it.
    ///
    /// # Errors
    /// A path cannot go on with it.
    fn look(&mut self, module: &Self::Module, is_known: &dyn Fn(&Key) -> bool) -> Result<Look, StepError>;

    /// A step has just led to this state: the place for feedback and for checks of single steps.
    ///
    /// # Errors
    /// The path cannot go on from there.
    fn reached(&mut self, arrival: &Arrival<'_>, module: &Self::Module) -> Result<(), StepError>;

    /// The end that a step from this state has led to, in the light of what is known of the state.
    fn ended(&mut self, _from: &Key, error: StepError) -> StepError {
        error
    }

    /// A pass has just reported failure on IR of these operations.
    fn declined(&mut self, step: &str, before: &Operations);

    /// Gives up a module that may be in any state.
    fn abandon(&mut self, module: Self::Module);

    /// Tells an event, the moment it happens: if the compiler dies, it is known what it was at.
    fn tell(&mut self, event: Event);
}

/// The state that a step left: its hash, and its operations unless they are known.
pub type Look = (Key, Option<Operations>);

/// A step that was run, and where it has led.
pub struct Arrival<'a> {
    /// The step.
    pub step: &'a str,
    /// The state it was run on.
    pub from: Key,
    /// The operations of that.
    pub before: &'a Operations,
    /// The state it led to; the one it was run on, if it changed nothing.
    pub to: Key,
    /// The operations of that.
    pub after: &'a Operations,
    /// True if no path has been at that state.
    pub is_new: bool,
    /// True if the step was drawn, false if it was given.
    pub drawn: bool,
    path: &'a [StateVisit],
}

impl Arrival<'_> {
    /// The steps of the path, this one included.
    pub fn steps(&self) -> impl Iterator<Item = &str> {
        self.path.iter().filter_map(|visit| visit.by.as_deref()).chain([self.step])
    }
}

/// Which modules stay, beside the source's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Retention {
    /// Every state: to make one again costs more than to keep it.
    Everything,
    /// Every few states of a drawn path, for it to go back to.
    Path,
    /// Every few states from which another path has the turns left to get anywhere.
    Branches,
}

impl Retention {
    /// A module stays behind so many new states. A copy costs a fifth of a pass or so, and running the passes again to get there
    /// costs that many passes.
    fn stride(self) -> u32 {
        match self {
            Retention::Everything => 1,
            Retention::Path => 8,
            Retention::Branches => 4,
        }
    }
}

/// A state that a path came to.
struct StateVisit {
    state: StateId,
    /// The step that led there; none where the path began or was made again.
    by: Option<String>,
}

/// A program on its way down, again and again.
pub struct Descent<C: Compiler> {
    /// Runs passes.
    pub compiler: C,
    graph: Graph,
    retention: Retention,
    /// Longest path, in turns.
    most_turns: u32,
    /// Modules that stay.
    held: HashMap<StateId, C::Module>,
    /// The module that was worked on last.
    hand: Option<(StateId, C::Module)>,
    /// Passes that have refused. A copy before the next try costs less than the steps it would take with it.
    refused: HashSet<String>,
    /// The state that the path is at.
    at: StateId,
    /// The states it came through, this one included.
    visits: Vec<StateVisit>,
    /// True from the first drawn step on.
    drawn: bool,
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
    /// Holds the program itself, and what is known of it.
    pub fn new(
        compiler: C,
        source: C::Module,
        graph: Graph,
        retention: Retention,
        most_turns: u32,
    ) -> Descent<C> {
        Descent {
            compiler,
            graph,
            retention,
            most_turns,
            held: HashMap::from([(ROOT, source)]),
            hand: None,
            refused: HashSet::new(),
            at: ROOT,
            visits: vec![StateVisit { state: ROOT, by: None }],
            drawn: false,
            back: None,
            blamed: HashSet::new(),
            turns: 0,
            turns_before: 0,
            since: 0,
        }
    }

    /// Begins a path at the source of which nothing else is known, and takes again as many of the last path's given steps on
    /// paper as it shares with that. The result is their number: fewer where the last path did not come as far.
    pub fn restart(&mut self, shared: usize) -> usize {
        let source = self.graph.state(ROOT);
        let graph = Graph::new(source.key, source.operations.clone());
        let old = std::mem::replace(&mut self.graph, graph);
        let mut held = std::mem::take(&mut self.held);
        self.held.extend(held.remove_entry(&ROOT));
        let last = std::mem::take(&mut self.visits);
        self.hand = None;
        self.refused.clear();
        self.blamed.clear();
        self.start(ROOT);
        let mut taken = 0;
        let given = last.into_iter().filter_map(|visit| Some((visit.by?, visit.state)));
        for (step, known) in given.take(shared) {
            let known_state = old.state(known);
            let (state, operations) = (known_state.key, known_state.operations.clone());
            let operations = self.graph.find(&state).is_none().then_some(operations);
            self.compiler.tell(Event::Step { step: step.clone(), turns: 0 });
            let Some(to) = self.graph.arrive(self.at, &step, state, operations.clone(), 0, &[]) else {
                break;
            };
            self.compiler.tell(Event::To { state, operations, stays: false });
            self.come_to(to, &step);
            if let Some(module) = held.remove(&known) {
                self.held.insert(to, module);
                self.stay();
            }
            taken += 1;
        }
        taken
    }

    /// Begins a path at a state.
    pub fn start(&mut self, from: StateId) {
        self.at = from;
        self.visits = vec![StateVisit { state: from, by: None }];
        (self.drawn, self.back) = (false, None);
        let state = self.graph.state(from);
        self.turns_before = state.turns;
        (self.turns, self.since) = (self.turns_before, 0);
        let (state, operations) = (state.key, state.operations.clone());
        self.compiler.tell(Event::Begin { state, operations });
    }

    /// Takes a step that is given: it is run, whatever is known of it.
    ///
    /// # Errors
    /// The step leads nowhere.
    pub fn follow(&mut self, step: &str) -> Result<Effect, StepError> {
        self.explore(step)
    }

    /// Checks the module of the state that the path is at, to which its last step has led.
    ///
    /// # Errors
    /// The path cannot go on from there.
    pub fn check(
        &mut self,
        check: impl FnOnce(&mut C, &C::Module) -> Result<(), StepError>,
    ) -> Result<(), StepError> {
        self.come_here()?;
        let Some((_, module)) = &self.hand else { return Err(self.fail(lost())) };
        check(&mut self.compiler, module).map_err(|error| self.fail(error))
    }

    /// A module of the state that the path is at stays.
    pub fn stay(&mut self) {
        self.graph.set_open(self.at, true);
    }

    /// Puts the rest of the path together as `draws` say, on version `version`.
    pub fn draw(&mut self, draws: &[u8], version: u32, strategy: &Strategy) -> End {
        self.drawn = true;
        self.compiler.tell(Event::Drawing);
        let turns = self.most_turns.saturating_sub(self.turns_before);
        let end = construct(self, draws, version, turns, strategy);
        self.over(end)
    }

    /// The end of a path of given steps alone.
    pub fn arrive(&mut self) -> End {
        self.over(End::of(&self.graph.state(self.at).operations))
    }

    /// Ends the path.
    pub fn over(&mut self, end: End) -> End {
        self.compiler.tell(Event::Over(end.clone()));
        end
    }

    /// Goes down from a state as `draws` say, on version `version`. The lowered module and its state if the path got
    /// there and nobody has run it.
    pub fn descend(
        &mut self,
        from: StateId,
        draws: &[u8],
        version: u32,
        strategy: &Strategy,
    ) -> Option<(Key, C::Module)> {
        self.start(from);
        let mut strategy = strategy.clone();
        if from == ROOT && draws.is_empty() {
            // The path that the others are compared with.
            strategy.through.clear();
        }
        let end = self.draw(draws, version, &strategy);
        if end != End::Lowered || self.graph.state(self.at).ran {
            return None;
        }
        let lowered = self.take()?;
        self.graph.set_ran(self.at);
        Some(lowered)
    }

    /// The hash of the state that the path is at.
    pub fn state(&self) -> Key {
        self.graph.state(self.at).key
    }

    /// The operations of the state that the path is at.
    pub fn operations(&self) -> &Operations {
        &self.graph.state(self.at).operations
    }

    /// The module of the state that the path is at; none where it cannot be made again.
    pub fn module(&mut self) -> Option<&C::Module> {
        self.come_here().ok()?;
        self.hand.as_ref().map(|(_, module)| module)
    }

    /// Hands over the module of that state, which the caller may change, with its hash.
    pub fn take(&mut self) -> Option<(Key, C::Module)> {
        if self.come_here().is_err() {
            self.over(End::Ended);
            return None;
        }
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

    /// Takes the module of where the path is into the hand.
    fn come_here(&mut self) -> Result<(), StepError> {
        self.fetch().map_err(|error| self.fail(error))
    }

    fn fetch(&mut self) -> Result<(), StepError> {
        let in_hand = self.hand.as_ref().map(|(id, _)| *id);
        if in_hand == Some(self.at) {
            return Ok(());
        }
        let (from, steps) = self.graph.way(self.at, |id| in_hand == Some(id) || self.held.contains_key(&id));
        if in_hand != Some(from) {
            if let Some((id, module)) = self.hand.take().filter(|(id, _)| self.graph.state(*id).open) {
                self.held.entry(id).or_insert(module);
            }
            let there = self.held.get(&from).ok_or_else(lost)?;
            self.hand = Some((from, self.compiler.duplicate(there)));
        }
        if steps.is_empty() { Ok(()) } else { self.remake(&steps) }
    }

    /// Runs steps again, from the state in hand to where the path is.
    fn remake(&mut self, steps: &[String]) -> Result<(), StepError> {
        let mut module = self.take_hand().ok_or_else(lost)?;
        for step in steps {
            self.compiler.tell(Event::Again(step.clone()));
            if self.compiler.run(&mut module, step).is_err() {
                self.compiler.abandon(module);
                return Err(lost());
            }
        }
        let look = self.compiler.look(&module, &|key| self.graph.find(key).is_some());
        let (state, operations) = match look {
            Ok(look) => look,
            Err(error) => {
                self.compiler.abandon(module);
                // Wherever a step has led, the path cannot go on without it.
                let (outcome, failure) = error.ending();
                return Err(StepError::Broken(outcome, Box::new(failure)));
            }
        };
        // The order of some of MLIR's tables hangs on where memory lies, so it may come out another way round.
        let here = self.graph.again(self.at, state, operations.clone()).ok_or_else(lost)?;
        // A state that was lost once may be lost again.
        self.graph.set_open(here, true);
        self.at = here;
        self.visits.push(StateVisit { state: here, by: None });
        self.hand = Some((here, module));
        self.compiler.tell(Event::Remade { state, operations });
        Ok(())
    }

    /// Says that the step at hand leads nowhere.
    fn fail(&mut self, error: StepError) -> StepError {
        self.compiler.tell(Event::Failed(error.clone()));
        error
    }

    /// Runs a step here and goes where it leads.
    fn explore(&mut self, step: &str) -> Result<Effect, StepError> {
        self.come_here()?;
        let from = self.at;
        let Some(mut module) = self.take_hand() else { return Err(self.fail(lost())) };
        let spare = self.refused.contains(pass_name(step)) && !self.held.contains_key(&from);
        let spare = spare.then(|| self.compiler.duplicate(&module));
        self.compiler.tell(Event::Step { step: step.to_owned(), turns: self.turns });
        let looked = self.compiler.run(&mut module, step).and_then(|()| self.look(step, &module));
        let (state, operations) = match looked {
            Ok(looked) => looked,
            Err(error) => {
                self.hand = match error {
                    StepError::Refused(..) => Some((from, module)),
                    _ => {
                        self.compiler.abandon(module);
                        spare.map(|module| (from, module))
                    }
                };
                if let StepError::Declined(_) = error {
                    self.compiler.declined(step, &self.graph.state(from).operations);
                    self.refused.insert(pass_name(step).to_owned());
                }
                let edge = match &error {
                    StepError::Broken(outcome, _) => Edge::Ended(*outcome),
                    _ => Edge::Declined,
                };
                self.graph.stop(from, step, edge);
                return Err(self.fail(error));
            }
        };
        let is_new = operations.is_some();
        let to = self.graph.arrive(from, step, state, operations.clone(), self.turns, &[]);
        let Some(to) = to else { return Err(self.fail(lost())) };
        self.hand = Some((to, module));
        let stays = is_new && self.stays(to);
        self.compiler.tell(Event::To { state, operations, stays });
        Ok(self.come_to(to, step))
    }

    /// Looks at what a step left, and lets others look.
    fn look(&mut self, step: &str, module: &C::Module) -> Result<Look, StepError> {
        let looked = self.compiler.look(module, &|key| self.graph.find(key).is_some());
        let here = &self.graph.state(self.at).key;
        let (to, operations) = looked.map_err(|error| self.compiler.ended(here, error))?;
        let known = self.graph.find(&to).map(|id| &self.graph.state(id).operations);
        let from = self.graph.state(self.at);
        let arrival = Arrival {
            step,
            from: from.key,
            before: &from.operations,
            to,
            after: operations.as_ref().or(known).ok_or_else(lost)?,
            is_new: operations.is_some(),
            drawn: self.drawn,
            path: &self.visits,
        };
        self.compiler.reached(&arrival, module)?;
        Ok((to, operations))
    }

    fn come_to(&mut self, to: StateId, step: &str) -> Effect {
        let same = self.graph.state(self.at).operations == self.graph.state(to).operations;
        self.at = to;
        self.visits.push(StateVisit { state: to, by: Some(step.to_owned()) });
        if same { Effect::Unchanged } else { Effect::Changed }
    }

    /// True if the module of a new state stays.
    fn stays(&mut self, id: StateId) -> bool {
        if !self.drawn {
            return false;
        }
        self.since += 1;
        let state = self.graph.state(id);
        // A path needs some turns to get anywhere: a third of them must be left.
        let late = 3 * state.turns > 2 * self.most_turns;
        let wanted = match self.retention {
            Retention::Everything | Retention::Path => true,
            Retention::Branches => !late && left(&state.operations).next().is_some(),
        };
        let stays = self.since >= self.retention.stride() && wanted;
        if stays {
            self.since = 0;
            self.graph.set_open(id, true);
        }
        stays
    }
}

/// The way to a state that the path has been at is gone.
fn lost() -> StepError {
    StepError::Broken(Outcome::HarnessError, Box::new(Failure::of(Cause::LostState {})))
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
        let taken = match self.graph.edge(self.at, step) {
            Some(Edge::To(to)) if self.blamed.contains(&(self.at, to)) => return Applied::Declined,
            Some(Edge::To(to)) => {
                let state = self.graph.state(to).key;
                self.compiler.tell(Event::Step { step: step.to_owned(), turns: self.turns });
                self.compiler.tell(Event::To { state, operations: None, stays: false });
                Ok(self.come_to(to, step))
            }
            // An end of another path here has been recorded; this one goes on as if the pass had refused.
            Some(Edge::Declined | Edge::Ended(_)) => return Applied::Declined,
            None if self.graph.is_left_out(step) => return Applied::Declined,
            None => self.explore(step),
        };
        match taken {
            Ok(Effect::Changed) => Applied::Changed,
            Ok(_) => Applied::Unchanged,
            Err(error) if error.is_passed_by() => Applied::Declined,
            Err(_) => Applied::Ended,
        }
    }

    fn fingerprint(&mut self) -> [u8; 32] {
        self.state()
    }

    fn mark(&self) -> usize {
        self.visits.len() - 1
    }

    fn retreat(&mut self, mark: usize) -> bool {
        let behind = self.visits.split_off(mark + 1);
        self.at = self.visits[mark].state;
        self.back = behind.iter().map(|visit| visit.state).find(|id| *id != self.at).map(|id| (self.at, id));
        self.compiler.tell(Event::Back(mark));
        true
    }

    fn effort(&mut self, so_far: &Effort) {
        self.compiler.tell(Event::Effort(*so_far));
    }

    fn blame(&mut self) {
        self.blamed.extend(self.back.take());
    }
}

#[cfg(test)]
#[path = "descent_tests.rs"]
mod tests;
