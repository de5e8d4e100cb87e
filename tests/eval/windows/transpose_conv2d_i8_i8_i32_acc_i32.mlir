// transpose_conv2d: i8 by i8 accumulated in i32, result i32; padding, strides, dilations, a bias for one and for all channels.
func.func @main() -> (tensor<1x7x3x2xi32>, tensor<2x7x10x2xi32>, tensor<1x5x9x3xi32>, tensor<1x1x1x1xi32>) {
  %1 = "tosa.const"() <{values = dense<[[[[-40, -16, -126], [-63, -46, 120], [-63, 102, 105]], [[97, -95, -79], [-19, -94, 36], [-94, 66, 73]], [[79, -121, 54], [19, 59, 87], [-94, -37, -96]], [[-10, -67, -55], [-118, 9, -79], [104, 64, -76]], [[-17, 70, -111], [56, -62, -49], [-119, 34, 26]]]]> : tensor<1x5x3x3xi8>}> : () -> tensor<1x5x3x3xi8>
  %2 = "tosa.const"() <{values = dense<[[[[-46, 2, 68]], [[-32, 61, -25]], [[-73, -88, -55]]], [[[-39, -85, 27]], [[-41, -124, 69]], [[97, 29, -49]]]]> : tensor<2x3x1x3xi8>}> : () -> tensor<2x3x1x3xi8>
  %3 = "tosa.const"() <{values = dense<[-2, -3]> : tensor<2xi32>}> : () -> tensor<2xi32>
  %4 = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %5 = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %6 = tosa.transpose_conv2d %1, %2, %3, %4, %5 {acc_type = i32, out_pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>} : (tensor<1x5x3x3xi8>, tensor<2x3x1x3xi8>, tensor<2xi32>, tensor<1xi8>, tensor<1xi8>) -> tensor<1x7x3x2xi32>
  %7 = "tosa.const"() <{values = dense<[[[[94, 24, -45], [68, 103, 125], [97, 70, -22], [57, -11, -110], [-83, -100, -92]], [[40, -18, 4], [13, 17, -22], [-38, 68, 7], [-112, -19, 91], [45, 123, -9]], [[124, 9, -48], [-97, -11, 46], [-4, -76, 39], [-66, -73, -75], [-119, 71, 107]]], [[[1, -128, -66], [69, 6, 0], [40, 36, 16], [-20, -101, -120], [1, 92, -87]], [[77, -114, 118], [27, 124, -84], [21, -10, -110], [-5, -102, 105], [70, -116, 94]], [[-123, 58, -32], [-33, 78, 80], [109, 54, 127], [-116, 34, 74], [-116, 108, 22]]]]> : tensor<2x3x5x3xi8>}> : () -> tensor<2x3x5x3xi8>
  %8 = "tosa.const"() <{values = dense<[[[[104, 42, -70], [89, 12, 4], [88, 79, 4]], [[-3, -3, 49], [29, -37, 69], [-69, 118, -35]]], [[[103, 36, -59], [-14, 5, -70], [98, -77, 47]], [[-9, -62, -76], [-52, 125, 59], [-39, 10, 90]]]]> : tensor<2x2x3x3xi8>}> : () -> tensor<2x2x3x3xi8>
  %9 = "tosa.const"() <{values = dense<-3> : tensor<1xi32>}> : () -> tensor<1xi32>
  %10 = "tosa.const"() <{values = dense<3> : tensor<1xi8>}> : () -> tensor<1xi8>
  %11 = "tosa.const"() <{values = dense<-2> : tensor<1xi8>}> : () -> tensor<1xi8>
  %12 = tosa.transpose_conv2d %7, %8, %9, %10, %11 {acc_type = i32, out_pad = array<i64: 1, 0, 2, 1>, stride = array<i64: 2, 1>} : (tensor<2x3x5x3xi8>, tensor<2x2x3x3xi8>, tensor<1xi32>, tensor<1xi8>, tensor<1xi8>) -> tensor<2x7x10x2xi32>
  %13 = "tosa.const"() <{values = dense<[[[[3], [-2], [-4], [-8], [1]], [[-9], [2], [-1], [-8], [3]], [[1], [-8], [-3], [7], [-4]], [[9], [-2], [-6], [2], [3]], [[-7], [4], [9], [-5], [-3]]]]> : tensor<1x5x5x1xi8>}> : () -> tensor<1x5x5x1xi8>
  %14 = "tosa.const"() <{values = dense<[[[[-4], [-5]], [[-7], [4]]], [[[-1], [-2]], [[-3], [-9]]], [[[-2], [-9]], [[-7], [6]]]]> : tensor<3x2x2x1xi8>}> : () -> tensor<3x2x2x1xi8>
  %15 = "tosa.const"() <{values = dense<[-6, -3, -7]> : tensor<3xi32>}> : () -> tensor<3xi32>
  %16 = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %17 = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %18 = tosa.transpose_conv2d %13, %14, %15, %16, %17 {acc_type = i32, out_pad = array<i64: -1, 0, 0, -1>, stride = array<i64: 1, 2>} : (tensor<1x5x5x1xi8>, tensor<3x2x2x1xi8>, tensor<3xi32>, tensor<1xi8>, tensor<1xi8>) -> tensor<1x5x9x3xi32>
  %19 = "tosa.const"() <{values = dense<[[[[94, 35, -49, -128, 127]]]]> : tensor<1x1x1x5xi8>}> : () -> tensor<1x1x1x5xi8>
  %20 = "tosa.const"() <{values = dense<[[[[10, -43, 82, 39, -128]]]]> : tensor<1x1x1x5xi8>}> : () -> tensor<1x1x1x5xi8>
  %21 = "tosa.const"() <{values = dense<2> : tensor<1xi32>}> : () -> tensor<1xi32>
  %22 = "tosa.const"() <{values = dense<-128> : tensor<1xi8>}> : () -> tensor<1xi8>
  %23 = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %24 = tosa.transpose_conv2d %19, %20, %21, %22, %23 {acc_type = i32, out_pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>} : (tensor<1x1x1x5xi8>, tensor<1x1x1x5xi8>, tensor<1xi32>, tensor<1xi8>, tensor<1xi8>) -> tensor<1x1x1x1xi32>
  return %6, %12, %18, %24 : tensor<1x7x3x2xi32>, tensor<2x7x10x2xi32>, tensor<1x5x9x3xi32>, tensor<1x1x1x1xi32>
}
