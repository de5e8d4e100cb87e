func.func @main() -> (tensor<3xf32>, tensor<3xf16>) {
  %a = "tosa.const"() {values = dense_resource<w> : tensor<3xf32>} : () -> tensor<3xf32>
  %s = tosa.add %a, %a : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xf32>
  %t = tosa.cast %s : (tensor<3xf32>) -> tensor<3xf16>
  return %s, %t : tensor<3xf32>, tensor<3xf16>
}
{-#
  dialect_resources: {
    builtin: {
      w: "0x040000000000803F0000004000004040"
    }
  }
#-}
