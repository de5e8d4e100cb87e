memref.global "private" constant @numbers : memref<2xi32> = dense<[5, 6]>
memref.global "private" @blank : memref<2xi32> = uninitialized

// RULE: load_past_end | undefined | memref.load | Every index has to be at least zero and less than its extent.
func.func @load_past_end_bad() -> i32 {
  %m = memref.alloc() : memref<4xi32>
  %c = arith.constant 7 : i32
  linalg.fill ins(%c : i32) outs(%m : memref<4xi32>)
  %i = arith.constant 4 : index
  %r = memref.load %m[%i] : memref<4xi32>
  return %r : i32
}
func.func @load_past_end_good() -> i32 {
  %m = memref.alloc() : memref<4xi32>
  %c = arith.constant 7 : i32
  linalg.fill ins(%c : i32) outs(%m : memref<4xi32>)
  %i = arith.constant 3 : index
  %r = memref.load %m[%i] : memref<4xi32>
  return %r : i32
}

// RULE: load_negative | undefined | memref.load | Every index has to be at least zero and less than its extent.
func.func @load_negative_bad() -> i32 {
  %m = memref.alloc() : memref<4xi32>
  %c = arith.constant 7 : i32
  linalg.fill ins(%c : i32) outs(%m : memref<4xi32>)
  %i = arith.constant -1 : index
  %r = memref.load %m[%i] : memref<4xi32>
  return %r : i32
}
func.func @load_negative_good() -> i32 {
  %m = memref.alloc() : memref<4xi32>
  %c = arith.constant 7 : i32
  linalg.fill ins(%c : i32) outs(%m : memref<4xi32>)
  %i = arith.constant 0 : index
  %r = memref.load %m[%i] : memref<4xi32>
  return %r : i32
}

// RULE: store_past_end | undefined | memref.store | Every index has to be at least zero and less than its extent.
func.func @store_past_end_bad() -> i32 {
  %m = memref.alloc() : memref<4xi32>
  %c = arith.constant 7 : i32
  linalg.fill ins(%c : i32) outs(%m : memref<4xi32>)
  %i = arith.constant 4 : index
  memref.store %c, %m[%i] : memref<4xi32>
  %z = arith.constant 0 : index
  %r = memref.load %m[%z] : memref<4xi32>
  return %r : i32
}
func.func @store_past_end_good() -> i32 {
  %m = memref.alloc() : memref<4xi32>
  %c = arith.constant 7 : i32
  linalg.fill ins(%c : i32) outs(%m : memref<4xi32>)
  %i = arith.constant 3 : index
  memref.store %c, %m[%i] : memref<4xi32>
  %z = arith.constant 0 : index
  %r = memref.load %m[%z] : memref<4xi32>
  return %r : i32
}

// RULE: load_past_row | undefined | memref.load | An index beyond its own extent is undefined, even where another element lies in that place.
func.func @load_past_row_bad() -> i32 {
  %m = memref.alloc() : memref<2x2xi32>
  %c = arith.constant 7 : i32
  linalg.fill ins(%c : i32) outs(%m : memref<2x2xi32>)
  %z = arith.constant 0 : index
  %i = arith.constant 2 : index
  %r = memref.load %m[%z, %i] : memref<2x2xi32>
  return %r : i32
}
func.func @load_past_row_good() -> i32 {
  %m = memref.alloc() : memref<2x2xi32>
  %c = arith.constant 7 : i32
  linalg.fill ins(%c : i32) outs(%m : memref<2x2xi32>)
  %z = arith.constant 0 : index
  %i = arith.constant 1 : index
  %r = memref.load %m[%z, %i] : memref<2x2xi32>
  return %r : i32
}

// RULE: load_past_view | undefined | memref.load | The extents of a view bound the index, not the buffer below it.
func.func @load_past_view_bad() -> i32 {
  %m = memref.alloc() : memref<4xi32>
  %c = arith.constant 7 : i32
  linalg.fill ins(%c : i32) outs(%m : memref<4xi32>)
  %v = memref.subview %m[0] [2] [1] : memref<4xi32> to memref<2xi32, strided<[1]>>
  %i = arith.constant 2 : index
  %r = memref.load %v[%i] : memref<2xi32, strided<[1]>>
  return %r : i32
}
func.func @load_past_view_good() -> i32 {
  %m = memref.alloc() : memref<4xi32>
  %c = arith.constant 7 : i32
  linalg.fill ins(%c : i32) outs(%m : memref<4xi32>)
  %v = memref.subview %m[0] [2] [1] : memref<4xi32> to memref<2xi32, strided<[1]>>
  %i = arith.constant 1 : index
  %r = memref.load %v[%i] : memref<2xi32, strided<[1]>>
  return %r : i32
}

// RULE: load_poison_index | undefined | memref.load | An address of poison is undefined to read.
func.func @load_poison_index_bad() -> i32 {
  %m = memref.alloc() : memref<4xi32>
  %c = arith.constant 7 : i32
  linalg.fill ins(%c : i32) outs(%m : memref<4xi32>)
  %p = ub.poison : index
  %z = arith.constant 0 : index
  %t = arith.constant true
  %i = arith.select %t, %p, %z : index
  %r = memref.load %m[%i] : memref<4xi32>
  return %r : i32
}
func.func @load_poison_index_good() -> i32 {
  %m = memref.alloc() : memref<4xi32>
  %c = arith.constant 7 : i32
  linalg.fill ins(%c : i32) outs(%m : memref<4xi32>)
  %p = ub.poison : index
  %z = arith.constant 0 : index
  %t = arith.constant false
  %i = arith.select %t, %p, %z : index
  %r = memref.load %m[%i] : memref<4xi32>
  return %r : i32
}

// RULE: load_empty | undefined | memref.load | A memref without elements has none to read.
func.func @load_empty_bad() -> i32 {
  %n = arith.constant 0 : index
  %m = memref.alloc(%n) : memref<?xi32>
  %c = arith.constant 7 : i32
  linalg.fill ins(%c : i32) outs(%m : memref<?xi32>)
  %z = arith.constant 0 : index
  %r = memref.load %m[%z] : memref<?xi32>
  return %r : i32
}
func.func @load_empty_good() -> i32 {
  %n = arith.constant 1 : index
  %m = memref.alloc(%n) : memref<?xi32>
  %c = arith.constant 7 : i32
  linalg.fill ins(%c : i32) outs(%m : memref<?xi32>)
  %z = arith.constant 0 : index
  %r = memref.load %m[%z] : memref<?xi32>
  return %r : i32
}

