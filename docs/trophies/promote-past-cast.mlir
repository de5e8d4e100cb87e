// promote-buffers-to-stack puts a buffer on the stack that the function returns.
//
// Right: mlir-opt %s --pass-pipeline='builtin.module(convert-cf-to-llvm,convert-scf-to-cf,convert-cf-to-llvm,convert-arith-to-llvm,finalize-memref-to-llvm,convert-func-to-llvm,reconcile-unrealized-casts)' | mlir-runner -O0 -e main -entry-point-result=i64
// Expected: 7
// Wrong: mlir-opt %s --pass-pipeline='builtin.module(convert-cf-to-llvm,func.func(promote-buffers-to-stack),convert-scf-to-cf,convert-cf-to-llvm,convert-arith-to-llvm,finalize-memref-to-llvm,convert-func-to-llvm,reconcile-unrealized-casts)' | mlir-runner -O0 -e main -entry-point-result=i64
// Actual: 3
//
// Why: branches have been converted, so the buffer goes to the returned block argument through an unrealized_conversion_cast, whose
// result is no memref. The analysis of which buffers a value may be ends there, and takes the buffer for one that stays.
// Versions: 22, head; not 19.
// LLVM: none found.
func.func private @made(%new: i1, %old: memref<4xi64>) -> memref<4xi64> {
  %zero = arith.constant 0 : index
  %seven = arith.constant 7 : i64
  %m = memref.alloc() : memref<4xi64>
  memref.store %seven, %m[%zero] : memref<4xi64>
  cf.cond_br %new, ^end(%m : memref<4xi64>), ^end(%old : memref<4xi64>)
^end(%r: memref<4xi64>):
  return %r : memref<4xi64>
}
// Uses the stack.
func.func private @other(%n: i64) {
  %m = memref.alloca() : memref<64xi64>
  %begin = arith.constant 0 : index
  %end = arith.constant 64 : index
  %step = arith.constant 1 : index
  scf.for %i = %begin to %end step %step {
    memref.store %n, %m[%i] : memref<64xi64>
  }
  return
}
func.func @main() -> i64 {
  %zero = arith.constant 0 : index
  %true = arith.constant true
  %three = arith.constant 3 : i64
  %a = memref.alloc() : memref<4xi64>
  memref.store %three, %a[%zero] : memref<4xi64>
  %m = call @made(%true, %a) : (i1, memref<4xi64>) -> memref<4xi64>
  call @other(%three) : (i64) -> ()
  %v = memref.load %m[%zero] : memref<4xi64>
  return %v : i64
}
