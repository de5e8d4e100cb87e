// The multiplier has 32 bits, and the value 16.
func.func @scaled(%v: i16, %m: i32, %s: i8) -> i32 {
  %0 = tosa.apply_scale %v, %m, %s {rounding_mode = SINGLE_ROUND} : (i16, i32, i8) -> i32
  return %0 : i32
}
func.func @main() -> i32 {
  %v = arith.constant 100 : i16
  %m = arith.constant 1073741824 : i32
  %s = arith.constant 31 : i8
  %r = call @scaled(%v, %m, %s) : (i16, i32, i8) -> i32
  return %r : i32
}
