// depthwise_conv2d: i8 by i4 accumulated in i32, result i32; padding, strides, dilations, a bias for one and for all channels.
func.func @main() -> (tensor<1x3x3x6xi32>, tensor<2x2x6x6xi32>, tensor<1x4x2x3xi32>, tensor<1x1x1x5xi32>) {
  %1 = "tosa.const"() <{values = dense<[[[[56, 3, 77], [97, -103, 67], [118, -54, 98]], [[60, -60, -79], [-118, -14, 34], [111, -121, -67]], [[-51, -79, -11], [30, 71, 19], [34, 108, 101]], [[-95, -99, -14], [102, -58, -5], [85, 58, -57]], [[-46, 120, -56], [83, -102, 33], [-126, 35, 74]]]]> : tensor<1x5x3x3xi8>}> : () -> tensor<1x5x3x3xi8>
  %2 = "tosa.const"() <{values = dense<[[[[5, 6], [5, 1], [-4, -2]]], [[[3, -4], [6, -1], [-3, -4]]], [[[0, -5], [-5, 1], [3, -7]]]]> : tensor<3x1x3x2xi4>}> : () -> tensor<3x1x3x2xi4>
  %3 = "tosa.const"() <{values = dense<[-9, 0, 8, -7, -1, 5]> : tensor<6xi32>}> : () -> tensor<6xi32>
  %4 = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %5 = "tosa.const"() <{values = dense<0> : tensor<1xi4>}> : () -> tensor<1xi4>
  %6 = tosa.depthwise_conv2d %1, %2, %3, %4, %5 {acc_type = i32, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>, dilation = array<i64: 1, 1>} : (tensor<1x5x3x3xi8>, tensor<3x1x3x2xi4>, tensor<6xi32>, tensor<1xi8>, tensor<1xi4>) -> tensor<1x3x3x6xi32>
  %7 = "tosa.const"() <{values = dense<[[[[-41, -81, 68], [-55, 22, 109], [-14, 4, -10], [107, 22, -18], [120, -34, -60]], [[122, 90, -68], [-26, -42, -19], [11, -8, -103], [80, 39, 68], [-84, 125, 45]], [[-125, 8, -42], [93, 5, -83], [-28, 14, 105], [-23, 6, 62], [-6, 34, -40]]], [[[78, 37, -116], [122, -16, 71], [66, 38, 21], [16, -114, -121], [16, 78, 78]], [[-109, -35, -91], [-52, -101, 89], [-58, 38, -57], [43, 42, -21], [22, 104, 80]], [[-84, -91, -25], [26, -32, -73], [28, -36, -93], [66, 83, 106], [24, -30, -102]]]]> : tensor<2x3x5x3xi8>}> : () -> tensor<2x3x5x3xi8>
  %8 = "tosa.const"() <{values = dense<[[[[6, 5], [-8, 4], [7, 5]], [[7, 7], [-4, 0], [-5, 1]], [[0, -4], [-2, -2], [6, 3]]], [[[6, 2], [4, 4], [2, -1]], [[-2, -4], [-4, -5], [1, -6]], [[-2, -1], [1, -3], [5, -7]]]]> : tensor<2x3x3x2xi4>}> : () -> tensor<2x3x3x2xi4>
  %9 = "tosa.const"() <{values = dense<5> : tensor<1xi32>}> : () -> tensor<1xi32>
  %10 = "tosa.const"() <{values = dense<3> : tensor<1xi8>}> : () -> tensor<1xi8>
  %11 = "tosa.const"() <{values = dense<0> : tensor<1xi4>}> : () -> tensor<1xi4>
  %12 = tosa.depthwise_conv2d %7, %8, %9, %10, %11 {acc_type = i32, pad = array<i64: 1, 0, 2, 1>, stride = array<i64: 2, 1>, dilation = array<i64: 1, 1>} : (tensor<2x3x5x3xi8>, tensor<2x3x3x2xi4>, tensor<1xi32>, tensor<1xi8>, tensor<1xi4>) -> tensor<2x2x6x6xi32>
  %13 = "tosa.const"() <{values = dense<[[[[0], [0], [9], [-9], [9]], [[2], [1], [-4], [-6], [-7]], [[-6], [-4], [-2], [6], [9]], [[-8], [-6], [4], [8], [-1]], [[4], [-7], [-7], [0], [9]]]]> : tensor<1x5x5x1xi8>}> : () -> tensor<1x5x5x1xi8>
  %14 = "tosa.const"() <{values = dense<[[[[4, -8, 0]], [[-4, -7, -4]]], [[[-1, 2, -8]], [[5, 0, -8]]]]> : tensor<2x2x1x3xi4>}> : () -> tensor<2x2x1x3xi4>
  %15 = "tosa.const"() <{values = dense<[-3, 6, 0]> : tensor<3xi32>}> : () -> tensor<3xi32>
  %16 = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %17 = "tosa.const"() <{values = dense<0> : tensor<1xi4>}> : () -> tensor<1xi4>
  %18 = tosa.depthwise_conv2d %13, %14, %15, %16, %17 {acc_type = i32, pad = array<i64: 0, 1, 1, 0>, stride = array<i64: 1, 2>, dilation = array<i64: 2, 3>} : (tensor<1x5x5x1xi8>, tensor<2x2x1x3xi4>, tensor<3xi32>, tensor<1xi8>, tensor<1xi4>) -> tensor<1x4x2x3xi32>
  %19 = "tosa.const"() <{values = dense<[[[[-128, -43, -128, -128, -13]]]]> : tensor<1x1x1x5xi8>}> : () -> tensor<1x1x1x5xi8>
  %20 = "tosa.const"() <{values = dense<[[[[-2], [-8], [-7], [-8], [-8]]]]> : tensor<1x1x5x1xi4>}> : () -> tensor<1x1x5x1xi4>
  %21 = "tosa.const"() <{values = dense<[3, -3, 2, 1, -7]> : tensor<5xi32>}> : () -> tensor<5xi32>
  %22 = "tosa.const"() <{values = dense<-128> : tensor<1xi8>}> : () -> tensor<1xi8>
  %23 = "tosa.const"() <{values = dense<0> : tensor<1xi4>}> : () -> tensor<1xi4>
  %24 = tosa.depthwise_conv2d %19, %20, %21, %22, %23 {acc_type = i32, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>, dilation = array<i64: 1, 1>} : (tensor<1x1x1x5xi8>, tensor<1x1x5x1xi4>, tensor<5xi32>, tensor<1xi8>, tensor<1xi4>) -> tensor<1x1x1x5xi32>
  return %6, %12, %18, %24 : tensor<1x3x3x6xi32>, tensor<2x2x6x6xi32>, tensor<1x4x2x3xi32>, tensor<1x1x1x5xi32>
}
