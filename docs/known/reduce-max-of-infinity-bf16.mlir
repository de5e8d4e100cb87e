// The greatest of nothing but minus infinity is minus infinity. The lowering begins with the least finite number.
func.func @main() -> tensor<1xbf16> {
  %a = "tosa.const"() <{values = dense<0xFF80> : tensor<2xbf16>}> : () -> tensor<2xbf16>
  %0 = tosa.reduce_max %a {axis = 0 : i32} : (tensor<2xbf16>) -> tensor<1xbf16>
  return %0 : tensor<1xbf16>
}
