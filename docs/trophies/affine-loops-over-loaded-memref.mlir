// convert-linalg-to-affine-loops bounds an affine.for by what affine does not take.
//
// Right: mlir-opt --convert-linalg-to-loops %s
// Wrong: mlir-opt --convert-linalg-to-affine-loops %s
// Actual: error: 'affine.for' op operand cannot be used as a dimension id
//
// Why: the bound is a memref.dim of a buffer that is no argument of the function but comes to be inside of the scf.if, which is no affine scope.
// An affine.for needs a bound that is valid as a dimension there.
// Versions: 19, 22, head.
// LLVM: none found.
#map = affine_map<(d0) -> (d0)>
func.func @f(%c: i1, %p: memref<memref<?xf32>>, %b: memref<?xf32>) {
  scf.if %c {
    %a = memref.load %p[] : memref<memref<?xf32>>
    linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%a : memref<?xf32>) outs(%b : memref<?xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    }
  }
  return
}
