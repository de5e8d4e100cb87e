// resize of f32 to f32, BILINEAR: up and down, one row, one column.
func.func @main() -> (tensor<1x6x15x2xf32>, tensor<2x3x4x1xf32>, tensor<1x2x1x2xf32>, tensor<1x3x5x1xf32>, tensor<1x7x2x1xf32>, tensor<1x9x15x1xf32>, tensor<1x6x10x1xf32>, tensor<1x4x7x2xf32>) {
  %1 = "tosa.const"() <{values = dense<[[[[-0.566863315939214, 1.2425565626095452], [0.0012740705004733234, -1.8951066172947195], [0.08427944327276791, 1.07125308014901], [1.4205386857761781, 0.06159823517107821], [-0.31434910441326336, -0.005543807562444641]], [[0.6714605680945378, 0.0056670769141218425], [-0.7800641440760168, -0.7529329370582143], [8.21646909390699, 1.0764588317596329], [2.1733170605483965, -0.0765347228457452], [-0.3091066706132315, -1.858992765057415]], [[0.6274601135969027, -2.529765619597939], [0.005338111021442553, 1.1095081660255128], [0.7838443409663713, -0.042613499910814714], [-0.0020126579342820672, 1.8488393674160887e-05], [1.1554668820320138, 1.3758516271148125]]]]> : tensor<1x3x5x2xf32>}> : () -> tensor<1x3x5x2xf32>
  %2 = tosa.const_shape {values = dense<[2, 1, 3, 1]> : tensor<4xindex>} : () -> !tosa.shape<4>
  %3 = tosa.const_shape {values = dense<[0, 0]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %4 = tosa.const_shape {values = dense<[1, 2]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %5 = tosa.resize %1, %2, %3, %4 {mode = BILINEAR} : (tensor<1x3x5x2xf32>, !tosa.shape<4>, !tosa.shape<2>, !tosa.shape<2>) -> tensor<1x6x15x2xf32>
  %6 = "tosa.const"() <{values = dense<[[[[1.3914621049277627], [-9.047136202052254], [-0.8723808439596894]], [[4.310530116277795], [-1.0318582826753753], [2.09190035844794]], [[0.286372928073777], [-1.988116218558163], [-0.9200883084065961]], [[3.2560826257534226], [0.058970753407267124], [-0.0021432612336990276]], [[1.0306585689159298], [-0.19343304443574905], [-1.680179944460034]]], [[[-0.6011605326139535], [-1.8509729820941567], [-0.18396109797100335]], [[0.23592841312109636], [0.033365221050207096], [-0.9263949247590748]], [[-0.34541019130803363], [-5.340510922890271], [1.1206090697583204]], [[-0.8312334012558951], [1.8520770087257366], [-0.9933758391823875]], [[-0.3157355435681224], [0.02598743968284354], [-1.0124575945917211]]]]> : tensor<2x5x3x1xf32>}> : () -> tensor<2x5x3x1xf32>
  %7 = tosa.const_shape {values = dense<[4, 6, 5, 3]> : tensor<4xindex>} : () -> !tosa.shape<4>
  %8 = tosa.const_shape {values = dense<[0, 1]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %9 = tosa.const_shape {values = dense<[-4, 0]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %10 = tosa.resize %6, %7, %8, %9 {mode = BILINEAR} : (tensor<2x5x3x1xf32>, !tosa.shape<4>, !tosa.shape<2>, !tosa.shape<2>) -> tensor<2x3x4x1xf32>
  %11 = "tosa.const"() <{values = dense<[[[[0.2763993545266805, -0.0051347960124049075]]]]> : tensor<1x1x1x2xf32>}> : () -> tensor<1x1x1x2xf32>
  %12 = tosa.const_shape {values = dense<[4, 2, 2, 2]> : tensor<4xindex>} : () -> !tosa.shape<4>
  %13 = tosa.const_shape {values = dense<[0, 0]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %14 = tosa.const_shape {values = dense<[2, 0]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %15 = tosa.resize %11, %12, %13, %14 {mode = BILINEAR} : (tensor<1x1x1x2xf32>, !tosa.shape<4>, !tosa.shape<2>, !tosa.shape<2>) -> tensor<1x2x1x2xf32>
  %16 = "tosa.const"() <{values = dense<[[[[-0.007977490043597709], [-1.7840521295621499], [-0.021600694296888757], [-4.559660166183557], [0.022033593739652302]]]]> : tensor<1x1x5x1xf32>}> : () -> tensor<1x1x5x1xf32>
  %17 = tosa.const_shape {values = dense<[7, 3, 1, 1]> : tensor<4xindex>} : () -> !tosa.shape<4>
  %18 = tosa.const_shape {values = dense<[0, 0]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %19 = tosa.const_shape {values = dense<[6, 0]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %20 = tosa.resize %16, %17, %18, %19 {mode = BILINEAR} : (tensor<1x1x5x1xf32>, !tosa.shape<4>, !tosa.shape<2>, !tosa.shape<2>) -> tensor<1x3x5x1xf32>
  %21 = "tosa.const"() <{values = dense<[[[[0.7976027732666724]], [[0.5366060795939007]], [[-1.900966844598814]], [[-0.015251810015960744]], [[-0.8790531630541669]]]]> : tensor<1x5x1x1xf32>}> : () -> tensor<1x5x1x1xf32>
  %22 = tosa.const_shape {values = dense<[3, 2, 2, 1]> : tensor<4xindex>} : () -> !tosa.shape<4>
  %23 = tosa.const_shape {values = dense<[1, 0]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %24 = tosa.const_shape {values = dense<[1, 1]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %25 = tosa.resize %21, %22, %23, %24 {mode = BILINEAR} : (tensor<1x5x1x1xf32>, !tosa.shape<4>, !tosa.shape<2>, !tosa.shape<2>) -> tensor<1x7x2x1xf32>
  %26 = "tosa.const"() <{values = dense<[[[[-0.040103571545562926], [1.8490215144928972], [0.0589835674176364], [0.7061529025454736]], [[0.35122490808346174], [-0.40723014968140125], [0.043674661620121125], [-0.008218399109850057]]]]> : tensor<1x2x4x1xf32>}> : () -> tensor<1x2x4x1xf32>
  %27 = tosa.const_shape {values = dense<[16, 2, 14, 3]> : tensor<4xindex>} : () -> !tosa.shape<4>
  %28 = tosa.const_shape {values = dense<[0, 1]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %29 = tosa.const_shape {values = dense<[0, 1]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %30 = tosa.resize %26, %27, %28, %29 {mode = BILINEAR} : (tensor<1x2x4x1xf32>, !tosa.shape<4>, !tosa.shape<2>, !tosa.shape<2>) -> tensor<1x9x15x1xf32>
  %31 = "tosa.const"() <{values = dense<[[[[0.28089579306652857], [6.231685597478807], [0.08298039286057701], [0.7849297376505038], [0.05103670910735936]], [[0.1830772721149292], [-0.3744585769386699], [1.8821448639235099], [3.2798488202701304], [0.8482718342501001]], [[-0.37002684346097237], [-0.36109081898706963], [-1.9673452646218168], [-1.8701484633592882], [-0.0441309697426453]]]]> : tensor<1x3x5x1xf32>}> : () -> tensor<1x3x5x1xf32>
  %32 = tosa.const_shape {values = dense<[4, 2, 4, 2]> : tensor<4xindex>} : () -> !tosa.shape<4>
  %33 = tosa.const_shape {values = dense<[-1, -1]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %34 = tosa.const_shape {values = dense<[1, 1]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %35 = tosa.resize %31, %32, %33, %34 {mode = BILINEAR} : (tensor<1x3x5x1xf32>, !tosa.shape<4>, !tosa.shape<2>, !tosa.shape<2>) -> tensor<1x6x10x1xf32>
  %36 = "tosa.const"() <{values = dense<[[[[-9.987091300062023, 0.5012530017216266], [1.6615395766936647, 1.412684662699407], [0.0035613024732359033, 6.550389997293364]], [[6.606749719820568, -1.1756283479238867], [5.01836834746991, 6.162660400969102], [-0.6576978883745597, -1.439773713440963]], [[0.648736619880574, -0.0722415097737563], [0.40804657608211414, -0.0055406047067010486], [4.396343006926385, -0.0725937360701081]]]]> : tensor<1x3x3x2xf32>}> : () -> tensor<1x3x3x2xf32>
  %37 = tosa.const_shape {values = dense<[6, 4, 2, 1]> : tensor<4xindex>} : () -> !tosa.shape<4>
  %38 = tosa.const_shape {values = dense<[-3, -1]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %39 = tosa.const_shape {values = dense<[-3, 1]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %40 = tosa.resize %36, %37, %38, %39 {mode = BILINEAR} : (tensor<1x3x3x2xf32>, !tosa.shape<4>, !tosa.shape<2>, !tosa.shape<2>) -> tensor<1x4x7x2xf32>
  return %5, %10, %15, %20, %25, %30, %35, %40 : tensor<1x6x15x2xf32>, tensor<2x3x4x1xf32>, tensor<1x2x1x2xf32>, tensor<1x3x5x1xf32>, tensor<1x7x2x1xf32>, tensor<1x9x15x1xf32>, tensor<1x6x10x1xf32>, tensor<1x4x7x2xf32>
}
