// The branch that copies all of the old buffer into the new one is never taken. Its window of the new buffer is out of bounds.
func.func @main() -> i32 {
  %zero = arith.constant 0 : index
  %seven = arith.constant 7 : i32
  %old = memref.alloc() : memref<4xi32>
  memref.store %seven, %old[%zero] : memref<4xi32>
  %new = memref.realloc %old : memref<4xi32> to memref<2xi32>
  %read = memref.load %new[%zero] : memref<2xi32>
  memref.dealloc %new : memref<2xi32>
  return %read : i32
}
