// RULE: extract_out_of_bounds | poison | vector.extract | An index out of bounds gives an undefined result, which compiled code has as poison.
func.func @extract_out_of_bounds_bad() -> i32 {
  %d = arith.constant dense<[1, 2, 3, 4]> : vector<4xi32>
  %i = arith.constant 4 : index
  %r = vector.extract %d[%i] : i32 from vector<4xi32>
  return %r : i32
}
func.func @extract_out_of_bounds_good() -> i32 {
  %d = arith.constant dense<[1, 2, 3, 4]> : vector<4xi32>
  %i = arith.constant 3 : index
  %r = vector.extract %d[%i] : i32 from vector<4xi32>
  return %r : i32
}

// RULE: extract_negative | poison | vector.extract | An index out of bounds gives an undefined result, which compiled code has as poison.
func.func @extract_negative_bad() -> i32 {
  %d = arith.constant dense<[1, 2, 3, 4]> : vector<4xi32>
  %i = arith.constant -2 : index
  %r = vector.extract %d[%i] : i32 from vector<4xi32>
  return %r : i32
}
func.func @extract_negative_good() -> i32 {
  %d = arith.constant dense<[1, 2, 3, 4]> : vector<4xi32>
  %i = arith.constant 2 : index
  %r = vector.extract %d[%i] : i32 from vector<4xi32>
  return %r : i32
}

// RULE: extract_row_out_of_bounds | poison | vector.extract | An index out of bounds gives an undefined result, which compiled code has as poison.
func.func @extract_row_out_of_bounds_bad() -> i32 {
  %d = arith.constant dense<[[1, 2], [3, 4]]> : vector<2x2xi32>
  %i = arith.constant 2 : index
  %r = vector.extract %d[%i, 1] : i32 from vector<2x2xi32>
  return %r : i32
}
func.func @extract_row_out_of_bounds_good() -> i32 {
  %d = arith.constant dense<[[1, 2], [3, 4]]> : vector<2x2xi32>
  %i = arith.constant 1 : index
  %r = vector.extract %d[%i, 1] : i32 from vector<2x2xi32>
  return %r : i32
}

// RULE: extract_minus_one | poison | vector.extract | The index -1 stands for poison.
func.func @extract_minus_one_bad() -> i32 {
  %d = arith.constant dense<[1, 2, 3, 4]> : vector<4xi32>
  %r = vector.extract %d[-1] : i32 from vector<4xi32>
  return %r : i32
}
func.func @extract_minus_one_good() -> i32 {
  %d = arith.constant dense<[1, 2, 3, 4]> : vector<4xi32>
  %r = vector.extract %d[0] : i32 from vector<4xi32>
  return %r : i32
}

// RULE: extract_poison_index | poison | vector.extract | An index of poison gives poison.
func.func @extract_poison_index_bad() -> i32 {
  %d = arith.constant dense<[1, 1]> : vector<2xi32>
  %p = ub.poison : index
  %c = arith.constant 1 : index
  %t = arith.constant true
  %i = arith.select %t, %p, %c : index
  %r = vector.extract %d[%i] : i32 from vector<2xi32>
  return %r : i32
}
func.func @extract_poison_index_good() -> i32 {
  %d = arith.constant dense<[1, 1]> : vector<2xi32>
  %p = ub.poison : index
  %c = arith.constant 1 : index
  %t = arith.constant false
  %i = arith.select %t, %p, %c : index
  %r = vector.extract %d[%i] : i32 from vector<2xi32>
  return %r : i32
}

// RULE: insert_out_of_bounds | poison | vector.insert | An index out of bounds makes the whole vector undefined, which compiled code has as poison.
func.func @insert_out_of_bounds_bad() -> i32 {
  %d = arith.constant dense<[1, 2, 3, 4]> : vector<4xi32>
  %e = arith.constant 9 : i32
  %i = arith.constant 4 : index
  %n = vector.insert %e, %d[%i] : i32 into vector<4xi32>
  %r = vector.extract %n[0] : i32 from vector<4xi32>
  return %r : i32
}
func.func @insert_out_of_bounds_good() -> i32 {
  %d = arith.constant dense<[1, 2, 3, 4]> : vector<4xi32>
  %e = arith.constant 9 : i32
  %i = arith.constant 3 : index
  %n = vector.insert %e, %d[%i] : i32 into vector<4xi32>
  %r = vector.extract %n[0] : i32 from vector<4xi32>
  return %r : i32
}

