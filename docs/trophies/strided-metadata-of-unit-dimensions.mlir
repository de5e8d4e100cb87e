// expand-strided-metadata drops another dimension of a memref.subview than the type says.
//
// Right: mlir-opt %s
// Wrong: mlir-opt --expand-strided-metadata %s
// Actual: error: expected result type with size = 2 instead of 1 in dim = 0
//
// Why: the result 1x2 of a 1x2x1 slice keeps dimensions 0 and 1. Which dimension is dropped is found by comparing strides; all
// are dynamic and look alike, so the first of size 1 is taken, and the new memref.reinterpret_cast has sizes 2x1.
// Versions: 19, 22; not head.
// LLVM: https://github.com/llvm/llvm-project/pull/184334 mends it; no issue found.
func.func @f(%m: memref<1x2x1xi32, strided<[?, ?, ?], offset: ?>>) -> memref<1x2xi32, strided<[?, ?], offset: ?>> {
  %0 = memref.subview %m[0, 0, 0] [1, 2, 1] [1, 1, 1]
      : memref<1x2x1xi32, strided<[?, ?, ?], offset: ?>> to memref<1x2xi32, strided<[?, ?], offset: ?>>
  return %0 : memref<1x2xi32, strided<[?, ?], offset: ?>>
}
