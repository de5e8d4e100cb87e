// Bufferization casts the buffer, which is no cast of its elements.
func.func @main() -> i64 {
  %c1 = arith.constant 1 : index
  %t = arith.constant dense<[1, -2]> : tensor<2xi32>
  %u = arith.index_cast %t : tensor<2xi32> to tensor<2xindex>
  %e = tensor.extract %u[%c1] : tensor<2xindex>
  %r = arith.index_cast %e : index to i64
  return %r : i64
}
