func.func @v(%x: vector<4xf32>, %m: memref<?x?xf32>, %i: index) -> vector<4xf32> {
  %z = arith.constant 0.0 : f32
  %r = vector.transfer_read %m[%i, %i], %z : memref<?x?xf32>, vector<4xf32>
  %s = arith.addf %x, %r : vector<4xf32>
  return %s : vector<4xf32>
}
func.func private @helper(%x: i32) -> i32 {
  return %x : i32
}
