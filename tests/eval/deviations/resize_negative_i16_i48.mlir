// resize that begins before the first row and column.
func.func @main() -> (tensor<1x6x10x1xi48>, tensor<1x4x7x2xi48>) {
  %1 = "tosa.const"() <{values = dense<[[[[-6869], [-6284], [26639], [-17507], [-378]], [[21378], [10149], [-25607], [9066], [12427]], [[17756], [-16462], [-9508], [-6791], [-26513]]]]> : tensor<1x3x5x1xi16>}> : () -> tensor<1x3x5x1xi16>
  %2 = tosa.const_shape {values = dense<[4, 2, 4, 2]> : tensor<4xindex>} : () -> !tosa.shape<4>
  %3 = tosa.const_shape {values = dense<[-1, -1]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %4 = tosa.const_shape {values = dense<[1, 1]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %5 = tosa.resize %1, %2, %3, %4 {mode = BILINEAR} : (tensor<1x3x5x1xi16>, !tosa.shape<4>, !tosa.shape<2>, !tosa.shape<2>) -> tensor<1x6x10x1xi48>
  %6 = "tosa.const"() <{values = dense<[[[[8926, -6869], [-24954, 26476], [22816, 6767]], [[17656, -32456], [-6224, 3435], [12520, 25079]], [[-23431, -1372], [-3662, 13175], [15272, 31432]]]]> : tensor<1x3x3x2xi16>}> : () -> tensor<1x3x3x2xi16>
  %7 = tosa.const_shape {values = dense<[6, 4, 2, 1]> : tensor<4xindex>} : () -> !tosa.shape<4>
  %8 = tosa.const_shape {values = dense<[-3, -1]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %9 = tosa.const_shape {values = dense<[-3, 1]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %10 = tosa.resize %6, %7, %8, %9 {mode = BILINEAR} : (tensor<1x3x3x2xi16>, !tosa.shape<4>, !tosa.shape<2>, !tosa.shape<2>) -> tensor<1x4x7x2xi48>
  return %5, %10 : tensor<1x6x10x1xi48>, tensor<1x4x7x2xi48>
}
