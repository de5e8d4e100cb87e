// affine.load prints subscripts that it cannot read.
//
// Right: mlir-opt --mlir-print-op-generic %s | mlir-opt -o /dev/null
// Wrong: mlir-opt %s | mlir-opt
// Actual: error: expected ']' in affine map
//
// Why: the printer writes %0#0 for the result of an operation that has several. The parser of the subscripts takes %0 and does
// not know it again by its number. Seen on the way: the program before the pass of expand-index-of-affine-access.mlir, as
// blame saves it, could not be read.
// Versions: 22, head; 19 has another form of affine.delinearize_index.
// LLVM: https://github.com/llvm/llvm-project/pull/215539 mends it; head does not have it yet.
func.func @f(%m: memref<2x3xf32>, %n: index) {
  affine.for %i = 0 to 6 {
    %0:2 = affine.delinearize_index %i into (2, 3) : index, index
    %1 = "affine.load"(%m, %0#0, %0#1) <{map = affine_map<(d0, d1) -> (d0, d1)>}> : (memref<2x3xf32>, index, index) -> f32
  }
  return
}
