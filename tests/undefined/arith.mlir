// RULE: divsi_zero | undefined | arith.divsi | Division by zero is undefined.
func.func @divsi_zero_bad() -> i32 {
  %a = arith.constant 7 : i32
  %b = arith.constant 0 : i32
  %r = arith.divsi %a, %b : i32
  return %r : i32
}
func.func @divsi_zero_good() -> i32 {
  %a = arith.constant 7 : i32
  %b = arith.constant 2 : i32
  %r = arith.divsi %a, %b : i32
  return %r : i32
}

// RULE: divsi_overflow | undefined | arith.divsi | The quotient of the least integer and -1 does not fit, which is undefined.
func.func @divsi_overflow_bad() -> i32 {
  %a = arith.constant -2147483648 : i32
  %b = arith.constant -1 : i32
  %r = arith.divsi %a, %b : i32
  return %r : i32
}
func.func @divsi_overflow_good() -> i32 {
  %a = arith.constant -2147483648 : i32
  %b = arith.constant 1 : i32
  %r = arith.divsi %a, %b : i32
  return %r : i32
}

// RULE: division_of_poison | open | arith.divsi | The documentation does not say whether a quotient of poison by -1 overflows; by another number it is poison, and does not count where nobody uses it.
func.func @division_of_poison_bad() -> i32 {
  %p = ub.poison : i32
  %m = arith.constant -1 : i32
  %q = arith.divsi %p, %m : i32
  return %m : i32
}
func.func @division_of_poison_good() -> i32 {
  %p = ub.poison : i32
  %m = arith.constant -2 : i32
  %q = arith.divsi %p, %m : i32
  return %m : i32
}

// RULE: divui_zero | undefined | arith.divui | Division by zero is undefined.
func.func @divui_zero_bad() -> i32 {
  %a = arith.constant 7 : i32
  %b = arith.constant 0 : i32
  %r = arith.divui %a, %b : i32
  return %r : i32
}
func.func @divui_zero_good() -> i32 {
  %a = arith.constant 7 : i32
  %b = arith.constant 2 : i32
  %r = arith.divui %a, %b : i32
  return %r : i32
}

// RULE: remsi_zero | undefined | arith.remsi | A remainder by zero is undefined.
func.func @remsi_zero_bad() -> i32 {
  %a = arith.constant 7 : i32
  %b = arith.constant 0 : i32
  %r = arith.remsi %a, %b : i32
  return %r : i32
}
func.func @remsi_zero_good() -> i32 {
  %a = arith.constant 7 : i32
  %b = arith.constant 2 : i32
  %r = arith.remsi %a, %b : i32
  return %r : i32
}

// RULE: remui_zero | undefined | arith.remui | A remainder by zero is undefined.
func.func @remui_zero_bad() -> i32 {
  %a = arith.constant 7 : i32
  %b = arith.constant 0 : i32
  %r = arith.remui %a, %b : i32
  return %r : i32
}
func.func @remui_zero_good() -> i32 {
  %a = arith.constant 7 : i32
  %b = arith.constant 2 : i32
  %r = arith.remui %a, %b : i32
  return %r : i32
}

// RULE: remsi_overflow | open | arith.remsi | The documentation gives the least integer modulo -1 no exception, and llvm.srem, to which it is lowered, is undefined there.
func.func @remsi_overflow_bad() -> i32 {
  %a = arith.constant -2147483648 : i32
  %b = arith.constant -1 : i32
  %r = arith.remsi %a, %b : i32
  return %r : i32
}
func.func @remsi_overflow_good() -> i32 {
  %a = arith.constant -2147483648 : i32
  %b = arith.constant 1 : i32
  %r = arith.remsi %a, %b : i32
  return %r : i32
}

// RULE: ceildivsi_zero | undefined | arith.ceildivsi | Division by zero is undefined.
func.func @ceildivsi_zero_bad() -> i32 {
  %a = arith.constant 7 : i32
  %b = arith.constant 0 : i32
  %r = arith.ceildivsi %a, %b : i32
  return %r : i32
}
func.func @ceildivsi_zero_good() -> i32 {
  %a = arith.constant 7 : i32
  %b = arith.constant 2 : i32
  %r = arith.ceildivsi %a, %b : i32
  return %r : i32
}

