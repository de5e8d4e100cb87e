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

// RULE: realloc_tail | poison | memref.realloc | Memory that realloc adds has no value.
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
