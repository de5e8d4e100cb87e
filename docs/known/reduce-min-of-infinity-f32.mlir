// The least of nothing but infinity is infinity. The lowering begins with the greatest finite number.
func.func @main() -> tensor<1xf32> {
  %a = "tosa.const"() <{values = dense<0x7F800000> : tensor<2xf32>}> : () -> tensor<2xf32>
  %0 = tosa.reduce_min %a {axis = 0 : i32} : (tensor<2xf32>) -> tensor<1xf32>
  return %0 : tensor<1xf32>
}
