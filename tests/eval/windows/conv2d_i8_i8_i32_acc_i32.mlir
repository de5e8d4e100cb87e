// conv2d: i8 by i8 accumulated in i32, result i32; padding, strides, dilations, a bias for one and for all channels.
func.func @main() -> (tensor<1x3x3x2xi32>, tensor<2x2x6x2xi32>, tensor<1x4x2x3xi32>, tensor<1x1x1x1xi32>) {
  %1 = "tosa.const"() <{values = dense<[[[[2, 55, -114], [110, -1, -102], [-48, -71, 62]], [[112, -2, 66], [-76, -1, -122], [-18, 80, 15]], [[-35, 71, -47], [-92, -57, 99], [-64, -61, -128]], [[-126, -21, -18], [-44, -43, 20], [32, -27, -24]], [[-35, -28, 68], [24, -117, 56], [84, -44, -54]]]]> : tensor<1x5x3x3xi8>}> : () -> tensor<1x5x3x3xi8>
  %2 = "tosa.const"() <{values = dense<[[[[7, -95, 41]], [[26, -127, 45]], [[-95, 30, 53]]], [[[28, 118, 33]], [[-34, 118, 113]], [[-38, -99, 3]]]]> : tensor<2x3x1x3xi8>}> : () -> tensor<2x3x1x3xi8>
  %3 = "tosa.const"() <{values = dense<[-9, 2]> : tensor<2xi32>}> : () -> tensor<2xi32>
  %4 = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %5 = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %6 = tosa.conv2d %1, %2, %3, %4, %5 {acc_type = i32, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>, dilation = array<i64: 1, 1>} : (tensor<1x5x3x3xi8>, tensor<2x3x1x3xi8>, tensor<2xi32>, tensor<1xi8>, tensor<1xi8>) -> tensor<1x3x3x2xi32>
  %7 = "tosa.const"() <{values = dense<[[[[78, -119, 86], [59, 64, -124], [103, -105, -36], [-28, -68, -3], [108, 48, 53]], [[0, 108, -73], [60, 23, -110], [93, -82, -22], [46, 57, -53], [46, 13, -81]], [[31, 34, 28], [-38, -88, -52], [30, 119, -46], [-104, -87, 79], [-112, -7, 48]]], [[[0, 105, 87], [-54, -100, -112], [124, 43, -22], [-62, -61, 83], [-74, -42, 94]], [[62, -52, -98], [87, 22, -56], [104, -42, 104], [121, 34, 117], [12, 21, 112]], [[78, -53, -71], [65, -37, 127], [45, -36, -83], [123, 11, 56], [-96, 54, -111]]]]> : tensor<2x3x5x3xi8>}> : () -> tensor<2x3x5x3xi8>
  %8 = "tosa.const"() <{values = dense<[[[[28, 58, 15], [120, 7, 22], [46, -37, -123]], [[114, 0, 38], [12, 109, 19], [54, 50, 12]]], [[[48, 81, 51], [-40, 102, 58], [43, -56, -43]], [[-27, 57, 116], [16, -88, 85], [-41, 87, 26]]]]> : tensor<2x2x3x3xi8>}> : () -> tensor<2x2x3x3xi8>
  %9 = "tosa.const"() <{values = dense<8> : tensor<1xi32>}> : () -> tensor<1xi32>
  %10 = "tosa.const"() <{values = dense<3> : tensor<1xi8>}> : () -> tensor<1xi8>
  %11 = "tosa.const"() <{values = dense<-2> : tensor<1xi8>}> : () -> tensor<1xi8>
  %12 = tosa.conv2d %7, %8, %9, %10, %11 {acc_type = i32, pad = array<i64: 1, 0, 2, 1>, stride = array<i64: 2, 1>, dilation = array<i64: 1, 1>} : (tensor<2x3x5x3xi8>, tensor<2x2x3x3xi8>, tensor<1xi32>, tensor<1xi8>, tensor<1xi8>) -> tensor<2x2x6x2xi32>
  %13 = "tosa.const"() <{values = dense<[[[[-1], [-9], [-3], [-4], [9]], [[5], [-4], [-2], [-4], [-8]], [[6], [-2], [-4], [-8], [-5]], [[-6], [1], [-4], [6], [-3]], [[8], [-8], [4], [5], [2]]]]> : tensor<1x5x5x1xi8>}> : () -> tensor<1x5x5x1xi8>
  %14 = "tosa.const"() <{values = dense<[[[[3], [-7]], [[9], [-3]]], [[[-2], [2]], [[-9], [2]]], [[[3], [-1]], [[4], [-6]]]]> : tensor<3x2x2x1xi8>}> : () -> tensor<3x2x2x1xi8>
  %15 = "tosa.const"() <{values = dense<[8, 2, -8]> : tensor<3xi32>}> : () -> tensor<3xi32>
  %16 = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %17 = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %18 = tosa.conv2d %13, %14, %15, %16, %17 {acc_type = i32, pad = array<i64: 0, 1, 1, 0>, stride = array<i64: 1, 2>, dilation = array<i64: 2, 3>} : (tensor<1x5x5x1xi8>, tensor<3x2x2x1xi8>, tensor<3xi32>, tensor<1xi8>, tensor<1xi8>) -> tensor<1x4x2x3xi32>
  %19 = "tosa.const"() <{values = dense<[[[[-128, 23, 45, 127, 127]]]]> : tensor<1x1x1x5xi8>}> : () -> tensor<1x1x1x5xi8>
  %20 = "tosa.const"() <{values = dense<[[[[81, 127, -128, 67, -128]]]]> : tensor<1x1x1x5xi8>}> : () -> tensor<1x1x1x5xi8>
  %21 = "tosa.const"() <{values = dense<-5> : tensor<1xi32>}> : () -> tensor<1xi32>
  %22 = "tosa.const"() <{values = dense<-128> : tensor<1xi8>}> : () -> tensor<1xi8>
  %23 = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %24 = tosa.conv2d %19, %20, %21, %22, %23 {acc_type = i32, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>, dilation = array<i64: 1, 1>} : (tensor<1x1x1x5xi8>, tensor<1x1x1x5xi8>, tensor<1xi32>, tensor<1xi8>, tensor<1xi8>) -> tensor<1x1x1x1xi32>
  return %6, %12, %18, %24 : tensor<1x3x3x2xi32>, tensor<2x2x6x2xi32>, tensor<1x4x2x3xi32>, tensor<1x1x1x1xi32>
}
