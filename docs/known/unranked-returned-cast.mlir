// @f gets a result of the type of its argument, which has no rank, and @g returns what it returns as a buffer of a rank of its own.
func.func private @f(%a: tensor<*xi32>) -> tensor<2x1xi32> {
  %0 = tensor.cast %a : tensor<*xi32> to tensor<2x1xi32>
  return %0 : tensor<2x1xi32>
}
func.func private @g(%a: tensor<?x?xi32>) -> tensor<2x1xi32> {
  %0 = tensor.cast %a : tensor<?x?xi32> to tensor<*xi32>
  %1 = call @f(%0) : (tensor<*xi32>) -> tensor<2x1xi32>
  return %1 : tensor<2x1xi32>
}
func.func @main() -> tensor<2x1xi32> {
  %a = arith.constant dense<[[3], [4]]> : tensor<2x1xi32>
  %0 = tensor.cast %a : tensor<2x1xi32> to tensor<?x?xi32>
  %1 = call @g(%0) : (tensor<?x?xi32>) -> tensor<2x1xi32>
  return %1 : tensor<2x1xi32>
}
