func.func private @printMemrefF32(tensor<*xf32> {bufferization.access = "read"})
func.func @kernel(%a: tensor<?x3xf32>, %b: tensor<?x3xf32>, %u: tensor<*xf32>) -> (tensor<?x3xf32>, tensor<?x1xf32>, tensor<3x?xf32>) {
  %s = tosa.add %a, %b : (tensor<?x3xf32>, tensor<?x3xf32>) -> tensor<?x3xf32>
  %r = tosa.reduce_sum %s {axis = 1 : i32} : (tensor<?x3xf32>) -> tensor<?x1xf32>
  %t = tosa.transpose %s {perms = array<i32: 1, 0>} : (tensor<?x3xf32>) -> tensor<3x?xf32>
  return %s, %r, %t : tensor<?x3xf32>, tensor<?x1xf32>, tensor<3x?xf32>
}
func.func @main() {
  %a = arith.constant dense<[[1.0,2.0,-0.3],[4.0,5.0,0.1]]> : tensor<2x3xf32>
  %b = arith.constant dense<[[1.5,2.5,-0.35]]> : tensor<1x3xf32>
  %ca = tensor.cast %a : tensor<2x3xf32> to tensor<?x3xf32>
  %cb = tensor.cast %b : tensor<1x3xf32> to tensor<?x3xf32>
  %u = tensor.cast %a : tensor<2x3xf32> to tensor<*xf32>
  %r:3 = call @kernel(%ca, %cb, %u) : (tensor<?x3xf32>, tensor<?x3xf32>, tensor<*xf32>) -> (tensor<?x3xf32>, tensor<?x1xf32>, tensor<3x?xf32>)
  %p0 = tensor.cast %r#0 : tensor<?x3xf32> to tensor<*xf32>
  call @printMemrefF32(%p0) : (tensor<*xf32>) -> ()
  %p1 = tensor.cast %r#1 : tensor<?x1xf32> to tensor<*xf32>
  call @printMemrefF32(%p1) : (tensor<*xf32>) -> ()
  %p2 = tensor.cast %r#2 : tensor<3x?xf32> to tensor<*xf32>
  call @printMemrefF32(%p2) : (tensor<*xf32>) -> ()
  return
}
