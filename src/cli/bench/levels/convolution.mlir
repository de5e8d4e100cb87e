func.func @main(%image: tensor<1x20x20x4xi8>, %weights: tensor<4x3x3x4xi8>, %bias: tensor<4xi32>) -> tensor<1x20x20x4xi32> {
  %z = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %r = tosa.conv2d %image, %weights, %bias, %z, %z
      {acc_type = i32, pad = array<i64: 1, 1, 1, 1>, stride = array<i64: 1, 1>, dilation = array<i64: 1, 1>}
      : (tensor<1x20x20x4xi8>, tensor<4x3x3x4xi8>, tensor<4xi32>, tensor<1xi8>, tensor<1xi8>) -> tensor<1x20x20x4xi32>
  return %r : tensor<1x20x20x4xi32>
}
