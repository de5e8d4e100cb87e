// The place that is loaded is computed from the index of the body, which affine takes as long as the body is that of linalg.generic.
func.func @main() -> i32 {
  %c0 = arith.constant 0 : index
  %c3 = arith.constant 3 : index
  %x = arith.constant 7 : i32
  %a = memref.alloc() : memref<4xi32>
  linalg.fill ins(%x : i32) outs(%a : memref<4xi32>)
  %b = memref.alloc() : memref<4xi32>
  linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} outs(%b : memref<4xi32>) {
  ^bb0(%out: i32):
    %i = linalg.index 0 : index
    %j = arith.subi %c3, %i : index
    %v = memref.load %a[%j] : memref<4xi32>
    linalg.yield %v : i32
  }
  %r = memref.load %b[%c0] : memref<4xi32>
  return %r : i32
}
