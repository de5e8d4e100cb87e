// RULE: extract_slice_offset | undefined | tensor.extract_slice | A slice has to lie within its source.
func.func @extract_slice_offset_bad() -> i32 {
  %t = arith.constant dense<[5, 6, 7, 8]> : tensor<4xi32>
  %z = arith.constant 0 : index
  %o = arith.constant 3 : index
  %s = tensor.extract_slice %t[%o] [2] [1] : tensor<4xi32> to tensor<2xi32>
  %r = tensor.extract %s[%z] : tensor<2xi32>
  return %r : i32
}
func.func @extract_slice_offset_good() -> i32 {
  %t = arith.constant dense<[5, 6, 7, 8]> : tensor<4xi32>
  %z = arith.constant 0 : index
  %o = arith.constant 2 : index
  %s = tensor.extract_slice %t[%o] [2] [1] : tensor<4xi32> to tensor<2xi32>
  %r = tensor.extract %s[%z] : tensor<2xi32>
  return %r : i32
}

// RULE: extract_slice_size | undefined | tensor.extract_slice | A slice has to lie within its source.
func.func @extract_slice_size_bad() -> i32 {
  %t = arith.constant dense<[5, 6, 7, 8]> : tensor<4xi32>
  %z = arith.constant 0 : index
  %n = arith.constant 4 : index
  %s = tensor.extract_slice %t[1] [%n] [1] : tensor<4xi32> to tensor<?xi32>
  %r = tensor.extract %s[%z] : tensor<?xi32>
  return %r : i32
}
func.func @extract_slice_size_good() -> i32 {
  %t = arith.constant dense<[5, 6, 7, 8]> : tensor<4xi32>
  %z = arith.constant 0 : index
  %n = arith.constant 3 : index
  %s = tensor.extract_slice %t[1] [%n] [1] : tensor<4xi32> to tensor<?xi32>
  %r = tensor.extract %s[%z] : tensor<?xi32>
  return %r : i32
}

// RULE: extract_slice_stride | undefined | tensor.extract_slice | A slice has to lie within its source.
func.func @extract_slice_stride_bad() -> i32 {
  %t = arith.constant dense<[5, 6, 7, 8]> : tensor<4xi32>
  %z = arith.constant 0 : index
  %n = arith.constant 4 : index
  %s = tensor.extract_slice %t[0] [2] [%n] : tensor<4xi32> to tensor<2xi32>
  %r = tensor.extract %s[%z] : tensor<2xi32>
  return %r : i32
}
func.func @extract_slice_stride_good() -> i32 {
  %t = arith.constant dense<[5, 6, 7, 8]> : tensor<4xi32>
  %z = arith.constant 0 : index
  %n = arith.constant 3 : index
  %s = tensor.extract_slice %t[0] [2] [%n] : tensor<4xi32> to tensor<2xi32>
  %r = tensor.extract %s[%z] : tensor<2xi32>
  return %r : i32
}

// RULE: insert_slice_offset | undefined | tensor.insert_slice | A slice has to lie within its destination.
func.func @insert_slice_offset_bad() -> i32 {
  %t = arith.constant dense<[5, 6, 7, 8]> : tensor<4xi32>
  %z = arith.constant 0 : index
  %o = arith.constant 3 : index
  %s = arith.constant dense<[1, 2]> : tensor<2xi32>
  %n = tensor.insert_slice %s into %t[%o] [2] [1] : tensor<2xi32> into tensor<4xi32>
  %r = tensor.extract %n[%z] : tensor<4xi32>
  return %r : i32
}
func.func @insert_slice_offset_good() -> i32 {
  %t = arith.constant dense<[5, 6, 7, 8]> : tensor<4xi32>
  %z = arith.constant 0 : index
  %o = arith.constant 2 : index
  %s = arith.constant dense<[1, 2]> : tensor<2xi32>
  %n = tensor.insert_slice %s into %t[%o] [2] [1] : tensor<2xi32> into tensor<4xi32>
  %r = tensor.extract %n[%z] : tensor<4xi32>
  return %r : i32
}

