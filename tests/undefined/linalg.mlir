// RULE: matmul_shapes | undefined | linalg.matmul | The extents that an operation gives one loop have to agree.
func.func @matmul_shapes_bad() -> i32 {
  %n = arith.constant 3 : index
  %z = arith.constant 0 : index
  %one = arith.constant dense<1> : tensor<3x3xi32>
  %a = tensor.extract_slice %one[0, 0] [2, %n] [1, 1] : tensor<3x3xi32> to tensor<2x?xi32>
  %b = tensor.extract_slice %one[0, 0] [2, 3] [1, 1] : tensor<3x3xi32> to tensor<2x3xi32>
  %d = tensor.cast %b : tensor<2x3xi32> to tensor<?x3xi32>
  %o = arith.constant dense<0> : tensor<2x3xi32>
  %c = linalg.matmul ins(%a, %d : tensor<2x?xi32>, tensor<?x3xi32>) outs(%o : tensor<2x3xi32>) -> tensor<2x3xi32>
  %r = tensor.extract %c[%z, %z] : tensor<2x3xi32>
  return %r : i32
}
func.func @matmul_shapes_good() -> i32 {
  %n = arith.constant 2 : index
  %z = arith.constant 0 : index
  %one = arith.constant dense<1> : tensor<3x3xi32>
  %a = tensor.extract_slice %one[0, 0] [2, %n] [1, 1] : tensor<3x3xi32> to tensor<2x?xi32>
  %b = tensor.extract_slice %one[0, 0] [2, 3] [1, 1] : tensor<3x3xi32> to tensor<2x3xi32>
  %d = tensor.cast %b : tensor<2x3xi32> to tensor<?x3xi32>
  %o = arith.constant dense<0> : tensor<2x3xi32>
  %c = linalg.matmul ins(%a, %d : tensor<2x?xi32>, tensor<?x3xi32>) outs(%o : tensor<2x3xi32>) -> tensor<2x3xi32>
  %r = tensor.extract %c[%z, %z] : tensor<2x3xi32>
  return %r : i32
}

// RULE: batch_matmul_shapes | undefined | linalg.batch_matmul | The extents that an operation gives one loop have to agree.
func.func @batch_matmul_shapes_bad() -> i32 {
  %n = arith.constant 1 : index
  %z = arith.constant 0 : index
  %one = arith.constant dense<1> : tensor<2x2x2xi32>
  %a = tensor.extract_slice %one[0, 0, 0] [%n, 2, 2] [1, 1, 1] : tensor<2x2x2xi32> to tensor<?x2x2xi32>
  %b = tensor.cast %one : tensor<2x2x2xi32> to tensor<?x2x2xi32>
  %o = arith.constant dense<0> : tensor<2x2x2xi32>
  %c = linalg.batch_matmul ins(%a, %b : tensor<?x2x2xi32>, tensor<?x2x2xi32>) outs(%o : tensor<2x2x2xi32>) -> tensor<2x2x2xi32>
  %r = tensor.extract %c[%z, %z, %z] : tensor<2x2x2xi32>
  return %r : i32
}
func.func @batch_matmul_shapes_good() -> i32 {
  %n = arith.constant 2 : index
  %z = arith.constant 0 : index
  %one = arith.constant dense<1> : tensor<2x2x2xi32>
  %a = tensor.extract_slice %one[0, 0, 0] [%n, 2, 2] [1, 1, 1] : tensor<2x2x2xi32> to tensor<?x2x2xi32>
  %b = tensor.cast %one : tensor<2x2x2xi32> to tensor<?x2x2xi32>
  %o = arith.constant dense<0> : tensor<2x2x2xi32>
  %c = linalg.batch_matmul ins(%a, %b : tensor<?x2x2xi32>, tensor<?x2x2xi32>) outs(%o : tensor<2x2x2xi32>) -> tensor<2x2x2xi32>
  %r = tensor.extract %c[%z, %z, %z] : tensor<2x2x2xi32>
  return %r : i32
}

