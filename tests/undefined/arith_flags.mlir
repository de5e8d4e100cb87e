// RULE: addi_nsw | poison | arith.addi | A result that wraps as a signed number is poison under nsw.
func.func @addi_nsw_bad() -> i32 {
  %a = arith.constant 2147483647 : i32
  %b = arith.constant 1 : i32
  %r = arith.addi %a, %b overflow<nsw> : i32
  return %r : i32
}
func.func @addi_nsw_good() -> i32 {
  %a = arith.constant 2147483646 : i32
  %b = arith.constant 1 : i32
  %r = arith.addi %a, %b overflow<nsw> : i32
  return %r : i32
}

// RULE: addi_nuw | poison | arith.addi | A result that wraps as an unsigned number is poison under nuw.
func.func @addi_nuw_bad() -> i32 {
  %a = arith.constant -1 : i32
  %b = arith.constant 1 : i32
  %r = arith.addi %a, %b overflow<nuw> : i32
  return %r : i32
}
func.func @addi_nuw_good() -> i32 {
  %a = arith.constant -2 : i32
  %b = arith.constant 1 : i32
  %r = arith.addi %a, %b overflow<nuw> : i32
  return %r : i32
}

// RULE: subi_nsw | poison | arith.subi | A result that wraps as a signed number is poison under nsw.
func.func @subi_nsw_bad() -> i32 {
  %a = arith.constant -2147483648 : i32
  %b = arith.constant 1 : i32
  %r = arith.subi %a, %b overflow<nsw> : i32
  return %r : i32
}
func.func @subi_nsw_good() -> i32 {
  %a = arith.constant -2147483647 : i32
  %b = arith.constant 1 : i32
  %r = arith.subi %a, %b overflow<nsw> : i32
  return %r : i32
}

// RULE: subi_nuw | poison | arith.subi | A result that wraps as an unsigned number is poison under nuw.
func.func @subi_nuw_bad() -> i32 {
  %a = arith.constant 0 : i32
  %b = arith.constant 1 : i32
  %r = arith.subi %a, %b overflow<nuw> : i32
  return %r : i32
}
func.func @subi_nuw_good() -> i32 {
  %a = arith.constant 1 : i32
  %b = arith.constant 1 : i32
  %r = arith.subi %a, %b overflow<nuw> : i32
  return %r : i32
}

// RULE: muli_nsw | poison | arith.muli | A result that wraps as a signed number is poison under nsw.
func.func @muli_nsw_bad() -> i32 {
  %a = arith.constant 65536 : i32
  %b = arith.constant 32768 : i32
  %r = arith.muli %a, %b overflow<nsw> : i32
  return %r : i32
}
func.func @muli_nsw_good() -> i32 {
  %a = arith.constant 65536 : i32
  %b = arith.constant 32767 : i32
  %r = arith.muli %a, %b overflow<nsw> : i32
  return %r : i32
}

// RULE: muli_nuw | poison | arith.muli | A result that wraps as an unsigned number is poison under nuw.
func.func @muli_nuw_bad() -> i32 {
  %a = arith.constant 65536 : i32
  %b = arith.constant 65536 : i32
  %r = arith.muli %a, %b overflow<nuw> : i32
  return %r : i32
}
func.func @muli_nuw_good() -> i32 {
  %a = arith.constant 65536 : i32
  %b = arith.constant 65535 : i32
  %r = arith.muli %a, %b overflow<nuw> : i32
  return %r : i32
}

// RULE: shli_nsw | poison | arith.shli | A shift that changes the sign bit is poison under nsw.
func.func @shli_nsw_bad() -> i32 {
  %a = arith.constant 1 : i32
  %b = arith.constant 31 : i32
  %r = arith.shli %a, %b overflow<nsw> : i32
  return %r : i32
}
func.func @shli_nsw_good() -> i32 {
  %a = arith.constant 1 : i32
  %b = arith.constant 30 : i32
  %r = arith.shli %a, %b overflow<nsw> : i32
  return %r : i32
}

// RULE: shli_nuw | poison | arith.shli | A shift that loses a set bit is poison under nuw.
func.func @shli_nuw_bad() -> i32 {
  %a = arith.constant 3 : i32
  %b = arith.constant 31 : i32
  %r = arith.shli %a, %b overflow<nuw> : i32
  return %r : i32
}
func.func @shli_nuw_good() -> i32 {
  %a = arith.constant 1 : i32
  %b = arith.constant 31 : i32
  %r = arith.shli %a, %b overflow<nuw> : i32
  return %r : i32
}

// RULE: trunci_nsw | poison | arith.trunci | Bits that differ from the sign of the result make a truncation poison under nsw.
func.func @trunci_nsw_bad() -> i8 {
  %a = arith.constant 128 : i32
  %r = arith.trunci %a overflow<nsw> : i32 to i8
  return %r : i8
}
func.func @trunci_nsw_good() -> i8 {
  %a = arith.constant -128 : i32
  %r = arith.trunci %a overflow<nsw> : i32 to i8
  return %r : i8
}

