// RULE: load_out_of_bounds | open | vector.load | Elements that are loaded out of bounds have no value to count on, and a target need not allow such a load.
func.func @load_out_of_bounds_bad() -> i32 {
  %m = memref.alloc() : memref<4xi32>
  %z = arith.constant 0 : index
  %d = arith.constant dense<[1, 2, 3, 4]> : vector<4xi32>
  vector.store %d, %m[%z] : memref<4xi32>, vector<4xi32>
  %i = arith.constant 3 : index
  %l = vector.load %m[%i] : memref<4xi32>, vector<2xi32>
  %r = vector.extract %l[0] : i32 from vector<2xi32>
  return %r : i32
}
func.func @load_out_of_bounds_good() -> i32 {
  %m = memref.alloc() : memref<4xi32>
  %z = arith.constant 0 : index
  %d = arith.constant dense<[1, 2, 3, 4]> : vector<4xi32>
  vector.store %d, %m[%z] : memref<4xi32>, vector<4xi32>
  %i = arith.constant 2 : index
  %l = vector.load %m[%i] : memref<4xi32>, vector<2xi32>
  %r = vector.extract %l[0] : i32 from vector<2xi32>
  return %r : i32
}

// RULE: store_out_of_bounds | open | vector.store | Memory that is written out of bounds has no value to count on, and a target need not allow such a store.
func.func @store_out_of_bounds_bad() -> i32 {
  %m = memref.alloc() : memref<4xi32>
  %z = arith.constant 0 : index
  %d = arith.constant dense<[1, 2, 3, 4]> : vector<4xi32>
  vector.store %d, %m[%z] : memref<4xi32>, vector<4xi32>
  %i = arith.constant 3 : index
  %e = arith.constant dense<[8, 9]> : vector<2xi32>
  vector.store %e, %m[%i] : memref<4xi32>, vector<2xi32>
  %o = arith.constant 3 : index
  %r = memref.load %m[%o] : memref<4xi32>
  return %r : i32
}
func.func @store_out_of_bounds_good() -> i32 {
  %m = memref.alloc() : memref<4xi32>
  %z = arith.constant 0 : index
  %d = arith.constant dense<[1, 2, 3, 4]> : vector<4xi32>
  vector.store %d, %m[%z] : memref<4xi32>, vector<4xi32>
  %i = arith.constant 2 : index
  %e = arith.constant dense<[8, 9]> : vector<2xi32>
  vector.store %e, %m[%i] : memref<4xi32>, vector<2xi32>
  %o = arith.constant 3 : index
  %r = memref.load %m[%o] : memref<4xi32>
  return %r : i32
}

// RULE: load_misaligned | undefined | vector.load | A load at an address that is not aligned as promised is undefined.
func.func @load_misaligned_bad() -> i32 {
  %m = memref.alloc() : memref<4xi32>
  %z = arith.constant 0 : index
  %d = arith.constant dense<[1, 2, 3, 4]> : vector<4xi32>
  vector.store %d, %m[%z] : memref<4xi32>, vector<4xi32>
  %a = memref.alloc() {alignment = 16} : memref<8xi32>
  %e = arith.constant dense<7> : vector<8xi32>
  vector.store %e, %a[%z] : memref<8xi32>, vector<8xi32>
  %i = arith.constant 1 : index
  %l = vector.load %a[%i] {alignment = 16} : memref<8xi32>, vector<2xi32>
  %r = vector.extract %l[0] : i32 from vector<2xi32>
  return %r : i32
}
func.func @load_misaligned_good() -> i32 {
  %m = memref.alloc() : memref<4xi32>
  %z = arith.constant 0 : index
  %d = arith.constant dense<[1, 2, 3, 4]> : vector<4xi32>
  vector.store %d, %m[%z] : memref<4xi32>, vector<4xi32>
  %a = memref.alloc() {alignment = 16} : memref<8xi32>
  %e = arith.constant dense<7> : vector<8xi32>
  vector.store %e, %a[%z] : memref<8xi32>, vector<8xi32>
  %i = arith.constant 4 : index
  %l = vector.load %a[%i] {alignment = 16} : memref<8xi32>, vector<2xi32>
  %r = vector.extract %l[0] : i32 from vector<2xi32>
  return %r : i32
}

