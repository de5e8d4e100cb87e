// https://github.com/llvm/llvm-project/issues/211599
// affine-loop-fusion moves a read over a call that writes to the buffer under another name, a cast of it.
func.func private @printMemrefI64(memref<*xi64>)
func.func private @negate(%buffer: memref<?xi64>) {
  %zero = arith.constant 0 : i64
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c6 = arith.constant 6 : index
  scf.for %i = %c0 to %c6 step %c1 {
    %x = memref.load %buffer[%i] : memref<?xi64>
    %y = arith.subi %zero, %x : i64
    memref.store %y, %buffer[%i] : memref<?xi64>
  }
  return
}
func.func @kernel(%in: memref<6xi64>, %between: memref<6xi64>, %out: memref<6xi64>) {
  affine.for %i = 0 to 6 {
    %x = affine.load %in[%i] : memref<6xi64>
    affine.store %x, %between[%i] : memref<6xi64>
  }
  %alias = memref.cast %between : memref<6xi64> to memref<?xi64>
  func.call @negate(%alias) : (memref<?xi64>) -> ()
  affine.for %i = 0 to 6 {
    %x = affine.load %between[%i] : memref<6xi64>
    %y = arith.muli %x, %x : i64
    %z = arith.addi %y, %x : i64
    affine.store %z, %out[%i] : memref<6xi64>
  }
  return
}
func.func @main() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c6 = arith.constant 6 : index
  %in = memref.alloc() : memref<6xi64>
  %between = memref.alloc() : memref<6xi64>
  %out = memref.alloc() : memref<6xi64>
  scf.for %i = %c0 to %c6 step %c1 {
    %j = arith.addi %i, %c6 : index
    %x = arith.index_cast %j : index to i64
    memref.store %x, %in[%i] : memref<6xi64>
  }
  call @kernel(%in, %between, %out) : (memref<6xi64>, memref<6xi64>, memref<6xi64>) -> ()
  %any = memref.cast %out : memref<6xi64> to memref<*xi64>
  call @printMemrefI64(%any) : (memref<*xi64>) -> ()
  return
}
