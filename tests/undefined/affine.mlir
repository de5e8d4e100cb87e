// RULE: apply_mod_zero | undefined | affine.apply | A divisor of an affine expression has to be positive.
func.func @apply_mod_zero_bad() -> index {
  %a = arith.constant 7 : index
  %b = arith.constant 0 : index
  %r = affine.apply affine_map<(d0)[s0] -> (d0 mod s0)>(%a)[%b]
  return %r : index
}
func.func @apply_mod_zero_good() -> index {
  %a = arith.constant 7 : index
  %b = arith.constant 2 : index
  %r = affine.apply affine_map<(d0)[s0] -> (d0 mod s0)>(%a)[%b]
  return %r : index
}

// RULE: apply_floordiv_zero | undefined | affine.apply | A divisor of an affine expression has to be positive.
func.func @apply_floordiv_zero_bad() -> index {
  %a = arith.constant 7 : index
  %b = arith.constant 0 : index
  %r = affine.apply affine_map<(d0)[s0] -> (d0 floordiv s0)>(%a)[%b]
  return %r : index
}
func.func @apply_floordiv_zero_good() -> index {
  %a = arith.constant 7 : index
  %b = arith.constant 2 : index
  %r = affine.apply affine_map<(d0)[s0] -> (d0 floordiv s0)>(%a)[%b]
  return %r : index
}

// RULE: apply_ceildiv_zero | undefined | affine.apply | A divisor of an affine expression has to be positive.
func.func @apply_ceildiv_zero_bad() -> index {
  %a = arith.constant 7 : index
  %b = arith.constant 0 : index
  %r = affine.apply affine_map<(d0)[s0] -> (d0 ceildiv s0)>(%a)[%b]
  return %r : index
}
func.func @apply_ceildiv_zero_good() -> index {
  %a = arith.constant 7 : index
  %b = arith.constant 2 : index
  %r = affine.apply affine_map<(d0)[s0] -> (d0 ceildiv s0)>(%a)[%b]
  return %r : index
}

// RULE: apply_mod_negative | undefined | affine.apply | A divisor of an affine expression has to be positive.
func.func @apply_mod_negative_bad() -> index {
  %a = arith.constant 7 : index
  %b = arith.constant -2 : index
  %r = affine.apply affine_map<(d0)[s0] -> (d0 mod s0)>(%a)[%b]
  return %r : index
}
func.func @apply_mod_negative_good() -> index {
  %a = arith.constant 7 : index
  %b = arith.constant 2 : index
  %r = affine.apply affine_map<(d0)[s0] -> (d0 mod s0)>(%a)[%b]
  return %r : index
}

// RULE: apply_overflow_product | undefined | affine.apply | The documentation of affine operations lets their lowerings take it that no signed number overflows.
func.func @apply_overflow_product_bad() -> index {
  %a = arith.constant 4611686018427387904 : index
  %r = affine.apply affine_map<(d0) -> (d0 * 4)>(%a)
  return %r : index
}
func.func @apply_overflow_product_good() -> index {
  %a = arith.constant 46 : index
  %r = affine.apply affine_map<(d0) -> (d0 * 4)>(%a)
  return %r : index
}

// RULE: apply_overflow_sum | undefined | affine.apply | The documentation of affine operations lets their lowerings take it that no signed number overflows.
func.func @apply_overflow_sum_bad() -> index {
  %a = arith.constant 9223372036854775807 : index
  %r = affine.apply affine_map<(d0) -> (d0 + 1)>(%a)
  return %r : index
}
func.func @apply_overflow_sum_good() -> index {
  %a = arith.constant 9223372036854775806 : index
  %r = affine.apply affine_map<(d0) -> (d0 + 1)>(%a)
  return %r : index
}

// RULE: apply_poison | poison | affine.apply | An expression of poison is poison.
func.func @apply_poison_bad() -> index {
  %p = ub.poison : index
  %c = arith.constant 3 : index
  %t = arith.constant true
  %a = arith.select %t, %p, %c : index
  %r = affine.apply affine_map<(d0) -> (d0 mod 1)>(%a)
  return %r : index
}
func.func @apply_poison_good() -> index {
  %p = ub.poison : index
  %c = arith.constant 3 : index
  %t = arith.constant false
  %a = arith.select %t, %p, %c : index
  %r = affine.apply affine_map<(d0) -> (d0 mod 1)>(%a)
  return %r : index
}