// RULE: insert_minus_one | poison | vector.insert | The index -1 makes the whole vector poison.
func.func @insert_minus_one_bad() -> i32 {
  %d = arith.constant dense<[1, 2, 3, 4]> : vector<4xi32>
  %e = arith.constant 9 : i32
  %n = vector.insert %e, %d[-1] : i32 into vector<4xi32>
  %r = vector.extract %n[0] : i32 from vector<4xi32>
  return %r : i32
}
func.func @insert_minus_one_good() -> i32 {
  %d = arith.constant dense<[1, 2, 3, 4]> : vector<4xi32>
  %e = arith.constant 9 : i32
  %n = vector.insert %e, %d[1] : i32 into vector<4xi32>
  %r = vector.extract %n[0] : i32 from vector<4xi32>
  return %r : i32
}

// RULE: insert_into_poison | poison | vector.insert | An element that is put into poison leaves the others poison.
func.func @insert_into_poison_bad() -> i32 {
  %d = ub.poison : vector<2xi32>
  %e = arith.constant 9 : i32
  %n = vector.insert %e, %d[0] : i32 into vector<2xi32>
  %r = vector.extract %n[1] : i32 from vector<2xi32>
  return %r : i32
}
func.func @insert_into_poison_good() -> i32 {
  %d = ub.poison : vector<2xi32>
  %e = arith.constant 9 : i32
  %n = vector.insert %e, %d[0] : i32 into vector<2xi32>
  %r = vector.extract %n[0] : i32 from vector<2xi32>
  return %r : i32
}

// RULE: shuffle_minus_one | poison | vector.shuffle | The index -1 of a mask selects poison.
func.func @shuffle_minus_one_bad() -> i32 {
  %a = arith.constant dense<[1, 2]> : vector<2xi32>
  %s = vector.shuffle %a, %a [-1, 3] : vector<2xi32>, vector<2xi32>
  %r = vector.extract %s[0] : i32 from vector<2xi32>
  return %r : i32
}
func.func @shuffle_minus_one_good() -> i32 {
  %a = arith.constant dense<[1, 2]> : vector<2xi32>
  %s = vector.shuffle %a, %a [-1, 3] : vector<2xi32>, vector<2xi32>
  %r = vector.extract %s[1] : i32 from vector<2xi32>
  return %r : i32
}

// RULE: from_elements_poison | poison | vector.from_elements | An element of poison is poison, the others are not.
func.func @from_elements_poison_bad() -> i32 {
  %p = ub.poison : i32
  %c = arith.constant 1 : i32
  %s = vector.from_elements %c, %p : vector<2xi32>
  %r = vector.extract %s[1] : i32 from vector<2xi32>
  return %r : i32
}
func.func @from_elements_poison_good() -> i32 {
  %p = ub.poison : i32
  %c = arith.constant 1 : i32
  %s = vector.from_elements %c, %p : vector<2xi32>
  %r = vector.extract %s[0] : i32 from vector<2xi32>
  return %r : i32
}

// RULE: broadcast_poison | poison | vector.broadcast | Poison is spread to all elements.
func.func @broadcast_poison_bad() -> i32 {
  %p = ub.poison : i32
  %c = arith.constant 1 : i32
  %t = arith.constant true
  %a = arith.select %t, %p, %c : i32
  %s = vector.broadcast %a : i32 to vector<2xi32>
  %r = vector.extract %s[1] : i32 from vector<2xi32>
  return %r : i32
}
func.func @broadcast_poison_good() -> i32 {
  %p = ub.poison : i32
  %c = arith.constant 1 : i32
  %t = arith.constant false
  %a = arith.select %t, %p, %c : i32
  %s = vector.broadcast %a : i32 to vector<2xi32>
  %r = vector.extract %s[1] : i32 from vector<2xi32>
  return %r : i32
}

// RULE: bitcast_poison | poison | vector.bitcast | An element that is made of a poison element is poison.
func.func @bitcast_poison_bad() -> i64 {
  %p = ub.poison : i32
  %c = arith.constant 1 : i32
  %s = vector.from_elements %c, %c, %c, %p : vector<4xi32>
  %w = vector.bitcast %s : vector<4xi32> to vector<2xi64>
  %r = vector.extract %w[1] : i64 from vector<2xi64>
  return %r : i64
}
func.func @bitcast_poison_good() -> i64 {
  %p = ub.poison : i32
  %c = arith.constant 1 : i32
  %s = vector.from_elements %c, %c, %c, %p : vector<4xi32>
  %w = vector.bitcast %s : vector<4xi32> to vector<2xi64>
  %r = vector.extract %w[0] : i64 from vector<2xi64>
  return %r : i64
}

