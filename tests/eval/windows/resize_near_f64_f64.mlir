// resize of f64 to f64, NEAREST_NEIGHBOR: up and down, one row, one column.
func.func @main() -> (tensor<1x6x15x2xf64>, tensor<2x3x4x1xf64>, tensor<1x2x1x2xf64>, tensor<1x3x5x1xf64>, tensor<1x7x2x1xf64>, tensor<1x9x15x1xf64>, tensor<1x6x10x1xf64>, tensor<1x4x7x2xf64>) {
  %1 = "tosa.const"() <{values = dense<[[[[-0.21074821451457537, 0.8410703399659711], [0.004124101166050467, -0.8870001098510358], [-0.5327152773380734, -0.1445320319411505], [0.6188469711029265, 0.0014736790717543437], [-0.09446497236400642, -0.4558648283047053]], [[1.251523991814072, 1.0116950346645028], [-0.3859859337137759, 1.8707772948958876], [-0.94390886173117, -0.024849394027249484], [2.639932602546362, -0.3237025079093159], [0.0490691260516376, -3.667942163945699]], [[-0.026030054938518867, 2.5166169352011214], [0.017892829927856967, -1.0880738046549405], [-0.004460945264881531, -0.00737685251840898], [-1.8893235344694363, 0.6652841573567811], [0.44133358343644424, -2.9160874193371034]]]]> : tensor<1x3x5x2xf64>}> : () -> tensor<1x3x5x2xf64>
  %2 = tosa.const_shape {values = dense<[2, 1, 3, 1]> : tensor<4xindex>} : () -> !tosa.shape<4>
  %3 = tosa.const_shape {values = dense<[0, 0]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %4 = tosa.const_shape {values = dense<[1, 2]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %5 = tosa.resize %1, %2, %3, %4 {mode = NEAREST_NEIGHBOR} : (tensor<1x3x5x2xf64>, !tosa.shape<4>, !tosa.shape<2>, !tosa.shape<2>) -> tensor<1x6x15x2xf64>
  %6 = "tosa.const"() <{values = dense<[[[[-1.5615535118703567], [1.073869487810887], [1.1646537013757072]], [[0.9123812883039983], [4.559559101743811], [-0.05353948678492837]], [[-0.0014562957336412175], [0.6871531702468765], [0.9540481261490474]], [[-0.7517578630038231], [1.0800472099135034], [0.00899965240178692]], [[0.08446846194804758], [-0.2817858743871635], [1.4349761906997003]]], [[[-0.0069310610933189555], [-1.724985868888222], [-0.32002942081969143]], [[1.6945896064365304], [0.0031042900645347027], [0.003855002093257396]], [[-1.269765243079993], [4.262063822640574], [0.005974915428385117]], [[0.9613875625008013], [-0.00824766408699501], [0.13784227486128353]], [[0.0014171256648937147], [-0.3106415323133027], [-0.2431542132593738]]]]> : tensor<2x5x3x1xf64>}> : () -> tensor<2x5x3x1xf64>
  %7 = tosa.const_shape {values = dense<[4, 6, 5, 3]> : tensor<4xindex>} : () -> !tosa.shape<4>
  %8 = tosa.const_shape {values = dense<[0, 1]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %9 = tosa.const_shape {values = dense<[-4, 0]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %10 = tosa.resize %6, %7, %8, %9 {mode = NEAREST_NEIGHBOR} : (tensor<2x5x3x1xf64>, !tosa.shape<4>, !tosa.shape<2>, !tosa.shape<2>) -> tensor<2x3x4x1xf64>
  %11 = "tosa.const"() <{values = dense<[[[[-0.06543266837567367, 0.9737413213844168]]]]> : tensor<1x1x1x2xf64>}> : () -> tensor<1x1x1x2xf64>
  %12 = tosa.const_shape {values = dense<[4, 2, 2, 2]> : tensor<4xindex>} : () -> !tosa.shape<4>
  %13 = tosa.const_shape {values = dense<[0, 0]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %14 = tosa.const_shape {values = dense<[2, 0]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %15 = tosa.resize %11, %12, %13, %14 {mode = NEAREST_NEIGHBOR} : (tensor<1x1x1x2xf64>, !tosa.shape<4>, !tosa.shape<2>, !tosa.shape<2>) -> tensor<1x2x1x2xf64>
  %16 = "tosa.const"() <{values = dense<[[[[-1.5727646636045143], [-5.468566548183595], [0.017026955171396674], [-0.040922052118039544], [0.6925624832996595]]]]> : tensor<1x1x5x1xf64>}> : () -> tensor<1x1x5x1xf64>
  %17 = tosa.const_shape {values = dense<[7, 3, 1, 1]> : tensor<4xindex>} : () -> !tosa.shape<4>
  %18 = tosa.const_shape {values = dense<[0, 0]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %19 = tosa.const_shape {values = dense<[6, 0]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %20 = tosa.resize %16, %17, %18, %19 {mode = NEAREST_NEIGHBOR} : (tensor<1x1x5x1xf64>, !tosa.shape<4>, !tosa.shape<2>, !tosa.shape<2>) -> tensor<1x3x5x1xf64>
  %21 = "tosa.const"() <{values = dense<[[[[-0.49486119381839355]], [[0.08911887209540614]], [[0.022262361681811615]], [[-0.5473995880594291]], [[-1.0880179193952992]]]]> : tensor<1x5x1x1xf64>}> : () -> tensor<1x5x1x1xf64>
  %22 = tosa.const_shape {values = dense<[3, 2, 2, 1]> : tensor<4xindex>} : () -> !tosa.shape<4>
  %23 = tosa.const_shape {values = dense<[1, 0]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %24 = tosa.const_shape {values = dense<[1, 1]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %25 = tosa.resize %21, %22, %23, %24 {mode = NEAREST_NEIGHBOR} : (tensor<1x5x1x1xf64>, !tosa.shape<4>, !tosa.shape<2>, !tosa.shape<2>) -> tensor<1x7x2x1xf64>
  %26 = "tosa.const"() <{values = dense<[[[[-0.4927996510683783], [0.28607245451854446], [-0.1261281258523579], [-0.46032167660418555]], [[1.4389627041604731], [-0.047496068438573416], [-1.2040559719357549], [-0.5614115564426942]]]]> : tensor<1x2x4x1xf64>}> : () -> tensor<1x2x4x1xf64>
  %27 = tosa.const_shape {values = dense<[16, 2, 14, 3]> : tensor<4xindex>} : () -> !tosa.shape<4>
  %28 = tosa.const_shape {values = dense<[0, 1]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %29 = tosa.const_shape {values = dense<[0, 1]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %30 = tosa.resize %26, %27, %28, %29 {mode = NEAREST_NEIGHBOR} : (tensor<1x2x4x1xf64>, !tosa.shape<4>, !tosa.shape<2>, !tosa.shape<2>) -> tensor<1x9x15x1xf64>
  %31 = "tosa.const"() <{values = dense<[[[[0.008876612075977362], [-1.5096981131703222], [5.2251088167355775], [-0.5112596524450241], [0.670249955019]], [[0.04086974086152378], [0.5021528779009603], [-1.5414850571911152], [-0.6947854160536087], [-0.005240697181789533]], [[-0.07242099554195428], [0.7978090392254762], [1.4647884359284626], [0.0006340835325961303], [0.9904261633483209]]]]> : tensor<1x3x5x1xf64>}> : () -> tensor<1x3x5x1xf64>
  %32 = tosa.const_shape {values = dense<[4, 2, 4, 2]> : tensor<4xindex>} : () -> !tosa.shape<4>
  %33 = tosa.const_shape {values = dense<[-1, -1]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %34 = tosa.const_shape {values = dense<[1, 1]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %35 = tosa.resize %31, %32, %33, %34 {mode = NEAREST_NEIGHBOR} : (tensor<1x3x5x1xf64>, !tosa.shape<4>, !tosa.shape<2>, !tosa.shape<2>) -> tensor<1x6x10x1xf64>
  %36 = "tosa.const"() <{values = dense<[[[[1.245837692574284, 0.94824255845366], [-1.527238690604877, -0.508046076232529], [9.289879874117803, 1.6416694205163629]], [[-0.09416436308667882, 0.003861272923267378], [-0.8479740868071675, 0.006528550443510777], [-0.6847201541005616, -0.0059791723043247915]], [[0.2206718707560329, 1.5964076402796823], [7.141803715044017, -0.36698586741138683], [1.3283031014083488, -2.937760484475367]]]]> : tensor<1x3x3x2xf64>}> : () -> tensor<1x3x3x2xf64>
  %37 = tosa.const_shape {values = dense<[6, 4, 2, 1]> : tensor<4xindex>} : () -> !tosa.shape<4>
  %38 = tosa.const_shape {values = dense<[-3, -1]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %39 = tosa.const_shape {values = dense<[-3, 1]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %40 = tosa.resize %36, %37, %38, %39 {mode = NEAREST_NEIGHBOR} : (tensor<1x3x3x2xf64>, !tosa.shape<4>, !tosa.shape<2>, !tosa.shape<2>) -> tensor<1x4x7x2xf64>
  return %5, %10, %15, %20, %25, %30, %35, %40 : tensor<1x6x15x2xf64>, tensor<2x3x4x1xf64>, tensor<1x2x1x2xf64>, tensor<1x3x5x1xf64>, tensor<1x7x2x1xf64>, tensor<1x9x15x1xf64>, tensor<1x6x10x1xf64>, tensor<1x4x7x2xf64>
}