// RULE: generic_shapes | undefined | linalg.generic | The extents that an operation gives one loop have to agree.
func.func @generic_shapes_bad() -> i32 {
%n = arith.constant 2 : index
%z = arith.constant 0 : index
%t = arith.constant dense<[1, 2, 3]> : tensor<3xi32>
%a = tensor.extract_slice %t[0] [%n] [1] : tensor<3xi32> to tensor<?xi32>
%b = tensor.cast %t : tensor<3xi32> to tensor<?xi32>
%o = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]}
  ins(%a : tensor<?xi32>) outs(%b : tensor<?xi32>) {
^bb0(%x: i32, %y: i32):
  %s = arith.addi %x, %y : i32
  linalg.yield %s : i32
} -> tensor<?xi32>
%r = tensor.extract %o[%z] : tensor<?xi32>
  return %r : i32
}
func.func @generic_shapes_good() -> i32 {
%n = arith.constant 3 : index
%z = arith.constant 0 : index
%t = arith.constant dense<[1, 2, 3]> : tensor<3xi32>
%a = tensor.extract_slice %t[0] [%n] [1] : tensor<3xi32> to tensor<?xi32>
%b = tensor.cast %t : tensor<3xi32> to tensor<?xi32>
%o = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]}
  ins(%a : tensor<?xi32>) outs(%b : tensor<?xi32>) {
^bb0(%x: i32, %y: i32):
  %s = arith.addi %x, %y : i32
  linalg.yield %s : i32
} -> tensor<?xi32>
%r = tensor.extract %o[%z] : tensor<?xi32>
  return %r : i32
}

// RULE: add_shapes | undefined | linalg.add | The extents that an operation gives one loop have to agree.
func.func @add_shapes_bad() -> i32 {
  %n = arith.constant 2 : index
  %z = arith.constant 0 : index
  %t = arith.constant dense<[1, 2, 3]> : tensor<3xi32>
  %a = tensor.extract_slice %t[0] [%n] [1] : tensor<3xi32> to tensor<?xi32>
  %b = tensor.cast %t : tensor<3xi32> to tensor<?xi32>
  %e = tensor.empty() : tensor<3xi32>
  %c = tensor.cast %e : tensor<3xi32> to tensor<?xi32>
  %o = linalg.add ins(%a, %b : tensor<?xi32>, tensor<?xi32>) outs(%c : tensor<?xi32>) -> tensor<?xi32>
  %r = tensor.extract %o[%z] : tensor<?xi32>
  return %r : i32
}
func.func @add_shapes_good() -> i32 {
  %n = arith.constant 3 : index
  %z = arith.constant 0 : index
  %t = arith.constant dense<[1, 2, 3]> : tensor<3xi32>
  %a = tensor.extract_slice %t[0] [%n] [1] : tensor<3xi32> to tensor<?xi32>
  %b = tensor.cast %t : tensor<3xi32> to tensor<?xi32>
  %e = tensor.empty() : tensor<3xi32>
  %c = tensor.cast %e : tensor<3xi32> to tensor<?xi32>
  %o = linalg.add ins(%a, %b : tensor<?xi32>, tensor<?xi32>) outs(%c : tensor<?xi32>) -> tensor<?xi32>
  %r = tensor.extract %o[%z] : tensor<?xi32>
  return %r : i32
}

// RULE: copy_extents | undefined | linalg.copy | The extents that an operation gives one loop have to agree.
func.func @copy_extents_bad() -> i32 {
  %n = arith.constant 2 : index
  %z = arith.constant 0 : index
  %t = arith.constant dense<[1, 2, 3]> : tensor<3xi32>
  %a = tensor.extract_slice %t[0] [%n] [1] : tensor<3xi32> to tensor<?xi32>
  %b = tensor.cast %t : tensor<3xi32> to tensor<?xi32>
  %o = linalg.copy ins(%a : tensor<?xi32>) outs(%b : tensor<?xi32>) -> tensor<?xi32>
  %r = tensor.extract %o[%z] : tensor<?xi32>
  return %r : i32
}
func.func @copy_extents_good() -> i32 {
  %n = arith.constant 3 : index
  %z = arith.constant 0 : index
  %t = arith.constant dense<[1, 2, 3]> : tensor<3xi32>
  %a = tensor.extract_slice %t[0] [%n] [1] : tensor<3xi32> to tensor<?xi32>
  %b = tensor.cast %t : tensor<3xi32> to tensor<?xi32>
  %o = linalg.copy ins(%a : tensor<?xi32>) outs(%b : tensor<?xi32>) -> tensor<?xi32>
  %r = tensor.extract %o[%z] : tensor<?xi32>
  return %r : i32
}