// RULE: affine_min_mod_zero | undefined | affine.min | A divisor of an affine expression has to be positive.
func.func @affine_min_mod_zero_bad() -> index {
  %a = arith.constant 7 : index
  %b = arith.constant 0 : index
  %r = affine.min affine_map<(d0)[s0] -> (d0 mod s0, 1)>(%a)[%b]
  return %r : index
}
func.func @affine_min_mod_zero_good() -> index {
  %a = arith.constant 7 : index
  %b = arith.constant 2 : index
  %r = affine.min affine_map<(d0)[s0] -> (d0 mod s0, 1)>(%a)[%b]
  return %r : index
}

// RULE: affine_max_mod_zero | undefined | affine.max | A divisor of an affine expression has to be positive.
func.func @affine_max_mod_zero_bad() -> index {
  %a = arith.constant 7 : index
  %b = arith.constant 0 : index
  %r = affine.max affine_map<(d0)[s0] -> (d0 mod s0, 1)>(%a)[%b]
  return %r : index
}
func.func @affine_max_mod_zero_good() -> index {
  %a = arith.constant 7 : index
  %b = arith.constant 2 : index
  %r = affine.max affine_map<(d0)[s0] -> (d0 mod s0, 1)>(%a)[%b]
  return %r : index
}

// RULE: affine_min_poison | poison | affine.min | A minimum of poison is poison, whichever the other operand is.
func.func @affine_min_poison_bad() -> index {
  %p = ub.poison : index
  %c = arith.constant 3 : index
  %t = arith.constant true
  %a = arith.select %t, %p, %c : index
  %r = affine.min affine_map<(d0) -> (d0, 1)>(%a)
  return %r : index
}
func.func @affine_min_poison_good() -> index {
  %p = ub.poison : index
  %c = arith.constant 3 : index
  %t = arith.constant false
  %a = arith.select %t, %p, %c : index
  %r = affine.min affine_map<(d0) -> (d0, 1)>(%a)
  return %r : index
}

// RULE: affine_load_past_end | undefined | affine.load | Every index has to be at least zero and less than its extent.
func.func @affine_load_past_end_bad() -> i32 {
  %m = memref.alloc() : memref<4xi32>
  %c = arith.constant 7 : i32
  linalg.fill ins(%c : i32) outs(%m : memref<4xi32>)
  %i = arith.constant 3 : index
  %r = affine.load %m[%i + 1] : memref<4xi32>
  return %r : i32
}
func.func @affine_load_past_end_good() -> i32 {
  %m = memref.alloc() : memref<4xi32>
  %c = arith.constant 7 : i32
  linalg.fill ins(%c : i32) outs(%m : memref<4xi32>)
  %i = arith.constant 2 : index
  %r = affine.load %m[%i + 1] : memref<4xi32>
  return %r : i32
}

// RULE: affine_load_before | undefined | affine.load | Every index has to be at least zero and less than its extent.
func.func @affine_load_before_bad() -> i32 {
  %m = memref.alloc() : memref<4xi32>
  %c = arith.constant 7 : i32
  linalg.fill ins(%c : i32) outs(%m : memref<4xi32>)
  %i = arith.constant 0 : index
  %r = affine.load %m[%i - 1] : memref<4xi32>
  return %r : i32
}
func.func @affine_load_before_good() -> i32 {
  %m = memref.alloc() : memref<4xi32>
  %c = arith.constant 7 : i32
  linalg.fill ins(%c : i32) outs(%m : memref<4xi32>)
  %i = arith.constant 1 : index
  %r = affine.load %m[%i - 1] : memref<4xi32>
  return %r : i32
}

