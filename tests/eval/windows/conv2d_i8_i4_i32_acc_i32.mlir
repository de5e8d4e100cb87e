// conv2d: i8 by i4 accumulated in i32, result i32; padding, strides, dilations, a bias for one and for all channels.
func.func @main() -> (tensor<1x3x3x2xi32>, tensor<2x2x6x2xi32>, tensor<1x4x2x3xi32>, tensor<1x1x1x1xi32>) {
  %1 = "tosa.const"() <{values = dense<[[[[-82, 51, -128], [67, -73, 38], [-56, 38, 64]], [[91, 93, -13], [124, 21, 117], [66, 68, -47]], [[5, 26, 126], [0, 84, -118], [35, 29, 123]], [[18, -55, 116], [-116, -66, 99], [-3, 22, -108]], [[-59, 72, -122], [117, 12, -4], [114, -110, -3]]]]> : tensor<1x5x3x3xi8>}> : () -> tensor<1x5x3x3xi8>
  %2 = "tosa.const"() <{values = dense<[[[[7, 0, -4]], [[1, 1, 7]], [[7, -5, -8]]], [[[-4, 1, 1]], [[2, 1, -8]], [[6, 3, 3]]]]> : tensor<2x3x1x3xi4>}> : () -> tensor<2x3x1x3xi4>
  %3 = "tosa.const"() <{values = dense<[9, -5]> : tensor<2xi32>}> : () -> tensor<2xi32>
  %4 = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %5 = "tosa.const"() <{values = dense<0> : tensor<1xi4>}> : () -> tensor<1xi4>
  %6 = tosa.conv2d %1, %2, %3, %4, %5 {acc_type = i32, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>, dilation = array<i64: 1, 1>} : (tensor<1x5x3x3xi8>, tensor<2x3x1x3xi4>, tensor<2xi32>, tensor<1xi8>, tensor<1xi4>) -> tensor<1x3x3x2xi32>
  %7 = "tosa.const"() <{values = dense<[[[[-110, -127, 1], [105, -73, -31], [-121, 91, 90], [118, 69, 115], [72, -28, 23]], [[110, -95, 27], [-127, 93, 18], [113, 31, -55], [-44, 116, 126], [41, -50, 89]], [[-104, -93, -11], [8, -85, -96], [-115, 42, 91], [-93, 79, 121], [-103, -65, -66]]], [[[-16, -72, -60], [21, 96, -52], [-35, -34, 83], [-46, -94, -19], [-106, -73, 66]], [[-92, 15, -99], [-68, 76, -60], [-123, 93, -82], [33, 122, 122], [52, 63, -100]], [[-58, 22, -51], [20, -16, 6], [-96, -8, 2], [17, -60, -8], [62, 104, 71]]]]> : tensor<2x3x5x3xi8>}> : () -> tensor<2x3x5x3xi8>
  %8 = "tosa.const"() <{values = dense<[[[[-3, -4, -8], [2, -6, -7], [-6, -5, 6]], [[-1, 4, 6], [7, 2, -5], [-8, 4, -7]]], [[[-4, 5, -1], [-5, -6, 7], [-2, -4, 4]], [[3, -1, 1], [2, 3, 4], [4, -4, 3]]]]> : tensor<2x2x3x3xi4>}> : () -> tensor<2x2x3x3xi4>
  %9 = "tosa.const"() <{values = dense<0> : tensor<1xi32>}> : () -> tensor<1xi32>
  %10 = "tosa.const"() <{values = dense<3> : tensor<1xi8>}> : () -> tensor<1xi8>
  %11 = "tosa.const"() <{values = dense<0> : tensor<1xi4>}> : () -> tensor<1xi4>
  %12 = tosa.conv2d %7, %8, %9, %10, %11 {acc_type = i32, pad = array<i64: 1, 0, 2, 1>, stride = array<i64: 2, 1>, dilation = array<i64: 1, 1>} : (tensor<2x3x5x3xi8>, tensor<2x2x3x3xi4>, tensor<1xi32>, tensor<1xi8>, tensor<1xi4>) -> tensor<2x2x6x2xi32>
  %13 = "tosa.const"() <{values = dense<[[[[4], [2], [7], [-8], [9]], [[9], [-3], [-4], [3], [-7]], [[-6], [-8], [-8], [-4], [-3]], [[-3], [-8], [6], [6], [2]], [[-9], [4], [6], [0], [4]]]]> : tensor<1x5x5x1xi8>}> : () -> tensor<1x5x5x1xi8>
  %14 = "tosa.const"() <{values = dense<[[[[2], [6]], [[6], [-5]]], [[[-2], [-4]], [[-3], [-6]]], [[[3], [4]], [[7], [-4]]]]> : tensor<3x2x2x1xi4>}> : () -> tensor<3x2x2x1xi4>
  %15 = "tosa.const"() <{values = dense<[8, -1, -6]> : tensor<3xi32>}> : () -> tensor<3xi32>
  %16 = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %17 = "tosa.const"() <{values = dense<0> : tensor<1xi4>}> : () -> tensor<1xi4>
  %18 = tosa.conv2d %13, %14, %15, %16, %17 {acc_type = i32, pad = array<i64: 0, 1, 1, 0>, stride = array<i64: 1, 2>, dilation = array<i64: 2, 3>} : (tensor<1x5x5x1xi8>, tensor<3x2x2x1xi4>, tensor<3xi32>, tensor<1xi8>, tensor<1xi4>) -> tensor<1x4x2x3xi32>
  %19 = "tosa.const"() <{values = dense<[[[[-128, 18, -128, -128, 127]]]]> : tensor<1x1x1x5xi8>}> : () -> tensor<1x1x1x5xi8>
  %20 = "tosa.const"() <{values = dense<[[[[-8, -8, 7, -8, 7]]]]> : tensor<1x1x1x5xi4>}> : () -> tensor<1x1x1x5xi4>
  %21 = "tosa.const"() <{values = dense<5> : tensor<1xi32>}> : () -> tensor<1xi32>
  %22 = "tosa.const"() <{values = dense<-128> : tensor<1xi8>}> : () -> tensor<1xi8>
  %23 = "tosa.const"() <{values = dense<0> : tensor<1xi4>}> : () -> tensor<1xi4>
  %24 = tosa.conv2d %19, %20, %21, %22, %23 {acc_type = i32, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>, dilation = array<i64: 1, 1>} : (tensor<1x1x1x5xi8>, tensor<1x1x1x5xi4>, tensor<1xi32>, tensor<1xi8>, tensor<1xi4>) -> tensor<1x1x1x1xi32>
  return %6, %12, %18, %24 : tensor<1x3x3x2xi32>, tensor<2x2x6x2xi32>, tensor<1x4x2x3xi32>, tensor<1x1x1x1xi32>
}
