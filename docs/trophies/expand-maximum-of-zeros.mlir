// arith-expand makes the maximum of minus zero and plus zero minus zero.
//
// Right: mlir-opt %s --pass-pipeline='builtin.module(convert-arith-to-llvm,convert-func-to-llvm,finalize-memref-to-llvm,reconcile-unrealized-casts)' | mlir-runner -e main -entry-point-result=i32
// Wrong: mlir-opt %s --pass-pipeline='builtin.module(arith-expand,convert-arith-to-llvm,convert-func-to-llvm,finalize-memref-to-llvm,reconcile-unrealized-casts)' | mlir-runner -e main -entry-point-result=i32
// Expected: 0
// Actual: -2147483648
//
// Why: arith.maximumf takes -0.0 for less than +0.0, says its documentation. The expansion is a comparison, for which they are equal, and a
// select.
// Versions: 19, 22; not head.
// LLVM: none found.
func.func private @zero(%of: i32) -> f32 {
  %none = arith.constant 0 : i32
  %sign = arith.constant 31 : i32
  %bits = arith.shli %of, %sign : i32
  %zero = arith.bitcast %bits : i32 to f32
  return %zero : f32
}
func.func @main() -> i32 {
  %0 = arith.constant 0 : i32
  %1 = arith.constant 1 : i32
  %plus = call @zero(%0) : (i32) -> f32
  %minus = call @zero(%1) : (i32) -> f32
  %most = arith.maximumf %plus, %minus : f32
  %r = arith.bitcast %most : f32 to i32
  return %r : i32
}
