// f16 and bf16 have the same width, so the cast becomes an arith.truncf, which takes wider floats alone.
func.func @main() -> tensor<2xbf16> {
  %a = "tosa.const"() <{values = dense<[1.5, -2.0]> : tensor<2xf16>}> : () -> tensor<2xf16>
  %0 = tosa.cast %a : (tensor<2xf16>) -> tensor<2xbf16>
  return %0 : tensor<2xbf16>
}
