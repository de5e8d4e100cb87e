// flatten-memref leaves an allocation of unknown extents without its size.
//
// Right: mlir-opt --cse %s
// Wrong: mlir-opt --flatten-memref %s
// Actual: error: 'memref.alloc' op incorrect number of dynamic sizes, has 0, expected 1
//
// Why: memref<?x?xf32> becomes memref<?xf32>, and the extent of that, which the pass has computed, is not handed to the new memref.alloc.
// Versions: 22; not head; 19 has no such pass.
// LLVM: none found.
func.func @f(%n: index, %v: f32) -> memref<?x?xf32> {
  %c = arith.constant 0 : index
  %0 = memref.alloc(%n, %n) : memref<?x?xf32>
  memref.store %v, %0[%c, %c] : memref<?x?xf32>
  return %0 : memref<?x?xf32>
}
