// remove-dead-values erases what computes an argument that the callee does not use, and leaves the call.
//
// Right: mlir-opt %s
// Wrong: mlir-opt --remove-dead-values %s
// Actual: error: null operand found
//
// Why: @seven does not use its argument, so %c1 is dead and erased. @seven is public and keeps its argument, so the call keeps
// its operand, which is now null.
// Versions: 22; 19 crashes; not head.
// LLVM: https://github.com/llvm/llvm-project/issues/82788.
func.func @seven(%unused: i32) -> i32 {
  %c7 = arith.constant 7 : i32
  return %c7 : i32
}
func.func @main() -> i32 {
  %c1 = arith.constant 1 : i32
  %r = call @seven(%c1) : (i32) -> i32
  return %r : i32
}
