// The only element is multiplied by both scales as they are: i48 times i32.
func.func @main() -> tensor<1x1x1x2xi48> {
  %a = "tosa.const"() <{values = dense<[[[[3, -5]]]]> : tensor<1x1x1x2xi16>}> : () -> tensor<1x1x1x2xi16>
  %s = tosa.const_shape {values = dense<[2, 1, 2, 1]> : tensor<4xindex>} : () -> !tosa.shape<4>
  %o = tosa.const_shape {values = dense<0> : tensor<2xindex>} : () -> !tosa.shape<2>
  %b = tosa.const_shape {values = dense<0> : tensor<2xindex>} : () -> !tosa.shape<2>
  %0 = tosa.resize %a, %s, %o, %b {mode = BILINEAR} : (tensor<1x1x1x2xi16>, !tosa.shape<4>, !tosa.shape<2>, !tosa.shape<2>) -> tensor<1x1x1x2xi48>
  return %0 : tensor<1x1x1x2xi48>
}
