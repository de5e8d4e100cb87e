// max_pool2d where NaN propagates or is ignored, among zeros of either sign.
func.func @main() -> (tensor<1x3x3x1xf16>, tensor<1x3x3x1xf16>) {
  %1 = "tosa.const"() <{values = dense<[[[[1.0], [0x7E00], [-3.0]], [[-0.0], [0.0], [0x7C00]], [[2.0], [0x7E00], [-5.0]]]]> : tensor<1x3x3x1xf16>}> : () -> tensor<1x3x3x1xf16>
  %2 = tosa.max_pool2d %1 {kernel = array<i64: 2, 2>, stride = array<i64: 1, 1>, pad = array<i64: 1, 0, 0, 1>, nan_mode = PROPAGATE} : (tensor<1x3x3x1xf16>) -> tensor<1x3x3x1xf16>
  %3 = "tosa.const"() <{values = dense<[[[[1.0], [0x7E00], [-3.0]], [[-0.0], [0.0], [0x7C00]], [[2.0], [0x7E00], [-5.0]]]]> : tensor<1x3x3x1xf16>}> : () -> tensor<1x3x3x1xf16>
  %4 = tosa.max_pool2d %3 {kernel = array<i64: 2, 2>, stride = array<i64: 1, 1>, pad = array<i64: 1, 0, 0, 1>, nan_mode = IGNORE} : (tensor<1x3x3x1xf16>) -> tensor<1x3x3x1xf16>
  return %2, %4 : tensor<1x3x3x1xf16>, tensor<1x3x3x1xf16>
}