// RULE: map_shapes | undefined | linalg.map | The extents that an operation gives one loop have to agree.
func.func @map_shapes_bad() -> i32 {
  %n = arith.constant 2 : index
  %z = arith.constant 0 : index
  %t = arith.constant dense<[1, 2, 3]> : tensor<3xi32>
  %a = tensor.extract_slice %t[0] [%n] [1] : tensor<3xi32> to tensor<?xi32>
  %b = tensor.cast %t : tensor<3xi32> to tensor<?xi32>
  %e = tensor.empty() : tensor<3xi32>
  %c = tensor.cast %e : tensor<3xi32> to tensor<?xi32>
  %o = linalg.map { arith.muli } ins(%a, %b : tensor<?xi32>, tensor<?xi32>) outs(%c : tensor<?xi32>)
  %r = tensor.extract %o[%z] : tensor<?xi32>
  return %r : i32
}
func.func @map_shapes_good() -> i32 {
  %n = arith.constant 3 : index
  %z = arith.constant 0 : index
  %t = arith.constant dense<[1, 2, 3]> : tensor<3xi32>
  %a = tensor.extract_slice %t[0] [%n] [1] : tensor<3xi32> to tensor<?xi32>
  %b = tensor.cast %t : tensor<3xi32> to tensor<?xi32>
  %e = tensor.empty() : tensor<3xi32>
  %c = tensor.cast %e : tensor<3xi32> to tensor<?xi32>
  %o = linalg.map { arith.muli } ins(%a, %b : tensor<?xi32>, tensor<?xi32>) outs(%c : tensor<?xi32>)
  %r = tensor.extract %o[%z] : tensor<?xi32>
  return %r : i32
}

// RULE: dot_shapes | undefined | linalg.dot | The extents that an operation gives one loop have to agree.
func.func @dot_shapes_bad() -> i32 {
  %n = arith.constant 2 : index
  %z = arith.constant 0 : index
  %t = arith.constant dense<[1, 2, 3]> : tensor<3xi32>
  %a = tensor.extract_slice %t[0] [%n] [1] : tensor<3xi32> to tensor<?xi32>
  %b = tensor.cast %t : tensor<3xi32> to tensor<?xi32>
  %e = arith.constant dense<0> : tensor<i32>
  %o = linalg.dot ins(%a, %b : tensor<?xi32>, tensor<?xi32>) outs(%e : tensor<i32>) -> tensor<i32>
  %r = tensor.extract %o[] : tensor<i32>
  return %r : i32
}
func.func @dot_shapes_good() -> i32 {
  %n = arith.constant 3 : index
  %z = arith.constant 0 : index
  %t = arith.constant dense<[1, 2, 3]> : tensor<3xi32>
  %a = tensor.extract_slice %t[0] [%n] [1] : tensor<3xi32> to tensor<?xi32>
  %b = tensor.cast %t : tensor<3xi32> to tensor<?xi32>
  %e = arith.constant dense<0> : tensor<i32>
  %o = linalg.dot ins(%a, %b : tensor<?xi32>, tensor<?xi32>) outs(%e : tensor<i32>) -> tensor<i32>
  %r = tensor.extract %o[] : tensor<i32>
  return %r : i32
}

