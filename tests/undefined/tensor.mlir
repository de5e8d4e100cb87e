// RULE: empty_element | poison | tensor.empty | An element of tensor.empty that nobody wrote has no value.
func.func @empty_element_bad() -> i32 {
  %e = tensor.empty() : tensor<2xi32>
  %c = arith.constant 7 : i32
  %z = arith.constant 0 : index
  %f = tensor.insert %c into %e[%z] : tensor<2xi32>
  %i = arith.constant 1 : index
  %r = tensor.extract %f[%i] : tensor<2xi32>
  return %r : i32
}
func.func @empty_element_good() -> i32 {
  %e = tensor.empty() : tensor<2xi32>
  %c = arith.constant 7 : i32
  %z = arith.constant 0 : index
  %f = tensor.insert %c into %e[%z] : tensor<2xi32>
  %i = arith.constant 0 : index
  %r = tensor.extract %f[%i] : tensor<2xi32>
  return %r : i32
}

// RULE: empty_itself | poison | tensor.empty | Two reads of one unwritten element need not agree, so their difference has no value.
func.func @empty_itself_bad() -> i32 {
  %e = tensor.empty() : tensor<1xi32>
  %c = arith.constant dense<3> : tensor<1xi32>
  %t = arith.constant true
  %f = arith.select %t, %e, %c : tensor<1xi32>
  %z = arith.constant 0 : index
  %a = tensor.extract %f[%z] : tensor<1xi32>
  %b = tensor.extract %f[%z] : tensor<1xi32>
  %r = arith.subi %a, %b : i32
  return %r : i32
}
func.func @empty_itself_good() -> i32 {
  %e = tensor.empty() : tensor<1xi32>
  %c = arith.constant dense<3> : tensor<1xi32>
  %t = arith.constant false
  %f = arith.select %t, %e, %c : tensor<1xi32>
  %z = arith.constant 0 : index
  %a = tensor.extract %f[%z] : tensor<1xi32>
  %b = tensor.extract %f[%z] : tensor<1xi32>
  %r = arith.subi %a, %b : i32
  return %r : i32
}

// RULE: empty_negative | open | tensor.empty | The documentation names no result for an extent below zero.
func.func @empty_negative_bad() -> index {
  %n = arith.constant -1 : index
  %e = tensor.empty(%n) : tensor<?xi32>
  %z = arith.constant 0 : index
  %r = tensor.dim %e, %z : tensor<?xi32>
  return %r : index
}
func.func @empty_negative_good() -> index {
  %n = arith.constant 0 : index
  %e = tensor.empty(%n) : tensor<?xi32>
  %z = arith.constant 0 : index
  %r = tensor.dim %e, %z : tensor<?xi32>
  return %r : index
}

// RULE: extract_past_end | undefined | tensor.extract | An element out of bounds is not there, so its value is undefined; a buffer in its place may not be accessed there.
func.func @extract_past_end_bad() -> i32 {
  %t = arith.constant dense<[5, 6, 7, 8]> : tensor<4xi32>
  %z = arith.constant 0 : index
  %i = arith.constant 4 : index
  %r = tensor.extract %t[%i] : tensor<4xi32>
  return %r : i32
}
func.func @extract_past_end_good() -> i32 {
  %t = arith.constant dense<[5, 6, 7, 8]> : tensor<4xi32>
  %z = arith.constant 0 : index
  %i = arith.constant 3 : index
  %r = tensor.extract %t[%i] : tensor<4xi32>
  return %r : i32
}

// RULE: extract_before | undefined | tensor.extract | An element out of bounds is not there, so its value is undefined; a buffer in its place may not be accessed there.
func.func @extract_before_bad() -> i32 {
  %t = arith.constant dense<[5, 6, 7, 8]> : tensor<4xi32>
  %z = arith.constant 0 : index
  %i = arith.constant -1 : index
  %r = tensor.extract %t[%i] : tensor<4xi32>
  return %r : i32
}
func.func @extract_before_good() -> i32 {
  %t = arith.constant dense<[5, 6, 7, 8]> : tensor<4xi32>
  %z = arith.constant 0 : index
  %i = arith.constant 0 : index
  %r = tensor.extract %t[%i] : tensor<4xi32>
  return %r : i32
}

