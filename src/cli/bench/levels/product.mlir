func.func @main(%a: tensor<1x40x40xf32>, %b: tensor<1x40x40xf32>) -> tensor<1x40x40xf32> {
  %z = "tosa.const"() <{values = dense<0.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  %r = tosa.matmul %a, %b, %z, %z
      : (tensor<1x40x40xf32>, tensor<1x40x40xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x40x40xf32>
  return %r : tensor<1x40x40xf32>
}
