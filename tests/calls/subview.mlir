func.func @main(%m: memref<?x?xf32>, %n: index) -> f32 {
  %c0 = arith.constant 0 : index
  %s = memref.subview %m[0, 7] [%n, 3] [1, 1] : memref<?x?xf32> to memref<?x3xf32, strided<[?, 1], offset: 7>>
  %x = memref.load %m[%c0, %c0] : memref<?x?xf32>
  return %x : f32
}
