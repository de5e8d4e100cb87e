// scf-parallel-loop-fusion fuses loops whose accesses of memory are llvm operations, without looking at them.
//
// Right: mlir-opt --pass-pipeline='builtin.module(convert-vector-to-llvm,expand-strided-metadata,lower-affine,convert-scf-to-cf,convert-to-llvm,reconcile-unrealized-casts)' %s | mlir-runner -e main --entry-point-result=i32
// Wrong: mlir-opt --pass-pipeline='builtin.module(scf-parallel-loop-fusion,convert-vector-to-llvm,expand-strided-metadata,lower-affine,convert-scf-to-cf,convert-to-llvm,reconcile-unrealized-casts)' %s | mlir-runner -e main --entry-point-result=i32
// Expected: 0
// Actual: 1
//
// Why: the first loop reads what the second one overwrites: fused, iteration 0 overwrites before iteration 1 reads. The pass
// compares loads and stores of memref alone; with memref.load and memref.store it leaves these loops apart.
// Versions: 19, 22; not head.
// LLVM: https://github.com/llvm/llvm-project/pull/179284 mends it, by giving up on other operations with effects; no issue found.
func.func @main() -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %a = llvm.alloca %one x i32 : (i32) -> !llvm.ptr
  %b = llvm.alloca %one x i32 : (i32) -> !llvm.ptr
  llvm.store %zero, %a : i32, !llvm.ptr
  scf.parallel (%i) = (%c0) to (%c2) step (%c1) {
    %last = arith.cmpi eq, %i, %c1 : index
    scf.if %last {
      %x = llvm.load %a : !llvm.ptr -> i32
      llvm.store %x, %b : i32, !llvm.ptr
    }
    scf.reduce
  }
  scf.parallel (%i) = (%c0) to (%c2) step (%c1) {
    %first = arith.cmpi eq, %i, %c0 : index
    scf.if %first {
      llvm.store %one, %a : i32, !llvm.ptr
    }
    scf.reduce
  }
  %r = llvm.load %b : !llvm.ptr -> i32
  return %r : i32
}
