func.func @main() -> (tensor<3xi32>, tensor<3xf32>, tensor<2xi32>) {
  %a = arith.constant dense<[1.5, -0.0, 3.1]> : tensor<3xf32>
  %m = arith.constant dense<2147483647> : tensor<3xi32>
  %bits = arith.bitcast %a : tensor<3xf32> to tensor<3xi32>
  %abs = tosa.bitwise_and %bits, %m : (tensor<3xi32>, tensor<3xi32>) -> tensor<3xi32>
  %f = arith.bitcast %abs : tensor<3xi32> to tensor<3xf32>
  %least = arith.constant dense<[-2147483648, 3]> : tensor<2xi32>
  %s = "tosa.const"() {values = dense<63> : tensor<1xi8>} : () -> tensor<1xi8>
  %p = tosa.mul %least, %least, %s : (tensor<2xi32>, tensor<2xi32>, tensor<1xi8>) -> tensor<2xi32>
  return %abs, %f, %p : tensor<3xi32>, tensor<3xf32>, tensor<2xi32>
}
