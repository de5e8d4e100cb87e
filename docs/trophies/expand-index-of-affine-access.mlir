// affine-expand-index-ops replaces the index of an affine access by arithmetic that the access does not accept.
//
// Right: mlir-opt %s
// Wrong: mlir-opt --affine-expand-index-ops %s
// Actual: error: 'affine.store' op operand cannot be used as a dimension id
//
// Why: results of affine.linearize_index and affine.delinearize_index are valid dimensions of an affine access. The pass
// replaces them by results of arith operations, which are not, and leaves the access as it is.
// Versions: 22, head; 19 has no affine.linearize_index.
// LLVM: none found. Since https://github.com/llvm/llvm-project/pull/138929 such indices are valid.
func.func @f(%m: memref<6xf32>, %x: f32) {
  affine.for %i = 0 to 2 {
    affine.for %j = 0 to 3 {
      %0 = affine.linearize_index [%i, %j] by (2, 3) : index
      affine.store %x, %m[%0] : memref<6xf32>
    }
  }
  return
}
