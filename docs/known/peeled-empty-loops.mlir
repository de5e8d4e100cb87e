// The loop goes from 0 to 0. The peeled one goes from there to the first step, whatever the upper bound is.
func.func private @iterations(%n: index) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%count = %zero) -> i32 {
    %next = arith.addi %count, %one : i32
    scf.yield %next : i32
  }
  return %r : i32
}
func.func @main() -> i32 {
  %c0 = arith.constant 0 : index
  %r = call @iterations(%c0) : (index) -> i32
  return %r : i32
}
