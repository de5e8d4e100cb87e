// negate saturates: -128 becomes 127, and -127 again. Folded, it is what it was.
func.func @main() -> tensor<2xi8> {
  %a = "tosa.const"() {values = dense<[-128, 7]> : tensor<2xi8>} : () -> tensor<2xi8>
  %z = "tosa.const"() {values = dense<0> : tensor<1xi8>} : () -> tensor<1xi8>
  %0 = "tosa.negate"(%a, %z, %z) : (tensor<2xi8>, tensor<1xi8>, tensor<1xi8>) -> tensor<2xi8>
  %1 = "tosa.negate"(%0, %z, %z) : (tensor<2xi8>, tensor<1xi8>, tensor<1xi8>) -> tensor<2xi8>
  return %1 : tensor<2xi8>
}
