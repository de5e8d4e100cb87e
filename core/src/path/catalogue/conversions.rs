//! Every pair of the tables, and conversions that no rule draws.
//!
//! The decoder's bytes mean what they meant, so a conversion that becomes known is added here: it is probed, tried and
//! learned from, and a row or a rule of it is somebody's decision.

use super::PassRow;
use super::rows::{REFUSED, ROWS};
use crate::path::gate::Gate;
use crate::path::operations::Operations;
use crate::path::pass::{Hazard, Pass, function, module};
use crate::path::rules::{self, RULES};
use std::collections::BTreeSet;

/// The purpose of a pair.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum ConversionKind {
    /// Takes operations to others, nearer to llvm.
    Conversion,
    /// May stand between conversions.
    Optimization,
    /// Known, and never drawn.
    Refused,
}

impl ConversionKind {
    /// The word people read.
    pub fn word(self) -> &'static str {
        match self {
            ConversionKind::Conversion => "conversion",
            ConversionKind::Optimization => "optimization",
            ConversionKind::Refused => "refused",
        }
    }
}

const FLOAT: &[Hazard] = &[Hazard::Float];
const LAYOUT: &[Hazard] = &[Hazard::Layout];

/// A conversion that no rule draws, and the conditions for it to be sound.
struct More {
    pass: Pass,
    gates: &'static [Gate],
}

const fn more(pass: Pass) -> More {
    More { pass, gates: &[] }
}

/// Those of everything that the conversion of all dialects to llvm does.
const ALL_AT_ONCE: &[Gate] =
    &[Gate::ArithConvertible, Gate::NoMemoryLoops, Gate::FunctionsConvertible, Gate::BranchesConvertible];

/// Conversions no rule draws, as MLIR's documentation of passes lists them, from tosa to llvm.
#[rustfmt::skip] // One row a line reads as the table it is.
const MORE: &[More] = &[
    more(module("one-shot-bufferize", "").hazards(LAYOUT)),
    more(module("one-shot-bufferize", "allow-unknown-ops=true").hazards(LAYOUT)),
    More { pass: module("convert-to-llvm", "").hazards(FLOAT), gates: ALL_AT_ONCE },
    More { pass: module("convert-to-llvm", "dynamic=true").since(22).hazards(FLOAT), gates: ALL_AT_ONCE },
    more(module("convert-to-llvm", "filter-dialects=index")),
    more(module("convert-vector-to-scf", "lower-tensors=true")),
    more(module("convert-vector-to-scf", "target-rank=0")),
    more(module("convert-vector-to-llvm", "reassociate-fp-reductions=true").hazards(FLOAT)),
    more(function("lower-vector-to-from-elements-to-shuffle-tree", "").since(22)),
    more(module("convert-arith-to-llvm", "index-bitwidth=64")),
    more(module("convert-index-to-llvm", "index-bitwidth=64")),
    more(module("convert-math-to-funcs", "convert-ctlz=true")),
    more(module("convert-shape-constraints", "")),
    more(function("shape-to-shape-lowering", "")),
    more(module("resolve-shaped-type-result-dims", "")),
    more(module("affine-expand-index-ops-as-affine", "").since(22)),
    more(module("tosa-to-arith", "")),
    more(module("arith-expand", "include-bf16=true").hazards(FLOAT)),
    more(module("raise-scf-to-affine", "").since(23)),
];

/// Conversions that no rule draws.
pub(super) fn undrawn() -> impl Iterator<Item = Pass> {
    MORE.iter().map(|more| more.pass)
}

/// True if a conversion leaves IR made of `operations` valid and what it means, on MLIR's major version `version`. Other steps do.
pub fn is_sound(step: &str, operations: &Operations, version: u32) -> bool {
    let found = operations.keys().filter_map(|(name, kind)| rules::find(name, *kind));
    let has_way = |rule: &rules::LoweringRule| rule.ways.iter().any(|way| way.step() == step);
    let own = found.filter(|(_, rule)| has_way(rule)).map(|(_, rule)| rule.gate);
    let more = MORE.iter().filter(|more| more.pass.step() == step).flat_map(|more| more.gates).copied();
    own.chain(more).all(|gate| gate.is_sound(operations, version))
}

/// Every pair of the tables once, with what it is for: conversions first, each in the order of its table.
pub fn pairs() -> Vec<(ConversionKind, Pass)> {
    let conversions = RULES.iter().flat_map(|rule| rule.ways).copied().chain(undrawn());
    let conversions = conversions.map(|pass| (ConversionKind::Conversion, pass));
    let optimizations =
        ROWS.iter().flat_map(PassRow::passes).map(|pass| (ConversionKind::Optimization, pass));
    let refused = REFUSED.iter().map(|pass| (ConversionKind::Refused, *pass));
    let mut known = BTreeSet::new();
    let all = conversions.chain(optimizations).chain(refused);
    all.filter(|(_, pass)| known.insert(pass.step())).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_table_is_in_and_no_pair_twice() {
        let all = pairs();
        for kind in [ConversionKind::Conversion, ConversionKind::Optimization, ConversionKind::Refused] {
            assert!(all.iter().any(|(other, _)| *other == kind), "{}", kind.word());
        }
        let steps: BTreeSet<String> = all.iter().map(|(_, pass)| pass.step()).collect();
        assert_eq!(steps.len(), all.len());
        assert!(steps.contains("builtin.module(convert-complex-to-llvm)"));
        let drawn: Vec<&Pass> = RULES.iter().flat_map(|rule| rule.ways).collect();
        assert!(
            undrawn().all(|pass| !drawn.contains(&&pass)),
            "a pair that a rule draws needs no second row"
        );
        // A conversion that may also be drawn as an optimization is a conversion.
        let both =
            all.iter().find(|(_, pass)| pass.name == "tosa-optional-decompositions").map(|(kind, _)| *kind);
        assert_eq!(both, Some(ConversionKind::Conversion));
    }
}
