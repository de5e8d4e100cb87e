//! The conversions that a path has to take so that a pass finds something to work on.
//!
//! Read off learned rules, backwards: what makes the operations the pass works on, what makes the operations those conversions
//! take away, and so on up to operations that every plain lowering passes through.

use super::catalogue;
use super::learned::{Learned, Met, RuleEvidence};
use super::operations::matches;
use super::rules;
use std::collections::BTreeSet;

/// Operations that a program may hold before anything is converted.
const BEGINNING: [&str; 4] = ["tosa.*", "func.*", "tensor.*", "arith.constant"];

/// The conversions that lead to what `steps` work on and that are not the plainest ones of the operations they convert, which a path
/// takes anyway. In order, each once; none where a plain lowering has something for `steps` to work on.
pub fn makers(learned: &Learned, steps: &[String]) -> Vec<String> {
    let plain = reached(learned, is_plain);
    if plain.iter().any(|met| works_on(steps, &met.operation)) {
        return Vec::new();
    }
    let all = reached(learned, |_| true);
    let possible: Vec<&RuleEvidence> = learned
        .evidence
        .iter()
        .filter(|evidence| !converted(evidence).is_empty() && converted(evidence).is_subset(&all))
        .collect();
    let makes = |evidence: &RuleEvidence| evidence.appear.iter().any(|met| works_on(steps, &met.operation));
    let mut latest: Vec<&RuleEvidence> =
        possible.iter().copied().filter(|evidence| makes(evidence)).collect();
    let mut leading: BTreeSet<&RuleEvidence> = BTreeSet::new();
    while !latest.is_empty() {
        leading.extend(&latest);
        // A conversion that begins on a plain lowering needs nobody before it.
        let needs = latest.iter().map(|evidence| converted(evidence)).filter(|met| met.is_disjoint(&plain));
        let needs: BTreeSet<&Met> = needs.flatten().collect();
        let helps = |evidence: &&&RuleEvidence| {
            !leading.contains(*evidence) && evidence.appear.iter().any(|met| needs.contains(met))
        };
        latest = possible.iter().filter(helps).copied().collect();
    }
    let passes: BTreeSet<&String> =
        leading.into_iter().filter(|evidence| !is_plain(evidence)).map(|evidence| &evidence.pass).collect();
    passes.into_iter().filter(|pass| !steps.contains(pass)).cloned().collect()
}

/// True if one of `steps` is for `operation`.
fn works_on(steps: &[String], operation: &str) -> bool {
    let rows = catalogue::rows().iter().filter(|row| row.passes().any(|pass| steps.contains(&pass.step())));
    let converted =
        rules::RULES.iter().filter(|rule| rule.ways.iter().any(|way| steps.contains(&way.step())));
    let patterns = rows.flat_map(|row| row.on.iter().copied()).chain(converted.map(|rule| rule.operation));
    patterns.into_iter().any(|pattern| matches(pattern, operation))
}

/// The operations that the pass took away and is a conversion of.
fn converted(evidence: &RuleEvidence) -> BTreeSet<&Met> {
    let converts = |met: &&Met| {
        let rule = rules::find(&met.operation, met.kind);
        rule.is_some_and(|(_, rule)| rule.ways.iter().any(|way| way.step() == evidence.pass))
    };
    evidence.disappear.iter().filter(converts).collect()
}

/// True if the pass is the plainest conversion of something it took away.
fn is_plain(evidence: &RuleEvidence) -> bool {
    let plainest = |met: &Met| {
        let rule = rules::find(&met.operation, met.kind);
        rule.and_then(|(_, rule)| rule.ways.first()).is_some_and(|way| way.step() == evidence.pass)
    };
    evidence.disappear.iter().any(plainest)
}

/// The operations that lowerings pass through which take only conversions such that `taken` holds.
fn reached(learned: &Learned, taken: impl Fn(&RuleEvidence) -> bool) -> BTreeSet<&Met> {
    let begins = |met: &&Met| BEGINNING.iter().any(|pattern| matches(pattern, &met.operation));
    let met = learned.evidence.iter().flat_map(|evidence| evidence.appear.iter().chain(&evidence.disappear));
    let mut reached: BTreeSet<&Met> = met.filter(begins).collect();
    loop {
        let possible = |evidence: &&RuleEvidence| {
            let mut before = converted(evidence).into_iter().peekable();
            taken(evidence) && before.peek().is_some() && before.all(|met| reached.contains(met))
        };
        let more: Vec<&Met> =
            learned.evidence.iter().filter(possible).flat_map(|evidence| &evidence.appear).collect();
        let count = reached.len();
        reached.extend(more);
        if reached.len() == count {
            return reached;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::path::catalogue::pairs;

    /// The makers for every setting of the pass called `name`.
    fn of(name: &str) -> Vec<String> {
        let learned = Learned::committed("22", "22.1.8").expect("it comes with lowdiff");
        let steps = pairs().into_iter().filter(|(_, pass)| pass.name == name).map(|(_, pass)| pass.step());
        makers(&learned, &steps.collect::<Vec<_>>())
    }

    #[test]
    fn what_the_plain_lowering_does_not_make_is_made() {
        assert_eq!(of("affine-loop-tile"), ["builtin.module(convert-linalg-to-affine-loops)"]);
        assert_eq!(of("scf-parallel-loop-fusion"), ["builtin.module(convert-linalg-to-parallel-loops)"]);
        assert_eq!(of("convert-scf-to-openmp"), ["builtin.module(convert-linalg-to-parallel-loops)"]);
    }

    #[test]
    fn several_conversions_may_be_needed() {
        let counting = of("async-runtime-ref-counting");
        let has = |name: &str| counting.iter().any(|step| step.contains(name));
        assert!(has("convert-linalg-to-parallel-loops") && has("async-parallel-for"), "{counting:?}");
    }

    #[test]
    fn what_comes_by_itself_needs_nobody() {
        for name in ["scf-for-loop-peeling", "cse", "buffer-hoisting"] {
            assert_eq!(of(name), [""; 0], "{name}");
        }
    }
}
