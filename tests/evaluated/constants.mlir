// Constants of every width MLIR stores in its own way.
func.func private @printMemrefI64(tensor<*xi64> {bufferization.access = "read"})
func.func @main() {
  %b = "tosa.const"() {values = dense<[true, false, true, true, false, false, true, false, true]> : tensor<9xi1>} : () -> tensor<9xi1>
  %n = "tosa.const"() {values = dense<[1, -2, 7, -8]> : tensor<4xi4>} : () -> tensor<4xi4>
  %w = "tosa.const"() {values = dense<[-140737488355328, 140737488355327]> : tensor<2xi48>} : () -> tensor<2xi48>
  %s = "tosa.const"() {values = dense<-5> : tensor<2x2xi16>} : () -> tensor<2x2xi16>
  %h = "tosa.const"() {values = dense<[1.5, -0.0, 0x7C00, 0x0001]> : tensor<4xf16>} : () -> tensor<4xf16>
  %f = "tosa.const"() {values = dense<[0x7F7F, 1.0]> : tensor<2xbf16>} : () -> tensor<2xbf16>
  %e = "tosa.const"() {values = dense<[1.0, -448.0]> : tensor<2xf8E4M3FN>} : () -> tensor<2xf8E4M3FN>
  %eb = arith.extsi %b : tensor<9xi1> to tensor<9xi64>
  %en = arith.extsi %n : tensor<4xi4> to tensor<4xi64>
  %ew = arith.extsi %w : tensor<2xi48> to tensor<2xi64>
  %es = arith.extui %s : tensor<2x2xi16> to tensor<2x2xi64>
  %bh = arith.bitcast %h : tensor<4xf16> to tensor<4xi16>
  %eh = arith.extsi %bh : tensor<4xi16> to tensor<4xi64>
  %bf = arith.bitcast %f : tensor<2xbf16> to tensor<2xi16>
  %ef = arith.extui %bf : tensor<2xi16> to tensor<2xi64>
  %be = arith.bitcast %e : tensor<2xf8E4M3FN> to tensor<2xi8>
  %ee = arith.extui %be : tensor<2xi8> to tensor<2xi64>
  %0 = tensor.cast %eb : tensor<9xi64> to tensor<*xi64>
  call @printMemrefI64(%0) : (tensor<*xi64>) -> ()
  %1 = tensor.cast %en : tensor<4xi64> to tensor<*xi64>
  call @printMemrefI64(%1) : (tensor<*xi64>) -> ()
  %2 = tensor.cast %ew : tensor<2xi64> to tensor<*xi64>
  call @printMemrefI64(%2) : (tensor<*xi64>) -> ()
  %3 = tensor.cast %es : tensor<2x2xi64> to tensor<*xi64>
  call @printMemrefI64(%3) : (tensor<*xi64>) -> ()
  %4 = tensor.cast %eh : tensor<4xi64> to tensor<*xi64>
  call @printMemrefI64(%4) : (tensor<*xi64>) -> ()
  %5 = tensor.cast %ef : tensor<2xi64> to tensor<*xi64>
  call @printMemrefI64(%5) : (tensor<*xi64>) -> ()
  %6 = tensor.cast %ee : tensor<2xi64> to tensor<*xi64>
  call @printMemrefI64(%6) : (tensor<*xi64>) -> ()
  return
}
