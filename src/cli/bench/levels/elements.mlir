func.func @main(%a: tensor<64x64xf32>, %b: tensor<64x64xf32>, %i: tensor<64x64xi32>, %j: tensor<64x64xi32>)
    -> (tensor<64x64xf32>, tensor<64x64xi32>) {
  %0 = tosa.add %a, %b : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
  %1 = tosa.maximum %0, %b : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
  %2 = tosa.abs %1 : (tensor<64x64xf32>) -> tensor<64x64xf32>
  %3 = tosa.sub %2, %a : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
  %4 = tosa.bitwise_and %i, %j : (tensor<64x64xi32>, tensor<64x64xi32>) -> tensor<64x64xi32>
  %5 = tosa.bitwise_xor %4, %i : (tensor<64x64xi32>, tensor<64x64xi32>) -> tensor<64x64xi32>
  %6 = tosa.minimum %5, %j : (tensor<64x64xi32>, tensor<64x64xi32>) -> tensor<64x64xi32>
  %7 = tosa.bitwise_not %6 : (tensor<64x64xi32>) -> tensor<64x64xi32>
  return %3, %7 : tensor<64x64xf32>, tensor<64x64xi32>
}
