// transpose_conv2d: i16 by i8 accumulated in i48, result i48; padding, strides, dilations, a bias for one and for all channels.
func.func @main() -> (tensor<1x7x3x2xi48>, tensor<2x5x10x2xi48>, tensor<1x5x5x3xi48>, tensor<1x1x1x1xi48>) {
  %1 = "tosa.const"() <{values = dense<[[[[1019, 26283, 31360], [-17558, -25528, 30317], [4988, 24561, 13535]], [[-28896, -19117, -829], [-9578, 27357, 24501], [7170, 10242, 11219]], [[-6675, 25927, -21910], [21708, -30156, -25969], [-22012, -26401, -24195]], [[7536, 4687, -1397], [6519, 30942, 27720], [18518, -16755, -11556]], [[-11826, 19626, -3554], [1311, 14286, 24388], [-26589, -12881, 22052]]]]> : tensor<1x5x3x3xi16>}> : () -> tensor<1x5x3x3xi16>
  %2 = "tosa.const"() <{values = dense<[[[[66, 90, -37]], [[11, 0, 44]], [[88, -52, 51]]], [[[-102, 84, -92]], [[-77, -16, -105]], [[2, -66, 33]]]]> : tensor<2x3x1x3xi8>}> : () -> tensor<2x3x1x3xi8>
  %3 = "tosa.const"() <{values = dense<[3, 1]> : tensor<2xi48>}> : () -> tensor<2xi48>
  %4 = "tosa.const"() <{values = dense<0> : tensor<1xi16>}> : () -> tensor<1xi16>
  %5 = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %6 = tosa.transpose_conv2d %1, %2, %3, %4, %5 {acc_type = i48, out_pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>} : (tensor<1x5x3x3xi16>, tensor<2x3x1x3xi8>, tensor<2xi48>, tensor<1xi16>, tensor<1xi8>) -> tensor<1x7x3x2xi48>
  %7 = "tosa.const"() <{values = dense<[[[[16321, 6780, -7625], [21859, -22585, -12456], [9636, 20310, 9831], [-24209, -24623, 29433], [2642, -15768, -24375]], [[16325, 19052, -24454], [-1459, 7256, -9841], [-3330, -4489, 29851], [2547, 15590, -772], [19104, 5312, 30253]], [[-21590, 31525, -3628], [7588, -9081, -21523], [28555, -9532, 28976], [30870, 28280, -3749], [10540, -14789, 19925]]], [[[30341, -32137, -17528], [31657, -9341, 19626], [32295, -30389, 28212], [19162, -28973, 7655], [-8357, 16909, 5430]], [[-23587, 13607, 28988], [21850, -25334, 8193], [-1709, 3274, 7768], [-13963, -28433, -32354], [-15196, -20125, 5523]], [[-10782, -6247, 2585], [6417, -16788, 11759], [-15315, -24567, 11894], [5497, 22490, -27565], [19762, 21395, 6416]]]]> : tensor<2x3x5x3xi16>}> : () -> tensor<2x3x5x3xi16>
  %8 = "tosa.const"() <{values = dense<[[[[-10, -27, 17], [67, 74, 7], [-106, 53, 75]], [[118, -73, 24], [84, -91, -116], [126, -58, -99]]], [[[-38, 9, 60], [8, -89, 91], [14, -28, 100]], [[89, -61, -123], [-36, 95, 20], [-76, -128, -55]]]]> : tensor<2x2x3x3xi8>}> : () -> tensor<2x2x3x3xi8>
  %9 = "tosa.const"() <{values = dense<-7> : tensor<1xi48>}> : () -> tensor<1xi48>
  %10 = "tosa.const"() <{values = dense<0> : tensor<1xi16>}> : () -> tensor<1xi16>
  %11 = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %12 = tosa.transpose_conv2d %7, %8, %9, %10, %11 {acc_type = i48, out_pad = array<i64: 1, 0, 2, 1>, stride = array<i64: 1, 1>} : (tensor<2x3x5x3xi16>, tensor<2x2x3x3xi8>, tensor<1xi48>, tensor<1xi16>, tensor<1xi8>) -> tensor<2x5x10x2xi48>
  %13 = "tosa.const"() <{values = dense<[[[[8], [-2], [4], [-9], [5]], [[-8], [2], [-9], [8], [-9]], [[2], [-8], [4], [4], [-2]], [[4], [0], [9], [-7], [4]], [[3], [1], [5], [-5], [3]]]]> : tensor<1x5x5x1xi16>}> : () -> tensor<1x5x5x1xi16>
  %14 = "tosa.const"() <{values = dense<[[[[1], [0]], [[-4], [1]]], [[[3], [4]], [[-4], [-8]]], [[[9], [-9]], [[2], [8]]]]> : tensor<3x2x2x1xi8>}> : () -> tensor<3x2x2x1xi8>
  %15 = "tosa.const"() <{values = dense<[4, 0, -5]> : tensor<3xi48>}> : () -> tensor<3xi48>
  %16 = "tosa.const"() <{values = dense<0> : tensor<1xi16>}> : () -> tensor<1xi16>
  %17 = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %18 = tosa.transpose_conv2d %13, %14, %15, %16, %17 {acc_type = i48, out_pad = array<i64: -1, 0, 0, -1>, stride = array<i64: 1, 1>} : (tensor<1x5x5x1xi16>, tensor<3x2x2x1xi8>, tensor<3xi48>, tensor<1xi16>, tensor<1xi8>) -> tensor<1x5x5x3xi48>
  %19 = "tosa.const"() <{values = dense<[[[[4943, -32768, 32767, -26293, -32768]]]]> : tensor<1x1x1x5xi16>}> : () -> tensor<1x1x1x5xi16>
  %20 = "tosa.const"() <{values = dense<[[[[127, -128, 127, 121, 127]]]]> : tensor<1x1x1x5xi8>}> : () -> tensor<1x1x1x5xi8>
  %21 = "tosa.const"() <{values = dense<9> : tensor<1xi48>}> : () -> tensor<1xi48>
  %22 = "tosa.const"() <{values = dense<0> : tensor<1xi16>}> : () -> tensor<1xi16>
  %23 = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %24 = tosa.transpose_conv2d %19, %20, %21, %22, %23 {acc_type = i48, out_pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>} : (tensor<1x1x1x5xi16>, tensor<1x1x1x5xi8>, tensor<1xi48>, tensor<1xi16>, tensor<1xi8>) -> tensor<1x1x1x1xi48>
  return %6, %12, %18, %24 : tensor<1x7x3x2xi48>, tensor<2x5x10x2xi48>, tensor<1x5x5x3xi48>, tensor<1x1x1x1xi48>
}
