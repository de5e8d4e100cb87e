// resize of f16 to f16, NEAREST_NEIGHBOR: up and down, one row, one column.
func.func @main() -> (tensor<1x6x15x2xf16>, tensor<2x3x4x1xf16>, tensor<1x2x1x2xf16>, tensor<1x3x5x1xf16>, tensor<1x7x2x1xf16>, tensor<1x9x15x1xf16>, tensor<1x6x10x1xf16>, tensor<1x4x7x2xf16>) {
  %1 = "tosa.const"() <{values = dense<[[[[1.7095406564254656, -0.009709262235661563], [-0.09092903567953037, -0.3667522415232405], [-0.788511110492645, 0.009529071461548475], [-0.09276392724621929, 1.8793763134654835], [-0.2826716987539615, -0.9455928552116022]], [[-0.006722213286158248, 1.9593926129979837], [-5.0838357461059775, 1.2892503205874544], [0.08309357076188473, 7.505301874587024], [0.008684226739838603, 1.4756030330146377], [-1.7358975632574185, 1.3442104448906043]], [[0.0007621307306266711, 0.7019642789709268], [1.9858138370095286, -0.7298796748282101], [1.000543783411349, 0.09826703988992114], [0.8011963722405315, 0.03274766418073736], [-0.8611206251220203, -1.0960404449039345]]]]> : tensor<1x3x5x2xf16>}> : () -> tensor<1x3x5x2xf16>
  %2 = tosa.const_shape {values = dense<[2, 1, 3, 1]> : tensor<4xindex>} : () -> !tosa.shape<4>
  %3 = tosa.const_shape {values = dense<[0, 0]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %4 = tosa.const_shape {values = dense<[1, 2]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %5 = tosa.resize %1, %2, %3, %4 {mode = NEAREST_NEIGHBOR} : (tensor<1x3x5x2xf16>, !tosa.shape<4>, !tosa.shape<2>, !tosa.shape<2>) -> tensor<1x6x15x2xf16>
  %6 = "tosa.const"() <{values = dense<[[[[0.13853897133018633], [-0.7135210201646969], [-9.26197322821929]], [[0.06161815338259102], [1.6543141417492353], [0.7356551619826988]], [[-0.2989872268447451], [0.001987935541206558], [-1.6593135157233854]], [[1.3827646996831073], [-0.004878144872148549], [0.8163182741646553]], [[-0.7823642542661133], [-1.6787619889937693], [-1.0560326394899229]]], [[[-0.4197158018753], [1.168770112152103], [-1.6111357738380496]], [[-1.3429238238393668], [-1.6220640319755208], [-0.006658332087869066]], [[0.7356411116897918], [-1.591530689432727], [-6.187555156316469]], [[1.6744491934972778], [0.4407849984031178], [1.0326342564945157]], [[-0.3651787389732266], [1.909430347172155], [-0.48230063326649253]]]]> : tensor<2x5x3x1xf16>}> : () -> tensor<2x5x3x1xf16>
  %7 = tosa.const_shape {values = dense<[4, 6, 5, 3]> : tensor<4xindex>} : () -> !tosa.shape<4>
  %8 = tosa.const_shape {values = dense<[0, 1]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %9 = tosa.const_shape {values = dense<[-4, 0]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %10 = tosa.resize %6, %7, %8, %9 {mode = NEAREST_NEIGHBOR} : (tensor<2x5x3x1xf16>, !tosa.shape<4>, !tosa.shape<2>, !tosa.shape<2>) -> tensor<2x3x4x1xf16>
  %11 = "tosa.const"() <{values = dense<[[[[-1.359769327002342, 0.9429814252465185]]]]> : tensor<1x1x1x2xf16>}> : () -> tensor<1x1x1x2xf16>
  %12 = tosa.const_shape {values = dense<[4, 2, 2, 2]> : tensor<4xindex>} : () -> !tosa.shape<4>
  %13 = tosa.const_shape {values = dense<[0, 0]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %14 = tosa.const_shape {values = dense<[2, 0]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %15 = tosa.resize %11, %12, %13, %14 {mode = NEAREST_NEIGHBOR} : (tensor<1x1x1x2xf16>, !tosa.shape<4>, !tosa.shape<2>, !tosa.shape<2>) -> tensor<1x2x1x2xf16>
  %16 = "tosa.const"() <{values = dense<[[[[0.45501271536198784], [1.3293733307247004], [-0.12313470909127933], [0.00595867838692008], [-9.708426465735553]]]]> : tensor<1x1x5x1xf16>}> : () -> tensor<1x1x5x1xf16>
  %17 = tosa.const_shape {values = dense<[7, 3, 1, 1]> : tensor<4xindex>} : () -> !tosa.shape<4>
  %18 = tosa.const_shape {values = dense<[0, 0]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %19 = tosa.const_shape {values = dense<[6, 0]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %20 = tosa.resize %16, %17, %18, %19 {mode = NEAREST_NEIGHBOR} : (tensor<1x1x5x1xf16>, !tosa.shape<4>, !tosa.shape<2>, !tosa.shape<2>) -> tensor<1x3x5x1xf16>
  %21 = "tosa.const"() <{values = dense<[[[[-0.9090923738822405]], [[-1.3828424559914643]], [[0.014733971900113342]], [[-0.377862538188962]], [[1.6531472999657737]]]]> : tensor<1x5x1x1xf16>}> : () -> tensor<1x5x1x1xf16>
  %22 = tosa.const_shape {values = dense<[3, 2, 2, 1]> : tensor<4xindex>} : () -> !tosa.shape<4>
  %23 = tosa.const_shape {values = dense<[1, 0]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %24 = tosa.const_shape {values = dense<[1, 1]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %25 = tosa.resize %21, %22, %23, %24 {mode = NEAREST_NEIGHBOR} : (tensor<1x5x1x1xf16>, !tosa.shape<4>, !tosa.shape<2>, !tosa.shape<2>) -> tensor<1x7x2x1xf16>
  %26 = "tosa.const"() <{values = dense<[[[[1.770502013097628], [5.106755097088214], [-0.7925629739456408], [-0.8928678630062321]], [[-0.00973393179321997], [0.4803301029714868], [-1.346423645204967], [-0.2345884006794452]]]]> : tensor<1x2x4x1xf16>}> : () -> tensor<1x2x4x1xf16>
  %27 = tosa.const_shape {values = dense<[16, 2, 14, 3]> : tensor<4xindex>} : () -> !tosa.shape<4>
  %28 = tosa.const_shape {values = dense<[0, 1]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %29 = tosa.const_shape {values = dense<[0, 1]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %30 = tosa.resize %26, %27, %28, %29 {mode = NEAREST_NEIGHBOR} : (tensor<1x2x4x1xf16>, !tosa.shape<4>, !tosa.shape<2>, !tosa.shape<2>) -> tensor<1x9x15x1xf16>
  %31 = "tosa.const"() <{values = dense<[[[[1.042038409016608], [-1.5838101856333786], [-0.0027052220021976515], [0.7874582153159486], [-0.484009153012112]], [[0.7605798688058787], [1.14139345422784], [-0.3971333854977237], [1.5374959102919648], [1.4825821097429785]], [[-1.7060396649048677], [0.005024421464012925], [-0.22332919189774825], [0.1941361397162713], [-0.6298351028047544]]]]> : tensor<1x3x5x1xf16>}> : () -> tensor<1x3x5x1xf16>
  %32 = tosa.const_shape {values = dense<[4, 2, 4, 2]> : tensor<4xindex>} : () -> !tosa.shape<4>
  %33 = tosa.const_shape {values = dense<[-1, -1]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %34 = tosa.const_shape {values = dense<[1, 1]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %35 = tosa.resize %31, %32, %33, %34 {mode = NEAREST_NEIGHBOR} : (tensor<1x3x5x1xf16>, !tosa.shape<4>, !tosa.shape<2>, !tosa.shape<2>) -> tensor<1x6x10x1xf16>
  %36 = "tosa.const"() <{values = dense<[[[[1.5671921835839728, -0.7771231260479112], [-1.2699467006089802, -2.615240973165285], [0.5673889510900221, -0.6926807121098189]], [[-0.6695107502975683, -1.55482001985344], [0.014932283122057521, -0.45180902176429605], [-0.000730639909971289, 9.847236769933845]], [[-1.6662570738089792, -1.5584310450386227], [-0.005977997367524919, 1.0121120005381656], [-0.007550184132366012, -1.2884843828644263]]]]> : tensor<1x3x3x2xf16>}> : () -> tensor<1x3x3x2xf16>
  %37 = tosa.const_shape {values = dense<[6, 4, 2, 1]> : tensor<4xindex>} : () -> !tosa.shape<4>
  %38 = tosa.const_shape {values = dense<[-3, -1]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %39 = tosa.const_shape {values = dense<[-3, 1]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %40 = tosa.resize %36, %37, %38, %39 {mode = NEAREST_NEIGHBOR} : (tensor<1x3x3x2xf16>, !tosa.shape<4>, !tosa.shape<2>, !tosa.shape<2>) -> tensor<1x4x7x2xf16>
  return %5, %10, %15, %20, %25, %30, %35, %40 : tensor<1x6x15x2xf16>, tensor<2x3x4x1xf16>, tensor<1x2x1x2xf16>, tensor<1x3x5x1xf16>, tensor<1x7x2x1xf16>, tensor<1x9x15x1xf16>, tensor<1x6x10x1xf16>, tensor<1x4x7x2xf16>
}
