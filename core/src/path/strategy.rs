//! The way in which paths are drawn: which parts of the algorithm are switched off, and which passes somebody wants in or out.
//!
//! The default is what a fuzzer's bytes mean. Everything else is for `lowdiff explore`, where a strategy belongs to the campaign.

use super::catalogue::{self, ConversionKind};
use super::experience::{CERTAIN, Experience};
use super::operations::{Operations, any};
use super::order::Order;
use super::pass::Pass;
use super::pipeline::pass_name;
use super::rules::LoweringRule;
use serde::{Deserialize, Serialize};
use std::sync::LazyLock;

/// One optimization in so many is one that the user added, or a test pass, where there are any.
const ADDED: usize = 4;

/// The rules that paths are drawn by.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Strategy {
    /// True if failures count: a conversion that does not help costs its operation a point, and dead ends are left again.
    pub feedback: bool,
    /// True if what was learned of earlier paths steers: how likely passes are to do something, and which lead nowhere.
    pub experience: bool,
    /// True if an operation is lowered by the conversions of its rule; otherwise every pass is drawn from all there are.
    pub rules: bool,
    /// True if optimization passes are drawn.
    pub optimizations: bool,
    /// The order conversions are taken in; none is by the priorities of operations.
    pub order: Option<Order>,
    /// Passes that every path takes, where they change something.
    pub through: Vec<Through>,
    /// Passes that no path takes: names of passes, or whole steps.
    pub skip: Vec<String>,
    /// Further optimizations, as steps.
    pub added: Vec<String>,
    /// True if passes that mlir-opt alone has are drawn too.
    pub tests: bool,
}

/// A pass that every path takes.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Through {
    /// The pass as somebody named it.
    pub name: String,
    /// It with one or another option, as steps; one of them is enough.
    pub steps: Vec<String>,
    /// Conversions that make what the pass works on. They go before others of the same operation.
    pub makers: Vec<String>,
}

impl Through {
    /// Names of its passes.
    pub fn passes(&self) -> impl Iterator<Item = &str> {
        self.steps.iter().map(|step| pass_name(step))
    }
}

impl Default for Strategy {
    fn default() -> Strategy {
        Strategy {
            feedback: true,
            experience: true,
            rules: true,
            optimizations: true,
            order: None,
            through: Vec::new(),
            skip: Vec::new(),
            added: Vec::new(),
            tests: false,
        }
    }
}

/// Every pass that may be drawn at all, conversions and optimizations alike.
static ALL: LazyLock<Vec<Pass>> = LazyLock::new(|| {
    let drawn = catalogue::pairs().into_iter().filter(|(kind, _)| *kind != ConversionKind::Refused);
    drawn.map(|(_, pass)| pass).collect()
});

impl Strategy {
    /// The usual one without experience: what is learned must not depend on what was learned before.
    pub fn unlearned() -> Strategy {
        Strategy { experience: false, ..Strategy::default() }
    }

    /// True if a path may take this step.
    pub fn allows(&self, step: &str) -> bool {
        !self.skip.iter().any(|skipped| skipped == step || skipped == pass_name(step))
    }

    /// The optimization `number` draws for IR made of `operations`, on MLIR's major version `version`, in one of its settings.
    pub fn optimization(
        &self,
        number: u16,
        setting: u8,
        operations: &Operations,
        version: u32,
    ) -> Option<String> {
        if !self.optimizations {
            return None;
        }
        if usize::from(number) % ADDED == ADDED - 1 && (self.tests || !self.added.is_empty()) {
            let further = self.further(operations, version);
            if !further.is_empty() {
                let pick = usize::from(number) / ADDED + usize::from(setting) * (256 / ADDED);
                return Some(further[pick % further.len()].clone());
            }
        }
        let allowed = |pass: &Pass| self.skip.is_empty() || self.allows(&pass.step());
        let known = self.experience(version);
        let promise = |pass: &Pass| known.map_or(CERTAIN, |known| known.promise(&pass.step(), operations));
        catalogue::draw(number, setting, operations, version, allowed, promise).map(|pass| pass.step())
    }

