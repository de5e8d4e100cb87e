// rescale from i16 to i32: every rounding mode, one factor and one a channel, signed and unsigned.
func.func @main() -> (tensor<2x3x3xi32>, tensor<2x3x3xi32>, tensor<2x3x3xi32>, tensor<2x3x3xi32>, tensor<2x3x3xi32>, tensor<2x3x3xi32>) {
  %1 = "tosa.const"() <{values = dense<[[[-32768, -32768, 32767], [32767, -17339, 32767], [-32768, 32767, 27509]], [[-22324, 32767, -32768], [-32768, 32767, 2412], [-32768, 16388, 32767]]]> : tensor<2x3x3xi16>}> : () -> tensor<2x3x3xi16>
  %2 = "tosa.const"() <{values = dense<1994526654> : tensor<1xi32>}> : () -> tensor<1xi32>
  %3 = "tosa.const"() <{values = dense<30> : tensor<1xi8>}> : () -> tensor<1xi8>
  %4 = "tosa.const"() <{values = dense<0> : tensor<1xi16>}> : () -> tensor<1xi16>
  %5 = "tosa.const"() <{values = dense<0> : tensor<1xi32>}> : () -> tensor<1xi32>
  %6 = tosa.rescale %1, %2, %3, %4, %5 {scale32 = true, rounding_mode = SINGLE_ROUND, per_channel = false, input_unsigned = false, output_unsigned = false} : (tensor<2x3x3xi16>, tensor<1xi32>, tensor<1xi8>, tensor<1xi16>, tensor<1xi32>) -> tensor<2x3x3xi32>
  %7 = "tosa.const"() <{values = dense<[[[-20912, 28628, 24769], [32767, -24992, 32767], [32767, -3832, 514]], [[32767, -32768, -32768], [-16975, -2203, 32767], [-32768, -32768, -32768]]]> : tensor<2x3x3xi16>}> : () -> tensor<2x3x3xi16>
  %8 = "tosa.const"() <{values = dense<[1919645627, 1662790109, 1425303845]> : tensor<3xi32>}> : () -> tensor<3xi32>
  %9 = "tosa.const"() <{values = dense<[40, 40, 35]> : tensor<3xi8>}> : () -> tensor<3xi8>
  %10 = "tosa.const"() <{values = dense<0> : tensor<1xi16>}> : () -> tensor<1xi16>
  %11 = "tosa.const"() <{values = dense<0> : tensor<1xi32>}> : () -> tensor<1xi32>
  %12 = tosa.rescale %7, %8, %9, %10, %11 {scale32 = true, rounding_mode = SINGLE_ROUND, per_channel = true, input_unsigned = false, output_unsigned = false} : (tensor<2x3x3xi16>, tensor<3xi32>, tensor<3xi8>, tensor<1xi16>, tensor<1xi32>) -> tensor<2x3x3xi32>
  %13 = "tosa.const"() <{values = dense<[[[26238, 32767, -32768], [32767, 32767, 32767], [32767, -32768, 32767]], [[-4368, 32767, 3788], [-25193, 14601, 8902], [32767, 32767, -32768]]]> : tensor<2x3x3xi16>}> : () -> tensor<2x3x3xi16>
  %14 = "tosa.const"() <{values = dense<1509120405> : tensor<1xi32>}> : () -> tensor<1xi32>
  %15 = "tosa.const"() <{values = dense<34> : tensor<1xi8>}> : () -> tensor<1xi8>
  %16 = "tosa.const"() <{values = dense<0> : tensor<1xi16>}> : () -> tensor<1xi16>
  %17 = "tosa.const"() <{values = dense<0> : tensor<1xi32>}> : () -> tensor<1xi32>
  %18 = tosa.rescale %13, %14, %15, %16, %17 {scale32 = true, rounding_mode = DOUBLE_ROUND, per_channel = false, input_unsigned = false, output_unsigned = false} : (tensor<2x3x3xi16>, tensor<1xi32>, tensor<1xi8>, tensor<1xi16>, tensor<1xi32>) -> tensor<2x3x3xi32>
  %19 = "tosa.const"() <{values = dense<[[[8338, -32768, 15660], [-32768, 32767, 32767], [-32768, 32767, 24780]], [[32767, -32768, -32768], [32767, 25185, -32768], [14868, -32768, 28190]]]> : tensor<2x3x3xi16>}> : () -> tensor<2x3x3xi16>
  %20 = "tosa.const"() <{values = dense<[2139766965, 1844037137, 2039287465]> : tensor<3xi32>}> : () -> tensor<3xi32>
  %21 = "tosa.const"() <{values = dense<[43, 33, 31]> : tensor<3xi8>}> : () -> tensor<3xi8>
  %22 = "tosa.const"() <{values = dense<0> : tensor<1xi16>}> : () -> tensor<1xi16>
  %23 = "tosa.const"() <{values = dense<0> : tensor<1xi32>}> : () -> tensor<1xi32>
  %24 = tosa.rescale %19, %20, %21, %22, %23 {scale32 = true, rounding_mode = DOUBLE_ROUND, per_channel = true, input_unsigned = false, output_unsigned = false} : (tensor<2x3x3xi16>, tensor<3xi32>, tensor<3xi8>, tensor<1xi16>, tensor<1xi32>) -> tensor<2x3x3xi32>
  %25 = "tosa.const"() <{values = dense<[[[21919, -32768, 32767], [3092, -32768, 16330], [32767, -10551, 32767]], [[32767, -384, -7540], [25161, -28973, -12998], [-32768, 32767, 32767]]]> : tensor<2x3x3xi16>}> : () -> tensor<2x3x3xi16>
  %26 = "tosa.const"() <{values = dense<18047> : tensor<1xi16>}> : () -> tensor<1xi16>
  %27 = "tosa.const"() <{values = dense<38> : tensor<1xi8>}> : () -> tensor<1xi8>
  %28 = "tosa.const"() <{values = dense<0> : tensor<1xi16>}> : () -> tensor<1xi16>
  %29 = "tosa.const"() <{values = dense<0> : tensor<1xi32>}> : () -> tensor<1xi32>
  %30 = tosa.rescale %25, %26, %27, %28, %29 {scale32 = false, rounding_mode = SINGLE_ROUND, per_channel = false, input_unsigned = false, output_unsigned = false} : (tensor<2x3x3xi16>, tensor<1xi16>, tensor<1xi8>, tensor<1xi16>, tensor<1xi32>) -> tensor<2x3x3xi32>
  %31 = "tosa.const"() <{values = dense<[[[-32768, 32767, -32768], [32767, -32768, 32767], [-32768, 14384, -3815]], [[-8067, 32767, 32767], [-32768, -22348, -25695], [-32768, -31121, -32768]]]> : tensor<2x3x3xi16>}> : () -> tensor<2x3x3xi16>
  %32 = "tosa.const"() <{values = dense<[27338, 17424, 28160]> : tensor<3xi16>}> : () -> tensor<3xi16>
  %33 = "tosa.const"() <{values = dense<[27, 27, 17]> : tensor<3xi8>}> : () -> tensor<3xi8>
  %34 = "tosa.const"() <{values = dense<0> : tensor<1xi16>}> : () -> tensor<1xi16>
  %35 = "tosa.const"() <{values = dense<0> : tensor<1xi32>}> : () -> tensor<1xi32>
  %36 = tosa.rescale %31, %32, %33, %34, %35 {scale32 = false, rounding_mode = SINGLE_ROUND, per_channel = true, input_unsigned = false, output_unsigned = false} : (tensor<2x3x3xi16>, tensor<3xi16>, tensor<3xi8>, tensor<1xi16>, tensor<1xi32>) -> tensor<2x3x3xi32>
  return %6, %12, %18, %24, %30, %36 : tensor<2x3x3xi32>, tensor<2x3x3xi32>, tensor<2x3x3xi32>, tensor<2x3x3xi32>, tensor<2x3x3xi32>, tensor<2x3x3xi32>
}
