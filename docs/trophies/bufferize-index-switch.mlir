// one-shot-bufferize writes in place to a tensor that is still read as the result of an scf.index_switch.
//
// Right: mlir-opt %s --pass-pipeline='builtin.module(one-shot-bufferize{bufferize-function-boundaries copy-before-write},convert-scf-to-cf,expand-strided-metadata,finalize-memref-to-llvm,convert-arith-to-llvm,convert-cf-to-llvm,convert-func-to-llvm,reconcile-unrealized-casts)' | mlir-runner -e main -entry-point-result=i64
// Wrong: mlir-opt %s --pass-pipeline='builtin.module(one-shot-bufferize{bufferize-function-boundaries},convert-scf-to-cf,expand-strided-metadata,finalize-memref-to-llvm,convert-arith-to-llvm,convert-cf-to-llvm,convert-func-to-llvm,reconcile-unrealized-casts)' | mlir-runner -e main -entry-point-result=i64
// Expected: 1
// Actual: 7
//
// Why: the default region yields the buffer that is the result of the switch, and the analysis takes the cases alone for what the result
// may be. So the insertion into that tensor, which is read no more by its own name, is done in place.
// Versions: 19, 22, head.
// LLVM: none found; https://github.com/llvm/llvm-project/pull/67666 is where the analysis comes from.
func.func private @numbers() -> tensor<2xi64> {
  %one = arith.constant 1 : i64
  %t = tensor.from_elements %one, %one : tensor<2xi64>
  return %t : tensor<2xi64>
}
func.func @main() -> i64 {
  %zero = arith.constant 0 : index
  %seven = arith.constant 7 : i64
  %t = call @numbers() : () -> tensor<2xi64>
  %same = scf.index_switch %zero -> tensor<2xi64>
  default {
    scf.yield %t : tensor<2xi64>
  }
  %other = tensor.insert %seven into %t[%zero] : tensor<2xi64>
  %a = tensor.extract %same[%zero] : tensor<2xi64>
  %b = tensor.extract %other[%zero] : tensor<2xi64>
  %sum = arith.subi %b, %seven : i64
  %r = arith.addi %a, %sum : i64
  return %r : i64
}
