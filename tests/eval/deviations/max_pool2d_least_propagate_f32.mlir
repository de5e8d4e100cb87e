// max_pool2d of windows of negative infinities and of NaN alone.
func.func @main() -> (tensor<1x1x2x1xf32>) {
  %1 = "tosa.const"() <{values = dense<[[[[0xFF800000], [0xFF800000], [0x7FC00000], [0x7FC00000]], [[0xFF800000], [0xFF800000], [0x7FC00000], [0x7FC00000]]]]> : tensor<1x2x4x1xf32>}> : () -> tensor<1x2x4x1xf32>
  %2 = tosa.max_pool2d %1 {kernel = array<i64: 2, 2>, stride = array<i64: 1, 2>, pad = array<i64: 0, 0, 0, 0>, nan_mode = PROPAGATE} : (tensor<1x2x4x1xf32>) -> tensor<1x1x2x1xf32>
  return %2 : tensor<1x1x2x1xf32>
}