// RULE: load_fresh | poison | vector.load | An element of fresh memory that nobody wrote has no value.
func.func @load_fresh_bad() -> i32 {
  %m = memref.alloc() : memref<4xi32>
  %z = arith.constant 0 : index
  %d = arith.constant dense<[1, 2]> : vector<2xi32>
  vector.store %d, %m[%z] : memref<4xi32>, vector<2xi32>
  %l = vector.load %m[%z] : memref<4xi32>, vector<4xi32>
  %r = vector.extract %l[2] : i32 from vector<4xi32>
  return %r : i32
}
func.func @load_fresh_good() -> i32 {
  %m = memref.alloc() : memref<4xi32>
  %z = arith.constant 0 : index
  %d = arith.constant dense<[1, 2]> : vector<2xi32>
  vector.store %d, %m[%z] : memref<4xi32>, vector<2xi32>
  %l = vector.load %m[%z] : memref<4xi32>, vector<4xi32>
  %r = vector.extract %l[1] : i32 from vector<4xi32>
  return %r : i32
}

// RULE: maskedload_out_of_bounds | undefined | vector.maskedload | A lane whose mask is set and that lies out of bounds is undefined; a lane that is masked off may lie anywhere.
func.func @maskedload_out_of_bounds_bad() -> i32 {
  %m = memref.alloc() : memref<4xi32>
  %z = arith.constant 0 : index
  %d = arith.constant dense<[1, 2, 3, 4]> : vector<4xi32>
  vector.store %d, %m[%z] : memref<4xi32>, vector<4xi32>
  %i = arith.constant 2 : index
  %k = arith.constant dense<[true, true, true]> : vector<3xi1>
  %p = arith.constant dense<0> : vector<3xi32>
  %l = vector.maskedload %m[%i], %k, %p : memref<4xi32>, vector<3xi1>, vector<3xi32> into vector<3xi32>
  %r = vector.extract %l[0] : i32 from vector<3xi32>
  return %r : i32
}
func.func @maskedload_out_of_bounds_good() -> i32 {
  %m = memref.alloc() : memref<4xi32>
  %z = arith.constant 0 : index
  %d = arith.constant dense<[1, 2, 3, 4]> : vector<4xi32>
  vector.store %d, %m[%z] : memref<4xi32>, vector<4xi32>
  %i = arith.constant 2 : index
  %k = arith.constant dense<[true, true, false]> : vector<3xi1>
  %p = arith.constant dense<0> : vector<3xi32>
  %l = vector.maskedload %m[%i], %k, %p : memref<4xi32>, vector<3xi1>, vector<3xi32> into vector<3xi32>
  %r = vector.extract %l[0] : i32 from vector<3xi32>
  return %r : i32
}

// RULE: maskedload_mask_poison_within | undefined | vector.maskedload | A mask decides what is accessed, so a lane of poison is undefined, also in bounds.
func.func @maskedload_mask_poison_within_bad() -> i32 {
  %m = memref.alloc() : memref<4xi32>
  %z = arith.constant 0 : index
  %d = arith.constant dense<[1, 2, 3, 4]> : vector<4xi32>
  vector.store %d, %m[%z] : memref<4xi32>, vector<4xi32>
  %q = ub.poison : i1
  %t = arith.constant true
  %k = vector.from_elements %t, %q : vector<2xi1>
  %p = arith.constant dense<6> : vector<2xi32>
  %l = vector.maskedload %m[%z], %k, %p : memref<4xi32>, vector<2xi1>, vector<2xi32> into vector<2xi32>
  %r = vector.extract %l[0] : i32 from vector<2xi32>
  return %r : i32
}
func.func @maskedload_mask_poison_within_good() -> i32 {
  %m = memref.alloc() : memref<4xi32>
  %z = arith.constant 0 : index
  %d = arith.constant dense<[1, 2, 3, 4]> : vector<4xi32>
  vector.store %d, %m[%z] : memref<4xi32>, vector<4xi32>
  %q = arith.constant false
  %t = arith.constant true
  %k = vector.from_elements %t, %q : vector<2xi1>
  %p = arith.constant dense<6> : vector<2xi32>
  %l = vector.maskedload %m[%z], %k, %p : memref<4xi32>, vector<2xi1>, vector<2xi32> into vector<2xi32>
  %r = vector.extract %l[0] : i32 from vector<2xi32>
  return %r : i32
}

