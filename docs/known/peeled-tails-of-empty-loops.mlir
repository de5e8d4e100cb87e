// The loop goes from 0 to -2 by 6. The tail that is split off goes from -6 to -2.
func.func private @iterations(%n: index) -> i32 {
  %c0 = arith.constant 0 : index
  %c6 = arith.constant 6 : index
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %r = scf.for %i = %c0 to %n step %c6 iter_args(%count = %zero) -> i32 {
    %next = arith.addi %count, %one : i32
    scf.yield %next : i32
  }
  return %r : i32
}
func.func @main() -> i32 {
  %end = arith.constant -2 : index
  %r = call @iterations(%end) : (index) -> i32
  return %r : i32
}
