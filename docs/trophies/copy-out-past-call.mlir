// affine-data-copy-generate keeps what is stored in a copy of the buffer past a call that reads the buffer.
//
// Right: mlir-opt --pass-pipeline='builtin.module(lower-affine,convert-to-llvm,reconcile-unrealized-casts)' %s | mlir-runner -e main --entry-point-result=i32
// Wrong: mlir-opt --pass-pipeline='builtin.module(func.func(affine-data-copy-generate{generate-dma=false fast-mem-space=0}),lower-affine,convert-to-llvm,reconcile-unrealized-casts)' %s | mlir-runner -e main --entry-point-result=i32
// Expected: 7
// Actual: 1
//
// Why: the affine store goes to a copy of %a, which is written back at the end of the block. That %view is the same buffer and the
// call reads it is not looked at, so the call still sees 1.
// Versions: 19, 22, head.
// LLVM: none found; https://github.com/llvm/llvm-project/issues/217538 (an access that is not affine in the same loop) is of the kind.
memref.global "private" @a : memref<1xi32> = dense<1>
memref.global "private" @b : memref<1xi32> = dense<7>
func.func private @read(%m: memref<?xi32>) -> i32 {
  %c0 = arith.constant 0 : index
  %r = memref.load %m[%c0] : memref<?xi32>
  return %r : i32
}
func.func @main() -> i32 {
  %a = memref.get_global @a : memref<1xi32>
  %view = memref.cast %a : memref<1xi32> to memref<?xi32>
  %b = memref.get_global @b : memref<1xi32>
  %7 = affine.load %b[0] : memref<1xi32>
  affine.store %7, %a[0] : memref<1xi32>
  %r = call @read(%view) : (memref<?xi32>) -> i32
  return %r : i32
}
