// https://github.com/llvm/llvm-project/issues/115293
// The smallest integer divided by a positive one, rounded up: the sign of the result is lost, by
// arith-expand in 19 and by int-range-optimizations since.
func.func @main() -> i64 {
  %smallest = arith.constant -9223372036854775808 : i64
  %divisor = arith.constant 777767777 : i64
  %0 = arith.ceildivsi %smallest, %divisor : i64
  return %0 : i64
}
