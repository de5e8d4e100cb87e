// Memrefs of each element type, compared and printed.
func.func private @verifyMemRefI32(memref<*xi32>, memref<*xi32>) -> i64 attributes { llvm.emit_c_interface }
func.func private @verifyMemRefF32(memref<*xf32>, memref<*xf32>) -> i64 attributes { llvm.emit_c_interface }
func.func private @verifyMemRefF16(memref<*xf16>, memref<*xf16>) -> i64 attributes { llvm.emit_c_interface }
func.func private @verifyMemRefC32(memref<*xcomplex<f32>>, memref<*xcomplex<f32>>) -> i64 attributes { llvm.emit_c_interface }
func.func private @printMemrefI16(memref<*xi16>) attributes { llvm.emit_c_interface }
func.func private @printMemrefF16(memref<*xf16>) attributes { llvm.emit_c_interface }
func.func private @printMemrefBF16(memref<*xbf16>) attributes { llvm.emit_c_interface }
func.func private @printMemrefC64(memref<*xcomplex<f64>>) attributes { llvm.emit_c_interface }
func.func private @printMemref1dF32(memref<?xf32, strided<[?], offset: ?>>) attributes { llvm.emit_c_interface }
func.func private @printI64(i64)
func.func private @printNewline()

memref.global "private" constant @shorts : memref<2x2xi16> = dense<[[1, -2], [3, -4]]>
memref.global "private" constant @halves : memref<2xf16> = dense<[1.5, -2.0]>
memref.global "private" constant @brains : memref<2xbf16> = dense<[2.5, 0.5]>
memref.global "private" constant @words : memref<3xi32> = dense<[1, 2, 3]>
memref.global "private" constant @other_words : memref<3xi32> = dense<[1, 5, 6]>
memref.global "private" constant @floats : memref<2x2xf32> = dense<[[1.0, 2.0], [3.0, 4.0]]>
memref.global "private" constant @close_floats : memref<2x2xf32> = dense<[[1.0000001, 2.0], [3.5, 4.0]]>
memref.global "private" constant @pairs : memref<2xcomplex<f64>> = dense<[(1.0, 2.0), (3.0, -4.0)]>
memref.global "private" constant @small_pairs : memref<2xcomplex<f32>> = dense<(1.0, 2.0)>

func.func private @show(%value: i64) {
  call @printI64(%value) : (i64) -> ()
  call @printNewline() : () -> ()
  return
}

func.func @main() {
  %shorts = memref.get_global @shorts : memref<2x2xi16>
  %0 = memref.cast %shorts : memref<2x2xi16> to memref<*xi16>
  call @printMemrefI16(%0) : (memref<*xi16>) -> ()
  %halves = memref.get_global @halves : memref<2xf16>
  %1 = memref.cast %halves : memref<2xf16> to memref<*xf16>
  call @printMemrefF16(%1) : (memref<*xf16>) -> ()
  %brains = memref.get_global @brains : memref<2xbf16>
  %2 = memref.cast %brains : memref<2xbf16> to memref<*xbf16>
  call @printMemrefBF16(%2) : (memref<*xbf16>) -> ()
  %pairs = memref.get_global @pairs : memref<2xcomplex<f64>>
  %3 = memref.cast %pairs : memref<2xcomplex<f64>> to memref<*xcomplex<f64>>
  call @printMemrefC64(%3) : (memref<*xcomplex<f64>>) -> ()
  // The second column.
  %floats = memref.get_global @floats : memref<2x2xf32>
  %column = memref.subview %floats[0, 1] [2, 1] [1, 1] : memref<2x2xf32> to memref<2xf32, strided<[2], offset: 1>>
  %4 = memref.cast %column : memref<2xf32, strided<[2], offset: 1>> to memref<?xf32, strided<[?], offset: ?>>
  call @printMemref1dF32(%4) : (memref<?xf32, strided<[?], offset: ?>>) -> ()

  %words = memref.get_global @words : memref<3xi32>
  %other_words = memref.get_global @other_words : memref<3xi32>
  %5 = memref.cast %words : memref<3xi32> to memref<*xi32>
  %6 = memref.cast %other_words : memref<3xi32> to memref<*xi32>
  %two = call @verifyMemRefI32(%5, %6) : (memref<*xi32>, memref<*xi32>) -> i64
  call @show(%two) : (i64) -> ()
  %close = memref.get_global @close_floats : memref<2x2xf32>
  %7 = memref.cast %floats : memref<2x2xf32> to memref<*xf32>
  %8 = memref.cast %close : memref<2x2xf32> to memref<*xf32>
  %one = call @verifyMemRefF32(%7, %8) : (memref<*xf32>, memref<*xf32>) -> i64
  call @show(%one) : (i64) -> ()
  // Of other shapes.
  %first = memref.subview %halves[0] [1] [1] : memref<2xf16> to memref<1xf16, strided<[1]>>
  %9 = memref.cast %first : memref<1xf16, strided<[1]>> to memref<*xf16>
  %unequal = call @verifyMemRefF16(%1, %9) : (memref<*xf16>, memref<*xf16>) -> i64
  call @show(%unequal) : (i64) -> ()
  %small = memref.get_global @small_pairs : memref<2xcomplex<f32>>
  %10 = memref.cast %small : memref<2xcomplex<f32>> to memref<*xcomplex<f32>>
  %none = call @verifyMemRefC32(%10, %10) : (memref<*xcomplex<f32>>, memref<*xcomplex<f32>>) -> i64
  call @show(%none) : (i64) -> ()
  return
}
