func.func @main(%m: memref<?xf32>, %n: memref<?xf32, strided<[2], offset: ?>>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %d = memref.dim %m, %c0 : memref<?xf32>
  scf.for %i = %c0 to %d step %c1 {
    %a = memref.load %n[%i] : memref<?xf32, strided<[2], offset: ?>>
    %b = memref.load %m[%i] : memref<?xf32>
    %s = arith.addf %a, %b : f32
    memref.store %s, %m[%i] : memref<?xf32>
  }
  return
}
