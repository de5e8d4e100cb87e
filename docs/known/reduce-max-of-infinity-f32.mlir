// The greatest of nothing but minus infinity is minus infinity. The lowering begins with the least finite number.
func.func @main() -> tensor<1xf32> {
  %a = "tosa.const"() <{values = dense<0xFF800000> : tensor<2xf32>}> : () -> tensor<2xf32>
  %0 = tosa.reduce_max %a {axis = 0 : i32} : (tensor<2xf32>) -> tensor<1xf32>
  return %0 : tensor<1xf32>
}
