// Infinite and NaN operands of a convolution, with padding.
func.func @main() -> (tensor<1x4x4x1xf32>, tensor<1x4x6x1xf32>, tensor<1x4x4x1xf32>, tensor<1x4x6x1xf32>, tensor<1x4x4x1xf16>, tensor<1x4x6x1xf16>, tensor<1x4x4x1xf16>, tensor<1x4x6x1xf16>) {
  %1 = "tosa.const"() <{values = dense<[[[[1.0], [0x7F800000], [2.0]], [[3.0], [4.0], [5.0]], [[6.0], [0x7FC00000], [8.0]]]]> : tensor<1x3x3x1xf32>}> : () -> tensor<1x3x3x1xf32>
  %2 = "tosa.const"() <{values = dense<[[[[1.0], [2.0]], [[0x7F800000], [0.0]]]]> : tensor<1x2x2x1xf32>}> : () -> tensor<1x2x2x1xf32>
  %3 = "tosa.const"() <{values = dense<[[[[1.0], [2.0]], [[-3.0], [0.0]]]]> : tensor<1x2x2x1xf32>}> : () -> tensor<1x2x2x1xf32>
  %4 = "tosa.const"() <{values = dense<1.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  %5 = "tosa.const"() <{values = dense<0.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  %6 = tosa.conv2d %1, %2, %4, %5, %5 {acc_type = f32, pad = array<i64: 1, 1, 1, 1>, stride = array<i64: 1, 1>, dilation = array<i64: 1, 1>} : (tensor<1x3x3x1xf32>, tensor<1x2x2x1xf32>, tensor<1xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x4x4x1xf32>
  %7 = tosa.transpose_conv2d %1, %2, %4, %5, %5 {acc_type = f32, out_pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 2>} : (tensor<1x3x3x1xf32>, tensor<1x2x2x1xf32>, tensor<1xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x4x6x1xf32>
  %8 = tosa.conv2d %1, %3, %4, %5, %5 {acc_type = f32, pad = array<i64: 1, 1, 1, 1>, stride = array<i64: 1, 1>, dilation = array<i64: 1, 1>} : (tensor<1x3x3x1xf32>, tensor<1x2x2x1xf32>, tensor<1xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x4x4x1xf32>
  %9 = tosa.transpose_conv2d %1, %3, %4, %5, %5 {acc_type = f32, out_pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 2>} : (tensor<1x3x3x1xf32>, tensor<1x2x2x1xf32>, tensor<1xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x4x6x1xf32>
  %10 = "tosa.const"() <{values = dense<[[[[1.0], [0x7C00], [2.0]], [[3.0], [4.0], [5.0]], [[6.0], [0x7E00], [8.0]]]]> : tensor<1x3x3x1xf16>}> : () -> tensor<1x3x3x1xf16>
  %11 = "tosa.const"() <{values = dense<[[[[1.0], [2.0]], [[0x7C00], [0.0]]]]> : tensor<1x2x2x1xf16>}> : () -> tensor<1x2x2x1xf16>
  %12 = "tosa.const"() <{values = dense<[[[[1.0], [2.0]], [[-3.0], [0.0]]]]> : tensor<1x2x2x1xf16>}> : () -> tensor<1x2x2x1xf16>
  %13 = "tosa.const"() <{values = dense<1.0> : tensor<1xf16>}> : () -> tensor<1xf16>
  %14 = "tosa.const"() <{values = dense<0.0> : tensor<1xf16>}> : () -> tensor<1xf16>
  %15 = tosa.conv2d %10, %11, %13, %14, %14 {acc_type = f16, pad = array<i64: 1, 1, 1, 1>, stride = array<i64: 1, 1>, dilation = array<i64: 1, 1>} : (tensor<1x3x3x1xf16>, tensor<1x2x2x1xf16>, tensor<1xf16>, tensor<1xf16>, tensor<1xf16>) -> tensor<1x4x4x1xf16>
  %16 = tosa.transpose_conv2d %10, %11, %13, %14, %14 {acc_type = f16, out_pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 2>} : (tensor<1x3x3x1xf16>, tensor<1x2x2x1xf16>, tensor<1xf16>, tensor<1xf16>, tensor<1xf16>) -> tensor<1x4x6x1xf16>
  %17 = tosa.conv2d %10, %12, %13, %14, %14 {acc_type = f16, pad = array<i64: 1, 1, 1, 1>, stride = array<i64: 1, 1>, dilation = array<i64: 1, 1>} : (tensor<1x3x3x1xf16>, tensor<1x2x2x1xf16>, tensor<1xf16>, tensor<1xf16>, tensor<1xf16>) -> tensor<1x4x4x1xf16>
  %18 = tosa.transpose_conv2d %10, %12, %13, %14, %14 {acc_type = f16, out_pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 2>} : (tensor<1x3x3x1xf16>, tensor<1x2x2x1xf16>, tensor<1xf16>, tensor<1xf16>, tensor<1xf16>) -> tensor<1x4x6x1xf16>
  return %6, %7, %8, %9, %15, %16, %17, %18 : tensor<1x4x4x1xf32>, tensor<1x4x6x1xf32>, tensor<1x4x4x1xf32>, tensor<1x4x6x1xf32>, tensor<1x4x4x1xf16>, tensor<1x4x6x1xf16>, tensor<1x4x4x1xf16>, tensor<1x4x6x1xf16>
}