// RULE: load_freed | undefined | memref.dealloc | Memory that was freed may not be read.
func.func @load_freed_bad() -> i32 {
  %m = memref.alloc() : memref<4xi32>
  %c = arith.constant 7 : i32
  linalg.fill ins(%c : i32) outs(%m : memref<4xi32>)
  %z = arith.constant 0 : index
  %t = arith.constant true
  scf.if %t {
    memref.dealloc %m : memref<4xi32>
  }
  %r = memref.load %m[%z] : memref<4xi32>
  return %r : i32
}
func.func @load_freed_good() -> i32 {
  %m = memref.alloc() : memref<4xi32>
  %c = arith.constant 7 : i32
  linalg.fill ins(%c : i32) outs(%m : memref<4xi32>)
  %z = arith.constant 0 : index
  %t = arith.constant false
  scf.if %t {
    memref.dealloc %m : memref<4xi32>
  }
  %r = memref.load %m[%z] : memref<4xi32>
  return %r : i32
}

// RULE: store_freed | undefined | memref.dealloc | Memory that was freed may not be written.
func.func @store_freed_bad() -> i32 {
  %m = memref.alloc() : memref<4xi32>
  %c = arith.constant 7 : i32
  linalg.fill ins(%c : i32) outs(%m : memref<4xi32>)
  %z = arith.constant 0 : index
  %t = arith.constant true
  scf.if %t {
    memref.dealloc %m : memref<4xi32>
  }
  memref.store %c, %m[%z] : memref<4xi32>
  %r = arith.addi %c, %c : i32
  return %r : i32
}
func.func @store_freed_good() -> i32 {
  %m = memref.alloc() : memref<4xi32>
  %c = arith.constant 7 : i32
  linalg.fill ins(%c : i32) outs(%m : memref<4xi32>)
  %z = arith.constant 0 : index
  %t = arith.constant false
  scf.if %t {
    memref.dealloc %m : memref<4xi32>
  }
  memref.store %c, %m[%z] : memref<4xi32>
  %r = arith.addi %c, %c : i32
  return %r : i32
}

// RULE: dealloc_twice | undefined | memref.dealloc | Memory is freed once.
func.func @dealloc_twice_bad() -> i32 {
  %m = memref.alloc() : memref<4xi32>
  %c = arith.constant 7 : i32
  linalg.fill ins(%c : i32) outs(%m : memref<4xi32>)
  memref.dealloc %m : memref<4xi32>
  %t = arith.constant true
  scf.if %t {
    memref.dealloc %m : memref<4xi32>
  }
  %r = arith.addi %c, %c : i32
  return %r : i32
}
func.func @dealloc_twice_good() -> i32 {
  %m = memref.alloc() : memref<4xi32>
  %c = arith.constant 7 : i32
  linalg.fill ins(%c : i32) outs(%m : memref<4xi32>)
  memref.dealloc %m : memref<4xi32>
  %t = arith.constant false
  scf.if %t {
    memref.dealloc %m : memref<4xi32>
  }
  %r = arith.addi %c, %c : i32
  return %r : i32
}

// RULE: dealloc_view | undefined | memref.dealloc | A memref that is freed has to be the one that was allocated, and no view into it.
func.func @dealloc_view_bad() -> i32 {
  %m = memref.alloc() : memref<4xi32>
  %c = arith.constant 7 : i32
  linalg.fill ins(%c : i32) outs(%m : memref<4xi32>)
  %o = arith.constant 1 : index
  %v = memref.subview %m[%o] [1] [1] : memref<4xi32> to memref<1xi32, strided<[1], offset: ?>>
  %i = arith.constant 1 : index
  %t = arith.cmpi eq, %o, %i : index
  scf.if %t {
    memref.dealloc %v : memref<1xi32, strided<[1], offset: ?>>
  } else {
    memref.dealloc %m : memref<4xi32>
  }
  %r = arith.addi %c, %c : i32
  return %r : i32
}
func.func @dealloc_view_good() -> i32 {
  %m = memref.alloc() : memref<4xi32>
  %c = arith.constant 7 : i32
  linalg.fill ins(%c : i32) outs(%m : memref<4xi32>)
  %o = arith.constant 2 : index
  %v = memref.subview %m[%o] [1] [1] : memref<4xi32> to memref<1xi32, strided<[1], offset: ?>>
  %i = arith.constant 1 : index
  %t = arith.cmpi eq, %o, %i : index
  scf.if %t {
    memref.dealloc %v : memref<1xi32, strided<[1], offset: ?>>
  } else {
    memref.dealloc %m : memref<4xi32>
  }
  %r = arith.addi %c, %c : i32
  return %r : i32
}

// RULE: dealloc_alloca | undefined | memref.dealloc | Memory on the stack is not freed.
func.func @dealloc_alloca_bad() -> i32 {
  %m = memref.alloca() : memref<4xi32>
  memref.dealloc %m : memref<4xi32>
  %r = arith.constant 1 : i32
  return %r : i32
}
func.func @dealloc_alloca_good() -> i32 {
  %m = memref.alloc() : memref<4xi32>
  memref.dealloc %m : memref<4xi32>
  %r = arith.constant 1 : i32
  return %r : i32
}

// RULE: dealloc_global | undefined | memref.dealloc | A global is not freed.
func.func @dealloc_global_bad() -> i32 {
  %m = memref.get_global @numbers : memref<2xi32>
  memref.dealloc %m : memref<2xi32>
  %r = arith.constant 1 : i32
  return %r : i32
}
func.func @dealloc_global_good() -> i32 {
  %m = memref.get_global @numbers : memref<2xi32>
  %z = arith.constant 0 : index
  %r = memref.load %m[%z] : memref<2xi32>
  return %r : i32
}

// RULE: alloc_fresh | poison | memref.alloc | An element of fresh memory that nobody wrote has no value.
func.func @alloc_fresh_bad() -> i32 {
  %m = memref.alloc() : memref<2xi32>
  %c = arith.constant 7 : i32
  %z = arith.constant 0 : index
  memref.store %c, %m[%z] : memref<2xi32>
  %i = arith.constant 1 : index
  %r = memref.load %m[%i] : memref<2xi32>
  return %r : i32
}
func.func @alloc_fresh_good() -> i32 {
  %m = memref.alloc() : memref<2xi32>
  %c = arith.constant 7 : i32
  %z = arith.constant 0 : index
  memref.store %c, %m[%z] : memref<2xi32>
  %i = arith.constant 0 : index
  %r = memref.load %m[%i] : memref<2xi32>
  return %r : i32
}

