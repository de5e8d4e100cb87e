// The function is private and does not use its first argument, so that goes, and the operand of the call goes with it. llvm.call counts its
// operands in an attribute, which stays as it was.
func.func private @second(%unused: i32, %b: i32) -> i32 {
  return %b : i32
}
func.func @main() -> i32 {
  %c1 = arith.constant 1 : i32
  %c2 = arith.constant 2 : i32
  %r = call @second(%c1, %c2) : (i32, i32) -> i32
  return %r : i32
}
