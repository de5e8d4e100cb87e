func.func @main(%in: tensor<1x?x?x3xf32>, %k: tensor<3x3x?x2xf32>, %o: tensor<1x?x5x2xf32>) -> tensor<1x?x5x2xf32> {
  %r = linalg.conv_2d_nhwc_hwcf {strides = dense<2> : tensor<2xi64>} ins(%in, %k : tensor<1x?x?x3xf32>, tensor<3x3x?x2xf32>) outs(%o : tensor<1x?x5x2xf32>) -> tensor<1x?x5x2xf32>
  return %r : tensor<1x?x5x2xf32>
}
