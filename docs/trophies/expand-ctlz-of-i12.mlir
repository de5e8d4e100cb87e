// math-expand-ops counts the leading zeros of an i12 wrongly.
//
// Right: mlir-opt %s --pass-pipeline='builtin.module(convert-math-to-llvm,convert-arith-to-llvm,convert-func-to-llvm)' | mlir-runner -O0 -e main -entry-point-result=i32
// Expected: 11
// Wrong: mlir-opt %s --pass-pipeline='builtin.module(math-expand-ops,convert-scf-to-cf,convert-arith-to-llvm,convert-cf-to-llvm,convert-func-to-llvm)' | mlir-runner -O0 -e main -entry-point-result=i32
// Actual: 10
//
// Why: math.ctlz becomes a search by halves of the width: 6, 3 and then 1, where half of 3 needs a step of 2 and one of 1. Only widths that are powers of
// two come out right.
// Versions: 22, head; 19 has the same in a pass for tests.
// LLVM: none found.
func.func private @zeros(%x: i12) -> i12 {
  %n = math.ctlz %x : i12
  return %n : i12
}
func.func @main() -> i32 {
  %x = arith.constant 1 : i12
  %n = call @zeros(%x) : (i12) -> i12
  %r = arith.extui %n : i12 to i32
  return %r : i32
}
