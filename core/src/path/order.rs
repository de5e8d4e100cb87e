//! The partial order of passes that follows from what each converts and what it makes (DESIL's topological order).
//!
//! A pass comes before another one if it makes what that one converts, or makes what a pass before it converts. Passes that come
//! before each other are not ordered, nor are those that convert the same operation. Of the passes that convert something present, those are free that no other one comes
//! before; a path that draws among them takes no step too early.

use super::catalogue::{Role, is_sound};
use super::learned::Learned;
use super::operations::{Operations, TypeKind};
use super::pipeline::pass_name;
use super::strategy::Strategy;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};

/// Failures after which a pass keeps nobody waiting.
const PATIENCE: u32 = 2;

/// The order of a library's conversions. Passes are numbers, because it travels with every path.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Order {
    /// The conversions, as steps.
    passes: Vec<String>,
    /// The passes that come before each of them.
    before: Vec<BTreeSet<usize>>,
    /// The conversions of an operation.
    converts: BTreeMap<(String, TypeKind), Vec<usize>>,
}

impl Order {
    /// The order that follows from what was learned.
    pub fn of(learned: &Learned) -> Order {
        let mut order = Order::default();
        // A pass that folds a little on its way is no conversion of what it folds, nor is one that never left none of it: greedy
        // rewriting merges equal blocks, so dozens of passes halve the number of `async.coro.free`.
        let tidying = Role::Tidies.steps();
        let conversions = learned
            .rules
            .iter()
            .filter(|rule| !tidying.contains(&rule.pass) && rule.cleared > 0 && 2 * rule.helped >= rule.idle);
        for rule in conversions {
            let known = order.passes.iter().position(|pass| *pass == rule.pass);
            let number = known.unwrap_or_else(|| {
                order.passes.push(rule.pass.clone());
                order.passes.len() - 1
            });
            let key = (rule.operation.operation.clone(), rule.operation.kind);
            order.converts.entry(key).or_default().push(number);
        }
        let mut leads: Vec<BTreeSet<usize>> = vec![BTreeSet::new(); order.passes.len()];
        for evidence in &learned.evidence {
            let Some(from) = order.passes.iter().position(|pass| *pass == evidence.pass) else { continue };
            for met in &evidence.appear {
                let takers = order.converts.get(&(met.operation.clone(), met.kind)).into_iter().flatten();
                leads[from].extend(takers.filter(|to| **to != from));
            }
        }
        let reached: Vec<BTreeSet<usize>> = (0..leads.len()).map(|from| reach(&leads, from)).collect();
        // Another conversion that an operation may take instead is no step before it.
        let instead = |one: usize, other: usize| {
            order.converts.values().any(|takers| takers.contains(&one) && takers.contains(&other))
        };
        let comes_before = |pass: usize| {
            let others = 0..reached.len();
            let before = others.filter(|&o| reached[o].contains(&pass) && !reached[pass].contains(&o));
            before.filter(|other| !instead(pass, *other)).collect()
        };
        order.before = (0..reached.len()).map(comes_before).collect();
        order
    }

    /// The conversion `draw` takes among those that are free on these operations, those that failed least often first; `failures`
    /// are by the name of a pass. A pass that failed keeps those behind it waiting until it has failed [`PATIENCE`] times: they
    /// would be taken too early. There is none where no pass is known for anything there, or all have failed as often.
    pub fn draw(
        &self,
        operations: &Operations,
        draw: usize,
        version: u32,
        strategy: &Strategy,
        failures: &BTreeMap<String, u32>,
    ) -> Option<&str> {
        let sound = |pass: &usize| is_sound(&self.passes[*pass], operations, version);
        let useful: BTreeSet<usize> =
            operations.keys().flat_map(|key| self.converts.get(key)).flatten().copied().collect();
        let useful: BTreeSet<usize> =
            useful.into_iter().filter(|pass| strategy.allows(&self.passes[*pass]) && sound(pass)).collect();
        let leads_on = |pass: &usize| !strategy.leads_nowhere(&self.passes[*pass], operations, version);
        let failed = |pass: &usize| failures.get(pass_name(&self.passes[*pass])).copied().unwrap_or(0);
        let useful: BTreeSet<usize> = useful.into_iter().filter(|pass| failed(pass) < PATIENCE).collect();
        let is_free = |pass: &usize| self.before[*pass].is_disjoint(&useful);
        let choices: [&dyn Fn(&usize) -> bool; 4] =
            [&|pass| is_free(pass) && leads_on(pass), &is_free, &leads_on, &|_| true];
        let mut choices =
            choices.iter().map(|fits| useful.iter().copied().filter(fits).collect::<Vec<usize>>());
        let fitting = choices.find(|fitting| !fitting.is_empty())?;
        let least = fitting.iter().map(failed).min()?;
        let fitting: Vec<usize> = fitting.into_iter().filter(|pass| failed(pass) == least).collect();
        Some(&self.passes[fitting[draw % fitting.len()]])
    }

