// What is written is a view of what an operation makes: bufferization does not see that the variable reads it, and copies what nobody wrote.
module {
  tosa.variable @x = dense<0> : tensor<2x2xi32>
  func.func @main() -> tensor<2x2xi32> {
    %a = "tosa.const"() <{values = dense<[[1, 2], [3, 4]]> : tensor<2x2xi32>}> : () -> tensor<2x2xi32>
    tosa.variable_write @x, %a : tensor<2x2xi32>
    %r = tosa.variable_read @x : tensor<2x2xi32>
    %0 = tosa.add %r, %r : (tensor<2x2xi32>, tensor<2x2xi32>) -> tensor<2x2xi32>
    return %0 : tensor<2x2xi32>
  }
}
