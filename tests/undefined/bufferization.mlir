// RULE: alloc_tensor_fresh | poison | bufferization.alloc_tensor | An element of alloc_tensor that nobody wrote has no value.
func.func @alloc_tensor_fresh_bad() -> i32 {
  %e = bufferization.alloc_tensor() : tensor<2xi32>
  %c = arith.constant 7 : i32
  %z = arith.constant 0 : index
  %f = tensor.insert %c into %e[%z] : tensor<2xi32>
  %i = arith.constant 1 : index
  %r = tensor.extract %f[%i] : tensor<2xi32>
  return %r : i32
}
func.func @alloc_tensor_fresh_good() -> i32 {
  %e = bufferization.alloc_tensor() : tensor<2xi32>
  %c = arith.constant 7 : i32
  %z = arith.constant 0 : index
  %f = tensor.insert %c into %e[%z] : tensor<2xi32>
  %i = arith.constant 0 : index
  %r = tensor.extract %f[%i] : tensor<2xi32>
  return %r : i32
}

// RULE: alloc_tensor_copy | poison | bufferization.alloc_tensor | The elements are those of the copied tensor, with a value or without.
func.func @alloc_tensor_copy_bad() -> i32 {
  %t = tensor.empty() : tensor<2xi32>
  %e = bufferization.alloc_tensor() copy(%t) : tensor<2xi32>
  %z = arith.constant 0 : index
  %r = tensor.extract %e[%z] : tensor<2xi32>
  return %r : i32
}
func.func @alloc_tensor_copy_good() -> i32 {
  %t = arith.constant dense<4> : tensor<2xi32>
  %e = bufferization.alloc_tensor() copy(%t) : tensor<2xi32>
  %z = arith.constant 0 : index
  %r = tensor.extract %e[%z] : tensor<2xi32>
  return %r : i32
}

// RULE: to_tensor_written | open | bufferization.to_tensor | The documentation does not say whether a tensor shows what is written to its buffer later.
func.func @to_tensor_written_bad() -> i32 {
  %m = memref.alloc() : memref<2xi32>
  %c = arith.constant 7 : i32
  linalg.fill ins(%c : i32) outs(%m : memref<2xi32>)
  %z = arith.constant 0 : index
  %e = arith.constant 9 : i32
  %t = bufferization.to_tensor %m restrict : memref<2xi32> to tensor<2xi32>
  memref.store %e, %m[%z] : memref<2xi32>
  %r = tensor.extract %t[%z] : tensor<2xi32>
  return %r : i32
}
func.func @to_tensor_written_good() -> i32 {
  %m = memref.alloc() : memref<2xi32>
  %c = arith.constant 7 : i32
  linalg.fill ins(%c : i32) outs(%m : memref<2xi32>)
  %z = arith.constant 0 : index
  %e = arith.constant 9 : i32
  memref.store %e, %m[%z] : memref<2xi32>
  %t = bufferization.to_tensor %m restrict : memref<2xi32> to tensor<2xi32>
  %r = tensor.extract %t[%z] : tensor<2xi32>
  return %r : i32
}

// RULE: to_tensor_restrict | open | bufferization.to_tensor | A tensor that is said to be the only way to its buffer is not: it may show what is written by way of the other one.
func.func @to_tensor_restrict_bad() -> i32 {
  %m = memref.alloc() : memref<2xi32>
  %c = arith.constant 7 : i32
  linalg.fill ins(%c : i32) outs(%m : memref<2xi32>)
  %z = arith.constant 0 : index
  %e = arith.constant 9 : i32
  %t = bufferization.to_tensor %m restrict writable : memref<2xi32> to tensor<2xi32>
  %u = bufferization.to_tensor %m restrict writable : memref<2xi32> to tensor<2xi32>
  %n = tensor.insert %e into %t[%z] : tensor<2xi32>
  %a = tensor.extract %n[%z] : tensor<2xi32>
  %b = tensor.extract %u[%z] : tensor<2xi32>
  %r = arith.addi %a, %b : i32
  return %r : i32
}
func.func @to_tensor_restrict_good() -> i32 {
  %m = memref.alloc() : memref<2xi32>
  %c = arith.constant 7 : i32
  linalg.fill ins(%c : i32) outs(%m : memref<2xi32>)
  %z = arith.constant 0 : index
  %e = arith.constant 9 : i32
  %t = bufferization.to_tensor %m restrict writable : memref<2xi32> to tensor<2xi32>
  %n = tensor.insert %e into %t[%z] : tensor<2xi32>
  %a = tensor.extract %n[%z] : tensor<2xi32>
  %b = tensor.extract %t[%z] : tensor<2xi32>
  %r = arith.addi %a, %b : i32
  return %r : i32
}

