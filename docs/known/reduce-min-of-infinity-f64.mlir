// The least of nothing but infinity is infinity. The lowering begins with the greatest finite number.
func.func @main() -> tensor<1xf64> {
  %a = "tosa.const"() <{values = dense<0x7FF0000000000000> : tensor<2xf64>}> : () -> tensor<2xf64>
  %0 = tosa.reduce_min %a {axis = 0 : i32} : (tensor<2xf64>) -> tensor<1xf64>
  return %0 : tensor<1xf64>
}
