//! Knowledge of one program's lowering space: states, the steps between them, and where it pays to go on.
//!
//! Paths of one program meet again and again. A state is a module by its hash; a step is applied to a state once, and
//! whoever comes by again is told where it led. Nothing here runs anything.

use super::operations::{Operations, TypeKind, left};
use super::pipeline::pass_name;
use crate::observe::{Effect, Outcome, Space, dialects};
use serde::{Deserialize, Serialize};
use std::collections::{HashMap, HashSet};

/// A module by its hash: equal for equal IR.
pub type Key = [u8; 32];

/// A state of a [`Graph`]; the source is [`ROOT`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct StateId(u32);

/// The program itself.
pub const ROOT: StateId = StateId(0);

/// A step by its number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
struct StepId(u32);

/// A module on the way down.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct GraphState {
    /// Its hash.
    pub key: Key,
    /// The operations in it.
    pub operations: Operations,
    /// Turns of construction up to here, along the path that found it.
    pub turns: u32,
    /// True if paths may begin here.
    pub open: bool,
    /// True if it is lowered and has been run.
    pub ran: bool,
    /// The fewest steps in which a path from here came to a good end; none where no path did.
    to_go: Option<u32>,
    /// Features that nothing before it had.
    gain: u32,
    /// Paths that began here.
    begun: u32,
    /// The way it was found; none for the source.
    origin: Option<(StateId, StepId)>,
}

/// The end that a step leads to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Edge {
    /// To a state; the one it starts from, if it changes nothing.
    To(StateId),
    /// The pass refuses.
    Declined,
    /// Nowhere, for this reason: a crash, a limit, invalid IR.
    Ended(Outcome),
}

/// A program's states and steps, as far as they are known.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Graph {
    states: Vec<GraphState>,
    by_key: HashMap<Key, StateId>,
    steps: Vec<String>,
    by_step: HashMap<String, StepId>,
    edges: HashMap<(StateId, StepId), Edge>,
    features: HashSet<u64>,
    met: HashSet<(String, TypeKind)>,
    /// The number of paths that each pass has ended.
    ended_by: HashMap<String, u32>,
}

/// An operation nobody has met before is worth this many features: it opens other passes.
const NEW_OPERATION: u32 = 4;
/// More new features than this are no better.
const MOST_NEW: u32 = 16;
/// A pass that ended this many paths of a program is left out of its others.
pub const MOST_ENDED: u32 = 3;
/// The distance that a state is taken to be from the end while no path from it has got there.
const FAR: u32 = 40;

impl Graph {
    /// The source alone.
    pub fn new(source: Key, operations: Operations) -> Graph {
        let mut graph = Graph {
            states: Vec::new(),
            by_key: HashMap::new(),
            steps: Vec::new(),
            by_step: HashMap::new(),
            edges: HashMap::new(),
            features: HashSet::new(),
            met: HashSet::new(),
            ended_by: HashMap::new(),
        };
        graph.add(source, operations, 0, None);
        graph.states[0].open = true;
        graph
    }

    /// A state.
    pub fn state(&self, id: StateId) -> &GraphState {
        &self.states[id.0 as usize]
    }

    /// Every state, the source first.
    pub fn all(&self) -> impl Iterator<Item = &GraphState> {
        self.states.iter()
    }

    /// The state of this hash, if it is known.
    pub fn find(&self, key: &Key) -> Option<StateId> {
        self.by_key.get(key).copied()
    }

    /// The number of states that are known, the source included.
    pub fn states(&self) -> usize {
        self.states.len()
    }

    /// The number of (state, step) pairs that have been tried.
    pub fn edges(&self) -> usize {
        self.edges.len()
    }

    /// The steps that ended a path, with the state they were applied to.
    pub fn ended(&self) -> impl Iterator<Item = (StateId, &str, Outcome)> {
        self.edges.iter().filter_map(|((from, step), edge)| match edge {
            Edge::Ended(outcome) => Some((*from, self.steps[step.0 as usize].as_str(), *outcome)),
            _ => None,
        })
    }

