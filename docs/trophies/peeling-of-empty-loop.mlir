// Front peeling runs the first iteration of a loop that has none.
//
// Right: mlir-opt --pass-pipeline='builtin.module(convert-vector-to-llvm,expand-strided-metadata,lower-affine,convert-scf-to-cf,convert-to-llvm,reconcile-unrealized-casts)' %s | mlir-runner -e main --entry-point-result=i32
// Wrong: mlir-opt --pass-pipeline='builtin.module(scf-for-loop-peeling{peel-front=true},convert-vector-to-llvm,expand-strided-metadata,lower-affine,convert-scf-to-cf,convert-to-llvm,reconcile-unrealized-casts)' %s | mlir-runner -e main --entry-point-result=i32
// Expected: 0
// Actual: 1
//
// Why: the peeled loop goes from %lb to %lb + %step, whatever the upper bound is. Only where all bounds are constants does the
// pass see that there is no iteration. In the finding the extra iteration writes past the end of a buffer.
// Versions: 19, 22, head.
// LLVM: https://github.com/llvm/llvm-project/issues/223232, mended by https://github.com/llvm/llvm-project/pull/223257, which head does not have yet.
func.func private @iterations(%n: index) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%count = %zero) -> i32 {
    %next = arith.addi %count, %one : i32
    scf.yield %next : i32
  }
  return %r : i32
}
func.func @main() -> i32 {
  %c0 = arith.constant 0 : index
  %r = call @iterations(%c0) : (index) -> i32
  return %r : i32
}
