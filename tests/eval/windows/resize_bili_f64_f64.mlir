// resize of f64 to f64, BILINEAR: up and down, one row, one column.
func.func @main() -> (tensor<1x6x15x2xf64>, tensor<2x3x4x1xf64>, tensor<1x2x1x2xf64>, tensor<1x3x5x1xf64>, tensor<1x7x2x1xf64>, tensor<1x9x15x1xf64>, tensor<1x6x10x1xf64>, tensor<1x4x7x2xf64>) {
  %1 = "tosa.const"() <{values = dense<[[[[-0.7687147198416584, -0.647367076859767], [-0.0040721525188848326, 3.5978047771424815], [-0.020018042064365416, -0.07672030242760353], [0.9791027894569777, 0.2971952912739684], [0.8363568643171078, 1.4185776782491066]], [[-0.008126205995345066, 0.21610776740137672], [-0.006252141466016374, 0.5871922884078828], [0.013423036385098452, 1.161204142946207], [0.5025581391536584, -1.5902887189100912], [-1.72528829230508, 1.0137628162983754]], [[1.0808366205164575, -0.46408321060481517], [0.002520650347542719, 0.035880853374055666], [-0.00015028297009019864, 0.09778979269146162], [0.004700219952780538, 0.0008419696815727252], [0.2656070364191627, 2.653411789672002]]]]> : tensor<1x3x5x2xf64>}> : () -> tensor<1x3x5x2xf64>
  %2 = tosa.const_shape {values = dense<[2, 1, 3, 1]> : tensor<4xindex>} : () -> !tosa.shape<4>
  %3 = tosa.const_shape {values = dense<[0, 0]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %4 = tosa.const_shape {values = dense<[1, 2]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %5 = tosa.resize %1, %2, %3, %4 {mode = BILINEAR} : (tensor<1x3x5x2xf64>, !tosa.shape<4>, !tosa.shape<2>, !tosa.shape<2>) -> tensor<1x6x15x2xf64>
  %6 = "tosa.const"() <{values = dense<[[[[-0.007954237762306526], [0.26475085078751315], [0.003607152701731462]], [[1.5744706188103157], [-0.15001155190266546], [0.8255926586600206]], [[-7.119700664131889], [-1.6262855613855978], [1.6534938290841605]], [[0.40929275195372283], [-0.0031754169423295385], [-6.792740562580255]], [[0.06236097651022739], [-0.020528894327202174], [0.04039008047279169]]], [[[1.8269952551305382], [0.48589507263702747], [0.7852118938580013]], [[-0.0015593421318618116], [0.5631175771462882], [-0.03697535049132163]], [[0.019386326834640144], [-0.0072014824302887815], [0.3769138129548879]], [[-1.676006777017221], [1.7636447543311653], [-1.7816360807442786]], [[-0.22880049547223225], [-0.8740502649300077], [0.0026456593314031253]]]]> : tensor<2x5x3x1xf64>}> : () -> tensor<2x5x3x1xf64>
  %7 = tosa.const_shape {values = dense<[4, 6, 5, 3]> : tensor<4xindex>} : () -> !tosa.shape<4>
  %8 = tosa.const_shape {values = dense<[0, 1]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %9 = tosa.const_shape {values = dense<[-4, 0]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %10 = tosa.resize %6, %7, %8, %9 {mode = BILINEAR} : (tensor<2x5x3x1xf64>, !tosa.shape<4>, !tosa.shape<2>, !tosa.shape<2>) -> tensor<2x3x4x1xf64>
  %11 = "tosa.const"() <{values = dense<[[[[-0.15951621307212394, -0.6790430534326695]]]]> : tensor<1x1x1x2xf64>}> : () -> tensor<1x1x1x2xf64>
  %12 = tosa.const_shape {values = dense<[4, 2, 2, 2]> : tensor<4xindex>} : () -> !tosa.shape<4>
  %13 = tosa.const_shape {values = dense<[0, 0]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %14 = tosa.const_shape {values = dense<[2, 0]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %15 = tosa.resize %11, %12, %13, %14 {mode = BILINEAR} : (tensor<1x1x1x2xf64>, !tosa.shape<4>, !tosa.shape<2>, !tosa.shape<2>) -> tensor<1x2x1x2xf64>
  %16 = "tosa.const"() <{values = dense<[[[[0.16703179624412234], [1.970429281385111], [-6.988882044626461], [0.2695727744774761], [-1.9531946856329405]]]]> : tensor<1x1x5x1xf64>}> : () -> tensor<1x1x5x1xf64>
  %17 = tosa.const_shape {values = dense<[7, 3, 1, 1]> : tensor<4xindex>} : () -> !tosa.shape<4>
  %18 = tosa.const_shape {values = dense<[0, 0]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %19 = tosa.const_shape {values = dense<[6, 0]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %20 = tosa.resize %16, %17, %18, %19 {mode = BILINEAR} : (tensor<1x1x5x1xf64>, !tosa.shape<4>, !tosa.shape<2>, !tosa.shape<2>) -> tensor<1x3x5x1xf64>
  %21 = "tosa.const"() <{values = dense<[[[[0.3043717351336279]], [[1.4298364554704968]], [[-0.025228758134484774]], [[-0.2250439585635453]], [[-0.0362730250066045]]]]> : tensor<1x5x1x1xf64>}> : () -> tensor<1x5x1x1xf64>
  %22 = tosa.const_shape {values = dense<[3, 2, 2, 1]> : tensor<4xindex>} : () -> !tosa.shape<4>
  %23 = tosa.const_shape {values = dense<[1, 0]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %24 = tosa.const_shape {values = dense<[1, 1]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %25 = tosa.resize %21, %22, %23, %24 {mode = BILINEAR} : (tensor<1x5x1x1xf64>, !tosa.shape<4>, !tosa.shape<2>, !tosa.shape<2>) -> tensor<1x7x2x1xf64>
  %26 = "tosa.const"() <{values = dense<[[[[-1.9209301851686806], [-0.5160479806042568], [-1.8447047045148963], [-0.5971620505958064]], [[-1.8048354090940553], [1.6166272446355565], [-0.08728462923874372], [-0.00926887760108888]]]]> : tensor<1x2x4x1xf64>}> : () -> tensor<1x2x4x1xf64>
  %27 = tosa.const_shape {values = dense<[16, 2, 14, 3]> : tensor<4xindex>} : () -> !tosa.shape<4>
  %28 = tosa.const_shape {values = dense<[0, 1]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %29 = tosa.const_shape {values = dense<[0, 1]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %30 = tosa.resize %26, %27, %28, %29 {mode = BILINEAR} : (tensor<1x2x4x1xf64>, !tosa.shape<4>, !tosa.shape<2>, !tosa.shape<2>) -> tensor<1x9x15x1xf64>
  %31 = "tosa.const"() <{values = dense<[[[[0.7263287748727776], [1.4429666955104543], [-1.9947308595698972], [-0.008941533298743703], [-0.1954777700442718]], [[-0.001627526826289305], [-0.17741950031956266], [0.004840409887592044], [1.8448203139708257], [-0.008806831073290102]], [[-0.007160189549387012], [0.07933993077608231], [0.05401853036407909], [-0.6665907107865379], [-0.08995617656061423]]]]> : tensor<1x3x5x1xf64>}> : () -> tensor<1x3x5x1xf64>
  %32 = tosa.const_shape {values = dense<[4, 2, 4, 2]> : tensor<4xindex>} : () -> !tosa.shape<4>
  %33 = tosa.const_shape {values = dense<[-1, -1]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %34 = tosa.const_shape {values = dense<[1, 1]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %35 = tosa.resize %31, %32, %33, %34 {mode = BILINEAR} : (tensor<1x3x5x1xf64>, !tosa.shape<4>, !tosa.shape<2>, !tosa.shape<2>) -> tensor<1x6x10x1xf64>
  %36 = "tosa.const"() <{values = dense<[[[[0.0558680027993298, -1.1623280508578686], [-1.387979239463292, 0.16405109949324936], [0.009455241787115194, 3.791476975116088]], [[-0.1403964453857578, -0.007834892763636764], [-0.0004296040933902723, -0.004021365748523296], [-2.0812215431787817, -0.0975204841235785]], [[0.9537596243563153, -0.455591897426153], [0.5580121316602371, 0.16287988007081688], [-0.007676138735363423, 0.043788172375434975]]]]> : tensor<1x3x3x2xf64>}> : () -> tensor<1x3x3x2xf64>
  %37 = tosa.const_shape {values = dense<[6, 4, 2, 1]> : tensor<4xindex>} : () -> !tosa.shape<4>
  %38 = tosa.const_shape {values = dense<[-3, -1]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %39 = tosa.const_shape {values = dense<[-3, 1]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %40 = tosa.resize %36, %37, %38, %39 {mode = BILINEAR} : (tensor<1x3x3x2xf64>, !tosa.shape<4>, !tosa.shape<2>, !tosa.shape<2>) -> tensor<1x4x7x2xf64>
  return %5, %10, %15, %20, %25, %30, %35, %40 : tensor<1x6x15x2xf64>, tensor<2x3x4x1xf64>, tensor<1x2x1x2xf64>, tensor<1x3x5x1xf64>, tensor<1x7x2x1xf64>, tensor<1x9x15x1xf64>, tensor<1x6x10x1xf64>, tensor<1x4x7x2xf64>
}
