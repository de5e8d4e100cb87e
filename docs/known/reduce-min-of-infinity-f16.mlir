// The least of nothing but infinity is infinity. The lowering begins with the greatest finite number.
func.func @main() -> tensor<1xf16> {
  %a = "tosa.const"() <{values = dense<0x7C00> : tensor<2xf16>}> : () -> tensor<2xf16>
  %0 = tosa.reduce_min %a {axis = 0 : i32} : (tensor<2xf16>) -> tensor<1xf16>
  return %0 : tensor<1xf16>
}
