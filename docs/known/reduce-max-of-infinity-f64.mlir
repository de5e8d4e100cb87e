// The greatest of nothing but minus infinity is minus infinity. The lowering begins with the least finite number.
func.func @main() -> tensor<1xf64> {
  %a = "tosa.const"() <{values = dense<0xFFF0000000000000> : tensor<2xf64>}> : () -> tensor<2xf64>
  %0 = tosa.reduce_max %a {axis = 0 : i32} : (tensor<2xf64>) -> tensor<1xf64>
  return %0 : tensor<1xf64>
}