// RULE: maskedstore_out_of_bounds | undefined | vector.maskedstore | A lane whose mask is set and that lies out of bounds is undefined; a lane that is masked off may lie anywhere.
func.func @maskedstore_out_of_bounds_bad() -> i32 {
  %m = memref.alloc() : memref<4xi32>
  %z = arith.constant 0 : index
  %d = arith.constant dense<[1, 2, 3, 4]> : vector<4xi32>
  vector.store %d, %m[%z] : memref<4xi32>, vector<4xi32>
  %i = arith.constant 2 : index
  %k = arith.constant dense<[true, true, true]> : vector<3xi1>
  %e = arith.constant dense<[7, 8, 9]> : vector<3xi32>
  vector.maskedstore %m[%i], %k, %e : memref<4xi32>, vector<3xi1>, vector<3xi32>
  %r = memref.load %m[%i] : memref<4xi32>
  return %r : i32
}
func.func @maskedstore_out_of_bounds_good() -> i32 {
  %m = memref.alloc() : memref<4xi32>
  %z = arith.constant 0 : index
  %d = arith.constant dense<[1, 2, 3, 4]> : vector<4xi32>
  vector.store %d, %m[%z] : memref<4xi32>, vector<4xi32>
  %i = arith.constant 2 : index
  %k = arith.constant dense<[true, true, false]> : vector<3xi1>
  %e = arith.constant dense<[7, 8, 9]> : vector<3xi32>
  vector.maskedstore %m[%i], %k, %e : memref<4xi32>, vector<3xi1>, vector<3xi32>
  %r = memref.load %m[%i] : memref<4xi32>
  return %r : i32
}

// RULE: gather_out_of_bounds | undefined | vector.gather | A lane whose mask is set and that lies out of bounds is undefined; a lane that is masked off may lie anywhere.
func.func @gather_out_of_bounds_bad() -> i32 {
  %m = memref.alloc() : memref<4xi32>
  %z = arith.constant 0 : index
  %d = arith.constant dense<[1, 2, 3, 4]> : vector<4xi32>
  vector.store %d, %m[%z] : memref<4xi32>, vector<4xi32>
  %x = arith.constant dense<[3, 4]> : vector<2xi32>
  %k = arith.constant dense<[true, true]> : vector<2xi1>
  %p = arith.constant dense<0> : vector<2xi32>
  %l = vector.gather %m[%z] [%x], %k, %p : memref<4xi32>, vector<2xi32>, vector<2xi1>, vector<2xi32> into vector<2xi32>
  %r = vector.extract %l[0] : i32 from vector<2xi32>
  return %r : i32
}
func.func @gather_out_of_bounds_good() -> i32 {
  %m = memref.alloc() : memref<4xi32>
  %z = arith.constant 0 : index
  %d = arith.constant dense<[1, 2, 3, 4]> : vector<4xi32>
  vector.store %d, %m[%z] : memref<4xi32>, vector<4xi32>
  %x = arith.constant dense<[3, 4]> : vector<2xi32>
  %k = arith.constant dense<[true, false]> : vector<2xi1>
  %p = arith.constant dense<0> : vector<2xi32>
  %l = vector.gather %m[%z] [%x], %k, %p : memref<4xi32>, vector<2xi32>, vector<2xi1>, vector<2xi32> into vector<2xi32>
  %r = vector.extract %l[0] : i32 from vector<2xi32>
  return %r : i32
}