// RULE: transpose_shapes | undefined | linalg.transpose | The extents that an operation gives one loop have to agree.
func.func @transpose_shapes_bad() -> i32 {
  %n = arith.constant 2 : index
  %z = arith.constant 0 : index
  %t = arith.constant dense<1> : tensor<2x3xi32>
  %a = tensor.extract_slice %t[0, 0] [2, %n] [1, 1] : tensor<2x3xi32> to tensor<2x?xi32>
  %e = tensor.empty() : tensor<3x2xi32>
  %d = tensor.cast %e : tensor<3x2xi32> to tensor<?x2xi32>
  %o = linalg.transpose ins(%a : tensor<2x?xi32>) outs(%d : tensor<?x2xi32>) permutation = [1, 0]
  %r = tensor.extract %o[%z, %z] : tensor<?x2xi32>
  return %r : i32
}
func.func @transpose_shapes_good() -> i32 {
  %n = arith.constant 3 : index
  %z = arith.constant 0 : index
  %t = arith.constant dense<1> : tensor<2x3xi32>
  %a = tensor.extract_slice %t[0, 0] [2, %n] [1, 1] : tensor<2x3xi32> to tensor<2x?xi32>
  %e = tensor.empty() : tensor<3x2xi32>
  %d = tensor.cast %e : tensor<3x2xi32> to tensor<?x2xi32>
  %o = linalg.transpose ins(%a : tensor<2x?xi32>) outs(%d : tensor<?x2xi32>) permutation = [1, 0]
  %r = tensor.extract %o[%z, %z] : tensor<?x2xi32>
  return %r : i32
}

// RULE: conv_window_outside | undefined | linalg.conv_1d | A window has to lie within the image: its extents are sums of those of the result and of the kernel.
func.func @conv_window_outside_bad() -> i32 {
  %n = arith.constant 4 : index
  %z = arith.constant 0 : index
  %i = arith.constant dense<1> : tensor<4xi32>
  %a = tensor.cast %i : tensor<4xi32> to tensor<?xi32>
  %k = arith.constant dense<1> : tensor<2xi32>
  %b = tensor.cast %k : tensor<2xi32> to tensor<?xi32>
  %c = arith.constant 0 : i32
  %e = tensor.splat %c[%n] : tensor<?xi32>
  %o = linalg.conv_1d ins(%a, %b : tensor<?xi32>, tensor<?xi32>) outs(%e : tensor<?xi32>) -> tensor<?xi32>
  %r = tensor.extract %o[%z] : tensor<?xi32>
  return %r : i32
}
func.func @conv_window_outside_good() -> i32 {
  %n = arith.constant 3 : index
  %z = arith.constant 0 : index
  %i = arith.constant dense<1> : tensor<4xi32>
  %a = tensor.cast %i : tensor<4xi32> to tensor<?xi32>
  %k = arith.constant dense<1> : tensor<2xi32>
  %b = tensor.cast %k : tensor<2xi32> to tensor<?xi32>
  %c = arith.constant 0 : i32
  %e = tensor.splat %c[%n] : tensor<?xi32>
  %o = linalg.conv_1d ins(%a, %b : tensor<?xi32>, tensor<?xi32>) outs(%e : tensor<?xi32>) -> tensor<?xi32>
  %r = tensor.extract %o[%z] : tensor<?xi32>
  return %r : i32
}

// RULE: matmul_fresh_result | poison | linalg.matmul | A product is added to what the destination holds, and an element that nobody wrote has no value.
func.func @matmul_fresh_result_bad() -> i32 {
  %a = arith.constant dense<2> : tensor<2x2xi32>
  %z = arith.constant 0 : index
  %c = arith.constant 0 : i32
  %e = tensor.empty() : tensor<2x2xi32>
  %f = linalg.fill ins(%c : i32) outs(%e : tensor<2x2xi32>) -> tensor<2x2xi32>
  %p = linalg.matmul ins(%a, %a : tensor<2x2xi32>, tensor<2x2xi32>) outs(%e : tensor<2x2xi32>) -> tensor<2x2xi32>
  %r = tensor.extract %p[%z, %z] : tensor<2x2xi32>
  return %r : i32
}
func.func @matmul_fresh_result_good() -> i32 {
  %a = arith.constant dense<2> : tensor<2x2xi32>
  %z = arith.constant 0 : index
  %c = arith.constant 0 : i32
  %e = tensor.empty() : tensor<2x2xi32>
  %f = linalg.fill ins(%c : i32) outs(%e : tensor<2x2xi32>) -> tensor<2x2xi32>
  %p = linalg.matmul ins(%a, %a : tensor<2x2xi32>, tensor<2x2xi32>) outs(%f : tensor<2x2xi32>) -> tensor<2x2xi32>
  %r = tensor.extract %p[%z, %z] : tensor<2x2xi32>
  return %r : i32
}

