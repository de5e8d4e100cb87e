// 0 x infinity is NaN. The fold hook gives the factor that is zero.
func.func @main() -> tensor<1xf64> {
  %a = "tosa.const"() <{values = dense<0.0> : tensor<1xf64>}> : () -> tensor<1xf64>
  %b = "tosa.const"() <{values = dense<0x7FF0000000000000> : tensor<1xf64>}> : () -> tensor<1xf64>
  %s = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %0 = tosa.mul %a, %b, %s : (tensor<1xf64>, tensor<1xf64>, tensor<1xi8>) -> tensor<1xf64>
  return %0 : tensor<1xf64>
}
