//! Effects of optimizations on IR, by the dialects in it.

use super::dialects;
use crate::path::Operations;
use crate::path::catalogue::{PassRow, rows};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The effects of one optimization, counted in states.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Effects {
    /// The pass, as a step.
    pub pass: String,
    /// States it was tried on.
    pub tried: u32,
    /// Of these, those it left other IR of, by its hash.
    pub changed: u32,
    /// Counts of the states in which operations of a dialect occurred: changed, tried.
    pub dialects: BTreeMap<String, (u32, u32)>,
}

/// The expectation of a pass before it was tried counts as much as so many states of a dialect.
const PRIOR: f64 = 2.0;

impl Effects {
    /// The likelihood that the pass changes IR made of `operations`, from 0 to 1: the mean over the dialects in it.
    pub fn promise(&self, operations: &Operations) -> f64 {
        let prior = f64::from(self.changed + 1) / f64::from(self.tried + 2);
        let rate =
            |(changed, tried): (u32, u32)| (f64::from(changed) + PRIOR * prior) / (f64::from(tried) + PRIOR);
        let present = dialects(operations);
        let rates =
            present.iter().map(|dialect| rate(self.dialects.get(dialect).copied().unwrap_or_default()));
        rates.sum::<f64>() / present.len().max(1) as f64
    }
}

/// The effects that are being counted, by pass.
#[derive(Debug)]
pub struct Counted(BTreeMap<String, Effects>);

/// For every optimization that may be drawn.
impl Default for Counted {
    fn default() -> Counted {
        let steps = rows().iter().flat_map(PassRow::passes).map(|pass| pass.step());
        let none = |pass: String| (pass.clone(), Effects { pass, ..Effects::default() });
        Counted(steps.map(none).collect())
    }
}

impl Counted {
    /// Enters what a step did to IR made of `operations`; what is no optimization does not count.
    pub fn enter(&mut self, step: &str, operations: &Operations, changed: bool) {
        let Some(effects) = self.0.get_mut(step) else { return };
        let add = |changes: &mut u32, tries: &mut u32| {
            *changes += u32::from(changed);
            *tries += 1;
        };
        add(&mut effects.changed, &mut effects.tried);
        for dialect in dialects(operations) {
            let (changes, tries) = effects.dialects.entry(dialect).or_default();
            add(changes, tries);
        }
    }

    /// The passes that were tried at all.
    pub fn close(self) -> Vec<Effects> {
        self.0.into_values().filter(|effects| effects.tried > 0).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::path::TypeKind;

    const CSE: &str = "builtin.module(cse)";

    fn ir(names: &[&str]) -> Operations {
        names.iter().map(|name| ((name.to_string(), TypeKind::Scalar), 1)).collect()
    }

    #[test]
    fn what_changed_a_dialect_promises_to_change_it_again() {
        let mut counted = Counted::default();
        for _ in 0..8 {
            counted.enter(CSE, &ir(&["affine.for"]), true);
            counted.enter(CSE, &ir(&["llvm.add"]), false);
            counted.enter("builtin.module(no-optimization)", &ir(&["llvm.add"]), true);
        }
        let [effects] = &counted.close()[..] else { panic!("one pass was tried") };
        assert_eq!((effects.pass.as_str(), effects.tried, effects.changed), (CSE, 16, 8));
        let promise = |names: &[&str]| effects.promise(&ir(names));
        assert!(promise(&["affine.load"]) > 0.8 && promise(&["llvm.mul"]) < 0.2);
        assert!((promise(&["affine.load", "llvm.mul"]) - 0.5).abs() < 1e-9);
        assert!((promise(&["scf.for"]) - 0.5).abs() < 1e-9, "nothing but the pass is known");
    }
}
