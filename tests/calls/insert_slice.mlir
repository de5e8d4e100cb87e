func.func @main(%s: tensor<?x3xi32>, %d: tensor<?x?xi32>, %off: index, %n: index) -> tensor<?x?xi32> {
  %r = tensor.insert_slice %s into %d[%off, 2] [%n, 3] [1, 2] : tensor<?x3xi32> into tensor<?x?xi32>
  return %r : tensor<?x?xi32>
}
