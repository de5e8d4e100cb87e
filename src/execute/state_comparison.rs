//! The comparison of two states of a path by their runs, and by runs in other worlds where they differ.

use super::arena::Arena;
use super::child::tree;
use super::interp::{Interpreter, Rerun};
use super::wire::Phase;
use crate::judge::Floats;
use crate::judge::refine::{Between, Breach, Openness, Refinement, Unknown, leaves_room, refines};
use crate::judge::spread::Spread;
use crate::mlir::Module;
use crate::observe::{Element, Expected, OpenChoice};
use crate::path::Freedom;
use crate::semantics;
use std::cell::OnceCell;

/// The facts about a program that decide how runs of its states are compared.
pub(super) struct StateComparison<'c> {
    major: u32,
    source: Module<'c>,
    printed: Vec<Element>,
    /// The results of the program by the reference semantics, where they know all of it; asked for where runs differ.
    expected: OnceCell<Option<Vec<Expected>>>,
}

impl<'c> StateComparison<'c> {
    pub(super) fn new(major: u32, source: &Module<'c>, printed: Vec<Element>) -> StateComparison<'c> {
        StateComparison { major, source: source.duplicate(), printed, expected: OnceCell::new() }
    }

    /// True if the reference semantics know the results of the program, which were asked for where runs differ.
    pub(super) fn is_expected(&self) -> bool {
        self.expected.get().is_some_and(Option::is_some)
    }

    /// The relation of a run to an earlier one; `freedom` is that of the steps between, and `memory` what a run may take.
    pub(super) fn judge(
        &self,
        arena: &Arena,
        interpreter: &Interpreter<'_>,
        runs: [Rerun<'_>; 2],
        freedom: Freedom,
        memory: u64,
    ) -> Refinement {
        let judge = PairJudge { comparison: self, arena, interpreter, floats: freedom.floats, memory };
        match judge.in_any_order(runs) {
            Refinement::Broken(_) if freedom.by_design => {
                Refinement::Unknown(Unknown::Open(Openness::Design))
            }
            Refinement::Broken(_) if freedom.frees && runs[0].run.gives_back => {
                Refinement::Unknown(Unknown::Open(Openness::GivenBack))
            }
            refinement => refinement,
        }
    }

    fn expected(&self, arena: &Arena) -> Option<&[Expected]> {
        let evaluated = self.expected.get_or_init(|| {
            let tree = tree(arena, self.major, &self.source).ok()?;
            arena.enter(Phase::Evaluate);
            let evaluated = semantics::evaluate(&tree).ok().map(|evaluation| evaluation.told().outputs);
            arena.enter(Phase::Harness);
            evaluated
        });
        evaluated.as_deref()
    }
}

/// Judges pairs of runs of one program, with steps between that have this freedom.
struct PairJudge<'s, 'c, 'i> {
    comparison: &'s StateComparison<'c>,
    arena: &'s Arena,
    interpreter: &'s Interpreter<'i>,
    floats: Floats,
    memory: u64,
}

impl PairJudge<'_, '_, '_> {
    /// The relation of two runs. Elements that are open as they hang on the order of a sum have a bound all the same: they count in a world
    /// that takes the order of the run.
    fn in_any_order(&self, runs: [Rerun<'_>; 2]) -> Refinement {
        let refinement = self.in_world(runs);
        if matches!(refinement, Refinement::Broken(_)) || !runs.iter().any(|rerun| rerun.run.order_tells) {
            return refinement;
        }
        let [Some(one), Some(other)] = runs.map(|rerun| self.interpreter.in_own_order(rerun, self.memory))
        else {
            return refinement;
        };
        let [before, after] = runs;
        match self.in_world([Rerun { run: &one, ..before }, Rerun { run: &other, ..after }]) {
            told @ (Refinement::Broken(_) | Refinement::Same | Refinement::Rounded) => told,
            _ => refinement,
        }
    }

    /// The relation of two runs in the world that both were run in.
    ///
    /// States that differ run again in other worlds: rounding leaves as much room as their results move, and elements that hang on what is
    /// left open say nothing, but for the order of iterations where the later state alone shows it.
    fn in_world(&self, [before, after]: [Rerun<'_>; 2]) -> Refinement {
        let printed = &self.comparison.printed;
        let between = Between { printed, floats: self.floats, expected: None, spread: None };
        let mut refinement = refines(before.run, after.run, between);
        match &refinement {
            Refinement::Broken(Breach::Endless { .. }) => return self.endless([before, after], refinement),
            Refinement::Broken(_) => {}
            _ => return refinement,
        }
        let spread = self.room([before, after]);
        if spread.is_some() {
            refinement = refines(before.run, after.run, Between { spread: spread.as_ref(), ..between });
        }
        let mut expected = None;
        if matches!(refinement, Refinement::Broken(Breach::Outputs(_))) {
            expected = self.comparison.expected(self.arena);
            let between = Between { expected, spread: spread.as_ref(), ..between };
            refinement = refines(before.run, after.run, between);
        }
        let Refinement::Broken(breach) = &refinement else { return refinement };
        if !breach.is_of_elements() && spread.as_ref().is_some_and(Spread::is_wild) {
            return Refinement::Unknown(Unknown::Open(Openness::Rounding));
        }
        let all = OpenChoice::ALL.map(|choice| match choice {
            // A pass may not bring in a race.
            OpenChoice::Order => (choice, self.moves(before, choice)),
            // The place of memory and the bits of a NaN are free wherever either is made.
            choice => (choice, self.moves(before, choice).or(self.moves(after, choice))),
        });
        let Some((choice, _)) = all.iter().find(|(_, moves)| !moves.is_still()) else { return refinement };
        let shown = Refinement::Unknown(Unknown::Open(Openness::Shown(*choice)));
        if before.run.unmeasured || after.run.unmeasured {
            return shown;
        }
        // Elements that move are no reason for another end.
        if !breach.is_of_elements() {
            let ends_otherwise = all.iter().any(|(_, moves)| moves.is_wild());
            return if ends_otherwise { shown } else { refinement };
        }
        let still = spread.unwrap_or_else(|| Spread::of(before.run, &[], printed));
        let spread = all.into_iter().fold(still, |spread, (_, moves)| spread.or(moves));
        match refines(before.run, after.run, Between { expected, spread: Some(&spread), ..between }) {
            Refinement::Broken(breach) if breach.is_of_elements() => Refinement::Broken(breach),
            _ => shown,
        }
    }

    /// The relation of a later run without an end, which nobody runs again: `broken`, unless it hangs on rounding or on a choice.
    fn endless(&self, [before, after]: [Rerun<'_>; 2], broken: Refinement) -> Refinement {
        if leaves_room(before.run, after.run, self.floats) && !self.rounded(before).is_still() {
            return Refinement::Unknown(Unknown::TooLong);
        }
        match OpenChoice::ALL.into_iter().find(|choice| !self.moves(before, *choice).is_still()) {
            Some(choice) => Refinement::Unknown(Unknown::Open(Openness::Shown(choice))),
            None => broken,
        }
    }

    /// The distance that rounding may take the results of both; none where it leaves no room.
    fn room(&self, [before, after]: [Rerun<'_>; 2]) -> Option<Spread> {
        leaves_room(before.run, after.run, self.floats).then(|| {
            let (one, other) = (self.rounded(before), self.rounded(after));
            // Only a pass that computes other numbers may round what was exact.
            if self.floats == Floats::Changed { one.or(other) } else { one.widened(other) }
        })
    }

    /// The distance that rounding takes the results of a run.
    fn rounded(&self, rerun: Rerun<'_>) -> Spread {
        self.interpreter.spread(rerun, self.floats, &self.comparison.printed, self.memory)
    }

    /// The distance that the results of a run move where this choice is settled otherwise.
    fn moves(&self, rerun: Rerun<'_>, choice: OpenChoice) -> Spread {
        self.interpreter.moves(rerun, choice, &self.comparison.printed, self.memory)
    }
}