// RULE: affine_store_past_end | undefined | affine.store | Every index has to be at least zero and less than its extent.
func.func @affine_store_past_end_bad() -> i32 {
  %m = memref.alloc() : memref<4xi32>
  %c = arith.constant 7 : i32
  linalg.fill ins(%c : i32) outs(%m : memref<4xi32>)
  %i = arith.constant 2 : index
  affine.store %c, %m[%i * 2] : memref<4xi32>
  %r = affine.load %m[0] : memref<4xi32>
  return %r : i32
}
func.func @affine_store_past_end_good() -> i32 {
  %m = memref.alloc() : memref<4xi32>
  %c = arith.constant 7 : i32
  linalg.fill ins(%c : i32) outs(%m : memref<4xi32>)
  %i = arith.constant 1 : index
  affine.store %c, %m[%i * 2] : memref<4xi32>
  %r = affine.load %m[0] : memref<4xi32>
  return %r : i32
}

// RULE: affine_load_fresh | poison | affine.load | An element of fresh memory that nobody wrote has no value.
func.func @affine_load_fresh_bad() -> i32 {
  %m = memref.alloc() : memref<2xi32>
  %c = arith.constant 7 : i32
  affine.store %c, %m[0] : memref<2xi32>
  %r = affine.load %m[1] : memref<2xi32>
  return %r : i32
}
func.func @affine_load_fresh_good() -> i32 {
  %m = memref.alloc() : memref<2xi32>
  %c = arith.constant 7 : i32
  affine.store %c, %m[0] : memref<2xi32>
  %r = affine.load %m[0] : memref<2xi32>
  return %r : i32
}

// RULE: vector_load_past_end | open | affine.vector_load | Elements that are loaded out of bounds have no value to count on, as those of vector.load have not.
func.func @vector_load_past_end_bad() -> i32 {
  %m = memref.alloc() : memref<4xi32>
  %c = arith.constant 7 : i32
  linalg.fill ins(%c : i32) outs(%m : memref<4xi32>)
  %i = arith.constant 3 : index
  %l = affine.vector_load %m[%i] : memref<4xi32>, vector<2xi32>
  %r = vector.extract %l[0] : i32 from vector<2xi32>
  return %r : i32
}
func.func @vector_load_past_end_good() -> i32 {
  %m = memref.alloc() : memref<4xi32>
  %c = arith.constant 7 : i32
  linalg.fill ins(%c : i32) outs(%m : memref<4xi32>)
  %i = arith.constant 2 : index
  %l = affine.vector_load %m[%i] : memref<4xi32>, vector<2xi32>
  %r = vector.extract %l[0] : i32 from vector<2xi32>
  return %r : i32
}

// RULE: vector_store_past_end | open | affine.vector_store | Memory that is written out of bounds has no value to count on, as that of vector.store has not.
func.func @vector_store_past_end_bad() -> i32 {
  %m = memref.alloc() : memref<4xi32>
  %c = arith.constant 7 : i32
  linalg.fill ins(%c : i32) outs(%m : memref<4xi32>)
  %i = arith.constant 3 : index
  %e = arith.constant dense<[8, 9]> : vector<2xi32>
  affine.vector_store %e, %m[%i] : memref<4xi32>, vector<2xi32>
  %r = affine.load %m[3] : memref<4xi32>
  return %r : i32
}
func.func @vector_store_past_end_good() -> i32 {
  %m = memref.alloc() : memref<4xi32>
  %c = arith.constant 7 : i32
  linalg.fill ins(%c : i32) outs(%m : memref<4xi32>)
  %i = arith.constant 2 : index
  %e = arith.constant dense<[8, 9]> : vector<2xi32>
  affine.vector_store %e, %m[%i] : memref<4xi32>, vector<2xi32>
  %r = affine.load %m[3] : memref<4xi32>
  return %r : i32
}

// RULE: affine_for_division | undefined | affine.for | Undefined behavior counts if it is executed: a body that never runs divides nothing.
func.func @affine_for_division_bad() -> i32 {
  %n = arith.constant 1 : index
  %o = arith.constant 0 : i32
  %c = arith.constant 1 : i32
  %r = affine.for %i = 0 to %n iter_args(%x = %c) -> (i32) {
    %q = arith.divsi %c, %o : i32
    affine.yield %q : i32
  }
  return %r : i32
}
func.func @affine_for_division_good() -> i32 {
  %n = arith.constant 0 : index
  %o = arith.constant 0 : i32
  %c = arith.constant 1 : i32
  %r = affine.for %i = 0 to %n iter_args(%x = %c) -> (i32) {
    %q = arith.divsi %c, %o : i32
    affine.yield %q : i32
  }
  return %r : i32
}

