// rescale from i48 to i32: every rounding mode, one factor and one a channel, signed and unsigned.
func.func @main() -> (tensor<2x3x3xi32>, tensor<2x3x3xi32>) {
  %1 = "tosa.const"() <{values = dense<[[[5996557966940, 140737488355327, -140737488355328], [-140737488355328, 98318601789603, 140737488355327], [32869310319176, 60871989406097, 140737488355327]], [[-140737488355328, -30961396476109, 1527904729464], [140737488355327, 140737488355327, 140737488355327], [124590679219160, -140737488355328, -140737488355328]]]> : tensor<2x3x3xi48>}> : () -> tensor<2x3x3xi48>
  %2 = "tosa.const"() <{values = dense<19812> : tensor<1xi16>}> : () -> tensor<1xi16>
  %3 = "tosa.const"() <{values = dense<32> : tensor<1xi8>}> : () -> tensor<1xi8>
  %4 = "tosa.const"() <{values = dense<0> : tensor<1xi48>}> : () -> tensor<1xi48>
  %5 = "tosa.const"() <{values = dense<0> : tensor<1xi32>}> : () -> tensor<1xi32>
  %6 = tosa.rescale %1, %2, %3, %4, %5 {scale32 = false, rounding_mode = SINGLE_ROUND, per_channel = false, input_unsigned = false, output_unsigned = false} : (tensor<2x3x3xi48>, tensor<1xi16>, tensor<1xi8>, tensor<1xi48>, tensor<1xi32>) -> tensor<2x3x3xi32>
  %7 = "tosa.const"() <{values = dense<[[[-8756355465806, 140737488355327, 140737488355327], [-140737488355328, 140737488355327, 140737488355327], [-140737488355328, 140737488355327, -20364925311861]], [[-91906422212976, -140737488355328, -140737488355328], [-107146554465998, 10830405492592, 140737488355327], [-140737488355328, -140737488355328, -137502039580949]]]> : tensor<2x3x3xi48>}> : () -> tensor<2x3x3xi48>
  %8 = "tosa.const"() <{values = dense<[19789, 24200, 30512]> : tensor<3xi16>}> : () -> tensor<3xi16>
  %9 = "tosa.const"() <{values = dense<[30, 35, 40]> : tensor<3xi8>}> : () -> tensor<3xi8>
  %10 = "tosa.const"() <{values = dense<0> : tensor<1xi48>}> : () -> tensor<1xi48>
  %11 = "tosa.const"() <{values = dense<0> : tensor<1xi32>}> : () -> tensor<1xi32>
  %12 = tosa.rescale %7, %8, %9, %10, %11 {scale32 = false, rounding_mode = SINGLE_ROUND, per_channel = true, input_unsigned = false, output_unsigned = false} : (tensor<2x3x3xi48>, tensor<3xi16>, tensor<3xi8>, tensor<1xi48>, tensor<1xi32>) -> tensor<2x3x3xi32>
  return %6, %12 : tensor<2x3x3xi32>, tensor<2x3x3xi32>
}
