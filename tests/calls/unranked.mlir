func.func @main(%x: memref<*xf32>, %n: index) -> f32 {
  %m = memref.cast %x : memref<*xf32> to memref<?x3xf32>
  %c0 = arith.constant 0 : index
  %v = memref.load %m[%c0, %c0] : memref<?x3xf32>
  return %v : f32
}