// RULE: trunci_nuw | poison | arith.trunci | Set bits that are cut off make a truncation poison under nuw.
func.func @trunci_nuw_bad() -> i8 {
  %a = arith.constant 256 : i32
  %r = arith.trunci %a overflow<nuw> : i32 to i8
  return %r : i8
}
func.func @trunci_nuw_good() -> i8 {
  %a = arith.constant 255 : i32
  %r = arith.trunci %a overflow<nuw> : i32 to i8
  return %r : i8
}

// RULE: divsi_exact | poison | arith.divsi | A remainder makes an exact division poison.
func.func @divsi_exact_bad() -> i32 {
  %a = arith.constant 7 : i32
  %b = arith.constant 2 : i32
  %r = arith.divsi %a, %b exact : i32
  return %r : i32
}
func.func @divsi_exact_good() -> i32 {
  %a = arith.constant 8 : i32
  %b = arith.constant 2 : i32
  %r = arith.divsi %a, %b exact : i32
  return %r : i32
}

// RULE: divui_exact | poison | arith.divui | A remainder makes an exact division poison.
func.func @divui_exact_bad() -> i32 {
  %a = arith.constant 7 : i32
  %b = arith.constant 2 : i32
  %r = arith.divui %a, %b exact : i32
  return %r : i32
}
func.func @divui_exact_good() -> i32 {
  %a = arith.constant 8 : i32
  %b = arith.constant 2 : i32
  %r = arith.divui %a, %b exact : i32
  return %r : i32
}

// RULE: shrui_exact | poison | arith.shrui | A set bit that is shifted out makes an exact shift poison.
func.func @shrui_exact_bad() -> i32 {
  %a = arith.constant 7 : i32
  %b = arith.constant 1 : i32
  %r = arith.shrui %a, %b exact : i32
  return %r : i32
}
func.func @shrui_exact_good() -> i32 {
  %a = arith.constant 8 : i32
  %b = arith.constant 1 : i32
  %r = arith.shrui %a, %b exact : i32
  return %r : i32
}

// RULE: shrsi_exact | poison | arith.shrsi | A set bit that is shifted out makes an exact shift poison.
func.func @shrsi_exact_bad() -> i32 {
  %a = arith.constant -7 : i32
  %b = arith.constant 1 : i32
  %r = arith.shrsi %a, %b exact : i32
  return %r : i32
}
func.func @shrsi_exact_good() -> i32 {
  %a = arith.constant -8 : i32
  %b = arith.constant 1 : i32
  %r = arith.shrsi %a, %b exact : i32
  return %r : i32
}

// RULE: addf_nnan | poison | arith.addf | A NaN among operands or results is poison under nnan.
func.func @addf_nnan_bad() -> f32 {
  %a = arith.constant 0x7FC00000 : f32
  %b = arith.constant 1.0 : f32
  %r = arith.addf %a, %b fastmath<nnan> : f32
  return %r : f32
}
func.func @addf_nnan_good() -> f32 {
  %a = arith.constant 2.0 : f32
  %b = arith.constant 1.0 : f32
  %r = arith.addf %a, %b fastmath<nnan> : f32
  return %r : f32
}

// RULE: subf_nnan_result | poison | arith.subf | A NaN among operands or results is poison under nnan.
func.func @subf_nnan_result_bad() -> f32 {
  %a = arith.constant 0x7F800000 : f32
  %b = arith.constant 0x7F800000 : f32
  %r = arith.subf %a, %b fastmath<nnan> : f32
  return %r : f32
}
func.func @subf_nnan_result_good() -> f32 {
  %a = arith.constant 0x7F800000 : f32
  %b = arith.constant 1.0 : f32
  %r = arith.subf %a, %b fastmath<nnan> : f32
  return %r : f32
}

// RULE: mulf_ninf | poison | arith.mulf | An infinity among operands or results is poison under ninf.
func.func @mulf_ninf_bad() -> f32 {
  %a = arith.constant 0x7F800000 : f32
  %b = arith.constant 1.0 : f32
  %r = arith.mulf %a, %b fastmath<ninf> : f32
  return %r : f32
}
func.func @mulf_ninf_good() -> f32 {
  %a = arith.constant 2.0 : f32
  %b = arith.constant 1.0 : f32
  %r = arith.mulf %a, %b fastmath<ninf> : f32
  return %r : f32
}

// RULE: mulf_ninf_result | poison | arith.mulf | An infinity among operands or results is poison under ninf.
func.func @mulf_ninf_result_bad() -> f32 {
  %a = arith.constant 1.0e30 : f32
  %b = arith.constant 1.0e30 : f32
  %r = arith.mulf %a, %b fastmath<ninf> : f32
  return %r : f32
}
func.func @mulf_ninf_result_good() -> f32 {
  %a = arith.constant 1.0e10 : f32
  %b = arith.constant 1.0e10 : f32
  %r = arith.mulf %a, %b fastmath<ninf> : f32
  return %r : f32
}