// RULE: insert_slice_size | undefined | tensor.insert_slice | The sizes of a slice are those of what is inserted.
func.func @insert_slice_size_bad() -> i32 {
  %t = arith.constant dense<[5, 6, 7, 8]> : tensor<4xi32>
  %z = arith.constant 0 : index
  %n = arith.constant 3 : index
  %s = tensor.extract_slice %t[0] [2] [1] : tensor<4xi32> to tensor<2xi32>
  %d = tensor.cast %s : tensor<2xi32> to tensor<?xi32>
  %i = tensor.insert_slice %d into %t[1] [%n] [1] : tensor<?xi32> into tensor<4xi32>
  %r = tensor.extract %i[%z] : tensor<4xi32>
  return %r : i32
}
func.func @insert_slice_size_good() -> i32 {
  %t = arith.constant dense<[5, 6, 7, 8]> : tensor<4xi32>
  %z = arith.constant 0 : index
  %n = arith.constant 2 : index
  %s = tensor.extract_slice %t[0] [2] [1] : tensor<4xi32> to tensor<2xi32>
  %d = tensor.cast %s : tensor<2xi32> to tensor<?xi32>
  %i = tensor.insert_slice %d into %t[1] [%n] [1] : tensor<?xi32> into tensor<4xi32>
  %r = tensor.extract %i[%z] : tensor<4xi32>
  return %r : i32
}

// RULE: pad_negative_low | open | tensor.pad | The documentation names no result for padding below zero, which would cut elements off.
func.func @pad_negative_low_bad() -> i32 {
%t = arith.constant dense<[5, 6, 7, 8]> : tensor<4xi32>
%z = arith.constant 0 : index
%l = arith.constant -1 : index
%h = arith.constant 0 : index
%c = arith.constant 1 : i32
%p = tensor.pad %t low[%l] high[%h] {
^bb0(%i: index):
  tensor.yield %c : i32
} : tensor<4xi32> to tensor<?xi32>
%r = tensor.extract %p[%z] : tensor<?xi32>
  return %r : i32
}
func.func @pad_negative_low_good() -> i32 {
%t = arith.constant dense<[5, 6, 7, 8]> : tensor<4xi32>
%z = arith.constant 0 : index
%l = arith.constant 1 : index
%h = arith.constant 0 : index
%c = arith.constant 1 : i32
%p = tensor.pad %t low[%l] high[%h] {
^bb0(%i: index):
  tensor.yield %c : i32
} : tensor<4xi32> to tensor<?xi32>
%r = tensor.extract %p[%z] : tensor<?xi32>
  return %r : i32
}

// RULE: pad_negative_high | open | tensor.pad | The documentation names no result for padding below zero, which would cut elements off.
func.func @pad_negative_high_bad() -> i32 {
%t = arith.constant dense<[5, 6, 7, 8]> : tensor<4xi32>
%z = arith.constant 0 : index
%l = arith.constant 0 : index
%h = arith.constant -1 : index
%c = arith.constant 1 : i32
%p = tensor.pad %t low[%l] high[%h] {
^bb0(%i: index):
  tensor.yield %c : i32
} : tensor<4xi32> to tensor<?xi32>
%r = tensor.extract %p[%z] : tensor<?xi32>
  return %r : i32
}
func.func @pad_negative_high_good() -> i32 {
%t = arith.constant dense<[5, 6, 7, 8]> : tensor<4xi32>
%z = arith.constant 0 : index
%l = arith.constant 0 : index
%h = arith.constant 1 : index
%c = arith.constant 1 : i32
%p = tensor.pad %t low[%l] high[%h] {
^bb0(%i: index):
  tensor.yield %c : i32
} : tensor<4xi32> to tensor<?xi32>
%r = tensor.extract %p[%z] : tensor<?xi32>
  return %r : i32
}

