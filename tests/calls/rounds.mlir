// The rounds of a loop whose bounds are arguments.
func.func @rounds(%lower: index, %upper: index) -> i32 {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %step = arith.constant 1 : index
  %r = scf.for %i = %lower to %upper step %step iter_args(%n = %zero) -> (i32) {
    %m = arith.addi %n, %one : i32
    scf.yield %m : i32
  }
  return %r : i32
}
