// @f gets a result of the type of its argument. What collapses it is given a copy, whose buffer has the old type and a size for the
// extent that is open in the new one.
func.func private @f(%a: tensor<?x1xi32>) -> tensor<2x1xi32> {
  %0 = tensor.cast %a : tensor<?x1xi32> to tensor<2x1xi32>
  return %0 : tensor<2x1xi32>
}
func.func @main() -> tensor<2xi32> {
  %a = arith.constant dense<[[3], [4]]> : tensor<2x1xi32>
  %0 = tensor.cast %a : tensor<2x1xi32> to tensor<?x1xi32>
  %1 = call @f(%0) : (tensor<?x1xi32>) -> tensor<2x1xi32>
  %2 = tensor.collapse_shape %1 [[0, 1]] : tensor<2x1xi32> into tensor<2xi32>
  return %2 : tensor<2xi32>
}
