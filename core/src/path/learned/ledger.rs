//! The book in which trials are entered, and the rules that follow from it.

use super::effects::Counted;
use super::{Crashed, Followed, Learned, LearnedPath, LearnedRule, Met, RuleEvidence};
use crate::path::Operations;
use crate::path::catalogue::Role;
use crate::path::operations::left;
use std::collections::{BTreeMap, BTreeSet};

/// A pass that helped this often with every operation of a state is not tried there again.
const ENOUGH: u32 = 2;

/// The IR a pass is tried on.
pub struct LedgerState<'a> {
    /// The operations that are there.
    pub operations: &'a Operations,
    /// The least that one of the passes that tidy ([`Role::Tidies`]) leaves of it. A pass helps where it leaves less.
    pub tidied: &'a Operations,
}

/// A pass that never helped with an operation in so many different companies of dialects is given up on.
const PATIENCE: u32 = 24;

/// A pass that did not come back from so many states is tried no more: each time costs a worker, and one is enough to list it.
const MOST_CRASHES: u32 = 3;

/// The effects of every pass on every operation, so far.
#[derive(Default)]
pub struct Ledger {
    paths: Vec<LearnedPath>,
    met: BTreeSet<Met>,
    entries: BTreeMap<(Met, String), LedgerEntry>,
    evidence: Vec<RuleEvidence>,
    crashed: Vec<Crashed>,
    /// States that each pass did not come back from.
    crashes: BTreeMap<String, u32>,
    /// Operation, pass and the dialects around: where a trial would be a repetition.
    seen: BTreeSet<(Met, String, Dialects)>,
    /// The ends that conversions lead to.
    pub followed: Followed,
    /// The operations that conversions refuse.
    pub refused: Followed,
    /// The effects of optimizations.
    pub effects: Counted,
}

type Dialects = Vec<String>;

#[derive(Default)]
struct LedgerEntry {
    helped: u32,
    cleared: u32,
    idle: u32,
    declined: u32,
    /// Different companies of dialects it was tried in.
    companies: u32,
    /// Index of the evidence, how often before and after.
    best: Option<(usize, u32, u32)>,
}

impl Ledger {
    /// A new way down on which states will be met; gives its number.
    pub fn path(&mut self, program: u64, steps: Vec<String>) -> usize {
        self.paths.push(LearnedPath { program, steps });
        self.paths.len() - 1
    }

    /// Path number `path` goes on by a step.
    pub fn extend(&mut self, path: usize, step: String) {
        self.paths[path].steps.push(step);
    }

    /// True if trying `pass` on such a state may teach something: there is an operation for which it was not tried in this
    /// company of dialects, and it has neither helped often nor failed to help very often.
    pub fn wants(&self, state: &Operations, pass: &str) -> bool {
        if self.is_retired(pass) {
            return false;
        }
        let company = dialects(state);
        left(state).any(|key| {
            let pair = (Met::from(key), pass.to_owned());
            let open = |entry: &LedgerEntry| {
                entry.helped < ENOUGH && (entry.helped > 0 || entry.companies < PATIENCE)
            };
            self.entries.get(&pair).is_none_or(open)
                && !self.seen.contains(&(pair.0, pair.1, company.clone()))
        })
    }

    /// True if `pass` has helped with an operation of the state.
    pub fn knows(&self, state: &Operations, pass: &str) -> bool {
        let helped = |key| self.entries.get(&(Met::from(key), pass.to_owned())).is_some_and(|e| e.helped > 0);
        !self.is_retired(pass) && left(state).any(helped)
    }

    /// True if there is an operation in the state that was never met before.
    pub fn is_new(&self, state: &Operations) -> bool {
        left(state).any(|key| !self.met.contains(&Met::from(key)))
    }

    /// Enters a state that was met, whatever is tried there.
    pub fn meet(&mut self, state: &Operations) {
        self.met.extend(left(state).map(Met::from));
    }

    /// Enters what `pass` left of the state at `place`, the number of a path and how many of its steps lead there; none when
    /// it reported failure.
    pub fn enter(
        &mut self,
        place: (usize, usize),
        pass: &str,
        state: &LedgerState<'_>,
        after: Option<&Operations>,
    ) {
        let (path, steps) = place;
        let before = state.operations;
        let tidies = Role::Tidies.has(pass);
        let company = dialects(before);
        let mut number = None;
        for key in left(before) {
            let met = Met::from(key);
            let new = self.seen.insert((met.clone(), pass.to_owned(), company.clone()));
            let entry = self.entries.entry((met, pass.to_owned())).or_default();
            entry.companies += u32::from(new);
            let Some(after) = after else {
                entry.declined += 1;
                continue;
            };
            let (had, has) = (before[key], after.get(key).copied().unwrap_or(0));
            let without = if tidies { had } else { had.min(state.tidied.get(key).copied().unwrap_or(0)) };
            if has >= without {
                entry.idle += 1;
                continue;
            }
            entry.helped += 1;
            entry.cleared += u32::from(has == 0);
            if entry.best.is_none_or(|(_, _, rest)| rest > 0 && has == 0) {
                let evidence = &mut self.evidence;
                let number = *number.get_or_insert_with(|| {
                    let pass = pass.to_owned();
                    let (disappear, appear) = (missing(after, before), missing(before, after));
                    evidence.push(RuleEvidence { path, steps, pass, disappear, appear });
                    evidence.len() - 1
                });
                entry.best = Some((number, had, has));
            }
        }
    }

