// convert-complex-to-libm calls functions of C with a complex of f32 passed as no C function expects it.
//
// Right: mlir-opt %s --pass-pipeline='builtin.module(convert-complex-to-standard,convert-math-to-llvm,convert-complex-to-llvm,convert-func-to-llvm,convert-arith-to-llvm,reconcile-unrealized-casts)' | mlir-runner -O0 -e main -entry-point-result=f32
// Expected: 5.000000e+00
// Wrong: mlir-opt %s --pass-pipeline='builtin.module(convert-complex-to-libm,convert-complex-to-llvm,convert-func-to-llvm,convert-arith-to-llvm,reconcile-unrealized-casts)' | mlir-runner -O0 -e main -entry-point-result=f32
// Actual: 3.000000e+00
//
// Why: complex<f32> becomes a struct of two floats, which LLVM passes in two registers. The x86-64 System V ABI packs a float _Complex into one, so
// cabsf sees an imaginary part of zero. A complex<f64> is passed in two registers by both.
// Versions: 19, 22, head.
// LLVM: none found.
func.func @main() -> f32 {
  %re = arith.constant 3.0 : f32
  %im = arith.constant 4.0 : f32
  %z = complex.create %re, %im : complex<f32>
  %abs = complex.abs %z : complex<f32>
  return %abs : f32
}
