func.func private @printMemrefI32(tensor<*xi32> {bufferization.access = "read"})
func.func @kernel(%c: tensor<i1>, %a: tensor<3xi32>, %b: tensor<3xi32>) -> tensor<3xi32> {
  %r = tosa.cond_if %c (%x = %a, %y = %b) : tensor<i1> (tensor<3xi32>, tensor<3xi32>) -> tensor<3xi32> {
  ^bb0(%x: tensor<3xi32>, %y: tensor<3xi32>):
    %s = tosa.add %x, %y : (tensor<3xi32>, tensor<3xi32>) -> tensor<3xi32>
    tosa.yield %s : tensor<3xi32>
  } else {
  ^bb0(%x: tensor<3xi32>, %y: tensor<3xi32>):
    %s = tosa.sub %x, %y : (tensor<3xi32>, tensor<3xi32>) -> tensor<3xi32>
    tosa.yield %s : tensor<3xi32>
  }
  return %r : tensor<3xi32>
}
func.func @main() {
  %t = arith.constant dense<true> : tensor<i1>
  %f = arith.constant dense<false> : tensor<i1>
  %a = arith.constant dense<[1,2,3]> : tensor<3xi32>
  %b = arith.constant dense<[10,20,30]> : tensor<3xi32>
  %r = call @kernel(%t, %a, %b) : (tensor<i1>, tensor<3xi32>, tensor<3xi32>) -> tensor<3xi32>
  %p = tensor.cast %r : tensor<3xi32> to tensor<*xi32>
  call @printMemrefI32(%p) : (tensor<*xi32>) -> ()
  %r2 = call @kernel(%f, %a, %b) : (tensor<i1>, tensor<3xi32>, tensor<3xi32>) -> tensor<3xi32>
  %p2 = tensor.cast %r2 : tensor<3xi32> to tensor<*xi32>
  call @printMemrefI32(%p2) : (tensor<*xi32>) -> ()
  return
}
