// avg_pool2d of i16 accumulated in i32: windows of 1 to 15 elements, cut off by padding.
func.func @main() -> (tensor<1x2x3x2xi16>, tensor<2x3x4x1xi16>, tensor<1x1x1x3xi16>, tensor<1x9x4x3xi16>) {
  %1 = "tosa.const"() <{values = dense<[[[[-27225, 20380], [-6756, 26123], [-8859, 2045], [6579, -17840], [-20113, 6245]], [[-16670, -18783], [13602, -31345], [-30365, -4061], [-24545, 31316], [-31741, -31915]], [[5335, 762], [-17859, -9974], [13205, 9284], [30341, 29962], [29053, -22319]]]]> : tensor<1x3x5x2xi16>}> : () -> tensor<1x3x5x2xi16>
  %2 = "tosa.const"() <{values = dense<0> : tensor<1xi16>}> : () -> tensor<1xi16>
  %3 = "tosa.const"() <{values = dense<0> : tensor<1xi16>}> : () -> tensor<1xi16>
  %4 = tosa.avg_pool2d %1, %2, %3 {kernel = array<i64: 2, 3>, stride = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>, acc_type = i32} : (tensor<1x3x5x2xi16>, tensor<1xi16>, tensor<1xi16>) -> tensor<1x2x3x2xi16>
  %5 = "tosa.const"() <{values = dense<[[[[-4511], [20201], [8194]], [[1517], [26780], [-26822]], [[16396], [7616], [-2199]], [[-27237], [25852], [15130]], [[25755], [11774], [31265]]], [[[20189], [-4299], [-2321]], [[-29581], [-27649], [-25269]], [[25448], [-2587], [22560]], [[-10430], [18358], [-32477]], [[15918], [3340], [22676]]]]> : tensor<2x5x3x1xi16>}> : () -> tensor<2x5x3x1xi16>
  %6 = "tosa.const"() <{values = dense<0> : tensor<1xi16>}> : () -> tensor<1xi16>
  %7 = "tosa.const"() <{values = dense<0> : tensor<1xi16>}> : () -> tensor<1xi16>
  %8 = tosa.avg_pool2d %5, %6, %7 {kernel = array<i64: 3, 3>, stride = array<i64: 2, 1>, pad = array<i64: 1, 1, 2, 1>, acc_type = i32} : (tensor<2x5x3x1xi16>, tensor<1xi16>, tensor<1xi16>) -> tensor<2x3x4x1xi16>
  %9 = "tosa.const"() <{values = dense<[[[[-8279, -26732, 30389]]]]> : tensor<1x1x1x3xi16>}> : () -> tensor<1x1x1x3xi16>
  %10 = "tosa.const"() <{values = dense<0> : tensor<1xi16>}> : () -> tensor<1xi16>
  %11 = "tosa.const"() <{values = dense<0> : tensor<1xi16>}> : () -> tensor<1xi16>
  %12 = tosa.avg_pool2d %9, %10, %11 {kernel = array<i64: 1, 1>, stride = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>, acc_type = i32} : (tensor<1x1x1x3xi16>, tensor<1xi16>, tensor<1xi16>) -> tensor<1x1x1x3xi16>
  %13 = "tosa.const"() <{values = dense<[[[[11185, -32768, 32767], [32767, -32768, 26672], [32767, -30055, -14604], [-32768, -1060, 32767], [-32768, 32767, -32768]], [[-30551, 32767, -32768], [-32768, 32767, -517], [-32768, -32768, 32767], [-32768, 25397, 32767], [-15805, 8641, 32767]], [[-32768, -744, -32768], [-32768, 32767, 17069], [-32768, 32767, -32768], [4123, -32768, -7662], [32767, 32767, 32767]], [[-32768, 32767, -32768], [32767, 13786, -27384], [32767, -32768, -26895], [32767, -32768, -32768], [-13563, 32767, -10515]], [[32767, 32767, 12], [26907, 32767, 27949], [-15497, 32767, -22522], [8737, 32767, 14272], [32767, -32768, -32768]]]]> : tensor<1x5x5x3xi16>}> : () -> tensor<1x5x5x3xi16>
  %14 = "tosa.const"() <{values = dense<0> : tensor<1xi16>}> : () -> tensor<1xi16>
  %15 = "tosa.const"() <{values = dense<0> : tensor<1xi16>}> : () -> tensor<1xi16>
  %16 = tosa.avg_pool2d %13, %14, %15 {kernel = array<i64: 5, 3>, stride = array<i64: 1, 2>, pad = array<i64: 4, 4, 2, 2>, acc_type = i32} : (tensor<1x5x5x3xi16>, tensor<1xi16>, tensor<1xi16>) -> tensor<1x9x4x3xi16>
  return %4, %8, %12, %16 : tensor<1x2x3x2xi16>, tensor<2x3x4x1xi16>, tensor<1x1x1x3xi16>, tensor<1x9x4x3xi16>
}