// RULE: ceildivsi_overflow | undefined | arith.ceildivsi | The quotient of the least integer and -1 does not fit, which is undefined.
func.func @ceildivsi_overflow_bad() -> i32 {
  %a = arith.constant -2147483648 : i32
  %b = arith.constant -1 : i32
  %r = arith.ceildivsi %a, %b : i32
  return %r : i32
}
func.func @ceildivsi_overflow_good() -> i32 {
  %a = arith.constant -2147483648 : i32
  %b = arith.constant 1 : i32
  %r = arith.ceildivsi %a, %b : i32
  return %r : i32
}

// RULE: ceildivui_zero | undefined | arith.ceildivui | Division by zero is undefined.
func.func @ceildivui_zero_bad() -> i32 {
  %a = arith.constant 7 : i32
  %b = arith.constant 0 : i32
  %r = arith.ceildivui %a, %b : i32
  return %r : i32
}
func.func @ceildivui_zero_good() -> i32 {
  %a = arith.constant 7 : i32
  %b = arith.constant 2 : i32
  %r = arith.ceildivui %a, %b : i32
  return %r : i32
}

// RULE: floordivsi_zero | undefined | arith.floordivsi | Division by zero is undefined.
func.func @floordivsi_zero_bad() -> i32 {
  %a = arith.constant 7 : i32
  %b = arith.constant 0 : i32
  %r = arith.floordivsi %a, %b : i32
  return %r : i32
}
func.func @floordivsi_zero_good() -> i32 {
  %a = arith.constant 7 : i32
  %b = arith.constant 2 : i32
  %r = arith.floordivsi %a, %b : i32
  return %r : i32
}

// RULE: floordivsi_overflow | undefined | arith.floordivsi | The quotient of the least integer and -1 does not fit, which is undefined.
func.func @floordivsi_overflow_bad() -> i32 {
  %a = arith.constant -2147483648 : i32
  %b = arith.constant -1 : i32
  %r = arith.floordivsi %a, %b : i32
  return %r : i32
}
func.func @floordivsi_overflow_good() -> i32 {
  %a = arith.constant -2147483648 : i32
  %b = arith.constant 1 : i32
  %r = arith.floordivsi %a, %b : i32
  return %r : i32
}

// RULE: divsi_i1 | undefined | arith.divsi | In i1 true is -1 and the least integer, so true by true overflows.
func.func @divsi_i1_bad() -> i1 {
  %a = arith.constant true
  %b = arith.constant true
  %r = arith.divsi %a, %b : i1
  return %r : i1
}
func.func @divsi_i1_good() -> i1 {
  %a = arith.constant false
  %b = arith.constant true
  %r = arith.divsi %a, %b : i1
  return %r : i1
}

// RULE: divsi_lane | undefined | arith.divsi | One divisor of zero among the elements of a vector makes the whole division undefined.
func.func @divsi_lane_bad() -> i32 {
  %a = arith.constant dense<[6, 8]> : vector<2xi32>
  %b = arith.constant dense<[2, 0]> : vector<2xi32>
  %q = arith.divsi %a, %b : vector<2xi32>
  %r = vector.extract %q[0] : i32 from vector<2xi32>
  return %r : i32
}
func.func @divsi_lane_good() -> i32 {
  %a = arith.constant dense<[6, 8]> : vector<2xi32>
  %b = arith.constant dense<[2, 4]> : vector<2xi32>
  %q = arith.divsi %a, %b : vector<2xi32>
  %r = vector.extract %q[0] : i32 from vector<2xi32>
  return %r : i32
}

