// The extent of the new allocation is not handed to it.
func.func @f(%n: index, %v: f32) -> f32 {
  %c = arith.constant 0 : index
  %0 = memref.alloc(%n, %n) : memref<?x?xf32>
  memref.store %v, %0[%c, %c] : memref<?x?xf32>
  %1 = memref.load %0[%c, %c] : memref<?x?xf32>
  memref.dealloc %0 : memref<?x?xf32>
  return %1 : f32
}
func.func @main() -> f32 {
  %n = arith.constant 2 : index
  %v = arith.constant 1.5 : f32
  %r = call @f(%n, %v) : (index, f32) -> f32
  return %r : f32
}