// RULE: alloca_fresh | poison | memref.alloca | An element of fresh memory that nobody wrote has no value.
func.func @alloca_fresh_bad() -> i32 {
  %m = memref.alloca() : memref<2xi32>
  %c = arith.constant 7 : i32
  %z = arith.constant 0 : index
  memref.store %c, %m[%z] : memref<2xi32>
  %i = arith.constant 1 : index
  %r = memref.load %m[%i] : memref<2xi32>
  return %r : i32
}
func.func @alloca_fresh_good() -> i32 {
  %m = memref.alloca() : memref<2xi32>
  %c = arith.constant 7 : i32
  %z = arith.constant 0 : index
  memref.store %c, %m[%z] : memref<2xi32>
  %i = arith.constant 0 : index
  %r = memref.load %m[%i] : memref<2xi32>
  return %r : i32
}

// RULE: alloc_fresh_again | poison | memref.alloc | Memory is fresh each time it is allocated.
func.func @alloc_fresh_again_bad() -> i32 {
  %z = arith.constant 0 : index
  %i = arith.constant 1 : index
  %n = arith.constant 2 : index
  %c = arith.constant 7 : i32
  %r = scf.for %k = %z to %n step %i iter_args(%x = %c) -> (i32) {
    %m = memref.alloca() : memref<i32>
    %f = arith.cmpi eq, %k, %z : index
    scf.if %f {
      memref.store %c, %m[] : memref<i32>
    }
    %l = memref.load %m[] : memref<i32>
    scf.yield %l : i32
  }
  return %r : i32
}
func.func @alloc_fresh_again_good() -> i32 {
  %z = arith.constant 0 : index
  %i = arith.constant 1 : index
  %n = arith.constant 2 : index
  %c = arith.constant 7 : i32
  %r = scf.for %k = %z to %n step %i iter_args(%x = %c) -> (i32) {
    %m = memref.alloca() : memref<i32>
    %f = arith.cmpi uge, %k, %z : index
    scf.if %f {
      memref.store %c, %m[] : memref<i32>
    }
    %l = memref.load %m[] : memref<i32>
    scf.yield %l : i32
  }
  return %r : i32
}

// RULE: alloc_negative | open | memref.alloc | The documentation names no result for an extent below zero.
func.func @alloc_negative_bad() -> index {
  %n = arith.constant -1 : index
  %m = memref.alloc(%n) : memref<?xi32>
  %z = arith.constant 0 : index
  %r = memref.dim %m, %z : memref<?xi32>
  return %r : index
}
func.func @alloc_negative_good() -> index {
  %n = arith.constant 0 : index
  %m = memref.alloc(%n) : memref<?xi32>
  %z = arith.constant 0 : index
  %r = memref.dim %m, %z : memref<?xi32>
  return %r : index
}

// RULE: global_uninitialized | poison | memref.global | A global without a value has none until it is written.
func.func @global_uninitialized_bad() -> i32 {
  %m = memref.get_global @blank : memref<2xi32>
  %c = arith.constant 7 : i32
  %i = arith.constant 1 : index
  memref.store %c, %m[%i] : memref<2xi32>
  %k = arith.constant 0 : index
  %r = memref.load %m[%k] : memref<2xi32>
  return %r : i32
}
func.func @global_uninitialized_good() -> i32 {
  %m = memref.get_global @blank : memref<2xi32>
  %c = arith.constant 7 : i32
  %i = arith.constant 1 : index
  memref.store %c, %m[%i] : memref<2xi32>
  %k = arith.constant 1 : index
  %r = memref.load %m[%k] : memref<2xi32>
  return %r : i32
}

// RULE: global_constant_written | undefined | memref.get_global | A global that is constant may not be written.
func.func @global_constant_written_bad() -> i32 {
  %m = memref.get_global @numbers : memref<2xi32>
  %c = arith.constant 7 : i32
  %z = arith.constant 0 : index
  %t = arith.constant true
  scf.if %t {
    memref.store %c, %m[%z] : memref<2xi32>
  }
  %r = memref.load %m[%z] : memref<2xi32>
  return %r : i32
}
func.func @global_constant_written_good() -> i32 {
  %m = memref.get_global @numbers : memref<2xi32>
  %c = arith.constant 7 : i32
  %z = arith.constant 0 : index
  %t = arith.constant false
  scf.if %t {
    memref.store %c, %m[%z] : memref<2xi32>
  }
  %r = memref.load %m[%z] : memref<2xi32>
  return %r : i32
}

// RULE: alloca_scope_left | undefined | memref.alloca_scope | Memory of alloca ends with the scope that holds it.
func.func @alloca_scope_left_bad() -> i32 {
  %c = arith.constant 7 : i32
  %m = memref.alloca_scope -> (memref<i32>) {
    %a = memref.alloca() : memref<i32>
    memref.store %c, %a[] : memref<i32>
    memref.alloca_scope.return %a : memref<i32>
  }
  %r = memref.load %m[] : memref<i32>
  return %r : i32
}
func.func @alloca_scope_left_good() -> i32 {
  %c = arith.constant 7 : i32
  %r = memref.alloca_scope -> (i32) {
    %a = memref.alloca() : memref<i32>
    memref.store %c, %a[] : memref<i32>
    %l = memref.load %a[] : memref<i32>
    memref.alloca_scope.return %l : i32
  }
  return %r : i32
}

// RULE: realloc_old | undefined | memref.realloc | Memory may not be used by its old name after realloc.
func.func @realloc_old_bad() -> i32 {
  %m = memref.alloc() : memref<2xi32>
  %c = arith.constant 7 : i32
  linalg.fill ins(%c : i32) outs(%m : memref<2xi32>)
  %n = memref.realloc %m : memref<2xi32> to memref<4xi32>
  %z = arith.constant 0 : index
  %r = memref.load %m[%z] : memref<2xi32>
  return %r : i32
}
func.func @realloc_old_good() -> i32 {
  %m = memref.alloc() : memref<2xi32>
  %c = arith.constant 7 : i32
  linalg.fill ins(%c : i32) outs(%m : memref<2xi32>)
  %n = memref.realloc %m : memref<2xi32> to memref<4xi32>
  %z = arith.constant 0 : index
  %r = memref.load %n[%z] : memref<4xi32>
  return %r : i32
}

