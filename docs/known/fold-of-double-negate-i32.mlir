// negate saturates: -2147483648 becomes 2147483647, and -2147483647 again. Folded, it is what it was.
func.func @main() -> tensor<2xi32> {
  %a = "tosa.const"() {values = dense<[-2147483648, 7]> : tensor<2xi32>} : () -> tensor<2xi32>
  %z = "tosa.const"() {values = dense<0> : tensor<1xi32>} : () -> tensor<1xi32>
  %0 = "tosa.negate"(%a, %z, %z) : (tensor<2xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
  %1 = "tosa.negate"(%0, %z, %z) : (tensor<2xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
  return %1 : tensor<2xi32>
}
