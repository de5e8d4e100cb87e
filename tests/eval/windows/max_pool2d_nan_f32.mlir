// max_pool2d where NaN propagates or is ignored, among zeros of either sign.
func.func @main() -> (tensor<1x3x3x1xf32>, tensor<1x3x3x1xf32>) {
  %1 = "tosa.const"() <{values = dense<[[[[1.0], [0x7FC00000], [-3.0]], [[-0.0], [0.0], [0x7F800000]], [[2.0], [0x7FC00000], [-5.0]]]]> : tensor<1x3x3x1xf32>}> : () -> tensor<1x3x3x1xf32>
  %2 = tosa.max_pool2d %1 {kernel = array<i64: 2, 2>, stride = array<i64: 1, 1>, pad = array<i64: 1, 0, 0, 1>, nan_mode = PROPAGATE} : (tensor<1x3x3x1xf32>) -> tensor<1x3x3x1xf32>
  %3 = "tosa.const"() <{values = dense<[[[[1.0], [0x7FC00000], [-3.0]], [[-0.0], [0.0], [0x7F800000]], [[2.0], [0x7FC00000], [-5.0]]]]> : tensor<1x3x3x1xf32>}> : () -> tensor<1x3x3x1xf32>
  %4 = tosa.max_pool2d %3 {kernel = array<i64: 2, 2>, stride = array<i64: 1, 1>, pad = array<i64: 1, 0, 0, 1>, nan_mode = IGNORE} : (tensor<1x3x3x1xf32>) -> tensor<1x3x3x1xf32>
  return %2, %4 : tensor<1x3x3x1xf32>, tensor<1x3x3x1xf32>
}