// RULE: realloc_tail | poison | memref.realloc | What realloc adds has no value.
func.func @realloc_tail_bad() -> i32 {
  %m = memref.alloc() : memref<2xi32>
  %c = arith.constant 7 : i32
  linalg.fill ins(%c : i32) outs(%m : memref<2xi32>)
  %n = memref.realloc %m : memref<2xi32> to memref<4xi32>
  %z = arith.constant 2 : index
  %r = memref.load %n[%z] : memref<4xi32>
  return %r : i32
}
func.func @realloc_tail_good() -> i32 {
  %m = memref.alloc() : memref<2xi32>
  %c = arith.constant 7 : i32
  linalg.fill ins(%c : i32) outs(%m : memref<2xi32>)
  %n = memref.realloc %m : memref<2xi32> to memref<4xi32>
  %z = arith.constant 1 : index
  %r = memref.load %n[%z] : memref<4xi32>
  return %r : i32
}

// RULE: copy_shapes | undefined | memref.copy | Both sides of a copy have one shape.
func.func @copy_shapes_bad() -> i32 {
  %m = memref.alloc() : memref<4xi32>
  %c = arith.constant 7 : i32
  linalg.fill ins(%c : i32) outs(%m : memref<4xi32>)
  %n = arith.constant 3 : index
  %d = memref.alloc(%n) : memref<?xi32>
  %s = memref.cast %m : memref<4xi32> to memref<?xi32>
  memref.copy %s, %d : memref<?xi32> to memref<?xi32>
  %z = arith.constant 0 : index
  %r = memref.load %d[%z] : memref<?xi32>
  return %r : i32
}
func.func @copy_shapes_good() -> i32 {
  %m = memref.alloc() : memref<4xi32>
  %c = arith.constant 7 : i32
  linalg.fill ins(%c : i32) outs(%m : memref<4xi32>)
  %n = arith.constant 4 : index
  %d = memref.alloc(%n) : memref<?xi32>
  %s = memref.cast %m : memref<4xi32> to memref<?xi32>
  memref.copy %s, %d : memref<?xi32> to memref<?xi32>
  %z = arith.constant 0 : index
  %r = memref.load %d[%z] : memref<?xi32>
  return %r : i32
}

// RULE: copy_overlap | open | memref.copy | The documentation does not say how a copy onto itself with a shift goes.
func.func @copy_overlap_bad() -> i32 {
  %m = memref.alloc() : memref<4xi32>
  %c = arith.constant 7 : i32
  linalg.fill ins(%c : i32) outs(%m : memref<4xi32>)
  %o = arith.constant 1 : index
  %i = arith.constant 1 : index
  %b = arith.constant 1 : i32
  memref.store %b, %m[%i] : memref<4xi32>
  %s = memref.subview %m[0] [2] [1] : memref<4xi32> to memref<2xi32, strided<[1]>>
  %d = memref.subview %m[%o] [2] [1] : memref<4xi32> to memref<2xi32, strided<[1], offset: ?>>
  memref.copy %s, %d : memref<2xi32, strided<[1]>> to memref<2xi32, strided<[1], offset: ?>>
  %k = arith.constant 2 : index
  %r = memref.load %m[%k] : memref<4xi32>
  return %r : i32
}
func.func @copy_overlap_good() -> i32 {
  %m = memref.alloc() : memref<4xi32>
  %c = arith.constant 7 : i32
  linalg.fill ins(%c : i32) outs(%m : memref<4xi32>)
  %o = arith.constant 2 : index
  %i = arith.constant 1 : index
  %b = arith.constant 1 : i32
  memref.store %b, %m[%i] : memref<4xi32>
  %s = memref.subview %m[0] [2] [1] : memref<4xi32> to memref<2xi32, strided<[1]>>
  %d = memref.subview %m[%o] [2] [1] : memref<4xi32> to memref<2xi32, strided<[1], offset: ?>>
  memref.copy %s, %d : memref<2xi32, strided<[1]>> to memref<2xi32, strided<[1], offset: ?>>
  %k = arith.constant 2 : index
  %r = memref.load %m[%k] : memref<4xi32>
  return %r : i32
}

// RULE: copy_fresh | poison | memref.copy | A copy carries elements that have no value.
func.func @copy_fresh_bad() -> i32 {
  %m = memref.alloc() : memref<4xi32>
  %c = arith.constant 7 : i32
  linalg.fill ins(%c : i32) outs(%m : memref<4xi32>)
  %i = arith.constant 1 : index
  %s = memref.alloc() : memref<4xi32>
  %z = arith.constant 0 : index
  memref.store %c, %s[%z] : memref<4xi32>
  memref.copy %s, %m : memref<4xi32> to memref<4xi32>
  %r = memref.load %m[%i] : memref<4xi32>
  return %r : i32
}
func.func @copy_fresh_good() -> i32 {
  %m = memref.alloc() : memref<4xi32>
  %c = arith.constant 7 : i32
  linalg.fill ins(%c : i32) outs(%m : memref<4xi32>)
  %i = arith.constant 0 : index
  %s = memref.alloc() : memref<4xi32>
  %z = arith.constant 0 : index
  memref.store %c, %s[%z] : memref<4xi32>
  memref.copy %s, %m : memref<4xi32> to memref<4xi32>
  %r = memref.load %m[%i] : memref<4xi32>
  return %r : i32
}

// RULE: cast_extent | undefined | memref.cast | A cast to a static extent asserts it.
func.func @cast_extent_bad() -> i32 {
  %m = memref.alloc() : memref<4xi32>
  %c = arith.constant 7 : i32
  linalg.fill ins(%c : i32) outs(%m : memref<4xi32>)
  %n = arith.constant 2 : index
  %a = memref.subview %m[0] [%n] [1] : memref<4xi32> to memref<?xi32, strided<[1]>>
  %b = memref.cast %a : memref<?xi32, strided<[1]>> to memref<3xi32, strided<[1]>>
  %z = arith.constant 0 : index
  %r = memref.load %b[%z] : memref<3xi32, strided<[1]>>
  return %r : i32
}
func.func @cast_extent_good() -> i32 {
  %m = memref.alloc() : memref<4xi32>
  %c = arith.constant 7 : i32
  linalg.fill ins(%c : i32) outs(%m : memref<4xi32>)
  %n = arith.constant 3 : index
  %a = memref.subview %m[0] [%n] [1] : memref<4xi32> to memref<?xi32, strided<[1]>>
  %b = memref.cast %a : memref<?xi32, strided<[1]>> to memref<3xi32, strided<[1]>>
  %z = arith.constant 0 : index
  %r = memref.load %b[%z] : memref<3xi32, strided<[1]>>
  return %r : i32
}

