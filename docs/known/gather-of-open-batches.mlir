// How many values there are is open, of the indices it is known: tensor.empty gets a size for an extent that its type has.
func.func @gather(%v: tensor<?x2x3xf32>, %i: tensor<1x2xi32>) -> tensor<?x2x3xf32> {
  %0 = tosa.gather %v, %i : (tensor<?x2x3xf32>, tensor<1x2xi32>) -> tensor<?x2x3xf32>
  return %0 : tensor<?x2x3xf32>
}
func.func @main() -> tensor<1x2x3xf32> {
  %a = "tosa.const"() <{values = dense<1.5> : tensor<1x2x3xf32>}> : () -> tensor<1x2x3xf32>
  %i = "tosa.const"() <{values = dense<1> : tensor<1x2xi32>}> : () -> tensor<1x2xi32>
  %c = tensor.cast %a : tensor<1x2x3xf32> to tensor<?x2x3xf32>
  %0 = call @gather(%c, %i) : (tensor<?x2x3xf32>, tensor<1x2xi32>) -> tensor<?x2x3xf32>
  %1 = tensor.cast %0 : tensor<?x2x3xf32> to tensor<1x2x3xf32>
  return %1 : tensor<1x2x3xf32>
}
