// A shift by more than the width, whose result is poison.
func.func @main() -> i32 {
  %a = arith.constant 7 : i32
  %b = arith.constant 40 : i32
  %r = arith.shli %a, %b : i32
  return %r : i32
}
