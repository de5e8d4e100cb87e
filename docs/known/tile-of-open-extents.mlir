// Each extent that is open becomes -1 in a reshape, which takes one of these at most.
func.func @tile(%v: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %m = tosa.const_shape {values = dense<[2, 1]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %0 = tosa.tile %v, %m : (tensor<?x?xf32>, !tosa.shape<2>) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}
func.func @main() -> tensor<2x2xf32> {
  %a = "tosa.const"() <{values = dense<1.5> : tensor<1x2xf32>}> : () -> tensor<1x2xf32>
  %c = tensor.cast %a : tensor<1x2xf32> to tensor<?x?xf32>
  %0 = call @tile(%c) : (tensor<?x?xf32>) -> tensor<?x?xf32>
  %1 = tensor.cast %0 : tensor<?x?xf32> to tensor<2x2xf32>
  return %1 : tensor<2x2xf32>
}
