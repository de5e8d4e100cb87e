func.func @main(%x: tensor<2xf8E4M3FN>, %d: bf16) -> (tensor<2xf8E4M3FN>, f8E5M2, bf16, index) {
  %c = arith.constant 1.5 : f8E5M2
  %i = arith.constant 7 : index
  return %x, %c, %d, %i : tensor<2xf8E4M3FN>, f8E5M2, bf16, index
}
