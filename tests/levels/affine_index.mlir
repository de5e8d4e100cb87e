func.func private @printI64(i64)
func.func private @printNewline()
func.func @index(%i: index) {
  %v = arith.index_cast %i : index to i64
  call @printI64(%v) : (i64) -> ()
  call @printNewline() : () -> ()
  return
}
func.func @main() {
  %m5 = arith.constant -5 : index
  %c4 = arith.constant 4 : index
  %c3 = arith.constant 3 : index
  %c47 = arith.constant 47 : index
  %d:3 = affine.delinearize_index %c47 into (%c4, 5, %c3) : index, index, index
  call @index(%d#0) : (index) -> ()
  call @index(%d#1) : (index) -> ()
  call @index(%d#2) : (index) -> ()
  %q:2 = affine.delinearize_index %m5 into (%c4) : index, index
  call @index(%q#0) : (index) -> ()
  call @index(%q#1) : (index) -> ()
  %w = affine.linearize_index [%c3, %m5, %c4] by (2, %c4, 5) : index
  call @index(%w) : (index) -> ()
  %x = affine.linearize_index disjoint [%c4, %c3] by (%c4) : index
  call @index(%x) : (index) -> ()
  return
}