// RULE: gather_pass_through_poison | poison | vector.gather | A lane that is masked off takes its pass-through, poison included.
func.func @gather_pass_through_poison_bad() -> i32 {
  %m = memref.alloc() : memref<4xi32>
  %z = arith.constant 0 : index
  %d = arith.constant dense<[1, 2, 3, 4]> : vector<4xi32>
  vector.store %d, %m[%z] : memref<4xi32>, vector<4xi32>
  %x = arith.constant dense<[3, 2]> : vector<2xi32>
  %k = arith.constant dense<[true, false]> : vector<2xi1>
  %p = ub.poison : vector<2xi32>
  %l = vector.gather %m[%z] [%x], %k, %p : memref<4xi32>, vector<2xi32>, vector<2xi1>, vector<2xi32> into vector<2xi32>
  %r = vector.extract %l[1] : i32 from vector<2xi32>
  return %r : i32
}
func.func @gather_pass_through_poison_good() -> i32 {
  %m = memref.alloc() : memref<4xi32>
  %z = arith.constant 0 : index
  %d = arith.constant dense<[1, 2, 3, 4]> : vector<4xi32>
  vector.store %d, %m[%z] : memref<4xi32>, vector<4xi32>
  %x = arith.constant dense<[3, 2]> : vector<2xi32>
  %k = arith.constant dense<[true, false]> : vector<2xi1>
  %p = ub.poison : vector<2xi32>
  %l = vector.gather %m[%z] [%x], %k, %p : memref<4xi32>, vector<2xi32>, vector<2xi1>, vector<2xi32> into vector<2xi32>
  %r = vector.extract %l[0] : i32 from vector<2xi32>
  return %r : i32
}

// RULE: scatter_out_of_bounds | undefined | vector.scatter | A lane whose mask is set and that lies out of bounds is undefined; a lane that is masked off may lie anywhere.
func.func @scatter_out_of_bounds_bad() -> i32 {
  %m = memref.alloc() : memref<4xi32>
  %z = arith.constant 0 : index
  %d = arith.constant dense<[1, 2, 3, 4]> : vector<4xi32>
  vector.store %d, %m[%z] : memref<4xi32>, vector<4xi32>
  %x = arith.constant dense<[3, 4]> : vector<2xi32>
  %k = arith.constant dense<[true, true]> : vector<2xi1>
  %e = arith.constant dense<[8, 9]> : vector<2xi32>
  vector.scatter %m[%z] [%x], %k, %e : memref<4xi32>, vector<2xi32>, vector<2xi1>, vector<2xi32>
  %r = memref.load %m[%z] : memref<4xi32>
  return %r : i32
}
func.func @scatter_out_of_bounds_good() -> i32 {
  %m = memref.alloc() : memref<4xi32>
  %z = arith.constant 0 : index
  %d = arith.constant dense<[1, 2, 3, 4]> : vector<4xi32>
  vector.store %d, %m[%z] : memref<4xi32>, vector<4xi32>
  %x = arith.constant dense<[3, 4]> : vector<2xi32>
  %k = arith.constant dense<[true, false]> : vector<2xi1>
  %e = arith.constant dense<[8, 9]> : vector<2xi32>
  vector.scatter %m[%z] [%x], %k, %e : memref<4xi32>, vector<2xi32>, vector<2xi1>, vector<2xi32>
  %r = memref.load %m[%z] : memref<4xi32>
  return %r : i32
}

// RULE: scatter_duplicate | undefined | vector.scatter | Two equal indices of a scatter are undefined.
func.func @scatter_duplicate_bad() -> i32 {
  %m = memref.alloc() : memref<4xi32>
  %z = arith.constant 0 : index
  %d = arith.constant dense<[1, 2, 3, 4]> : vector<4xi32>
  vector.store %d, %m[%z] : memref<4xi32>, vector<4xi32>
  %x = arith.constant dense<[3, 3]> : vector<2xi32>
  %k = arith.constant dense<true> : vector<2xi1>
  %e = arith.constant dense<[8, 9]> : vector<2xi32>
  vector.scatter %m[%z] [%x], %k, %e : memref<4xi32>, vector<2xi32>, vector<2xi1>, vector<2xi32>
  %i = arith.constant 3 : index
  %r = memref.load %m[%i] : memref<4xi32>
  return %r : i32
}
func.func @scatter_duplicate_good() -> i32 {
  %m = memref.alloc() : memref<4xi32>
  %z = arith.constant 0 : index
  %d = arith.constant dense<[1, 2, 3, 4]> : vector<4xi32>
  vector.store %d, %m[%z] : memref<4xi32>, vector<4xi32>
  %x = arith.constant dense<[3, 2]> : vector<2xi32>
  %k = arith.constant dense<true> : vector<2xi1>
  %e = arith.constant dense<[8, 9]> : vector<2xi32>
  vector.scatter %m[%z] [%x], %k, %e : memref<4xi32>, vector<2xi32>, vector<2xi1>, vector<2xi32>
  %i = arith.constant 3 : index
  %r = memref.load %m[%i] : memref<4xi32>
  return %r : i32
}

