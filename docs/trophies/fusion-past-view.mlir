// affine-loop-fusion moves a loop past a load that reads what the loop writes, through a view of the same buffer.
//
// Right: mlir-opt --pass-pipeline='builtin.module(convert-vector-to-llvm,expand-strided-metadata,lower-affine,convert-scf-to-cf,convert-to-llvm,reconcile-unrealized-casts)' %s | mlir-runner -e main --entry-point-result=i32
// Wrong: mlir-opt --pass-pipeline='builtin.module(func.func(affine-loop-fusion),convert-vector-to-llvm,expand-strided-metadata,lower-affine,convert-scf-to-cf,convert-to-llvm,reconcile-unrealized-casts)' %s | mlir-runner -e main --entry-point-result=i32
// Expected: 5
// Actual: 1
//
// Why: dependences are looked for between accesses of the same value. %view and %a are one buffer and two values, so the
// loop that stores 5 goes behind the load of %view, into the loop that copies %a.
// Versions: 22, head; not 19.
// LLVM: https://github.com/llvm/llvm-project/issues/211599 (memref.cast and a call) and
// https://github.com/llvm/llvm-project/issues/216535 (two memref.get_global) are of the kind.
func.func @main() -> i32 {
  %c1 = arith.constant 1 : i32
  %c5 = arith.constant 5 : i32
  %a = memref.alloc() : memref<1xi32>
  %b = memref.alloc() : memref<1xi32>
  affine.store %c1, %a[0] : memref<1xi32>
  affine.for %i = 0 to 1 {
    affine.store %c5, %a[%i] : memref<1xi32>
  }
  %view = memref.reinterpret_cast %a to offset: [0], sizes: [], strides: [] : memref<1xi32> to memref<i32>
  %r = affine.load %view[] : memref<i32>
  affine.for %i = 0 to 1 {
    %0 = affine.load %a[%i] : memref<1xi32>
    affine.store %0, %b[%i] : memref<1xi32>
  }
  return %r : i32
}
