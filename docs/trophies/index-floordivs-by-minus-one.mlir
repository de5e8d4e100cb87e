// convert-index-to-llvm divides the least number by -1, where a floored quotient of other numbers fits.
//
// Right: mlir-opt %s --pass-pipeline='builtin.module(inline,canonicalize,convert-to-llvm,reconcile-unrealized-casts)' | mlir-runner -O0 -e main -entry-point-result=i64
// Expected: 9223372036854775807
// Wrong: mlir-opt %s --pass-pipeline='builtin.module(convert-to-llvm,reconcile-unrealized-casts)' | mlir-runner -O0 -e main -entry-point-result=i64
// Actual: crash (SIGFPE)
//
// Why: the lowering computes two quotients and takes one of them. The one that it drops divides 1 + 9223372036854775807 by -1. The sum wraps
// around to the least number, whose quotient by -1 does not fit, and llvm.sdiv is undefined then. The floored quotient of the operands fits.
// Versions: 19, 22, head.
// LLVM: https://github.com/llvm/llvm-project/issues/83079 was the same of arith.floordivsi.
func.func private @quotient(%n: index, %m: index) -> index {
  %q = index.floordivs %n, %m
  return %q : index
}
func.func @main() -> i64 {
  %n = index.constant -9223372036854775807
  %m = index.constant -1
  %q = call @quotient(%n, %m) : (index, index) -> index
  %r = index.casts %q : index to i64
  return %r : i64
}
