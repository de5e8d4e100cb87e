// resize of f32 to f32, NEAREST_NEIGHBOR: up and down, one row, one column.
func.func @main() -> (tensor<1x6x15x2xf32>, tensor<2x3x4x1xf32>, tensor<1x2x1x2xf32>, tensor<1x3x5x1xf32>, tensor<1x7x2x1xf32>, tensor<1x9x15x1xf32>, tensor<1x6x10x1xf32>, tensor<1x4x7x2xf32>) {
  %1 = "tosa.const"() <{values = dense<[[[[-0.8866746500969507, -0.000851675629287254], [-0.9619233076316767, -5.347788838428209], [-0.6089279301949397, 1.2766999261408642], [1.7383624630030736, -0.003316040989400215], [-1.6558813908844057, 1.1008653857793282]], [[-0.20138357646273253, -1.7456126875710178], [3.1415947524344046, 1.0347648397041143], [-0.4560983238922951, -1.1500156785203104], [-1.699035184132463, 1.6355400048474409], [0.7459079322662032, -0.2917343414957603]], [[0.0036369344570421624, 0.9419067194918709], [-0.8129273545965447, -0.00873102990759806], [0.09335293618696694, -1.4578310683659366], [-0.05955067119396598, -0.7190612273080919], [-0.21345172834258364, 0.5308862927554272]]]]> : tensor<1x3x5x2xf32>}> : () -> tensor<1x3x5x2xf32>
  %2 = tosa.const_shape {values = dense<[2, 1, 3, 1]> : tensor<4xindex>} : () -> !tosa.shape<4>
  %3 = tosa.const_shape {values = dense<[0, 0]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %4 = tosa.const_shape {values = dense<[1, 2]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %5 = tosa.resize %1, %2, %3, %4 {mode = NEAREST_NEIGHBOR} : (tensor<1x3x5x2xf32>, !tosa.shape<4>, !tosa.shape<2>, !tosa.shape<2>) -> tensor<1x6x15x2xf32>
  %6 = "tosa.const"() <{values = dense<[[[[-0.07664523894421119], [-0.4096279843415829], [-0.01615534450679612]], [[-1.0852604153958927], [0.5769065508629718], [0.003048825924822074]], [[0.47317981962548616], [-4.98296020163991], [-0.009572503250787881]], [[-5.848615725771646], [-0.00041351579732894493], [-0.15755457842107523]], [[0.5043559869974965], [1.287753319518246], [-0.37739356966706783]]], [[[0.014024661845320786], [-1.4755262140088168], [-1.9492455192757703]], [[0.3157989162279784], [5.942300027266356], [-0.9105283804510202]], [[-9.731597482808027], [0.005868464780709035], [-0.020901966561733334]], [[-1.2994355434962843], [0.5980669870247051], [0.7321636956927842]], [[-1.477526566975611], [0.06643492184782306], [-0.5533776282670106]]]]> : tensor<2x5x3x1xf32>}> : () -> tensor<2x5x3x1xf32>
  %7 = tosa.const_shape {values = dense<[4, 6, 5, 3]> : tensor<4xindex>} : () -> !tosa.shape<4>
  %8 = tosa.const_shape {values = dense<[0, 1]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %9 = tosa.const_shape {values = dense<[-4, 0]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %10 = tosa.resize %6, %7, %8, %9 {mode = NEAREST_NEIGHBOR} : (tensor<2x5x3x1xf32>, !tosa.shape<4>, !tosa.shape<2>, !tosa.shape<2>) -> tensor<2x3x4x1xf32>
  %11 = "tosa.const"() <{values = dense<[[[[-0.0037093913473705766, -1.957205890196077]]]]> : tensor<1x1x1x2xf32>}> : () -> tensor<1x1x1x2xf32>
  %12 = tosa.const_shape {values = dense<[4, 2, 2, 2]> : tensor<4xindex>} : () -> !tosa.shape<4>
  %13 = tosa.const_shape {values = dense<[0, 0]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %14 = tosa.const_shape {values = dense<[2, 0]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %15 = tosa.resize %11, %12, %13, %14 {mode = NEAREST_NEIGHBOR} : (tensor<1x1x1x2xf32>, !tosa.shape<4>, !tosa.shape<2>, !tosa.shape<2>) -> tensor<1x2x1x2xf32>
  %16 = "tosa.const"() <{values = dense<[[[[-0.36360900778747407], [-0.49414067986291554], [0.8571374217301191], [0.45816070612453075], [-0.02144753792561227]]]]> : tensor<1x1x5x1xf32>}> : () -> tensor<1x1x5x1xf32>
  %17 = tosa.const_shape {values = dense<[7, 3, 1, 1]> : tensor<4xindex>} : () -> !tosa.shape<4>
  %18 = tosa.const_shape {values = dense<[0, 0]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %19 = tosa.const_shape {values = dense<[6, 0]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %20 = tosa.resize %16, %17, %18, %19 {mode = NEAREST_NEIGHBOR} : (tensor<1x1x5x1xf32>, !tosa.shape<4>, !tosa.shape<2>, !tosa.shape<2>) -> tensor<1x3x5x1xf32>
  %21 = "tosa.const"() <{values = dense<[[[[0.05924785849416417]], [[-0.8363985253268695]], [[0.9714641255607286]], [[1.1720008020152788]], [[-1.9470045378872465]]]]> : tensor<1x5x1x1xf32>}> : () -> tensor<1x5x1x1xf32>
  %22 = tosa.const_shape {values = dense<[3, 2, 2, 1]> : tensor<4xindex>} : () -> !tosa.shape<4>
  %23 = tosa.const_shape {values = dense<[1, 0]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %24 = tosa.const_shape {values = dense<[1, 1]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %25 = tosa.resize %21, %22, %23, %24 {mode = NEAREST_NEIGHBOR} : (tensor<1x5x1x1xf32>, !tosa.shape<4>, !tosa.shape<2>, !tosa.shape<2>) -> tensor<1x7x2x1xf32>
  %26 = "tosa.const"() <{values = dense<[[[[-1.792146848594193], [9.698781297650182], [-1.1801078011478694], [1.7349469043520505]], [[-0.7479511803059835], [-1.5054225992986625], [0.755634435785216], [0.441110180486477]]]]> : tensor<1x2x4x1xf32>}> : () -> tensor<1x2x4x1xf32>
  %27 = tosa.const_shape {values = dense<[16, 2, 14, 3]> : tensor<4xindex>} : () -> !tosa.shape<4>
  %28 = tosa.const_shape {values = dense<[0, 1]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %29 = tosa.const_shape {values = dense<[0, 1]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %30 = tosa.resize %26, %27, %28, %29 {mode = NEAREST_NEIGHBOR} : (tensor<1x2x4x1xf32>, !tosa.shape<4>, !tosa.shape<2>, !tosa.shape<2>) -> tensor<1x9x15x1xf32>
  %31 = "tosa.const"() <{values = dense<[[[[-7.987086662720058], [-1.6962312680480012], [0.3502759314159627], [0.12994000837685116], [0.970264594475799]], [[0.37119719459463907], [1.1659471256872456], [-1.4595088694619935], [0.008246163004925897], [-0.42260742229433745]], [[-0.562923087613282], [-1.657477240590497], [7.3531262151101595], [3.940328399596109], [-0.39759855748400685]]]]> : tensor<1x3x5x1xf32>}> : () -> tensor<1x3x5x1xf32>
  %32 = tosa.const_shape {values = dense<[4, 2, 4, 2]> : tensor<4xindex>} : () -> !tosa.shape<4>
  %33 = tosa.const_shape {values = dense<[-1, -1]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %34 = tosa.const_shape {values = dense<[1, 1]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %35 = tosa.resize %31, %32, %33, %34 {mode = NEAREST_NEIGHBOR} : (tensor<1x3x5x1xf32>, !tosa.shape<4>, !tosa.shape<2>, !tosa.shape<2>) -> tensor<1x6x10x1xf32>
  %36 = "tosa.const"() <{values = dense<[[[[0.0008382879726651593, 0.010747769573707556], [-6.688759836026024, -8.875988024955273], [-1.5049328098528245, 6.1517862810652435]], [[1.8604194292292724, 0.35819768089172443], [0.30315067014173946, 0.15626006375340484], [-0.022272564818129115, -0.578740724025562]], [[1.3685971743957457, -0.59965383216836], [-0.02028742830573256, 0.5921993891564377], [0.0423384209170316, -1.7778801729324298]]]]> : tensor<1x3x3x2xf32>}> : () -> tensor<1x3x3x2xf32>
  %37 = tosa.const_shape {values = dense<[6, 4, 2, 1]> : tensor<4xindex>} : () -> !tosa.shape<4>
  %38 = tosa.const_shape {values = dense<[-3, -1]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %39 = tosa.const_shape {values = dense<[-3, 1]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %40 = tosa.resize %36, %37, %38, %39 {mode = NEAREST_NEIGHBOR} : (tensor<1x3x3x2xf32>, !tosa.shape<4>, !tosa.shape<2>, !tosa.shape<2>) -> tensor<1x4x7x2xf32>
  return %5, %10, %15, %20, %25, %30, %35, %40 : tensor<1x6x15x2xf32>, tensor<2x3x4x1xf32>, tensor<1x2x1x2xf32>, tensor<1x3x5x1xf32>, tensor<1x7x2x1xf32>, tensor<1x9x15x1xf32>, tensor<1x6x10x1xf32>, tensor<1x4x7x2xf32>
}
