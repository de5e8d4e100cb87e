// negate saturates: -140737488355328 becomes 140737488355327, and -140737488355327 again. Folded, it is what it was.
func.func @main() -> tensor<2xi48> {
  %a = "tosa.const"() {values = dense<[-140737488355328, 7]> : tensor<2xi48>} : () -> tensor<2xi48>
  %z = "tosa.const"() {values = dense<0> : tensor<1xi48>} : () -> tensor<1xi48>
  %0 = "tosa.negate"(%a, %z, %z) : (tensor<2xi48>, tensor<1xi48>, tensor<1xi48>) -> tensor<2xi48>
  %1 = "tosa.negate"(%0, %z, %z) : (tensor<2xi48>, tensor<1xi48>, tensor<1xi48>) -> tensor<2xi48>
  return %1 : tensor<2xi48>
}
