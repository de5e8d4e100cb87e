func.func @main() -> (tensor<4xi8>, tensor<1xi16>, tensor<2x2xf32>, tensor<2x3xi32>) {
  %a = "tosa.const"() {values = dense_resource<r1> : tensor<4xi8>} : () -> tensor<4xi8>
  %b = "tosa.const"() {values = dense_resource<"r 1"> : tensor<1xi16>} : () -> tensor<1xi16>
  %c = arith.constant sparse<[[0, 1], [1, 0]], [1.5, -2.0]> : tensor<2x2xf32>
  %d = arith.constant sparse<[[1, 2]], 7> : tensor<2x3xi32>
  return %a, %b, %c, %d : tensor<4xi8>, tensor<1xi16>, tensor<2x2xf32>, tensor<2x3xi32>
}
{-#
  external_resources: { tool: { r1: "0x0400000001010101" } },
  // r1: "0x0400000009090909" was there before
  dialect_resources: { builtin: { "r 1" : "0x020000000700", r1:	"0x0400000005060708" } }
#-}
// A comment with {-# in it.
