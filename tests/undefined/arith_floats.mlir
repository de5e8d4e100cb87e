// RULE: fptosi_large | poison | arith.fptosi | The number, rounded toward zero, does not fit into the type, which is poison (LangRef); the documentation of arith names no result.
func.func @fptosi_large_bad() -> i8 {
  %a = arith.constant 128.0 : f32
  %r = arith.fptosi %a : f32 to i8
  return %r : i8
}
func.func @fptosi_large_good() -> i8 {
  %a = arith.constant 127.5 : f32
  %r = arith.fptosi %a : f32 to i8
  return %r : i8
}

// RULE: fptosi_small | poison | arith.fptosi | The number, rounded toward zero, does not fit into the type, which is poison (LangRef); the documentation of arith names no result.
func.func @fptosi_small_bad() -> i8 {
  %a = arith.constant -129.0 : f32
  %r = arith.fptosi %a : f32 to i8
  return %r : i8
}
func.func @fptosi_small_good() -> i8 {
  %a = arith.constant -128.5 : f32
  %r = arith.fptosi %a : f32 to i8
  return %r : i8
}

// RULE: fptosi_nan | poison | arith.fptosi | A NaN is no integer, which is poison (LangRef).
func.func @fptosi_nan_bad() -> i8 {
  %a = arith.constant 0x7FC00000 : f32
  %r = arith.fptosi %a : f32 to i8
  return %r : i8
}
func.func @fptosi_nan_good() -> i8 {
  %a = arith.constant 0.0 : f32
  %r = arith.fptosi %a : f32 to i8
  return %r : i8
}

// RULE: fptosi_infinity | poison | arith.fptosi | Infinity is no integer, which is poison (LangRef).
func.func @fptosi_infinity_bad() -> i8 {
  %a = arith.constant 0x7F800000 : f32
  %r = arith.fptosi %a : f32 to i8
  return %r : i8
}
func.func @fptosi_infinity_good() -> i8 {
  %a = arith.constant 1.0 : f32
  %r = arith.fptosi %a : f32 to i8
  return %r : i8
}

// RULE: fptoui_negative | poison | arith.fptoui | The number, rounded toward zero, does not fit into the type, which is poison (LangRef); the documentation of arith names no result.
func.func @fptoui_negative_bad() -> i8 {
  %a = arith.constant -1.0 : f32
  %r = arith.fptoui %a : f32 to i8
  return %r : i8
}
func.func @fptoui_negative_good() -> i8 {
  %a = arith.constant -0.5 : f32
  %r = arith.fptoui %a : f32 to i8
  return %r : i8
}

// RULE: fptoui_large | poison | arith.fptoui | The number, rounded toward zero, does not fit into the type, which is poison (LangRef); the documentation of arith names no result.
func.func @fptoui_large_bad() -> i8 {
  %a = arith.constant 256.0 : f32
  %r = arith.fptoui %a : f32 to i8
  return %r : i8
}
func.func @fptoui_large_good() -> i8 {
  %a = arith.constant 255.5 : f32
  %r = arith.fptoui %a : f32 to i8
  return %r : i8
}

// RULE: fptoui_nan | poison | arith.fptoui | A NaN is no integer, which is poison (LangRef).
func.func @fptoui_nan_bad() -> i8 {
  %a = arith.constant 0x7FC00000 : f32
  %r = arith.fptoui %a : f32 to i8
  return %r : i8
}
func.func @fptoui_nan_good() -> i8 {
  %a = arith.constant 0.0 : f32
  %r = arith.fptoui %a : f32 to i8
  return %r : i8
}

// RULE: fptosi_lane | poison | arith.fptosi | Poison stays in the element that does not fit.
func.func @fptosi_lane_bad() -> i8 {
  %a = arith.constant dense<[3.0, 300.0]> : vector<2xf32>
  %q = arith.fptosi %a : vector<2xf32> to vector<2xi8>
  %r = vector.extract %q[1] : i8 from vector<2xi8>
  return %r : i8
}
func.func @fptosi_lane_good() -> i8 {
  %a = arith.constant dense<[3.0, 300.0]> : vector<2xf32>
  %q = arith.fptosi %a : vector<2xf32> to vector<2xi8>
  %r = vector.extract %q[0] : i8 from vector<2xi8>
  return %r : i8
}

// RULE: maxnumf_zeros | open | arith.maxnumf | Of zeros of both signs either is the result.
func.func @maxnumf_zeros_bad() -> i32 {
  %a = arith.constant -0.0 : f32
  %b = arith.constant 0.0 : f32
  %m = arith.maxnumf %a, %b : f32
  %r = arith.bitcast %m : f32 to i32
  return %r : i32
}
func.func @maxnumf_zeros_good() -> i32 {
  %a = arith.constant -0.0 : f32
  %b = arith.constant -0.0 : f32
  %m = arith.maxnumf %a, %b : f32
  %r = arith.bitcast %m : f32 to i32
  return %r : i32
}

