//! Passes that mlir-opt alone has: its tests of patterns and utilities that no other pass exposes.
//!
//! No library registers them, so they are for the `tools` executor. Passes that are not here print, break the IR by design, want
//! attributes no program has or loops of a rank that is written in their options, hold a pattern that is wrong and nobody else uses
//! (`fuse-multiuse-producer`), or check MLIR's own infrastructure. Nor is `test-math-polynomial-approximation`, whose sine and
//! cosine have no correct digit for small and for large numbers.

use super::super::pass::{Hazard, Pass, function, module};

/// A pass and what it works on.
#[derive(Clone, Copy, Debug)]
pub struct TestPass {
    /// The pass.
    pub pass: Pass,
    /// Patterns of operations, one of which it needs; none for any IR.
    pub on: &'static [&'static str],
}

const fn on(on: &'static [&'static str], pass: Pass) -> TestPass {
    TestPass { pass, on }
}

const FLOAT: &[Hazard] = &[Hazard::Float];
const LOOPS: &[&str] = &["affine.for"];
const LINALG: &[&str] = &["linalg.*"];
const SLICES: &[&str] =
    &["tensor.extract_slice", "tensor.insert_slice", "tensor.collapse_shape", "tensor.expand_shape"];
const VECTORS: &[&str] = &["vector.*"];

/// Every such pass that is drawn.
#[rustfmt::skip] // One row a line reads as the table it is.
pub const TEST_PASSES: &[TestPass] = &[
    on(LOOPS, function("test-affine-data-copy", "")),
    on(LOOPS, function("test-affine-data-copy", "for-memref-region=true")),
    on(&["affine.if"], module("test-affine-loop-unswitch", "").since(22)),
    on(&["affine.apply"], function("test-decompose-affine-ops", "")),
    on(LOOPS, function("test-loop-fusion", "test-loop-fusion-utilities=true").since(22)),
    on(&["memref.subview"], module("test-compose-subview", "")),
    on(&["scf.*"], function("test-control-flow-sink", "")),
    on(&["scf.for"], function("test-loop-unrolling", "unroll-factor=2 loop-depth=0")),
    on(&["scf.for"], function("test-loop-unrolling", "unroll-factor=3 loop-depth=1")),
    on(&["scf.for"], function("test-loop-unrolling", "unroll-factor=5 loop-depth=2 unroll-up-to-factor=true")),
    on(&["scf.parallel"], module("test-parallel-loop-unrolling", "unroll-factors=2,2").since(22)),
    on(&["scf.parallel"], module("test-parallel-loop-unrolling", "unroll-factors=3").since(22)),
    on(&["scf.while"], module("test-scf-uplift-while-to-for", "")),
    on(&[], module("test-single-fold", "").since(22)),
    on(LINALG, function("test-linalg-decompose-ops", "")),
    on(LINALG, function("test-linalg-drop-unit-dims", "")),
    on(LINALG, function("test-linalg-elementwise-fusion-patterns", "fuse-generic-ops=true")),
    on(LINALG, function("test-linalg-elementwise-fusion-patterns", "fuse-generic-ops-control=true")),
    on(LINALG, function("test-linalg-elementwise-fusion-patterns", "fuse-with-reshape-by-collapsing=true")),
    on(LINALG, function("test-linalg-elementwise-fusion-patterns", "fuse-with-reshape-by-expansion=true")),
    on(LINALG, function("test-linalg-greedy-fusion", "")),
    on(LINALG, function("test-linalg-pad-fusion", "")),
    on(LINALG, function("test-linalg-rank-reduce-contraction-ops", "")),
    on(LINALG, function("test-linalg-transform-patterns", "test-bubble-up-extract-slice-op-pattern=true")),
    on(LINALG, function("test-linalg-transform-patterns", "test-erase-unused-operands-and-results=true")),
    on(LINALG, function("test-linalg-transform-patterns", "test-erase-unnecessary-inputs=true")),
    on(LINALG, function("test-linalg-transform-patterns", "test-swap-extract-slice-with-fill-pattern=true")),
    on(&["tensor.pad"], function("test-linalg-transform-patterns", "test-decompose-pad-tensor=true").since(22)),
    on(&["tensor.pad"], function("test-linalg-transform-patterns", "test-swap-subtensor-padtensor=true")),
    on(&["tensor.pad"], module("test-tensor-copy-insertion", "bufferize-function-boundaries=true")),
    on(SLICES, module("test-tensor-transform-patterns", "test-drop-redundant-insert-slice-rank-expansion=true")),
    on(SLICES, module("test-tensor-transform-patterns", "test-expand-shape-bubbling=true").since(22)),
    on(SLICES, module("test-tensor-transform-patterns", "test-fold-consecutive-insert-extract-slice=true")),
    on(SLICES, module("test-tensor-transform-patterns", "test-fold-constant-extract-slice=true")),
    on(SLICES, module("test-tensor-transform-patterns", "test-fold-extract-from-collapse-shape=true").since(22)),
    on(SLICES, module("test-tensor-transform-patterns", "test-reassociative-reshape-folding=true")),
    on(&["math.*"], function("test-math-algebraic-simplification", "").hazards(FLOAT)),
    on(VECTORS, function("test-scalar-vector-transfer-lowering", "allow-multiple-uses=true")),
    on(VECTORS, function("test-vector-break-down-bitcast", "")),
    on(VECTORS, function("test-vector-break-down-reduction-patterns", "").hazards(FLOAT)),
    on(VECTORS, function("test-vector-chained-reduction-folding-patterns", "").hazards(FLOAT)),
    on(VECTORS, function("test-vector-extract-strided-slice-lowering", "")),
    on(VECTORS, function("test-vector-gather-lowering", "")),
    on(VECTORS, module("test-vector-linearize", "")),
    on(VECTORS, function("test-vector-reduction-to-contract-patterns", "").hazards(FLOAT)),
    on(VECTORS, function("test-vector-shuffle-lowering", "").since(22)),
    on(VECTORS, function("test-vector-sink-patterns", "").since(22)),
    on(VECTORS, function("test-vector-to-vector-lowering", "unroll=true")),
    on(VECTORS, function("test-vector-transfer-flatten-patterns", "")),
    on(VECTORS, function("test-vector-transfer-unrolling-patterns", "")),
    on(VECTORS, function("test-vector-transferop-opt", "")),
    on(VECTORS, function("test-vector-unrolling-patterns", "")),
];
