// An operation of llvm takes vectors of one dimension. Two loops around it are made vectors of two.
func.func @main() -> i64 {
  %c0 = arith.constant 0 : index
  %v = arith.constant 7 : i64
  %m = memref.alloc() : memref<2x4xi64>
  affine.for %i = 0 to 2 {
    affine.for %j = 0 to 4 {
      %r = llvm.intr.smax(%v, %v) : (i64, i64) -> i64
      affine.store %r, %m[%i, %j] : memref<2x4xi64>
    }
  }
  %r = memref.load %m[%c0, %c0] : memref<2x4xi64>
  return %r : i64
}
