// rescale from i8 to i16: every rounding mode, one factor and one a channel, signed and unsigned.
func.func @main() -> (tensor<2x3x3xi16>, tensor<2x3x3xi16>, tensor<2x3x3xi16>, tensor<2x3x3xi16>, tensor<2x3x3xi16>, tensor<2x3x3xi16>, tensor<2x3x3xi16>, tensor<2x3x3xi16>, tensor<2x3x3xi16>, tensor<2x3x3xi16>, tensor<2x3x3xi16>, tensor<2x3x3xi16>, tensor<2x3x3xi16>, tensor<2x3x3xi16>, tensor<2x3x3xi16>, tensor<2x3x3xi16>, tensor<2x3x3xi16>, tensor<2x3x3xi16>) {
  %1 = "tosa.const"() <{values = dense<[[[101, 127, 20], [-128, 101, 127], [-128, 22, -128]], [[81, 127, 127], [127, -128, 127], [-128, 127, -116]]]> : tensor<2x3x3xi8>}> : () -> tensor<2x3x3xi8>
  %2 = "tosa.const"() <{values = dense<1232728179> : tensor<1xi32>}> : () -> tensor<1xi32>
  %3 = "tosa.const"() <{values = dense<44> : tensor<1xi8>}> : () -> tensor<1xi8>
  %4 = "tosa.const"() <{values = dense<-70> : tensor<1xi8>}> : () -> tensor<1xi8>
  %5 = "tosa.const"() <{values = dense<0> : tensor<1xi16>}> : () -> tensor<1xi16>
  %6 = tosa.rescale %1, %2, %3, %4, %5 {scale32 = true, rounding_mode = SINGLE_ROUND, per_channel = false, input_unsigned = false, output_unsigned = false} : (tensor<2x3x3xi8>, tensor<1xi32>, tensor<1xi8>, tensor<1xi8>, tensor<1xi16>) -> tensor<2x3x3xi16>
  %7 = "tosa.const"() <{values = dense<[[[-128, -128, -128], [127, 127, -106], [-128, -107, -128]], [[127, 127, -128], [-128, -128, -98], [127, 127, 127]]]> : tensor<2x3x3xi8>}> : () -> tensor<2x3x3xi8>
  %8 = "tosa.const"() <{values = dense<1901384074> : tensor<1xi32>}> : () -> tensor<1xi32>
  %9 = "tosa.const"() <{values = dense<37> : tensor<1xi8>}> : () -> tensor<1xi8>
  %10 = "tosa.const"() <{values = dense<127> : tensor<1xi8>}> : () -> tensor<1xi8>
  %11 = "tosa.const"() <{values = dense<0> : tensor<1xi16>}> : () -> tensor<1xi16>
  %12 = tosa.rescale %7, %8, %9, %10, %11 {scale32 = true, rounding_mode = SINGLE_ROUND, per_channel = false, input_unsigned = true, output_unsigned = false} : (tensor<2x3x3xi8>, tensor<1xi32>, tensor<1xi8>, tensor<1xi8>, tensor<1xi16>) -> tensor<2x3x3xi16>
  %13 = "tosa.const"() <{values = dense<[[[127, -128, 127], [-128, -128, -22], [-128, -128, -110]], [[127, -128, 127], [-128, 127, 127], [-128, -125, -67]]]> : tensor<2x3x3xi8>}> : () -> tensor<2x3x3xi8>
  %14 = "tosa.const"() <{values = dense<1794581910> : tensor<1xi32>}> : () -> tensor<1xi32>
  %15 = "tosa.const"() <{values = dense<45> : tensor<1xi8>}> : () -> tensor<1xi8>
  %16 = "tosa.const"() <{values = dense<-118> : tensor<1xi8>}> : () -> tensor<1xi8>
  %17 = "tosa.const"() <{values = dense<-32768> : tensor<1xi16>}> : () -> tensor<1xi16>
  %18 = tosa.rescale %13, %14, %15, %16, %17 {scale32 = true, rounding_mode = SINGLE_ROUND, per_channel = false, input_unsigned = false, output_unsigned = true} : (tensor<2x3x3xi8>, tensor<1xi32>, tensor<1xi8>, tensor<1xi8>, tensor<1xi16>) -> tensor<2x3x3xi16>
  %19 = "tosa.const"() <{values = dense<[[[-128, -90, 127], [-128, 127, 127], [50, 127, 127]], [[-128, -128, -128], [-128, -128, -128], [-84, -12, 127]]]> : tensor<2x3x3xi8>}> : () -> tensor<2x3x3xi8>
  %20 = "tosa.const"() <{values = dense<[1240297370, 1382336467, 2019839907]> : tensor<3xi32>}> : () -> tensor<3xi32>
  %21 = "tosa.const"() <{values = dense<[32, 44, 38]> : tensor<3xi8>}> : () -> tensor<3xi8>
  %22 = "tosa.const"() <{values = dense<-68> : tensor<1xi8>}> : () -> tensor<1xi8>
  %23 = "tosa.const"() <{values = dense<0> : tensor<1xi16>}> : () -> tensor<1xi16>
  %24 = tosa.rescale %19, %20, %21, %22, %23 {scale32 = true, rounding_mode = SINGLE_ROUND, per_channel = true, input_unsigned = false, output_unsigned = false} : (tensor<2x3x3xi8>, tensor<3xi32>, tensor<3xi8>, tensor<1xi8>, tensor<1xi16>) -> tensor<2x3x3xi16>
  %25 = "tosa.const"() <{values = dense<[[[122, 74, -122], [63, -9, 113], [117, 87, -73]], [[-128, -95, 127], [44, -128, 124], [-128, -72, 127]]]> : tensor<2x3x3xi8>}> : () -> tensor<2x3x3xi8>
  %26 = "tosa.const"() <{values = dense<[1922435837, 1648303925, 1256533302]> : tensor<3xi32>}> : () -> tensor<3xi32>
  %27 = "tosa.const"() <{values = dense<[32, 43, 30]> : tensor<3xi8>}> : () -> tensor<3xi8>
  %28 = "tosa.const"() <{values = dense<5> : tensor<1xi8>}> : () -> tensor<1xi8>
  %29 = "tosa.const"() <{values = dense<0> : tensor<1xi16>}> : () -> tensor<1xi16>
  %30 = tosa.rescale %25, %26, %27, %28, %29 {scale32 = true, rounding_mode = SINGLE_ROUND, per_channel = true, input_unsigned = true, output_unsigned = false} : (tensor<2x3x3xi8>, tensor<3xi32>, tensor<3xi8>, tensor<1xi8>, tensor<1xi16>) -> tensor<2x3x3xi16>
  %31 = "tosa.const"() <{values = dense<[[[-55, 127, -128], [-32, 114, -128], [-128, 64, 127]], [[127, -128, -128], [127, 127, 127], [-128, -128, 127]]]> : tensor<2x3x3xi8>}> : () -> tensor<2x3x3xi8>
  %32 = "tosa.const"() <{values = dense<[1338735716, 1876838417, 1995671896]> : tensor<3xi32>}> : () -> tensor<3xi32>
  %33 = "tosa.const"() <{values = dense<[38, 41, 30]> : tensor<3xi8>}> : () -> tensor<3xi8>
  %34 = "tosa.const"() <{values = dense<-53> : tensor<1xi8>}> : () -> tensor<1xi8>
  %35 = "tosa.const"() <{values = dense<-32768> : tensor<1xi16>}> : () -> tensor<1xi16>
  %36 = tosa.rescale %31, %32, %33, %34, %35 {scale32 = true, rounding_mode = SINGLE_ROUND, per_channel = true, input_unsigned = false, output_unsigned = true} : (tensor<2x3x3xi8>, tensor<3xi32>, tensor<3xi8>, tensor<1xi8>, tensor<1xi16>) -> tensor<2x3x3xi16>
  %37 = "tosa.const"() <{values = dense<[[[127, -128, -3], [-128, -128, -128], [-128, 92, 127]], [[127, -128, -128], [127, -128, -128], [127, 127, 83]]]> : tensor<2x3x3xi8>}> : () -> tensor<2x3x3xi8>
  %38 = "tosa.const"() <{values = dense<1884709974> : tensor<1xi32>}> : () -> tensor<1xi32>
  %39 = "tosa.const"() <{values = dense<40> : tensor<1xi8>}> : () -> tensor<1xi8>
  %40 = "tosa.const"() <{values = dense<-53> : tensor<1xi8>}> : () -> tensor<1xi8>
  %41 = "tosa.const"() <{values = dense<0> : tensor<1xi16>}> : () -> tensor<1xi16>
  %42 = tosa.rescale %37, %38, %39, %40, %41 {scale32 = true, rounding_mode = DOUBLE_ROUND, per_channel = false, input_unsigned = false, output_unsigned = false} : (tensor<2x3x3xi8>, tensor<1xi32>, tensor<1xi8>, tensor<1xi8>, tensor<1xi16>) -> tensor<2x3x3xi16>
  %43 = "tosa.const"() <{values = dense<[[[-97, 127, 42], [-128, 127, 127], [127, -128, -128]], [[127, -128, 127], [-128, -128, -128], [34, 127, 127]]]> : tensor<2x3x3xi8>}> : () -> tensor<2x3x3xi8>
  %44 = "tosa.const"() <{values = dense<1087674331> : tensor<1xi32>}> : () -> tensor<1xi32>
  %45 = "tosa.const"() <{values = dense<33> : tensor<1xi8>}> : () -> tensor<1xi8>
  %46 = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %47 = "tosa.const"() <{values = dense<0> : tensor<1xi16>}> : () -> tensor<1xi16>
  %48 = tosa.rescale %43, %44, %45, %46, %47 {scale32 = true, rounding_mode = DOUBLE_ROUND, per_channel = false, input_unsigned = true, output_unsigned = false} : (tensor<2x3x3xi8>, tensor<1xi32>, tensor<1xi8>, tensor<1xi8>, tensor<1xi16>) -> tensor<2x3x3xi16>
  %49 = "tosa.const"() <{values = dense<[[[127, -128, -128], [127, -59, 127], [-128, 127, -128]], [[127, -69, -128], [-125, 127, 21], [127, 93, 25]]]> : tensor<2x3x3xi8>}> : () -> tensor<2x3x3xi8>
  %50 = "tosa.const"() <{values = dense<1547407427> : tensor<1xi32>}> : () -> tensor<1xi32>
  %51 = "tosa.const"() <{values = dense<42> : tensor<1xi8>}> : () -> tensor<1xi8>
  %52 = "tosa.const"() <{values = dense<-96> : tensor<1xi8>}> : () -> tensor<1xi8>
  %53 = "tosa.const"() <{values = dense<-32768> : tensor<1xi16>}> : () -> tensor<1xi16>
  %54 = tosa.rescale %49, %50, %51, %52, %53 {scale32 = true, rounding_mode = DOUBLE_ROUND, per_channel = false, input_unsigned = false, output_unsigned = true} : (tensor<2x3x3xi8>, tensor<1xi32>, tensor<1xi8>, tensor<1xi8>, tensor<1xi16>) -> tensor<2x3x3xi16>
  %55 = "tosa.const"() <{values = dense<[[[127, 124, -128], [127, -128, -125], [127, -128, 127]], [[40, 127, -128], [127, 127, 97], [127, -35, 127]]]> : tensor<2x3x3xi8>}> : () -> tensor<2x3x3xi8>
  %56 = "tosa.const"() <{values = dense<[1156808668, 1768812017, 2035316512]> : tensor<3xi32>}> : () -> tensor<3xi32>
  %57 = "tosa.const"() <{values = dense<[34, 39, 31]> : tensor<3xi8>}> : () -> tensor<3xi8>
  %58 = "tosa.const"() <{values = dense<19> : tensor<1xi8>}> : () -> tensor<1xi8>
  %59 = "tosa.const"() <{values = dense<0> : tensor<1xi16>}> : () -> tensor<1xi16>
  %60 = tosa.rescale %55, %56, %57, %58, %59 {scale32 = true, rounding_mode = DOUBLE_ROUND, per_channel = true, input_unsigned = false, output_unsigned = false} : (tensor<2x3x3xi8>, tensor<3xi32>, tensor<3xi8>, tensor<1xi8>, tensor<1xi16>) -> tensor<2x3x3xi16>
  %61 = "tosa.const"() <{values = dense<[[[-128, -128, -128], [-59, -128, 127], [127, -106, 127]], [[-128, -128, -128], [82, -44, -128], [127, -128, -32]]]> : tensor<2x3x3xi8>}> : () -> tensor<2x3x3xi8>
  %62 = "tosa.const"() <{values = dense<[1743865126, 2123708221, 1421185406]> : tensor<3xi32>}> : () -> tensor<3xi32>
  %63 = "tosa.const"() <{values = dense<[31, 45, 41]> : tensor<3xi8>}> : () -> tensor<3xi8>
  %64 = "tosa.const"() <{values = dense<5> : tensor<1xi8>}> : () -> tensor<1xi8>
  %65 = "tosa.const"() <{values = dense<0> : tensor<1xi16>}> : () -> tensor<1xi16>
  %66 = tosa.rescale %61, %62, %63, %64, %65 {scale32 = true, rounding_mode = DOUBLE_ROUND, per_channel = true, input_unsigned = true, output_unsigned = false} : (tensor<2x3x3xi8>, tensor<3xi32>, tensor<3xi8>, tensor<1xi8>, tensor<1xi16>) -> tensor<2x3x3xi16>
  %67 = "tosa.const"() <{values = dense<[[[127, 127, 127], [127, -128, -118], [-128, 105, 127]], [[-128, 127, 127], [127, -128, -128], [127, -128, -128]]]> : tensor<2x3x3xi8>}> : () -> tensor<2x3x3xi8>
  %68 = "tosa.const"() <{values = dense<[1265182176, 1687322668, 1881864434]> : tensor<3xi32>}> : () -> tensor<3xi32>
  %69 = "tosa.const"() <{values = dense<[35, 37, 42]> : tensor<3xi8>}> : () -> tensor<3xi8>
  %70 = "tosa.const"() <{values = dense<40> : tensor<1xi8>}> : () -> tensor<1xi8>
  %71 = "tosa.const"() <{values = dense<-32768> : tensor<1xi16>}> : () -> tensor<1xi16>
  %72 = tosa.rescale %67, %68, %69, %70, %71 {scale32 = true, rounding_mode = DOUBLE_ROUND, per_channel = true, input_unsigned = false, output_unsigned = true} : (tensor<2x3x3xi8>, tensor<3xi32>, tensor<3xi8>, tensor<1xi8>, tensor<1xi16>) -> tensor<2x3x3xi16>
  %73 = "tosa.const"() <{values = dense<[[[-128, 73, 127], [-128, -128, 127], [127, 121, -128]], [[-128, 127, 51], [118, 127, -128], [31, -128, 127]]]> : tensor<2x3x3xi8>}> : () -> tensor<2x3x3xi8>
  %74 = "tosa.const"() <{values = dense<30142> : tensor<1xi16>}> : () -> tensor<1xi16>
  %75 = "tosa.const"() <{values = dense<36> : tensor<1xi8>}> : () -> tensor<1xi8>
  %76 = "tosa.const"() <{values = dense<7> : tensor<1xi8>}> : () -> tensor<1xi8>
  %77 = "tosa.const"() <{values = dense<0> : tensor<1xi16>}> : () -> tensor<1xi16>
  %78 = tosa.rescale %73, %74, %75, %76, %77 {scale32 = false, rounding_mode = SINGLE_ROUND, per_channel = false, input_unsigned = false, output_unsigned = false} : (tensor<2x3x3xi8>, tensor<1xi16>, tensor<1xi8>, tensor<1xi8>, tensor<1xi16>) -> tensor<2x3x3xi16>
  %79 = "tosa.const"() <{values = dense<[[[-128, -128, 127], [-128, -128, -115], [127, -84, 100]], [[127, -128, -128], [-128, -128, -128], [127, -128, 127]]]> : tensor<2x3x3xi8>}> : () -> tensor<2x3x3xi8>
  %80 = "tosa.const"() <{values = dense<21289> : tensor<1xi16>}> : () -> tensor<1xi16>
  %81 = "tosa.const"() <{values = dense<20> : tensor<1xi8>}> : () -> tensor<1xi8>
  %82 = "tosa.const"() <{values = dense<127> : tensor<1xi8>}> : () -> tensor<1xi8>
  %83 = "tosa.const"() <{values = dense<0> : tensor<1xi16>}> : () -> tensor<1xi16>
  %84 = tosa.rescale %79, %80, %81, %82, %83 {scale32 = false, rounding_mode = SINGLE_ROUND, per_channel = false, input_unsigned = true, output_unsigned = false} : (tensor<2x3x3xi8>, tensor<1xi16>, tensor<1xi8>, tensor<1xi8>, tensor<1xi16>) -> tensor<2x3x3xi16>
  %85 = "tosa.const"() <{values = dense<[[[-3, 123, 127], [127, 127, -69], [-128, -128, 127]], [[-128, 67, 127], [21, 127, 66], [-128, -5, 127]]]> : tensor<2x3x3xi8>}> : () -> tensor<2x3x3xi8>
  %86 = "tosa.const"() <{values = dense<29917> : tensor<1xi16>}> : () -> tensor<1xi16>
  %87 = "tosa.const"() <{values = dense<30> : tensor<1xi8>}> : () -> tensor<1xi8>
  %88 = "tosa.const"() <{values = dense<-103> : tensor<1xi8>}> : () -> tensor<1xi8>
  %89 = "tosa.const"() <{values = dense<-32768> : tensor<1xi16>}> : () -> tensor<1xi16>
  %90 = tosa.rescale %85, %86, %87, %88, %89 {scale32 = false, rounding_mode = SINGLE_ROUND, per_channel = false, input_unsigned = false, output_unsigned = true} : (tensor<2x3x3xi8>, tensor<1xi16>, tensor<1xi8>, tensor<1xi8>, tensor<1xi16>) -> tensor<2x3x3xi16>
  %91 = "tosa.const"() <{values = dense<[[[-128, 127, 73], [17, 127, -128], [-128, -50, 27]], [[99, -118, 39], [127, -128, 127], [-37, 127, 127]]]> : tensor<2x3x3xi8>}> : () -> tensor<2x3x3xi8>
  %92 = "tosa.const"() <{values = dense<[17720, 20255, 19521]> : tensor<3xi16>}> : () -> tensor<3xi16>
  %93 = "tosa.const"() <{values = dense<[35, 16, 29]> : tensor<3xi8>}> : () -> tensor<3xi8>
  %94 = "tosa.const"() <{values = dense<-13> : tensor<1xi8>}> : () -> tensor<1xi8>
  %95 = "tosa.const"() <{values = dense<0> : tensor<1xi16>}> : () -> tensor<1xi16>
  %96 = tosa.rescale %91, %92, %93, %94, %95 {scale32 = false, rounding_mode = SINGLE_ROUND, per_channel = true, input_unsigned = false, output_unsigned = false} : (tensor<2x3x3xi8>, tensor<3xi16>, tensor<3xi8>, tensor<1xi8>, tensor<1xi16>) -> tensor<2x3x3xi16>
  %97 = "tosa.const"() <{values = dense<[[[-128, 127, -128], [127, -128, -128], [-128, 127, 127]], [[-128, 127, 127], [-128, -50, 127], [-82, -128, -63]]]> : tensor<2x3x3xi8>}> : () -> tensor<2x3x3xi8>
  %98 = "tosa.const"() <{values = dense<[23607, 27710, 26747]> : tensor<3xi16>}> : () -> tensor<3xi16>
  %99 = "tosa.const"() <{values = dense<[35, 36, 34]> : tensor<3xi8>}> : () -> tensor<3xi8>
  %100 = "tosa.const"() <{values = dense<5> : tensor<1xi8>}> : () -> tensor<1xi8>
  %101 = "tosa.const"() <{values = dense<0> : tensor<1xi16>}> : () -> tensor<1xi16>
  %102 = tosa.rescale %97, %98, %99, %100, %101 {scale32 = false, rounding_mode = SINGLE_ROUND, per_channel = true, input_unsigned = true, output_unsigned = false} : (tensor<2x3x3xi8>, tensor<3xi16>, tensor<3xi8>, tensor<1xi8>, tensor<1xi16>) -> tensor<2x3x3xi16>
  %103 = "tosa.const"() <{values = dense<[[[127, -49, 7], [41, -73, -128], [127, 127, 31]], [[-128, 116, 127], [-38, -37, -128], [-91, 127, -128]]]> : tensor<2x3x3xi8>}> : () -> tensor<2x3x3xi8>
  %104 = "tosa.const"() <{values = dense<[18699, 24909, 16742]> : tensor<3xi16>}> : () -> tensor<3xi16>
  %105 = "tosa.const"() <{values = dense<[29, 25, 26]> : tensor<3xi8>}> : () -> tensor<3xi8>
  %106 = "tosa.const"() <{values = dense<-111> : tensor<1xi8>}> : () -> tensor<1xi8>
  %107 = "tosa.const"() <{values = dense<-32768> : tensor<1xi16>}> : () -> tensor<1xi16>
  %108 = tosa.rescale %103, %104, %105, %106, %107 {scale32 = false, rounding_mode = SINGLE_ROUND, per_channel = true, input_unsigned = false, output_unsigned = true} : (tensor<2x3x3xi8>, tensor<3xi16>, tensor<3xi8>, tensor<1xi8>, tensor<1xi16>) -> tensor<2x3x3xi16>
  return %6, %12, %18, %24, %30, %36, %42, %48, %54, %60, %66, %72, %78, %84, %90, %96, %102, %108 : tensor<2x3x3xi16>, tensor<2x3x3xi16>, tensor<2x3x3xi16>, tensor<2x3x3xi16>, tensor<2x3x3xi16>, tensor<2x3x3xi16>, tensor<2x3x3xi16>, tensor<2x3x3xi16>, tensor<2x3x3xi16>, tensor<2x3x3xi16>, tensor<2x3x3xi16>, tensor<2x3x3xi16>, tensor<2x3x3xi16>, tensor<2x3x3xi16>, tensor<2x3x3xi16>, tensor<2x3x3xi16>, tensor<2x3x3xi16>, tensor<2x3x3xi16>
}