    /// The number of operations that a pass converts.
    pub fn work(&self, step: &str, operations: &Operations) -> u32 {
        let converts = |key| {
            self.converts.get(key).is_some_and(|passes| passes.iter().any(|pass| self.passes[*pass] == step))
        };
        operations.iter().filter(|(key, _)| converts(*key)).map(|(_, count)| count).sum()
    }
}

/// Everything that can be reached from `from`.
fn reach(leads: &[BTreeSet<usize>], from: usize) -> BTreeSet<usize> {
    let mut reached = BTreeSet::new();
    let mut open = vec![from];
    while let Some(at) = open.pop() {
        open.extend(leads[at].iter().filter(|to| reached.insert(**to)));
    }
    reached
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::path::{Applied, Lowering, construct};

    fn operations(list: &[(&str, TypeKind)]) -> Operations {
        list.iter().map(|(name, kind)| ((name.to_string(), *kind), 1)).collect()
    }

    #[test]
    fn passes_come_in_the_order_of_what_they_make() {
        use TypeKind::{Memref, Scalar, Tensor};
        let order = Order::of(&Learned::committed("22", "22.1.8").expect("it comes with lowdiff"));
        let drawn = |present: &[(&str, TypeKind)]| -> BTreeSet<String> {
            let (present, none) = (operations(present), BTreeMap::new());
            let names =
                (0..500).filter_map(|draw| order.draw(&present, draw, 22, &Strategy::default(), &none));
            names.map(|step| pass_name(step).to_owned()).collect()
        };
        let program =
            [("func.func", Tensor), ("tosa.add", Tensor), ("scf.for", Scalar), ("arith.addi", Scalar)];
        assert_eq!(drawn(&program), BTreeSet::from(["tosa-to-linalg".to_owned()]));
        let buffers = drawn(&[("func.func", Memref), ("linalg.generic", Memref), ("arith.addi", Scalar)]);
        assert!(
            buffers.contains("convert-linalg-to-loops") && buffers.contains("convert-linalg-to-affine-loops")
        );
        assert!(!buffers.contains("convert-arith-to-llvm") && !buffers.contains("convert-func-to-llvm"));
        let late = drawn(&[("func.func", Scalar), ("cf.br", Scalar), ("arith.addi", Scalar)]);
        assert!(late.contains("convert-arith-to-llvm") && late.contains("convert-cf-to-llvm"), "{late:?}");
        assert!(drawn(&[("other.op", Scalar)]).is_empty());
    }

    #[test]
    fn what_failed_once_still_comes_first() {
        use TypeKind::{Scalar, Tensor};
        let order = Order::of(&Learned::committed("22", "22.1.8").expect("it comes with lowdiff"));
        let present = operations(&[("func.func", Scalar), ("func.func", Tensor), ("tensor.cast", Tensor)]);
        let drawn = |times| -> BTreeSet<&str> {
            let failures = BTreeMap::from([("one-shot-bufferize".to_owned(), times)]);
            let steps =
                (0..500).filter_map(|draw| order.draw(&present, draw, 22, &Strategy::default(), &failures));
            steps.map(pass_name).collect()
        };
        assert_eq!(drawn(1), BTreeSet::from(["one-shot-bufferize"]));
        assert!(drawn(PATIENCE).contains("convert-func-to-llvm"), "{:?}", drawn(PATIENCE));
        assert!(!drawn(PATIENCE).contains("one-shot-bufferize"), "{:?}", drawn(PATIENCE));
    }

    /// A function, and a shape whose user is gone. Only tidying does anything.
    struct Dead(Operations, Vec<String>);

    impl Lowering for Dead {
        fn operations(&self) -> Operations {
            self.0.clone()
        }

        fn apply(&mut self, step: &str) -> Applied {
            self.1.push(pass_name(step).to_owned());
            match step == Role::Tidies.pass().step()
                && self.0.remove(&("tosa.const_shape".into(), TypeKind::Scalar)).is_some()
            {
                true => Applied::Changed,
                false => Applied::Unchanged,
            }
        }

        fn fingerprint(&mut self) -> [u8; 32] {
            [self.0.len() as u8; 32]
        }

        fn mark(&self) -> usize {
            self.1.len()
        }

        fn retreat(&mut self, _mark: usize) -> bool {
            false
        }
    }

    #[test]
    fn what_does_not_help_is_followed_by_tidying_once() {
        let order = Order::of(&Learned::committed("22", "22.1.8").expect("it comes with lowdiff"));
        let strategy = Strategy { order: Some(order), ..Strategy::default() };
        let present = [("func.func", TypeKind::Tensor), ("tosa.const_shape", TypeKind::Scalar)];
        let mut ir = Dead(operations(&present), Vec::new());
        construct(&mut ir, &[], 22, 6, &strategy);
        let tidied: Vec<usize> = (0..ir.1.len()).filter(|at| ir.1[*at] == "canonicalize").collect();
        assert_eq!(tidied, [1], "once, behind what did not help: {:?}", ir.1);
    }
}
