// The first sample lies half a pixel before the image, where the border's pixel counts. The lowering rounds its place toward zero, and
// weighs the first two pixels from there.
func.func @main() -> tensor<1x3x1x1xi48> {
  %a = "tosa.const"() <{values = dense<[[[[10]], [[20]]]]> : tensor<1x2x1x1xi16>}> : () -> tensor<1x2x1x1xi16>
  %scale = tosa.const_shape {values = dense<[2, 1, 1, 1]> : tensor<4xindex>} : () -> !tosa.shape<4>
  %offset = tosa.const_shape {values = dense<[-1, 0]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %border = tosa.const_shape {values = dense<[-1, 0]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %0 = tosa.resize %a, %scale, %offset, %border {mode = BILINEAR} : (tensor<1x2x1x1xi16>, !tosa.shape<4>, !tosa.shape<2>, !tosa.shape<2>) -> tensor<1x3x1x1xi48>
  return %0 : tensor<1x3x1x1xi48>
}
