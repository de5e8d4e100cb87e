// resize of i8 to i8, NEAREST_NEIGHBOR: up and down, one row, one column.
func.func @main() -> (tensor<1x6x15x2xi8>, tensor<2x3x4x1xi8>, tensor<1x2x1x2xi8>, tensor<1x3x5x1xi8>, tensor<1x7x2x1xi8>, tensor<1x9x15x1xi8>, tensor<1x6x10x1xi8>, tensor<1x4x7x2xi8>) {
  %1 = "tosa.const"() <{values = dense<[[[[32, 127], [127, 56], [127, 127], [79, -128], [-128, -128]], [[33, -128], [127, -128], [-128, 127], [44, -128], [-128, -104]], [[127, -47], [104, -77], [-128, 127], [-128, -128], [127, 127]]]]> : tensor<1x3x5x2xi8>}> : () -> tensor<1x3x5x2xi8>
  %2 = tosa.const_shape {values = dense<[2, 1, 3, 1]> : tensor<4xindex>} : () -> !tosa.shape<4>
  %3 = tosa.const_shape {values = dense<[0, 0]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %4 = tosa.const_shape {values = dense<[1, 2]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %5 = tosa.resize %1, %2, %3, %4 {mode = NEAREST_NEIGHBOR} : (tensor<1x3x5x2xi8>, !tosa.shape<4>, !tosa.shape<2>, !tosa.shape<2>) -> tensor<1x6x15x2xi8>
  %6 = "tosa.const"() <{values = dense<[[[[-128], [-121], [-128]], [[127], [127], [34]], [[114], [-128], [127]], [[-128], [127], [127]], [[22], [-62], [-128]]], [[[44], [-128], [127]], [[-128], [-128], [127]], [[99], [116], [127]], [[127], [127], [38]], [[127], [-93], [60]]]]> : tensor<2x5x3x1xi8>}> : () -> tensor<2x5x3x1xi8>
  %7 = tosa.const_shape {values = dense<[4, 6, 5, 3]> : tensor<4xindex>} : () -> !tosa.shape<4>
  %8 = tosa.const_shape {values = dense<[0, 1]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %9 = tosa.const_shape {values = dense<[-4, 0]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %10 = tosa.resize %6, %7, %8, %9 {mode = NEAREST_NEIGHBOR} : (tensor<2x5x3x1xi8>, !tosa.shape<4>, !tosa.shape<2>, !tosa.shape<2>) -> tensor<2x3x4x1xi8>
  %11 = "tosa.const"() <{values = dense<-128> : tensor<1x1x1x2xi8>}> : () -> tensor<1x1x1x2xi8>
  %12 = tosa.const_shape {values = dense<[4, 2, 2, 2]> : tensor<4xindex>} : () -> !tosa.shape<4>
  %13 = tosa.const_shape {values = dense<[0, 0]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %14 = tosa.const_shape {values = dense<[2, 0]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %15 = tosa.resize %11, %12, %13, %14 {mode = NEAREST_NEIGHBOR} : (tensor<1x1x1x2xi8>, !tosa.shape<4>, !tosa.shape<2>, !tosa.shape<2>) -> tensor<1x2x1x2xi8>
  %16 = "tosa.const"() <{values = dense<[[[[127], [127], [104], [127], [126]]]]> : tensor<1x1x5x1xi8>}> : () -> tensor<1x1x5x1xi8>
  %17 = tosa.const_shape {values = dense<[7, 3, 1, 1]> : tensor<4xindex>} : () -> !tosa.shape<4>
  %18 = tosa.const_shape {values = dense<[0, 0]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %19 = tosa.const_shape {values = dense<[6, 0]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %20 = tosa.resize %16, %17, %18, %19 {mode = NEAREST_NEIGHBOR} : (tensor<1x1x5x1xi8>, !tosa.shape<4>, !tosa.shape<2>, !tosa.shape<2>) -> tensor<1x3x5x1xi8>
  %21 = "tosa.const"() <{values = dense<[[[[127]], [[127]], [[36]], [[127]], [[127]]]]> : tensor<1x5x1x1xi8>}> : () -> tensor<1x5x1x1xi8>
  %22 = tosa.const_shape {values = dense<[3, 2, 2, 1]> : tensor<4xindex>} : () -> !tosa.shape<4>
  %23 = tosa.const_shape {values = dense<[1, 0]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %24 = tosa.const_shape {values = dense<[1, 1]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %25 = tosa.resize %21, %22, %23, %24 {mode = NEAREST_NEIGHBOR} : (tensor<1x5x1x1xi8>, !tosa.shape<4>, !tosa.shape<2>, !tosa.shape<2>) -> tensor<1x7x2x1xi8>
  %26 = "tosa.const"() <{values = dense<[[[[51], [80], [127], [-50]], [[127], [-128], [110], [50]]]]> : tensor<1x2x4x1xi8>}> : () -> tensor<1x2x4x1xi8>
  %27 = tosa.const_shape {values = dense<[16, 2, 14, 3]> : tensor<4xindex>} : () -> !tosa.shape<4>
  %28 = tosa.const_shape {values = dense<[0, 1]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %29 = tosa.const_shape {values = dense<[0, 1]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %30 = tosa.resize %26, %27, %28, %29 {mode = NEAREST_NEIGHBOR} : (tensor<1x2x4x1xi8>, !tosa.shape<4>, !tosa.shape<2>, !tosa.shape<2>) -> tensor<1x9x15x1xi8>
  %31 = "tosa.const"() <{values = dense<[[[[10], [-100], [-127], [-50], [-55]], [[60], [123], [-97], [66], [79]], [[-50], [-128], [117], [-86], [31]]]]> : tensor<1x3x5x1xi8>}> : () -> tensor<1x3x5x1xi8>
  %32 = tosa.const_shape {values = dense<[4, 2, 4, 2]> : tensor<4xindex>} : () -> !tosa.shape<4>
  %33 = tosa.const_shape {values = dense<[-1, -1]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %34 = tosa.const_shape {values = dense<[1, 1]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %35 = tosa.resize %31, %32, %33, %34 {mode = NEAREST_NEIGHBOR} : (tensor<1x3x5x1xi8>, !tosa.shape<4>, !tosa.shape<2>, !tosa.shape<2>) -> tensor<1x6x10x1xi8>
  %36 = "tosa.const"() <{values = dense<[[[[-46, 11], [-102, 69], [113, -34]], [[-71, 63], [-43, -100], [-1, 117]], [[-90, 43], [-85, -56], [47, -116]]]]> : tensor<1x3x3x2xi8>}> : () -> tensor<1x3x3x2xi8>
  %37 = tosa.const_shape {values = dense<[6, 4, 2, 1]> : tensor<4xindex>} : () -> !tosa.shape<4>
  %38 = tosa.const_shape {values = dense<[-3, -1]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %39 = tosa.const_shape {values = dense<[-3, 1]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %40 = tosa.resize %36, %37, %38, %39 {mode = NEAREST_NEIGHBOR} : (tensor<1x3x3x2xi8>, !tosa.shape<4>, !tosa.shape<2>, !tosa.shape<2>) -> tensor<1x4x7x2xi8>
  return %5, %10, %15, %20, %25, %30, %35, %40 : tensor<1x6x15x2xi8>, tensor<2x3x4x1xi8>, tensor<1x2x1x2xi8>, tensor<1x3x5x1xi8>, tensor<1x7x2x1xi8>, tensor<1x9x15x1xi8>, tensor<1x6x10x1xi8>, tensor<1x4x7x2xi8>
}
