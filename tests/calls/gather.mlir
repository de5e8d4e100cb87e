func.func @main(%a: tensor<1x?x2xf32>, %i: tensor<1x?xi32>) -> tensor<1x?x2xf32> {
  %r = tosa.gather %a, %i : (tensor<1x?x2xf32>, tensor<1x?xi32>) -> tensor<1x?x2xf32>
  return %r : tensor<1x?x2xf32>
}
