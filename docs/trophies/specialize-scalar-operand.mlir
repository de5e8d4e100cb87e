// linalg-specialize-generic-ops crashes on a linalg.generic with a scalar operand.
//
// Right: mlir-opt %s
// Wrong: mlir-opt --linalg-specialize-generic-ops %s
// Actual: crash (SIGSEGV)
//
// Why: to unfold the broadcast of %a, the pattern casts the type of every operand to a ranked tensor. An input of linalg.generic
// may be a scalar such as %s.
// Versions: 22; not 19 and head.
// LLVM: https://github.com/llvm/llvm-project/issues/122094, mended since.
#row = affine_map<(i, j) -> (i)>
#all = affine_map<(i, j) -> (i, j)>
#none = affine_map<(i, j) -> ()>
func.func @f(%a: tensor<2xi8>, %s: i32, %o: tensor<2x3xi32>) -> tensor<2x3xi32> {
  %0 = linalg.generic {indexing_maps = [#row, #none, #all], iterator_types = ["parallel", "parallel"]}
      ins(%a, %s : tensor<2xi8>, i32) outs(%o : tensor<2x3xi32>) {
  ^bb0(%x: i8, %y: i32, %out: i32):
    linalg.yield %y : i32
  } -> tensor<2x3xi32>
  return %0 : tensor<2x3xi32>
}
