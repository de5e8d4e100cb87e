// affine-loop-unroll gives back the counter of an iteration that is not the last one.
//
// Right: mlir-opt --pass-pipeline='builtin.module(lower-affine,convert-scf-to-cf,convert-to-llvm,reconcile-unrealized-casts)' %s | mlir-runner -e main --entry-point-result=i64
// Wrong: mlir-opt --pass-pipeline='builtin.module(func.func(affine-loop-unroll{unroll-up-to-factor=true}),lower-affine,convert-scf-to-cf,convert-to-llvm,reconcile-unrealized-casts)' %s | mlir-runner -e main --entry-point-result=i64
// Expected: -1
// Actual: -2
//
// Why: the loop yields its counter. Unrolling puts a counter of its own in each copy of the body, and leaves the one that the last copy
// yields as it was, which is that of the first copy.
// Versions: 19, 22, head.
// LLVM: none found.
func.func @main() -> i64 {
  %c0 = arith.constant 0 : index
  %last = affine.for %i = -2 to 0 iter_args(%before = %c0) -> (index) {
    // A body of nothing but its end is left alone.
    %other = arith.constant 0 : index
    affine.yield %i : index
  }
  %r = arith.index_cast %last : index to i64
  return %r : i64
}
