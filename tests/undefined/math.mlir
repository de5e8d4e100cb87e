// RULE: log_domain | open | math.log | The operand lies outside of the domain, for which the documentation names no result; compiled code gives a NaN.
func.func @log_domain_bad() -> f32 {
  %a = arith.constant -1.0 : f32
  %r = math.log %a : f32
  return %r : f32
}
func.func @log_domain_good() -> f32 {
  %a = arith.constant 1.0 : f32
  %r = math.log %a : f32
  return %r : f32
}

// RULE: log2_domain | open | math.log2 | The operand lies outside of the domain, for which the documentation names no result; compiled code gives a NaN.
func.func @log2_domain_bad() -> f32 {
  %a = arith.constant -1.0 : f32
  %r = math.log2 %a : f32
  return %r : f32
}
func.func @log2_domain_good() -> f32 {
  %a = arith.constant 1.0 : f32
  %r = math.log2 %a : f32
  return %r : f32
}

// RULE: log10_domain | open | math.log10 | The operand lies outside of the domain, for which the documentation names no result; compiled code gives a NaN.
func.func @log10_domain_bad() -> f32 {
  %a = arith.constant -1.0 : f32
  %r = math.log10 %a : f32
  return %r : f32
}
func.func @log10_domain_good() -> f32 {
  %a = arith.constant 1.0 : f32
  %r = math.log10 %a : f32
  return %r : f32
}

// RULE: log1p_domain | open | math.log1p | The operand lies outside of the domain, for which the documentation names no result; compiled code gives a NaN.
func.func @log1p_domain_bad() -> f32 {
  %a = arith.constant -2.0 : f32
  %r = math.log1p %a : f32
  return %r : f32
}
func.func @log1p_domain_good() -> f32 {
  %a = arith.constant 0.0 : f32
  %r = math.log1p %a : f32
  return %r : f32
}

// RULE: sqrt_domain | open | math.sqrt | The operand lies outside of the domain, for which the documentation names no result; compiled code gives a NaN.
func.func @sqrt_domain_bad() -> f32 {
  %a = arith.constant -1.0 : f32
  %r = math.sqrt %a : f32
  return %r : f32
}
func.func @sqrt_domain_good() -> f32 {
  %a = arith.constant 4.0 : f32
  %r = math.sqrt %a : f32
  return %r : f32
}

// RULE: rsqrt_domain | open | math.rsqrt | The operand lies outside of the domain, for which the documentation names no result; compiled code gives a NaN.
func.func @rsqrt_domain_bad() -> f32 {
  %a = arith.constant -1.0 : f32
  %r = math.rsqrt %a : f32
  return %r : f32
}
func.func @rsqrt_domain_good() -> f32 {
  %a = arith.constant 4.0 : f32
  %r = math.rsqrt %a : f32
  return %r : f32
}

// RULE: acos_domain | open | math.acos | The operand lies outside of the domain, for which the documentation names no result; compiled code gives a NaN.
func.func @acos_domain_bad() -> f32 {
  %a = arith.constant 2.0 : f32
  %r = math.acos %a : f32
  return %r : f32
}
func.func @acos_domain_good() -> f32 {
  %a = arith.constant 1.0 : f32
  %r = math.acos %a : f32
  return %r : f32
}

// RULE: asin_domain | open | math.asin | The operand lies outside of the domain, for which the documentation names no result; compiled code gives a NaN.
func.func @asin_domain_bad() -> f32 {
  %a = arith.constant -2.0 : f32
  %r = math.asin %a : f32
  return %r : f32
}
func.func @asin_domain_good() -> f32 {
  %a = arith.constant 0.0 : f32
  %r = math.asin %a : f32
  return %r : f32
}

// RULE: acosh_domain | open | math.acosh | The operand lies outside of the domain, for which the documentation names no result; compiled code gives a NaN.
func.func @acosh_domain_bad() -> f32 {
  %a = arith.constant 0.5 : f32
  %r = math.acosh %a : f32
  return %r : f32
}
func.func @acosh_domain_good() -> f32 {
  %a = arith.constant 1.0 : f32
  %r = math.acosh %a : f32
  return %r : f32
}

// RULE: atanh_domain | open | math.atanh | The operand lies outside of the domain, for which the documentation names no result; compiled code gives a NaN.
func.func @atanh_domain_bad() -> f32 {
  %a = arith.constant 2.0 : f32
  %r = math.atanh %a : f32
  return %r : f32
}
func.func @atanh_domain_good() -> f32 {
  %a = arith.constant 0.0 : f32
  %r = math.atanh %a : f32
  return %r : f32
}

