func.func @chain(%a: tensor<?x?xf32>, %b: tensor<8x?xf32>, %c: tensor<3x5xf32>, %o: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %z = arith.constant 0.0 : f32
  %c0 = arith.constant 0 : index
  %d = tensor.dim %a, %c0 : tensor<?x?xf32>
  %e = tensor.empty(%d) : tensor<?x3xf32>
  %f = linalg.fill ins(%z : f32) outs(%e : tensor<?x3xf32>) -> tensor<?x3xf32>
  %bb = tensor.cast %b : tensor<8x?xf32> to tensor<8x3xf32>
  %m = linalg.matmul ins(%a, %bb : tensor<?x?xf32>, tensor<8x3xf32>) outs(%f : tensor<?x3xf32>) -> tensor<?x3xf32>
  %r = linalg.matmul ins(%m, %c : tensor<?x3xf32>, tensor<3x5xf32>) outs(%o : tensor<?x?xf32>) -> tensor<?x?xf32>
  return %r : tensor<?x?xf32>
}
