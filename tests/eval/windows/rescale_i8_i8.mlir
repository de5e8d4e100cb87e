// rescale from i8 to i8: every rounding mode, one factor and one a channel, signed and unsigned.
func.func @main() -> (tensor<2x3x3xi8>, tensor<2x3x3xi8>, tensor<2x3x3xi8>, tensor<2x3x3xi8>, tensor<2x3x3xi8>, tensor<2x3x3xi8>, tensor<2x3x3xi8>, tensor<2x3x3xi8>, tensor<2x3x3xi8>, tensor<2x3x3xi8>, tensor<2x3x3xi8>, tensor<2x3x3xi8>, tensor<2x3x3xi8>, tensor<2x3x3xi8>, tensor<2x3x3xi8>, tensor<2x3x3xi8>, tensor<2x3x3xi8>, tensor<2x3x3xi8>) {
  %1 = "tosa.const"() <{values = dense<[[[-43, 126, 44], [-55, 127, -128], [-116, 7, -128]], [[127, 127, -128], [127, 127, -128], [-7, 127, -128]]]> : tensor<2x3x3xi8>}> : () -> tensor<2x3x3xi8>
  %2 = "tosa.const"() <{values = dense<1078697564> : tensor<1xi32>}> : () -> tensor<1xi32>
  %3 = "tosa.const"() <{values = dense<36> : tensor<1xi8>}> : () -> tensor<1xi8>
  %4 = "tosa.const"() <{values = dense<-76> : tensor<1xi8>}> : () -> tensor<1xi8>
  %5 = "tosa.const"() <{values = dense<117> : tensor<1xi8>}> : () -> tensor<1xi8>
  %6 = tosa.rescale %1, %2, %3, %4, %5 {scale32 = true, rounding_mode = SINGLE_ROUND, per_channel = false, input_unsigned = false, output_unsigned = false} : (tensor<2x3x3xi8>, tensor<1xi32>, tensor<1xi8>, tensor<1xi8>, tensor<1xi8>) -> tensor<2x3x3xi8>
  %7 = "tosa.const"() <{values = dense<[[[127, 127, -128], [-56, 127, 127], [127, 127, -60]], [[127, 127, 127], [-128, -128, 127], [-128, 127, 127]]]> : tensor<2x3x3xi8>}> : () -> tensor<2x3x3xi8>
  %8 = "tosa.const"() <{values = dense<1700560516> : tensor<1xi32>}> : () -> tensor<1xi32>
  %9 = "tosa.const"() <{values = dense<37> : tensor<1xi8>}> : () -> tensor<1xi8>
  %10 = "tosa.const"() <{values = dense<127> : tensor<1xi8>}> : () -> tensor<1xi8>
  %11 = "tosa.const"() <{values = dense<71> : tensor<1xi8>}> : () -> tensor<1xi8>
  %12 = tosa.rescale %7, %8, %9, %10, %11 {scale32 = true, rounding_mode = SINGLE_ROUND, per_channel = false, input_unsigned = true, output_unsigned = false} : (tensor<2x3x3xi8>, tensor<1xi32>, tensor<1xi8>, tensor<1xi8>, tensor<1xi8>) -> tensor<2x3x3xi8>
  %13 = "tosa.const"() <{values = dense<[[[127, -26, 127], [-128, -89, 127], [127, 127, -128]], [[-47, 42, -128], [127, 22, -128], [127, -128, -128]]]> : tensor<2x3x3xi8>}> : () -> tensor<2x3x3xi8>
  %14 = "tosa.const"() <{values = dense<2090007669> : tensor<1xi32>}> : () -> tensor<1xi32>
  %15 = "tosa.const"() <{values = dense<30> : tensor<1xi8>}> : () -> tensor<1xi8>
  %16 = "tosa.const"() <{values = dense<-38> : tensor<1xi8>}> : () -> tensor<1xi8>
  %17 = "tosa.const"() <{values = dense<107> : tensor<1xi8>}> : () -> tensor<1xi8>
  %18 = tosa.rescale %13, %14, %15, %16, %17 {scale32 = true, rounding_mode = SINGLE_ROUND, per_channel = false, input_unsigned = false, output_unsigned = true} : (tensor<2x3x3xi8>, tensor<1xi32>, tensor<1xi8>, tensor<1xi8>, tensor<1xi8>) -> tensor<2x3x3xi8>
  %19 = "tosa.const"() <{values = dense<[[[3, 127, 127], [127, -82, 111], [-128, -128, 39]], [[127, 127, 119], [127, -81, -128], [127, -128, -128]]]> : tensor<2x3x3xi8>}> : () -> tensor<2x3x3xi8>
  %20 = "tosa.const"() <{values = dense<[2002025176, 1999597105, 1398298994]> : tensor<3xi32>}> : () -> tensor<3xi32>
  %21 = "tosa.const"() <{values = dense<[40, 38, 40]> : tensor<3xi8>}> : () -> tensor<3xi8>
  %22 = "tosa.const"() <{values = dense<119> : tensor<1xi8>}> : () -> tensor<1xi8>
  %23 = "tosa.const"() <{values = dense<117> : tensor<1xi8>}> : () -> tensor<1xi8>
  %24 = tosa.rescale %19, %20, %21, %22, %23 {scale32 = true, rounding_mode = SINGLE_ROUND, per_channel = true, input_unsigned = false, output_unsigned = false} : (tensor<2x3x3xi8>, tensor<3xi32>, tensor<3xi8>, tensor<1xi8>, tensor<1xi8>) -> tensor<2x3x3xi8>
  %25 = "tosa.const"() <{values = dense<[[[-128, -112, 127], [-128, -128, 127], [127, 127, -106]], [[-128, 127, 127], [127, 127, -128], [-128, -92, -128]]]> : tensor<2x3x3xi8>}> : () -> tensor<2x3x3xi8>
  %26 = "tosa.const"() <{values = dense<[1448348158, 1870651913, 1887454529]> : tensor<3xi32>}> : () -> tensor<3xi32>
  %27 = "tosa.const"() <{values = dense<[42, 34, 44]> : tensor<3xi8>}> : () -> tensor<3xi8>
  %28 = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %29 = "tosa.const"() <{values = dense<-97> : tensor<1xi8>}> : () -> tensor<1xi8>
  %30 = tosa.rescale %25, %26, %27, %28, %29 {scale32 = true, rounding_mode = SINGLE_ROUND, per_channel = true, input_unsigned = true, output_unsigned = false} : (tensor<2x3x3xi8>, tensor<3xi32>, tensor<3xi8>, tensor<1xi8>, tensor<1xi8>) -> tensor<2x3x3xi8>
  %31 = "tosa.const"() <{values = dense<[[[65, -128, -128], [127, 78, 127], [127, -128, -128]], [[-128, 127, -128], [127, 88, 16], [-128, 127, -128]]]> : tensor<2x3x3xi8>}> : () -> tensor<2x3x3xi8>
  %32 = "tosa.const"() <{values = dense<[1388519145, 1697362229, 1850780273]> : tensor<3xi32>}> : () -> tensor<3xi32>
  %33 = "tosa.const"() <{values = dense<[40, 41, 39]> : tensor<3xi8>}> : () -> tensor<3xi8>
  %34 = "tosa.const"() <{values = dense<113> : tensor<1xi8>}> : () -> tensor<1xi8>
  %35 = "tosa.const"() <{values = dense<-80> : tensor<1xi8>}> : () -> tensor<1xi8>
  %36 = tosa.rescale %31, %32, %33, %34, %35 {scale32 = true, rounding_mode = SINGLE_ROUND, per_channel = true, input_unsigned = false, output_unsigned = true} : (tensor<2x3x3xi8>, tensor<3xi32>, tensor<3xi8>, tensor<1xi8>, tensor<1xi8>) -> tensor<2x3x3xi8>
  %37 = "tosa.const"() <{values = dense<[[[-128, -12, 127], [-128, -128, -40], [127, 127, 127]], [[127, 127, 9], [127, -45, -128], [104, 121, 127]]]> : tensor<2x3x3xi8>}> : () -> tensor<2x3x3xi8>
  %38 = "tosa.const"() <{values = dense<1277454343> : tensor<1xi32>}> : () -> tensor<1xi32>
  %39 = "tosa.const"() <{values = dense<38> : tensor<1xi8>}> : () -> tensor<1xi8>
  %40 = "tosa.const"() <{values = dense<78> : tensor<1xi8>}> : () -> tensor<1xi8>
  %41 = "tosa.const"() <{values = dense<-1> : tensor<1xi8>}> : () -> tensor<1xi8>
  %42 = tosa.rescale %37, %38, %39, %40, %41 {scale32 = true, rounding_mode = DOUBLE_ROUND, per_channel = false, input_unsigned = false, output_unsigned = false} : (tensor<2x3x3xi8>, tensor<1xi32>, tensor<1xi8>, tensor<1xi8>, tensor<1xi8>) -> tensor<2x3x3xi8>
  %43 = "tosa.const"() <{values = dense<[[[127, -37, 127], [108, 127, 127], [-90, 21, 66]], [[-46, 127, -128], [-128, -128, -128], [-128, 127, -128]]]> : tensor<2x3x3xi8>}> : () -> tensor<2x3x3xi8>
  %44 = "tosa.const"() <{values = dense<1857961006> : tensor<1xi32>}> : () -> tensor<1xi32>
  %45 = "tosa.const"() <{values = dense<35> : tensor<1xi8>}> : () -> tensor<1xi8>
  %46 = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %47 = "tosa.const"() <{values = dense<-36> : tensor<1xi8>}> : () -> tensor<1xi8>
  %48 = tosa.rescale %43, %44, %45, %46, %47 {scale32 = true, rounding_mode = DOUBLE_ROUND, per_channel = false, input_unsigned = true, output_unsigned = false} : (tensor<2x3x3xi8>, tensor<1xi32>, tensor<1xi8>, tensor<1xi8>, tensor<1xi8>) -> tensor<2x3x3xi8>
  %49 = "tosa.const"() <{values = dense<[[[127, 127, -45], [127, 127, -128], [89, 127, -100]], [[127, 13, 127], [-81, -128, 127], [127, -128, -128]]]> : tensor<2x3x3xi8>}> : () -> tensor<2x3x3xi8>
  %50 = "tosa.const"() <{values = dense<1833567557> : tensor<1xi32>}> : () -> tensor<1xi32>
  %51 = "tosa.const"() <{values = dense<42> : tensor<1xi8>}> : () -> tensor<1xi8>
  %52 = "tosa.const"() <{values = dense<117> : tensor<1xi8>}> : () -> tensor<1xi8>
  %53 = "tosa.const"() <{values = dense<-77> : tensor<1xi8>}> : () -> tensor<1xi8>
  %54 = tosa.rescale %49, %50, %51, %52, %53 {scale32 = true, rounding_mode = DOUBLE_ROUND, per_channel = false, input_unsigned = false, output_unsigned = true} : (tensor<2x3x3xi8>, tensor<1xi32>, tensor<1xi8>, tensor<1xi8>, tensor<1xi8>) -> tensor<2x3x3xi8>
  %55 = "tosa.const"() <{values = dense<[[[-128, 80, -128], [14, 127, -52], [-5, 127, -128]], [[127, -128, 127], [-128, 127, 127], [127, 127, 127]]]> : tensor<2x3x3xi8>}> : () -> tensor<2x3x3xi8>
  %56 = "tosa.const"() <{values = dense<[1128792128, 1260587289, 1439706684]> : tensor<3xi32>}> : () -> tensor<3xi32>
  %57 = "tosa.const"() <{values = dense<[36, 32, 45]> : tensor<3xi8>}> : () -> tensor<3xi8>
  %58 = "tosa.const"() <{values = dense<-116> : tensor<1xi8>}> : () -> tensor<1xi8>
  %59 = "tosa.const"() <{values = dense<88> : tensor<1xi8>}> : () -> tensor<1xi8>
  %60 = tosa.rescale %55, %56, %57, %58, %59 {scale32 = true, rounding_mode = DOUBLE_ROUND, per_channel = true, input_unsigned = false, output_unsigned = false} : (tensor<2x3x3xi8>, tensor<3xi32>, tensor<3xi8>, tensor<1xi8>, tensor<1xi8>) -> tensor<2x3x3xi8>
  %61 = "tosa.const"() <{values = dense<[[[127, -128, -128], [127, -128, 127], [-42, -128, 14]], [[-67, -128, 127], [-128, -128, -128], [127, -128, 39]]]> : tensor<2x3x3xi8>}> : () -> tensor<2x3x3xi8>
  %62 = "tosa.const"() <{values = dense<[1735893432, 1970114534, 1567408347]> : tensor<3xi32>}> : () -> tensor<3xi32>
  %63 = "tosa.const"() <{values = dense<[31, 35, 33]> : tensor<3xi8>}> : () -> tensor<3xi8>
  %64 = "tosa.const"() <{values = dense<5> : tensor<1xi8>}> : () -> tensor<1xi8>
  %65 = "tosa.const"() <{values = dense<52> : tensor<1xi8>}> : () -> tensor<1xi8>
  %66 = tosa.rescale %61, %62, %63, %64, %65 {scale32 = true, rounding_mode = DOUBLE_ROUND, per_channel = true, input_unsigned = true, output_unsigned = false} : (tensor<2x3x3xi8>, tensor<3xi32>, tensor<3xi8>, tensor<1xi8>, tensor<1xi8>) -> tensor<2x3x3xi8>
  %67 = "tosa.const"() <{values = dense<[[[-63, -84, -128], [-128, -78, -128], [127, 127, -128]], [[101, -128, 127], [127, 127, 127], [-128, 71, 127]]]> : tensor<2x3x3xi8>}> : () -> tensor<2x3x3xi8>
  %68 = "tosa.const"() <{values = dense<[1900896472, 1682600167, 1268537744]> : tensor<3xi32>}> : () -> tensor<3xi32>
  %69 = "tosa.const"() <{values = dense<[31, 45, 44]> : tensor<3xi8>}> : () -> tensor<3xi8>
  %70 = "tosa.const"() <{values = dense<-91> : tensor<1xi8>}> : () -> tensor<1xi8>
  %71 = "tosa.const"() <{values = dense<-10> : tensor<1xi8>}> : () -> tensor<1xi8>
  %72 = tosa.rescale %67, %68, %69, %70, %71 {scale32 = true, rounding_mode = DOUBLE_ROUND, per_channel = true, input_unsigned = false, output_unsigned = true} : (tensor<2x3x3xi8>, tensor<3xi32>, tensor<3xi8>, tensor<1xi8>, tensor<1xi8>) -> tensor<2x3x3xi8>
  %73 = "tosa.const"() <{values = dense<[[[11, 127, -128], [127, 127, 115], [-128, 72, 127]], [[127, -37, 6], [-76, -128, 127], [-128, -128, 13]]]> : tensor<2x3x3xi8>}> : () -> tensor<2x3x3xi8>
  %74 = "tosa.const"() <{values = dense<25849> : tensor<1xi16>}> : () -> tensor<1xi16>
  %75 = "tosa.const"() <{values = dense<23> : tensor<1xi8>}> : () -> tensor<1xi8>
  %76 = "tosa.const"() <{values = dense<-27> : tensor<1xi8>}> : () -> tensor<1xi8>
  %77 = "tosa.const"() <{values = dense<12> : tensor<1xi8>}> : () -> tensor<1xi8>
  %78 = tosa.rescale %73, %74, %75, %76, %77 {scale32 = false, rounding_mode = SINGLE_ROUND, per_channel = false, input_unsigned = false, output_unsigned = false} : (tensor<2x3x3xi8>, tensor<1xi16>, tensor<1xi8>, tensor<1xi8>, tensor<1xi8>) -> tensor<2x3x3xi8>
  %79 = "tosa.const"() <{values = dense<[[[-128, 127, -73], [127, 127, 127], [-128, 53, -101]], [[-128, 127, 97], [-128, -128, 127], [-99, -128, -128]]]> : tensor<2x3x3xi8>}> : () -> tensor<2x3x3xi8>
  %80 = "tosa.const"() <{values = dense<26627> : tensor<1xi16>}> : () -> tensor<1xi16>
  %81 = "tosa.const"() <{values = dense<21> : tensor<1xi8>}> : () -> tensor<1xi8>
  %82 = "tosa.const"() <{values = dense<5> : tensor<1xi8>}> : () -> tensor<1xi8>
  %83 = "tosa.const"() <{values = dense<-73> : tensor<1xi8>}> : () -> tensor<1xi8>
  %84 = tosa.rescale %79, %80, %81, %82, %83 {scale32 = false, rounding_mode = SINGLE_ROUND, per_channel = false, input_unsigned = true, output_unsigned = false} : (tensor<2x3x3xi8>, tensor<1xi16>, tensor<1xi8>, tensor<1xi8>, tensor<1xi8>) -> tensor<2x3x3xi8>
  %85 = "tosa.const"() <{values = dense<[[[127, 127, 127], [-31, 127, 57], [127, -128, -111]], [[-106, -61, -128], [-28, 127, -128], [-128, -128, -128]]]> : tensor<2x3x3xi8>}> : () -> tensor<2x3x3xi8>
  %86 = "tosa.const"() <{values = dense<23064> : tensor<1xi16>}> : () -> tensor<1xi16>
  %87 = "tosa.const"() <{values = dense<24> : tensor<1xi8>}> : () -> tensor<1xi8>
  %88 = "tosa.const"() <{values = dense<121> : tensor<1xi8>}> : () -> tensor<1xi8>
  %89 = "tosa.const"() <{values = dense<-24> : tensor<1xi8>}> : () -> tensor<1xi8>
  %90 = tosa.rescale %85, %86, %87, %88, %89 {scale32 = false, rounding_mode = SINGLE_ROUND, per_channel = false, input_unsigned = false, output_unsigned = true} : (tensor<2x3x3xi8>, tensor<1xi16>, tensor<1xi8>, tensor<1xi8>, tensor<1xi8>) -> tensor<2x3x3xi8>
  %91 = "tosa.const"() <{values = dense<[[[127, 13, 127], [-128, -115, -128], [-128, -94, 57]], [[-128, -128, 120], [127, 127, 23], [127, 127, 23]]]> : tensor<2x3x3xi8>}> : () -> tensor<2x3x3xi8>
  %92 = "tosa.const"() <{values = dense<[28253, 30615, 25908]> : tensor<3xi16>}> : () -> tensor<3xi16>
  %93 = "tosa.const"() <{values = dense<[33, 36, 19]> : tensor<3xi8>}> : () -> tensor<3xi8>
  %94 = "tosa.const"() <{values = dense<21> : tensor<1xi8>}> : () -> tensor<1xi8>
  %95 = "tosa.const"() <{values = dense<59> : tensor<1xi8>}> : () -> tensor<1xi8>
  %96 = tosa.rescale %91, %92, %93, %94, %95 {scale32 = false, rounding_mode = SINGLE_ROUND, per_channel = true, input_unsigned = false, output_unsigned = false} : (tensor<2x3x3xi8>, tensor<3xi16>, tensor<3xi8>, tensor<1xi8>, tensor<1xi8>) -> tensor<2x3x3xi8>
  %97 = "tosa.const"() <{values = dense<[[[-119, -58, 127], [126, 127, -128], [35, 127, -128]], [[77, -128, -128], [56, -128, -58], [-64, 127, -128]]]> : tensor<2x3x3xi8>}> : () -> tensor<2x3x3xi8>
  %98 = "tosa.const"() <{values = dense<[21764, 19216, 29320]> : tensor<3xi16>}> : () -> tensor<3xi16>
  %99 = "tosa.const"() <{values = dense<[29, 28, 32]> : tensor<3xi8>}> : () -> tensor<3xi8>
  %100 = "tosa.const"() <{values = dense<127> : tensor<1xi8>}> : () -> tensor<1xi8>
  %101 = "tosa.const"() <{values = dense<5> : tensor<1xi8>}> : () -> tensor<1xi8>
  %102 = tosa.rescale %97, %98, %99, %100, %101 {scale32 = false, rounding_mode = SINGLE_ROUND, per_channel = true, input_unsigned = true, output_unsigned = false} : (tensor<2x3x3xi8>, tensor<3xi16>, tensor<3xi8>, tensor<1xi8>, tensor<1xi8>) -> tensor<2x3x3xi8>
  %103 = "tosa.const"() <{values = dense<[[[-128, -52, 127], [-128, -128, 127], [-128, 25, -128]], [[-128, -128, -128], [127, 127, -62], [-128, 127, 89]]]> : tensor<2x3x3xi8>}> : () -> tensor<2x3x3xi8>
  %104 = "tosa.const"() <{values = dense<[32000, 19028, 28987]> : tensor<3xi16>}> : () -> tensor<3xi16>
  %105 = "tosa.const"() <{values = dense<[38, 36, 21]> : tensor<3xi8>}> : () -> tensor<3xi8>
  %106 = "tosa.const"() <{values = dense<-45> : tensor<1xi8>}> : () -> tensor<1xi8>
  %107 = "tosa.const"() <{values = dense<-80> : tensor<1xi8>}> : () -> tensor<1xi8>
  %108 = tosa.rescale %103, %104, %105, %106, %107 {scale32 = false, rounding_mode = SINGLE_ROUND, per_channel = true, input_unsigned = false, output_unsigned = true} : (tensor<2x3x3xi8>, tensor<3xi16>, tensor<3xi8>, tensor<1xi8>, tensor<1xi8>) -> tensor<2x3x3xi8>
  return %6, %12, %18, %24, %30, %36, %42, %48, %54, %60, %66, %72, %78, %84, %90, %96, %102, %108 : tensor<2x3x3xi8>, tensor<2x3x3xi8>, tensor<2x3x3xi8>, tensor<2x3x3xi8>, tensor<2x3x3xi8>, tensor<2x3x3xi8>, tensor<2x3x3xi8>, tensor<2x3x3xi8>, tensor<2x3x3xi8>, tensor<2x3x3xi8>, tensor<2x3x3xi8>, tensor<2x3x3xi8>, tensor<2x3x3xi8>, tensor<2x3x3xi8>, tensor<2x3x3xi8>, tensor<2x3x3xi8>, tensor<2x3x3xi8>, tensor<2x3x3xi8>
}
