// flatten-memref crashes on a memref whose elements are vectors.
//
// Right: mlir-opt %s
// Wrong: mlir-opt --flatten-memref %s
// Actual: crash (SIGSEGV)
//
// Why: the pass asks the element type for its width in bits (Type::getIntOrFloatBitWidth), which only integers and floats
// have. Elements of a memref may be vectors; convert-vector-to-scf makes such buffers.
// Versions: 22; not head; 19 has no such pass.
// LLVM: https://github.com/llvm/llvm-project/issues/204717 is the same for elements of type index.
func.func @f(%m: memref<2x3xvector<4xi32>>, %i: index) -> vector<4xi32> {
  %0 = memref.load %m[%i, %i] : memref<2x3xvector<4xi32>>
  return %0 : vector<4xi32>
}
