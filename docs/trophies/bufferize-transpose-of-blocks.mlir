// one-shot-bufferize lets an operation write in place to what it still reads by another map, where the function has two blocks.
//
// Right: mlir-opt %s --pass-pipeline='builtin.module(canonicalize,one-shot-bufferize{bufferize-function-boundaries=1},convert-linalg-to-loops,convert-scf-to-cf,expand-strided-metadata,finalize-memref-to-llvm,convert-arith-to-llvm,convert-cf-to-llvm,convert-func-to-llvm,reconcile-unrealized-casts)' | mlir-runner -O0 -e main -entry-point-result=i32
// Expected: 32
// Wrong: mlir-opt %s --pass-pipeline='builtin.module(one-shot-bufferize{bufferize-function-boundaries=1},convert-linalg-to-loops,convert-scf-to-cf,expand-strided-metadata,finalize-memref-to-llvm,convert-arith-to-llvm,convert-cf-to-llvm,convert-func-to-llvm,reconcile-unrealized-casts)' | mlir-runner -O0 -e main -entry-point-result=i32
// Actual: 33
//
// Why: the operation transposes [[1, 2], [3, 4]], so that the elements beside the diagonal are 3 and 2. In place, one of them is read when it has been
// written. In a function of one block, which canonicalize makes, the operation is given a copy.
// Versions: 19, 22, head.
// LLVM: none found.
func.func private @turn(%t: tensor<2x2xi32>) -> tensor<2x2xi32> {
  cf.br ^done
^done:
  %r = linalg.generic {indexing_maps = [affine_map<(i, j) -> (j, i)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]}
      ins(%t : tensor<2x2xi32>) outs(%t : tensor<2x2xi32>) {
  ^bb0(%in: i32, %out: i32):
    linalg.yield %in : i32
  } -> tensor<2x2xi32>
  return %r : tensor<2x2xi32>
}
func.func @main() -> i32 {
  %t = arith.constant dense<[[1, 2], [3, 4]]> : tensor<2x2xi32>
  %r = call @turn(%t) : (tensor<2x2xi32>) -> tensor<2x2xi32>
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c10 = arith.constant 10 : i32
  %a = tensor.extract %r[%c0, %c1] : tensor<2x2xi32>
  %b = tensor.extract %r[%c1, %c0] : tensor<2x2xi32>
  %0 = arith.muli %a, %c10 : i32
  %1 = arith.addi %0, %b : i32
  return %1 : i32
}
