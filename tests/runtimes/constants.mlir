// Constants of complex numbers and of floats that LLVM has as integers, and constants that are zero but for some elements.
memref.global "private" constant @pairs : memref<2xcomplex<f32>> = dense<[(1.5, -2.0), (0.25, 3.0)]>
memref.global "private" constant @same : memref<2xcomplex<f32>> = dense<(4.0, 5.0)>
memref.global "private" constant @few : memref<2x3xi64> = sparse<[[0, 2], [1, 0]], [7, -8]>

func.func @main() {
  %0 = arith.constant 0 : index
  %1 = arith.constant 1 : index
  %2 = arith.constant 2 : index
  %pairs = memref.get_global @pairs : memref<2xcomplex<f32>>
  %pair = memref.load %pairs[%1] : memref<2xcomplex<f32>>
  %re = complex.re %pair : complex<f32>
  vector.print %re : f32
  %im = complex.im %pair : complex<f32>
  vector.print %im : f32
  %same = memref.get_global @same : memref<2xcomplex<f32>>
  %one = memref.load %same[%1] : memref<2xcomplex<f32>>
  %5 = complex.im %one : complex<f32>
  vector.print %5 : f32
  %alone = complex.constant [6.0 : f32, 7.0 : f32] : complex<f32>
  %7 = complex.im %alone : complex<f32>
  vector.print %7 : f32
  %few = memref.get_global @few : memref<2x3xi64>
  %zero = memref.load %few[%0, %0] : memref<2x3xi64>
  vector.print %zero : i64
  %seven = memref.load %few[%0, %2] : memref<2x3xi64>
  vector.print %seven : i64
  %eight = memref.load %few[%1, %0] : memref<2x3xi64>
  vector.print %eight : i64
  %narrow = arith.constant 3.0 : f4E2M1FN
  %bits = arith.bitcast %narrow : f4E2M1FN to i4
  %five = arith.extui %bits : i4 to i64
  vector.print %five : i64
  return
}