// RULE: divui_element | undefined | arith.divui | One divisor of zero among the elements of a tensor makes the whole division undefined.
func.func @divui_element_bad() -> i32 {
  %i = arith.constant 0 : index
  %a = arith.constant dense<[6, 8]> : tensor<2xi32>
  %b = arith.constant dense<[2, 0]> : tensor<2xi32>
  %q = arith.divui %a, %b : tensor<2xi32>
  %r = tensor.extract %q[%i] : tensor<2xi32>
  return %r : i32
}
func.func @divui_element_good() -> i32 {
  %i = arith.constant 0 : index
  %a = arith.constant dense<[6, 8]> : tensor<2xi32>
  %b = arith.constant dense<[2, 4]> : tensor<2xi32>
  %q = arith.divui %a, %b : tensor<2xi32>
  %r = tensor.extract %q[%i] : tensor<2xi32>
  return %r : i32
}

// RULE: divsi_poison_divisor | undefined | arith.divsi | A divisor of poison may be zero, so the division is undefined.
func.func @divsi_poison_divisor_bad() -> i32 {
  %a = arith.constant 8 : i32
  %p = ub.poison : i32
  %c = arith.constant 2 : i32
  %t = arith.constant true
  %b = arith.select %t, %p, %c : i32
  %r = arith.divsi %a, %b : i32
  return %r : i32
}
func.func @divsi_poison_divisor_good() -> i32 {
  %a = arith.constant 8 : i32
  %p = ub.poison : i32
  %c = arith.constant 2 : i32
  %t = arith.constant false
  %b = arith.select %t, %p, %c : i32
  %r = arith.divsi %a, %b : i32
  return %r : i32
}

// RULE: shli_width | poison | arith.shli | A shift by the width of the type or more is poison.
func.func @shli_width_bad() -> i32 {
  %a = arith.constant 1 : i32
  %b = arith.constant 32 : i32
  %r = arith.shli %a, %b : i32
  return %r : i32
}
func.func @shli_width_good() -> i32 {
  %a = arith.constant 1 : i32
  %b = arith.constant 31 : i32
  %r = arith.shli %a, %b : i32
  return %r : i32
}

// RULE: shrui_width | poison | arith.shrui | A shift by the width of the type or more is poison.
func.func @shrui_width_bad() -> i32 {
  %a = arith.constant 1 : i32
  %b = arith.constant 32 : i32
  %r = arith.shrui %a, %b : i32
  return %r : i32
}
func.func @shrui_width_good() -> i32 {
  %a = arith.constant 1 : i32
  %b = arith.constant 31 : i32
  %r = arith.shrui %a, %b : i32
  return %r : i32
}

// RULE: shrsi_width | poison | arith.shrsi | A shift by the width of the type or more is poison.
func.func @shrsi_width_bad() -> i32 {
  %a = arith.constant 1 : i32
  %b = arith.constant 32 : i32
  %r = arith.shrsi %a, %b : i32
  return %r : i32
}
func.func @shrsi_width_good() -> i32 {
  %a = arith.constant 1 : i32
  %b = arith.constant 31 : i32
  %r = arith.shrsi %a, %b : i32
  return %r : i32
}

// RULE: shli_negative | poison | arith.shli | The shift is read as unsigned, so -1 is more than the width.
func.func @shli_negative_bad() -> i32 {
  %a = arith.constant 1 : i32
  %b = arith.constant -1 : i32
  %r = arith.shli %a, %b : i32
  return %r : i32
}
func.func @shli_negative_good() -> i32 {
  %a = arith.constant 1 : i32
  %b = arith.constant 1 : i32
  %r = arith.shli %a, %b : i32
  return %r : i32
}

// RULE: shrsi_i1 | poison | arith.shrsi | The width of i1 is one, so a shift of it by one is poison.
func.func @shrsi_i1_bad() -> i1 {
  %a = arith.constant true
  %b = arith.constant true
  %r = arith.shrsi %a, %b : i1
  return %r : i1
}
func.func @shrsi_i1_good() -> i1 {
  %a = arith.constant true
  %b = arith.constant false
  %r = arith.shrsi %a, %b : i1
  return %r : i1
}

