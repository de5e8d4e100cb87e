// resize of bf16 to bf16, NEAREST_NEIGHBOR: up and down, one row, one column.
func.func @main() -> (tensor<1x6x15x2xbf16>, tensor<2x3x4x1xbf16>, tensor<1x2x1x2xbf16>, tensor<1x3x5x1xbf16>, tensor<1x7x2x1xbf16>, tensor<1x9x15x1xbf16>, tensor<1x6x10x1xbf16>, tensor<1x4x7x2xbf16>) {
  %1 = "tosa.const"() <{values = dense<[[[[-0.21299467466105204, 0.5532178839867097], [1.0410708893245801, -1.3845101567110354], [-0.4028513019583517, -0.07461338566068365], [-0.7806341209837306, -0.6959319278238785], [1.9027130889952795, 0.5723674191526571]], [[-1.5234081032493783, -0.7572264492301088], [6.628679198077643, -0.6789808110591555], [-1.9923869319374812, 0.6306482672955023], [5.364357627992153, -0.7371800698211581], [1.8457895365336596, 1.9375612419350445]], [[0.022637684912564016, -1.7636767338592922], [1.8432964848920386, -0.8291166345729857], [-0.0002406938818297766, -0.48056247579743006], [-8.971434602818979, 0.3498101568890153], [0.20699837074464256, -0.2994810090211919]]]]> : tensor<1x3x5x2xbf16>}> : () -> tensor<1x3x5x2xbf16>
  %2 = tosa.const_shape {values = dense<[2, 1, 3, 1]> : tensor<4xindex>} : () -> !tosa.shape<4>
  %3 = tosa.const_shape {values = dense<[0, 0]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %4 = tosa.const_shape {values = dense<[1, 2]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %5 = tosa.resize %1, %2, %3, %4 {mode = NEAREST_NEIGHBOR} : (tensor<1x3x5x2xbf16>, !tosa.shape<4>, !tosa.shape<2>, !tosa.shape<2>) -> tensor<1x6x15x2xbf16>
  %6 = "tosa.const"() <{values = dense<[[[[-0.028294443429302832], [0.20863828113201333], [-0.07761707297219217]], [[0.10016416174622456], [1.9256808712036024], [-0.04435492306940336]], [[-1.3015308708764906], [0.014185857949498427], [-0.040337826109539954]], [[0.21257362544279967], [-6.4227701643616575], [-1.7056399630588555]], [[-1.2689536632226415], [0.0021221858208130516], [1.1466272105031652]]], [[[1.9332789032202093], [0.6066926331827567], [0.002455570469941286]], [[1.6192791861110893], [-0.006383598999498994], [-0.008576172722421482]], [[-0.5548279617229759], [0.940343276397666], [0.1446383037637422]], [[-0.47606795683626135], [-4.501378654002163], [-1.6043342175219237]], [[1.4040738455375141], [-0.09667867456626907], [-0.004799817458593325]]]]> : tensor<2x5x3x1xbf16>}> : () -> tensor<2x5x3x1xbf16>
  %7 = tosa.const_shape {values = dense<[4, 6, 5, 3]> : tensor<4xindex>} : () -> !tosa.shape<4>
  %8 = tosa.const_shape {values = dense<[0, 1]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %9 = tosa.const_shape {values = dense<[-4, 0]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %10 = tosa.resize %6, %7, %8, %9 {mode = NEAREST_NEIGHBOR} : (tensor<2x5x3x1xbf16>, !tosa.shape<4>, !tosa.shape<2>, !tosa.shape<2>) -> tensor<2x3x4x1xbf16>
  %11 = "tosa.const"() <{values = dense<[[[[-0.039618264457417895, -1.396201002884681]]]]> : tensor<1x1x1x2xbf16>}> : () -> tensor<1x1x1x2xbf16>
  %12 = tosa.const_shape {values = dense<[4, 2, 2, 2]> : tensor<4xindex>} : () -> !tosa.shape<4>
  %13 = tosa.const_shape {values = dense<[0, 0]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %14 = tosa.const_shape {values = dense<[2, 0]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %15 = tosa.resize %11, %12, %13, %14 {mode = NEAREST_NEIGHBOR} : (tensor<1x1x1x2xbf16>, !tosa.shape<4>, !tosa.shape<2>, !tosa.shape<2>) -> tensor<1x2x1x2xbf16>
  %16 = "tosa.const"() <{values = dense<[[[[1.7676123563877368], [0.0912266565973825], [0.3869178157238711], [-0.008251830517022609], [0.20768142146190272]]]]> : tensor<1x1x5x1xbf16>}> : () -> tensor<1x1x5x1xbf16>
  %17 = tosa.const_shape {values = dense<[7, 3, 1, 1]> : tensor<4xindex>} : () -> !tosa.shape<4>
  %18 = tosa.const_shape {values = dense<[0, 0]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %19 = tosa.const_shape {values = dense<[6, 0]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %20 = tosa.resize %16, %17, %18, %19 {mode = NEAREST_NEIGHBOR} : (tensor<1x1x5x1xbf16>, !tosa.shape<4>, !tosa.shape<2>, !tosa.shape<2>) -> tensor<1x3x5x1xbf16>
  %21 = "tosa.const"() <{values = dense<[[[[1.822160480289234]], [[-0.42256104710885767]], [[0.7171000287746261]], [[-0.005057176345840195]], [[0.006699588208330521]]]]> : tensor<1x5x1x1xbf16>}> : () -> tensor<1x5x1x1xbf16>
  %22 = tosa.const_shape {values = dense<[3, 2, 2, 1]> : tensor<4xindex>} : () -> !tosa.shape<4>
  %23 = tosa.const_shape {values = dense<[1, 0]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %24 = tosa.const_shape {values = dense<[1, 1]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %25 = tosa.resize %21, %22, %23, %24 {mode = NEAREST_NEIGHBOR} : (tensor<1x5x1x1xbf16>, !tosa.shape<4>, !tosa.shape<2>, !tosa.shape<2>) -> tensor<1x7x2x1xbf16>
  %26 = "tosa.const"() <{values = dense<[[[[0.696555469184656], [-0.0028302409011770457], [-3.5084168435484853], [1.1901296132150718]], [[0.07909963903865291], [-0.0024155802781197556], [-0.05100533017239015], [0.008327698634176295]]]]> : tensor<1x2x4x1xbf16>}> : () -> tensor<1x2x4x1xbf16>
  %27 = tosa.const_shape {values = dense<[16, 2, 14, 3]> : tensor<4xindex>} : () -> !tosa.shape<4>
  %28 = tosa.const_shape {values = dense<[0, 1]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %29 = tosa.const_shape {values = dense<[0, 1]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %30 = tosa.resize %26, %27, %28, %29 {mode = NEAREST_NEIGHBOR} : (tensor<1x2x4x1xbf16>, !tosa.shape<4>, !tosa.shape<2>, !tosa.shape<2>) -> tensor<1x9x15x1xbf16>
  %31 = "tosa.const"() <{values = dense<[[[[-0.9518070739038693], [-0.2685662276223142], [0.03313529155050023], [-0.0009706301038151866], [-1.8963222078718447]], [[-0.8191086715544729], [-1.5848334055853712], [0.05916467173912221], [0.4697173661080427], [1.9847338378960053]], [[0.11835887765863262], [1.5804336131508623], [-1.738704504162882], [1.7783644892114245], [-1.8144872958151774]]]]> : tensor<1x3x5x1xbf16>}> : () -> tensor<1x3x5x1xbf16>
  %32 = tosa.const_shape {values = dense<[4, 2, 4, 2]> : tensor<4xindex>} : () -> !tosa.shape<4>
  %33 = tosa.const_shape {values = dense<[-1, -1]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %34 = tosa.const_shape {values = dense<[1, 1]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %35 = tosa.resize %31, %32, %33, %34 {mode = NEAREST_NEIGHBOR} : (tensor<1x3x5x1xbf16>, !tosa.shape<4>, !tosa.shape<2>, !tosa.shape<2>) -> tensor<1x6x10x1xbf16>
  %36 = "tosa.const"() <{values = dense<[[[[0.6952695770667439, 0.04714030981098882], [1.00146294753191, 1.7424149030644558], [-1.2573158093102568, 1.3851461255078323]], [[-0.9028390778793134, -0.8010037841527171], [-0.29575615315580395, 0.9609903628668761], [-0.027839687806238203, 1.875207988333369]], [[1.59847129665879, 8.838960303462681], [-0.4915660639212718, -6.688963651010809], [1.8087919312261613, 0.4758808243611168]]]]> : tensor<1x3x3x2xbf16>}> : () -> tensor<1x3x3x2xbf16>
  %37 = tosa.const_shape {values = dense<[6, 4, 2, 1]> : tensor<4xindex>} : () -> !tosa.shape<4>
  %38 = tosa.const_shape {values = dense<[-3, -1]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %39 = tosa.const_shape {values = dense<[-3, 1]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %40 = tosa.resize %36, %37, %38, %39 {mode = NEAREST_NEIGHBOR} : (tensor<1x3x3x2xbf16>, !tosa.shape<4>, !tosa.shape<2>, !tosa.shape<2>) -> tensor<1x4x7x2xbf16>
  return %5, %10, %15, %20, %25, %30, %35, %40 : tensor<1x6x15x2xbf16>, tensor<2x3x4x1xbf16>, tensor<1x2x1x2xbf16>, tensor<1x3x5x1xbf16>, tensor<1x7x2x1xbf16>, tensor<1x9x15x1xbf16>, tensor<1x6x10x1xbf16>, tensor<1x4x7x2xbf16>
}
