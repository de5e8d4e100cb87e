// https://github.com/llvm/llvm-project/issues/224020
// tosa-to-linalg rescales to 64 bits by an operation that gives 32, and leaves both types in place.
func.func @widen(%x: tensor<3x2xi16>) -> tensor<3x2xi64> {
  %multiplier = "tosa.const"() <{values = dense<20001> : tensor<1xi16>}> : () -> tensor<1xi16>
  %shift = "tosa.const"() <{values = dense<14> : tensor<1xi8>}> : () -> tensor<1xi8>
  %in_zero = "tosa.const"() <{values = dense<0> : tensor<1xi16>}> : () -> tensor<1xi16>
  %out_zero = "tosa.const"() <{values = dense<0> : tensor<1xi64>}> : () -> tensor<1xi64>
  %0 = tosa.rescale %x, %multiplier, %shift, %in_zero, %out_zero {scale32 = false, rounding_mode = SINGLE_ROUND, per_channel = false, input_unsigned = false, output_unsigned = false} : (tensor<3x2xi16>, tensor<1xi16>, tensor<1xi8>, tensor<1xi16>, tensor<1xi64>) -> tensor<3x2xi64>
  return %0 : tensor<3x2xi64>
}
