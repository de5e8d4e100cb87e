// generate-runtime-verification crashes on a program in which nothing is of cf yet.
//
// Right: mlir-opt --cse %s
// Wrong: mlir-opt --generate-runtime-verification %s
// Actual: crash (SIGSEGV)
//
// Why: the checks of a memref.subview are a cf.assert, and the pass does not load the dialect that belongs to. Where a program has an operation
// of cf, or the process has loaded the dialect for another reason, it works.
// Versions: 22; not 19. Head has no stock programs here, and lowdiff itself loads every dialect.
// LLVM: https://github.com/llvm/llvm-project/issues/204295, closed.
func.func @f(%m: memref<4xi32>) -> memref<2xi32, strided<[1]>> {
  %0 = memref.subview %m[0] [2] [1] : memref<4xi32> to memref<2xi32, strided<[1]>>
  return %0 : memref<2xi32, strided<[1]>>
}