// RULE: to_tensor_fresh | poison | bufferization.to_tensor | An element of a buffer that nobody wrote has no value as an element of a tensor either.
func.func @to_tensor_fresh_bad() -> i32 {
  %m = memref.alloc() : memref<2xi32>
  %c = arith.constant 7 : i32
  %z = arith.constant 0 : index
  memref.store %c, %m[%z] : memref<2xi32>
  %t = bufferization.to_tensor %m restrict : memref<2xi32> to tensor<2xi32>
  %i = arith.constant 1 : index
  %r = tensor.extract %t[%i] : tensor<2xi32>
  return %r : i32
}
func.func @to_tensor_fresh_good() -> i32 {
  %m = memref.alloc() : memref<2xi32>
  %c = arith.constant 7 : i32
  %z = arith.constant 0 : index
  memref.store %c, %m[%z] : memref<2xi32>
  %t = bufferization.to_tensor %m restrict : memref<2xi32> to tensor<2xi32>
  %i = arith.constant 0 : index
  %r = tensor.extract %t[%i] : tensor<2xi32>
  return %r : i32
}

// RULE: to_tensor_freed | undefined | bufferization.to_tensor | A tensor of a buffer that is freed may not be read.
func.func @to_tensor_freed_bad() -> i32 {
  %m = memref.alloc() : memref<2xi32>
  %c = arith.constant 7 : i32
  linalg.fill ins(%c : i32) outs(%m : memref<2xi32>)
  %z = arith.constant 0 : index
  %e = arith.constant 9 : i32
  %t = bufferization.to_tensor %m restrict : memref<2xi32> to tensor<2xi32>
  memref.dealloc %m : memref<2xi32>
  %r = tensor.extract %t[%z] : tensor<2xi32>
  return %r : i32
}
func.func @to_tensor_freed_good() -> i32 {
  %m = memref.alloc() : memref<2xi32>
  %c = arith.constant 7 : i32
  linalg.fill ins(%c : i32) outs(%m : memref<2xi32>)
  %z = arith.constant 0 : index
  %e = arith.constant 9 : i32
  %t = bufferization.to_tensor %m restrict : memref<2xi32> to tensor<2xi32>
  %r = tensor.extract %t[%z] : tensor<2xi32>
  memref.dealloc %m : memref<2xi32>
  return %r : i32
}

// RULE: clone_source_written | undefined | bufferization.clone | A clone may share memory with its source, so neither may be written after it.
func.func @clone_source_written_bad() -> i32 {
  %m = memref.alloc() : memref<2xi32>
  %c = arith.constant 7 : i32
  linalg.fill ins(%c : i32) outs(%m : memref<2xi32>)
  %z = arith.constant 0 : index
  %e = arith.constant 9 : i32
  %k = bufferization.clone %m : memref<2xi32> to memref<2xi32>
  %t = arith.constant true
  scf.if %t {
    memref.store %e, %m[%z] : memref<2xi32>
  }
  %r = memref.load %k[%z] : memref<2xi32>
  return %r : i32
}
func.func @clone_source_written_good() -> i32 {
  %m = memref.alloc() : memref<2xi32>
  %c = arith.constant 7 : i32
  linalg.fill ins(%c : i32) outs(%m : memref<2xi32>)
  %z = arith.constant 0 : index
  %e = arith.constant 9 : i32
  %k = bufferization.clone %m : memref<2xi32> to memref<2xi32>
  %t = arith.constant false
  scf.if %t {
    memref.store %e, %m[%z] : memref<2xi32>
  }
  %r = memref.load %k[%z] : memref<2xi32>
  return %r : i32
}

