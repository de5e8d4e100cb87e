// rescale from i8 to i32: every rounding mode, one factor and one a channel, signed and unsigned.
func.func @main() -> (tensor<2x3x3xi32>, tensor<2x3x3xi32>, tensor<2x3x3xi32>, tensor<2x3x3xi32>, tensor<2x3x3xi32>, tensor<2x3x3xi32>) {
  %1 = "tosa.const"() <{values = dense<[[[-128, 127, 58], [127, -128, 127], [-119, 63, 20]], [[-88, -47, -10], [-128, 127, 68], [127, -128, -128]]]> : tensor<2x3x3xi8>}> : () -> tensor<2x3x3xi8>
  %2 = "tosa.const"() <{values = dense<1131343649> : tensor<1xi32>}> : () -> tensor<1xi32>
  %3 = "tosa.const"() <{values = dense<38> : tensor<1xi8>}> : () -> tensor<1xi8>
  %4 = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %5 = "tosa.const"() <{values = dense<0> : tensor<1xi32>}> : () -> tensor<1xi32>
  %6 = tosa.rescale %1, %2, %3, %4, %5 {scale32 = true, rounding_mode = SINGLE_ROUND, per_channel = false, input_unsigned = false, output_unsigned = false} : (tensor<2x3x3xi8>, tensor<1xi32>, tensor<1xi8>, tensor<1xi8>, tensor<1xi32>) -> tensor<2x3x3xi32>
  %7 = "tosa.const"() <{values = dense<[[[127, 127, 127], [127, 127, -31], [54, -128, 59]], [[-128, -1, 127], [127, 127, -128], [-20, -128, -128]]]> : tensor<2x3x3xi8>}> : () -> tensor<2x3x3xi8>
  %8 = "tosa.const"() <{values = dense<[1737041805, 1180866537, 1432418471]> : tensor<3xi32>}> : () -> tensor<3xi32>
  %9 = "tosa.const"() <{values = dense<[35, 41, 42]> : tensor<3xi8>}> : () -> tensor<3xi8>
  %10 = "tosa.const"() <{values = dense<-20> : tensor<1xi8>}> : () -> tensor<1xi8>
  %11 = "tosa.const"() <{values = dense<0> : tensor<1xi32>}> : () -> tensor<1xi32>
  %12 = tosa.rescale %7, %8, %9, %10, %11 {scale32 = true, rounding_mode = SINGLE_ROUND, per_channel = true, input_unsigned = false, output_unsigned = false} : (tensor<2x3x3xi8>, tensor<3xi32>, tensor<3xi8>, tensor<1xi8>, tensor<1xi32>) -> tensor<2x3x3xi32>
  %13 = "tosa.const"() <{values = dense<[[[-89, -128, 127], [127, -101, -128], [-7, 12, 127]], [[-74, 127, -62], [-42, -77, -128], [-124, -128, -128]]]> : tensor<2x3x3xi8>}> : () -> tensor<2x3x3xi8>
  %14 = "tosa.const"() <{values = dense<1839758101> : tensor<1xi32>}> : () -> tensor<1xi32>
  %15 = "tosa.const"() <{values = dense<44> : tensor<1xi8>}> : () -> tensor<1xi8>
  %16 = "tosa.const"() <{values = dense<-54> : tensor<1xi8>}> : () -> tensor<1xi8>
  %17 = "tosa.const"() <{values = dense<0> : tensor<1xi32>}> : () -> tensor<1xi32>
  %18 = tosa.rescale %13, %14, %15, %16, %17 {scale32 = true, rounding_mode = DOUBLE_ROUND, per_channel = false, input_unsigned = false, output_unsigned = false} : (tensor<2x3x3xi8>, tensor<1xi32>, tensor<1xi8>, tensor<1xi8>, tensor<1xi32>) -> tensor<2x3x3xi32>
  %19 = "tosa.const"() <{values = dense<[[[-128, 124, 127], [-128, 127, 127], [-116, -60, -6]], [[-128, -128, -127], [78, 127, -128], [20, 127, 127]]]> : tensor<2x3x3xi8>}> : () -> tensor<2x3x3xi8>
  %20 = "tosa.const"() <{values = dense<[1637513205, 1629492850, 2007140302]> : tensor<3xi32>}> : () -> tensor<3xi32>
  %21 = "tosa.const"() <{values = dense<[41, 43, 37]> : tensor<3xi8>}> : () -> tensor<3xi8>
  %22 = "tosa.const"() <{values = dense<-105> : tensor<1xi8>}> : () -> tensor<1xi8>
  %23 = "tosa.const"() <{values = dense<0> : tensor<1xi32>}> : () -> tensor<1xi32>
  %24 = tosa.rescale %19, %20, %21, %22, %23 {scale32 = true, rounding_mode = DOUBLE_ROUND, per_channel = true, input_unsigned = false, output_unsigned = false} : (tensor<2x3x3xi8>, tensor<3xi32>, tensor<3xi8>, tensor<1xi8>, tensor<1xi32>) -> tensor<2x3x3xi32>
  %25 = "tosa.const"() <{values = dense<[[[-18, 48, -128], [-128, 127, 127], [-65, 127, -128]], [[-128, -128, 127], [-128, -128, -62], [127, 127, 123]]]> : tensor<2x3x3xi8>}> : () -> tensor<2x3x3xi8>
  %26 = "tosa.const"() <{values = dense<21213> : tensor<1xi16>}> : () -> tensor<1xi16>
  %27 = "tosa.const"() <{values = dense<34> : tensor<1xi8>}> : () -> tensor<1xi8>
  %28 = "tosa.const"() <{values = dense<-122> : tensor<1xi8>}> : () -> tensor<1xi8>
  %29 = "tosa.const"() <{values = dense<0> : tensor<1xi32>}> : () -> tensor<1xi32>
  %30 = tosa.rescale %25, %26, %27, %28, %29 {scale32 = false, rounding_mode = SINGLE_ROUND, per_channel = false, input_unsigned = false, output_unsigned = false} : (tensor<2x3x3xi8>, tensor<1xi16>, tensor<1xi8>, tensor<1xi8>, tensor<1xi32>) -> tensor<2x3x3xi32>
  %31 = "tosa.const"() <{values = dense<[[[29, 78, -60], [-128, 73, 20], [-47, 127, 127]], [[127, -128, -64], [-13, -128, 127], [127, -128, 127]]]> : tensor<2x3x3xi8>}> : () -> tensor<2x3x3xi8>
  %32 = "tosa.const"() <{values = dense<[31265, 30203, 29154]> : tensor<3xi16>}> : () -> tensor<3xi16>
  %33 = "tosa.const"() <{values = dense<[22, 27, 33]> : tensor<3xi8>}> : () -> tensor<3xi8>
  %34 = "tosa.const"() <{values = dense<59> : tensor<1xi8>}> : () -> tensor<1xi8>
  %35 = "tosa.const"() <{values = dense<0> : tensor<1xi32>}> : () -> tensor<1xi32>
  %36 = tosa.rescale %31, %32, %33, %34, %35 {scale32 = false, rounding_mode = SINGLE_ROUND, per_channel = true, input_unsigned = false, output_unsigned = false} : (tensor<2x3x3xi8>, tensor<3xi16>, tensor<3xi8>, tensor<1xi8>, tensor<1xi32>) -> tensor<2x3x3xi32>
  return %6, %12, %18, %24, %30, %36 : tensor<2x3x3xi32>, tensor<2x3x3xi32>, tensor<2x3x3xi32>, tensor<2x3x3xi32>, tensor<2x3x3xi32>, tensor<2x3x3xi32>
}
