// RULE: index_divs_zero | undefined | index.divs | Division by zero is undefined.
func.func @index_divs_zero_bad() -> index {
  %a = index.constant 7
  %b = index.constant 0
  %r = index.divs %a, %b
  return %r : index
}
func.func @index_divs_zero_good() -> index {
  %a = index.constant 7
  %b = index.constant 2
  %r = index.divs %a, %b
  return %r : index
}

// RULE: index_divu_zero | undefined | index.divu | Division by zero is undefined.
func.func @index_divu_zero_bad() -> index {
  %a = index.constant 7
  %b = index.constant 0
  %r = index.divu %a, %b
  return %r : index
}
func.func @index_divu_zero_good() -> index {
  %a = index.constant 7
  %b = index.constant 2
  %r = index.divu %a, %b
  return %r : index
}

// RULE: index_ceildivs_zero | undefined | index.ceildivs | Division by zero is undefined.
func.func @index_ceildivs_zero_bad() -> index {
  %a = index.constant 7
  %b = index.constant 0
  %r = index.ceildivs %a, %b
  return %r : index
}
func.func @index_ceildivs_zero_good() -> index {
  %a = index.constant 7
  %b = index.constant 2
  %r = index.ceildivs %a, %b
  return %r : index
}

// RULE: index_ceildivu_zero | undefined | index.ceildivu | Division by zero is undefined.
func.func @index_ceildivu_zero_bad() -> index {
  %a = index.constant 7
  %b = index.constant 0
  %r = index.ceildivu %a, %b
  return %r : index
}
func.func @index_ceildivu_zero_good() -> index {
  %a = index.constant 7
  %b = index.constant 2
  %r = index.ceildivu %a, %b
  return %r : index
}

// RULE: index_floordivs_zero | undefined | index.floordivs | Division by zero is undefined.
func.func @index_floordivs_zero_bad() -> index {
  %a = index.constant 7
  %b = index.constant 0
  %r = index.floordivs %a, %b
  return %r : index
}
func.func @index_floordivs_zero_good() -> index {
  %a = index.constant 7
  %b = index.constant 2
  %r = index.floordivs %a, %b
  return %r : index
}

// RULE: index_divs_overflow | undefined | index.divs | The quotient of the least integer and -1 does not fit, which is undefined.
func.func @index_divs_overflow_bad() -> index {
  %a = index.constant -9223372036854775808
  %b = index.constant -1
  %r = index.divs %a, %b
  return %r : index
}
func.func @index_divs_overflow_good() -> index {
  %a = index.constant -9223372036854775808
  %b = index.constant 1
  %r = index.divs %a, %b
  return %r : index
}

// RULE: index_ceildivs_overflow | undefined | index.ceildivs | The quotient of the least integer and -1 does not fit, which is undefined.
func.func @index_ceildivs_overflow_bad() -> index {
  %a = index.constant -9223372036854775808
  %b = index.constant -1
  %r = index.ceildivs %a, %b
  return %r : index
}
func.func @index_ceildivs_overflow_good() -> index {
  %a = index.constant -9223372036854775808
  %b = index.constant 1
  %r = index.ceildivs %a, %b
  return %r : index
}

// RULE: index_floordivs_overflow | undefined | index.floordivs | The quotient of the least integer and -1 does not fit, which is undefined.
func.func @index_floordivs_overflow_bad() -> index {
  %a = index.constant -9223372036854775808
  %b = index.constant -1
  %r = index.floordivs %a, %b
  return %r : index
}
func.func @index_floordivs_overflow_good() -> index {
  %a = index.constant -9223372036854775808
  %b = index.constant 1
  %r = index.floordivs %a, %b
  return %r : index
}

// RULE: index_rems_zero | undefined | index.rems | A remainder by zero is undefined: the documentation names no result, and LangRef says so of the remainder it is lowered to.
func.func @index_rems_zero_bad() -> index {
  %a = index.constant 7
  %b = index.constant 0
  %r = index.rems %a, %b
  return %r : index
}
func.func @index_rems_zero_good() -> index {
  %a = index.constant 7
  %b = index.constant 2
  %r = index.rems %a, %b
  return %r : index
}