    /// The effects of the steps that were tried, each in each state once.
    pub fn space(&self) -> Space {
        let mut space = Space::default();
        let names: Vec<String> = self
            .states
            .iter()
            .map(|state| dialects(state.operations.keys().map(|(name, _)| name.as_str())))
            .collect();
        names.first().iter().for_each(|source| space.begin(source));
        for ((from, step), edge) in &self.edges {
            let (effect, to) = match edge {
                Edge::To(to) if to == from => (Some(Effect::Unchanged), from),
                Edge::To(to) => (Some(Effect::Changed), to),
                Edge::Declined => (Some(Effect::Declined), from),
                Edge::Ended(_) => (None, from),
            };
            let name = |id: &StateId| names[id.0 as usize].as_str();
            space.note(name(from), pass_name(&self.steps[step.0 as usize]), effect, name(to));
        }
        space
    }

    /// The end of `step` from `from`, if it has been tried.
    pub fn edge(&self, from: StateId, step: &str) -> Option<Edge> {
        self.edges.get(&(from, *self.by_step.get(step)?)).copied()
    }

    /// Notes that `step` leads nowhere from `from`.
    pub fn stop(&mut self, from: StateId, step: &str, edge: Edge) {
        if let Edge::Ended(_) = edge {
            *self.ended_by.entry(pass_name(step).to_owned()).or_default() += 1;
        }
        let step = self.step(step);
        self.edges.insert((from, step), edge);
    }

    /// True if the pass of a step has ended too many paths to be tried once more.
    pub fn is_left_out(&self, step: &str) -> bool {
        self.ended_by.get(pass_name(step)).is_some_and(|paths| *paths >= MOST_ENDED)
    }

    /// Notes that `step`, in turn `turns`, leads from `from` to the state of this key, made of `operations` unless it
    /// is known, with these `features` of what the step did. There is none where it is neither known nor told what it is.
    pub fn arrive(
        &mut self,
        from: StateId,
        step: &str,
        key: Key,
        operations: Option<Operations>,
        turns: u32,
        features: &[u64],
    ) -> Option<StateId> {
        let step = self.step(step);
        let first_met = features.iter().filter(|feature| self.features.insert(**feature)).count() as u32;
        let to = match (self.by_key.get(&key), operations) {
            (Some(known), _) => *known,
            (None, Some(operations)) => {
                let to = self.add(key, operations, turns, Some((from, step)));
                self.states[to.0 as usize].gain += first_met;
                to
            }
            (None, None) => return None,
        };
        self.edges.insert((from, step), Edge::To(to));
        Some(to)
    }

    /// The state that came out when the steps to `id` were run again: `id` itself, if the key is its own. There is none where it
    /// is neither known nor told what it is.
    pub fn again(&mut self, id: StateId, key: Key, operations: Option<Operations>) -> Option<StateId> {
        if let Some(known) = self.by_key.get(&key) {
            return Some(*known);
        }
        let (turns, origin) = (self.state(id).turns, self.state(id).origin);
        Some(self.add(key, operations?, turns, origin))
    }

    fn add(
        &mut self,
        key: Key,
        operations: Operations,
        turns: u32,
        origin: Option<(StateId, StepId)>,
    ) -> StateId {
        let id = StateId(self.states.len() as u32);
        let new = operations.keys().filter(|operation| !self.met.contains(*operation)).count() as u32;
        if new > 0 {
            self.met.extend(operations.keys().cloned());
        }
        let gain = new * NEW_OPERATION;
        self.by_key.insert(key, id);
        let (open, ran, to_go, begun) = (false, false, None, 0);
        self.states.push(GraphState { key, operations, turns, open, ran, to_go, gain, begun, origin });
        id
    }

    fn step(&mut self, step: &str) -> StepId {
        if let Some(id) = self.by_step.get(step) {
            return *id;
        }
        let id = StepId(self.steps.len() as u32);
        self.steps.push(step.to_owned());
        self.by_step.insert(step.to_owned(), id);
        id
    }

