func.func private @printI64(i64)
func.func private @printF32(f32)
func.func private @printNewline()
func.func private @printMemrefF32(memref<*xf32>) attributes {llvm.emit_c_interface}
func.func @index(%i: index) {
  %v = arith.index_cast %i : index to i64
  call @printI64(%v) : (i64) -> ()
  call @printNewline() : () -> ()
  return
}
func.func @main() {
  %m5 = arith.constant -5 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %c7 = arith.constant 7 : index
  %zero = arith.constant 0.0 : f32
  %one = arith.constant 1.0 : f32
  %a0 = affine.apply affine_map<(d0)[s0] -> (d0 floordiv 3 + s0 * 2)>(%m5)[%c7]
  call @index(%a0) : (index) -> ()
  %a1 = affine.apply affine_map<(d0) -> (d0 mod 4 + d0 ceildiv 2)>(%m5)
  call @index(%a1) : (index) -> ()
  %a2 = affine.min affine_map<(d0)[s0] -> (d0, s0 - 9, 5)>(%c7)[%c4]
  call @index(%a2) : (index) -> ()
  %a3 = affine.max affine_map<(d0)[s0] -> (d0, s0 - 9, 5)>(%m5)[%c4]
  call @index(%a3) : (index) -> ()
  %m = memref.alloc() : memref<10xf32>
  affine.for %i = 0 to 10 { 
    %iv = arith.index_cast %i : index to i32
    %f = arith.sitofp %iv : i32 to f32
    affine.store %f, %m[%i] : memref<10xf32>
  }
  %s = affine.for %i = max affine_map<(d0) -> (0, d0 - 5)>(%c7) to min affine_map<(d0) -> (9, d0 + 4)>(%c4) step 2 iter_args(%x = %zero) -> f32 {
    %v = affine.load %m[%i + 1] : memref<10xf32>
    %y = arith.addf %x, %v : f32
    affine.yield %y : f32
  }
  call @printF32(%s) : (f32) -> ()
  call @printNewline() : () -> ()
  %r = affine.if affine_set<(d0)[s0] : (d0 - s0 >= 0, d0 mod 2 - 1 == 0)>(%c7)[%c4] -> f32 { affine.yield %s : f32 } else { affine.yield %zero : f32 }
  call @printF32(%r) : (f32) -> ()
  call @printNewline() : () -> ()
  %p:2 = affine.parallel (%i, %j) = (0, max(1, %m5)) to (min(10, %c7), %c4) step (2, 3) reduce ("addf", "maximumf") -> (f32, f32) { 
    %v = affine.load %m[%i + %j] : memref<10xf32>
    affine.yield %v, %v : f32, f32 }
  call @printF32(%p#0) : (f32) -> ()
  call @printNewline() : () -> ()
  call @printF32(%p#1) : (f32) -> ()
  call @printNewline() : () -> ()
  %v = affine.vector_load %m[%c3 + 1] : memref<10xf32>, vector<4xf32>
  affine.vector_store %v, %m[%c7 - 7] : memref<10xf32>, vector<4xf32>
  %u = memref.cast %m : memref<10xf32> to memref<*xf32>
  call @printMemrefF32(%u) : (memref<*xf32>) -> ()
  return
}