// RULE: reduce_fresh_result | poison | linalg.reduce | A reduction begins with what the destination holds, and an element that nobody wrote has no value.
func.func @reduce_fresh_result_bad() -> i32 {
  %a = arith.constant dense<2> : tensor<3xi32>
  %c = arith.constant 0 : i32
  %e = tensor.empty() : tensor<i32>
  %f = linalg.fill ins(%c : i32) outs(%e : tensor<i32>) -> tensor<i32>
  %p = linalg.reduce { arith.addi } ins(%a : tensor<3xi32>) outs(%e : tensor<i32>) dimensions = [0]
  %r = tensor.extract %p[] : tensor<i32>
  return %r : i32
}
func.func @reduce_fresh_result_good() -> i32 {
  %a = arith.constant dense<2> : tensor<3xi32>
  %c = arith.constant 0 : i32
  %e = tensor.empty() : tensor<i32>
  %f = linalg.fill ins(%c : i32) outs(%e : tensor<i32>) -> tensor<i32>
  %p = linalg.reduce { arith.addi } ins(%a : tensor<3xi32>) outs(%f : tensor<i32>) dimensions = [0]
  %r = tensor.extract %p[] : tensor<i32>
  return %r : i32
}

// RULE: generic_fresh_result | poison | linalg.generic | An element of a destination that the body reads before anybody wrote it has no value; one that it only writes does no harm.
func.func @generic_fresh_result_bad() -> i32 {
%a = arith.constant dense<2> : tensor<3xi32>
%z = arith.constant 0 : index
%e = tensor.empty() : tensor<3xi32>
%o = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]}
  ins(%a : tensor<3xi32>) outs(%e : tensor<3xi32>) {
^bb0(%x: i32, %y: i32):
  %s = arith.addi %x, %y : i32
  linalg.yield %s : i32
} -> tensor<3xi32>
%r = tensor.extract %o[%z] : tensor<3xi32>
  return %r : i32
}
func.func @generic_fresh_result_good() -> i32 {
%a = arith.constant dense<2> : tensor<3xi32>
%z = arith.constant 0 : index
%e = tensor.empty() : tensor<3xi32>
%o = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]}
  ins(%a : tensor<3xi32>) outs(%e : tensor<3xi32>) {
^bb0(%x: i32, %y: i32):
  %s = arith.addi %x, %x : i32
  linalg.yield %s : i32
} -> tensor<3xi32>
%r = tensor.extract %o[%z] : tensor<3xi32>
  return %r : i32
}

// RULE: reduce_empty_fresh | poison | linalg.reduce | A reduction of nothing gives what the destination holds.
func.func @reduce_empty_fresh_bad() -> i32 {
  %c = arith.constant 0 : i32
  %n = arith.constant 0 : index
  %a = tensor.splat %c[%n] : tensor<?xi32>
  %e = tensor.empty() : tensor<i32>
  %f = linalg.fill ins(%c : i32) outs(%e : tensor<i32>) -> tensor<i32>
  %p = linalg.reduce { arith.addi } ins(%a : tensor<?xi32>) outs(%e : tensor<i32>) dimensions = [0]
  %r = tensor.extract %p[] : tensor<i32>
  return %r : i32
}
func.func @reduce_empty_fresh_good() -> i32 {
  %c = arith.constant 0 : i32
  %n = arith.constant 0 : index
  %a = tensor.splat %c[%n] : tensor<?xi32>
  %e = tensor.empty() : tensor<i32>
  %f = linalg.fill ins(%c : i32) outs(%e : tensor<i32>) -> tensor<i32>
  %p = linalg.reduce { arith.addi } ins(%a : tensor<?xi32>) outs(%f : tensor<i32>) dimensions = [0]
  %r = tensor.extract %p[] : tensor<i32>
  return %r : i32
}