// RULE: sin_domain | open | math.sin | The operand lies outside of the domain, for which the documentation names no result; compiled code gives a NaN.
func.func @sin_domain_bad() -> f32 {
  %a = arith.constant 0x7F800000 : f32
  %r = math.sin %a : f32
  return %r : f32
}
func.func @sin_domain_good() -> f32 {
  %a = arith.constant 0.0 : f32
  %r = math.sin %a : f32
  return %r : f32
}

// RULE: cos_domain | open | math.cos | The operand lies outside of the domain, for which the documentation names no result; compiled code gives a NaN.
func.func @cos_domain_bad() -> f32 {
  %a = arith.constant 0xFF800000 : f32
  %r = math.cos %a : f32
  return %r : f32
}
func.func @cos_domain_good() -> f32 {
  %a = arith.constant 0.0 : f32
  %r = math.cos %a : f32
  return %r : f32
}

// RULE: tan_domain | open | math.tan | The operand lies outside of the domain, for which the documentation names no result; compiled code gives a NaN.
func.func @tan_domain_bad() -> f32 {
  %a = arith.constant 0x7F800000 : f32
  %r = math.tan %a : f32
  return %r : f32
}
func.func @tan_domain_good() -> f32 {
  %a = arith.constant 0.0 : f32
  %r = math.tan %a : f32
  return %r : f32
}

// RULE: log_pole | open | math.log | The function has a pole here, for which the documentation names no result; compiled code gives an infinity.
func.func @log_pole_bad() -> f32 {
  %a = arith.constant 0.0 : f32
  %r = math.log %a : f32
  return %r : f32
}
func.func @log_pole_good() -> f32 {
  %a = arith.constant 1.0 : f32
  %r = math.log %a : f32
  return %r : f32
}

// RULE: rsqrt_pole | open | math.rsqrt | The function has a pole here, for which the documentation names no result; compiled code gives an infinity.
func.func @rsqrt_pole_bad() -> f32 {
  %a = arith.constant -0.0 : f32
  %r = math.rsqrt %a : f32
  return %r : f32
}
func.func @rsqrt_pole_good() -> f32 {
  %a = arith.constant 4.0 : f32
  %r = math.rsqrt %a : f32
  return %r : f32
}

// RULE: atanh_pole | open | math.atanh | The function has a pole here, for which the documentation names no result; compiled code gives an infinity.
func.func @atanh_pole_bad() -> f32 {
  %a = arith.constant 1.0 : f32
  %r = math.atanh %a : f32
  return %r : f32
}
func.func @atanh_pole_good() -> f32 {
  %a = arith.constant 0.0 : f32
  %r = math.atanh %a : f32
  return %r : f32
}

// RULE: powf_domain | open | math.powf | A negative number has no real power of a fraction, and the documentation names no result.
func.func @powf_domain_bad() -> f32 {
  %a = arith.constant -2.0 : f32
  %b = arith.constant 0.5 : f32
  %r = math.powf %a, %b : f32
  return %r : f32
}
func.func @powf_domain_good() -> f32 {
  %a = arith.constant 2.0 : f32
  %b = arith.constant 2.0 : f32
  %r = math.powf %a, %b : f32
  return %r : f32
}

// RULE: powf_pole | open | math.powf | Zero to a negative power is a pole, for which the documentation names no result.
func.func @powf_pole_bad() -> f32 {
  %a = arith.constant 0.0 : f32
  %b = arith.constant -1.0 : f32
  %r = math.powf %a, %b : f32
  return %r : f32
}
func.func @powf_pole_good() -> f32 {
  %a = arith.constant 2.0 : f32
  %b = arith.constant -1.0 : f32
  %r = math.powf %a, %b : f32
  return %r : f32
}

// RULE: ipowi_zero | open | math.ipowi | Zero to a negative power is no integer, and the documentation names no result.
func.func @ipowi_zero_bad() -> i32 {
  %a = arith.constant 0 : i32
  %b = arith.constant -1 : i32
  %r = math.ipowi %a, %b : i32
  return %r : i32
}
func.func @ipowi_zero_good() -> i32 {
  %a = arith.constant 1 : i32
  %b = arith.constant -1 : i32
  %r = math.ipowi %a, %b : i32
  return %r : i32
}

// RULE: ipowi_overflow | open | math.ipowi | The documentation does not say that a power too large for the type wraps around.
func.func @ipowi_overflow_bad() -> i32 {
  %a = arith.constant 3 : i32
  %b = arith.constant 40 : i32
  %r = math.ipowi %a, %b : i32
  return %r : i32
}
func.func @ipowi_overflow_good() -> i32 {
  %a = arith.constant 3 : i32
  %b = arith.constant 4 : i32
  %r = math.ipowi %a, %b : i32
  return %r : i32
}

