// affine-super-vectorize gives an llvm operation vectors of two dimensions, which it cannot have.
//
// Right: mlir-opt %s
// Wrong: mlir-opt --affine-super-vectorize=virtual-vector-size=4,4 %s
// Actual: error: 'llvm.intr.cos' op operand #0 must be floating point LLVM type or LLVM dialect-compatible vector
//
// Why: every operation without regions in the loop gets vector types, whether it takes them or not. Operations of llvm take
// vectors of one dimension. One comes into an affine loop by an early convert-math-to-llvm.
// Versions: 19, 22, head.
// LLVM: none found; https://github.com/llvm/llvm-project/issues/128277, closed, was the same of a memref.dim.
func.func @f(%m: memref<4x4xf32>) {
  affine.for %i = 0 to 4 {
    affine.for %j = 0 to 4 {
      %0 = affine.load %m[%i, %j] : memref<4x4xf32>
      %1 = llvm.intr.cos(%0) : (f32) -> f32
      affine.store %1, %m[%i, %j] : memref<4x4xf32>
    }
  }
  return
}
