// The body of a wrapper of loops holds a wrapper or a loop nest, and a terminator (Dialects/OpenMPDialect, Loop-Associated Directives).
// Ownership-based deallocation begins every block with a constant of its own.
func.func @main() -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %v = arith.constant 7 : i32
  %m = memref.alloc() : memref<4xi32>
  omp.parallel {
    omp.wsloop {
      omp.loop_nest (%i) : index = (%c0) to (%c4) step (%c1) {
        memref.store %v, %m[%i] : memref<4xi32>
        omp.yield
      }
    }
    omp.terminator
  }
  %r = memref.load %m[%c0] : memref<4xi32>
  return %r : i32
}