// RULE: generic_division | undefined | linalg.generic | The body runs once for each element, so a tensor without elements divides nothing.
func.func @generic_division_bad() -> index {
%n = arith.constant 1 : index
%z = arith.constant 0 : index
%a = tensor.splat %z[%n] : tensor<?xindex>
%o = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} outs(%a : tensor<?xindex>) {
^bb0(%x: index):
  %q = arith.divui %n, %x : index
  linalg.yield %q : index
} -> tensor<?xindex>
%r = tensor.dim %o, %z : tensor<?xindex>
  return %r : index
}
func.func @generic_division_good() -> index {
%n = arith.constant 0 : index
%z = arith.constant 0 : index
%a = tensor.splat %z[%n] : tensor<?xindex>
%o = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} outs(%a : tensor<?xindex>) {
^bb0(%x: index):
  %q = arith.divui %n, %x : index
  linalg.yield %q : index
} -> tensor<?xindex>
%r = tensor.dim %o, %z : tensor<?xindex>
  return %r : index
}

// RULE: div_element | undefined | linalg.div | One divisor of zero among the elements is undefined.
func.func @div_element_bad() -> i32 {
  %a = arith.constant dense<[6, 8]> : tensor<2xi32>
  %b = arith.constant dense<[2, 0]> : tensor<2xi32>
  %z = arith.constant 0 : index
  %e = tensor.empty() : tensor<2xi32>
  %o = linalg.div ins(%a, %b : tensor<2xi32>, tensor<2xi32>) outs(%e : tensor<2xi32>) -> tensor<2xi32>
  %r = tensor.extract %o[%z] : tensor<2xi32>
  return %r : i32
}
func.func @div_element_good() -> i32 {
  %a = arith.constant dense<[6, 8]> : tensor<2xi32>
  %b = arith.constant dense<[2, 4]> : tensor<2xi32>
  %z = arith.constant 0 : index
  %e = tensor.empty() : tensor<2xi32>
  %o = linalg.div ins(%a, %b : tensor<2xi32>, tensor<2xi32>) outs(%e : tensor<2xi32>) -> tensor<2xi32>
  %r = tensor.extract %o[%z] : tensor<2xi32>
  return %r : i32
}

// RULE: generic_parallel_writes | undefined | linalg.generic | Iterations that are said to be parallel and write one element race.
func.func @generic_parallel_writes_bad() -> i32 {
%a = arith.constant dense<[1, 2, 3]> : tensor<3xi32>
%o = arith.constant dense<0> : tensor<i32>
%s = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> ()>], iterator_types = ["parallel"]}
  ins(%a : tensor<3xi32>) outs(%o : tensor<i32>) {
^bb0(%x: i32, %y: i32):
  %q = arith.addi %x, %y : i32
  linalg.yield %q : i32
} -> tensor<i32>
%r = tensor.extract %s[] : tensor<i32>
  return %r : i32
}
func.func @generic_parallel_writes_good() -> i32 {
%a = arith.constant dense<[1, 2, 3]> : tensor<3xi32>
%o = arith.constant dense<0> : tensor<i32>
%s = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> ()>], iterator_types = ["reduction"]}
  ins(%a : tensor<3xi32>) outs(%o : tensor<i32>) {
^bb0(%x: i32, %y: i32):
  %q = arith.addi %x, %y : i32
  linalg.yield %q : i32
} -> tensor<i32>
%r = tensor.extract %s[] : tensor<i32>
  return %r : i32
}