// RULE: divf_ninf_zero | poison | arith.divf | An infinity among operands or results is poison under ninf.
func.func @divf_ninf_zero_bad() -> f32 {
  %a = arith.constant 1.0 : f32
  %b = arith.constant 0.0 : f32
  %r = arith.divf %a, %b fastmath<ninf> : f32
  return %r : f32
}
func.func @divf_ninf_zero_good() -> f32 {
  %a = arith.constant 1.0 : f32
  %b = arith.constant 2.0 : f32
  %r = arith.divf %a, %b fastmath<ninf> : f32
  return %r : f32
}

// RULE: maximumf_nnan | poison | arith.maximumf | A NaN among operands or results is poison under nnan.
func.func @maximumf_nnan_bad() -> f32 {
  %a = arith.constant 0x7FC00000 : f32
  %b = arith.constant 1.0 : f32
  %r = arith.maximumf %a, %b fastmath<nnan> : f32
  return %r : f32
}
func.func @maximumf_nnan_good() -> f32 {
  %a = arith.constant 2.0 : f32
  %b = arith.constant 1.0 : f32
  %r = arith.maximumf %a, %b fastmath<nnan> : f32
  return %r : f32
}

// RULE: cmpf_nnan | poison | arith.cmpf | A NaN among operands or results is poison under nnan.
func.func @cmpf_nnan_bad() -> i1 {
  %a = arith.constant 0x7FC00000 : f32
  %b = arith.constant 1.0 : f32
  %r = arith.cmpf uno, %a, %b fastmath<nnan> : f32
  return %r : i1
}
func.func @cmpf_nnan_good() -> i1 {
  %a = arith.constant 2.0 : f32
  %b = arith.constant 1.0 : f32
  %r = arith.cmpf uno, %a, %b fastmath<nnan> : f32
  return %r : i1
}

// RULE: addf_nsz | open | arith.addf | The sign of a zero is open under nsz.
func.func @addf_nsz_bad() -> i32 {
  %a = arith.constant -0.0 : f32
  %b = arith.constant -0.0 : f32
  %s = arith.addf %a, %b fastmath<nsz> : f32
  %r = arith.bitcast %s : f32 to i32
  return %r : i32
}
func.func @addf_nsz_good() -> i32 {
  %a = arith.constant -0.0 : f32
  %b = arith.constant 1.0 : f32
  %s = arith.addf %a, %b fastmath<nsz> : f32
  %r = arith.bitcast %s : f32 to i32
  return %r : i32
}

// RULE: addf_reassoc | open | arith.addf | Sums may be taken in another order under reassoc, and rounding tells.
func.func @addf_reassoc_bad() -> f32 {
  %a = arith.constant 1.0e20 : f32
  %b = arith.constant -1.0e20 : f32
  %c = arith.constant 1.0 : f32
  %s = arith.addf %a, %b fastmath<reassoc> : f32
  %r = arith.addf %s, %c fastmath<reassoc> : f32
  return %r : f32
}
func.func @addf_reassoc_good() -> f32 {
  %a = arith.constant 2.0 : f32
  %b = arith.constant -2.0 : f32
  %c = arith.constant 1.0 : f32
  %s = arith.addf %a, %b fastmath<reassoc> : f32
  %r = arith.addf %s, %c fastmath<reassoc> : f32
  return %r : f32
}

// RULE: mulf_contract | open | arith.mulf | A product and a sum under contract may be fused, and the rounding between them is left out.
func.func @mulf_contract_bad() -> f32 {
  %a = arith.constant 1.00000012 : f32
  %c = arith.constant -1.0 : f32
  %p = arith.mulf %a, %a fastmath<contract> : f32
  %r = arith.addf %p, %c fastmath<contract> : f32
  return %r : f32
}
func.func @mulf_contract_good() -> f32 {
  %a = arith.constant 3.0 : f32
  %c = arith.constant -1.0 : f32
  %p = arith.mulf %a, %a fastmath<contract> : f32
  %r = arith.addf %p, %c fastmath<contract> : f32
  return %r : f32
}

// RULE: divf_arcp | open | arith.divf | A quotient under arcp may be a product with the rounded reciprocal.
func.func @divf_arcp_bad() -> f32 {
  %a = arith.constant 5.0 : f32
  %b = arith.constant 3.0 : f32
  %r = arith.divf %a, %b fastmath<arcp> : f32
  return %r : f32
}
func.func @divf_arcp_good() -> f32 {
  %a = arith.constant 5.0 : f32
  %b = arith.constant 4.0 : f32
  %r = arith.divf %a, %b fastmath<arcp> : f32
  return %r : f32
}
