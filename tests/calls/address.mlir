func.func @main(%m: memref<3xf32>) -> index {
  %p = memref.extract_aligned_pointer_as_index %m : memref<3xf32> -> index
  return %p : index
}