// RULE: cast_stride | undefined | memref.cast | A cast to a static stride asserts it.
func.func @cast_stride_bad() -> i32 {
  %m = memref.alloc() : memref<4xi32>
  %c = arith.constant 7 : i32
  linalg.fill ins(%c : i32) outs(%m : memref<4xi32>)
  %n = arith.constant 2 : index
  %a = memref.subview %m[0] [2] [%n] : memref<4xi32> to memref<2xi32, strided<[?]>>
  %b = memref.cast %a : memref<2xi32, strided<[?]>> to memref<2xi32, strided<[1]>>
  %z = arith.constant 1 : index
  %r = memref.load %b[%z] : memref<2xi32, strided<[1]>>
  return %r : i32
}
func.func @cast_stride_good() -> i32 {
  %m = memref.alloc() : memref<4xi32>
  %c = arith.constant 7 : i32
  linalg.fill ins(%c : i32) outs(%m : memref<4xi32>)
  %n = arith.constant 1 : index
  %a = memref.subview %m[0] [2] [%n] : memref<4xi32> to memref<2xi32, strided<[?]>>
  %b = memref.cast %a : memref<2xi32, strided<[?]>> to memref<2xi32, strided<[1]>>
  %z = arith.constant 1 : index
  %r = memref.load %b[%z] : memref<2xi32, strided<[1]>>
  return %r : i32
}

// RULE: cast_offset | undefined | memref.cast | A cast to a static offset asserts it.
func.func @cast_offset_bad() -> i32 {
  %m = memref.alloc() : memref<4xi32>
  %c = arith.constant 7 : i32
  linalg.fill ins(%c : i32) outs(%m : memref<4xi32>)
  %n = arith.constant 2 : index
  %a = memref.subview %m[%n] [2] [1] : memref<4xi32> to memref<2xi32, strided<[1], offset: ?>>
  %b = memref.cast %a : memref<2xi32, strided<[1], offset: ?>> to memref<2xi32, strided<[1], offset: 1>>
  %z = arith.constant 0 : index
  %r = memref.load %b[%z] : memref<2xi32, strided<[1], offset: 1>>
  return %r : i32
}
func.func @cast_offset_good() -> i32 {
  %m = memref.alloc() : memref<4xi32>
  %c = arith.constant 7 : i32
  linalg.fill ins(%c : i32) outs(%m : memref<4xi32>)
  %n = arith.constant 1 : index
  %a = memref.subview %m[%n] [2] [1] : memref<4xi32> to memref<2xi32, strided<[1], offset: ?>>
  %b = memref.cast %a : memref<2xi32, strided<[1], offset: ?>> to memref<2xi32, strided<[1], offset: 1>>
  %z = arith.constant 0 : index
  %r = memref.load %b[%z] : memref<2xi32, strided<[1], offset: 1>>
  return %r : i32
}

// RULE: cast_rank | undefined | memref.cast | A cast of an unranked memref asserts its rank.
func.func @cast_rank_bad() -> index {
  %m = memref.alloc() : memref<4xi32>
  %c = arith.constant 7 : i32
  linalg.fill ins(%c : i32) outs(%m : memref<4xi32>)
  %u = memref.cast %m : memref<4xi32> to memref<*xi32>
  %b = memref.cast %u : memref<*xi32> to memref<?x?xi32>
  %z = arith.constant 0 : index
  %r = memref.dim %b, %z : memref<?x?xi32>
  return %r : index
}
func.func @cast_rank_good() -> index {
  %m = memref.alloc() : memref<4xi32>
  %c = arith.constant 7 : i32
  linalg.fill ins(%c : i32) outs(%m : memref<4xi32>)
  %u = memref.cast %m : memref<4xi32> to memref<*xi32>
  %b = memref.cast %u : memref<*xi32> to memref<?xi32>
  %z = arith.constant 0 : index
  %r = memref.dim %b, %z : memref<?xi32>
  return %r : index
}

// RULE: dim_bounds | undefined | memref.dim | A dimension that a memref does not have has no extent.
func.func @dim_bounds_bad() -> index {
  %m = memref.alloc() : memref<4xi32>
  %c = arith.constant 7 : i32
  linalg.fill ins(%c : i32) outs(%m : memref<4xi32>)
  %i = arith.constant 1 : index
  %r = memref.dim %m, %i : memref<4xi32>
  return %r : index
}
func.func @dim_bounds_good() -> index {
  %m = memref.alloc() : memref<4xi32>
  %c = arith.constant 7 : i32
  linalg.fill ins(%c : i32) outs(%m : memref<4xi32>)
  %i = arith.constant 0 : index
  %r = memref.dim %m, %i : memref<4xi32>
  return %r : index
}

// RULE: subview_offset | undefined | memref.subview | A view has to lie within its source, even where nobody reads it.
func.func @subview_offset_bad() -> i32 {
  %m = memref.alloc() : memref<4xi32>
  %c = arith.constant 7 : i32
  linalg.fill ins(%c : i32) outs(%m : memref<4xi32>)
  %o = arith.constant 3 : index
  %a = memref.subview %m[%o] [2] [1] : memref<4xi32> to memref<2xi32, strided<[1], offset: ?>>
  %z = arith.constant 0 : index
  %r = memref.load %a[%z] : memref<2xi32, strided<[1], offset: ?>>
  return %r : i32
}
func.func @subview_offset_good() -> i32 {
  %m = memref.alloc() : memref<4xi32>
  %c = arith.constant 7 : i32
  linalg.fill ins(%c : i32) outs(%m : memref<4xi32>)
  %o = arith.constant 2 : index
  %a = memref.subview %m[%o] [2] [1] : memref<4xi32> to memref<2xi32, strided<[1], offset: ?>>
  %z = arith.constant 0 : index
  %r = memref.load %a[%z] : memref<2xi32, strided<[1], offset: ?>>
  return %r : i32
}

// RULE: subview_size | undefined | memref.subview | A view has to lie within its source, even where nobody reads it.
func.func @subview_size_bad() -> i32 {
  %m = memref.alloc() : memref<4xi32>
  %c = arith.constant 7 : i32
  linalg.fill ins(%c : i32) outs(%m : memref<4xi32>)
  %n = arith.constant 4 : index
  %a = memref.subview %m[1] [%n] [1] : memref<4xi32> to memref<?xi32, strided<[1], offset: 1>>
  %z = arith.constant 0 : index
  %r = memref.load %a[%z] : memref<?xi32, strided<[1], offset: 1>>
  return %r : i32
}
func.func @subview_size_good() -> i32 {
  %m = memref.alloc() : memref<4xi32>
  %c = arith.constant 7 : i32
  linalg.fill ins(%c : i32) outs(%m : memref<4xi32>)
  %n = arith.constant 3 : index
  %a = memref.subview %m[1] [%n] [1] : memref<4xi32> to memref<?xi32, strided<[1], offset: 1>>
  %z = arith.constant 0 : index
  %r = memref.load %a[%z] : memref<?xi32, strided<[1], offset: 1>>
  return %r : i32
}

