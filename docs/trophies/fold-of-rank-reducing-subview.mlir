// Folding a memref.cast into a memref.subview drops another unit dimension than before.
//
// Right: mlir-opt --cse %s
// Wrong: mlir-opt --canonicalize %s
// Wrong: mlir-opt --inline %s
// Actual: error: 'memref.copy' op requires the same shape for all operands
//
// Why: the subview 1x2x1 of 1x2x1x1 drops one of three dimensions of size 1. When strides become known the type of its result is computed
// again, with another one dropped: 2x1x1, of which a memref.copy to 1x2x1 is invalid.
// Versions: 22; not 19, not head.
// LLVM: none found; the bug of strided-metadata-of-unit-dimensions.mlir is of the kind.
func.func @f(%x: memref<1x2xi32>, %to: memref<1x2x1xi32>) {
  %0 = memref.cast %x : memref<1x2xi32> to memref<1x2xi32, strided<[?, ?], offset: ?>>
  %1 = memref.expand_shape %0 [[0], [1, 2, 3]] output_shape [1, 2, 1, 1]
      : memref<1x2xi32, strided<[?, ?], offset: ?>> into memref<1x2x1x1xi32, strided<[?, ?, ?, ?], offset: ?>>
  %2 = memref.subview %1[0, 0, 0, 0] [1, 2, 1, 1] [1, 1, 1, 1]
      : memref<1x2x1x1xi32, strided<[?, ?, ?, ?], offset: ?>> to memref<1x2x1xi32, strided<[?, ?, ?], offset: ?>>
  memref.copy %2, %to : memref<1x2x1xi32, strided<[?, ?, ?], offset: ?>> to memref<1x2x1xi32>
  return
}
