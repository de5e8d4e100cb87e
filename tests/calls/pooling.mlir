func.func @main(%in: memref<?x?x?x?xf32>, %k: memref<?x?xf32>, %out: memref<?x?x?x?xf32>) {
  linalg.pooling_nhwc_max ins(%in, %k : memref<?x?x?x?xf32>, memref<?x?xf32>) outs(%out : memref<?x?x?x?xf32>)
  return
}
