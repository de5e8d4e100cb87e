// conv2d: i16 by i8 accumulated in i48, result i48; padding, strides, dilations, a bias for one and for all channels.
func.func @main() -> (tensor<1x3x3x2xi48>, tensor<2x2x6x2xi48>, tensor<1x4x2x3xi48>, tensor<1x1x1x1xi48>) {
  %1 = "tosa.const"() <{values = dense<[[[[-1318, -11374, -28373], [-6420, -29501, -2560], [-22518, 19801, 14975]], [[8105, -8589, 28578], [14609, 4344, -24003], [28578, -11357, -1241]], [[-9746, -5405, -27012], [23677, 2714, -31946], [27776, -24791, 26612]], [[20993, -10518, -26877], [-28408, 13108, -20472], [-23434, -1705, 31609]], [[-20717, 29001, -25722], [-857, -26155, 32429], [19309, -24886, -26490]]]]> : tensor<1x5x3x3xi16>}> : () -> tensor<1x5x3x3xi16>
  %2 = "tosa.const"() <{values = dense<[[[[2, 80, 100]], [[28, -102, -109]], [[-29, -37, 78]]], [[[-32, -9, -85]], [[32, -73, -84]], [[-46, -90, -19]]]]> : tensor<2x3x1x3xi8>}> : () -> tensor<2x3x1x3xi8>
  %3 = "tosa.const"() <{values = dense<[-9, 5]> : tensor<2xi48>}> : () -> tensor<2xi48>
  %4 = "tosa.const"() <{values = dense<0> : tensor<1xi16>}> : () -> tensor<1xi16>
  %5 = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %6 = tosa.conv2d %1, %2, %3, %4, %5 {acc_type = i48, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>, dilation = array<i64: 1, 1>} : (tensor<1x5x3x3xi16>, tensor<2x3x1x3xi8>, tensor<2xi48>, tensor<1xi16>, tensor<1xi8>) -> tensor<1x3x3x2xi48>
  %7 = "tosa.const"() <{values = dense<[[[[14105, 31003, 22699], [16597, -15370, -31149], [7551, 26088, -3412], [-17605, -14587, 8089], [30568, -21282, 1766]], [[20001, 8241, -15379], [-15754, -22023, 29046], [-676, -21716, 23416], [-605, 3385, -24715], [31805, -161, -26473]], [[-6573, 4720, 16221], [-19854, -23348, 22357], [8379, 17021, -32759], [4706, -15527, -29057], [25189, -13963, -30316]]], [[[-26582, 23277, 2319], [-18804, 17354, -15697], [9342, -24127, 7398], [-10570, -14768, 1650], [32469, 9596, 4655]], [[-28307, -24442, -29113], [-29168, -16822, -26132], [-15714, 14044, 24373], [1070, -30590, -2478], [23449, -16342, 14733]], [[-6399, 10534, 14187], [-31137, -11365, -11382], [-20278, 2380, -10330], [-13890, 25718, 24190], [23521, -17275, 10942]]]]> : tensor<2x3x5x3xi16>}> : () -> tensor<2x3x5x3xi16>
  %8 = "tosa.const"() <{values = dense<[[[[34, 100, -12], [108, 94, -41], [98, -104, -46]], [[114, 123, -128], [-75, -64, 86], [-102, -22, -128]]], [[[-112, -8, 118], [53, 73, 109], [-18, -25, 13]], [[-26, 27, 54], [-5, 59, 52], [-1, -97, 125]]]]> : tensor<2x2x3x3xi8>}> : () -> tensor<2x2x3x3xi8>
  %9 = "tosa.const"() <{values = dense<3> : tensor<1xi48>}> : () -> tensor<1xi48>
  %10 = "tosa.const"() <{values = dense<0> : tensor<1xi16>}> : () -> tensor<1xi16>
  %11 = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %12 = tosa.conv2d %7, %8, %9, %10, %11 {acc_type = i48, pad = array<i64: 1, 0, 2, 1>, stride = array<i64: 2, 1>, dilation = array<i64: 1, 1>} : (tensor<2x3x5x3xi16>, tensor<2x2x3x3xi8>, tensor<1xi48>, tensor<1xi16>, tensor<1xi8>) -> tensor<2x2x6x2xi48>
  %13 = "tosa.const"() <{values = dense<[[[[2], [-5], [-5], [-2], [6]], [[3], [-8], [-6], [-4], [3]], [[-6], [0], [-3], [1], [6]], [[6], [8], [-7], [-3], [3]], [[-9], [-6], [7], [9], [-4]]]]> : tensor<1x5x5x1xi16>}> : () -> tensor<1x5x5x1xi16>
  %14 = "tosa.const"() <{values = dense<[[[[3], [-9]], [[1], [-9]]], [[[0], [7]], [[3], [7]]], [[[6], [8]], [[3], [5]]]]> : tensor<3x2x2x1xi8>}> : () -> tensor<3x2x2x1xi8>
  %15 = "tosa.const"() <{values = dense<[9, 8, -8]> : tensor<3xi48>}> : () -> tensor<3xi48>
  %16 = "tosa.const"() <{values = dense<0> : tensor<1xi16>}> : () -> tensor<1xi16>
  %17 = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %18 = tosa.conv2d %13, %14, %15, %16, %17 {acc_type = i48, pad = array<i64: 0, 1, 1, 0>, stride = array<i64: 1, 2>, dilation = array<i64: 2, 3>} : (tensor<1x5x5x1xi16>, tensor<3x2x2x1xi8>, tensor<3xi48>, tensor<1xi16>, tensor<1xi8>) -> tensor<1x4x2x3xi48>
  %19 = "tosa.const"() <{values = dense<[[[[32767, 14784, -30126, 32767, -32768]]]]> : tensor<1x1x1x5xi16>}> : () -> tensor<1x1x1x5xi16>
  %20 = "tosa.const"() <{values = dense<[[[[-128, 54, 127, 127, -128]]]]> : tensor<1x1x1x5xi8>}> : () -> tensor<1x1x1x5xi8>
  %21 = "tosa.const"() <{values = dense<-8> : tensor<1xi48>}> : () -> tensor<1xi48>
  %22 = "tosa.const"() <{values = dense<0> : tensor<1xi16>}> : () -> tensor<1xi16>
  %23 = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %24 = tosa.conv2d %19, %20, %21, %22, %23 {acc_type = i48, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>, dilation = array<i64: 1, 1>} : (tensor<1x1x1x5xi16>, tensor<1x1x1x5xi8>, tensor<1xi48>, tensor<1xi16>, tensor<1xi8>) -> tensor<1x1x1x1xi48>
  return %6, %12, %18, %24 : tensor<1x3x3x2xi48>, tensor<2x2x6x2xi48>, tensor<1x4x2x3xi48>, tensor<1x1x1x1xi48>
}