// RULE: clone_result_written | undefined | bufferization.clone | A clone may share memory with its source, so neither may be written after it.
func.func @clone_result_written_bad() -> i32 {
  %m = memref.alloc() : memref<2xi32>
  %c = arith.constant 7 : i32
  linalg.fill ins(%c : i32) outs(%m : memref<2xi32>)
  %z = arith.constant 0 : index
  %e = arith.constant 9 : i32
  %k = bufferization.clone %m : memref<2xi32> to memref<2xi32>
  %t = arith.constant true
  scf.if %t {
    memref.store %e, %k[%z] : memref<2xi32>
  }
  %r = memref.load %m[%z] : memref<2xi32>
  return %r : i32
}
func.func @clone_result_written_good() -> i32 {
  %m = memref.alloc() : memref<2xi32>
  %c = arith.constant 7 : i32
  linalg.fill ins(%c : i32) outs(%m : memref<2xi32>)
  %z = arith.constant 0 : index
  %e = arith.constant 9 : i32
  %k = bufferization.clone %m : memref<2xi32> to memref<2xi32>
  %t = arith.constant false
  scf.if %t {
    memref.store %e, %k[%z] : memref<2xi32>
  }
  %r = memref.load %m[%z] : memref<2xi32>
  return %r : i32
}

// RULE: materialize_shapes | undefined | bufferization.materialize_in_destination | Source and destination have one shape.
func.func @materialize_shapes_bad() -> i32 {
  %m = memref.alloc() : memref<2xi32>
  %c = arith.constant 7 : i32
  linalg.fill ins(%c : i32) outs(%m : memref<2xi32>)
  %z = arith.constant 0 : index
  %e = arith.constant 9 : i32
  %n = arith.constant 1 : index
  %d = memref.alloc(%n) : memref<?xi32>
  %t = bufferization.to_tensor %m restrict : memref<2xi32> to tensor<2xi32>
  %u = tensor.cast %t : tensor<2xi32> to tensor<?xi32>
  bufferization.materialize_in_destination %u in restrict writable %d : (tensor<?xi32>, memref<?xi32>) -> ()
  %r = memref.load %d[%z] : memref<?xi32>
  return %r : i32
}
func.func @materialize_shapes_good() -> i32 {
  %m = memref.alloc() : memref<2xi32>
  %c = arith.constant 7 : i32
  linalg.fill ins(%c : i32) outs(%m : memref<2xi32>)
  %z = arith.constant 0 : index
  %e = arith.constant 9 : i32
  %n = arith.constant 2 : index
  %d = memref.alloc(%n) : memref<?xi32>
  %t = bufferization.to_tensor %m restrict : memref<2xi32> to tensor<2xi32>
  %u = tensor.cast %t : tensor<2xi32> to tensor<?xi32>
  bufferization.materialize_in_destination %u in restrict writable %d : (tensor<?xi32>, memref<?xi32>) -> ()
  %r = memref.load %d[%z] : memref<?xi32>
  return %r : i32
}

// RULE: to_buffer_read_only | undefined | bufferization.to_buffer | A buffer that is said to be read only may not be written.
func.func @to_buffer_read_only_bad() -> i32 {
  %t = arith.constant dense<4> : tensor<2xi32>
  %m = bufferization.to_buffer %t read_only : tensor<2xi32> to memref<2xi32>
  %z = arith.constant 0 : index
  %e = arith.constant 9 : i32
  %w = arith.constant true
  scf.if %w {
    memref.store %e, %m[%z] : memref<2xi32>
  }
  %r = memref.load %m[%z] : memref<2xi32>
  return %r : i32
}
func.func @to_buffer_read_only_good() -> i32 {
  %t = arith.constant dense<4> : tensor<2xi32>
  %m = bufferization.to_buffer %t read_only : tensor<2xi32> to memref<2xi32>
  %z = arith.constant 0 : index
  %e = arith.constant 9 : i32
  %w = arith.constant false
  scf.if %w {
    memref.store %e, %m[%z] : memref<2xi32>
  }
  %r = memref.load %m[%z] : memref<2xi32>
  return %r : i32
}

// RULE: to_buffer_written | open | bufferization.to_buffer | The documentation does not say whether a tensor shows what is written to its future buffer.
func.func @to_buffer_written_bad() -> i32 {
  %c = arith.constant 4 : i32
  %t = tensor.from_elements %c, %c : tensor<2xi32>
  %m = bufferization.to_buffer %t : tensor<2xi32> to memref<2xi32>
  %z = arith.constant 0 : index
  %e = arith.constant 9 : i32
  memref.store %e, %m[%z] : memref<2xi32>
  %r = tensor.extract %t[%z] : tensor<2xi32>
  return %r : i32
}
func.func @to_buffer_written_good() -> i32 {
  %c = arith.constant 4 : i32
  %t = tensor.from_elements %c, %c : tensor<2xi32>
  %m = bufferization.to_buffer %t : tensor<2xi32> to memref<2xi32>
  %z = arith.constant 0 : index
  %r = memref.load %m[%z] : memref<2xi32>
  return %r : i32
}