    /// Learned experience, unless it is to be left out: it is feedback, of paths long ago.
    fn experience(&self, version: u32) -> Option<&'static Experience> {
        (self.feedback && self.experience).then(|| Experience::of(version))
    }

    /// True if a step was seen to lead nowhere while there were such operations.
    pub fn leads_nowhere(&self, step: &str, operations: &Operations, version: u32) -> bool {
        self.experience(version).is_some_and(|known| known.leads_nowhere(step, operations))
    }

    /// The optimizations beside those of the catalogue that fit IR made of `operations`.
    fn further(&self, operations: &Operations, version: u32) -> Vec<String> {
        let fits = |row: &&catalogue::TestPass| {
            row.pass.exists_in(version) && (row.on.is_empty() || any(operations, row.on))
        };
        let tests =
            catalogue::TEST_PASSES.iter().filter(|_| self.tests).filter(fits).map(|row| row.pass.step());
        self.added.iter().cloned().chain(tests).filter(|step| self.allows(step)).collect()
    }

    /// The conversions of a rule that a path may take, on MLIR's major version `version`. Those that make what a wanted pass
    /// works on, or are wanted themselves, go before all others.
    pub fn ways(&self, rule: &'static LoweringRule, version: u32) -> Vec<&'static Pass> {
        let allowed =
            |way: &&Pass| way.exists_in(version) && (self.skip.is_empty() || self.allows(&way.step()));
        let ways: Vec<&Pass> = rule.ways.iter().filter(allowed).collect();
        let wanted = |way: &&Pass| {
            let step = way.step();
            self.through.iter().any(|through| through.makers.contains(&step) || through.steps.contains(&step))
        };
        let first: Vec<&Pass> = match self.through.is_empty() {
            true => Vec::new(),
            false => ways.iter().copied().filter(wanted).collect(),
        };
        if first.is_empty() { ways } else { first }
    }

    /// The pass number `pick` draws of all there are, on MLIR's major version `version`.
    pub fn any(&self, pick: usize, version: u32) -> Option<String> {
        let all = ALL.iter().filter(|pass| pass.exists_in(version)).map(Pass::step);
        let all: Vec<String> =
            all.chain(self.added.iter().cloned()).filter(|step| self.allows(step)).collect();
        (!all.is_empty()).then(|| all[pick % all.len()].clone())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::path::TypeKind;
    use crate::path::rules;

    fn affine() -> Operations {
        [(("affine.for".to_owned(), TypeKind::Scalar), 1)].into()
    }

    #[test]
    fn what_is_switched_off_or_skipped_is_never_drawn() {
        let drawn = |strategy: &Strategy| -> Vec<String> {
            (256..1024).filter_map(|number| strategy.optimization(number, 0, &affine(), 22)).collect()
        };
        let step = "builtin.module(func.func(affine-loop-tile{tile-size=3}))";
        let is_tile = |step: &String| pass_name(step) == "affine-loop-tile";
        assert!(drawn(&Strategy::default()).iter().any(|drawn| drawn == step));
        assert!(drawn(&Strategy { optimizations: false, ..Strategy::default() }).is_empty());
        let one = drawn(&Strategy { skip: vec![step.to_owned()], ..Strategy::default() });
        assert!(one.iter().any(is_tile) && !one.iter().any(|drawn| drawn == step));
        let none = drawn(&Strategy { skip: vec!["affine-loop-tile".to_owned()], ..Strategy::default() });
        assert!(!none.iter().any(is_tile) && none.len() > 100);
    }

    #[test]
    fn what_is_added_is_drawn_beside_the_others() {
        let added = "builtin.module(my-pass{n=3})".to_owned();
        let strategy = Strategy { added: vec![added.clone()], ..Strategy::default() };
        let mine = (256..512)
            .filter(|number| strategy.optimization(*number, 0, &affine(), 22) == Some(added.clone()));
        assert_eq!(mine.count(), 64);
        assert!((0..1000).any(|pick| strategy.any(pick, 22) == Some(added.clone())));
    }

    #[test]
    fn tests_of_mlir_are_drawn_where_a_program_runs_the_passes() {
        let strategy = Strategy { tests: true, ..Strategy::default() };
        let all = (256..512).flat_map(|number| (0..4).map(move |setting| (number, setting)));
        let drawn: std::collections::BTreeSet<String> = all
            .filter_map(|(number, setting)| strategy.optimization(number, setting, &affine(), 22))
            .filter(|step| pass_name(step).starts_with("test-"))
            .collect();
        let fitting = |row: &&catalogue::TestPass| row.on.is_empty() || row.on.contains(&"affine.for");
        let fitting: std::collections::BTreeSet<String> =
            catalogue::TEST_PASSES.iter().filter(fitting).map(|row| row.pass.step()).collect();
        assert!(fitting.len() >= 3);
        assert_eq!(drawn, fitting);
        let steps = |strategy: &Strategy| {
            (256..1024)
                .filter_map(|number| strategy.optimization(number, 0, &affine(), 22))
                .collect::<Vec<_>>()
        };
        assert!(!steps(&Strategy::default()).iter().any(|step| pass_name(step).starts_with("test-")));
    }

    #[test]
    fn wanted_conversions_go_before_others() {
        let (_, rule) = rules::find("linalg.generic", TypeKind::Memref).expect("a rule");
        let steps = |strategy: &Strategy| -> Vec<String> {
            strategy.ways(rule, 22).iter().map(|way| way.step()).collect()
        };
        let all = steps(&Strategy::default());
        assert_eq!(all.len(), 3);
        let through = Through { name: "x".into(), steps: vec!["x".into()], makers: vec![all[1].clone()] };
        let wanted = Strategy { through: vec![through], ..Strategy::default() };
        assert_eq!(steps(&wanted), all[1..2]);
        let skipping = Strategy { skip: vec!["convert-linalg-to-affine-loops".into()], ..wanted };
        assert_eq!(steps(&skipping), [all[0].clone(), all[2].clone()]);
    }

    #[test]
    fn without_rules_every_pass_is_drawn() {
        let strategy = Strategy::default();
        let all: std::collections::BTreeSet<String> =
            (0..2000).filter_map(|pick| strategy.any(pick, 22)).collect();
        assert!(all.len() > 150 && all.contains("builtin.module(cse)"), "{}", all.len());
        assert!(!all.contains("builtin.module(symbol-privatize)"), "it is not sound");
    }
}