// RULE: index_remu_zero | undefined | index.remu | A remainder by zero is undefined: the documentation names no result, and LangRef says so of the remainder it is lowered to.
func.func @index_remu_zero_bad() -> index {
  %a = index.constant 7
  %b = index.constant 0
  %r = index.remu %a, %b
  return %r : index
}
func.func @index_remu_zero_good() -> index {
  %a = index.constant 7
  %b = index.constant 2
  %r = index.remu %a, %b
  return %r : index
}

// RULE: index_rems_overflow | open | index.rems | The documentation gives the least integer modulo -1 no exception, and llvm.srem, to which it is lowered, is undefined there.
func.func @index_rems_overflow_bad() -> index {
  %a = index.constant -9223372036854775808
  %b = index.constant -1
  %r = index.rems %a, %b
  return %r : index
}
func.func @index_rems_overflow_good() -> index {
  %a = index.constant -9223372036854775808
  %b = index.constant 1
  %r = index.rems %a, %b
  return %r : index
}

// RULE: index_shl_width | poison | index.shl | A shift by the width of an index or more is poison.
func.func @index_shl_width_bad() -> index {
  %a = index.constant 1
  %b = index.constant 64
  %r = index.shl %a, %b
  return %r : index
}
func.func @index_shl_width_good() -> index {
  %a = index.constant 1
  %b = index.constant 3
  %r = index.shl %a, %b
  return %r : index
}

// RULE: index_shrs_width | poison | index.shrs | A shift by the width of an index or more is poison.
func.func @index_shrs_width_bad() -> index {
  %a = index.constant 1
  %b = index.constant 64
  %r = index.shrs %a, %b
  return %r : index
}
func.func @index_shrs_width_good() -> index {
  %a = index.constant 1
  %b = index.constant 3
  %r = index.shrs %a, %b
  return %r : index
}

// RULE: index_shru_width | poison | index.shru | A shift by the width of an index or more is poison.
func.func @index_shru_width_bad() -> index {
  %a = index.constant 1
  %b = index.constant 64
  %r = index.shru %a, %b
  return %r : index
}
func.func @index_shru_width_good() -> index {
  %a = index.constant 1
  %b = index.constant 3
  %r = index.shru %a, %b
  return %r : index
}

// RULE: index_cmp_poison | poison | index.cmp | A comparison of poison is poison.
func.func @index_cmp_poison_bad() -> i1 {
  %p = ub.poison : index
  %c = index.constant 3
  %t = index.bool.constant true
  %a = arith.select %t, %p, %c : index
  %r = index.cmp ult(%a, %c)
  return %r : i1
}
func.func @index_cmp_poison_good() -> i1 {
  %p = ub.poison : index
  %c = index.constant 3
  %t = index.bool.constant false
  %a = arith.select %t, %p, %c : index
  %r = index.cmp ult(%a, %c)
  return %r : i1
}

// RULE: index_castu_poison | poison | index.castu | A cast of poison is poison.
func.func @index_castu_poison_bad() -> i32 {
  %p = ub.poison : index
  %c = index.constant 3
  %t = index.bool.constant true
  %a = arith.select %t, %p, %c : index
  %r = index.castu %a : index to i32
  return %r : i32
}
func.func @index_castu_poison_good() -> i32 {
  %p = ub.poison : index
  %c = index.constant 3
  %t = index.bool.constant false
  %a = arith.select %t, %p, %c : index
  %r = index.castu %a : index to i32
  return %r : i32
}

// RULE: index_divs_narrow | open | index.divs | A quotient whose low half hangs on the high half of an operand depends on the width of an index, which a target decides.
func.func @index_divs_narrow_bad() -> i32 {
  %a = index.constant 4294967298
  %b = index.constant 2
  %q = index.divs %a, %b
  %r = index.casts %q : index to i32
  return %r : i32
}
func.func @index_divs_narrow_good() -> i32 {
  %a = index.constant 6
  %b = index.constant 2
  %q = index.divs %a, %b
  %r = index.casts %q : index to i32
  return %r : i32
}
