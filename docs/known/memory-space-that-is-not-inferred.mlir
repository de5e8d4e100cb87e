func.func private @printMemrefF32(tensor<*xf32>)
func.func @main() {
  %f = arith.constant 3.0 : f32
  %r = tensor.from_elements %f, %f : tensor<2xf32>
  %u = tensor.cast %r : tensor<2xf32> to tensor<*xf32>
  call @printMemrefF32(%u) : (tensor<*xf32>) -> ()
  return
}