// RULE: shrui_lane | poison | arith.shrui | Poison stays in the element that is shifted too far.
func.func @shrui_lane_bad() -> i32 {
  %a = arith.constant dense<[64, 64]> : vector<2xi32>
  %b = arith.constant dense<[2, 40]> : vector<2xi32>
  %q = arith.shrui %a, %b : vector<2xi32>
  %r = vector.extract %q[1] : i32 from vector<2xi32>
  return %r : i32
}
func.func @shrui_lane_good() -> i32 {
  %a = arith.constant dense<[64, 64]> : vector<2xi32>
  %b = arith.constant dense<[2, 40]> : vector<2xi32>
  %q = arith.shrui %a, %b : vector<2xi32>
  %r = vector.extract %q[0] : i32 from vector<2xi32>
  return %r : i32
}

// RULE: addi_poison | poison | arith.addi | A sum of poison is poison.
func.func @addi_poison_bad() -> i32 {
  %p = ub.poison : i32
  %c = arith.constant 5 : i32
  %t = arith.constant true
  %a = arith.select %t, %p, %c : i32
  %r = arith.addi %a, %c : i32
  return %r : i32
}
func.func @addi_poison_good() -> i32 {
  %p = ub.poison : i32
  %c = arith.constant 5 : i32
  %t = arith.constant false
  %a = arith.select %t, %p, %c : i32
  %r = arith.addi %a, %c : i32
  return %r : i32
}

// RULE: andi_poison_zero | poison | arith.andi | Poison and zero is poison, though no bit of the operand counts.
func.func @andi_poison_zero_bad() -> i32 {
  %p = ub.poison : i32
  %c = arith.constant 0 : i32
  %t = arith.constant true
  %a = arith.select %t, %p, %c : i32
  %r = arith.andi %a, %c : i32
  return %r : i32
}
func.func @andi_poison_zero_good() -> i32 {
  %p = ub.poison : i32
  %c = arith.constant 0 : i32
  %t = arith.constant false
  %a = arith.select %t, %p, %c : i32
  %r = arith.andi %a, %c : i32
  return %r : i32
}

// RULE: muli_poison_zero | poison | arith.muli | Poison times zero is poison.
func.func @muli_poison_zero_bad() -> i32 {
  %p = ub.poison : i32
  %c = arith.constant 0 : i32
  %t = arith.constant true
  %a = arith.select %t, %p, %c : i32
  %r = arith.muli %a, %c : i32
  return %r : i32
}
func.func @muli_poison_zero_good() -> i32 {
  %p = ub.poison : i32
  %c = arith.constant 0 : i32
  %t = arith.constant false
  %a = arith.select %t, %p, %c : i32
  %r = arith.muli %a, %c : i32
  return %r : i32
}

// RULE: xori_poison | poison | arith.xori | An exclusive or of poison is poison.
func.func @xori_poison_bad() -> i32 {
  %p = ub.poison : i32
  %c = arith.constant 5 : i32
  %t = arith.constant true
  %a = arith.select %t, %p, %c : i32
  %r = arith.xori %a, %c : i32
  return %r : i32
}
func.func @xori_poison_good() -> i32 {
  %p = ub.poison : i32
  %c = arith.constant 5 : i32
  %t = arith.constant false
  %a = arith.select %t, %p, %c : i32
  %r = arith.xori %a, %c : i32
  return %r : i32
}

// RULE: maxsi_poison | poison | arith.maxsi | A maximum of poison is poison, whichever the other operand is.
func.func @maxsi_poison_bad() -> i32 {
  %p = ub.poison : i32
  %c = arith.constant 2147483647 : i32
  %t = arith.constant true
  %a = arith.select %t, %p, %c : i32
  %r = arith.maxsi %a, %c : i32
  return %r : i32
}
func.func @maxsi_poison_good() -> i32 {
  %p = ub.poison : i32
  %c = arith.constant 2147483647 : i32
  %t = arith.constant false
  %a = arith.select %t, %p, %c : i32
  %r = arith.maxsi %a, %c : i32
  return %r : i32
}

// RULE: addf_poison | poison | arith.addf | A sum of poison is poison, in floats too.
func.func @addf_poison_bad() -> f32 {
  %p = ub.poison : f32
  %c = arith.constant 1.0 : f32
  %t = arith.constant true
  %a = arith.select %t, %p, %c : f32
  %r = arith.addf %a, %c : f32
  return %r : f32
}
func.func @addf_poison_good() -> f32 {
  %p = ub.poison : f32
  %c = arith.constant 1.0 : f32
  %t = arith.constant false
  %a = arith.select %t, %p, %c : f32
  %r = arith.addf %a, %c : f32
  return %r : f32
}

