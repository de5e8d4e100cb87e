func.func @main(%x: tensor<?xi8>) -> tensor<?x4xi8> {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %d = tensor.dim %x, %c0 : tensor<?xi8>
  %q = arith.divui %d, %c4 : index
  %r = tensor.expand_shape %x [[0, 1]] output_shape [%q, 4] : tensor<?xi8> into tensor<?x4xi8>
  return %r : tensor<?x4xi8>
}