// RULE: expandload_out_of_bounds | undefined | vector.expandload | The lanes whose mask is set read one element after the other, and one of these lies out of bounds.
func.func @expandload_out_of_bounds_bad() -> i32 {
  %m = memref.alloc() : memref<4xi32>
  %z = arith.constant 0 : index
  %d = arith.constant dense<[1, 2, 3, 4]> : vector<4xi32>
  vector.store %d, %m[%z] : memref<4xi32>, vector<4xi32>
  %i = arith.constant 2 : index
  %k = arith.constant dense<[true, true, true]> : vector<3xi1>
  %p = arith.constant dense<0> : vector<3xi32>
  %l = vector.expandload %m[%i], %k, %p : memref<4xi32>, vector<3xi1>, vector<3xi32> into vector<3xi32>
  %r = vector.extract %l[0] : i32 from vector<3xi32>
  return %r : i32
}
func.func @expandload_out_of_bounds_good() -> i32 {
  %m = memref.alloc() : memref<4xi32>
  %z = arith.constant 0 : index
  %d = arith.constant dense<[1, 2, 3, 4]> : vector<4xi32>
  vector.store %d, %m[%z] : memref<4xi32>, vector<4xi32>
  %i = arith.constant 2 : index
  %k = arith.constant dense<[true, false, true]> : vector<3xi1>
  %p = arith.constant dense<0> : vector<3xi32>
  %l = vector.expandload %m[%i], %k, %p : memref<4xi32>, vector<3xi1>, vector<3xi32> into vector<3xi32>
  %r = vector.extract %l[0] : i32 from vector<3xi32>
  return %r : i32
}

// RULE: compressstore_out_of_bounds | undefined | vector.compressstore | The lanes whose mask is set write one element after the other, and one of these lies out of bounds.
func.func @compressstore_out_of_bounds_bad() -> i32 {
  %m = memref.alloc() : memref<4xi32>
  %z = arith.constant 0 : index
  %d = arith.constant dense<[1, 2, 3, 4]> : vector<4xi32>
  vector.store %d, %m[%z] : memref<4xi32>, vector<4xi32>
  %i = arith.constant 2 : index
  %k = arith.constant dense<[true, true, true]> : vector<3xi1>
  %e = arith.constant dense<[7, 8, 9]> : vector<3xi32>
  vector.compressstore %m[%i], %k, %e : memref<4xi32>, vector<3xi1>, vector<3xi32>
  %r = memref.load %m[%i] : memref<4xi32>
  return %r : i32
}
func.func @compressstore_out_of_bounds_good() -> i32 {
  %m = memref.alloc() : memref<4xi32>
  %z = arith.constant 0 : index
  %d = arith.constant dense<[1, 2, 3, 4]> : vector<4xi32>
  vector.store %d, %m[%z] : memref<4xi32>, vector<4xi32>
  %i = arith.constant 2 : index
  %k = arith.constant dense<[true, false, true]> : vector<3xi1>
  %e = arith.constant dense<[7, 8, 9]> : vector<3xi32>
  vector.compressstore %m[%i], %k, %e : memref<4xi32>, vector<3xi1>, vector<3xi32>
  %r = memref.load %m[%i] : memref<4xi32>
  return %r : i32
}

// RULE: transfer_read_in_bounds | undefined | vector.transfer_read | A transfer that is said to lie in bounds and does not is undefined; without that promise it pads.
func.func @transfer_read_in_bounds_bad() -> i32 {
  %m = memref.alloc() : memref<4xi32>
  %z = arith.constant 0 : index
  %d = arith.constant dense<[1, 2, 3, 4]> : vector<4xi32>
  vector.store %d, %m[%z] : memref<4xi32>, vector<4xi32>
  %i = arith.constant 3 : index
  %p = arith.constant 0 : i32
  %l = vector.transfer_read %m[%i], %p {in_bounds = [true]} : memref<4xi32>, vector<2xi32>
  %r = vector.extract %l[0] : i32 from vector<2xi32>
  return %r : i32
}
func.func @transfer_read_in_bounds_good() -> i32 {
  %m = memref.alloc() : memref<4xi32>
  %z = arith.constant 0 : index
  %d = arith.constant dense<[1, 2, 3, 4]> : vector<4xi32>
  vector.store %d, %m[%z] : memref<4xi32>, vector<4xi32>
  %i = arith.constant 3 : index
  %p = arith.constant 0 : i32
  %l = vector.transfer_read %m[%i], %p {in_bounds = [false]} : memref<4xi32>, vector<2xi32>
  %r = vector.extract %l[0] : i32 from vector<2xi32>
  return %r : i32
}