// RULE: absi_least | open | math.absi | The least integer has no absolute value in its type, and the documentation names no result.
func.func @absi_least_bad() -> i32 {
  %a = arith.constant -2147483648 : i32
  %r = math.absi %a : i32
  return %r : i32
}
func.func @absi_least_good() -> i32 {
  %a = arith.constant -2147483647 : i32
  %r = math.absi %a : i32
  return %r : i32
}

// RULE: sqrt_nnan | poison | math.sqrt | A NaN among operands or results is poison under nnan.
func.func @sqrt_nnan_bad() -> f32 {
  %a = arith.constant -1.0 : f32
  %r = math.sqrt %a fastmath<nnan> : f32
  return %r : f32
}
func.func @sqrt_nnan_good() -> f32 {
  %a = arith.constant 4.0 : f32
  %r = math.sqrt %a fastmath<nnan> : f32
  return %r : f32
}

// RULE: exp_ninf | poison | math.exp | An infinity among operands or results is poison under ninf.
func.func @exp_ninf_bad() -> f32 {
  %a = arith.constant 1.0e4 : f32
  %r = math.exp %a fastmath<ninf> : f32
  return %r : f32
}
func.func @exp_ninf_good() -> f32 {
  %a = arith.constant 0.0 : f32
  %r = math.exp %a fastmath<ninf> : f32
  return %r : f32
}

// RULE: absf_nnan | poison | math.absf | A NaN among operands or results is poison under nnan.
func.func @absf_nnan_bad() -> f32 {
  %a = arith.constant 0x7FC00000 : f32
  %r = math.absf %a fastmath<nnan> : f32
  return %r : f32
}
func.func @absf_nnan_good() -> f32 {
  %a = arith.constant -4.0 : f32
  %r = math.absf %a fastmath<nnan> : f32
  return %r : f32
}

// RULE: ctlz_poison | poison | math.ctlz | A function of poison is poison.
func.func @ctlz_poison_bad() -> i32 {
  %p = ub.poison : i32
  %c = arith.constant 1 : i32
  %t = arith.constant true
  %a = arith.select %t, %p, %c : i32
  %r = math.ctlz %a : i32
  return %r : i32
}
func.func @ctlz_poison_good() -> i32 {
  %p = ub.poison : i32
  %c = arith.constant 1 : i32
  %t = arith.constant false
  %a = arith.select %t, %p, %c : i32
  %r = math.ctlz %a : i32
  return %r : i32
}

// RULE: ctpop_poison | poison | math.ctpop | A function of poison is poison.
func.func @ctpop_poison_bad() -> i32 {
  %p = ub.poison : i32
  %c = arith.constant 1 : i32
  %t = arith.constant true
  %a = arith.select %t, %p, %c : i32
  %r = math.ctpop %a : i32
  return %r : i32
}
func.func @ctpop_poison_good() -> i32 {
  %p = ub.poison : i32
  %c = arith.constant 1 : i32
  %t = arith.constant false
  %a = arith.select %t, %p, %c : i32
  %r = math.ctpop %a : i32
  return %r : i32
}

// RULE: floor_poison | poison | math.floor | A function of poison is poison.
func.func @floor_poison_bad() -> f32 {
  %p = ub.poison : f32
  %c = arith.constant 1.5 : f32
  %t = arith.constant true
  %a = arith.select %t, %p, %c : f32
  %r = math.floor %a : f32
  return %r : f32
}
func.func @floor_poison_good() -> f32 {
  %p = ub.poison : f32
  %c = arith.constant 1.5 : f32
  %t = arith.constant false
  %a = arith.select %t, %p, %c : f32
  %r = math.floor %a : f32
  return %r : f32
}

// RULE: copysign_nan_sign | open | math.copysign | The sign is taken of a NaN whose sign is open.
func.func @copysign_nan_sign_bad() -> f32 {
  %a = arith.constant 1.0 : f32
  %z = arith.constant 0.0 : f32
  %o = arith.constant 0.0 : f32
  %s = arith.divf %o, %z : f32
  %r = math.copysign %a, %s : f32
  return %r : f32
}
func.func @copysign_nan_sign_good() -> f32 {
  %a = arith.constant 1.0 : f32
  %z = arith.constant 0.0 : f32
  %o = arith.constant -1.0 : f32
  %s = arith.divf %o, %z : f32
  %r = math.copysign %a, %s : f32
  return %r : f32
}