// RULE: affine_if_division | undefined | affine.if | Undefined behavior counts if it is executed: the other branch does not.
func.func @affine_if_division_bad() -> i32 {
  %n = arith.constant 1 : index
  %o = arith.constant 0 : i32
  %c = arith.constant 1 : i32
  %r = affine.if affine_set<(d0) : (d0 - 1 >= 0)>(%n) -> i32 {
    %q = arith.divsi %c, %o : i32
    affine.yield %q : i32
  } else {
    affine.yield %c : i32
  }
  return %r : i32
}
func.func @affine_if_division_good() -> i32 {
  %n = arith.constant 0 : index
  %o = arith.constant 0 : i32
  %c = arith.constant 1 : i32
  %r = affine.if affine_set<(d0) : (d0 - 1 >= 0)>(%n) -> i32 {
    %q = arith.divsi %c, %o : i32
    affine.yield %q : i32
  } else {
    affine.yield %c : i32
  }
  return %r : i32
}

// RULE: affine_if_poison | undefined | affine.if | A branch on poison is undefined.
func.func @affine_if_poison_bad() -> i32 {
  %p = ub.poison : index
  %z = arith.constant 3 : index
  %t = arith.constant true
  %n = arith.select %t, %p, %z : index
  %c = arith.constant 1 : i32
  %r = affine.if affine_set<(d0) : (d0 - 1 >= 0)>(%n) -> i32 {
    affine.yield %c : i32
  } else {
    affine.yield %c : i32
  }
  return %r : i32
}
func.func @affine_if_poison_good() -> i32 {
  %p = ub.poison : index
  %z = arith.constant 3 : index
  %t = arith.constant false
  %n = arith.select %t, %p, %z : index
  %c = arith.constant 1 : i32
  %r = affine.if affine_set<(d0) : (d0 - 1 >= 0)>(%n) -> i32 {
    affine.yield %c : i32
  } else {
    affine.yield %c : i32
  }
  return %r : i32
}

// RULE: affine_for_bound_poison | undefined | affine.for | A bound of poison decides how often the body runs.
func.func @affine_for_bound_poison_bad() -> i32 {
  %p = ub.poison : index
  %z = arith.constant 3 : index
  %t = arith.constant true
  %n = arith.select %t, %p, %z : index
  %c = arith.constant 1 : i32
  %r = affine.for %i = 0 to %n iter_args(%x = %c) -> (i32) {
    affine.yield %c : i32
  }
  return %r : i32
}
func.func @affine_for_bound_poison_good() -> i32 {
  %p = ub.poison : index
  %z = arith.constant 3 : index
  %t = arith.constant false
  %n = arith.select %t, %p, %z : index
  %c = arith.constant 1 : i32
  %r = affine.for %i = 0 to %n iter_args(%x = %c) -> (i32) {
    affine.yield %c : i32
  }
  return %r : i32
}

// RULE: affine_parallel_race | undefined | affine.parallel | Iterations that write one element race.
func.func @affine_parallel_race_bad() -> i32 {
  %m = memref.alloc() : memref<4xi32>
  %c = arith.constant 0 : i32
  linalg.fill ins(%c : i32) outs(%m : memref<4xi32>)
  affine.parallel (%i) = (0) to (3) {
    %x = arith.index_cast %i : index to i32
    affine.store %x, %m[%i floordiv 4] : memref<4xi32>
  }
  %r = affine.load %m[0] : memref<4xi32>
  return %r : i32
}
func.func @affine_parallel_race_good() -> i32 {
  %m = memref.alloc() : memref<4xi32>
  %c = arith.constant 0 : i32
  linalg.fill ins(%c : i32) outs(%m : memref<4xi32>)
  affine.parallel (%i) = (0) to (3) {
    %x = arith.index_cast %i : index to i32
    affine.store %x, %m[%i floordiv 1] : memref<4xi32>
  }
  %r = affine.load %m[0] : memref<4xi32>
  return %r : i32
}

