// transpose_conv2d: i8 by i4 accumulated in i32, result i32; padding, strides, dilations, a bias for one and for all channels.
func.func @main() -> (tensor<1x7x3x2xi32>, tensor<2x5x10x2xi32>, tensor<1x5x5x3xi32>, tensor<1x1x1x1xi32>) {
  %1 = "tosa.const"() <{values = dense<[[[[18, 2, -13], [45, -125, -75], [-102, -16, 62]], [[-58, 32, 49], [48, -52, -48], [112, 112, 3]], [[102, 83, 44], [-103, 12, -87], [-30, -60, -71]], [[94, -119, 113], [2, -59, 6], [31, -24, 11]], [[97, 126, 86], [-105, 20, -64], [-114, -126, -43]]]]> : tensor<1x5x3x3xi8>}> : () -> tensor<1x5x3x3xi8>
  %2 = "tosa.const"() <{values = dense<[[[[-3, -6, 7]], [[-3, 6, 4]], [[-1, -7, -4]]], [[[5, 3, 0]], [[2, 6, 5]], [[-1, 6, 0]]]]> : tensor<2x3x1x3xi4>}> : () -> tensor<2x3x1x3xi4>
  %3 = "tosa.const"() <{values = dense<[5, -2]> : tensor<2xi32>}> : () -> tensor<2xi32>
  %4 = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %5 = "tosa.const"() <{values = dense<0> : tensor<1xi4>}> : () -> tensor<1xi4>
  %6 = tosa.transpose_conv2d %1, %2, %3, %4, %5 {acc_type = i32, out_pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>} : (tensor<1x5x3x3xi8>, tensor<2x3x1x3xi4>, tensor<2xi32>, tensor<1xi8>, tensor<1xi4>) -> tensor<1x7x3x2xi32>
  %7 = "tosa.const"() <{values = dense<[[[[30, -40, -90], [-23, 31, -31], [-49, -114, 122], [-21, 98, 18], [90, -126, 74]], [[59, -112, -61], [-15, 31, 53], [-109, -47, 43], [85, 118, -112], [-69, -14, -4]], [[65, 15, 122], [24, -40, -37], [125, 69, 61], [-32, -1, -77], [-106, 70, -102]]], [[[-35, -113, 39], [-94, 66, 26], [-42, 86, 73], [3, 53, -103], [70, -124, -11]], [[59, -125, 122], [-37, -96, 58], [-55, -59, 20], [88, 110, 41], [73, -6, 93]], [[121, 59, 54], [105, -76, -9], [86, 87, 26], [-104, 125, 117], [69, -90, 102]]]]> : tensor<2x3x5x3xi8>}> : () -> tensor<2x3x5x3xi8>
  %8 = "tosa.const"() <{values = dense<[[[[3, 5, -4], [-2, 0, 1], [-5, -8, -4]], [[5, 5, 5], [-8, 3, 4], [1, 2, 3]]], [[[-6, -2, -7], [-4, -2, 5], [-4, 0, -2]], [[-2, 1, -4], [5, 2, -4], [4, -1, 4]]]]> : tensor<2x2x3x3xi4>}> : () -> tensor<2x2x3x3xi4>
  %9 = "tosa.const"() <{values = dense<3> : tensor<1xi32>}> : () -> tensor<1xi32>
  %10 = "tosa.const"() <{values = dense<3> : tensor<1xi8>}> : () -> tensor<1xi8>
  %11 = "tosa.const"() <{values = dense<0> : tensor<1xi4>}> : () -> tensor<1xi4>
  %12 = tosa.transpose_conv2d %7, %8, %9, %10, %11 {acc_type = i32, out_pad = array<i64: 1, 0, 2, 1>, stride = array<i64: 1, 1>} : (tensor<2x3x5x3xi8>, tensor<2x2x3x3xi4>, tensor<1xi32>, tensor<1xi8>, tensor<1xi4>) -> tensor<2x5x10x2xi32>
  %13 = "tosa.const"() <{values = dense<[[[[-2], [-6], [-8], [5], [-6]], [[-1], [-8], [8], [2], [6]], [[-1], [4], [8], [-5], [-9]], [[-4], [-8], [8], [-9], [-1]], [[2], [6], [7], [-7], [-2]]]]> : tensor<1x5x5x1xi8>}> : () -> tensor<1x5x5x1xi8>
  %14 = "tosa.const"() <{values = dense<[[[[-2], [6]], [[2], [2]]], [[[-2], [-2]], [[-3], [2]]], [[[7], [1]], [[7], [-8]]]]> : tensor<3x2x2x1xi4>}> : () -> tensor<3x2x2x1xi4>
  %15 = "tosa.const"() <{values = dense<[-8, 9, -5]> : tensor<3xi32>}> : () -> tensor<3xi32>
  %16 = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %17 = "tosa.const"() <{values = dense<0> : tensor<1xi4>}> : () -> tensor<1xi4>
  %18 = tosa.transpose_conv2d %13, %14, %15, %16, %17 {acc_type = i32, out_pad = array<i64: -1, 0, 0, -1>, stride = array<i64: 1, 1>} : (tensor<1x5x5x1xi8>, tensor<3x2x2x1xi4>, tensor<3xi32>, tensor<1xi8>, tensor<1xi4>) -> tensor<1x5x5x3xi32>
  %19 = "tosa.const"() <{values = dense<[[[[127, -20, -128, 14, 51]]]]> : tensor<1x1x1x5xi8>}> : () -> tensor<1x1x1x5xi8>
  %20 = "tosa.const"() <{values = dense<[[[[-8, 7, -8, 7, 2]]]]> : tensor<1x1x1x5xi4>}> : () -> tensor<1x1x1x5xi4>
  %21 = "tosa.const"() <{values = dense<7> : tensor<1xi32>}> : () -> tensor<1xi32>
  %22 = "tosa.const"() <{values = dense<-128> : tensor<1xi8>}> : () -> tensor<1xi8>
  %23 = "tosa.const"() <{values = dense<0> : tensor<1xi4>}> : () -> tensor<1xi4>
  %24 = tosa.transpose_conv2d %19, %20, %21, %22, %23 {acc_type = i32, out_pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>} : (tensor<1x1x1x5xi8>, tensor<1x1x1x5xi4>, tensor<1xi32>, tensor<1xi8>, tensor<1xi4>) -> tensor<1x1x1x1xi32>
  return %6, %12, %18, %24 : tensor<1x7x3x2xi32>, tensor<2x5x10x2xi32>, tensor<1x5x5x3xi32>, tensor<1x1x1x1xi32>
}