// RULE: reduction_poison | poison | vector.reduction | One poison element makes the reduction poison.
func.func @reduction_poison_bad() -> i32 {
  %p = ub.poison : i32
  %c = arith.constant 0 : i32
  %t = arith.constant true
  %a = arith.select %t, %p, %c : i32
  %s = vector.from_elements %c, %a : vector<2xi32>
  %r = vector.reduction <and>, %s : vector<2xi32> into i32
  return %r : i32
}
func.func @reduction_poison_good() -> i32 {
  %p = ub.poison : i32
  %c = arith.constant 0 : i32
  %t = arith.constant false
  %a = arith.select %t, %p, %c : i32
  %s = vector.from_elements %c, %a : vector<2xi32>
  %r = vector.reduction <and>, %s : vector<2xi32> into i32
  return %r : i32
}

// RULE: reduction_reassoc | open | vector.reduction | A sum of floats may be taken in any order under reassoc, and rounding tells.
func.func @reduction_reassoc_bad() -> f32 {
  %d = arith.constant dense<[1.0e20, 1.0, -1.0e20, 1.0]> : vector<4xf32>
  %r = vector.reduction <add>, %d fastmath<reassoc> : vector<4xf32> into f32
  return %r : f32
}
func.func @reduction_reassoc_good() -> f32 {
  %d = arith.constant dense<[2.0, 1.0, -2.0, 1.0]> : vector<4xf32>
  %r = vector.reduction <add>, %d fastmath<reassoc> : vector<4xf32> into f32
  return %r : f32
}

// RULE: multi_reduction_order | open | vector.multi_reduction | The documentation names no order for the elements of a reduction, and rounding tells.
func.func @multi_reduction_order_bad() -> f32 {
  %d = arith.constant dense<[[1.0e20, 1.0], [-1.0e20, 1.0]]> : vector<2x2xf32>
  %z = arith.constant 0.0 : f32
  %r = vector.multi_reduction <add>, %d, %z [0, 1] : vector<2x2xf32> to f32
  return %r : f32
}
func.func @multi_reduction_order_good() -> f32 {
  %d = arith.constant dense<[[2.0, 1.0], [-2.0, 1.0]]> : vector<2x2xf32>
  %z = arith.constant 0.0 : f32
  %r = vector.multi_reduction <add>, %d, %z [0, 1] : vector<2x2xf32> to f32
  return %r : f32
}

// RULE: contract_order | open | vector.contract | The documentation names no order for the products of a contraction, and rounding tells.
func.func @contract_order_bad() -> f32 {
  %a = arith.constant dense<[1.0e20, 1.0, -1.0e20]> : vector<3xf32>
  %b = arith.constant dense<1.0> : vector<3xf32>
  %z = arith.constant 0.0 : f32
  %r = vector.contract {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> ()>],
    iterator_types = ["reduction"], kind = #vector.kind<add>} %a, %b, %z : vector<3xf32>, vector<3xf32> into f32
  return %r : f32
}
func.func @contract_order_good() -> f32 {
  %a = arith.constant dense<[2.0, 1.0, -2.0]> : vector<3xf32>
  %b = arith.constant dense<1.0> : vector<3xf32>
  %z = arith.constant 0.0 : f32
  %r = vector.contract {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> ()>],
    iterator_types = ["reduction"], kind = #vector.kind<add>} %a, %b, %z : vector<3xf32>, vector<3xf32> into f32
  return %r : f32
}

// RULE: reduction_maxnum_zeros | open | vector.reduction | Of zeros of both signs either is the maximum.
func.func @reduction_maxnum_zeros_bad() -> i32 {
  %d = arith.constant dense<[0.0, -0.0]> : vector<2xf32>
  %s = vector.reduction <maxnumf>, %d : vector<2xf32> into f32
  %r = arith.bitcast %s : f32 to i32
  return %r : i32
}
func.func @reduction_maxnum_zeros_good() -> i32 {
  %d = arith.constant dense<[-0.0, -0.0]> : vector<2xf32>
  %s = vector.reduction <maxnumf>, %d : vector<2xf32> into f32
  %r = arith.bitcast %s : f32 to i32
  return %r : i32
}

// RULE: create_mask_poison | poison | vector.create_mask | A bound of poison makes the mask poison; a bound beyond the extent or below zero is cut to it.
func.func @create_mask_poison_bad() -> i1 {
  %p = ub.poison : index
  %c = arith.constant 9 : index
  %t = arith.constant true
  %a = arith.select %t, %p, %c : index
  %k = vector.create_mask %a : vector<2xi1>
  %r = vector.extract %k[1] : i1 from vector<2xi1>
  return %r : i1
}
func.func @create_mask_poison_good() -> i1 {
  %p = ub.poison : index
  %c = arith.constant 9 : index
  %t = arith.constant false
  %a = arith.select %t, %p, %c : index
  %k = vector.create_mask %a : vector<2xi1>
  %r = vector.extract %k[1] : i1 from vector<2xi1>
  return %r : i1
}