    /// Enters a pass that did not come back; that is a finding for others, and no rule.
    pub fn crash(&mut self, place: (usize, usize), pass: &str, state: &Operations, outcome: &str) {
        *self.crashes.entry(pass.to_owned()).or_default() += 1;
        let company = dialects(state);
        for key in left(state) {
            let pair = (Met::from(key), pass.to_owned());
            let new = self.seen.insert((pair.0.clone(), pair.1.clone(), company.clone()));
            self.entries.entry(pair).or_default().companies += u32::from(new);
        }
        if !self.crashed.iter().any(|known| known.pass == pass && known.outcome == outcome) {
            let (pass, outcome) = (pass.to_owned(), outcome.to_owned());
            let (path, steps) = place;
            self.crashed.push(Crashed { pass, path, steps, outcome });
        }
    }

    /// True if `pass` did not come back too often to be tried once more.
    pub fn is_retired(&self, pass: &str) -> bool {
        self.crashes.get(pass).is_some_and(|crashes| *crashes >= MOST_CRASHES)
    }

    /// The rules, with the evidence and the paths they need and no others.
    pub fn close(self, version: String, seed: u64, programs: u64) -> Learned {
        let mut helpful = self.entries;
        helpful.retain(|_, entry| entry.best.is_some());
        // Passes that tidy are rules only for operations that nothing else makes rarer.
        let tidying = Role::Tidies.steps();
        let tidies = |pass: &String| tidying.contains(pass);
        let converted: BTreeSet<Met> =
            helpful.keys().filter(|(_, pass)| !tidies(pass)).map(|(met, _)| met.clone()).collect();
        helpful.retain(|(met, pass), _| !tidies(pass) || !converted.contains(met));
        let known: BTreeSet<&Met> = helpful.keys().map(|(met, _)| met).collect();
        let unknown = self.met.iter().filter(|met| !known.contains(met)).cloned().collect();
        let mut evidence = Renumbered::default();
        let rules = helpful.iter().filter_map(|((operation, pass), entry)| {
            let (number, before, after) = entry.best?;
            Some(LearnedRule {
                operation: operation.clone(),
                pass: pass.clone(),
                helped: entry.helped,
                cleared: entry.cleared,
                idle: entry.idle,
                declined: entry.declined,
                evidence: evidence.of(number),
                before,
                after,
            })
        });
        let rules = rules.collect();
        let mut paths = Renumbered::default();
        let mut kept: Vec<RuleEvidence> =
            evidence.old.iter().map(|&old| self.evidence[old].clone()).collect();
        kept.iter_mut().for_each(|evidence| evidence.path = paths.of(evidence.path));
        let mut crashed = self.crashed;
        crashed.iter_mut().for_each(|crashed| crashed.path = paths.of(crashed.path));
        let mut ways: Vec<LearnedPath> = paths.old.iter().map(|&old| self.paths[old].clone()).collect();
        // Nobody needs what comes after the last state that taught something.
        for (index, way) in ways.iter_mut().enumerate() {
            let used =
                kept.iter().map(|e| (e.path, e.steps)).chain(crashed.iter().map(|c| (c.path, c.steps)));
            let last = used.filter(|(path, _)| *path == index).map(|(_, steps)| steps).max();
            way.steps.truncate(last.unwrap_or(0));
        }
        let mut dead_ends = self.followed.close();
        // Once is enough for a conversion that both refuses and would lead nowhere.
        for end in self.refused.close() {
            if !dead_ends.iter().any(|known| (&known.pass, &known.operation) == (&end.pass, &end.operation)) {
                dead_ends.push(end);
            }
        }
        Learned {
            version,
            seed,
            programs,
            paths: ways,
            evidence: kept,
            rules,
            unknown,
            crashed,
            dead_ends,
            effects: self.effects.close(),
        }
    }
}

/// Numbers given from the first on, in the order they are asked for.
#[derive(Default)]
struct Renumbered {
    old: Vec<usize>,
}

impl Renumbered {
    fn of(&mut self, old: usize) -> usize {
        self.old.iter().position(|known| *known == old).unwrap_or_else(|| {
            self.old.push(old);
            self.old.len() - 1
        })
    }
}

/// The elements that `all` has and `some` has not.
fn missing(some: &Operations, all: &Operations) -> Vec<Met> {
    all.keys().filter(|key| !some.contains_key(*key)).map(Met::from).collect()
}

/// The dialects of the operations in a state.
pub fn dialects(state: &Operations) -> Dialects {
    let names: BTreeSet<&str> = state.keys().map(|(name, _)| crate::observe::dialect(name)).collect();
    names.into_iter().map(str::to_owned).collect()
}

#[cfg(test)]
#[path = "ledger_tests.rs"]
mod tests;