    /// The steps from the source to a state, the way it was found.
    pub fn path(&self, to: StateId) -> Vec<String> {
        self.way(to, |_| false).1
    }

    /// The way to a state from the nearest one on the way it was found that `is_there`: that one, or the source, and
    /// the steps from there on.
    pub fn way(&self, to: StateId, is_there: impl Fn(StateId) -> bool) -> (StateId, Vec<String>) {
        let mut at = to;
        let mut steps = Vec::new();
        while let Some((from, step)) = self.state(at).origin.filter(|_| !is_there(at)) {
            steps.push(self.steps[step.0 as usize].clone());
            at = from;
        }
        steps.reverse();
        (at, steps)
    }

    /// Notes that a lowered state has been run.
    pub fn set_ran(&mut self, id: StateId) {
        self.states[id.0 as usize].ran = true;
    }

    /// Lets paths begin at a state, or no longer. They always may at the source.
    pub fn set_open(&mut self, id: StateId, open: bool) {
        self.states[id.0 as usize].open = open || id == ROOT;
    }

    /// Notes that a path through these states came to a good end.
    pub fn praise(&mut self, visited: &[StateId]) {
        for (steps, id) in (0..).zip(visited.iter().rev()) {
            let mut next = Some((*id, steps));
            // A state before a good one is good, and as many steps further from the end.
            while let Some((at, steps)) =
                next.filter(|(at, steps)| self.state(*at).to_go.is_none_or(|known| known > *steps))
            {
                self.states[at.0 as usize].to_go = Some(steps);
                next = self.state(at).origin.map(|(from, _)| (from, steps + 1));
            }
        }
    }

    /// Notes that a path through these states came to no good end: paths no longer begin at those of its states that none has
    /// left for the better. Conversions may succeed and leave what nothing can lower any more, and a wrong result would
    /// only show again. Returns these states.
    pub fn doubt(&mut self, visited: &[StateId]) -> Vec<StateId> {
        let doubtful = |id: &StateId| *id != ROOT && self.state(*id).open && self.state(*id).to_go.is_none();
        let closed: Vec<StateId> = visited.iter().copied().filter(doubtful).collect();
        closed.iter().for_each(|id| self.set_open(*id, false));
        closed
    }

    /// The states paths may begin at, but for the source, least promising first.
    pub fn frontier(&self) -> Vec<StateId> {
        let ids = (1..self.states.len() as u32).map(StateId);
        let mut open: Vec<StateId> = ids.filter(|id| self.state(*id).open).collect();
        open.sort_by_key(|id| (self.weight(*id), *id));
        open
    }

    /// A state to begin another path at, drawn from the frontier by `pick`: likelier is what had new features, what is few
    /// steps from the end, and what few paths began at. The source where there is none.
    pub fn choose(&mut self, pick: u64) -> StateId {
        let frontier = self.frontier();
        let total: u64 = frontier.iter().map(|id| self.weight(*id)).sum();
        let mut rest = if total == 0 { 0 } else { pick % total };
        let chosen = frontier.into_iter().find(|id| {
            let weight = self.weight(*id);
            let found = rest < weight;
            rest = rest.saturating_sub(weight);
            found
        });
        let chosen = chosen.unwrap_or(ROOT);
        self.states[chosen.0 as usize].begun += 1;
        chosen
    }

    /// The worth of a state as the beginning of a path. From a late one a path costs a few passes where one from the
    /// source costs dozens, and gives another module just as well.
    fn weight(&self, id: StateId) -> u64 {
        let state = self.state(id);
        if left(&state.operations).next().is_none() {
            return 0;
        }
        let far = u64::from(2 + state.to_go.unwrap_or(FAR));
        let gain = u64::from(4 + state.gain.min(MOST_NEW));
        let begun = u64::from(1 + state.begun);
        ((gain << 20) / (far * far * begun * begun)).max(1)
    }
}

#[cfg(test)]
#[path = "graph_tests.rs"]
mod tests;
