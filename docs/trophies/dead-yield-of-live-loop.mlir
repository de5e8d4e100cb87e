// remove-dead-values puts poison in the place of what a loop yields, although the result of the loop is returned.
//
// Right: mlir-opt --pass-pipeline='builtin.module(convert-scf-to-cf,expand-strided-metadata,finalize-memref-to-llvm,convert-to-llvm,reconcile-unrealized-casts)' %s | mlir-runner -e main --entry-point-result=i64
// Wrong: mlir-opt --pass-pipeline='builtin.module(remove-dead-values,convert-scf-to-cf,expand-strided-metadata,finalize-memref-to-llvm,convert-to-llvm,reconcile-unrealized-casts)' %s | mlir-runner -e main --entry-point-result=i64
// Expected: 35
// Actual: undefined
//
// Why: the pass puts a constant for %size, and a ub.poison for what the loop yields. It keeps the yield where the bound is a constant or
// a memref.dim from the beginning.
// Versions: 22, head; not 19.
// LLVM: none found.
func.func @main() -> i64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %seven = arith.constant 7 : i64
  %buffer = memref.alloca() : memref<4xi64>
  %base, %offset, %size, %stride = memref.extract_strided_metadata %buffer : memref<4xi64> -> memref<i64>, index, index, index
  %r = scf.for %i = %c0 to %size step %c1 iter_args(%sum = %seven) -> (i64) {
    %next = arith.addi %sum, %seven : i64
    scf.yield %next : i64
  }
  return %r : i64
}
