// The lowering computes a negate with zero points in 32 bits, and extends what has 64.
func.func @main() -> tensor<1xi64> {
  %a = "tosa.const"() <{values = dense<7> : tensor<1xi64>}> : () -> tensor<1xi64>
  %z = "tosa.const"() <{values = dense<0> : tensor<1xi64>}> : () -> tensor<1xi64>
  %0 = tosa.negate %a, %z, %z : (tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<1xi64>
  return %0 : tensor<1xi64>
}
