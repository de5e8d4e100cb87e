// The fold hook of tosa.mul multiplies in the width of the operands and extends the product, where the operation has the width of the
// result.
//
// Right: mlir-opt %s --pass-pipeline='builtin.module(func.func(tosa-to-linalg,tosa-to-arith{include-apply-rescale=true}),one-shot-bufferize{bufferize-function-boundaries=1},convert-linalg-to-loops,convert-scf-to-cf,expand-strided-metadata,finalize-memref-to-llvm,convert-arith-to-llvm,convert-cf-to-llvm,convert-func-to-llvm,reconcile-unrealized-casts)' | mlir-runner -O0 -e main -entry-point-result=i32
// Expected: -115580
// Wrong: mlir-opt %s --pass-pipeline='builtin.module(inline,func.func(tosa-to-linalg,tosa-to-arith{include-apply-rescale=true}),one-shot-bufferize{bufferize-function-boundaries=1},convert-linalg-to-loops,convert-scf-to-cf,expand-strided-metadata,finalize-memref-to-llvm,convert-arith-to-llvm,convert-cf-to-llvm,convert-func-to-llvm,reconcile-unrealized-casts)' | mlir-runner -O0 -e main -entry-point-result=i32
// Actual: 15492
//
// Why: 28895 * -4 is -115580. It does not fit i16; its low 16 bits are 15492. TOSA's MUL of i16 gives the whole product as i32, and
// tosa-to-linalg extends both operands first.
// Versions: 19, 22, head.
// LLVM: none found.
func.func private @multiply(%a: tensor<i16>, %b: tensor<i16>) -> tensor<i32> {
  %s = "tosa.const"() {values = dense<0> : tensor<1xi8>} : () -> tensor<1xi8>
  %m = tosa.mul %a, %b, %s : (tensor<i16>, tensor<i16>, tensor<1xi8>) -> tensor<i32>
  return %m : tensor<i32>
}
func.func @main() -> i32 {
  %a = "tosa.const"() {values = dense<28895> : tensor<i16>} : () -> tensor<i16>
  %b = "tosa.const"() {values = dense<-4> : tensor<i16>} : () -> tensor<i16>
  %m = call @multiply(%a, %b) : (tensor<i16>, tensor<i16>) -> tensor<i32>
  %r = tensor.extract %m[] : tensor<i32>
  return %r : i32
}
