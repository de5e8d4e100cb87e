// rescale from i16 to i16: every rounding mode, one factor and one a channel, signed and unsigned.
func.func @main() -> (tensor<2x3x3xi16>, tensor<2x3x3xi16>, tensor<2x3x3xi16>, tensor<2x3x3xi16>, tensor<2x3x3xi16>, tensor<2x3x3xi16>, tensor<2x3x3xi16>, tensor<2x3x3xi16>, tensor<2x3x3xi16>, tensor<2x3x3xi16>, tensor<2x3x3xi16>, tensor<2x3x3xi16>, tensor<2x3x3xi16>, tensor<2x3x3xi16>, tensor<2x3x3xi16>, tensor<2x3x3xi16>, tensor<2x3x3xi16>, tensor<2x3x3xi16>) {
  %1 = "tosa.const"() <{values = dense<[[[10577, -32768, 32767], [22979, -32768, 4232], [6297, 32767, 32767]], [[-32768, 32767, -32768], [17034, 4657, -1958], [-32768, -21956, -32768]]]> : tensor<2x3x3xi16>}> : () -> tensor<2x3x3xi16>
  %2 = "tosa.const"() <{values = dense<1935991218> : tensor<1xi32>}> : () -> tensor<1xi32>
  %3 = "tosa.const"() <{values = dense<44> : tensor<1xi8>}> : () -> tensor<1xi8>
  %4 = "tosa.const"() <{values = dense<0> : tensor<1xi16>}> : () -> tensor<1xi16>
  %5 = "tosa.const"() <{values = dense<0> : tensor<1xi16>}> : () -> tensor<1xi16>
  %6 = tosa.rescale %1, %2, %3, %4, %5 {scale32 = true, rounding_mode = SINGLE_ROUND, per_channel = false, input_unsigned = false, output_unsigned = false} : (tensor<2x3x3xi16>, tensor<1xi32>, tensor<1xi8>, tensor<1xi16>, tensor<1xi16>) -> tensor<2x3x3xi16>
  %7 = "tosa.const"() <{values = dense<[[[-32768, -32768, 28221], [-32768, 32767, -32768], [32767, -32768, 32767]], [[-32768, 32767, -4960], [32767, -32768, 5679], [-2643, 14185, 30059]]]> : tensor<2x3x3xi16>}> : () -> tensor<2x3x3xi16>
  %8 = "tosa.const"() <{values = dense<1722038276> : tensor<1xi32>}> : () -> tensor<1xi32>
  %9 = "tosa.const"() <{values = dense<40> : tensor<1xi8>}> : () -> tensor<1xi8>
  %10 = "tosa.const"() <{values = dense<-32768> : tensor<1xi16>}> : () -> tensor<1xi16>
  %11 = "tosa.const"() <{values = dense<0> : tensor<1xi16>}> : () -> tensor<1xi16>
  %12 = tosa.rescale %7, %8, %9, %10, %11 {scale32 = true, rounding_mode = SINGLE_ROUND, per_channel = false, input_unsigned = true, output_unsigned = false} : (tensor<2x3x3xi16>, tensor<1xi32>, tensor<1xi8>, tensor<1xi16>, tensor<1xi16>) -> tensor<2x3x3xi16>
  %13 = "tosa.const"() <{values = dense<[[[-32768, 762, -32768], [6310, 32767, 32767], [32767, -32768, 14905]], [[32767, 25077, 32767], [32767, -32768, -17254], [32767, 32767, -32768]]]> : tensor<2x3x3xi16>}> : () -> tensor<2x3x3xi16>
  %14 = "tosa.const"() <{values = dense<1362174767> : tensor<1xi32>}> : () -> tensor<1xi32>
  %15 = "tosa.const"() <{values = dense<36> : tensor<1xi8>}> : () -> tensor<1xi8>
  %16 = "tosa.const"() <{values = dense<0> : tensor<1xi16>}> : () -> tensor<1xi16>
  %17 = "tosa.const"() <{values = dense<-32768> : tensor<1xi16>}> : () -> tensor<1xi16>
  %18 = tosa.rescale %13, %14, %15, %16, %17 {scale32 = true, rounding_mode = SINGLE_ROUND, per_channel = false, input_unsigned = false, output_unsigned = true} : (tensor<2x3x3xi16>, tensor<1xi32>, tensor<1xi8>, tensor<1xi16>, tensor<1xi16>) -> tensor<2x3x3xi16>
  %19 = "tosa.const"() <{values = dense<[[[-32768, -32768, 32767], [32767, -32768, -32768], [-32768, -32768, 32767]], [[-32768, 32767, 32767], [32767, -32768, -32768], [10592, -32768, -32768]]]> : tensor<2x3x3xi16>}> : () -> tensor<2x3x3xi16>
  %20 = "tosa.const"() <{values = dense<[1130087049, 1330842035, 1668729355]> : tensor<3xi32>}> : () -> tensor<3xi32>
  %21 = "tosa.const"() <{values = dense<[41, 44, 45]> : tensor<3xi8>}> : () -> tensor<3xi8>
  %22 = "tosa.const"() <{values = dense<0> : tensor<1xi16>}> : () -> tensor<1xi16>
  %23 = "tosa.const"() <{values = dense<0> : tensor<1xi16>}> : () -> tensor<1xi16>
  %24 = tosa.rescale %19, %20, %21, %22, %23 {scale32 = true, rounding_mode = SINGLE_ROUND, per_channel = true, input_unsigned = false, output_unsigned = false} : (tensor<2x3x3xi16>, tensor<3xi32>, tensor<3xi8>, tensor<1xi16>, tensor<1xi16>) -> tensor<2x3x3xi16>
  %25 = "tosa.const"() <{values = dense<[[[32767, 12763, -32768], [32767, -32768, 13681], [32767, 32767, 31585]], [[32767, -11996, -20014], [32767, 32767, 15082], [-18030, 16311, -32768]]]> : tensor<2x3x3xi16>}> : () -> tensor<2x3x3xi16>
  %26 = "tosa.const"() <{values = dense<[1170445515, 2118636412, 1356494377]> : tensor<3xi32>}> : () -> tensor<3xi32>
  %27 = "tosa.const"() <{values = dense<[44, 40, 45]> : tensor<3xi8>}> : () -> tensor<3xi8>
  %28 = "tosa.const"() <{values = dense<-32768> : tensor<1xi16>}> : () -> tensor<1xi16>
  %29 = "tosa.const"() <{values = dense<0> : tensor<1xi16>}> : () -> tensor<1xi16>
  %30 = tosa.rescale %25, %26, %27, %28, %29 {scale32 = true, rounding_mode = SINGLE_ROUND, per_channel = true, input_unsigned = true, output_unsigned = false} : (tensor<2x3x3xi16>, tensor<3xi32>, tensor<3xi8>, tensor<1xi16>, tensor<1xi16>) -> tensor<2x3x3xi16>
  %31 = "tosa.const"() <{values = dense<[[[8045, 32767, 12770], [-32768, 32767, -32768], [32767, -21136, -8592]], [[-12643, -32768, -32768], [-27820, -32768, -32768], [32767, 32767, -32768]]]> : tensor<2x3x3xi16>}> : () -> tensor<2x3x3xi16>
  %32 = "tosa.const"() <{values = dense<[1192703746, 1990732383, 1480780053]> : tensor<3xi32>}> : () -> tensor<3xi32>
  %33 = "tosa.const"() <{values = dense<[42, 40, 36]> : tensor<3xi8>}> : () -> tensor<3xi8>
  %34 = "tosa.const"() <{values = dense<0> : tensor<1xi16>}> : () -> tensor<1xi16>
  %35 = "tosa.const"() <{values = dense<-32768> : tensor<1xi16>}> : () -> tensor<1xi16>
  %36 = tosa.rescale %31, %32, %33, %34, %35 {scale32 = true, rounding_mode = SINGLE_ROUND, per_channel = true, input_unsigned = false, output_unsigned = true} : (tensor<2x3x3xi16>, tensor<3xi32>, tensor<3xi8>, tensor<1xi16>, tensor<1xi16>) -> tensor<2x3x3xi16>
  %37 = "tosa.const"() <{values = dense<[[[12446, 32767, 32767], [32767, 32767, 32767], [32767, 23843, 18021]], [[-32768, -29934, -32768], [4957, 32767, 32767], [32767, 32767, -32768]]]> : tensor<2x3x3xi16>}> : () -> tensor<2x3x3xi16>
  %38 = "tosa.const"() <{values = dense<2146232172> : tensor<1xi32>}> : () -> tensor<1xi32>
  %39 = "tosa.const"() <{values = dense<40> : tensor<1xi8>}> : () -> tensor<1xi8>
  %40 = "tosa.const"() <{values = dense<0> : tensor<1xi16>}> : () -> tensor<1xi16>
  %41 = "tosa.const"() <{values = dense<0> : tensor<1xi16>}> : () -> tensor<1xi16>
  %42 = tosa.rescale %37, %38, %39, %40, %41 {scale32 = true, rounding_mode = DOUBLE_ROUND, per_channel = false, input_unsigned = false, output_unsigned = false} : (tensor<2x3x3xi16>, tensor<1xi32>, tensor<1xi8>, tensor<1xi16>, tensor<1xi16>) -> tensor<2x3x3xi16>
  %43 = "tosa.const"() <{values = dense<[[[-32768, -32768, 32767], [-32768, -32768, -23233], [32767, 32767, -29549]], [[-1036, 32767, -22669], [-32768, -3504, 398], [18025, 7183, 32767]]]> : tensor<2x3x3xi16>}> : () -> tensor<2x3x3xi16>
  %44 = "tosa.const"() <{values = dense<1601154079> : tensor<1xi32>}> : () -> tensor<1xi32>
  %45 = "tosa.const"() <{values = dense<33> : tensor<1xi8>}> : () -> tensor<1xi8>
  %46 = "tosa.const"() <{values = dense<-32768> : tensor<1xi16>}> : () -> tensor<1xi16>
  %47 = "tosa.const"() <{values = dense<0> : tensor<1xi16>}> : () -> tensor<1xi16>
  %48 = tosa.rescale %43, %44, %45, %46, %47 {scale32 = true, rounding_mode = DOUBLE_ROUND, per_channel = false, input_unsigned = true, output_unsigned = false} : (tensor<2x3x3xi16>, tensor<1xi32>, tensor<1xi8>, tensor<1xi16>, tensor<1xi16>) -> tensor<2x3x3xi16>
  %49 = "tosa.const"() <{values = dense<[[[-32768, 30469, 5638], [1215, 32767, 32767], [-32768, -32656, -32768]], [[-32768, 32767, -32768], [32767, -32768, -32768], [-3632, -32768, -32768]]]> : tensor<2x3x3xi16>}> : () -> tensor<2x3x3xi16>
  %50 = "tosa.const"() <{values = dense<1934765432> : tensor<1xi32>}> : () -> tensor<1xi32>
  %51 = "tosa.const"() <{values = dense<44> : tensor<1xi8>}> : () -> tensor<1xi8>
  %52 = "tosa.const"() <{values = dense<0> : tensor<1xi16>}> : () -> tensor<1xi16>
  %53 = "tosa.const"() <{values = dense<-32768> : tensor<1xi16>}> : () -> tensor<1xi16>
  %54 = tosa.rescale %49, %50, %51, %52, %53 {scale32 = true, rounding_mode = DOUBLE_ROUND, per_channel = false, input_unsigned = false, output_unsigned = true} : (tensor<2x3x3xi16>, tensor<1xi32>, tensor<1xi8>, tensor<1xi16>, tensor<1xi16>) -> tensor<2x3x3xi16>
  %55 = "tosa.const"() <{values = dense<[[[-32768, 32767, -32768], [-16669, -32768, -32768], [-32768, -19820, 32767]], [[2878, 32767, 26075], [-10805, 1040, 8386], [32767, 30321, 32767]]]> : tensor<2x3x3xi16>}> : () -> tensor<2x3x3xi16>
  %56 = "tosa.const"() <{values = dense<[1500718128, 2041548425, 1558814759]> : tensor<3xi32>}> : () -> tensor<3xi32>
  %57 = "tosa.const"() <{values = dense<[33, 39, 45]> : tensor<3xi8>}> : () -> tensor<3xi8>
  %58 = "tosa.const"() <{values = dense<0> : tensor<1xi16>}> : () -> tensor<1xi16>
  %59 = "tosa.const"() <{values = dense<0> : tensor<1xi16>}> : () -> tensor<1xi16>
  %60 = tosa.rescale %55, %56, %57, %58, %59 {scale32 = true, rounding_mode = DOUBLE_ROUND, per_channel = true, input_unsigned = false, output_unsigned = false} : (tensor<2x3x3xi16>, tensor<3xi32>, tensor<3xi8>, tensor<1xi16>, tensor<1xi16>) -> tensor<2x3x3xi16>
  %61 = "tosa.const"() <{values = dense<[[[15426, -32768, -26069], [32767, -32768, -25699], [-1094, -32768, -933]], [[-32768, -18530, -2925], [28221, 32767, 32767], [32767, -32768, -32768]]]> : tensor<2x3x3xi16>}> : () -> tensor<2x3x3xi16>
  %62 = "tosa.const"() <{values = dense<[1612286215, 1175792920, 2030936732]> : tensor<3xi32>}> : () -> tensor<3xi32>
  %63 = "tosa.const"() <{values = dense<[44, 45, 35]> : tensor<3xi8>}> : () -> tensor<3xi8>
  %64 = "tosa.const"() <{values = dense<-32768> : tensor<1xi16>}> : () -> tensor<1xi16>
  %65 = "tosa.const"() <{values = dense<0> : tensor<1xi16>}> : () -> tensor<1xi16>
  %66 = tosa.rescale %61, %62, %63, %64, %65 {scale32 = true, rounding_mode = DOUBLE_ROUND, per_channel = true, input_unsigned = true, output_unsigned = false} : (tensor<2x3x3xi16>, tensor<3xi32>, tensor<3xi8>, tensor<1xi16>, tensor<1xi16>) -> tensor<2x3x3xi16>
  %67 = "tosa.const"() <{values = dense<[[[32767, 32767, -7353], [-31688, 21299, 5690], [-32768, -14684, 32767]], [[-32768, -32768, -32768], [-32768, -32768, -1439], [32767, -32768, 32767]]]> : tensor<2x3x3xi16>}> : () -> tensor<2x3x3xi16>
  %68 = "tosa.const"() <{values = dense<[1609033653, 1631990219, 2061726677]> : tensor<3xi32>}> : () -> tensor<3xi32>
  %69 = "tosa.const"() <{values = dense<[33, 37, 44]> : tensor<3xi8>}> : () -> tensor<3xi8>
  %70 = "tosa.const"() <{values = dense<0> : tensor<1xi16>}> : () -> tensor<1xi16>
  %71 = "tosa.const"() <{values = dense<-32768> : tensor<1xi16>}> : () -> tensor<1xi16>
  %72 = tosa.rescale %67, %68, %69, %70, %71 {scale32 = true, rounding_mode = DOUBLE_ROUND, per_channel = true, input_unsigned = false, output_unsigned = true} : (tensor<2x3x3xi16>, tensor<3xi32>, tensor<3xi8>, tensor<1xi16>, tensor<1xi16>) -> tensor<2x3x3xi16>
  %73 = "tosa.const"() <{values = dense<[[[-32768, -30248, -32768], [32767, -32768, -17320], [27880, -32768, -32768]], [[23764, 11549, -4231], [-18792, -32768, -32768], [-11599, 24212, -32768]]]> : tensor<2x3x3xi16>}> : () -> tensor<2x3x3xi16>
  %74 = "tosa.const"() <{values = dense<28491> : tensor<1xi16>}> : () -> tensor<1xi16>
  %75 = "tosa.const"() <{values = dense<26> : tensor<1xi8>}> : () -> tensor<1xi8>
  %76 = "tosa.const"() <{values = dense<0> : tensor<1xi16>}> : () -> tensor<1xi16>
  %77 = "tosa.const"() <{values = dense<0> : tensor<1xi16>}> : () -> tensor<1xi16>
  %78 = tosa.rescale %73, %74, %75, %76, %77 {scale32 = false, rounding_mode = SINGLE_ROUND, per_channel = false, input_unsigned = false, output_unsigned = false} : (tensor<2x3x3xi16>, tensor<1xi16>, tensor<1xi8>, tensor<1xi16>, tensor<1xi16>) -> tensor<2x3x3xi16>
  %79 = "tosa.const"() <{values = dense<[[[17732, -32768, -32768], [25172, 11976, 22243], [32767, 6982, -32768]], [[-32768, -12491, 32767], [32767, -5153, 32767], [4800, -32768, -16161]]]> : tensor<2x3x3xi16>}> : () -> tensor<2x3x3xi16>
  %80 = "tosa.const"() <{values = dense<32436> : tensor<1xi16>}> : () -> tensor<1xi16>
  %81 = "tosa.const"() <{values = dense<19> : tensor<1xi8>}> : () -> tensor<1xi8>
  %82 = "tosa.const"() <{values = dense<-32768> : tensor<1xi16>}> : () -> tensor<1xi16>
  %83 = "tosa.const"() <{values = dense<0> : tensor<1xi16>}> : () -> tensor<1xi16>
  %84 = tosa.rescale %79, %80, %81, %82, %83 {scale32 = false, rounding_mode = SINGLE_ROUND, per_channel = false, input_unsigned = true, output_unsigned = false} : (tensor<2x3x3xi16>, tensor<1xi16>, tensor<1xi8>, tensor<1xi16>, tensor<1xi16>) -> tensor<2x3x3xi16>
  %85 = "tosa.const"() <{values = dense<[[[-32768, 32767, -32768], [-32768, 32767, -15485], [32767, -28746, -32768]], [[32767, 32767, -32467], [-10937, 32767, 14857], [15373, 32767, 32767]]]> : tensor<2x3x3xi16>}> : () -> tensor<2x3x3xi16>
  %86 = "tosa.const"() <{values = dense<23132> : tensor<1xi16>}> : () -> tensor<1xi16>
  %87 = "tosa.const"() <{values = dense<33> : tensor<1xi8>}> : () -> tensor<1xi8>
  %88 = "tosa.const"() <{values = dense<0> : tensor<1xi16>}> : () -> tensor<1xi16>
  %89 = "tosa.const"() <{values = dense<-32768> : tensor<1xi16>}> : () -> tensor<1xi16>
  %90 = tosa.rescale %85, %86, %87, %88, %89 {scale32 = false, rounding_mode = SINGLE_ROUND, per_channel = false, input_unsigned = false, output_unsigned = true} : (tensor<2x3x3xi16>, tensor<1xi16>, tensor<1xi8>, tensor<1xi16>, tensor<1xi16>) -> tensor<2x3x3xi16>
  %91 = "tosa.const"() <{values = dense<[[[-10861, -16581, 32767], [-32768, -1120, -9554], [-32768, 32767, -32768]], [[-32768, -32768, 32767], [-22771, -20686, -8771], [32767, 32767, 2851]]]> : tensor<2x3x3xi16>}> : () -> tensor<2x3x3xi16>
  %92 = "tosa.const"() <{values = dense<[21580, 22083, 31558]> : tensor<3xi16>}> : () -> tensor<3xi16>
  %93 = "tosa.const"() <{values = dense<[24, 36, 32]> : tensor<3xi8>}> : () -> tensor<3xi8>
  %94 = "tosa.const"() <{values = dense<0> : tensor<1xi16>}> : () -> tensor<1xi16>
  %95 = "tosa.const"() <{values = dense<0> : tensor<1xi16>}> : () -> tensor<1xi16>
  %96 = tosa.rescale %91, %92, %93, %94, %95 {scale32 = false, rounding_mode = SINGLE_ROUND, per_channel = true, input_unsigned = false, output_unsigned = false} : (tensor<2x3x3xi16>, tensor<3xi16>, tensor<3xi8>, tensor<1xi16>, tensor<1xi16>) -> tensor<2x3x3xi16>
  %97 = "tosa.const"() <{values = dense<[[[-32768, 22491, -8285], [-32768, -2955, -32768], [11478, -9492, 32767]], [[-32768, 32767, 8457], [32767, 32767, -32768], [6752, -19760, -32768]]]> : tensor<2x3x3xi16>}> : () -> tensor<2x3x3xi16>
  %98 = "tosa.const"() <{values = dense<[17511, 22961, 24233]> : tensor<3xi16>}> : () -> tensor<3xi16>
  %99 = "tosa.const"() <{values = dense<[18, 40, 23]> : tensor<3xi8>}> : () -> tensor<3xi8>
  %100 = "tosa.const"() <{values = dense<-32768> : tensor<1xi16>}> : () -> tensor<1xi16>
  %101 = "tosa.const"() <{values = dense<0> : tensor<1xi16>}> : () -> tensor<1xi16>
  %102 = tosa.rescale %97, %98, %99, %100, %101 {scale32 = false, rounding_mode = SINGLE_ROUND, per_channel = true, input_unsigned = true, output_unsigned = false} : (tensor<2x3x3xi16>, tensor<3xi16>, tensor<3xi8>, tensor<1xi16>, tensor<1xi16>) -> tensor<2x3x3xi16>
  %103 = "tosa.const"() <{values = dense<[[[-32768, -32768, 32767], [-32768, -6496, -30334], [-32768, 32767, -32768]], [[-32768, 32767, 3556], [-32768, -7964, -32768], [-31783, 6986, 32767]]]> : tensor<2x3x3xi16>}> : () -> tensor<2x3x3xi16>
  %104 = "tosa.const"() <{values = dense<[22830, 25011, 21115]> : tensor<3xi16>}> : () -> tensor<3xi16>
  %105 = "tosa.const"() <{values = dense<[28, 32, 40]> : tensor<3xi8>}> : () -> tensor<3xi8>
  %106 = "tosa.const"() <{values = dense<0> : tensor<1xi16>}> : () -> tensor<1xi16>
  %107 = "tosa.const"() <{values = dense<-32768> : tensor<1xi16>}> : () -> tensor<1xi16>
  %108 = tosa.rescale %103, %104, %105, %106, %107 {scale32 = false, rounding_mode = SINGLE_ROUND, per_channel = true, input_unsigned = false, output_unsigned = true} : (tensor<2x3x3xi16>, tensor<3xi16>, tensor<3xi8>, tensor<1xi16>, tensor<1xi16>) -> tensor<2x3x3xi16>
  return %6, %12, %18, %24, %30, %36, %42, %48, %54, %60, %66, %72, %78, %84, %90, %96, %102, %108 : tensor<2x3x3xi16>, tensor<2x3x3xi16>, tensor<2x3x3xi16>, tensor<2x3x3xi16>, tensor<2x3x3xi16>, tensor<2x3x3xi16>, tensor<2x3x3xi16>, tensor<2x3x3xi16>, tensor<2x3x3xi16>, tensor<2x3x3xi16>, tensor<2x3x3xi16>, tensor<2x3x3xi16>, tensor<2x3x3xi16>, tensor<2x3x3xi16>, tensor<2x3x3xi16>, tensor<2x3x3xi16>, tensor<2x3x3xi16>, tensor<2x3x3xi16>
}
