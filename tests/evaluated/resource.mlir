func.func private @printMemrefF32(tensor<*xf32> {bufferization.access = "read"})
func.func @main() {
  %a = "tosa.const"() {values = dense_resource<w> : tensor<3xf32>} : () -> tensor<3xf32>
  %s = tosa.add %a, %a : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xf32>
  %p0 = tensor.cast %s : tensor<3xf32> to tensor<*xf32>
  call @printMemrefF32(%p0) : (tensor<*xf32>) -> ()
  return
}
{-#
  dialect_resources: {
    builtin: {
      w: "0x040000000000803F0000004000004040"
    }
  }
#-}