// RULE: minnumf_zeros | open | arith.minnumf | Of zeros of both signs either is the result.
func.func @minnumf_zeros_bad() -> i32 {
  %a = arith.constant 0.0 : f32
  %b = arith.constant -0.0 : f32
  %m = arith.minnumf %a, %b : f32
  %r = arith.bitcast %m : f32 to i32
  return %r : i32
}
func.func @minnumf_zeros_good() -> i32 {
  %a = arith.constant 0.0 : f32
  %b = arith.constant 0.0 : f32
  %m = arith.minnumf %a, %b : f32
  %r = arith.bitcast %m : f32 to i32
  return %r : i32
}

// RULE: divf_nan_bits | open | arith.divf | It is open which NaN an operation makes: its sign, and within limits its payload (LangRef).
func.func @divf_nan_bits_bad() -> i32 {
  %a = arith.constant 0.0 : f32
  %b = arith.constant 0.0 : f32
  %m = arith.divf %a, %b : f32
  %r = arith.bitcast %m : f32 to i32
  return %r : i32
}
func.func @divf_nan_bits_good() -> i32 {
  %a = arith.constant 1.0 : f32
  %b = arith.constant 2.0 : f32
  %m = arith.divf %a, %b : f32
  %r = arith.bitcast %m : f32 to i32
  return %r : i32
}

// RULE: subf_nan_bits | open | arith.subf | It is open which NaN an operation makes: its sign, and within limits its payload (LangRef).
func.func @subf_nan_bits_bad() -> i32 {
  %a = arith.constant 0x7F800000 : f32
  %b = arith.constant 0x7F800000 : f32
  %m = arith.subf %a, %b : f32
  %r = arith.bitcast %m : f32 to i32
  return %r : i32
}
func.func @subf_nan_bits_good() -> i32 {
  %a = arith.constant 0x7F800000 : f32
  %b = arith.constant 1.0 : f32
  %m = arith.subf %a, %b : f32
  %r = arith.bitcast %m : f32 to i32
  return %r : i32
}

// RULE: maximumf_nan_bits | open | arith.maximumf | It is open which NaN an operation makes: its sign, and within limits its payload (LangRef).
func.func @maximumf_nan_bits_bad() -> i32 {
  %a = arith.constant 0x7FC00000 : f32
  %b = arith.constant 1.0 : f32
  %m = arith.maximumf %a, %b : f32
  %r = arith.bitcast %m : f32 to i32
  return %r : i32
}
func.func @maximumf_nan_bits_good() -> i32 {
  %a = arith.constant -0.0 : f32
  %b = arith.constant 0.0 : f32
  %m = arith.maximumf %a, %b : f32
  %r = arith.bitcast %m : f32 to i32
  return %r : i32
}

// RULE: remf_nan_bits | open | arith.remf | It is open which NaN an operation makes: its sign, and within limits its payload (LangRef).
func.func @remf_nan_bits_bad() -> i32 {
  %a = arith.constant 1.0 : f32
  %b = arith.constant 0.0 : f32
  %m = arith.remf %a, %b : f32
  %r = arith.bitcast %m : f32 to i32
  return %r : i32
}
func.func @remf_nan_bits_good() -> i32 {
  %a = arith.constant -4.0 : f32
  %b = arith.constant 2.0 : f32
  %m = arith.remf %a, %b : f32
  %r = arith.bitcast %m : f32 to i32
  return %r : i32
}

// RULE: truncf_finite_nan | poison | arith.truncf | A format of finite numbers alone has no bits for NaN, and the documentation does not say what it becomes.
func.func @truncf_finite_nan_bad() -> i4 {
  %a = arith.constant 0x7FC00000 : f32
  %m = arith.truncf %a : f32 to f4E2M1FN
  %r = arith.bitcast %m : f4E2M1FN to i4
  return %r : i4
}
func.func @truncf_finite_nan_good() -> i4 {
  %a = arith.constant 1.0e9 : f32
  %m = arith.truncf %a : f32 to f4E2M1FN
  %r = arith.bitcast %m : f4E2M1FN to i4
  return %r : i4
}

// RULE: sitofp_powers_negative | poison | arith.sitofp | A format of powers of two has no bits for zero and for negative numbers, and the documentation does not say what they become.
func.func @sitofp_powers_negative_bad() -> i8 {
  %a = arith.constant -3 : i32
  %m = arith.sitofp %a : i32 to f8E8M0FNU
  %r = arith.bitcast %m : f8E8M0FNU to i8
  return %r : i8
}
func.func @sitofp_powers_negative_good() -> i8 {
  %a = arith.constant 3 : i32
  %m = arith.sitofp %a : i32 to f8E8M0FNU
  %r = arith.bitcast %m : f8E8M0FNU to i8
  return %r : i8
}

// RULE: truncf_nan_bits | open | arith.truncf | It is open which NaN an operation makes: its sign, and within limits its payload (LangRef).
func.func @truncf_nan_bits_bad() -> i16 {
  %a = arith.constant 0x7FC00001 : f32
  %m = arith.truncf %a : f32 to f16
  %r = arith.bitcast %m : f16 to i16
  return %r : i16
}
func.func @truncf_nan_bits_good() -> i16 {
  %a = arith.constant 65536.0 : f32
  %m = arith.truncf %a : f32 to f16
  %r = arith.bitcast %m : f16 to i16
  return %r : i16
}
