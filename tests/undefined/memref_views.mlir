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

// RULE: view_boolean | poison | memref.view | An element of i1 that was written as i8 has no value (LangRef on loads of types that do not fill their bytes); one that was written as i1 has.
func.func @view_boolean_bad() -> i1 {
  %b = memref.alloc() : memref<1xi8>
  %o = arith.constant 0 : index
  %e = arith.constant 2 : i8
  memref.store %e, %b[%o] : memref<1xi8>
  %v = memref.view %b[%o][] : memref<1xi8> to memref<1xi1>
  %r = memref.load %v[%o] : memref<1xi1>
  return %r : i1
}
func.func @view_boolean_good() -> i1 {
  %b = memref.alloc() : memref<1xi8>
  %o = arith.constant 0 : index
  %e = arith.constant true
  %v = memref.view %b[%o][] : memref<1xi8> to memref<1xi1>
  memref.store %e, %v[%o] : memref<1xi1>
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

// RULE: view_boolean_byte | poison | memref.view | A byte that i1 was written to has no value as i8, since nobody says what becomes of its other bits (LangRef on stores of types that do not fill their bytes); one that i8 was written to has.
func.func @view_boolean_byte_bad() -> i8 {
  %b = memref.alloc() : memref<1xi8>
  %o = arith.constant 0 : index
  %e = arith.constant true
  %v = memref.view %b[%o][] : memref<1xi8> to memref<1xi1>
  memref.store %e, %v[%o] : memref<1xi1>
  %r = memref.load %b[%o] : memref<1xi8>
  return %r : i8
}
func.func @view_boolean_byte_good() -> i8 {
  %b = memref.alloc() : memref<1xi8>
  %o = arith.constant 0 : index
  %e = arith.constant 1 : i8
  memref.store %e, %b[%o] : memref<1xi8>
  %r = memref.load %b[%o] : memref<1xi8>
  return %r : i8
}
