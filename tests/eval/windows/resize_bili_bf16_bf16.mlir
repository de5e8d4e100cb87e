// resize of bf16 to bf16, BILINEAR: up and down, one row, one column.
func.func @main() -> (tensor<1x6x15x2xbf16>, tensor<2x3x4x1xbf16>, tensor<1x2x1x2xbf16>, tensor<1x3x5x1xbf16>, tensor<1x7x2x1xbf16>, tensor<1x9x15x1xbf16>, tensor<1x6x10x1xbf16>, tensor<1x4x7x2xbf16>) {
  %1 = "tosa.const"() <{values = dense<[[[[-1.6494004373950317, -3.2213113969171103], [0.14160829518623563, -0.0929590915949551], [1.8695245793664013, -1.370276912308754], [7.335200636009782, 0.32141480516054255], [-0.08294329196638198, 0.7963299775744042]], [[0.669645172445124, -0.0027595426184238224], [0.8276736856236684, -1.028328355377489], [-3.093836850227214, 0.4436063222272262], [-0.28551098434874245, 0.060517088473004216], [-1.2690906978060856, 8.751750133545588]], [[-1.2809682848057413, -0.7708785316496942], [-1.3492484762037495, 0.2814229534219779], [-0.788238439448101, 0.38700583383179143], [0.2885606827916867, -0.30184857753902516], [1.7927668917499693, 0.7101958269908426]]]]> : tensor<1x3x5x2xbf16>}> : () -> tensor<1x3x5x2xbf16>
  %2 = tosa.const_shape {values = dense<[2, 1, 3, 1]> : tensor<4xindex>} : () -> !tosa.shape<4>
  %3 = tosa.const_shape {values = dense<[0, 0]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %4 = tosa.const_shape {values = dense<[1, 2]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %5 = tosa.resize %1, %2, %3, %4 {mode = BILINEAR} : (tensor<1x3x5x2xbf16>, !tosa.shape<4>, !tosa.shape<2>, !tosa.shape<2>) -> tensor<1x6x15x2xbf16>
  %6 = "tosa.const"() <{values = dense<[[[[-1.2912942789340662], [-1.2892959443376313], [-0.0019632384667630197]], [[-1.5220486376895868], [-0.01697896574243818], [0.004208410187036053]], [[4.422835869164466], [3.4359408423062], [-0.8549878365060026]], [[1.5993434347288966], [1.2393608305558628], [-0.1192133367210726]], [[0.11965529913784811], [-0.00695581807068282], [-0.07223440366506975]]], [[[9.652900169074536], [0.4515934281327083], [0.5570365655530172]], [[-0.014220897861520877], [1.876359452441347], [0.050805256895669]], [[-0.09877068360239119], [-0.9370451020570831], [0.01687611580376416]], [[-2.949102126875891], [-0.6581523065055777], [-0.6005239822623787]], [[0.06100866182836828], [0.024425608711840654], [-0.04161807432929668]]]]> : tensor<2x5x3x1xbf16>}> : () -> tensor<2x5x3x1xbf16>
  %7 = tosa.const_shape {values = dense<[4, 6, 5, 3]> : tensor<4xindex>} : () -> !tosa.shape<4>
  %8 = tosa.const_shape {values = dense<[0, 1]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %9 = tosa.const_shape {values = dense<[-4, 0]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %10 = tosa.resize %6, %7, %8, %9 {mode = BILINEAR} : (tensor<2x5x3x1xbf16>, !tosa.shape<4>, !tosa.shape<2>, !tosa.shape<2>) -> tensor<2x3x4x1xbf16>
  %11 = "tosa.const"() <{values = dense<[[[[-0.09293063223488188, -1.655496228348495]]]]> : tensor<1x1x1x2xbf16>}> : () -> tensor<1x1x1x2xbf16>
  %12 = tosa.const_shape {values = dense<[4, 2, 2, 2]> : tensor<4xindex>} : () -> !tosa.shape<4>
  %13 = tosa.const_shape {values = dense<[0, 0]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %14 = tosa.const_shape {values = dense<[2, 0]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %15 = tosa.resize %11, %12, %13, %14 {mode = BILINEAR} : (tensor<1x1x1x2xbf16>, !tosa.shape<4>, !tosa.shape<2>, !tosa.shape<2>) -> tensor<1x2x1x2xbf16>
  %16 = "tosa.const"() <{values = dense<[[[[-0.19667102598936692], [-0.006012867332624619], [-0.8114756777848626], [-1.1659586956382508], [-0.008019135112631732]]]]> : tensor<1x1x5x1xbf16>}> : () -> tensor<1x1x5x1xbf16>
  %17 = tosa.const_shape {values = dense<[7, 3, 1, 1]> : tensor<4xindex>} : () -> !tosa.shape<4>
  %18 = tosa.const_shape {values = dense<[0, 0]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %19 = tosa.const_shape {values = dense<[6, 0]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %20 = tosa.resize %16, %17, %18, %19 {mode = BILINEAR} : (tensor<1x1x5x1xbf16>, !tosa.shape<4>, !tosa.shape<2>, !tosa.shape<2>) -> tensor<1x3x5x1xbf16>
  %21 = "tosa.const"() <{values = dense<[[[[0.522912482900626]], [[0.014939196259104627]], [[4.677817320253732]], [[-0.714156158333898]], [[0.5192557103614421]]]]> : tensor<1x5x1x1xbf16>}> : () -> tensor<1x5x1x1xbf16>
  %22 = tosa.const_shape {values = dense<[3, 2, 2, 1]> : tensor<4xindex>} : () -> !tosa.shape<4>
  %23 = tosa.const_shape {values = dense<[1, 0]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %24 = tosa.const_shape {values = dense<[1, 1]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %25 = tosa.resize %21, %22, %23, %24 {mode = BILINEAR} : (tensor<1x5x1x1xbf16>, !tosa.shape<4>, !tosa.shape<2>, !tosa.shape<2>) -> tensor<1x7x2x1xbf16>
  %26 = "tosa.const"() <{values = dense<[[[[0.0062856545732832975], [0.0049874292146678], [0.00429424536536787], [0.06416231765459356]], [[0.003393025705810564], [0.7234645528681984], [0.3728358086497998], [-1.133230281101195]]]]> : tensor<1x2x4x1xbf16>}> : () -> tensor<1x2x4x1xbf16>
  %27 = tosa.const_shape {values = dense<[16, 2, 14, 3]> : tensor<4xindex>} : () -> !tosa.shape<4>
  %28 = tosa.const_shape {values = dense<[0, 1]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %29 = tosa.const_shape {values = dense<[0, 1]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %30 = tosa.resize %26, %27, %28, %29 {mode = BILINEAR} : (tensor<1x2x4x1xbf16>, !tosa.shape<4>, !tosa.shape<2>, !tosa.shape<2>) -> tensor<1x9x15x1xbf16>
  %31 = "tosa.const"() <{values = dense<[[[[-1.8668965845057799], [1.6054447472590985], [1.3835225159746796], [1.3285376142944063], [0.030493275862761272]], [[0.9215181082400661], [0.8549613955137536], [-0.008946353657237791], [-0.24992453355378208], [0.046721712332148016]], [[-0.06069936102474771], [-1.2529621155717838], [-1.1783098049998708], [-0.040053974677446806], [-0.18367944016689997]]]]> : tensor<1x3x5x1xbf16>}> : () -> tensor<1x3x5x1xbf16>
  %32 = tosa.const_shape {values = dense<[4, 2, 4, 2]> : tensor<4xindex>} : () -> !tosa.shape<4>
  %33 = tosa.const_shape {values = dense<[-1, -1]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %34 = tosa.const_shape {values = dense<[1, 1]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %35 = tosa.resize %31, %32, %33, %34 {mode = BILINEAR} : (tensor<1x3x5x1xbf16>, !tosa.shape<4>, !tosa.shape<2>, !tosa.shape<2>) -> tensor<1x6x10x1xbf16>
  %36 = "tosa.const"() <{values = dense<[[[[-0.8889177320796131, 0.5916847366045741], [-0.018337728854895374, 0.0031200386103677593], [-0.006462951926359795, -1.8690693016478663]], [[0.810175947950377, 1.0245246693012096], [0.40678053130601954, -0.2499589972886498], [-0.07223039878081734, -0.04328866262098163]], [[-1.6501593652828213, -0.6199659674855518], [0.08439194719218471, 0.5879050227295641], [0.7585148569264866, -0.6045440056838234]]]]> : tensor<1x3x3x2xbf16>}> : () -> tensor<1x3x3x2xbf16>
  %37 = tosa.const_shape {values = dense<[6, 4, 2, 1]> : tensor<4xindex>} : () -> !tosa.shape<4>
  %38 = tosa.const_shape {values = dense<[-3, -1]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %39 = tosa.const_shape {values = dense<[-3, 1]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %40 = tosa.resize %36, %37, %38, %39 {mode = BILINEAR} : (tensor<1x3x3x2xbf16>, !tosa.shape<4>, !tosa.shape<2>, !tosa.shape<2>) -> tensor<1x4x7x2xbf16>
  return %5, %10, %15, %20, %25, %30, %35, %40 : tensor<1x6x15x2xbf16>, tensor<2x3x4x1xbf16>, tensor<1x2x1x2xbf16>, tensor<1x3x5x1xbf16>, tensor<1x7x2x1xbf16>, tensor<1x9x15x1xbf16>, tensor<1x6x10x1xbf16>, tensor<1x4x7x2xbf16>
}
