// affine-loop-coalescing crashes on nested loops of scf where a step is zero.
//
// Right: mlir-opt %s
// Wrong: mlir-opt --pass-pipeline='builtin.module(func.func(affine-loop-coalescing))' %s
// Actual: crash (SIGSEGV or SIGABRT)
//
// Why: the number of iterations does not fold, as it divides by zero, and coalesceLoops takes what comes out for a constant. The verifier
// takes the loop, and code that is never run may hold one.
// Versions: 22; not 19 and head.
// LLVM: https://github.com/llvm/llvm-project/issues/181590, mended by https://github.com/llvm/llvm-project/pull/181893.
func.func @f() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %c1 step %c0 {
    scf.for %j = %c0 to %c1 step %c1 {
    }
  }
  return
}
