// resize of f16 to f16, BILINEAR: up and down, one row, one column.
func.func @main() -> (tensor<1x6x15x2xf16>, tensor<2x3x4x1xf16>, tensor<1x2x1x2xf16>, tensor<1x3x5x1xf16>, tensor<1x7x2x1xf16>, tensor<1x9x15x1xf16>, tensor<1x6x10x1xf16>, tensor<1x4x7x2xf16>) {
  %1 = "tosa.const"() <{values = dense<[[[[0.10424158891894764, -0.032681013928662406], [0.06675136844445262, -0.6048637260106582], [-0.705461470634805, 0.8667528271838676], [0.29828507637044943, -0.3983104565660631], [-1.9625823468506343, -0.11735130095604163]], [[0.0011088482048404824, 0.3628148655727186], [0.3656525388357861, -0.05148989884841979], [-0.02528800861303713, -1.9290014827200386], [-0.026871537738792473, -0.06542595218278545], [-0.08223804465414492, -7.70654337955399]], [[0.2747635543731679, -0.09858564467009177], [-0.11203787307774382, -0.007396593531764981], [-0.37301030821897996, 1.6499567154171189], [-0.004988823404428442, -0.16217874067455162], [1.2814835794327233, 0.09714148364256953]]]]> : tensor<1x3x5x2xf16>}> : () -> tensor<1x3x5x2xf16>
  %2 = tosa.const_shape {values = dense<[2, 1, 3, 1]> : tensor<4xindex>} : () -> !tosa.shape<4>
  %3 = tosa.const_shape {values = dense<[0, 0]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %4 = tosa.const_shape {values = dense<[1, 2]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %5 = tosa.resize %1, %2, %3, %4 {mode = BILINEAR} : (tensor<1x3x5x2xf16>, !tosa.shape<4>, !tosa.shape<2>, !tosa.shape<2>) -> tensor<1x6x15x2xf16>
  %6 = "tosa.const"() <{values = dense<[[[[0.580872121419024], [0.5494948517526348], [0.13623317423766412]], [[1.7484082558159124], [0.02820985058709176], [0.20618456484877545]], [[-0.14420640367669857], [-0.0018977515317662409], [0.06997468251137394]], [[-0.0846387388445772], [0.6609735890858939], [-8.837227733535434]], [[0.08450951874583479], [-0.0069899247936964296], [-0.9571360968945499]]], [[[-0.4304050563268047], [0.6761140995684785], [-1.5510429885903187]], [[-1.0991086702507618], [-1.2645930908430594], [-0.002987773219776999]], [[-0.007630124475492644], [-0.03416791917469258], [0.3318978401143251]], [[-0.7260114811171743], [0.22181384899319267], [0.0070682260004649965]], [[-0.7964252138400396], [-0.0085449684534489], [-0.36567769535977135]]]]> : tensor<2x5x3x1xf16>}> : () -> tensor<2x5x3x1xf16>
  %7 = tosa.const_shape {values = dense<[4, 6, 5, 3]> : tensor<4xindex>} : () -> !tosa.shape<4>
  %8 = tosa.const_shape {values = dense<[0, 1]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %9 = tosa.const_shape {values = dense<[-4, 0]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %10 = tosa.resize %6, %7, %8, %9 {mode = BILINEAR} : (tensor<2x5x3x1xf16>, !tosa.shape<4>, !tosa.shape<2>, !tosa.shape<2>) -> tensor<2x3x4x1xf16>
  %11 = "tosa.const"() <{values = dense<[[[[-0.0009314068363146833, 0.9035378939176162]]]]> : tensor<1x1x1x2xf16>}> : () -> tensor<1x1x1x2xf16>
  %12 = tosa.const_shape {values = dense<[4, 2, 2, 2]> : tensor<4xindex>} : () -> !tosa.shape<4>
  %13 = tosa.const_shape {values = dense<[0, 0]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %14 = tosa.const_shape {values = dense<[2, 0]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %15 = tosa.resize %11, %12, %13, %14 {mode = BILINEAR} : (tensor<1x1x1x2xf16>, !tosa.shape<4>, !tosa.shape<2>, !tosa.shape<2>) -> tensor<1x2x1x2xf16>
  %16 = "tosa.const"() <{values = dense<[[[[0.5722319209552176], [-1.1538639225540934], [0.6070180868337882], [0.328381606359899], [1.47770002955617]]]]> : tensor<1x1x5x1xf16>}> : () -> tensor<1x1x5x1xf16>
  %17 = tosa.const_shape {values = dense<[7, 3, 1, 1]> : tensor<4xindex>} : () -> !tosa.shape<4>
  %18 = tosa.const_shape {values = dense<[0, 0]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %19 = tosa.const_shape {values = dense<[6, 0]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %20 = tosa.resize %16, %17, %18, %19 {mode = BILINEAR} : (tensor<1x1x5x1xf16>, !tosa.shape<4>, !tosa.shape<2>, !tosa.shape<2>) -> tensor<1x3x5x1xf16>
  %21 = "tosa.const"() <{values = dense<[[[[-0.9140789844111572]], [[-1.6852960193081232]], [[-0.16934565359678055]], [[0.04309137284174658]], [[-4.3665223242435]]]]> : tensor<1x5x1x1xf16>}> : () -> tensor<1x5x1x1xf16>
  %22 = tosa.const_shape {values = dense<[3, 2, 2, 1]> : tensor<4xindex>} : () -> !tosa.shape<4>
  %23 = tosa.const_shape {values = dense<[1, 0]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %24 = tosa.const_shape {values = dense<[1, 1]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %25 = tosa.resize %21, %22, %23, %24 {mode = BILINEAR} : (tensor<1x5x1x1xf16>, !tosa.shape<4>, !tosa.shape<2>, !tosa.shape<2>) -> tensor<1x7x2x1xf16>
  %26 = "tosa.const"() <{values = dense<[[[[1.066300218772453], [0.002172796472922023], [1.3126824363359035], [-0.7913790669048311]], [[-1.0920860870960656], [1.4210472204960904], [-0.004355489448999439], [-1.8218187255795533]]]]> : tensor<1x2x4x1xf16>}> : () -> tensor<1x2x4x1xf16>
  %27 = tosa.const_shape {values = dense<[16, 2, 14, 3]> : tensor<4xindex>} : () -> !tosa.shape<4>
  %28 = tosa.const_shape {values = dense<[0, 1]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %29 = tosa.const_shape {values = dense<[0, 1]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %30 = tosa.resize %26, %27, %28, %29 {mode = BILINEAR} : (tensor<1x2x4x1xf16>, !tosa.shape<4>, !tosa.shape<2>, !tosa.shape<2>) -> tensor<1x9x15x1xf16>
  %31 = "tosa.const"() <{values = dense<[[[[7.710649879093518], [0.0828361427538791], [-0.45199137295573255], [7.040849781332021], [0.6740861894679058]], [[0.6028129631374024], [-0.8599507603760013], [-5.599674533994953], [2.7436609430846115], [1.2085919737214863]], [[-1.984253949886447], [0.9317565128374434], [-0.06770550735250395], [-0.3343664143360283], [-0.006918380695802742]]]]> : tensor<1x3x5x1xf16>}> : () -> tensor<1x3x5x1xf16>
  %32 = tosa.const_shape {values = dense<[4, 2, 4, 2]> : tensor<4xindex>} : () -> !tosa.shape<4>
  %33 = tosa.const_shape {values = dense<[-1, -1]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %34 = tosa.const_shape {values = dense<[1, 1]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %35 = tosa.resize %31, %32, %33, %34 {mode = BILINEAR} : (tensor<1x3x5x1xf16>, !tosa.shape<4>, !tosa.shape<2>, !tosa.shape<2>) -> tensor<1x6x10x1xf16>
  %36 = "tosa.const"() <{values = dense<[[[[1.3493110660437773, 0.8999919586579561], [-0.5199544590498291, -1.3930151140489113], [1.7379725083422466, -1.7219469071254991]], [[-0.7097597856240652, -0.0870167825711321], [6.257994732247274, 1.2429271449096335], [-0.5932955875831469, -0.011717276412735745]], [[0.006241142210167099, 1.855055786784133], [-0.010906800003255814, -2.231427039734317], [0.34696923357621223, -0.18881828935832257]]]]> : tensor<1x3x3x2xf16>}> : () -> tensor<1x3x3x2xf16>
  %37 = tosa.const_shape {values = dense<[6, 4, 2, 1]> : tensor<4xindex>} : () -> !tosa.shape<4>
  %38 = tosa.const_shape {values = dense<[-3, -1]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %39 = tosa.const_shape {values = dense<[-3, 1]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %40 = tosa.resize %36, %37, %38, %39 {mode = BILINEAR} : (tensor<1x3x3x2xf16>, !tosa.shape<4>, !tosa.shape<2>, !tosa.shape<2>) -> tensor<1x4x7x2xf16>
  return %5, %10, %15, %20, %25, %30, %35, %40 : tensor<1x6x15x2xf16>, tensor<2x3x4x1xf16>, tensor<1x2x1x2xf16>, tensor<1x3x5x1xf16>, tensor<1x7x2x1xf16>, tensor<1x9x15x1xf16>, tensor<1x6x10x1xf16>, tensor<1x4x7x2xf16>
}
