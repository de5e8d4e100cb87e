// The greatest of minus infinity alone is minus infinity. The lowering begins with the least finite number.
func.func @main() -> tensor<1x1x1x1xbf16> {
  %a = "tosa.const"() <{values = dense<0xFF80> : tensor<1x1x1x1xbf16>}> : () -> tensor<1x1x1x1xbf16>
  %0 = tosa.max_pool2d %a {kernel = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>} : (tensor<1x1x1x1xbf16>) -> tensor<1x1x1x1xbf16>
  return %0 : tensor<1x1x1x1xbf16>
}
