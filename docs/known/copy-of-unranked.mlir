// Where an unranked tensor would have to be copied, the pass says that it cannot, and goes on with what it has not bufferized.
func.func private @printMemrefF32(tensor<*xf32>)
func.func @main() {
  %c = arith.constant dense<[1.0, 2.0]> : tensor<2xf32>
  %u = tensor.cast %c : tensor<2xf32> to tensor<*xf32>
  call @printMemrefF32(%u) : (tensor<*xf32>) -> ()
  return
}
