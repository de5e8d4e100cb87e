// depthwise_conv2d: i8 by i8 accumulated in i32, result i32; padding, strides, dilations, a bias for one and for all channels.
func.func @main() -> (tensor<1x3x3x6xi32>, tensor<2x2x6x6xi32>, tensor<1x4x2x3xi32>, tensor<1x1x1x5xi32>) {
  %1 = "tosa.const"() <{values = dense<[[[[110, 43, 13], [-85, -104, -61], [102, 30, -58]], [[-86, 85, -38], [55, 81, 61], [78, 55, -75]], [[71, 6, -82], [-89, 60, 100], [14, -48, 112]], [[-57, -15, 96], [-116, -58, -45], [-112, -34, 71]], [[32, 93, 121], [-108, 24, 50], [45, -33, 16]]]]> : tensor<1x5x3x3xi8>}> : () -> tensor<1x5x3x3xi8>
  %2 = "tosa.const"() <{values = dense<[[[[-36, -102], [39, -118], [-118, -81]]], [[[-111, -19], [56, 34], [-3, 27]]], [[[-120, -27], [-18, 32], [-60, 35]]]]> : tensor<3x1x3x2xi8>}> : () -> tensor<3x1x3x2xi8>
  %3 = "tosa.const"() <{values = dense<[-4, -3, 4, 1, 0, -8]> : tensor<6xi32>}> : () -> tensor<6xi32>
  %4 = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %5 = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %6 = tosa.depthwise_conv2d %1, %2, %3, %4, %5 {acc_type = i32, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>, dilation = array<i64: 1, 1>} : (tensor<1x5x3x3xi8>, tensor<3x1x3x2xi8>, tensor<6xi32>, tensor<1xi8>, tensor<1xi8>) -> tensor<1x3x3x6xi32>
  %7 = "tosa.const"() <{values = dense<[[[[87, -55, 5], [61, 38, -81], [73, -49, -37], [57, -60, -92], [61, 93, -10]], [[60, -123, 94], [-32, -16, 114], [48, -81, 73], [90, 75, 31], [-91, -24, -108]], [[27, -24, 38], [-92, 101, -125], [33, 14, -92], [-103, -43, -7], [115, -11, -47]]], [[[-92, -105, 23], [11, 2, -100], [-33, 110, -68], [89, -68, 109], [-59, -10, -86]], [[-18, 3, -48], [-19, -46, -18], [2, 45, 14], [0, -55, 124], [-38, -85, -29]], [[-107, 8, 63], [42, -51, -58], [36, -44, 66], [-96, 57, -126], [64, 61, 96]]]]> : tensor<2x3x5x3xi8>}> : () -> tensor<2x3x5x3xi8>
  %8 = "tosa.const"() <{values = dense<[[[[-60, 51], [-11, 13], [58, 74]], [[119, -119], [35, 59], [-63, -41]], [[-86, 127], [122, -79], [-66, -21]]], [[[-3, -75], [18, 50], [-6, 30]], [[105, -8], [35, -54], [-126, 102]], [[-43, 4], [-31, -23], [-95, 66]]]]> : tensor<2x3x3x2xi8>}> : () -> tensor<2x3x3x2xi8>
  %9 = "tosa.const"() <{values = dense<-7> : tensor<1xi32>}> : () -> tensor<1xi32>
  %10 = "tosa.const"() <{values = dense<3> : tensor<1xi8>}> : () -> tensor<1xi8>
  %11 = "tosa.const"() <{values = dense<-2> : tensor<1xi8>}> : () -> tensor<1xi8>
  %12 = tosa.depthwise_conv2d %7, %8, %9, %10, %11 {acc_type = i32, pad = array<i64: 1, 0, 2, 1>, stride = array<i64: 2, 1>, dilation = array<i64: 1, 1>} : (tensor<2x3x5x3xi8>, tensor<2x3x3x2xi8>, tensor<1xi32>, tensor<1xi8>, tensor<1xi8>) -> tensor<2x2x6x6xi32>
  %13 = "tosa.const"() <{values = dense<[[[[-1], [2], [8], [-5], [-4]], [[0], [4], [-3], [4], [2]], [[6], [8], [-1], [-3], [-1]], [[-1], [3], [-4], [-7], [1]], [[-5], [-3], [3], [7], [0]]]]> : tensor<1x5x5x1xi8>}> : () -> tensor<1x5x5x1xi8>
  %14 = "tosa.const"() <{values = dense<[[[[8, 9, -7]], [[-9, 8, -3]]], [[[-9, 7, 5]], [[4, -1, 6]]]]> : tensor<2x2x1x3xi8>}> : () -> tensor<2x2x1x3xi8>
  %15 = "tosa.const"() <{values = dense<[2, -3, 2]> : tensor<3xi32>}> : () -> tensor<3xi32>
  %16 = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %17 = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %18 = tosa.depthwise_conv2d %13, %14, %15, %16, %17 {acc_type = i32, pad = array<i64: 0, 1, 1, 0>, stride = array<i64: 1, 2>, dilation = array<i64: 2, 3>} : (tensor<1x5x5x1xi8>, tensor<2x2x1x3xi8>, tensor<3xi32>, tensor<1xi8>, tensor<1xi8>) -> tensor<1x4x2x3xi32>
  %19 = "tosa.const"() <{values = dense<[[[[-128, 127, 127, 127, 123]]]]> : tensor<1x1x1x5xi8>}> : () -> tensor<1x1x1x5xi8>
  %20 = "tosa.const"() <{values = dense<[[[[-128], [127], [127], [127], [-128]]]]> : tensor<1x1x5x1xi8>}> : () -> tensor<1x1x5x1xi8>
  %21 = "tosa.const"() <{values = dense<[-9, 8, -2, -4, -9]> : tensor<5xi32>}> : () -> tensor<5xi32>
  %22 = "tosa.const"() <{values = dense<-128> : tensor<1xi8>}> : () -> tensor<1xi8>
  %23 = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %24 = tosa.depthwise_conv2d %19, %20, %21, %22, %23 {acc_type = i32, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>, dilation = array<i64: 1, 1>} : (tensor<1x1x1x5xi8>, tensor<1x1x5x1xi8>, tensor<5xi32>, tensor<1xi8>, tensor<1xi8>) -> tensor<1x1x1x5xi32>
  return %6, %12, %18, %24 : tensor<1x3x3x6xi32>, tensor<2x2x6x6xi32>, tensor<1x4x2x3xi32>, tensor<1x1x1x5xi32>
}
