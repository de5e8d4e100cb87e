// one-shot-bufferize lets a caller write in place to a constant that a function returns.
//
// Right: mlir-opt %s --pass-pipeline='builtin.module(inline,one-shot-bufferize{bufferize-function-boundaries=1},expand-strided-metadata,finalize-memref-to-llvm,convert-arith-to-llvm,convert-func-to-llvm,reconcile-unrealized-casts)' | mlir-runner -O0 -e main -entry-point-result=i32
// Expected: 9
// Wrong: mlir-opt %s --pass-pipeline='builtin.module(one-shot-bufferize{bufferize-function-boundaries=1},expand-strided-metadata,finalize-memref-to-llvm,convert-arith-to-llvm,convert-func-to-llvm,reconcile-unrealized-casts)' | mlir-runner -O0 -e main -entry-point-result=i32
// Actual: crash (SIGSEGV)
//
// Why: the constant becomes a memref.global that is constant, and the function returns it. The caller takes what it is returned for a buffer that
// it may write to. Where the call is inlined, the insertion is given a copy.
// Versions: 19, 22, head.
// LLVM: none found.
func.func @table() -> tensor<4xi32> {
  %table = arith.constant dense<[1, 2, 3, 4]> : tensor<4xi32>
  return %table : tensor<4xi32>
}
func.func @main() -> i32 {
  %c2 = arith.constant 2 : index
  %nine = arith.constant 9 : i32
  %table = call @table() : () -> tensor<4xi32>
  %changed = tensor.insert %nine into %table[%c2] : tensor<4xi32>
  %shown = tensor.extract %changed[%c2] : tensor<4xi32>
  return %shown : i32
}