// RULE: insert_past_end | undefined | tensor.insert | An element out of bounds is not there, so its value is undefined; a buffer in its place may not be accessed there.
func.func @insert_past_end_bad() -> i32 {
  %t = arith.constant dense<[5, 6, 7, 8]> : tensor<4xi32>
  %z = arith.constant 0 : index
  %i = arith.constant 4 : index
  %c = arith.constant 1 : i32
  %n = tensor.insert %c into %t[%i] : tensor<4xi32>
  %r = tensor.extract %n[%z] : tensor<4xi32>
  return %r : i32
}
func.func @insert_past_end_good() -> i32 {
  %t = arith.constant dense<[5, 6, 7, 8]> : tensor<4xi32>
  %z = arith.constant 0 : index
  %i = arith.constant 3 : index
  %c = arith.constant 1 : i32
  %n = tensor.insert %c into %t[%i] : tensor<4xi32>
  %r = tensor.extract %n[%z] : tensor<4xi32>
  return %r : i32
}

// RULE: insert_poison | poison | tensor.insert | Poison that is inserted stays in its element.
func.func @insert_poison_bad() -> i32 {
  %t = arith.constant dense<[5, 6, 7, 8]> : tensor<4xi32>
  %z = arith.constant 0 : index
  %i = arith.constant 0 : index
  %p = ub.poison : i32
  %n = tensor.insert %p into %t[%z] : tensor<4xi32>
  %r = tensor.extract %n[%i] : tensor<4xi32>
  return %r : i32
}
func.func @insert_poison_good() -> i32 {
  %t = arith.constant dense<[5, 6, 7, 8]> : tensor<4xi32>
  %z = arith.constant 0 : index
  %i = arith.constant 1 : index
  %p = ub.poison : i32
  %n = tensor.insert %p into %t[%z] : tensor<4xi32>
  %r = tensor.extract %n[%i] : tensor<4xi32>
  return %r : i32
}

// RULE: tensor_dim_bounds | undefined | tensor.dim | A dimension that a tensor does not have has no extent.
func.func @tensor_dim_bounds_bad() -> index {
  %t = arith.constant dense<[5, 6, 7, 8]> : tensor<4xi32>
  %z = arith.constant 0 : index
  %i = arith.constant 1 : index
  %r = tensor.dim %t, %i : tensor<4xi32>
  return %r : index
}
func.func @tensor_dim_bounds_good() -> index {
  %t = arith.constant dense<[5, 6, 7, 8]> : tensor<4xi32>
  %z = arith.constant 0 : index
  %i = arith.constant 0 : index
  %r = tensor.dim %t, %i : tensor<4xi32>
  return %r : index
}

// RULE: cast_extent_differs | undefined | tensor.cast | A cast to a static extent that the tensor does not have is invalid.
func.func @cast_extent_differs_bad() -> i32 {
  %t = arith.constant dense<[5, 6, 7, 8]> : tensor<4xi32>
  %z = arith.constant 0 : index
  %n = arith.constant 2 : index
  %s = tensor.extract_slice %t[0] [%n] [1] : tensor<4xi32> to tensor<?xi32>
  %d = tensor.cast %s : tensor<?xi32> to tensor<3xi32>
  %r = tensor.extract %d[%z] : tensor<3xi32>
  return %r : i32
}
func.func @cast_extent_differs_good() -> i32 {
  %t = arith.constant dense<[5, 6, 7, 8]> : tensor<4xi32>
  %z = arith.constant 0 : index
  %n = arith.constant 3 : index
  %s = tensor.extract_slice %t[0] [%n] [1] : tensor<4xi32> to tensor<?xi32>
  %d = tensor.cast %s : tensor<?xi32> to tensor<3xi32>
  %r = tensor.extract %d[%z] : tensor<3xi32>
  return %r : i32
}

