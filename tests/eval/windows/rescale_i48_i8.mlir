// rescale from i48 to i8: every rounding mode, one factor and one a channel, signed and unsigned.
func.func @main() -> (tensor<2x3x3xi8>, tensor<2x3x3xi8>) {
  %1 = "tosa.const"() <{values = dense<[[[-140737488355328, 140737488355327, -103043858073515], [140737488355327, -110768960978613, 140737488355327], [-140737488355328, -140737488355328, -140737488355328]], [[42008174129657, -140737488355328, 46932155575197], [140737488355327, -140737488355328, 83206063580209], [-140737488355328, -140737488355328, -140737488355328]]]> : tensor<2x3x3xi48>}> : () -> tensor<2x3x3xi48>
  %2 = "tosa.const"() <{values = dense<28727> : tensor<1xi16>}> : () -> tensor<1xi16>
  %3 = "tosa.const"() <{values = dense<37> : tensor<1xi8>}> : () -> tensor<1xi8>
  %4 = "tosa.const"() <{values = dense<0> : tensor<1xi48>}> : () -> tensor<1xi48>
  %5 = "tosa.const"() <{values = dense<68> : tensor<1xi8>}> : () -> tensor<1xi8>
  %6 = tosa.rescale %1, %2, %3, %4, %5 {scale32 = false, rounding_mode = SINGLE_ROUND, per_channel = false, input_unsigned = false, output_unsigned = false} : (tensor<2x3x3xi48>, tensor<1xi16>, tensor<1xi8>, tensor<1xi48>, tensor<1xi8>) -> tensor<2x3x3xi8>
  %7 = "tosa.const"() <{values = dense<[[[-82083116591477, -8534264699653, -140737488355328], [-140737488355328, -2244977296955, -140737488355328], [-140737488355328, 140737488355327, -140737488355328]], [[140737488355327, 101025135414151, -110967543216265], [-140737488355328, -140737488355328, -119859106682565], [140737488355327, -90477321908549, -140737488355328]]]> : tensor<2x3x3xi48>}> : () -> tensor<2x3x3xi48>
  %8 = "tosa.const"() <{values = dense<[24745, 28605, 30591]> : tensor<3xi16>}> : () -> tensor<3xi16>
  %9 = "tosa.const"() <{values = dense<[39, 43, 31]> : tensor<3xi8>}> : () -> tensor<3xi8>
  %10 = "tosa.const"() <{values = dense<0> : tensor<1xi48>}> : () -> tensor<1xi48>
  %11 = "tosa.const"() <{values = dense<37> : tensor<1xi8>}> : () -> tensor<1xi8>
  %12 = tosa.rescale %7, %8, %9, %10, %11 {scale32 = false, rounding_mode = SINGLE_ROUND, per_channel = true, input_unsigned = false, output_unsigned = false} : (tensor<2x3x3xi48>, tensor<3xi16>, tensor<3xi8>, tensor<1xi48>, tensor<1xi8>) -> tensor<2x3x3xi8>
  return %6, %12 : tensor<2x3x3xi8>, tensor<2x3x3xi8>
}