// RULE: pad_static_result | undefined | tensor.pad | The static extent of a result has to be the one that padding gives.
func.func @pad_static_result_bad() -> i32 {
%t = arith.constant dense<[5, 6, 7, 8]> : tensor<4xi32>
%z = arith.constant 0 : index
%l = arith.constant 1 : index
%h = arith.constant 2 : index
%c = arith.constant 1 : i32
%p = tensor.pad %t low[%l] high[%h] {
^bb0(%i: index):
  tensor.yield %c : i32
} : tensor<4xi32> to tensor<6xi32>
%r = tensor.extract %p[%z] : tensor<6xi32>
  return %r : i32
}
func.func @pad_static_result_good() -> i32 {
%t = arith.constant dense<[5, 6, 7, 8]> : tensor<4xi32>
%z = arith.constant 0 : index
%l = arith.constant 1 : index
%h = arith.constant 1 : index
%c = arith.constant 1 : i32
%p = tensor.pad %t low[%l] high[%h] {
^bb0(%i: index):
  tensor.yield %c : i32
} : tensor<4xi32> to tensor<6xi32>
%r = tensor.extract %p[%z] : tensor<6xi32>
  return %r : i32
}

// RULE: pad_poison | poison | tensor.pad | An element of padding that is poison is poison.
func.func @pad_poison_bad() -> i32 {
%t = arith.constant dense<[5, 6, 7, 8]> : tensor<4xi32>
%z = arith.constant 0 : index
%c = ub.poison : i32
%p = tensor.pad %t low[1] high[0] {
^bb0(%k: index):
  tensor.yield %c : i32
} : tensor<4xi32> to tensor<5xi32>
%i = arith.constant 0 : index
%r = tensor.extract %p[%i] : tensor<5xi32>
  return %r : i32
}
func.func @pad_poison_good() -> i32 {
%t = arith.constant dense<[5, 6, 7, 8]> : tensor<4xi32>
%z = arith.constant 0 : index
%c = ub.poison : i32
%p = tensor.pad %t low[1] high[0] {
^bb0(%k: index):
  tensor.yield %c : i32
} : tensor<4xi32> to tensor<5xi32>
%i = arith.constant 1 : index
%r = tensor.extract %p[%i] : tensor<5xi32>
  return %r : i32
}

// RULE: gather_coordinate | undefined | tensor.gather | A coordinate outside of the source is undefined.
func.func @gather_coordinate_bad() -> i32 {
  %t = arith.constant dense<[5, 6, 7, 8]> : tensor<4xi32>
  %z = arith.constant 0 : index
  %x = arith.constant dense<[[1], [4]]> : tensor<2x1xindex>
  %g = tensor.gather %t[%x] gather_dims([0]) : (tensor<4xi32>, tensor<2x1xindex>) -> tensor<2x1xi32>
  %r = tensor.extract %g[%z, %z] : tensor<2x1xi32>
  return %r : i32
}
func.func @gather_coordinate_good() -> i32 {
  %t = arith.constant dense<[5, 6, 7, 8]> : tensor<4xi32>
  %z = arith.constant 0 : index
  %x = arith.constant dense<[[1], [3]]> : tensor<2x1xindex>
  %g = tensor.gather %t[%x] gather_dims([0]) : (tensor<4xi32>, tensor<2x1xindex>) -> tensor<2x1xi32>
  %r = tensor.extract %g[%z, %z] : tensor<2x1xi32>
  return %r : i32
}

// RULE: gather_unique | undefined | tensor.gather | Coordinates that are said to be unique have to be.
func.func @gather_unique_bad() -> i32 {
  %t = arith.constant dense<[5, 6, 7, 8]> : tensor<4xi32>
  %z = arith.constant 0 : index
  %x = arith.constant dense<[[1], [1]]> : tensor<2x1xindex>
  %g = tensor.gather %t[%x] gather_dims([0]) unique : (tensor<4xi32>, tensor<2x1xindex>) -> tensor<2x1xi32>
  %r = tensor.extract %g[%z, %z] : tensor<2x1xi32>
  return %r : i32
}
func.func @gather_unique_good() -> i32 {
  %t = arith.constant dense<[5, 6, 7, 8]> : tensor<4xi32>
  %z = arith.constant 0 : index
  %x = arith.constant dense<[[1], [2]]> : tensor<2x1xindex>
  %g = tensor.gather %t[%x] gather_dims([0]) unique : (tensor<4xi32>, tensor<2x1xindex>) -> tensor<2x1xi32>
  %r = tensor.extract %g[%z, %z] : tensor<2x1xi32>
  return %r : i32
}

