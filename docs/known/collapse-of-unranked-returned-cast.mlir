// @f gets a result of the type of its argument, which has no rank, and the rank of what is collapsed is asked for.
func.func private @f(%a: tensor<*xi32>) -> tensor<2x1xi32> {
  %0 = tensor.cast %a : tensor<*xi32> to tensor<2x1xi32>
  return %0 : tensor<2x1xi32>
}
func.func @main() -> tensor<2xi32> {
  %a = arith.constant dense<[[3], [4]]> : tensor<2x1xi32>
  %0 = tensor.cast %a : tensor<2x1xi32> to tensor<*xi32>
  %1 = call @f(%0) : (tensor<*xi32>) -> tensor<2x1xi32>
  %2 = tensor.collapse_shape %1 [[0, 1]] : tensor<2x1xi32> into tensor<2xi32>
  return %2 : tensor<2xi32>
}