// RULE: subview_stride | undefined | memref.subview | A view has to lie within its source, even where nobody reads it.
func.func @subview_stride_bad() -> i32 {
  %m = memref.alloc() : memref<4xi32>
  %c = arith.constant 7 : i32
  linalg.fill ins(%c : i32) outs(%m : memref<4xi32>)
  %n = arith.constant 4 : index
  %a = memref.subview %m[0] [2] [%n] : memref<4xi32> to memref<2xi32, strided<[?]>>
  %z = arith.constant 0 : index
  %r = memref.load %a[%z] : memref<2xi32, strided<[?]>>
  return %r : i32
}
func.func @subview_stride_good() -> i32 {
  %m = memref.alloc() : memref<4xi32>
  %c = arith.constant 7 : i32
  linalg.fill ins(%c : i32) outs(%m : memref<4xi32>)
  %n = arith.constant 3 : index
  %a = memref.subview %m[0] [2] [%n] : memref<4xi32> to memref<2xi32, strided<[?]>>
  %z = arith.constant 0 : index
  %r = memref.load %a[%z] : memref<2xi32, strided<[?]>>
  return %r : i32
}

// RULE: reinterpret_cast_outside | undefined | memref.reinterpret_cast | The new view is a claim about the buffer; an element of it that lies outside may not be read.
func.func @reinterpret_cast_outside_bad() -> i32 {
  %m = memref.alloc() : memref<4xi32>
  %c = arith.constant 7 : i32
  linalg.fill ins(%c : i32) outs(%m : memref<4xi32>)
  %n = arith.constant 4 : index
  %o = arith.constant 1 : index
  %a = memref.reinterpret_cast %m to offset: [%o], sizes: [%n], strides: [1] : memref<4xi32> to memref<?xi32, strided<[1], offset: ?>>
  %i = arith.constant 3 : index
  %r = memref.load %a[%i] : memref<?xi32, strided<[1], offset: ?>>
  return %r : i32
}
func.func @reinterpret_cast_outside_good() -> i32 {
  %m = memref.alloc() : memref<4xi32>
  %c = arith.constant 7 : i32
  linalg.fill ins(%c : i32) outs(%m : memref<4xi32>)
  %n = arith.constant 4 : index
  %o = arith.constant 0 : index
  %a = memref.reinterpret_cast %m to offset: [%o], sizes: [%n], strides: [1] : memref<4xi32> to memref<?xi32, strided<[1], offset: ?>>
  %i = arith.constant 3 : index
  %r = memref.load %a[%i] : memref<?xi32, strided<[1], offset: ?>>
  return %r : i32
}

// RULE: view_outside | undefined | memref.view | A view beyond the end of the bytes may not be read.
func.func @view_outside_bad() -> i32 {
  %b = memref.alloc() : memref<16xi8>
  %e = arith.constant 0 : i8
  linalg.fill ins(%e : i8) outs(%b : memref<16xi8>)
  %o = arith.constant 12 : index
  %v = memref.view %b[%o][] : memref<16xi8> to memref<2xi32>
  %i = arith.constant 1 : index
  %r = memref.load %v[%i] : memref<2xi32>
  return %r : i32
}
func.func @view_outside_good() -> i32 {
  %b = memref.alloc() : memref<16xi8>
  %e = arith.constant 0 : i8
  linalg.fill ins(%e : i8) outs(%b : memref<16xi8>)
  %o = arith.constant 8 : index
  %v = memref.view %b[%o][] : memref<16xi8> to memref<2xi32>
  %i = arith.constant 1 : index
  %r = memref.load %v[%i] : memref<2xi32>
  return %r : i32
}

// RULE: view_misaligned | open | memref.view | The documentation does not say that an element may lie at an address that its type is not aligned to, and compiled loads take it for aligned.
func.func @view_misaligned_bad() -> i32 {
  %b = memref.alloc() {alignment = 16} : memref<16xi8>
  %e = arith.constant 0 : i8
  linalg.fill ins(%e : i8) outs(%b : memref<16xi8>)
  %o = arith.constant 1 : index
  %v = memref.view %b[%o][] : memref<16xi8> to memref<2xi32>
  %i = arith.constant 1 : index
  %r = memref.load %v[%i] : memref<2xi32>
  return %r : i32
}
func.func @view_misaligned_good() -> i32 {
  %b = memref.alloc() {alignment = 16} : memref<16xi8>
  %e = arith.constant 0 : i8
  linalg.fill ins(%e : i8) outs(%b : memref<16xi8>)
  %o = arith.constant 4 : index
  %v = memref.view %b[%o][] : memref<16xi8> to memref<2xi32>
  %i = arith.constant 1 : index
  %r = memref.load %v[%i] : memref<2xi32>
  return %r : i32
}

// RULE: view_boolean | open | memref.view | The documentation does not say which bytes hold an i1, so a byte other than 0 and 1 has no value as one.
func.func @view_boolean_bad() -> i1 {
  %b = memref.alloc() : memref<1xi8>
  %e = arith.constant 2 : i8
  linalg.fill ins(%e : i8) outs(%b : memref<1xi8>)
  %o = arith.constant 0 : index
  %v = memref.view %b[%o][] : memref<1xi8> to memref<1xi1>
  %r = memref.load %v[%o] : memref<1xi1>
  return %r : i1
}
func.func @view_boolean_good() -> i1 {
  %b = memref.alloc() : memref<1xi8>
  %e = arith.constant 1 : i8
  linalg.fill ins(%e : i8) outs(%b : memref<1xi8>)
  %o = arith.constant 0 : index
  %v = memref.view %b[%o][] : memref<1xi8> to memref<1xi1>
  %r = memref.load %v[%o] : memref<1xi1>
  return %r : i1
}

