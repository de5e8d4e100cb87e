// resize of i32 to i32, NEAREST_NEIGHBOR: up and down, one row, one column.
func.func @main() -> (tensor<1x6x15x2xi32>, tensor<2x3x4x1xi32>, tensor<1x2x1x2xi32>, tensor<1x3x5x1xi32>, tensor<1x7x2x1xi32>, tensor<1x9x15x1xi32>, tensor<1x6x10x1xi32>, tensor<1x4x7x2xi32>) {
  %1 = "tosa.const"() <{values = dense<[[[[-2147483648, -2147483648], [2147483647, 2147483647], [2032038894, -2147483648], [-2147483648, 2147483647], [2147483647, -2147483648]], [[2147483647, -2147483648], [-2147483648, -2147483648], [-2147483648, 2147483647], [2147483647, -2147483648], [-1146466417, 568313055]], [[-2147483648, 2147483647], [2147483647, 2147483647], [-2147483648, -700115021], [2147483647, -2147483648], [-2147483648, -1883107782]]]]> : tensor<1x3x5x2xi32>}> : () -> tensor<1x3x5x2xi32>
  %2 = tosa.const_shape {values = dense<[2, 1, 3, 1]> : tensor<4xindex>} : () -> !tosa.shape<4>
  %3 = tosa.const_shape {values = dense<[0, 0]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %4 = tosa.const_shape {values = dense<[1, 2]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %5 = tosa.resize %1, %2, %3, %4 {mode = NEAREST_NEIGHBOR} : (tensor<1x3x5x2xi32>, !tosa.shape<4>, !tosa.shape<2>, !tosa.shape<2>) -> tensor<1x6x15x2xi32>
  %6 = "tosa.const"() <{values = dense<[[[[1400356129], [-2147483648], [2147483647]], [[2147483647], [2147483647], [-2147483648]], [[-2147483648], [2147483647], [1741229403]], [[-2147483648], [2147483647], [2147483647]], [[-2147483648], [111188928], [-2147483648]]], [[[-2147483648], [2147483647], [2147483647]], [[-1344696159], [-2147483648], [-1348820289]], [[2147483647], [2147483647], [-2147483648]], [[-631075758], [2147483647], [2147483647]], [[-2147483648], [805158173], [2147483647]]]]> : tensor<2x5x3x1xi32>}> : () -> tensor<2x5x3x1xi32>
  %7 = tosa.const_shape {values = dense<[4, 6, 5, 3]> : tensor<4xindex>} : () -> !tosa.shape<4>
  %8 = tosa.const_shape {values = dense<[0, 1]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %9 = tosa.const_shape {values = dense<[-4, 0]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %10 = tosa.resize %6, %7, %8, %9 {mode = NEAREST_NEIGHBOR} : (tensor<2x5x3x1xi32>, !tosa.shape<4>, !tosa.shape<2>, !tosa.shape<2>) -> tensor<2x3x4x1xi32>
  %11 = "tosa.const"() <{values = dense<-2147483648> : tensor<1x1x1x2xi32>}> : () -> tensor<1x1x1x2xi32>
  %12 = tosa.const_shape {values = dense<[4, 2, 2, 2]> : tensor<4xindex>} : () -> !tosa.shape<4>
  %13 = tosa.const_shape {values = dense<[0, 0]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %14 = tosa.const_shape {values = dense<[2, 0]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %15 = tosa.resize %11, %12, %13, %14 {mode = NEAREST_NEIGHBOR} : (tensor<1x1x1x2xi32>, !tosa.shape<4>, !tosa.shape<2>, !tosa.shape<2>) -> tensor<1x2x1x2xi32>
  %16 = "tosa.const"() <{values = dense<[[[[-2017709644], [1478707948], [2147483647], [1250219325], [-2147483648]]]]> : tensor<1x1x5x1xi32>}> : () -> tensor<1x1x5x1xi32>
  %17 = tosa.const_shape {values = dense<[7, 3, 1, 1]> : tensor<4xindex>} : () -> !tosa.shape<4>
  %18 = tosa.const_shape {values = dense<[0, 0]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %19 = tosa.const_shape {values = dense<[6, 0]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %20 = tosa.resize %16, %17, %18, %19 {mode = NEAREST_NEIGHBOR} : (tensor<1x1x5x1xi32>, !tosa.shape<4>, !tosa.shape<2>, !tosa.shape<2>) -> tensor<1x3x5x1xi32>
  %21 = "tosa.const"() <{values = dense<[[[[2147483647]], [[-654055563]], [[-2147483648]], [[31025888]], [[2147483647]]]]> : tensor<1x5x1x1xi32>}> : () -> tensor<1x5x1x1xi32>
  %22 = tosa.const_shape {values = dense<[3, 2, 2, 1]> : tensor<4xindex>} : () -> !tosa.shape<4>
  %23 = tosa.const_shape {values = dense<[1, 0]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %24 = tosa.const_shape {values = dense<[1, 1]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %25 = tosa.resize %21, %22, %23, %24 {mode = NEAREST_NEIGHBOR} : (tensor<1x5x1x1xi32>, !tosa.shape<4>, !tosa.shape<2>, !tosa.shape<2>) -> tensor<1x7x2x1xi32>
  %26 = "tosa.const"() <{values = dense<[[[[-2147483648], [33642693], [-2069550239], [-2147483648]], [[-2147483648], [-374601044], [2147483647], [2147483647]]]]> : tensor<1x2x4x1xi32>}> : () -> tensor<1x2x4x1xi32>
  %27 = tosa.const_shape {values = dense<[16, 2, 14, 3]> : tensor<4xindex>} : () -> !tosa.shape<4>
  %28 = tosa.const_shape {values = dense<[0, 1]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %29 = tosa.const_shape {values = dense<[0, 1]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %30 = tosa.resize %26, %27, %28, %29 {mode = NEAREST_NEIGHBOR} : (tensor<1x2x4x1xi32>, !tosa.shape<4>, !tosa.shape<2>, !tosa.shape<2>) -> tensor<1x9x15x1xi32>
  %31 = "tosa.const"() <{values = dense<[[[[-708783830], [-2083302003], [-379248772], [-724302234], [-1898277359]], [[-2058903348], [-1660336710], [-1746562660], [1195011424], [-2082910979]], [[844270785], [-368934753], [482173357], [702089007], [1572557256]]]]> : tensor<1x3x5x1xi32>}> : () -> tensor<1x3x5x1xi32>
  %32 = tosa.const_shape {values = dense<[4, 2, 4, 2]> : tensor<4xindex>} : () -> !tosa.shape<4>
  %33 = tosa.const_shape {values = dense<[-1, -1]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %34 = tosa.const_shape {values = dense<[1, 1]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %35 = tosa.resize %31, %32, %33, %34 {mode = NEAREST_NEIGHBOR} : (tensor<1x3x5x1xi32>, !tosa.shape<4>, !tosa.shape<2>, !tosa.shape<2>) -> tensor<1x6x10x1xi32>
  %36 = "tosa.const"() <{values = dense<[[[[2086677383, -1628107707], [1131091794, 1287496025], [327721636, 1469063949]], [[-141464894, -738000732], [-1348386969, -1476463403], [-34598886, -1859954988]], [[-1467553644, 386465178], [2065807446, 1294895086], [763810819, -1111853752]]]]> : tensor<1x3x3x2xi32>}> : () -> tensor<1x3x3x2xi32>
  %37 = tosa.const_shape {values = dense<[6, 4, 2, 1]> : tensor<4xindex>} : () -> !tosa.shape<4>
  %38 = tosa.const_shape {values = dense<[-3, -1]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %39 = tosa.const_shape {values = dense<[-3, 1]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %40 = tosa.resize %36, %37, %38, %39 {mode = NEAREST_NEIGHBOR} : (tensor<1x3x3x2xi32>, !tosa.shape<4>, !tosa.shape<2>, !tosa.shape<2>) -> tensor<1x4x7x2xi32>
  return %5, %10, %15, %20, %25, %30, %35, %40 : tensor<1x6x15x2xi32>, tensor<2x3x4x1xi32>, tensor<1x2x1x2xi32>, tensor<1x3x5x1xi32>, tensor<1x7x2x1xi32>, tensor<1x9x15x1xi32>, tensor<1x6x10x1xi32>, tensor<1x4x7x2xi32>
}
