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
const ROUNDING: &[Hazard] = &[Hazard::Rounding];
const LAYOUT: &[Hazard] = &[Hazard::Layout];

/// Conversions of arithmetic, memory, functions and branches at once, whatever else there is for them to convert: `convert-to-llvm` asks each
/// dialect, and `convert-openmp-to-llvm` has the patterns of these four besides its own (mlir/lib/Conversion/OpenMPToLLVM, `runOnOperation`).
#[rustfmt::skip] // One row a line reads as the table it is.
const ALL_AT_ONCE: &[Pass] = &[
    module("convert-to-llvm", ""),
    module("convert-to-llvm", "dynamic=true"),
    module("convert-openmp-to-llvm", ""),
];

/// Conversions no rule draws, as MLIR's documentation of passes lists them, from tosa to llvm.
#[rustfmt::skip] // One row a line reads as the table it is.
const MORE: &[Pass] = &[
    module("one-shot-bufferize", "").hazards(LAYOUT),
    module("one-shot-bufferize", "allow-unknown-ops=true").hazards(LAYOUT),
    module("sparsification-and-bufferization", "").hazards(LAYOUT),
    module("convert-to-llvm", "").hazards(FLOAT),
    module("convert-to-llvm", "dynamic=true").since(22).hazards(FLOAT),
    module("convert-to-llvm", "filter-dialects=index"),
    module("convert-vector-to-scf", "lower-tensors=true"),
    module("convert-vector-to-scf", "target-rank=0"),
    module("convert-vector-to-llvm", "reassociate-fp-reductions=true").hazards(FLOAT),
    function("lower-vector-to-from-elements-to-shuffle-tree", "").since(22),
    module("convert-arith-to-llvm", "index-bitwidth=64"),
    module("convert-index-to-llvm", "index-bitwidth=64"),
    module("convert-math-to-funcs", "convert-ctlz=true"),
    module("convert-shape-constraints", ""),
    function("shape-to-shape-lowering", ""),
    module("resolve-shaped-type-result-dims", ""),
    module("affine-expand-index-ops-as-affine", "").since(22),
    module("tosa-to-arith", ""),
    module("arith-expand", "include-bf16=true").hazards(ROUNDING),
    module("raise-scf-to-affine", "").since(23),
];

/// Conversions that no rule draws.
pub(super) fn undrawn() -> impl Iterator<Item = Pass> {
    MORE.iter().copied()
}

/// True if a conversion leaves IR made of `operations` valid and what it means, on MLIR's major version `version`. Other steps do.
pub fn is_sound(step: &str, operations: &Operations, version: u32) -> bool {
    let found = operations.keys().filter_map(|(name, kind)| rules::find(name, *kind));
    // A conversion in a setting that no rule draws converts what it converts in the others.
    let is_setting = |way: &Pass| MORE.iter().any(|more| more.name == way.name && more.step() == step);
    let has_way =
        |rule: &rules::LoweringRule| rule.ways.iter().any(|way| way.step() == step || is_setting(way));
    let own = found.filter(|(_, rule)| has_way(rule)).map(|(_, rule)| rule.gate);
    let at_once = ALL_AT_ONCE.iter().filter(|pass| pass.step() == step).map(|_| Gate::AllConvertible);
    own.chain(at_once).all(|gate| gate.is_sound(operations, version))
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

/// Every pair that may be drawn, once.
pub fn drawn() -> impl Iterator<Item = Pass> {
    pairs().into_iter().filter(|(kind, _)| *kind != ConversionKind::Refused).map(|(_, pass)| pass)
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
        assert!(ALL_AT_ONCE.iter().all(|pass| steps.contains(&pass.step())));
        // A conversion that may also be drawn as an optimization is a conversion.
        let both =
            all.iter().find(|(_, pass)| pass.name == "tosa-optional-decompositions").map(|(kind, _)| *kind);
        assert_eq!(both, Some(ConversionKind::Conversion));
    }
}
