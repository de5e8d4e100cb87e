// optimize-allocation-liveness frees a buffer that is still read through an unrealized_conversion_cast.
//
// Right: mlir-opt %s --pass-pipeline='builtin.module(finalize-memref-to-llvm,convert-arith-to-llvm,convert-func-to-llvm,reconcile-unrealized-casts)' | mlir-runner -O0 -e main -entry-point-result=i64
// Wrong: mlir-opt %s --pass-pipeline='builtin.module(func.func(optimize-allocation-liveness),finalize-memref-to-llvm,convert-arith-to-llvm,convert-func-to-llvm,reconcile-unrealized-casts)' | mlir-runner -O0 -e main -entry-point-result=i64
// Expected: 7
// Actual: undefined
//
// Why: the deallocation moves behind the last use of the buffer that the pass sees. The analysis of which values are the buffer ends
// at a cast to a type that is no memref.
// Versions: 22, head; 19 does not have the pass.
// LLVM: none found.
func.func @main() -> i64 {
  %zero = arith.constant 0 : index
  %three = arith.constant 3 : i64
  %seven = arith.constant 7 : i64
  %a = memref.alloc() : memref<2xi64>
  memref.store %seven, %a[%zero] : memref<2xi64>
  %d = builtin.unrealized_conversion_cast %a : memref<2xi64> to !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
  %p = llvm.extractvalue %d[1] : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
  %b = memref.alloc() : memref<2xi64>
  memref.store %three, %b[%zero] : memref<2xi64>
  %r = llvm.load %p : !llvm.ptr -> i64
  memref.dealloc %a : memref<2xi64>
  memref.dealloc %b : memref<2xi64>
  return %r : i64
}
