func.func @main(%m: memref<?xf32>, %i: index) -> vector<4xf32> {
  %r = vector.load %m[%i] : memref<?xf32>, vector<4xf32>
  return %r : vector<4xf32>
}
