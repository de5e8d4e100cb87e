// avg_pool2d of i8 accumulated in i32: windows of 1 to 15 elements, cut off by padding.
func.func @main() -> (tensor<1x2x3x2xi8>, tensor<2x3x4x1xi8>, tensor<1x1x1x3xi8>, tensor<1x9x4x3xi8>) {
  %1 = "tosa.const"() <{values = dense<[[[[80, 116], [89, -55], [88, 107], [117, -23], [-37, 45]], [[117, -14], [119, -80], [-34, 29], [37, 41], [36, -26]], [[44, -46], [126, 24], [-19, 102], [72, 59], [61, -120]]]]> : tensor<1x3x5x2xi8>}> : () -> tensor<1x3x5x2xi8>
  %2 = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %3 = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %4 = tosa.avg_pool2d %1, %2, %3 {kernel = array<i64: 2, 3>, stride = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>, acc_type = i32} : (tensor<1x3x5x2xi8>, tensor<1xi8>, tensor<1xi8>) -> tensor<1x2x3x2xi8>
  %5 = "tosa.const"() <{values = dense<[[[[40], [71], [-24]], [[-75], [71], [-26]], [[-59], [12], [-94]], [[49], [104], [-27]], [[-38], [115], [-111]]], [[[-81], [-90], [-69]], [[-54], [69], [-42]], [[-25], [-4], [93]], [[98], [-101], [-98]], [[-7], [-120], [-59]]]]> : tensor<2x5x3x1xi8>}> : () -> tensor<2x5x3x1xi8>
  %6 = "tosa.const"() <{values = dense<5> : tensor<1xi8>}> : () -> tensor<1xi8>
  %7 = "tosa.const"() <{values = dense<-7> : tensor<1xi8>}> : () -> tensor<1xi8>
  %8 = tosa.avg_pool2d %5, %6, %7 {kernel = array<i64: 3, 3>, stride = array<i64: 2, 1>, pad = array<i64: 1, 1, 2, 1>, acc_type = i32} : (tensor<2x5x3x1xi8>, tensor<1xi8>, tensor<1xi8>) -> tensor<2x3x4x1xi8>
  %9 = "tosa.const"() <{values = dense<[[[[-17, 53, -17]]]]> : tensor<1x1x1x3xi8>}> : () -> tensor<1x1x1x3xi8>
  %10 = "tosa.const"() <{values = dense<-128> : tensor<1xi8>}> : () -> tensor<1xi8>
  %11 = "tosa.const"() <{values = dense<127> : tensor<1xi8>}> : () -> tensor<1xi8>
  %12 = tosa.avg_pool2d %9, %10, %11 {kernel = array<i64: 1, 1>, stride = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>, acc_type = i32} : (tensor<1x1x1x3xi8>, tensor<1xi8>, tensor<1xi8>) -> tensor<1x1x1x3xi8>
  %13 = "tosa.const"() <{values = dense<[[[[127, -128, 67], [-128, -128, -128], [-3, 127, -128], [127, -47, -128], [24, -128, -128]], [[53, 127, 59], [127, 127, 127], [27, -128, 25], [-128, 12, -28], [127, 127, -128]], [[-128, -37, 127], [127, -128, 127], [-103, 127, -128], [127, -128, -128], [-128, 81, 127]], [[-79, -4, 17], [-128, -128, -128], [-92, 6, 127], [73, -128, -101], [-128, -128, -128]], [[127, 127, 127], [127, -128, 127], [-128, 116, 127], [-128, -88, 127], [-128, -128, -128]]]]> : tensor<1x5x5x3xi8>}> : () -> tensor<1x5x5x3xi8>
  %14 = "tosa.const"() <{values = dense<127> : tensor<1xi8>}> : () -> tensor<1xi8>
  %15 = "tosa.const"() <{values = dense<-128> : tensor<1xi8>}> : () -> tensor<1xi8>
  %16 = tosa.avg_pool2d %13, %14, %15 {kernel = array<i64: 5, 3>, stride = array<i64: 1, 2>, pad = array<i64: 4, 4, 2, 2>, acc_type = i32} : (tensor<1x5x5x3xi8>, tensor<1xi8>, tensor<1xi8>) -> tensor<1x9x4x3xi8>
  return %4, %8, %12, %16 : tensor<1x2x3x2xi8>, tensor<2x3x4x1xi8>, tensor<1x1x1x3xi8>, tensor<1x9x4x3xi8>
}
