// arith-int-range-narrowing narrows a shift to fewer bits than it shifts by.
//
// Right: mlir-opt %s --pass-pipeline='builtin.module(convert-scf-to-cf,convert-to-llvm,reconcile-unrealized-casts)' | mlir-runner -O0 -e main -entry-point-result=i64
// Expected: 0
// Wrong: mlir-opt %s --pass-pipeline='builtin.module(arith-int-range-narrowing{int-bitwidths-supported=8},convert-scf-to-cf,convert-to-llvm,reconcile-unrealized-casts)' | mlir-runner -O0 -e main -entry-point-result=i64
// Actual: undefined
//
// Why: the amounts are 30 to 33 and the values 0 to 3, so eight bits hold both. A shift by its width or more is poison (arith.shrui), and in
// i8 all of these are.
// Versions: 22, head; 19 has no such pass.
// LLVM: https://github.com/llvm/llvm-project/issues/218191, mended by https://github.com/llvm/llvm-project/pull/218495.
func.func @main() -> i64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c30 = arith.constant 30 : index
  %zero = arith.constant 0 : index
  %sum = scf.for %i = %c0 to %c4 step %c1 iter_args(%s = %zero) -> (index) {
    %amount = arith.addi %i, %c30 : index
    %q = arith.shrui %i, %amount : index
    %n = arith.ori %s, %q : index
    scf.yield %n : index
  }
  %r = arith.index_cast %sum : index to i64
  return %r : i64
}
