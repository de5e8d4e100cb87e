func.func private @printMemrefI32(tensor<*xi32> {bufferization.access = "read"})
func.func private @printMemrefF32(tensor<*xf32> {bufferization.access = "read"})
func.func @kernel(%i0: tensor<i32>, %a: tensor<3xf32>, %n: tensor<i32>) -> (tensor<i32>, tensor<3xf32>) {
  %one = "tosa.const"() {values = dense<1> : tensor<i32>} : () -> tensor<i32>
  %r:2 = tosa.while_loop (%i = %i0, %x = %a) : (tensor<i32>, tensor<3xf32>) -> (tensor<i32>, tensor<3xf32>) {
    %c = tosa.greater %n, %i : (tensor<i32>, tensor<i32>) -> tensor<i1>
    tosa.yield %c : tensor<i1>
  } do {
  ^bb0(%i: tensor<i32>, %x: tensor<3xf32>):
    %j = tosa.add %i, %one : (tensor<i32>, tensor<i32>) -> tensor<i32>
    %y = tosa.tanh %x : (tensor<3xf32>) -> tensor<3xf32>
    tosa.yield %j, %y : tensor<i32>, tensor<3xf32>
  }
  return %r#0, %r#1 : tensor<i32>, tensor<3xf32>
}
func.func @main() {
  %i = arith.constant dense<0> : tensor<i32>
  %n = arith.constant dense<4> : tensor<i32>
  %a = arith.constant dense<[1.0,2.0,-0.3]> : tensor<3xf32>
  %r:2 = call @kernel(%i, %a, %n) : (tensor<i32>, tensor<3xf32>, tensor<i32>) -> (tensor<i32>, tensor<3xf32>)
  %p = tensor.cast %r#0 : tensor<i32> to tensor<*xi32>
  call @printMemrefI32(%p) : (tensor<*xi32>) -> ()
  %p2 = tensor.cast %r#1 : tensor<3xf32> to tensor<*xf32>
  call @printMemrefF32(%p2) : (tensor<*xf32>) -> ()
  return
}
