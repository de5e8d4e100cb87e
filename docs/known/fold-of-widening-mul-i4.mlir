// 7 x 7 of i4 is 49 in i32 where the operands are extended first. The fold hook multiplies in their own width.
func.func @main() -> tensor<1xi32> {
  %a = "tosa.const"() <{values = dense<7> : tensor<1xi4>}> : () -> tensor<1xi4>
  %s = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %0 = tosa.mul %a, %a, %s : (tensor<1xi4>, tensor<1xi4>, tensor<1xi8>) -> tensor<1xi32>
  return %0 : tensor<1xi32>
}