// RULE: generic_shared_buffer | undefined | linalg.generic | Parallel iterations that read what another one writes race: a destination that overlaps an input with a shift.
func.func @generic_shared_buffer_bad() -> i32 {
%m = memref.alloc() : memref<4xi32>
%c = arith.constant 1 : i32
linalg.fill ins(%c : i32) outs(%m : memref<4xi32>)
%s = memref.subview %m[0] [2] [1] : memref<4xi32> to memref<2xi32, strided<[1]>>
%d = memref.subview %m[1] [2] [1] : memref<4xi32> to memref<2xi32, strided<[1], offset: 1>>
linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]}
  ins(%s : memref<2xi32, strided<[1]>>) outs(%d : memref<2xi32, strided<[1], offset: 1>>) {
^bb0(%x: i32, %y: i32):
  %q = arith.addi %x, %c : i32
  linalg.yield %q : i32
}
%i = arith.constant 2 : index
%r = memref.load %m[%i] : memref<4xi32>
  return %r : i32
}
func.func @generic_shared_buffer_good() -> i32 {
%m = memref.alloc() : memref<4xi32>
%c = arith.constant 1 : i32
linalg.fill ins(%c : i32) outs(%m : memref<4xi32>)
%s = memref.subview %m[0] [2] [1] : memref<4xi32> to memref<2xi32, strided<[1]>>
%d = memref.subview %m[2] [2] [1] : memref<4xi32> to memref<2xi32, strided<[1], offset: 2>>
linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]}
  ins(%s : memref<2xi32, strided<[1]>>) outs(%d : memref<2xi32, strided<[1], offset: 2>>) {
^bb0(%x: i32, %y: i32):
  %q = arith.addi %x, %c : i32
  linalg.yield %q : i32
}
%i = arith.constant 2 : index
%r = memref.load %m[%i] : memref<4xi32>
  return %r : i32
}

// RULE: generic_side_effects | open | linalg.generic | The documentation names no order for iterations that are parallel, so what they count in memory is open.
func.func @generic_side_effects_bad() -> i32 {
%n = arith.constant 2 : index
%z = arith.constant 0 : index
%o = arith.constant 0 : i32
%u = arith.constant 1 : i32
%m = memref.alloc() : memref<i32>
memref.store %o, %m[] : memref<i32>
%a = tensor.splat %o[%n] : tensor<?xi32>
%e = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} outs(%a : tensor<?xi32>) {
^bb0(%x: i32):
  %l = memref.load %m[] : memref<i32>
  %b = arith.addi %l, %u : i32
  memref.store %b, %m[] : memref<i32>
  linalg.yield %l : i32
} -> tensor<?xi32>
%r = tensor.extract %e[%z] : tensor<?xi32>
  return %r : i32
}
func.func @generic_side_effects_good() -> i32 {
%n = arith.constant 1 : index
%z = arith.constant 0 : index
%o = arith.constant 0 : i32
%u = arith.constant 1 : i32
%m = memref.alloc() : memref<i32>
memref.store %o, %m[] : memref<i32>
%a = tensor.splat %o[%n] : tensor<?xi32>
%e = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} outs(%a : tensor<?xi32>) {
^bb0(%x: i32):
  %l = memref.load %m[] : memref<i32>
  %b = arith.addi %l, %u : i32
  memref.store %b, %m[] : memref<i32>
  linalg.yield %l : i32
} -> tensor<?xi32>
%r = tensor.extract %e[%z] : tensor<?xi32>
  return %r : i32
}

// RULE: reduction_order | open | linalg.reduce | The documentation names no order for a reduction of floats, and rounding tells.
func.func @reduction_order_bad() -> f32 {
  %a = arith.constant dense<[1.0e20, 1.0, -1.0e20]> : tensor<3xf32>
  %e = arith.constant dense<0.0> : tensor<f32>
  %p = linalg.reduce { arith.addf } ins(%a : tensor<3xf32>) outs(%e : tensor<f32>) dimensions = [0]
  %r = tensor.extract %p[] : tensor<f32>
  return %r : f32
}
func.func @reduction_order_good() -> f32 {
  %a = arith.constant dense<[2.0, 1.0, -2.0]> : tensor<3xf32>
  %e = arith.constant dense<0.0> : tensor<f32>
  %p = linalg.reduce { arith.addf } ins(%a : tensor<3xf32>) outs(%e : tensor<f32>) dimensions = [0]
  %r = tensor.extract %p[] : tensor<f32>
  return %r : f32
}

