// https://github.com/llvm/llvm-project/issues/210585
// affine-loop-tile goes ahead where the dependence analysis gave up, on an index that is a product of two
// symbols, and so reads elements that it has overwritten.
#product = affine_map<()[a, b] -> (a * b)>
func.func private @printMemrefI64(memref<*xi64>)
func.func @shift(%buffer: memref<?x10x10xi64>, %p: index, %q: index) {
  affine.for %i = 1 to 10 {
    affine.for %j = 0 to 9 {
      %plane = affine.apply #product()[%p, %q]
      %x = affine.load %buffer[%plane, %i - 1, %j + 1] : memref<?x10x10xi64>
      affine.store %x, %buffer[%plane, %i, %j] : memref<?x10x10xi64>
    }
  }
  return
}
func.func @main() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c10 = arith.constant 10 : index
  %c100 = arith.constant 100 : index
  %buffer = memref.alloc(%c1) : memref<?x10x10xi64>
  scf.for %i = %c0 to %c10 step %c1 {
    scf.for %j = %c0 to %c10 step %c1 {
      %row = arith.muli %i, %c100 : index
      %at = arith.addi %row, %j : index
      %x = arith.index_cast %at : index to i64
      memref.store %x, %buffer[%c0, %i, %j] : memref<?x10x10xi64>
    }
  }
  call @shift(%buffer, %c1, %c0) : (memref<?x10x10xi64>, index, index) -> ()
  %any = memref.cast %buffer : memref<?x10x10xi64> to memref<*xi64>
  call @printMemrefI64(%any) : (memref<*xi64>) -> ()
  return
}
