// https://github.com/llvm/llvm-project/issues/130257
// affine-data-copy-generate puts the copy back from its fast buffer where a function of several blocks does
// not come by: the loop counts memory that was freed and never comes to an end.
func.func private @printMemrefI32(tensor<*xi32>)
func.func @main() {
  %zero = arith.constant 0 : index
  %start = "tosa.const"() <{values = dense<21> : tensor<2x2xi32>}> : () -> tensor<2x2xi32>
  %end = tosa.while_loop (%now = %start) : (tensor<2x2xi32>) -> tensor<2x2xi32> {
    %least = "tosa.const"() <{values = dense<3> : tensor<2x2xi32>}> : () -> tensor<2x2xi32>
    %greater = tosa.greater %now, %least : (tensor<2x2xi32>, tensor<2x2xi32>) -> tensor<2x2xi1>
    %one = tensor.extract %greater[%zero, %zero] : tensor<2x2xi1>
    %go = tensor.from_elements %one : tensor<i1>
    tosa.yield %go : tensor<i1>
  } do {
  ^bb0(%now: tensor<2x2xi32>):
    %step = "tosa.const"() <{values = dense<4> : tensor<2x2xi32>}> : () -> tensor<2x2xi32>
    %next = tosa.sub %now, %step : (tensor<2x2xi32>, tensor<2x2xi32>) -> tensor<2x2xi32>
    tosa.yield %next : tensor<2x2xi32>
  }
  %any = tensor.cast %end : tensor<2x2xi32> to tensor<*xi32>
  call @printMemrefI32(%any) : (tensor<*xi32>) -> ()
  return
}
