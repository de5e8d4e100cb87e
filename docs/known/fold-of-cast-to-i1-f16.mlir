// Whatever is not zero is true. The fold hook rounds to an integer of one bit first, into which 7.25 does not fit.
func.func @main() -> tensor<1xi1> {
  %a = "tosa.const"() <{values = dense<7.25> : tensor<1xf16>}> : () -> tensor<1xf16>
  %0 = tosa.cast %a : (tensor<1xf16>) -> tensor<1xi1>
  return %0 : tensor<1xi1>
}