// RULE: dealloc_tensor_used | undefined | bufferization.dealloc_tensor | A tensor may not be read after it was released.
func.func @dealloc_tensor_used_bad() -> i32 {
  %c = arith.constant 4 : i32
  %t = bufferization.alloc_tensor() : tensor<2xi32>
  %f = linalg.fill ins(%c : i32) outs(%t : tensor<2xi32>) -> tensor<2xi32>
  %z = arith.constant 0 : index
  bufferization.dealloc_tensor %f : tensor<2xi32>
  %r = tensor.extract %f[%z] : tensor<2xi32>
  return %r : i32
}
func.func @dealloc_tensor_used_good() -> i32 {
  %c = arith.constant 4 : i32
  %t = bufferization.alloc_tensor() : tensor<2xi32>
  %f = linalg.fill ins(%c : i32) outs(%t : tensor<2xi32>) -> tensor<2xi32>
  %z = arith.constant 0 : index
  %r = tensor.extract %f[%z] : tensor<2xi32>
  bufferization.dealloc_tensor %f : tensor<2xi32>
  return %r : i32
}

// RULE: dealloc_condition | undefined | bufferization.dealloc | Memory that is freed under its condition may not be read.
func.func @dealloc_condition_bad() -> i32 {
  %m = memref.alloc() : memref<2xi32>
  %c = arith.constant 7 : i32
  linalg.fill ins(%c : i32) outs(%m : memref<2xi32>)
  %z = arith.constant 0 : index
  %e = arith.constant 9 : i32
  %t = arith.constant true
  bufferization.dealloc (%m : memref<2xi32>) if (%t)
  %r = memref.load %m[%z] : memref<2xi32>
  return %r : i32
}
func.func @dealloc_condition_good() -> i32 {
  %m = memref.alloc() : memref<2xi32>
  %c = arith.constant 7 : i32
  linalg.fill ins(%c : i32) outs(%m : memref<2xi32>)
  %z = arith.constant 0 : index
  %e = arith.constant 9 : i32
  %t = arith.constant false
  bufferization.dealloc (%m : memref<2xi32>) if (%t)
  %r = memref.load %m[%z] : memref<2xi32>
  return %r : i32
}

// RULE: dealloc_poison | open | bufferization.dealloc | Nothing says which memref one that is poison aliases.
func.func @dealloc_poison_bad() -> i32 {
  %m = memref.alloc() : memref<2xi32>
  %p = ub.poison : memref<2xi32>
  %c = arith.constant 7 : i32
  %t = arith.constant true
  %r = bufferization.dealloc (%m : memref<2xi32>) if (%t) retain (%p : memref<2xi32>)
  return %c : i32
}
func.func @dealloc_poison_good() -> i32 {
  %m = memref.alloc() : memref<2xi32>
  %p = memref.alloc() : memref<2xi32>
  %c = arith.constant 7 : i32
  %t = arith.constant true
  %r = bufferization.dealloc (%m : memref<2xi32>) if (%t) retain (%p : memref<2xi32>)
  return %c : i32
}

// RULE: dealloc_again | undefined | bufferization.dealloc | Memory is freed once, whichever operation frees it.
func.func @dealloc_again_bad() -> i32 {
  %m = memref.alloc() : memref<2xi32>
  %c = arith.constant 7 : i32
  linalg.fill ins(%c : i32) outs(%m : memref<2xi32>)
  %z = arith.constant 0 : index
  %e = arith.constant 9 : i32
  %t = arith.constant true
  bufferization.dealloc (%m : memref<2xi32>) if (%t)
  memref.dealloc %m : memref<2xi32>
  %r = arith.addi %c, %e : i32
  return %r : i32
}
func.func @dealloc_again_good() -> i32 {
  %m = memref.alloc() : memref<2xi32>
  %c = arith.constant 7 : i32
  linalg.fill ins(%c : i32) outs(%m : memref<2xi32>)
  %z = arith.constant 0 : index
  %e = arith.constant 9 : i32
  %t = arith.constant false
  bufferization.dealloc (%m : memref<2xi32>) if (%t)
  memref.dealloc %m : memref<2xi32>
  %r = arith.addi %c, %e : i32
  return %r : i32
}