// RULE: expand_shape_product | undefined | memref.expand_shape | The extents of the result have to multiply to the one they come of.
func.func @expand_shape_product_bad() -> i32 {
  %m = memref.alloc() : memref<4xi32>
  %c = arith.constant 7 : i32
  linalg.fill ins(%c : i32) outs(%m : memref<4xi32>)
  %n = arith.constant 3 : index
  %i = arith.constant 2 : index
  %s = memref.subview %m[0] [%n] [1] : memref<4xi32> to memref<?xi32, strided<[1]>>
  %k = arith.divui %n, %i : index
  %x = memref.expand_shape %s [[0, 1]] output_shape [%k, 2] : memref<?xi32, strided<[1]>> into memref<?x2xi32>
  %z = arith.constant 0 : index
  %r = memref.load %x[%z, %z] : memref<?x2xi32>
  return %r : i32
}
func.func @expand_shape_product_good() -> i32 {
  %m = memref.alloc() : memref<4xi32>
  %c = arith.constant 7 : i32
  linalg.fill ins(%c : i32) outs(%m : memref<4xi32>)
  %n = arith.constant 4 : index
  %i = arith.constant 2 : index
  %s = memref.subview %m[0] [%n] [1] : memref<4xi32> to memref<?xi32, strided<[1]>>
  %k = arith.divui %n, %i : index
  %x = memref.expand_shape %s [[0, 1]] output_shape [%k, 2] : memref<?xi32, strided<[1]>> into memref<?x2xi32>
  %z = arith.constant 0 : index
  %r = memref.load %x[%z, %z] : memref<?x2xi32>
  return %r : i32
}

// RULE: collapse_shape_gaps | undefined | memref.collapse_shape | Dimensions that are collapsed have to be contiguous.
func.func @collapse_shape_gaps_bad() -> i32 {
  %m = memref.alloc() : memref<2x4xi32>
  %c = arith.constant 7 : i32
  linalg.fill ins(%c : i32) outs(%m : memref<2x4xi32>)
  %n = arith.constant 3 : index
  %s = memref.subview %m[0, 0] [2, %n] [1, 1] : memref<2x4xi32> to memref<2x?xi32, strided<[4, 1]>>
  %d = memref.cast %s : memref<2x?xi32, strided<[4, 1]>> to memref<2x?xi32, strided<[?, 1]>>
  %x = memref.collapse_shape %d [[0, 1]] : memref<2x?xi32, strided<[?, 1]>> into memref<?xi32, strided<[?]>>
  %i = arith.constant 3 : index
  %r = memref.load %x[%i] : memref<?xi32, strided<[?]>>
  return %r : i32
}
func.func @collapse_shape_gaps_good() -> i32 {
  %m = memref.alloc() : memref<2x4xi32>
  %c = arith.constant 7 : i32
  linalg.fill ins(%c : i32) outs(%m : memref<2x4xi32>)
  %n = arith.constant 4 : index
  %s = memref.subview %m[0, 0] [2, %n] [1, 1] : memref<2x4xi32> to memref<2x?xi32, strided<[4, 1]>>
  %d = memref.cast %s : memref<2x?xi32, strided<[4, 1]>> to memref<2x?xi32, strided<[?, 1]>>
  %x = memref.collapse_shape %d [[0, 1]] : memref<2x?xi32, strided<[?, 1]>> into memref<?xi32, strided<[?]>>
  %i = arith.constant 3 : index
  %r = memref.load %x[%i] : memref<?xi32, strided<[?]>>
  return %r : i32
}

// RULE: reshape_count | undefined | memref.reshape | A reshape keeps the number of elements.
func.func @reshape_count_bad() -> i32 {
  %m = memref.alloc() : memref<4xi32>
  %c = arith.constant 7 : i32
  linalg.fill ins(%c : i32) outs(%m : memref<4xi32>)
  %n = arith.constant 3 : index
  %i = arith.constant 1 : index
  %z = arith.constant 0 : index
  %k = arith.constant 2 : index
  %s = memref.alloc() : memref<2xindex>
  memref.store %n, %s[%z] : memref<2xindex>
  memref.store %k, %s[%i] : memref<2xindex>
  %x = memref.reshape %m(%s) : (memref<4xi32>, memref<2xindex>) -> memref<?x?xi32>
  %r = memref.load %x[%i, %z] : memref<?x?xi32>
  return %r : i32
}
func.func @reshape_count_good() -> i32 {
  %m = memref.alloc() : memref<4xi32>
  %c = arith.constant 7 : i32
  linalg.fill ins(%c : i32) outs(%m : memref<4xi32>)
  %n = arith.constant 2 : index
  %i = arith.constant 1 : index
  %z = arith.constant 0 : index
  %k = arith.constant 2 : index
  %s = memref.alloc() : memref<2xindex>
  memref.store %n, %s[%z] : memref<2xindex>
  memref.store %k, %s[%i] : memref<2xindex>
  %x = memref.reshape %m(%s) : (memref<4xi32>, memref<2xindex>) -> memref<?x?xi32>
  %r = memref.load %x[%i, %z] : memref<?x?xi32>
  return %r : i32
}

// RULE: assume_alignment_wrong | poison | memref.assume_alignment | A buffer that is not aligned as assumed is poison, so it may not be read.
func.func @assume_alignment_wrong_bad() -> i32 {
  %m = memref.alloc() {alignment = 64} : memref<32xi32>
  %c = arith.constant 7 : i32
  linalg.fill ins(%c : i32) outs(%m : memref<32xi32>)
  %o = arith.constant 1 : index
  %s = memref.subview %m[%o] [1] [1] : memref<32xi32> to memref<1xi32, strided<[1], offset: ?>>
  %a = memref.assume_alignment %s, 64 : memref<1xi32, strided<[1], offset: ?>>
  %z = arith.constant 0 : index
  %r = memref.load %a[%z] : memref<1xi32, strided<[1], offset: ?>>
  return %r : i32
}
func.func @assume_alignment_wrong_good() -> i32 {
  %m = memref.alloc() {alignment = 64} : memref<32xi32>
  %c = arith.constant 7 : i32
  linalg.fill ins(%c : i32) outs(%m : memref<32xi32>)
  %o = arith.constant 16 : index
  %s = memref.subview %m[%o] [1] [1] : memref<32xi32> to memref<1xi32, strided<[1], offset: ?>>
  %a = memref.assume_alignment %s, 64 : memref<1xi32, strided<[1], offset: ?>>
  %z = arith.constant 0 : index
  %r = memref.load %a[%z] : memref<1xi32, strided<[1], offset: ?>>
  return %r : i32
}