// RULE: cast_rank_differs | undefined | tensor.cast | A cast of an unranked tensor to a rank that it does not have is invalid.
func.func @cast_rank_differs_bad() -> index {
  %t = arith.constant dense<[5, 6, 7, 8]> : tensor<4xi32>
  %z = arith.constant 0 : index
  %u = tensor.cast %t : tensor<4xi32> to tensor<*xi32>
  %d = tensor.cast %u : tensor<*xi32> to tensor<?x?xi32>
  %r = tensor.dim %d, %z : tensor<?x?xi32>
  return %r : index
}
func.func @cast_rank_differs_good() -> index {
  %t = arith.constant dense<[5, 6, 7, 8]> : tensor<4xi32>
  %z = arith.constant 0 : index
  %u = tensor.cast %t : tensor<4xi32> to tensor<*xi32>
  %d = tensor.cast %u : tensor<*xi32> to tensor<?xi32>
  %r = tensor.dim %d, %z : tensor<?xi32>
  return %r : index
}

// RULE: reshape_elements | undefined | tensor.reshape | A reshape keeps the number of elements.
func.func @reshape_elements_bad() -> i32 {
  %t = arith.constant dense<[5, 6, 7, 8]> : tensor<4xi32>
  %z = arith.constant 0 : index
  %n = arith.constant 3 : index
  %k = arith.constant 2 : index
  %s = tensor.from_elements %n, %k : tensor<2xindex>
  %x = tensor.reshape %t(%s) : (tensor<4xi32>, tensor<2xindex>) -> tensor<?x?xi32>
  %r = tensor.extract %x[%z, %z] : tensor<?x?xi32>
  return %r : i32
}
func.func @reshape_elements_good() -> i32 {
  %t = arith.constant dense<[5, 6, 7, 8]> : tensor<4xi32>
  %z = arith.constant 0 : index
  %n = arith.constant 2 : index
  %k = arith.constant 2 : index
  %s = tensor.from_elements %n, %k : tensor<2xindex>
  %x = tensor.reshape %t(%s) : (tensor<4xi32>, tensor<2xindex>) -> tensor<?x?xi32>
  %r = tensor.extract %x[%z, %z] : tensor<?x?xi32>
  return %r : i32
}

// RULE: expand_shape_elements | undefined | tensor.expand_shape | The extents of the result have to multiply to the one they come of.
func.func @expand_shape_elements_bad() -> i32 {
  %t = arith.constant dense<[5, 6, 7, 8]> : tensor<4xi32>
  %z = arith.constant 0 : index
  %n = arith.constant 3 : index
  %i = arith.constant 2 : index
  %s = tensor.extract_slice %t[0] [%n] [1] : tensor<4xi32> to tensor<?xi32>
  %k = arith.divui %n, %i : index
  %x = tensor.expand_shape %s [[0, 1]] output_shape [%k, 2] : tensor<?xi32> into tensor<?x2xi32>
  %r = tensor.extract %x[%z, %z] : tensor<?x2xi32>
  return %r : i32
}
func.func @expand_shape_elements_good() -> i32 {
  %t = arith.constant dense<[5, 6, 7, 8]> : tensor<4xi32>
  %z = arith.constant 0 : index
  %n = arith.constant 4 : index
  %i = arith.constant 2 : index
  %s = tensor.extract_slice %t[0] [%n] [1] : tensor<4xi32> to tensor<?xi32>
  %k = arith.divui %n, %i : index
  %x = tensor.expand_shape %s [[0, 1]] output_shape [%k, 2] : tensor<?xi32> into tensor<?x2xi32>
  %r = tensor.extract %x[%z, %z] : tensor<?x2xi32>
  return %r : i32
}

// RULE: splat_negative | open | tensor.splat | The documentation names no result for an extent below zero.
func.func @splat_negative_bad() -> index {
  %n = arith.constant -1 : index
  %c = arith.constant 1 : i32
  %e = tensor.splat %c[%n] : tensor<?xi32>
  %z = arith.constant 0 : index
  %r = tensor.dim %e, %z : tensor<?xi32>
  return %r : index
}
func.func @splat_negative_good() -> index {
  %n = arith.constant 0 : index
  %c = arith.constant 1 : i32
  %e = tensor.splat %c[%n] : tensor<?xi32>
  %z = arith.constant 0 : index
  %r = tensor.dim %e, %z : tensor<?xi32>
  return %r : index
}

