// resize of i16 to i16, NEAREST_NEIGHBOR: up and down, one row, one column.
func.func @main() -> (tensor<1x6x15x2xi16>, tensor<2x3x4x1xi16>, tensor<1x2x1x2xi16>, tensor<1x3x5x1xi16>, tensor<1x7x2x1xi16>, tensor<1x9x15x1xi16>, tensor<1x6x10x1xi16>, tensor<1x4x7x2xi16>) {
  %1 = "tosa.const"() <{values = dense<[[[[32767, -32768], [32767, -26359], [21940, 32767], [32767, -32768], [32767, -20793]], [[-32768, -32768], [-32768, -3587], [-32768, -5588], [32767, 32767], [16826, -15903]], [[-32768, -19612], [-5502, 32767], [32767, 32767], [32767, -32768], [-32768, -32768]]]]> : tensor<1x3x5x2xi16>}> : () -> tensor<1x3x5x2xi16>
  %2 = tosa.const_shape {values = dense<[2, 1, 3, 1]> : tensor<4xindex>} : () -> !tosa.shape<4>
  %3 = tosa.const_shape {values = dense<[0, 0]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %4 = tosa.const_shape {values = dense<[1, 2]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %5 = tosa.resize %1, %2, %3, %4 {mode = NEAREST_NEIGHBOR} : (tensor<1x3x5x2xi16>, !tosa.shape<4>, !tosa.shape<2>, !tosa.shape<2>) -> tensor<1x6x15x2xi16>
  %6 = "tosa.const"() <{values = dense<[[[[-32768], [-32768], [32767]], [[-32768], [-32768], [32767]], [[32767], [-32768], [32767]], [[-21120], [30190], [32767]], [[-5696], [-32768], [13445]]], [[[32767], [-32768], [-32768]], [[32767], [-32768], [-32768]], [[-7660], [-32768], [32767]], [[-25835], [32767], [-32768]], [[-32768], [32767], [32767]]]]> : tensor<2x5x3x1xi16>}> : () -> tensor<2x5x3x1xi16>
  %7 = tosa.const_shape {values = dense<[4, 6, 5, 3]> : tensor<4xindex>} : () -> !tosa.shape<4>
  %8 = tosa.const_shape {values = dense<[0, 1]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %9 = tosa.const_shape {values = dense<[-4, 0]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %10 = tosa.resize %6, %7, %8, %9 {mode = NEAREST_NEIGHBOR} : (tensor<2x5x3x1xi16>, !tosa.shape<4>, !tosa.shape<2>, !tosa.shape<2>) -> tensor<2x3x4x1xi16>
  %11 = "tosa.const"() <{values = dense<[[[[-30431, -32768]]]]> : tensor<1x1x1x2xi16>}> : () -> tensor<1x1x1x2xi16>
  %12 = tosa.const_shape {values = dense<[4, 2, 2, 2]> : tensor<4xindex>} : () -> !tosa.shape<4>
  %13 = tosa.const_shape {values = dense<[0, 0]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %14 = tosa.const_shape {values = dense<[2, 0]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %15 = tosa.resize %11, %12, %13, %14 {mode = NEAREST_NEIGHBOR} : (tensor<1x1x1x2xi16>, !tosa.shape<4>, !tosa.shape<2>, !tosa.shape<2>) -> tensor<1x2x1x2xi16>
  %16 = "tosa.const"() <{values = dense<[[[[-26078], [32767], [32767], [32767], [-32768]]]]> : tensor<1x1x5x1xi16>}> : () -> tensor<1x1x5x1xi16>
  %17 = tosa.const_shape {values = dense<[7, 3, 1, 1]> : tensor<4xindex>} : () -> !tosa.shape<4>
  %18 = tosa.const_shape {values = dense<[0, 0]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %19 = tosa.const_shape {values = dense<[6, 0]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %20 = tosa.resize %16, %17, %18, %19 {mode = NEAREST_NEIGHBOR} : (tensor<1x1x5x1xi16>, !tosa.shape<4>, !tosa.shape<2>, !tosa.shape<2>) -> tensor<1x3x5x1xi16>
  %21 = "tosa.const"() <{values = dense<[[[[32767]], [[-32768]], [[-32768]], [[32767]], [[1015]]]]> : tensor<1x5x1x1xi16>}> : () -> tensor<1x5x1x1xi16>
  %22 = tosa.const_shape {values = dense<[3, 2, 2, 1]> : tensor<4xindex>} : () -> !tosa.shape<4>
  %23 = tosa.const_shape {values = dense<[1, 0]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %24 = tosa.const_shape {values = dense<[1, 1]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %25 = tosa.resize %21, %22, %23, %24 {mode = NEAREST_NEIGHBOR} : (tensor<1x5x1x1xi16>, !tosa.shape<4>, !tosa.shape<2>, !tosa.shape<2>) -> tensor<1x7x2x1xi16>
  %26 = "tosa.const"() <{values = dense<[[[[-32768], [-32768], [32767], [32767]], [[32767], [-32768], [-32768], [-32768]]]]> : tensor<1x2x4x1xi16>}> : () -> tensor<1x2x4x1xi16>
  %27 = tosa.const_shape {values = dense<[16, 2, 14, 3]> : tensor<4xindex>} : () -> !tosa.shape<4>
  %28 = tosa.const_shape {values = dense<[0, 1]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %29 = tosa.const_shape {values = dense<[0, 1]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %30 = tosa.resize %26, %27, %28, %29 {mode = NEAREST_NEIGHBOR} : (tensor<1x2x4x1xi16>, !tosa.shape<4>, !tosa.shape<2>, !tosa.shape<2>) -> tensor<1x9x15x1xi16>
  %31 = "tosa.const"() <{values = dense<[[[[-18673], [10405], [-31051], [-6564], [-19535]], [[-32357], [-9548], [30806], [8287], [25109]], [[3751], [20800], [-26303], [-25232], [-14221]]]]> : tensor<1x3x5x1xi16>}> : () -> tensor<1x3x5x1xi16>
  %32 = tosa.const_shape {values = dense<[4, 2, 4, 2]> : tensor<4xindex>} : () -> !tosa.shape<4>
  %33 = tosa.const_shape {values = dense<[-1, -1]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %34 = tosa.const_shape {values = dense<[1, 1]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %35 = tosa.resize %31, %32, %33, %34 {mode = NEAREST_NEIGHBOR} : (tensor<1x3x5x1xi16>, !tosa.shape<4>, !tosa.shape<2>, !tosa.shape<2>) -> tensor<1x6x10x1xi16>
  %36 = "tosa.const"() <{values = dense<[[[[12602, -13115], [-31480, -11724], [-14966, -31187]], [[89, 12520], [5598, -7548], [6910, 21696]], [[-20330, -24893], [-2417, 31892], [3999, 17222]]]]> : tensor<1x3x3x2xi16>}> : () -> tensor<1x3x3x2xi16>
  %37 = tosa.const_shape {values = dense<[6, 4, 2, 1]> : tensor<4xindex>} : () -> !tosa.shape<4>
  %38 = tosa.const_shape {values = dense<[-3, -1]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %39 = tosa.const_shape {values = dense<[-3, 1]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %40 = tosa.resize %36, %37, %38, %39 {mode = NEAREST_NEIGHBOR} : (tensor<1x3x3x2xi16>, !tosa.shape<4>, !tosa.shape<2>, !tosa.shape<2>) -> tensor<1x4x7x2xi16>
  return %5, %10, %15, %20, %25, %30, %35, %40 : tensor<1x6x15x2xi16>, tensor<2x3x4x1xi16>, tensor<1x2x1x2xi16>, tensor<1x3x5x1xi16>, tensor<1x7x2x1xi16>, tensor<1x9x15x1xi16>, tensor<1x6x10x1xi16>, tensor<1x4x7x2xi16>
}
