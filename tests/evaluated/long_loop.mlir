func.func @main() -> tensor<i32> {
  %i = arith.constant dense<0> : tensor<i32>
  %one = arith.constant dense<1> : tensor<i32>
  %end = arith.constant dense<400000> : tensor<i32>
  %r = tosa.while_loop (%x = %i) : (tensor<i32>) -> tensor<i32> {
    %c = tosa.greater %end, %x : (tensor<i32>, tensor<i32>) -> tensor<i1>
    tosa.yield %c : tensor<i1>
  } do {
  ^bb0(%y: tensor<i32>):
    %n = tosa.add %y, %one : (tensor<i32>, tensor<i32>) -> tensor<i32>
    tosa.yield %n : tensor<i32>
  }
  return %r : tensor<i32>
}
