// @f gets a result of the type of its argument, which has no rank, and arithmetic takes it for one of a rank.
func.func private @f(%a: tensor<*xi32>) -> tensor<2xi32> {
  %0 = tensor.cast %a : tensor<*xi32> to tensor<2xi32>
  return %0 : tensor<2xi32>
}
func.func @main() -> tensor<2xi64> {
  %a = arith.constant dense<[3, 4]> : tensor<2xi32>
  %0 = tensor.cast %a : tensor<2xi32> to tensor<*xi32>
  %1 = call @f(%0) : (tensor<*xi32>) -> tensor<2xi32>
  %2 = arith.extsi %1 : tensor<2xi32> to tensor<2xi64>
  return %2 : tensor<2xi64>
}
