// canonicalize gives the body of an scf.while the value of the wrong side of a branch.
//
// Right: mlir-opt --pass-pipeline='builtin.module(convert-scf-to-cf,convert-to-llvm,reconcile-unrealized-casts)' %s | mlir-runner -e main --entry-point-result=i64
// Wrong: mlir-opt --pass-pipeline='builtin.module(canonicalize,convert-scf-to-cf,convert-to-llvm,reconcile-unrealized-casts)' %s | mlir-runner -e main --entry-point-result=i64
// Expected: 8
// Actual: 7
//
// Why: the branch by the loop's own condition moves into the body, where its result is that of the first side. The second operand of
// scf.condition with that result becomes what the other side gives.
// Versions: 22, head; not 19.
// LLVM: https://github.com/llvm/llvm-project/issues/219456, mended by https://github.com/llvm/llvm-project/pull/219458.
func.func @main() -> i64 {
  %c0 = arith.constant 0 : i64
  %c1 = arith.constant 1 : i64
  %c7 = arith.constant 7 : i64
  %r:3 = scf.while (%i = %c0, %x = %c7) : (i64, i64) -> (i64, i64, i64) {
    %goes_on = arith.cmpi ult, %i, %c1 : i64
    %v = scf.if %goes_on -> (i64) {
      %next = arith.addi %x, %c1 : i64
      scf.yield %next : i64
    } else {
      scf.yield %x : i64
    }
    scf.condition(%goes_on) %i, %v, %v : i64, i64, i64
  } do {
  ^bb0(%i: i64, %v: i64, %w: i64):
    %j = arith.addi %i, %c1 : i64
    scf.yield %j, %w : i64, i64
  }
  return %r#1 : i64
}
