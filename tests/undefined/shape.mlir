// RULE: split_at_bounds | undefined | shape.split_at | An index has to lie between minus the rank and the rank.
func.func @split_at_bounds_bad() -> index {
  %s = shape.const_shape [3, 1, 4] : tensor<3xindex>
  %i = arith.constant 4 : index
  %h, %t = "shape.split_at"(%s, %i) : (tensor<3xindex>, index) -> (tensor<?xindex>, tensor<?xindex>)
  %r = shape.rank %h : tensor<?xindex> -> index
  return %r : index
}
func.func @split_at_bounds_good() -> index {
  %s = shape.const_shape [3, 1, 4] : tensor<3xindex>
  %i = arith.constant 3 : index
  %h, %t = "shape.split_at"(%s, %i) : (tensor<3xindex>, index) -> (tensor<?xindex>, tensor<?xindex>)
  %r = shape.rank %h : tensor<?xindex> -> index
  return %r : index
}

// RULE: broadcast_extents | undefined | shape.broadcast | Extents that differ, and of which none is one, have no common shape.
func.func @broadcast_extents_bad() -> tensor<?xindex> {
  %a = shape.const_shape [3, 2] : tensor<2xindex>
  %b = shape.const_shape [3] : tensor<1xindex>
  %r = shape.broadcast %a, %b : tensor<2xindex>, tensor<1xindex> -> tensor<?xindex>
  return %r : tensor<?xindex>
}
func.func @broadcast_extents_good() -> tensor<?xindex> {
  %a = shape.const_shape [3, 2] : tensor<2xindex>
  %b = shape.const_shape [2] : tensor<1xindex>
  %r = shape.broadcast %a, %b : tensor<2xindex>, tensor<1xindex> -> tensor<?xindex>
  return %r : tensor<?xindex>
}

// RULE: get_extent_bounds | undefined | shape.get_extent | A dimension that is not there has no extent.
func.func @get_extent_bounds_bad() -> index {
  %s = shape.const_shape [3, 1, 4] : tensor<3xindex>
  %i = arith.constant 3 : index
  %r = shape.get_extent %s, %i : tensor<3xindex>, index -> index
  return %r : index
}
func.func @get_extent_bounds_good() -> index {
  %s = shape.const_shape [3, 1, 4] : tensor<3xindex>
  %i = arith.constant 2 : index
  %r = shape.get_extent %s, %i : tensor<3xindex>, index -> index
  return %r : index
}

// RULE: size_negative | undefined | shape.index_to_size | A size is not negative.
func.func @size_negative_bad() -> index {
  %i = arith.constant -1 : index
  %s = shape.index_to_size %i
  %r = shape.size_to_index %s : !shape.size
  return %r : index
}
func.func @size_negative_good() -> index {
  %i = arith.constant 0 : index
  %s = shape.index_to_size %i
  %r = shape.size_to_index %s : !shape.size
  return %r : index
}
