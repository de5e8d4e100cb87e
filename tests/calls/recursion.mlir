func.func @main(%n: i32) -> i32 {
  %r = func.call @main(%n) : (i32) -> i32
  return %r : i32
}
