// one-shot-bufferize writes to a buffer in a loop of blocks that a later iteration still reads.
//
// Right: mlir-opt %s --pass-pipeline='builtin.module(one-shot-bufferize{bufferize-function-boundaries=1 function-boundary-type-conversion=identity-layout-map},convert-scf-to-cf,expand-strided-metadata,finalize-memref-to-llvm,convert-arith-to-llvm,convert-cf-to-llvm,convert-func-to-llvm,reconcile-unrealized-casts)' | mlir-runner -O0 -e main -entry-point-result=i32
// Expected: 123
// Wrong: mlir-opt %s --pass-pipeline='builtin.module(convert-scf-to-cf,one-shot-bufferize{bufferize-function-boundaries=1 function-boundary-type-conversion=identity-layout-map},expand-strided-metadata,finalize-memref-to-llvm,convert-arith-to-llvm,convert-cf-to-llvm,convert-func-to-llvm,reconcile-unrealized-casts)' | mlir-runner -O0 -e main -entry-point-result=i32
// Actual: 111
//
// Why: each iteration reads %src and writes to what the loop carries, which is %src at first. Whether a read comes before a write decides whether
// the write may be in place. In an scf.for the next iteration's read counts as behind it; in a loop of blocks it does not.
// Versions: 19, 22, head.
// LLVM: none found.
func.func private @shift(%src: tensor<4xi32>) -> tensor<4xi32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %r = scf.for %i = %c0 to %c3 step %c1 iter_args(%t = %src) -> (tensor<4xi32>) {
    %v = tensor.extract %src[%i] : tensor<4xi32>
    %j = arith.addi %i, %c1 : index
    %n = tensor.insert %v into %t[%j] : tensor<4xi32>
    scf.yield %n : tensor<4xi32>
  }
  return %r : tensor<4xi32>
}
func.func @main() -> i32 {
  %s = arith.constant dense<[1, 2, 3, 4]> : tensor<4xi32>
  %r = call @shift(%s) : (tensor<4xi32>) -> tensor<4xi32>
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c10 = arith.constant 10 : i32
  %a = tensor.extract %r[%c1] : tensor<4xi32>
  %b = tensor.extract %r[%c2] : tensor<4xi32>
  %c = tensor.extract %r[%c3] : tensor<4xi32>
  %0 = arith.muli %a, %c10 : i32
  %1 = arith.addi %0, %b : i32
  %2 = arith.muli %1, %c10 : i32
  %3 = arith.addi %2, %c : i32
  return %3 : i32
}