// RULE: subi_poison_itself | poison | arith.subi | Poison minus itself is poison, not zero.
func.func @subi_poison_itself_bad() -> i32 {
  %p = ub.poison : i32
  %c = arith.constant 3 : i32
  %t = arith.constant true
  %a = arith.select %t, %p, %c : i32
  %r = arith.subi %a, %a : i32
  return %r : i32
}
func.func @subi_poison_itself_good() -> i32 {
  %p = ub.poison : i32
  %c = arith.constant 3 : i32
  %t = arith.constant false
  %a = arith.select %t, %p, %c : i32
  %r = arith.subi %a, %a : i32
  return %r : i32
}

// RULE: cmpi_poison | poison | arith.cmpi | A comparison of poison is poison.
func.func @cmpi_poison_bad() -> i1 {
  %p = ub.poison : i32
  %c = arith.constant 3 : i32
  %t = arith.constant true
  %a = arith.select %t, %p, %c : i32
  %r = arith.cmpi ule, %c, %a : i32
  return %r : i1
}
func.func @cmpi_poison_good() -> i1 {
  %p = ub.poison : i32
  %c = arith.constant 3 : i32
  %t = arith.constant false
  %a = arith.select %t, %p, %c : i32
  %r = arith.cmpi ule, %c, %a : i32
  return %r : i1
}

// RULE: select_condition_poison | poison | arith.select | A choice by poison is poison, though both values are equal.
func.func @select_condition_poison_bad() -> i32 {
  %p = ub.poison : i1
  %c = arith.constant 3 : i32
  %t = arith.constant true
  %a = arith.select %t, %p, %t : i1
  %r = arith.select %a, %c, %c : i32
  return %r : i32
}
func.func @select_condition_poison_good() -> i32 {
  %p = ub.poison : i1
  %c = arith.constant 3 : i32
  %t = arith.constant false
  %a = arith.select %t, %p, %t : i1
  %r = arith.select %a, %c, %c : i32
  return %r : i32
}

// RULE: select_poison_chosen | poison | arith.select | Only the chosen value counts: poison that is not chosen does no harm.
func.func @select_poison_chosen_bad() -> i32 {
  %p = ub.poison : i32
  %c = arith.constant 3 : i32
  %t = arith.constant true
  %r = arith.select %t, %p, %c : i32
  return %r : i32
}
func.func @select_poison_chosen_good() -> i32 {
  %p = ub.poison : i32
  %c = arith.constant 3 : i32
  %t = arith.constant false
  %r = arith.select %t, %p, %c : i32
  return %r : i32
}

// RULE: extui_poison | poison | arith.extui | An extension of poison is poison in all bits.
func.func @extui_poison_bad() -> i64 {
  %p = ub.poison : i8
  %c = arith.constant 3 : i8
  %t = arith.constant true
  %a = arith.select %t, %p, %c : i8
  %r = arith.extui %a : i8 to i64
  return %r : i64
}
func.func @extui_poison_good() -> i64 {
  %p = ub.poison : i8
  %c = arith.constant 3 : i8
  %t = arith.constant false
  %a = arith.select %t, %p, %c : i8
  %r = arith.extui %a : i8 to i64
  return %r : i64
}

// RULE: index_cast_poison | poison | arith.index_cast | A cast of poison is poison.
func.func @index_cast_poison_bad() -> i32 {
  %p = ub.poison : index
  %c = arith.constant 3 : index
  %t = arith.constant true
  %a = arith.select %t, %p, %c : index
  %r = arith.index_cast %a : index to i32
  return %r : i32
}
func.func @index_cast_poison_good() -> i32 {
  %p = ub.poison : index
  %c = arith.constant 3 : index
  %t = arith.constant false
  %a = arith.select %t, %p, %c : index
  %r = arith.index_cast %a : index to i32
  return %r : i32
}
