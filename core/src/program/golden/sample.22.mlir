module {
  func.func private @printMemrefI64(tensor<*xi64> {bufferization.access = "read"})
  func.func @kernel(%a0: tensor<2x3xf32>, %a1: tensor<1x2x1xi8>, %a2: tensor<i1>) -> (tensor<1xf32>, tensor<i32>, tensor<i32>) {
    %c0 = "tosa.const"() {values = dense<[[[2, 3]]]> : tensor<1x1x2xi8>} : () -> tensor<1x1x2xi8>
    %c1 = "tosa.const"() {values = dense<0> : tensor<1xi8>} : () -> tensor<1xi8>
    %v0 = "tosa.mul"(%a0, %a0, %c1) : (tensor<2x3xf32>, tensor<2x3xf32>, tensor<1xi8>) -> tensor<2x3xf32>
    %c2 = "tosa.const"() {values = dense<0.0> : tensor<1xf32>} : () -> tensor<1xf32>
    %v1 = "tosa.negate"(%v0, %c2, %c2) : (tensor<2x3xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<2x3xf32>
    %v2 = "tosa.clamp"(%v1) {min_val = -1.0 : f32, max_val = 0.5 : f32, nan_mode = #tosa.nan_mode<PROPAGATE>} : (tensor<2x3xf32>) -> tensor<2x3xf32>
    %v3 = "tosa.transpose"(%v2) {perms = array<i32: 1, 0>} : (tensor<2x3xf32>) -> tensor<3x2xf32>
    %c3 = "tosa.const_shape"() {values = dense<[1, 0, 0, 2]> : tensor<4xindex>} : () -> !tosa.shape<4>
    %c4 = "tosa.const"() {values = dense<0.5> : tensor<1xf32>} : () -> tensor<1xf32>
    %v4 = "tosa.pad"(%v3, %c3, %c4) : (tensor<3x2xf32>, !tosa.shape<4>, tensor<1xf32>) -> tensor<4x4xf32>
    %c5 = "tosa.const_shape"() {values = dense<[1, 0]> : tensor<2xindex>} : () -> !tosa.shape<2>
    %c6 = "tosa.const_shape"() {values = dense<[2, 4]> : tensor<2xindex>} : () -> !tosa.shape<2>
    %v5 = "tosa.slice"(%v4, %c5, %c6) : (tensor<4x4xf32>, !tosa.shape<2>, !tosa.shape<2>) -> tensor<2x4xf32>
    %c7 = "tosa.const_shape"() {values = dense<[1, 2]> : tensor<2xindex>} : () -> !tosa.shape<2>
    %v6 = "tosa.tile"(%v5, %c7) : (tensor<2x4xf32>, !tosa.shape<2>) -> tensor<2x8xf32>
    %c8 = "tosa.const_shape"() {values = dense<16> : tensor<1xindex>} : () -> !tosa.shape<1>
    %v7 = "tosa.reshape"(%v6, %c8) : (tensor<2x8xf32>, !tosa.shape<1>) -> tensor<16xf32>
    %v8 = "tosa.reduce_product"(%v7) {axis = 0 : i32} : (tensor<16xf32>) -> tensor<1xf32>
    %c9 = "tosa.const"() {values = dense<-3> : tensor<1xi8>} : () -> tensor<1xi8>
    %c10 = "tosa.const"() {values = dense<0> : tensor<1xi8>} : () -> tensor<1xi8>
    %v9 = "tosa.matmul"(%c0, %a1, %c9, %c10) : (tensor<1x1x2xi8>, tensor<1x2x1xi8>, tensor<1xi8>, tensor<1xi8>) -> tensor<1x1x1xi32>
    %c11 = "tosa.const_shape"() {values = dense<> : tensor<0xindex>} : () -> !tosa.shape<0>
    %v10 = "tosa.reshape"(%v9, %c11) : (tensor<1x1x1xi32>, !tosa.shape<0>) -> tensor<i32>
    %v11 = "tosa.intdiv"(%v10, %v10) : (tensor<i32>, tensor<i32>) -> tensor<i32>
    %v12 = "tosa.cond_if"(%a2, %v10) ({
    ^bb0(%b0: tensor<i32>):
      %v13 = "tosa.add"(%b0, %b0) : (tensor<i32>, tensor<i32>) -> tensor<i32>
      "tosa.yield"(%v13) : (tensor<i32>) -> ()
    }, {
    ^bb0(%b1: tensor<i32>):
      %v14 = "tosa.sub"(%b1, %b1) : (tensor<i32>, tensor<i32>) -> tensor<i32>
      "tosa.yield"(%v14) : (tensor<i32>) -> ()
    }) : (tensor<i1>, tensor<i32>) -> tensor<i32>
    return %v8, %v11, %v12 : tensor<1xf32>, tensor<i32>, tensor<i32>
  }
  func.func @main() {
    %a0 = arith.constant dense<[[1.5, -2.0, 0.25], [0.0, 3.0, -0.75]]> : tensor<2x3xf32>
    %a1 = arith.constant dense<4> : tensor<1x2x1xi8>
    %a2 = arith.constant dense<true> : tensor<i1>
    %r:3 = call @kernel(%a0, %a1, %a2) : (tensor<2x3xf32>, tensor<1x2x1xi8>, tensor<i1>) -> (tensor<1xf32>, tensor<i32>, tensor<i32>)
    %b0 = arith.bitcast %r#0 : tensor<1xf32> to tensor<1xi32>
    %e0 = arith.extsi %b0 : tensor<1xi32> to tensor<1xi64>
    %p0 = tensor.cast %e0 : tensor<1xi64> to tensor<*xi64>
    call @printMemrefI64(%p0) : (tensor<*xi64>) -> ()
    %e1 = arith.extsi %r#1 : tensor<i32> to tensor<i64>
    %p1 = tensor.cast %e1 : tensor<i64> to tensor<*xi64>
    call @printMemrefI64(%p1) : (tensor<*xi64>) -> ()
    %e2 = arith.extsi %r#2 : tensor<i32> to tensor<i64>
    %p2 = tensor.cast %e2 : tensor<i64> to tensor<*xi64>
    call @printMemrefI64(%p2) : (tensor<*xi64>) -> ()
    return
  }
}
