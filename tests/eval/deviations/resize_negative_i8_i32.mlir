// resize that begins before the first row and column.
func.func @main() -> (tensor<1x6x10x1xi32>, tensor<1x4x7x2xi32>) {
  %1 = "tosa.const"() <{values = dense<[[[[90], [-28], [116], [-48], [-46]], [[109], [54], [126], [34], [59]], [[109], [-98], [54], [6], [-31]]]]> : tensor<1x3x5x1xi8>}> : () -> tensor<1x3x5x1xi8>
  %2 = tosa.const_shape {values = dense<[4, 2, 4, 2]> : tensor<4xindex>} : () -> !tosa.shape<4>
  %3 = tosa.const_shape {values = dense<[-1, -1]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %4 = tosa.const_shape {values = dense<[1, 1]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %5 = tosa.resize %1, %2, %3, %4 {mode = BILINEAR} : (tensor<1x3x5x1xi8>, !tosa.shape<4>, !tosa.shape<2>, !tosa.shape<2>) -> tensor<1x6x10x1xi32>
  %6 = "tosa.const"() <{values = dense<[[[[-89, -44], [91, -69], [-82, -51]], [[62, 115], [-90, 65], [125, -67]], [[-72, 28], [127, 79], [-10, 91]]]]> : tensor<1x3x3x2xi8>}> : () -> tensor<1x3x3x2xi8>
  %7 = tosa.const_shape {values = dense<[6, 4, 2, 1]> : tensor<4xindex>} : () -> !tosa.shape<4>
  %8 = tosa.const_shape {values = dense<[-3, -1]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %9 = tosa.const_shape {values = dense<[-3, 1]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %10 = tosa.resize %6, %7, %8, %9 {mode = BILINEAR} : (tensor<1x3x3x2xi8>, !tosa.shape<4>, !tosa.shape<2>, !tosa.shape<2>) -> tensor<1x4x7x2xi32>
  return %5, %10 : tensor<1x6x10x1xi32>, tensor<1x4x7x2xi32>
}
