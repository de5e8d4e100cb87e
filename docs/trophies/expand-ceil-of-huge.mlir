// math-expand-ops makes ceil of a float that no i64 holds undefined.
//
// Right: mlir-opt %s --pass-pipeline='builtin.module(convert-math-to-llvm,convert-func-to-llvm)' | mlir-runner -O1 -e main -entry-point-result=f32
// Expected: 1.000000e+20
// Wrong: mlir-opt %s --pass-pipeline='builtin.module(math-expand-ops,convert-math-to-llvm,convert-arith-to-llvm,convert-func-to-llvm)' | mlir-runner -O1 -e main -entry-point-result=f32
// Actual: undefined: 0.000000e+00 on one processor, -2.169498e+19 on another
//
// Why: the float goes to an i64 and back. arith.fptosi of what does not fit, infinities among it, is poison. Unoptimized code happens to
// give the right number, so comparing results does not show it; lowdiff's interpreter does.
// Versions: 22; mended on head, and 19 has no such pass.
// LLVM: https://github.com/llvm/llvm-project/issues/151786, mended by https://github.com/llvm/llvm-project/pull/170028.
func.func private @ceil(%x: f32) -> f32 {
  %0 = math.ceil %x : f32
  return %0 : f32
}
func.func @main() -> f32 {
  %x = llvm.mlir.constant(1.0e+20 : f32) : f32
  %0 = call @ceil(%x) : (f32) -> f32
  return %0 : f32
}
