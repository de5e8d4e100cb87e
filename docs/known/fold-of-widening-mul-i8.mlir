// 100 x 100 of i8 is 10000 in i32 where the operands are extended first. The fold hook multiplies in their own width.
func.func @main() -> tensor<1xi32> {
  %a = "tosa.const"() <{values = dense<100> : tensor<1xi8>}> : () -> tensor<1xi8>
  %s = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %0 = tosa.mul %a, %a, %s : (tensor<1xi8>, tensor<1xi8>, tensor<1xi8>) -> tensor<1xi32>
  return %0 : tensor<1xi32>
}
