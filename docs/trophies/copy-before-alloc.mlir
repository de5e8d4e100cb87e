// affine-data-copy-generate reads a buffer before it is allocated.
//
// Right: mlir-opt --cse %s
// Wrong: mlir-opt --affine-data-copy-generate='generate-dma=false fast-mem-space=0' %s
// Actual: error: operand #0 does not dominate this use
//
// Why: what is copied in for a run of affine accesses is copied in before the first of them, here the load of %a, and the
// second buffer of the run is allocated after that.
// Versions: 19, 22, head.
// LLVM: none found.
func.func @f(%a: memref<1xi32>) -> (i32, i32) {
  %0 = affine.load %a[0] : memref<1xi32>
  %b = memref.alloc() : memref<1xi32>
  %1 = affine.load %b[0] : memref<1xi32>
  return %0, %1 : i32, i32
}
