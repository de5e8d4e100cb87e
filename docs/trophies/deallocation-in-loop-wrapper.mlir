// ownership-based-buffer-deallocation puts a constant beside the loop nest of an omp.wsloop, which may hold nothing else.
//
// Right: mlir-opt %s
// Wrong: mlir-opt --ownership-based-buffer-deallocation %s
// Actual: error: 'omp.wsloop' op loop wrapper does not contain exactly one nested op
//
// Why: every block begins with a constant for what it does not own. The body of a wrapper of loops holds a wrapper or a loop nest, and a
// terminator (Dialects/OpenMPDialect, Loop-Associated Directives). The loop comes from convert-scf-to-openmp.
// Versions: 22, head; 19 has other loops.
// LLVM: none found.
func.func @f(%v: i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %m = memref.alloc() : memref<4xi32>
  omp.wsloop {
    omp.loop_nest (%i) : index = (%c0) to (%c4) step (%c1) {
      memref.store %v, %m[%i] : memref<4xi32>
      omp.yield
    }
  }
  return
}
