//! The steps of paths that were judged by themselves: the state that a step left was run, and held against the state it was given.

use super::{Lack, LackCounts};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::ops::AddAssign;

/// The relation of a state to an earlier one, as they are counted.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, schemars::JsonSchema,
)]
#[serde(rename_all = "kebab-case")]
pub enum Relation {
    /// It shows the same.
    Same,
    /// Floats are rounded in another way, within what is allowed.
    Rounded,
    /// It shows the same but for elements that the documentation leaves open.
    Partly,
    /// The earlier state is undefined, so that any would do.
    Vacuous,
    /// The documentation leaves open how it goes on.
    Open,
    /// A run takes more steps than it may.
    TooLong,
    /// The machine does not have something in it.
    Unsupported,
    /// The results have other types.
    Types,
    /// The earlier state does not allow it.
    Broken,
}

impl Relation {
    /// True where the two states were told to agree, or not to.
    pub fn is_decided(self) -> bool {
        matches!(self, Relation::Same | Relation::Rounded | Relation::Partly | Relation::Broken)
    }
}

/// A step that was judged by itself.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct StepCheck {
    /// The pass of the step, by name.
    pub pass: String,
    /// The relation of the state it left to the last one before it that was run.
    pub relation: Relation,
    /// The thing that the machine does not have, where that is why nobody can tell.
    pub lack: Option<Lack>,
    /// The number of further arguments with which the states were held against each other.
    pub arguments: u32,
}

/// Steps that were judged by themselves, counted.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Checks {
    /// The relations that the states behind each pass have, and how often.
    pub passes: BTreeMap<String, BTreeMap<Relation, u64>>,
    /// The things for want of which states could not be run.
    pub unsupported: LackCounts,
    /// Comparisons of states that were run with other arguments than their text holds.
    pub arguments: u64,
}

impl Checks {
    /// Counts a step.
    pub fn add(&mut self, check: &StepCheck) {
        self.arguments += u64::from(check.arguments);
        *self.passes.entry(check.pass.clone()).or_default().entry(check.relation).or_default() += 1;
        if let (Relation::Unsupported, Some(lack)) = (check.relation, &check.lack) {
            self.unsupported.add(lack);
        }
    }

    /// The number of steps of which the relation fits.
    pub fn count(&self, fits: impl Fn(Relation) -> bool) -> u64 {
        let all = self.passes.values().flatten();
        all.filter(|(relation, _)| fits(**relation)).map(|(_, count)| count).sum()
    }

    /// The number of steps whose state was run.
    pub fn run(&self) -> u64 {
        self.count(|_| true)
    }

    /// The number of steps that were told to be right or wrong.
    pub fn decided(&self) -> u64 {
        self.count(Relation::is_decided)
    }
}

impl AddAssign for Checks {
    fn add_assign(&mut self, other: Checks) {
        self.arguments += other.arguments;
        for (pass, relations) in other.passes {
            let here = self.passes.entry(pass).or_default();
            for (relation, count) in relations {
                *here.entry(relation).or_default() += count;
            }
        }
        self.unsupported += other.unsupported;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_are_counted_by_pass_and_relation() {
        let check = |pass: &str, relation, lack: Option<&Lack>| StepCheck {
            pass: pass.to_owned(),
            relation,
            lack: lack.cloned(),
            arguments: 0,
        };
        let launch = Lack::Operation("gpu.launch".to_owned());
        let mut checks = Checks::default();
        checks.add(&check("cse", Relation::Same, None));
        let mut more = Checks::default();
        more.add(&check("cse", Relation::Same, None));
        more.add(&check("cse", Relation::Unsupported, Some(&launch)));
        more.add(&check("sccp", Relation::Vacuous, None));
        checks += more;
        assert_eq!(checks.passes["cse"][&Relation::Same], 2);
        assert_eq!((checks.run(), checks.decided(), checks.unsupported.of(&launch)), (4, 2, 1));
        let text = serde_json::to_string(&checks).expect("it is plain data");
        assert_eq!(serde_json::from_str::<Checks>(&text).expect("its own text"), checks);
    }
}
