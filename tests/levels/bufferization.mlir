func.func private @printMemrefF32(memref<*xf32>) attributes {llvm.emit_c_interface}
func.func @main() {
  %t = arith.constant true
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %x = arith.constant 2.5 : f32
  %m = memref.alloc() : memref<4xf32>
  affine.for %i = 0 to 4 { affine.store %x, %m[%i] : memref<4xf32> }
  %n = bufferization.clone %m : memref<4xf32> to memref<4xf32>
  %w = memref.subview %m[1] [2] [1] : memref<4xf32> to memref<2xf32, strided<[1], offset: 1>>
  %o:2 = bufferization.dealloc (%m, %n : memref<4xf32>, memref<4xf32>) if (%t, %t) retain (%w, %m : memref<2xf32, strided<[1], offset: 1>>, memref<4xf32>)
  %o64 = arith.extui %o#0 : i1 to i64
  vector.print %o#0 : i1
  vector.print %o#1 : i1
  %u = memref.cast %w : memref<2xf32, strided<[1], offset: 1>> to memref<*xf32>
  call @printMemrefF32(%u) : (memref<*xf32>) -> ()
  return
}