// RULE: affine_parallel_floats | open | affine.parallel | The order of a reduction is unspecified, and rounding tells.
func.func @affine_parallel_floats_bad() -> f32 {
  %d = arith.constant dense<[1.0e20, 1.0, -1.0e20]> : tensor<3xf32>
  %r = affine.parallel (%i) = (0) to (3) reduce ("addf") -> (f32) {
    %x = tensor.extract %d[%i] : tensor<3xf32>
    affine.yield %x : f32
  }
  return %r : f32
}
func.func @affine_parallel_floats_good() -> f32 {
  %d = arith.constant dense<[2.0, 1.0, -2.0]> : tensor<3xf32>
  %r = affine.parallel (%i) = (0) to (3) reduce ("addf") -> (f32) {
    %x = tensor.extract %d[%i] : tensor<3xf32>
    affine.yield %x : f32
  }
  return %r : f32
}

// RULE: affine_parallel_assign | undefined | affine.parallel | A reduction that assigns has one iteration.
func.func @affine_parallel_assign_bad() -> i32 {
  %r = affine.parallel (%i) = (0) to (2) reduce ("assign") -> (i32) {
    %x = arith.index_cast %i : index to i32
    affine.yield %x : i32
  }
  return %r : i32
}
func.func @affine_parallel_assign_good() -> i32 {
  %r = affine.parallel (%i) = (0) to (1) reduce ("assign") -> (i32) {
    %x = arith.index_cast %i : index to i32
    affine.yield %x : i32
  }
  return %r : i32
}

// RULE: delinearize_basis | undefined | affine.delinearize_index | The elements of a basis have to be positive.
func.func @delinearize_basis_bad() -> index {
  %a = arith.constant 7 : index
  %b = arith.constant 0 : index
  %q, %r = affine.delinearize_index %a into (4, %b) : index, index
  return %r : index
}
func.func @delinearize_basis_good() -> index {
  %a = arith.constant 7 : index
  %b = arith.constant 3 : index
  %q, %r = affine.delinearize_index %a into (4, %b) : index, index
  return %r : index
}

// RULE: delinearize_basis_negative | undefined | affine.delinearize_index | The elements of a basis have to be positive.
func.func @delinearize_basis_negative_bad() -> index {
  %a = arith.constant 7 : index
  %b = arith.constant -3 : index
  %q, %r = affine.delinearize_index %a into (4, %b) : index, index
  return %r : index
}
func.func @delinearize_basis_negative_good() -> index {
  %a = arith.constant 7 : index
  %b = arith.constant 3 : index
  %q, %r = affine.delinearize_index %a into (4, %b) : index, index
  return %r : index
}

// RULE: linearize_basis | undefined | affine.linearize_index | The elements of a basis have to be positive.
func.func @linearize_basis_bad() -> index {
  %a = arith.constant 3 : index
  %b = arith.constant 0 : index
  %r = affine.linearize_index [%a, %a] by (8, %b) : index
  return %r : index
}
func.func @linearize_basis_good() -> index {
  %a = arith.constant 3 : index
  %b = arith.constant 4 : index
  %r = affine.linearize_index [%a, %a] by (8, %b) : index
  return %r : index
}

// RULE: linearize_overflow | undefined | affine.linearize_index | An index that overflows as a signed number is undefined.
func.func @linearize_overflow_bad() -> index {
  %a = arith.constant 4611686018427387904 : index
  %b = arith.constant 1 : index
  %r = affine.linearize_index [%a, %b] by (8, 4) : index
  return %r : index
}
func.func @linearize_overflow_good() -> index {
  %a = arith.constant 3 : index
  %b = arith.constant 1 : index
  %r = affine.linearize_index [%a, %b] by (8, 4) : index
  return %r : index
}

// RULE: linearize_disjoint | undefined | affine.linearize_index | Indices that are said to be disjoint have to be less than their basis.
func.func @linearize_disjoint_bad() -> index {
  %a = arith.constant 1 : index
  %b = arith.constant 4 : index
  %r = affine.linearize_index disjoint [%a, %b] by (8, 4) : index
  return %r : index
}
func.func @linearize_disjoint_good() -> index {
  %a = arith.constant 1 : index
  %b = arith.constant 3 : index
  %r = affine.linearize_index disjoint [%a, %b] by (8, 4) : index
  return %r : index
}
