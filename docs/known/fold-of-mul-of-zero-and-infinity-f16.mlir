// 0 x infinity is NaN. The fold hook gives the factor that is zero.
func.func @main() -> tensor<1xf16> {
  %a = "tosa.const"() <{values = dense<0.0> : tensor<1xf16>}> : () -> tensor<1xf16>
  %b = "tosa.const"() <{values = dense<0x7C00> : tensor<1xf16>}> : () -> tensor<1xf16>
  %s = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %0 = tosa.mul %a, %b, %s : (tensor<1xf16>, tensor<1xf16>, tensor<1xi8>) -> tensor<1xf16>
  return %0 : tensor<1xf16>
}
