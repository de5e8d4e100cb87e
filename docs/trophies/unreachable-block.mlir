// convert-func-to-llvm converts a function around a block that no path reaches, and leaves the block as it was.
//
// Right: mlir-opt %s
// Wrong: mlir-opt --convert-func-to-llvm %s
// Actual: error: 'func.return' op expects parent op 'func.func'
//
// Why: a conversion does not look at operations of blocks that cannot be reached. The function becomes llvm.func all the same, in which
// func.return may not stand; the pass reports success.
// Versions: 19, 22, head.
// LLVM: none found; https://github.com/llvm/llvm-project/pull/165180 says that such operations are left out.
func.func @f() {
  return
^bb1:
  return
}