// RULE: transfer_write_in_bounds | undefined | vector.transfer_write | A transfer that is said to lie in bounds and does not is undefined; without that promise it leaves out what is outside.
func.func @transfer_write_in_bounds_bad() -> i32 {
  %m = memref.alloc() : memref<4xi32>
  %z = arith.constant 0 : index
  %d = arith.constant dense<[1, 2, 3, 4]> : vector<4xi32>
  vector.store %d, %m[%z] : memref<4xi32>, vector<4xi32>
  %i = arith.constant 3 : index
  %e = arith.constant dense<[8, 9]> : vector<2xi32>
  vector.transfer_write %e, %m[%i] {in_bounds = [true]} : vector<2xi32>, memref<4xi32>
  %r = memref.load %m[%i] : memref<4xi32>
  return %r : i32
}
func.func @transfer_write_in_bounds_good() -> i32 {
  %m = memref.alloc() : memref<4xi32>
  %z = arith.constant 0 : index
  %d = arith.constant dense<[1, 2, 3, 4]> : vector<4xi32>
  vector.store %d, %m[%z] : memref<4xi32>, vector<4xi32>
  %i = arith.constant 3 : index
  %e = arith.constant dense<[8, 9]> : vector<2xi32>
  vector.transfer_write %e, %m[%i] {in_bounds = [false]} : vector<2xi32>, memref<4xi32>
  %r = memref.load %m[%i] : memref<4xi32>
  return %r : i32
}

// RULE: transfer_read_padding_poison | poison | vector.transfer_read | An element out of bounds is the padding, poison included.
func.func @transfer_read_padding_poison_bad() -> i32 {
  %m = memref.alloc() : memref<4xi32>
  %z = arith.constant 0 : index
  %d = arith.constant dense<[1, 2, 3, 4]> : vector<4xi32>
  vector.store %d, %m[%z] : memref<4xi32>, vector<4xi32>
  %i = arith.constant 3 : index
  %p = ub.poison : i32
  %l = vector.transfer_read %m[%i], %p : memref<4xi32>, vector<2xi32>
  %r = vector.extract %l[1] : i32 from vector<2xi32>
  return %r : i32
}
func.func @transfer_read_padding_poison_good() -> i32 {
  %m = memref.alloc() : memref<4xi32>
  %z = arith.constant 0 : index
  %d = arith.constant dense<[1, 2, 3, 4]> : vector<4xi32>
  vector.store %d, %m[%z] : memref<4xi32>, vector<4xi32>
  %i = arith.constant 3 : index
  %p = ub.poison : i32
  %l = vector.transfer_read %m[%i], %p : memref<4xi32>, vector<2xi32>
  %r = vector.extract %l[0] : i32 from vector<2xi32>
  return %r : i32
}

// RULE: transfer_read_masked_poison | poison | vector.transfer_read | An element that is masked off is the padding, poison included.
func.func @transfer_read_masked_poison_bad() -> i32 {
  %m = memref.alloc() : memref<4xi32>
  %z = arith.constant 0 : index
  %d = arith.constant dense<[1, 2, 3, 4]> : vector<4xi32>
  vector.store %d, %m[%z] : memref<4xi32>, vector<4xi32>
  %p = ub.poison : i32
  %k = arith.constant dense<[true, false]> : vector<2xi1>
  %l = vector.transfer_read %m[%z], %p, %k : memref<4xi32>, vector<2xi32>
  %r = vector.extract %l[1] : i32 from vector<2xi32>
  return %r : i32
}
func.func @transfer_read_masked_poison_good() -> i32 {
  %m = memref.alloc() : memref<4xi32>
  %z = arith.constant 0 : index
  %d = arith.constant dense<[1, 2, 3, 4]> : vector<4xi32>
  vector.store %d, %m[%z] : memref<4xi32>, vector<4xi32>
  %p = ub.poison : i32
  %k = arith.constant dense<[true, false]> : vector<2xi1>
  %l = vector.transfer_read %m[%z], %p, %k : memref<4xi32>, vector<2xi32>
  %r = vector.extract %l[0] : i32 from vector<2xi32>
  return %r : i32
}

