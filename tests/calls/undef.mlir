func.func @main(%x: tensor<?xi32>) -> tensor<3xi32> {
  %c = arith.constant dense<0> : tensor<3xi32>
  %y = tensor.cast %x : tensor<?xi32> to tensor<3xi32>
  %r = arith.divsi %y, %c : tensor<3xi32>
  return %r : tensor<3xi32>
}
