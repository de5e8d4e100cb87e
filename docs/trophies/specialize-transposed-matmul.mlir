// linalg-specialize-generic-ops takes a product with a transposed matrix for one without.
//
// Right: mlir-opt --cse %s
// Wrong: mlir-opt --linalg-specialize-generic-ops %s
// Actual: error: 'linalg.matmul' op inferred input/output operand #1 has shape's dimension #0 to be 2, but found 3
//
// Why: the second operand is read as (d1, d2), so it is transposed, and the linalg.matmul that is made of it reads it as (d2, d1). Of square
// matrices it is a wrong result.
// Versions: 22; not 19, not head.
// LLVM: mended by https://github.com/llvm/llvm-project/pull/181387; no issue found.
#a = affine_map<(d0, d1, d2) -> (d0, d2)>
#b = affine_map<(d0, d1, d2) -> (d1, d2)>
#c = affine_map<(d0, d1, d2) -> (d0, d1)>
func.func @f(%x: tensor<2x2xf32>, %y: tensor<3x2xf32>, %z: tensor<2x3xf32>) -> tensor<2x3xf32> {
  %0 = linalg.generic {indexing_maps = [#a, #b, #c], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%x, %y : tensor<2x2xf32>, tensor<3x2xf32>) outs(%z : tensor<2x3xf32>) {
  ^bb0(%l: f32, %r: f32, %o: f32):
    %1 = arith.mulf %l, %r : f32
    %2 = arith.addf %o, %1 : f32
    linalg.yield %2 : f32
  } -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}
