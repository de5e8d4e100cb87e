//! The oracles: each tells that something is wrong in its own way.
//!
//! An oracle is a file of this folder with its [`Oracle`] and what judges its facts, and a row of [`super::ORACLES`]. [`Needs`] says
//! which runs its facts take; `examine` makes them.

use super::determinism::UnsteadyStep;
use super::{Verdict, VerdictKind};
use crate::observe::{Element, Outcome, PathReport, Prescribed};

/// An oracle.
pub struct Oracle {
    /// Its word in `finding.json`.
    pub name: &'static str,
    /// The fault that it sees, for the schema.
    pub sees: &'static str,
    /// The facts that it judges.
    pub needs: Needs,
    /// The ends of a path that convict, whatever the other paths do.
    pub convicts: &'static [Convicting],
    /// Judges the reports of one program's paths; none where its needs judge the facts of a further run.
    pub judge: Option<Judge>,
    /// True of the verdicts that rest on it.
    pub finds: fn(&Verdict) -> bool,
    /// True where stock programs can show it: they run lowered code alone, each in a process whose memory lies as it happens to.
    pub stock: bool,
    /// The test that plants a bug for it, with the case beside it on which it is silent: a module of `tests` and a function.
    pub planted: &'static str,
}

/// The verdict of an oracle on the reports of one program's paths; none where it has nothing to say.
pub type Judge = fn(&[PathReport], Prescribed<'_>) -> Option<Verdict>;

/// The facts that an oracle judges, beside the ends of the paths.
#[derive(Clone, Copy, Debug)]
pub enum Needs {
    /// Nothing: each path convicts by its own end.
    Ends,
    /// The states between the passes, run or written as they are.
    States,
    /// The results of other paths of the program.
    OtherPaths,
    /// The results that the reference semantics expect.
    Semantics,
    /// A second look: the lowered modules are compiled, where they were interpreted.
    CompiledCode(Sampled, JudgeOfCompiled),
    /// A second look: the paths are lowered once more, in another heap.
    SecondHeap(Sampled, JudgeOfHeaps),
    /// A second look: the lowered modules are run on fresh memory that is filled with this byte.
    OtherFill(Sampled, u8, JudgeOfFill),
    /// A second look: the paths are lowered once more, and every state between the passes is run.
    EveryState(Suspects, JudgeOfStates),
    /// The plain lowering by two MLIRs.
    OtherMlir,
}

impl Needs {
    /// The cases of which a second look is taken, where that is what it needs.
    pub fn look(self) -> Option<LookedInto> {
        match self {
            Needs::CompiledCode(sampled, _)
            | Needs::SecondHeap(sampled, _)
            | Needs::OtherFill(sampled, ..) => Some(LookedInto::Sampled(sampled)),
            Needs::EveryState(suspects, _) => Some(LookedInto::Suspected(suspects)),
            Needs::Ends | Needs::States | Needs::OtherPaths | Needs::Semantics | Needs::OtherMlir => None,
        }
    }

    /// True where the reports are of two MLIRs, and not of the paths on one.
    pub(super) fn is_of_versions(self) -> bool {
        matches!(self, Needs::OtherMlir)
    }
}

/// The verdict on reports of which those that were interpreted have the run of compiled code, too, with the types that `main` prints.
pub type JudgeOfCompiled = fn(&[PathReport], &[Element]) -> Option<Verdict>;

/// The verdict on the path of this number and these steps, of which a step leaves one state or another.
pub type JudgeOfHeaps = fn(usize, &[String], &UnsteadyStep) -> Verdict;

/// The verdict on the reports of a first run, and on those of a second run on other fresh memory, with the types that `main` prints.
pub type JudgeOfFill = fn(&[PathReport], &[PathReport], &[Element]) -> Option<Verdict>;

/// The verdict on the reports of a run that ran every state.
pub type JudgeOfStates = fn(&[PathReport], Prescribed<'_>) -> Option<Verdict>;

/// True of a first run whose reports and verdict leave open what a second look tells.
pub type Suspects = fn(&[PathReport], Prescribed<'_>, &Verdict) -> bool;

/// The cases of which a second look is taken.
#[derive(Clone, Copy, Debug)]
pub enum LookedInto {
    /// A share of them.
    Sampled(Sampled),
    /// Those whose first run is like this.
    Suspected(Suspects),
}

/// The cases of which a second look is taken: it costs as much as the case did, so most are sampled, by the program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sampled {
    /// The share of the programs.
    pub share: Share,
    /// Looks of different salts are taken at different programs.
    pub salt: &'static str,
    /// The cases it is for.
    pub at: At,
}

/// The share of programs that is looked at: users choose each.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Share {
    /// `explore --sample`.
    Sample,
    /// Those that are compiled besides.
    Compiled,
}

/// The cases that a second look is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum At {
    /// Sampled ones whose paths agree.
    Sampled,
    /// These, and each one whose paths were given and agree.
    GivenPaths,
    /// These, and where nothing can be said of given paths: one of them may end where a pass did what it did.
    GivenPathsAnyway,
}

