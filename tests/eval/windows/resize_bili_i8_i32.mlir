// resize of i8 to i32, BILINEAR: up and down, one row, one column.
func.func @main() -> (tensor<1x6x15x2xi32>, tensor<2x3x4x1xi32>, tensor<1x2x1x2xi32>, tensor<1x3x5x1xi32>, tensor<1x7x2x1xi32>, tensor<1x9x15x1xi32>) {
  %1 = "tosa.const"() <{values = dense<[[[[-128, 91], [127, 127], [-128, -128], [127, -115], [127, 127]], [[127, 20], [127, -128], [-128, -128], [102, -128], [127, -48]], [[-128, 127], [-128, -128], [-128, 127], [127, 127], [101, -73]]]]> : tensor<1x3x5x2xi8>}> : () -> tensor<1x3x5x2xi8>
  %2 = tosa.const_shape {values = dense<[2, 1, 3, 1]> : tensor<4xindex>} : () -> !tosa.shape<4>
  %3 = tosa.const_shape {values = dense<[0, 0]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %4 = tosa.const_shape {values = dense<[1, 2]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %5 = tosa.resize %1, %2, %3, %4 {mode = BILINEAR} : (tensor<1x3x5x2xi8>, !tosa.shape<4>, !tosa.shape<2>, !tosa.shape<2>) -> tensor<1x6x15x2xi32>
  %6 = "tosa.const"() <{values = dense<[[[[-128], [127], [-128]], [[-128], [-128], [127]], [[108], [-128], [-128]], [[-128], [-6], [-128]], [[127], [127], [-117]]], [[[-128], [94], [-128]], [[127], [105], [-128]], [[-128], [-13], [-128]], [[-90], [-48], [27]], [[-120], [127], [-128]]]]> : tensor<2x5x3x1xi8>}> : () -> tensor<2x5x3x1xi8>
  %7 = tosa.const_shape {values = dense<[4, 6, 5, 3]> : tensor<4xindex>} : () -> !tosa.shape<4>
  %8 = tosa.const_shape {values = dense<[0, 1]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %9 = tosa.const_shape {values = dense<[-4, 0]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %10 = tosa.resize %6, %7, %8, %9 {mode = BILINEAR} : (tensor<2x5x3x1xi8>, !tosa.shape<4>, !tosa.shape<2>, !tosa.shape<2>) -> tensor<2x3x4x1xi32>
  %11 = "tosa.const"() <{values = dense<127> : tensor<1x1x1x2xi8>}> : () -> tensor<1x1x1x2xi8>
  %12 = tosa.const_shape {values = dense<[4, 2, 2, 2]> : tensor<4xindex>} : () -> !tosa.shape<4>
  %13 = tosa.const_shape {values = dense<[0, 0]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %14 = tosa.const_shape {values = dense<[2, 0]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %15 = tosa.resize %11, %12, %13, %14 {mode = BILINEAR} : (tensor<1x1x1x2xi8>, !tosa.shape<4>, !tosa.shape<2>, !tosa.shape<2>) -> tensor<1x2x1x2xi32>
  %16 = "tosa.const"() <{values = dense<[[[[-128], [-128], [-2], [-128], [102]]]]> : tensor<1x1x5x1xi8>}> : () -> tensor<1x1x5x1xi8>
  %17 = tosa.const_shape {values = dense<[7, 3, 1, 1]> : tensor<4xindex>} : () -> !tosa.shape<4>
  %18 = tosa.const_shape {values = dense<[0, 0]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %19 = tosa.const_shape {values = dense<[6, 0]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %20 = tosa.resize %16, %17, %18, %19 {mode = BILINEAR} : (tensor<1x1x5x1xi8>, !tosa.shape<4>, !tosa.shape<2>, !tosa.shape<2>) -> tensor<1x3x5x1xi32>
  %21 = "tosa.const"() <{values = dense<[[[[-128]], [[127]], [[-128]], [[24]], [[127]]]]> : tensor<1x5x1x1xi8>}> : () -> tensor<1x5x1x1xi8>
  %22 = tosa.const_shape {values = dense<[3, 2, 2, 1]> : tensor<4xindex>} : () -> !tosa.shape<4>
  %23 = tosa.const_shape {values = dense<[1, 0]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %24 = tosa.const_shape {values = dense<[1, 1]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %25 = tosa.resize %21, %22, %23, %24 {mode = BILINEAR} : (tensor<1x5x1x1xi8>, !tosa.shape<4>, !tosa.shape<2>, !tosa.shape<2>) -> tensor<1x7x2x1xi32>
  %26 = "tosa.const"() <{values = dense<[[[[-18], [127], [-128], [-119]], [[-128], [-128], [-128], [-110]]]]> : tensor<1x2x4x1xi8>}> : () -> tensor<1x2x4x1xi8>
  %27 = tosa.const_shape {values = dense<[16, 2, 14, 3]> : tensor<4xindex>} : () -> !tosa.shape<4>
  %28 = tosa.const_shape {values = dense<[0, 1]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %29 = tosa.const_shape {values = dense<[0, 1]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %30 = tosa.resize %26, %27, %28, %29 {mode = BILINEAR} : (tensor<1x2x4x1xi8>, !tosa.shape<4>, !tosa.shape<2>, !tosa.shape<2>) -> tensor<1x9x15x1xi32>
  return %5, %10, %15, %20, %25, %30 : tensor<1x6x15x2xi32>, tensor<2x3x4x1xi32>, tensor<1x2x1x2xi32>, tensor<1x3x5x1xi32>, tensor<1x7x2x1xi32>, tensor<1x9x15x1xi32>
}
