func.func @main(%a: tensor<?xf32>) -> tensor<?xf32> {
  %zero = "tosa.const"() <{values = dense<0.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  %shift = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %r = tosa.mul %a, %zero, %shift : (tensor<?xf32>, tensor<1xf32>, tensor<1xi8>) -> tensor<?xf32>
  return %r : tensor<?xf32>
}