// RULE: scatter_coordinate | undefined | tensor.scatter | A coordinate outside of the destination is undefined.
func.func @scatter_coordinate_bad() -> i32 {
  %t = arith.constant dense<[5, 6, 7, 8]> : tensor<4xi32>
  %z = arith.constant 0 : index
  %x = arith.constant dense<[[1], [4]]> : tensor<2x1xindex>
  %s = arith.constant dense<[[9], [10]]> : tensor<2x1xi32>
  %g = tensor.scatter %s into %t[%x] scatter_dims([0]) unique : (tensor<2x1xi32>, tensor<4xi32>, tensor<2x1xindex>) -> tensor<4xi32>
  %r = tensor.extract %g[%z] : tensor<4xi32>
  return %r : i32
}
func.func @scatter_coordinate_good() -> i32 {
  %t = arith.constant dense<[5, 6, 7, 8]> : tensor<4xi32>
  %z = arith.constant 0 : index
  %x = arith.constant dense<[[1], [3]]> : tensor<2x1xindex>
  %s = arith.constant dense<[[9], [10]]> : tensor<2x1xi32>
  %g = tensor.scatter %s into %t[%x] scatter_dims([0]) unique : (tensor<2x1xi32>, tensor<4xi32>, tensor<2x1xindex>) -> tensor<4xi32>
  %r = tensor.extract %g[%z] : tensor<4xi32>
  return %r : i32
}

// RULE: scatter_unique | undefined | tensor.scatter | Coordinates that are said to be unique have to be.
func.func @scatter_unique_bad() -> i32 {
  %t = arith.constant dense<[5, 6, 7, 8]> : tensor<4xi32>
  %z = arith.constant 0 : index
  %x = arith.constant dense<[[1], [1]]> : tensor<2x1xindex>
  %s = arith.constant dense<[[9], [10]]> : tensor<2x1xi32>
  %g = tensor.scatter %s into %t[%x] scatter_dims([0]) unique : (tensor<2x1xi32>, tensor<4xi32>, tensor<2x1xindex>) -> tensor<4xi32>
  %r = tensor.extract %g[%z] : tensor<4xi32>
  return %r : i32
}
func.func @scatter_unique_good() -> i32 {
  %t = arith.constant dense<[5, 6, 7, 8]> : tensor<4xi32>
  %z = arith.constant 0 : index
  %x = arith.constant dense<[[1], [2]]> : tensor<2x1xindex>
  %s = arith.constant dense<[[9], [10]]> : tensor<2x1xi32>
  %g = tensor.scatter %s into %t[%x] scatter_dims([0]) unique : (tensor<2x1xi32>, tensor<4xi32>, tensor<2x1xindex>) -> tensor<4xi32>
  %r = tensor.extract %g[%z] : tensor<4xi32>
  return %r : i32
}