/// An outcome of a path, and the verdict on it.
pub struct Convicting {
    /// The outcome of the path.
    pub outcome: Outcome,
    /// The verdict on that outcome.
    pub kind: VerdictKind,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::judge::{Detail, ORACLES, Reason, Same, VerdictOf, resting_on};
    use crate::observe::{Deviation, Difference, PathLetter, Place, ShownValue};
    use std::collections::BTreeSet;

    #[test]
    fn oracles_have_names_of_their_own() {
        let names: BTreeSet<&str> = ORACLES.iter().map(|oracle| oracle.name).collect();
        assert_eq!(names.len(), ORACLES.len());
    }

    #[test]
    fn every_finding_rests_on_one_oracle() {
        for kind in VerdictKind::ALL.into_iter().filter(|kind| kind.is_finding()) {
            let finding = Verdict::finding(kind, None, Detail::default());
            let one_mlir = ORACLES.iter().filter(|oracle| !oracle.needs.is_of_versions());
            assert_eq!(one_mlir.filter(|oracle| (oracle.finds)(&finding)).count(), 1, "{kind}");
        }
        let told = |name: &str, detail| {
            let finding = Verdict::finding(VerdictKind::Nondeterministic, None, detail);
            let found = ORACLES.iter().filter(|oracle| (oracle.finds)(&finding)).map(|oracle| oracle.name);
            assert_eq!(found.collect::<Vec<_>>(), [name]);
        };
        let twice = |seen| Detail::Twice { same: Same::Module, seen: Box::new(seen) };
        let [one, other] = [1, 2].map(ShownValue::Outputs);
        let difference = Difference { at: Place::Outputs, one, other };
        let paths = [0, 1].map(PathLetter);
        told("lowering-diff", twice(Detail::Differ { paths, difference: Box::new(difference.clone()) }));
        let deviation = Box::new(Deviation { difference, zero_sign: false });
        told("reference-diff", twice(Detail::Unexpected { path: PathLetter(0), deviation, others: None }));
        let declined = Verdict::incomparable(Reason::Declined, None, Detail::default());
        for none in [Verdict::agree(), declined] {
            assert!(!ORACLES.iter().any(|oracle| (oracle.finds)(&none)));
        }
    }

    #[test]
    fn a_difference_of_two_mlirs_rests_on_another_oracle_than_one_of_two_paths() {
        let finding = Verdict::finding(VerdictKind::Mismatch, None, Detail::default());
        let name = |of| resting_on(&finding, of).map(|oracle| oracle.name);
        assert_eq!(name(VerdictOf::OneMlir), Some("lowering-diff"));
        assert_eq!(name(VerdictOf::TwoMlirs), Some("versions"));
        assert!(resting_on(&Verdict::agree(), VerdictOf::TwoMlirs).is_none());
    }

    #[test]
    fn an_outcome_convicts_by_one_oracle() {
        let convicting = ORACLES.iter().flat_map(|oracle| oracle.convicts);
        let outcomes: Vec<Outcome> = convicting.map(|convicting| convicting.outcome).collect();
        assert_eq!(outcomes.iter().collect::<BTreeSet<_>>().len(), outcomes.len());
        assert!(outcomes.iter().all(|outcome| outcome.condemns()));
    }
}
