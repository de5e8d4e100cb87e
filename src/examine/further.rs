//! One program along one path with further arguments: what is right for some may be wrong for others.

use crate::eval::ArgumentSet;
use crate::execute::{Checking, ChecksSteps, Ending, States};
use crate::ir;
use crate::judge::refine::Refinement;
use serde::Serialize;

/// The answers with further sets of arguments, up to the first with which a step is wrong.
#[derive(Debug, Default, Serialize)]
pub struct FurtherSets {
    /// Sets with which every step is right.
    pub right: u32,
    /// Sets with which nobody can tell of some step.
    pub untold: u32,
    /// Sets that leave the program itself undefined, or open, before any step.
    pub undefined: u32,
    /// The set with which a step is wrong.
    #[serde(skip)]
    pub wrong: Option<WrongWith>,
}

/// A set of arguments with which a step is wrong.
#[derive(Debug)]
pub struct WrongWith {
    /// The arguments, as MLIR spells the elements of a constant.
    pub arguments: Vec<String>,
    /// The states.
    pub states: States,
}

impl FurtherSets {
    /// Runs a program with so many sets of arguments in the place of those that it holds, or passes to a function.
    pub fn of(machine: &mut dyn ChecksSteps, checking: &Checking, most: u32) -> FurtherSets {
        let mut sets = FurtherSets::default();
        // A program may be in a pretty form, which MLIR alone reads.
        let generic = machine.state_after(&checking.program, &[], &checking.limits);
        let Some(module) = generic.ok().and_then(|text| ir::module(&text).ok()) else { return sets };
        for set in (1..=most).map_while(|number| ArgumentSet::drawn(&module, number)) {
            let mut given = module.clone();
            if !set.put(&mut given) {
                break;
            }
            let with = Checking { program: given.generic(), ..checking.clone() };
            let Ok(states) = machine.check(with) else { continue };
            sets.note(states, || set.lists(&module));
            if sets.wrong.is_some() {
                break;
            }
        }
        sets
    }

    fn note(&mut self, states: States, arguments: impl FnOnce() -> Vec<String>) {
        let relations = || states.runs.iter().filter_map(|run| run.relation.as_ref().map(|(_, told)| told));
        let says_nothing = |told: &Refinement| matches!(told, Refinement::Unknown(_) | Refinement::Vacuous);
        if states.runs.first().is_none_or(|run| run.ending != Ending::Done) {
            self.undefined += 1;
        } else if states.is_broken() {
            self.wrong = Some(WrongWith { arguments: arguments(), states });
        } else if states.ended.is_some() || relations().any(says_nothing) {
            self.untold += 1;
        } else {
            self.right += 1;
        }
    }

    /// The sets that were run.
    pub fn run(&self) -> u32 {
        self.right + self.untold + self.undefined + u32::from(self.wrong.is_some())
    }
}
