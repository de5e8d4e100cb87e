//! Learned rules beside those that were written down.

use super::{Learned, Met};
use crate::path::rules;
use std::collections::BTreeSet;

/// The differences between [`rules::RULES`] and the learned rules, as pairs of an operation and a pass.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RulesDifference {
    /// Learned, and no conversion of the operation's rule in the table.
    pub lacking: BTreeSet<(Met, String)>,
    /// In the table for an operation that was met, and never seen to make it rarer.
    pub unconfirmed: BTreeSet<(Met, String)>,
}

/// Compares what was learned from MLIR's major version `major` with the table.
pub fn compare(learned: &Learned, major: u32) -> RulesDifference {
    let mut comparison = RulesDifference::default();
    let pairs: BTreeSet<(&Met, &str)> =
        learned.rules.iter().map(|rule| (&rule.operation, rule.pass.as_str())).collect();
    let met: BTreeSet<&Met> = pairs.iter().map(|(met, _)| *met).chain(&learned.unknown).collect();
    for met in met {
        let ways = rules::find(&met.operation, met.kind).map_or(&[][..], |(_, rule)| rule.ways);
        let written: BTreeSet<String> =
            ways.iter().filter(|way| way.exists_in(major)).map(|way| way.step()).collect();
        let seen: BTreeSet<String> = learned.of(met).map(|rule| rule.pass.clone()).collect();
        let pair = |pass: &String| ((*met).clone(), pass.clone());
        comparison.lacking.extend(seen.difference(&written).map(pair));
        comparison.unconfirmed.extend(written.difference(&seen).map(pair));
    }
    comparison
}

impl std::fmt::Display for RulesDifference {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let parts = [
            ("Written down and not confirmed", &self.unconfirmed),
            ("Learned and not written down", &self.lacking),
        ];
        for (title, pairs) in parts {
            writeln!(f, "{title} ({}):", pairs.len())?;
            for (operation, pass) in pairs {
                writeln!(f, "    {operation}: {pass}")?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::path::TypeKind;
    use crate::path::learned::LearnedRule;

    fn met(operation: &str, kind: TypeKind) -> Met {
        Met { operation: operation.to_owned(), kind }
    }

    #[test]
    fn what_only_one_side_knows_is_named() {
        let rule = |operation: Met, pass: &str| LearnedRule {
            operation,
            pass: pass.to_owned(),
            helped: 1,
            cleared: 1,
            idle: 0,
            declined: 0,
            evidence: 0,
            before: 1,
            after: 0,
        };
        let concat = met("tosa.concat", TypeKind::Tensor);
        let learned = Learned {
            version: "22.1.8".into(),
            seed: 0,
            programs: 1,
            paths: Vec::new(),
            evidence: Vec::new(),
            rules: vec![
                rule(concat.clone(), "builtin.module(tosa-to-tensor)"),
                rule(concat.clone(), "builtin.module(made-up)"),
            ],
            unknown: vec![met("linalg.index", TypeKind::Scalar)],
            crashed: Vec::new(),
            dead_ends: Vec::new(),
            effects: Vec::new(),
        };
        let comparison = compare(&learned, 22);
        let pair = |pass: &str| BTreeSet::from([(concat.clone(), pass.to_owned())]);
        assert_eq!(comparison.lacking, pair("builtin.module(made-up)"));
        assert_eq!(comparison.unconfirmed, pair("builtin.module(func.func(tosa-to-tensor))"));
        let text = comparison.to_string();
        assert!(text.contains("(1):\n    tosa.concat on tensor: builtin.module(made-up)\n"), "{text}");
    }
}
