func.func @f(%x: i32) -> i32 {
  %r = arith.addi %x, %x : i32
  return %r : i32
}
func.func @g(%x: i32, %y: i32) -> i32 {
  %r = arith.divsi %x, %y : i32
  return %r : i32
}
