// negate saturates: -32768 becomes 32767, and -32767 again. Folded, it is what it was.
func.func @main() -> tensor<2xi16> {
  %a = "tosa.const"() {values = dense<[-32768, 7]> : tensor<2xi16>} : () -> tensor<2xi16>
  %z = "tosa.const"() {values = dense<0> : tensor<1xi16>} : () -> tensor<1xi16>
  %0 = "tosa.negate"(%a, %z, %z) : (tensor<2xi16>, tensor<1xi16>, tensor<1xi16>) -> tensor<2xi16>
  %1 = "tosa.negate"(%0, %z, %z) : (tensor<2xi16>, tensor<1xi16>, tensor<1xi16>) -> tensor<2xi16>
  return %1 : tensor<2xi16>
}