// RULE: concat_extents | undefined | tensor.concat | The extents that are not joined have to agree.
func.func @concat_extents_bad() -> i32 {
  %t = arith.constant dense<[5, 6, 7, 8]> : tensor<4xi32>
  %z = arith.constant 0 : index
  %n = arith.constant 1 : index
  %a = tensor.expand_shape %t [[0, 1]] output_shape [2, 2] : tensor<4xi32> into tensor<2x2xi32>
  %b = tensor.extract_slice %a[0, 0] [1, %n] [1, 1] : tensor<2x2xi32> to tensor<1x?xi32>
  %d = tensor.cast %a : tensor<2x2xi32> to tensor<2x?xi32>
  %c = tensor.concat dim(0) %d, %b : (tensor<2x?xi32>, tensor<1x?xi32>) -> tensor<3x?xi32>
  %i = arith.constant 2 : index
  %r = tensor.extract %c[%i, %z] : tensor<3x?xi32>
  return %r : i32
}
func.func @concat_extents_good() -> i32 {
  %t = arith.constant dense<[5, 6, 7, 8]> : tensor<4xi32>
  %z = arith.constant 0 : index
  %n = arith.constant 2 : index
  %a = tensor.expand_shape %t [[0, 1]] output_shape [2, 2] : tensor<4xi32> into tensor<2x2xi32>
  %b = tensor.extract_slice %a[0, 0] [1, %n] [1, 1] : tensor<2x2xi32> to tensor<1x?xi32>
  %d = tensor.cast %a : tensor<2x2xi32> to tensor<2x?xi32>
  %c = tensor.concat dim(0) %d, %b : (tensor<2x?xi32>, tensor<1x?xi32>) -> tensor<3x?xi32>
  %i = arith.constant 2 : index
  %r = tensor.extract %c[%i, %z] : tensor<3x?xi32>
  return %r : i32
}

// RULE: parallel_insert_slice_conflict | undefined | tensor.parallel_insert_slice | Two iterations that write one element leave any pattern of bits there.
func.func @parallel_insert_slice_conflict_bad() -> i32 {
  %t = arith.constant dense<[5, 6, 7, 8]> : tensor<4xi32>
  %z = arith.constant 0 : index
  %s = arith.constant dense<9> : tensor<1xi32>
  %f = scf.forall (%i) in (2) shared_outs(%o = %t) -> (tensor<4xi32>) {
    %k = arith.constant 0 : index
    %w = arith.muli %i, %k : index
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %s into %o[%w] [1] [1] : tensor<1xi32> into tensor<4xi32>
    }
  }
  %r = tensor.extract %f[%z] : tensor<4xi32>
  return %r : i32
}
func.func @parallel_insert_slice_conflict_good() -> i32 {
  %t = arith.constant dense<[5, 6, 7, 8]> : tensor<4xi32>
  %z = arith.constant 0 : index
  %s = arith.constant dense<9> : tensor<1xi32>
  %f = scf.forall (%i) in (2) shared_outs(%o = %t) -> (tensor<4xi32>) {
    %k = arith.constant 1 : index
    %w = arith.muli %i, %k : index
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %s into %o[%w] [1] [1] : tensor<1xi32> into tensor<4xi32>
    }
  }
  %r = tensor.extract %f[%z] : tensor<4xi32>
  return %r : i32
}

// RULE: parallel_insert_slice_bounds | undefined | tensor.parallel_insert_slice | A slice has to lie within its destination.
func.func @parallel_insert_slice_bounds_bad() -> i32 {
  %t = arith.constant dense<[5, 6, 7, 8]> : tensor<4xi32>
  %z = arith.constant 0 : index
  %s = arith.constant dense<9> : tensor<1xi32>
  %f = scf.forall (%i) in (2) shared_outs(%o = %t) -> (tensor<4xi32>) {
    %k = arith.constant 4 : index
    %w = arith.muli %i, %k : index
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %s into %o[%w] [1] [1] : tensor<1xi32> into tensor<4xi32>
    }
  }
  %r = tensor.extract %f[%z] : tensor<4xi32>
  return %r : i32
}
func.func @parallel_insert_slice_bounds_good() -> i32 {
  %t = arith.constant dense<[5, 6, 7, 8]> : tensor<4xi32>
  %z = arith.constant 0 : index
  %s = arith.constant dense<9> : tensor<1xi32>
  %f = scf.forall (%i) in (2) shared_outs(%o = %t) -> (tensor<4xi32>) {
    %k = arith.constant 3 : index
    %w = arith.muli %i, %k : index
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %s into %o[%w] [1] [1] : tensor<1xi32> into tensor<4xi32>
    }
  }
  %r = tensor.extract %f[%z] : tensor<4xi32>
  return %r : i32
}