// RULE: generate_negative | open | tensor.generate | The documentation names no result for an extent below zero.
func.func @generate_negative_bad() -> index {
%n = arith.constant -1 : index
%e = tensor.generate %n {
^bb0(%i: index):
  tensor.yield %i : index
} : tensor<?xindex>
%z = arith.constant 0 : index
%r = tensor.dim %e, %z : tensor<?xindex>
  return %r : index
}
func.func @generate_negative_good() -> index {
%n = arith.constant 0 : index
%e = tensor.generate %n {
^bb0(%i: index):
  tensor.yield %i : index
} : tensor<?xindex>
%z = arith.constant 0 : index
%r = tensor.dim %e, %z : tensor<?xindex>
  return %r : index
}

// RULE: generate_division | undefined | tensor.generate | The body runs once for each element, so a tensor without elements divides nothing.
func.func @generate_division_bad() -> index {
%n = arith.constant 1 : index
%z = arith.constant 0 : index
%e = tensor.generate %n {
^bb0(%i: index):
  %q = arith.divui %i, %z : index
  tensor.yield %q : index
} : tensor<?xindex>
%r = tensor.dim %e, %z : tensor<?xindex>
  return %r : index
}
func.func @generate_division_good() -> index {
%n = arith.constant 0 : index
%z = arith.constant 0 : index
%e = tensor.generate %n {
^bb0(%i: index):
  %q = arith.divui %i, %z : index
  tensor.yield %q : index
} : tensor<?xindex>
%r = tensor.dim %e, %z : tensor<?xindex>
  return %r : index
}

// RULE: generate_order | open | tensor.generate | The body runs in no defined order, so what it counts in memory is open.
func.func @generate_order_bad() -> i32 {
%n = arith.constant 2 : index
%z = arith.constant 0 : index
%o = arith.constant 0 : i32
%u = arith.constant 1 : i32
%m = memref.alloc() : memref<i32>
memref.store %o, %m[] : memref<i32>
%e = tensor.generate %n {
^bb0(%i: index):
  %a = memref.load %m[] : memref<i32>
  %b = arith.addi %a, %u : i32
  memref.store %b, %m[] : memref<i32>
  tensor.yield %a : i32
} : tensor<?xi32>
%r = tensor.extract %e[%z] : tensor<?xi32>
  return %r : i32
}
func.func @generate_order_good() -> i32 {
%n = arith.constant 1 : index
%z = arith.constant 0 : index
%o = arith.constant 0 : i32
%u = arith.constant 1 : i32
%m = memref.alloc() : memref<i32>
memref.store %o, %m[] : memref<i32>
%e = tensor.generate %n {
^bb0(%i: index):
  %a = memref.load %m[] : memref<i32>
  %b = arith.addi %a, %u : i32
  memref.store %b, %m[] : memref<i32>
  tensor.yield %a : i32
} : tensor<?xi32>
%r = tensor.extract %e[%z] : tensor<?xi32>
  return %r : i32
}

// RULE: from_elements_of_poison | poison | tensor.from_elements | An element of poison is poison, the others are not.
func.func @from_elements_of_poison_bad() -> i32 {
  %p = ub.poison : i32
  %c = arith.constant 1 : i32
  %e = tensor.from_elements %c, %p : tensor<2xi32>
  %i = arith.constant 1 : index
  %r = tensor.extract %e[%i] : tensor<2xi32>
  return %r : i32
}
func.func @from_elements_of_poison_good() -> i32 {
  %p = ub.poison : i32
  %c = arith.constant 1 : i32
  %e = tensor.from_elements %c, %p : tensor<2xi32>
  %i = arith.constant 0 : index
  %r = tensor.extract %e[%i] : tensor<2xi32>
  return %r : i32
}