// RULE: transfer_read_negative | open | vector.transfer_read | The documentation names no result for a transfer that begins in front of the memory.
func.func @transfer_read_negative_bad() -> i32 {
  %m = memref.alloc() : memref<4xi32>
  %z = arith.constant 0 : index
  %d = arith.constant dense<[1, 2, 3, 4]> : vector<4xi32>
  vector.store %d, %m[%z] : memref<4xi32>, vector<4xi32>
  %i = arith.constant -1 : index
  %p = arith.constant 5 : i32
  %l = vector.transfer_read %m[%i], %p : memref<4xi32>, vector<2xi32>
  %r = vector.extract %l[0] : i32 from vector<2xi32>
  return %r : i32
}
func.func @transfer_read_negative_good() -> i32 {
  %m = memref.alloc() : memref<4xi32>
  %z = arith.constant 0 : index
  %d = arith.constant dense<[1, 2, 3, 4]> : vector<4xi32>
  vector.store %d, %m[%z] : memref<4xi32>, vector<4xi32>
  %i = arith.constant 4 : index
  %p = arith.constant 5 : i32
  %l = vector.transfer_read %m[%i], %p : memref<4xi32>, vector<2xi32>
  %r = vector.extract %l[0] : i32 from vector<2xi32>
  return %r : i32
}

// RULE: transfer_masked_negative | open | vector.transfer_read | The documentation names no result for a transfer from an index below zero, masked off or not.
func.func @transfer_masked_negative_bad() -> i32 {
  %m = memref.alloc() : memref<4xi32>
  %z = arith.constant 0 : index
  %d = arith.constant dense<[1, 2, 3, 4]> : vector<4xi32>
  vector.store %d, %m[%z] : memref<4xi32>, vector<4xi32>
  %i = arith.constant -1 : index
  %p = arith.constant 5 : i32
  %k = arith.constant dense<[false, true]> : vector<2xi1>
  %l = vector.transfer_read %m[%i], %p, %k : memref<4xi32>, vector<2xi32>
  %r = vector.extract %l[1] : i32 from vector<2xi32>
  return %r : i32
}
func.func @transfer_masked_negative_good() -> i32 {
  %m = memref.alloc() : memref<4xi32>
  %z = arith.constant 0 : index
  %d = arith.constant dense<[1, 2, 3, 4]> : vector<4xi32>
  vector.store %d, %m[%z] : memref<4xi32>, vector<4xi32>
  %i = arith.constant 0 : index
  %p = arith.constant 5 : i32
  %k = arith.constant dense<[false, true]> : vector<2xi1>
  %l = vector.transfer_read %m[%i], %p, %k : memref<4xi32>, vector<2xi32>
  %r = vector.extract %l[1] : i32 from vector<2xi32>
  return %r : i32
}

// RULE: transfer_read_other_dimension | undefined | vector.transfer_read | A dimension that is none of the vector has to lie in bounds.
func.func @transfer_read_other_dimension_bad() -> i32 {
  %t = arith.constant dense<[[1, 2], [3, 4]]> : tensor<2x2xi32>
  %i = arith.constant 2 : index
  %z = arith.constant 0 : index
  %p = arith.constant 5 : i32
  %l = vector.transfer_read %t[%i, %z], %p : tensor<2x2xi32>, vector<2xi32>
  %r = vector.extract %l[0] : i32 from vector<2xi32>
  return %r : i32
}
func.func @transfer_read_other_dimension_good() -> i32 {
  %t = arith.constant dense<[[1, 2], [3, 4]]> : tensor<2x2xi32>
  %i = arith.constant 1 : index
  %z = arith.constant 0 : index
  %p = arith.constant 5 : i32
  %l = vector.transfer_read %t[%i, %z], %p : tensor<2x2xi32>, vector<2xi32>
  %r = vector.extract %l[0] : i32 from vector<2xi32>
  return %r : i32
}

