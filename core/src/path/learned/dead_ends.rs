//! Conversions that succeed and leave IR which nothing lowers any more: learned by lowering what they leave.
//!
//! A conversion is to blame where the plain lowering gets down from a state, and no longer after the conversion. The operations that it
//! stumbles over are taken to be those that were there each time and never when all went well. Refusals of conversions are explained in
//! the same way.

use super::Met;
use crate::path::operations::{TypeKind, left, matches};
use crate::path::{Operations, learned::dialects};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};

/// Different companies of dialects and kinds in which a conversion is followed down.
const COMPANIES: usize = 10;
/// States a pattern has to explain: one may be an accident.
const LEAST: usize = 2;

/// A conversion that leads nowhere, or refuses, while there is a certain operation.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct DeadEnd {
    /// The conversion, as a step.
    pub pass: String,
    /// The operation: its name, or `dialect.*`, or `*`, and the kind of its types.
    pub operation: Met,
    /// States in which both was seen.
    pub seen: u32,
}

impl DeadEnd {
    /// True if the operation is among these.
    pub fn is_ahead(&self, operations: &Operations) -> bool {
        let Met { operation, kind } = &self.operation;
        left(operations).any(|(name, of)| of == kind && matches(operation, name))
    }
}

/// The subject that is being learned.
#[derive(Debug, Default)]
pub struct Followed(BTreeMap<String, PassCounts>);

#[derive(Debug, Default)]
struct PassCounts {
    companies: BTreeSet<(Vec<String>, BTreeSet<TypeKind>)>,
    /// The operations that were there when it led on.
    harmless: BTreeSet<Met>,
    /// The operations that were there each time when it did not.
    harmful: Vec<BTreeSet<Met>>,
}

impl Followed {
    /// True if following `pass` down from such a state may teach something; from now on it is taken to have been done.
    pub fn wants(&mut self, pass: &str, state: &Operations) -> bool {
        let companies = &mut self.0.entry(pass.to_owned()).or_default().companies;
        let kinds = left(state).map(|(_, kind)| *kind).collect();
        companies.len() < COMPANIES && companies.insert((dialects(state), kinds))
    }

    /// Enters whether all went well with `pass` in such a state: of dead ends, whether the plain lowering got down from what it left
    /// of a state from which it does; of refusals, whether it ran.
    pub fn enter(&mut self, pass: &str, state: &Operations, down: bool) {
        let known = self.0.entry(pass.to_owned()).or_default();
        match down {
            true => known.harmless.extend(patterns(state)),
            false => known.harmful.push(patterns(state)),
        }
    }

    /// The fewest patterns that explain what went wrong, by pass.
    pub fn close(self) -> Vec<DeadEnd> {
        self.0.into_iter().flat_map(|(pass, known)| known.explain(&pass)).collect()
    }
}

impl PassCounts {
    fn explain(mut self, pass: &str) -> Vec<DeadEnd> {
        let mut explained = Vec::new();
        loop {
            let mut seen: BTreeMap<&Met, usize> = BTreeMap::new();
            for pattern in self.harmful.iter().flatten().filter(|met| !self.harmless.contains(met)) {
                *seen.entry(pattern).or_default() += 1;
            }
            // Of those that explain as much the most general one, which sorts first.
            let best = seen.into_iter().max_by(|(a, n), (b, m)| n.cmp(m).then(b.cmp(a)));
            let Some((operation, seen)) = best.filter(|(_, seen)| *seen >= LEAST) else { return explained };
            let operation = operation.clone();
            self.harmful.retain(|patterns| !patterns.contains(&operation));
            explained.push(DeadEnd { pass: pass.to_owned(), operation, seen: seen as u32 });
        }
    }
}

/// Everything that may be said of what is in a state.
fn patterns(state: &Operations) -> BTreeSet<Met> {
    let each = left(state).flat_map(|(name, kind)| {
        let dialect = crate::observe::dialect(name);
        ["*".to_owned(), format!("{dialect}.*"), name.clone()].map(|operation| Met { operation, kind: *kind })
    });
    each.collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use TypeKind::{Memref, Scalar, Tensor};

    const PASS: &str = "builtin.module(convert-func-to-llvm)";

    fn ir(list: &[(&str, TypeKind)]) -> Operations {
        list.iter().map(|(name, kind)| ((name.to_string(), *kind), 1)).collect()
    }

    #[test]
    fn what_was_there_each_time_and_never_otherwise_is_to_blame() {
        let mut followed = Followed::default();
        let tosa = ir(&[("tosa.add", Tensor), ("func.func", Tensor), ("arith.addi", Scalar)]);
        let linalg = ir(&[("linalg.generic", Tensor), ("func.func", Tensor)]);
        let late = ir(&[("memref.load", Memref), ("func.func", Memref), ("arith.addi", Scalar)]);
        assert!(followed.wants(PASS, &tosa) && !followed.wants(PASS, &tosa));
        followed.enter(PASS, &tosa, false);
        followed.enter(PASS, &linalg, false);
        followed.enter(PASS, &late, true);
        // Once may be an accident.
        followed.enter("builtin.module(other)", &tosa, false);
        let dead_ends = followed.close();
        let [end] = &dead_ends[..] else { panic!("{dead_ends:?}") };
        assert_eq!(
            (end.pass.as_str(), end.operation.to_string().as_str(), end.seen),
            (PASS, "* on tensor", 2)
        );
        assert!(end.is_ahead(&tosa) && !end.is_ahead(&late));
    }

    #[test]
    fn what_was_no_trouble_elsewhere_is_not_to_blame() {
        let mut followed = Followed::default();
        let state = ir(&[("scf.for", Scalar), ("arith.addi", Scalar)]);
        followed.enter(PASS, &state, false);
        followed.enter(PASS, &state, false);
        followed.enter(PASS, &state, true);
        assert_eq!(followed.close(), []);
    }
}
