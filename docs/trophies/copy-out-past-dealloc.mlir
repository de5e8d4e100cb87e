// affine-data-copy-generate writes a copy of a buffer back after the buffer is freed.
//
// Right: mlir-opt --pass-pipeline='builtin.module(lower-affine,convert-scf-to-cf,convert-to-llvm,reconcile-unrealized-casts)' %s | mlir-runner -e main --entry-point-result=i64
// Wrong: mlir-opt --pass-pipeline='builtin.module(func.func(affine-data-copy-generate{generate-dma=false fast-mem-space=0}),lower-affine,convert-scf-to-cf,convert-to-llvm,reconcile-unrealized-casts)' %s | mlir-runner -e main --entry-point-result=i64
// Expected: 3
// Actual: 7
//
// Why: the affine store goes to a copy of %a, which is written back at the end of the block, behind the memref.dealloc. The second buffer
// of that size lies where the first one did.
// Versions: 19, 22, head.
// LLVM: none found.
func.func private @made() -> memref<2xi64> {
  %zero = arith.constant 0 : index
  %three = arith.constant 3 : i64
  %seven = arith.constant 7 : i64
  %a = memref.alloc() : memref<2xi64>
  affine.store %seven, %a[0] : memref<2xi64>
  affine.store %seven, %a[1] : memref<2xi64>
  memref.dealloc %a : memref<2xi64>
  %b = memref.alloc() : memref<2xi64>
  memref.store %three, %b[%zero] : memref<2xi64>
  return %b : memref<2xi64>
}
func.func @main() -> i64 {
  %zero = arith.constant 0 : index
  %b = call @made() : () -> memref<2xi64>
  %r = memref.load %b[%zero] : memref<2xi64>
  return %r : i64
}
