// affine-super-vectorize divides by lanes that lie past the end of a buffer.
//
// Right: mlir-opt --pass-pipeline='builtin.module(convert-vector-to-llvm,expand-strided-metadata,lower-affine,convert-scf-to-cf,convert-to-llvm,reconcile-unrealized-casts)' %s | mlir-runner -e main --entry-point-result=i32
// Wrong: mlir-opt --pass-pipeline='builtin.module(func.func(affine-super-vectorize{virtual-vector-size=4}),convert-vector-to-llvm,expand-strided-metadata,lower-affine,convert-scf-to-cf,convert-to-llvm,reconcile-unrealized-casts)' %s | mlir-runner -e main --entry-point-result=i32
// Expected: 2
// Actual: crash (SIGFPE)
//
// Why: three iterations become one of four lanes. The fourth lane of both reads is padding (ub.poison on 22), and
// arith.divsi on the vector divides by it. Division by zero or poison is undefined, also in a lane whose result nobody stores.
// Versions: 19, 22, head.
// LLVM: https://github.com/llvm/llvm-project/issues/218120 is about lanes past the end of the loop that are written.
memref.global "private" @a : memref<3xi32> = dense<[8, 6, 4]>
memref.global "private" @b : memref<3xi32> = dense<[4, 3, 2]>
func.func @main() -> i32 {
  %a = memref.get_global @a : memref<3xi32>
  %b = memref.get_global @b : memref<3xi32>
  affine.for %i = 0 to 3 {
    %0 = affine.load %a[%i] : memref<3xi32>
    %1 = affine.load %b[%i] : memref<3xi32>
    %2 = arith.divsi %0, %1 : i32
    affine.store %2, %a[%i] : memref<3xi32>
  }
  %r = affine.load %a[2] : memref<3xi32>
  return %r : i32
}
