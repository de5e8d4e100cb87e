// affine-super-vectorize makes a vector.transfer_write of a store whose address does not change in the loop.
//
// Right: mlir-opt %s
// Wrong: mlir-opt --affine-super-vectorize=virtual-vector-size=4 %s
// Actual: error: 'vector.transfer_write' op should not have broadcast dimensions
//
// Why: no index depends on the vectorized loop, so the permutation map is (d0, d1) -> (0): all lanes would go to one element.
// A read may broadcast, a write may not.
// Versions: 19, 22; not head.
// LLVM: https://github.com/llvm/llvm-project/issues/131135, mended by https://github.com/llvm/llvm-project/pull/184770.
func.func @f(%m: memref<1x1xf32>, %k: index, %x: f32) {
  affine.for %i = 0 to 1 {
    affine.for %j = 0 to 1 {
      affine.store %x, %m[%k, %k] : memref<1x1xf32>
    }
  }
  return
}