// RULE: transfer_write_other_dimension | undefined | vector.transfer_write | A dimension that is none of the vector has to lie in bounds.
func.func @transfer_write_other_dimension_bad() -> i32 {
  %t = arith.constant dense<[[1, 2], [3, 4]]> : tensor<2x2xi32>
  %i = arith.constant 2 : index
  %z = arith.constant 0 : index
  %e = arith.constant dense<[8, 9]> : vector<2xi32>
  %w = vector.transfer_write %e, %t[%i, %z] : vector<2xi32>, tensor<2x2xi32>
  %r = tensor.extract %w[%z, %z] : tensor<2x2xi32>
  return %r : i32
}
func.func @transfer_write_other_dimension_good() -> i32 {
  %t = arith.constant dense<[[1, 2], [3, 4]]> : tensor<2x2xi32>
  %i = arith.constant 1 : index
  %z = arith.constant 0 : index
  %e = arith.constant dense<[8, 9]> : vector<2xi32>
  %w = vector.transfer_write %e, %t[%i, %z] : vector<2xi32>, tensor<2x2xi32>
  %r = tensor.extract %w[%z, %z] : tensor<2x2xi32>
  return %r : i32
}

// RULE: transfer_read_empty | poison | vector.transfer_read | An element of tensor.empty that nobody wrote has no value.
func.func @transfer_read_empty_bad() -> i32 {
  %t = tensor.empty() : tensor<2xi32>
  %z = arith.constant 0 : index
  %e = arith.constant 4 : i32
  %f = tensor.insert %e into %t[%z] : tensor<2xi32>
  %p = arith.constant 5 : i32
  %l = vector.transfer_read %f[%z], %p : tensor<2xi32>, vector<3xi32>
  %r = vector.extract %l[1] : i32 from vector<3xi32>
  return %r : i32
}
func.func @transfer_read_empty_good() -> i32 {
  %t = tensor.empty() : tensor<2xi32>
  %z = arith.constant 0 : index
  %e = arith.constant 4 : i32
  %f = tensor.insert %e into %t[%z] : tensor<2xi32>
  %p = arith.constant 5 : i32
  %l = vector.transfer_read %f[%z], %p : tensor<2xi32>, vector<3xi32>
  %r = vector.extract %l[0] : i32 from vector<3xi32>
  return %r : i32
}

// RULE: maskedload_mask_poison | undefined | vector.maskedload | A mask of poison may be set, and the lane lies out of bounds.
func.func @maskedload_mask_poison_bad() -> i32 {
  %m = memref.alloc() : memref<4xi32>
  %z = arith.constant 0 : index
  %d = arith.constant dense<[1, 2, 3, 4]> : vector<4xi32>
  vector.store %d, %m[%z] : memref<4xi32>, vector<4xi32>
  %i = arith.constant 3 : index
  %q = ub.poison : i1
  %o = arith.constant false
  %t = arith.constant true
  %b = arith.select %t, %q, %o : i1
  %k = vector.from_elements %o, %b : vector<2xi1>
  %p = arith.constant dense<6> : vector<2xi32>
  %l = vector.maskedload %m[%i], %k, %p : memref<4xi32>, vector<2xi1>, vector<2xi32> into vector<2xi32>
  %r = vector.extract %l[0] : i32 from vector<2xi32>
  return %r : i32
}
func.func @maskedload_mask_poison_good() -> i32 {
  %m = memref.alloc() : memref<4xi32>
  %z = arith.constant 0 : index
  %d = arith.constant dense<[1, 2, 3, 4]> : vector<4xi32>
  vector.store %d, %m[%z] : memref<4xi32>, vector<4xi32>
  %i = arith.constant 3 : index
  %q = ub.poison : i1
  %o = arith.constant false
  %t = arith.constant false
  %b = arith.select %t, %q, %o : i1
  %k = vector.from_elements %o, %b : vector<2xi1>
  %p = arith.constant dense<6> : vector<2xi32>
  %l = vector.maskedload %m[%i], %k, %p : memref<4xi32>, vector<2xi1>, vector<2xi32> into vector<2xi32>
  %r = vector.extract %l[0] : i32 from vector<2xi32>
  return %r : i32
}
