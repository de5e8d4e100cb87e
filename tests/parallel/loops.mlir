func.func private @printMemrefF32(memref<*xf32>)
func.func private @printI64(i64)
func.func @main() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %n = arith.constant 7 : index
  %f0 = arith.constant 0.0 : f32
  %one = arith.constant 1 : i64
  %a = memref.alloc() : memref<7xf32>
  scf.parallel (%i) = (%c0) to (%n) step (%c1) {
    %r = scf.parallel (%j) = (%c0) to (%n) step (%c2) init (%f0) -> f32 {
      %x = arith.muli %i, %j : index
      %v = arith.index_cast %x : index to i64
      %f = arith.sitofp %v : i64 to f32
      scf.reduce(%f : f32) {
      ^bb0(%l: f32, %rr: f32):
        %s = arith.addf %l, %rr : f32
        scf.reduce.return %s : f32
      }
    }
    memref.store %r, %a[%i] : memref<7xf32>
    scf.reduce
  }
  %u = memref.cast %a : memref<7xf32> to memref<*xf32>
  call @printMemrefF32(%u) : (memref<*xf32>) -> ()
  %p = scf.parallel (%j) = (%c0) to (%n) step (%c2) init (%one) -> i64 {
      %x = arith.addi %c2, %j : index
      %v = arith.index_cast %x : index to i64
      scf.reduce(%v : i64) {
      ^bb0(%l: i64, %rr: i64):
        %s = arith.muli %l, %rr : i64
        scf.reduce.return %s : i64
      }
  }
  call @printI64(%p) : (i64) -> ()
  memref.dealloc %a : memref<7xf32>
  return
}