// RULE: pack_remainder | undefined | linalg.pack | Without padding the tiles have to divide the extents.
func.func @pack_remainder_bad() -> i32 {
  %n = arith.constant 3 : index
  %z = arith.constant 0 : index
  %t = arith.constant dense<[1, 2, 3, 4]> : tensor<4xi32>
  %a = tensor.extract_slice %t[0] [%n] [1] : tensor<4xi32> to tensor<?xi32>
  %e = tensor.empty() : tensor<2x2xi32>
  %d = tensor.cast %e : tensor<2x2xi32> to tensor<?x2xi32>
  %p = linalg.pack %a inner_dims_pos = [0] inner_tiles = [2] into %d : tensor<?xi32> -> tensor<?x2xi32>
  %r = tensor.extract %p[%z, %z] : tensor<?x2xi32>
  return %r : i32
}
func.func @pack_remainder_good() -> i32 {
  %n = arith.constant 4 : index
  %z = arith.constant 0 : index
  %t = arith.constant dense<[1, 2, 3, 4]> : tensor<4xi32>
  %a = tensor.extract_slice %t[0] [%n] [1] : tensor<4xi32> to tensor<?xi32>
  %e = tensor.empty() : tensor<2x2xi32>
  %d = tensor.cast %e : tensor<2x2xi32> to tensor<?x2xi32>
  %p = linalg.pack %a inner_dims_pos = [0] inner_tiles = [2] into %d : tensor<?xi32> -> tensor<?x2xi32>
  %r = tensor.extract %p[%z, %z] : tensor<?x2xi32>
  return %r : i32
}

// RULE: unpack_extent | undefined | linalg.unpack | The result has to end within the last tile.
func.func @unpack_extent_bad() -> i32 {
  %n = arith.constant 5 : index
  %z = arith.constant 0 : index
  %t = arith.constant dense<[[1, 2], [3, 4]]> : tensor<2x2xi32>
  %a = tensor.cast %t : tensor<2x2xi32> to tensor<?x2xi32>
  %e = tensor.empty(%n) : tensor<?xi32>
  %p = linalg.unpack %a inner_dims_pos = [0] inner_tiles = [2] into %e : tensor<?x2xi32> -> tensor<?xi32>
  %r = tensor.extract %p[%z] : tensor<?xi32>
  return %r : i32
}
func.func @unpack_extent_good() -> i32 {
  %n = arith.constant 4 : index
  %z = arith.constant 0 : index
  %t = arith.constant dense<[[1, 2], [3, 4]]> : tensor<2x2xi32>
  %a = tensor.cast %t : tensor<2x2xi32> to tensor<?x2xi32>
  %e = tensor.empty(%n) : tensor<?xi32>
  %p = linalg.unpack %a inner_dims_pos = [0] inner_tiles = [2] into %e : tensor<?x2xi32> -> tensor<?xi32>
  %r = tensor.extract %p[%z] : tensor<?xi32>
  return %r : i32
}

// RULE: fill_poison | poison | linalg.fill | A tensor that is filled with poison is poison.
func.func @fill_poison_bad() -> i32 {
  %p = ub.poison : i32
  %c = arith.constant 1 : i32
  %t = arith.constant true
  %a = arith.select %t, %p, %c : i32
  %z = arith.constant 0 : index
  %e = tensor.empty() : tensor<2xi32>
  %f = linalg.fill ins(%a : i32) outs(%e : tensor<2xi32>) -> tensor<2xi32>
  %r = tensor.extract %f[%z] : tensor<2xi32>
  return %r : i32
}
func.func @fill_poison_good() -> i32 {
  %p = ub.poison : i32
  %c = arith.constant 1 : i32
  %t = arith.constant false
  %a = arith.select %t, %p, %c : i32
  %z = arith.constant 0 : index
  %e = tensor.empty() : tensor<2xi32>
  %f = linalg.fill ins(%a : i32) outs(%e : tensor<2xi32>) -> tensor<2xi32>
  %r = tensor.extract %f[%z] : tensor<2xi32>
  return %r : i32
}
