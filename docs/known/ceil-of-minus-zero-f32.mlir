// What ceil makes of minus zero is minus zero. The expansion adds zero to it, and that is plus zero.
func.func private @ceil(%a: tensor<1xf32>) -> tensor<1xf32> {
  %0 = tosa.ceil %a : (tensor<1xf32>) -> tensor<1xf32>
  return %0 : tensor<1xf32>
}
func.func @main() -> tensor<1xf32> {
  %a = "tosa.const"() <{values = dense<-0.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  %0 = call @ceil(%a) : (tensor<1xf32>) -> tensor<1xf32>
  return %0 : tensor<1xf32>
}
