// affine-loop-fusion moves a loop past an llvm operation that reads what the loop writes.
//
// Right: mlir-opt --pass-pipeline='builtin.module(convert-vector-to-llvm,expand-strided-metadata,lower-affine,convert-scf-to-cf,convert-to-llvm,reconcile-unrealized-casts)' %s | mlir-runner -e main --entry-point-result=i32
// Wrong: mlir-opt --pass-pipeline='builtin.module(func.func(affine-loop-fusion),convert-vector-to-llvm,expand-strided-metadata,lower-affine,convert-scf-to-cf,convert-to-llvm,reconcile-unrealized-casts)' %s | mlir-runner -e main --entry-point-result=i32
// Expected: 5
// Actual: 1
//
// Why: dependences are looked for between accesses of memrefs. llvm.load has an effect on memory and no memref, and counts as
// touching nothing. In the finding it is an llvm.intr.memcpy, from a memref.copy that was lowered before the loops were.
// Versions: 22, head; not 19.
// LLVM: none found; https://github.com/llvm/llvm-project/issues/211591 is about calls.
func.func @main() -> i32 {
  %c1 = arith.constant 1 : i32
  %c5 = arith.constant 5 : i32
  %a = memref.alloc() : memref<1xi32>
  %b = memref.alloc() : memref<1xi32>
  affine.store %c1, %a[0] : memref<1xi32>
  affine.for %i = 0 to 1 {
    affine.store %c5, %a[%i] : memref<1xi32>
  }
  %address = memref.extract_aligned_pointer_as_index %a : memref<1xi32> -> index
  %integer = arith.index_cast %address : index to i64
  %pointer = llvm.inttoptr %integer : i64 to !llvm.ptr
  %r = llvm.load %pointer : !llvm.ptr -> i32
  affine.for %i = 0 to 1 {
    %0 = affine.load %a[%i] : memref<1xi32>
    affine.store %0, %b[%i] : memref<1xi32>
  }
  return %r : i32
}
