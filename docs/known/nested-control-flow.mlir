// The inner condition is what tosa-to-scf was to convert within one of the same kind.
func.func @choose(%c: tensor<i1>, %v: tensor<2xi8>) -> tensor<2xi8> {
  %0 = "tosa.cond_if"(%c, %v) ({
  ^bb0(%x: tensor<2xi8>):
    %1 = "tosa.cond_if"(%c, %x) ({
    ^bb0(%y: tensor<2xi8>):
      %2 = tosa.abs %y : (tensor<2xi8>) -> tensor<2xi8>
      tosa.yield %2 : tensor<2xi8>
    }, {
    ^bb0(%y: tensor<2xi8>):
      tosa.yield %y : tensor<2xi8>
    }) : (tensor<i1>, tensor<2xi8>) -> tensor<2xi8>
    tosa.yield %1 : tensor<2xi8>
  }, {
  ^bb0(%x: tensor<2xi8>):
    tosa.yield %x : tensor<2xi8>
  }) : (tensor<i1>, tensor<2xi8>) -> tensor<2xi8>
  return %0 : tensor<2xi8>
}
func.func @main() -> tensor<2xi8> {
  %c = "tosa.const"() <{values = dense<true> : tensor<i1>}> : () -> tensor<i1>
  %a = "tosa.const"() <{values = dense<[3, -5]> : tensor<2xi8>}> : () -> tensor<2xi8>
  %0 = call @choose(%c, %a) : (tensor<i1>, tensor<2xi8>) -> tensor<2xi8>
  return %0 : tensor<2xi8>
}