// RULE: distinct_objects_alias | undefined | memref.distinct_objects | Memrefs that are said to be distinct may not share what one of them writes.
func.func @distinct_objects_alias_bad() -> i32 {
  %m = memref.alloc() : memref<4xi32>
  %c = arith.constant 7 : i32
  linalg.fill ins(%c : i32) outs(%m : memref<4xi32>)
  %d = memref.alloc() : memref<4xi32>
  linalg.fill ins(%c : i32) outs(%d : memref<4xi32>)
  %a, %b = memref.distinct_objects %m, %m : memref<4xi32>, memref<4xi32>
  %z = arith.constant 0 : index
  %e = arith.constant 9 : i32
  memref.store %e, %a[%z] : memref<4xi32>
  %r = memref.load %b[%z] : memref<4xi32>
  return %r : i32
}
func.func @distinct_objects_alias_good() -> i32 {
  %m = memref.alloc() : memref<4xi32>
  %c = arith.constant 7 : i32
  linalg.fill ins(%c : i32) outs(%m : memref<4xi32>)
  %d = memref.alloc() : memref<4xi32>
  linalg.fill ins(%c : i32) outs(%d : memref<4xi32>)
  %a, %b = memref.distinct_objects %m, %d : memref<4xi32>, memref<4xi32>
  %z = arith.constant 0 : index
  %e = arith.constant 9 : i32
  memref.store %e, %a[%z] : memref<4xi32>
  %r = memref.load %b[%z] : memref<4xi32>
  return %r : i32
}

// RULE: atomic_rmw_past_end | undefined | memref.atomic_rmw | An index out of bounds is undefined, as it is for a load.
func.func @atomic_rmw_past_end_bad() -> i32 {
  %m = memref.alloc() : memref<4xi32>
  %c = arith.constant 7 : i32
  linalg.fill ins(%c : i32) outs(%m : memref<4xi32>)
  %i = arith.constant 4 : index
  %r = memref.atomic_rmw addi %c, %m[%i] : (i32, memref<4xi32>) -> i32
  return %r : i32
}
func.func @atomic_rmw_past_end_good() -> i32 {
  %m = memref.alloc() : memref<4xi32>
  %c = arith.constant 7 : i32
  linalg.fill ins(%c : i32) outs(%m : memref<4xi32>)
  %i = arith.constant 3 : index
  %r = memref.atomic_rmw addi %c, %m[%i] : (i32, memref<4xi32>) -> i32
  return %r : i32
}

// RULE: generic_atomic_rmw_past_end | undefined | memref.generic_atomic_rmw | An index out of bounds is undefined, as it is for a load.
func.func @generic_atomic_rmw_past_end_bad() -> i32 {
%m = memref.alloc() : memref<4xi32>
%c = arith.constant 7 : i32
linalg.fill ins(%c : i32) outs(%m : memref<4xi32>)
%i = arith.constant 4 : index
%r = memref.generic_atomic_rmw %m[%i] : memref<4xi32> {
^bb0(%old: i32):
  %new = arith.addi %old, %c : i32
  memref.atomic_yield %new : i32
}
  return %r : i32
}
func.func @generic_atomic_rmw_past_end_good() -> i32 {
%m = memref.alloc() : memref<4xi32>
%c = arith.constant 7 : i32
linalg.fill ins(%c : i32) outs(%m : memref<4xi32>)
%i = arith.constant 3 : index
%r = memref.generic_atomic_rmw %m[%i] : memref<4xi32> {
^bb0(%old: i32):
  %new = arith.addi %old, %c : i32
  memref.atomic_yield %new : i32
}
  return %r : i32
}

// RULE: load_misaligned_hint | open | memref.load | A load at an address that is not aligned as its attribute says may fault, or not.
func.func @load_misaligned_hint_bad() -> i32 {
  %m = memref.alloc() {alignment = 64} : memref<4xi32>
  %c = arith.constant 7 : i32
  linalg.fill ins(%c : i32) outs(%m : memref<4xi32>)
  %i = arith.constant 1 : index
  %r = memref.load %m[%i] {alignment = 16} : memref<4xi32>
  return %r : i32
}
func.func @load_misaligned_hint_good() -> i32 {
  %m = memref.alloc() {alignment = 64} : memref<4xi32>
  %c = arith.constant 7 : i32
  linalg.fill ins(%c : i32) outs(%m : memref<4xi32>)
  %i = arith.constant 0 : index
  %r = memref.load %m[%i] {alignment = 16} : memref<4xi32>
  return %r : i32
}

// RULE: pointer_number | open | memref.extract_aligned_pointer_as_index | The number of an address is up to the run.
func.func @pointer_number_bad() -> index {
  %m = memref.alloc() : memref<4xi32>
  %c = arith.constant 7 : i32
  linalg.fill ins(%c : i32) outs(%m : memref<4xi32>)
  %a = memref.extract_aligned_pointer_as_index %m : memref<4xi32> -> index
  %b = memref.extract_aligned_pointer_as_index %m : memref<4xi32> -> index
  %z = arith.constant 0 : index
  %r = arith.subi %a, %z : index
  return %r : index
}
func.func @pointer_number_good() -> index {
  %m = memref.alloc() : memref<4xi32>
  %c = arith.constant 7 : i32
  linalg.fill ins(%c : i32) outs(%m : memref<4xi32>)
  %a = memref.extract_aligned_pointer_as_index %m : memref<4xi32> -> index
  %b = memref.extract_aligned_pointer_as_index %m : memref<4xi32> -> index
  %z = arith.constant 0 : index
  %r = arith.subi %a, %b : index
  return %r : index
}

// RULE: load_store_race | undefined | memref.store | Two iterations of a parallel loop that write one element race.
func.func @load_store_race_bad() -> i32 {
  %m = memref.alloc() : memref<i32>
  %z = arith.constant 0 : index
  %i = arith.constant 1 : index
  %n = arith.constant 2 : index
  scf.parallel (%k) = (%z) to (%n) step (%i) {
    %x = arith.index_cast %k : index to i32
    memref.store %x, %m[] : memref<i32>
  }
  %r = memref.load %m[] : memref<i32>
  return %r : i32
}
func.func @load_store_race_good() -> i32 {
  %m = memref.alloc() : memref<2xi32>
  %z = arith.constant 0 : index
  %i = arith.constant 1 : index
  %n = arith.constant 2 : index
  scf.parallel (%k) = (%z) to (%n) step (%i) {
    %x = arith.index_cast %k : index to i32
    memref.store %x, %m[%k] : memref<2xi32>
  }
  %r = memref.load %m[%i] : memref<2xi32>
  return %r : i32
}
