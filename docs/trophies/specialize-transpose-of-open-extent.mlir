// linalg-specialize-generic-ops makes a linalg.transpose of extents that this does not take.
//
// Right: mlir-opt --cse %s
// Wrong: mlir-opt --linalg-specialize-generic-ops %s
// Actual: error: 'linalg.transpose' op dim(result, 0) = 2 doesn't match dim(input, permutation[0]) = -9223372036854775808
//
// Why: a linalg.generic may read an extent that is unknown where it writes one that is known. The verifier of linalg.transpose wants
// both to be written alike, and the pass does not ask it.
// Versions: 22, head; not 19.
// LLVM: none found.
#map = affine_map<(d0, d1) -> (d1, d0)>
#map1 = affine_map<(d0, d1) -> (d0, d1)>
func.func @f(%x: tensor<3x?xi32>, %y: tensor<2x3xi32>) -> tensor<2x3xi32> {
  %0 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel"]}
      ins(%x : tensor<3x?xi32>) outs(%y : tensor<2x3xi32>) {
  ^bb0(%in: i32, %out: i32):
    linalg.yield %in : i32
  } -> tensor<2x3xi32>
  return %0 : tensor<2x3xi32>
}
