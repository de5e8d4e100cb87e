// resize of i16 to i48, BILINEAR: up and down, one row, one column.
func.func @main() -> (tensor<1x6x15x2xi48>, tensor<2x3x4x1xi48>, tensor<1x3x5x1xi48>, tensor<1x7x2x1xi48>, tensor<1x9x15x1xi48>) {
  %1 = "tosa.const"() <{values = dense<[[[[32767, 32767], [32767, -32768], [32767, -32768], [32767, 32767], [32767, -32768]], [[-32768, 3692], [16879, -20357], [29753, -32768], [-15857, 17200], [-539, -32768]], [[8439, -32768], [-20816, 9291], [32767, -32768], [-32768, 32767], [-32768, -32495]]]]> : tensor<1x3x5x2xi16>}> : () -> tensor<1x3x5x2xi16>
  %2 = tosa.const_shape {values = dense<[2, 1, 3, 1]> : tensor<4xindex>} : () -> !tosa.shape<4>
  %3 = tosa.const_shape {values = dense<[0, 0]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %4 = tosa.const_shape {values = dense<[1, 2]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %5 = tosa.resize %1, %2, %3, %4 {mode = BILINEAR} : (tensor<1x3x5x2xi16>, !tosa.shape<4>, !tosa.shape<2>, !tosa.shape<2>) -> tensor<1x6x15x2xi48>
  %6 = "tosa.const"() <{values = dense<[[[[32767], [32767], [21830]], [[-4179], [-32768], [-32768]], [[-32768], [-32768], [-32768]], [[-32768], [32767], [-32768]], [[-23570], [-7962], [32767]]], [[[32767], [-32768], [32767]], [[-32768], [32767], [-32768]], [[-32768], [-14083], [32767]], [[32767], [32767], [-32768]], [[-31373], [-32768], [32767]]]]> : tensor<2x5x3x1xi16>}> : () -> tensor<2x5x3x1xi16>
  %7 = tosa.const_shape {values = dense<[4, 6, 5, 3]> : tensor<4xindex>} : () -> !tosa.shape<4>
  %8 = tosa.const_shape {values = dense<[0, 1]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %9 = tosa.const_shape {values = dense<[-4, 0]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %10 = tosa.resize %6, %7, %8, %9 {mode = BILINEAR} : (tensor<2x5x3x1xi16>, !tosa.shape<4>, !tosa.shape<2>, !tosa.shape<2>) -> tensor<2x3x4x1xi48>
  %11 = "tosa.const"() <{values = dense<[[[[-32768], [-7636], [-32768], [32767], [-32768]]]]> : tensor<1x1x5x1xi16>}> : () -> tensor<1x1x5x1xi16>
  %12 = tosa.const_shape {values = dense<[7, 3, 1, 1]> : tensor<4xindex>} : () -> !tosa.shape<4>
  %13 = tosa.const_shape {values = dense<[0, 0]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %14 = tosa.const_shape {values = dense<[6, 0]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %15 = tosa.resize %11, %12, %13, %14 {mode = BILINEAR} : (tensor<1x1x5x1xi16>, !tosa.shape<4>, !tosa.shape<2>, !tosa.shape<2>) -> tensor<1x3x5x1xi48>
  %16 = "tosa.const"() <{values = dense<[[[[-16047]], [[32767]], [[32767]], [[-32768]], [[-28131]]]]> : tensor<1x5x1x1xi16>}> : () -> tensor<1x5x1x1xi16>
  %17 = tosa.const_shape {values = dense<[3, 2, 2, 1]> : tensor<4xindex>} : () -> !tosa.shape<4>
  %18 = tosa.const_shape {values = dense<[1, 0]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %19 = tosa.const_shape {values = dense<[1, 1]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %20 = tosa.resize %16, %17, %18, %19 {mode = BILINEAR} : (tensor<1x5x1x1xi16>, !tosa.shape<4>, !tosa.shape<2>, !tosa.shape<2>) -> tensor<1x7x2x1xi48>
  %21 = "tosa.const"() <{values = dense<[[[[-32768], [32767], [32767], [32767]], [[-12950], [-32121], [32463], [-32768]]]]> : tensor<1x2x4x1xi16>}> : () -> tensor<1x2x4x1xi16>
  %22 = tosa.const_shape {values = dense<[16, 2, 14, 3]> : tensor<4xindex>} : () -> !tosa.shape<4>
  %23 = tosa.const_shape {values = dense<[0, 1]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %24 = tosa.const_shape {values = dense<[0, 1]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %25 = tosa.resize %21, %22, %23, %24 {mode = BILINEAR} : (tensor<1x2x4x1xi16>, !tosa.shape<4>, !tosa.shape<2>, !tosa.shape<2>) -> tensor<1x9x15x1xi48>
  return %5, %10, %15, %20, %25 : tensor<1x6x15x2xi48>, tensor<2x3x4x1xi48>, tensor<1x3x5x1xi48>, tensor<1x7x2x1xi48>, tensor<1x9x15x1xi48>
}
