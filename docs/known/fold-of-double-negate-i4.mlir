// negate saturates: -8 becomes 7, and -7 again. Folded, it is what it was.
func.func @main() -> tensor<2xi4> {
  %a = "tosa.const"() {values = dense<[-8, 7]> : tensor<2xi4>} : () -> tensor<2xi4>
  %z = "tosa.const"() {values = dense<0> : tensor<1xi4>} : () -> tensor<1xi4>
  %0 = "tosa.negate"(%a, %z, %z) : (tensor<2xi4>, tensor<1xi4>, tensor<1xi4>) -> tensor<2xi4>
  %1 = "tosa.negate"(%0, %z, %z) : (tensor<2xi4>, tensor<1xi4>, tensor<1xi4>) -> tensor<2xi4>
  return %1 : tensor<2xi4>
}
