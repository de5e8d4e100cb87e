// rescale from i48 to i16: every rounding mode, one factor and one a channel, signed and unsigned.
func.func @main() -> (tensor<2x3x3xi16>, tensor<2x3x3xi16>) {
  %1 = "tosa.const"() <{values = dense<[[[140737488355327, -43310591110630, -10641606204062], [-140737488355328, -140737488355328, -130760967813114], [124816286180635, 140737488355327, 140737488355327]], [[115153655433950, -140737488355328, -140737488355328], [140737488355327, 140737488355327, 140737488355327], [-140737488355328, 140737488355327, -92606285244628]]]> : tensor<2x3x3xi48>}> : () -> tensor<2x3x3xi48>
  %2 = "tosa.const"() <{values = dense<27913> : tensor<1xi16>}> : () -> tensor<1xi16>
  %3 = "tosa.const"() <{values = dense<41> : tensor<1xi8>}> : () -> tensor<1xi8>
  %4 = "tosa.const"() <{values = dense<0> : tensor<1xi48>}> : () -> tensor<1xi48>
  %5 = "tosa.const"() <{values = dense<0> : tensor<1xi16>}> : () -> tensor<1xi16>
  %6 = tosa.rescale %1, %2, %3, %4, %5 {scale32 = false, rounding_mode = SINGLE_ROUND, per_channel = false, input_unsigned = false, output_unsigned = false} : (tensor<2x3x3xi48>, tensor<1xi16>, tensor<1xi8>, tensor<1xi48>, tensor<1xi16>) -> tensor<2x3x3xi16>
  %7 = "tosa.const"() <{values = dense<[[[-140737488355328, 75369469720900, -140737488355328], [16189725538063, -39670086765313, 140737488355327], [-21009225965137, -134995966283455, 140737488355327]], [[-12465978292305, -140737488355328, 108906532005324], [-140737488355328, 28367468962, -140737488355328], [114382513647708, -140737488355328, -44970891467259]]]> : tensor<2x3x3xi48>}> : () -> tensor<2x3x3xi48>
  %8 = "tosa.const"() <{values = dense<[19716, 27579, 19821]> : tensor<3xi16>}> : () -> tensor<3xi16>
  %9 = "tosa.const"() <{values = dense<[37, 34, 36]> : tensor<3xi8>}> : () -> tensor<3xi8>
  %10 = "tosa.const"() <{values = dense<0> : tensor<1xi48>}> : () -> tensor<1xi48>
  %11 = "tosa.const"() <{values = dense<0> : tensor<1xi16>}> : () -> tensor<1xi16>
  %12 = tosa.rescale %7, %8, %9, %10, %11 {scale32 = false, rounding_mode = SINGLE_ROUND, per_channel = true, input_unsigned = false, output_unsigned = false} : (tensor<2x3x3xi48>, tensor<3xi16>, tensor<3xi8>, tensor<1xi48>, tensor<1xi16>) -> tensor<2x3x3xi16>
  return %6, %12 : tensor<2x3x3xi16>, tensor<2x3x3xi16>
}
