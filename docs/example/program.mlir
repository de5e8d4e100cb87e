// Adds two tensors. `main` takes arguments and returns a value: lowdiff draws the former and prints the latter.
func.func @main(%a: tensor<4x6xi32>, %b: tensor<4x6xi32>) -> tensor<4x6xi32> {
  %sum = tosa.add %a, %b : (tensor<4x6xi32>, tensor<4x6xi32>) -> tensor<4x6xi32>
  return %sum : tensor<4x6xi32>
}
