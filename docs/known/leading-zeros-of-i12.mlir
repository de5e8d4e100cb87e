// math.ctlz becomes a search by halves of the width: 6, 3 and then 1, where half of 3 needs a step of 2 and one of 1.
func.func private @zeros(%x: i12) -> i12 {
  %n = math.ctlz %x : i12
  return %n : i12
}
func.func @main() -> i32 {
  %x = arith.constant 1 : i12
  %n = call @zeros(%x) : (i12) -> i12
  %r = arith.extui %n : i12 to i32
  return %r : i32
}
