// A signed comparison is narrowed to a width in which its operands change their sign.
//
// Right: mlir-opt --pass-pipeline='builtin.module(convert-vector-to-llvm,expand-strided-metadata,lower-affine,convert-scf-to-cf,convert-to-llvm,reconcile-unrealized-casts)' %s | mlir-runner -e main --entry-point-result=i32
// Wrong: mlir-opt --pass-pipeline='builtin.module(arith-int-range-narrowing{int-bitwidths-supported=1,8,16,32,64},convert-vector-to-llvm,expand-strided-metadata,lower-affine,convert-scf-to-cf,convert-to-llvm,reconcile-unrealized-casts)' %s | mlir-runner -e main --entry-point-result=i32
// Expected: 1
// Actual: 0
//
// Why: the operands lie in [0, 1], which fits i1 unsigned, so they are cut to i1, and the predicate stays `slt`. As i1 is
// signed there, 1 becomes -1 and 0 < -1 is false. It is not for i1 alone: with 8 among the widths, arith.divsi of
// 200 by 100 gives 0. Signed operations need a width that keeps the sign bit.
// Versions: 22; not head; 19 has no such pass.
// LLVM: https://github.com/llvm/llvm-project/pull/189676 mends it; no issue found.
func.func private @less_than_one(%a: i32) -> i32 {
  %c1 = arith.constant 1 : i32
  %bit = arith.andi %a, %c1 : i32
  %less = arith.cmpi slt, %bit, %c1 : i32
  %r = arith.extui %less : i1 to i32
  return %r : i32
}
func.func @main() -> i32 {
  %c0 = arith.constant 0 : i32
  %r = call @less_than_one(%c0) : (i32) -> i32
  return %r : i32
}
