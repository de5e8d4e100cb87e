func.func @main(%a: tensor<2x2xi16>, %b: tensor<?x2xf32>, %c: tensor<3xf16>) -> (tensor<2x2xi16>, tensor<?x2xf32>, tensor<3xf16>) {
  %0 = tosa.add %a, %a : (tensor<2x2xi16>, tensor<2x2xi16>) -> tensor<2x2xi16>
  %1 = tosa.exp %b : (tensor<?x2xf32>) -> tensor<?x2xf32>
  %2 = tosa.add %c, %c : (tensor<3xf16>, tensor<3xf16>) -> tensor<3xf16>
  return %0, %1, %2 : tensor<2x2xi16>, tensor<?x2xf32>, tensor<3xf16>
}
