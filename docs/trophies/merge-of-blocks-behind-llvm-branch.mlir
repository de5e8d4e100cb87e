// Merging blocks that are alike gives an llvm.cond_br operands that it cannot have.
//
// Right: mlir-opt --canonicalize %s
// Wrong: mlir-opt --arith-int-range-narrowing %s
// Wrong: mlir-opt --int-range-optimizations %s
// Wrong: mlir-opt --canonicalize=region-simplify=aggressive %s
// Actual: error: 'llvm.cond_br' op operand #1 must be variadic of LLVM dialect-compatible type, but got 'memref<1xi32>'
//
// Why: the two blocks differ in the buffer they store to alone, so they become one with the buffer as its argument. Passes that apply
// patterns greedily simplify regions on the way (arith-int-range-narrowing, fold-memref-alias-ops, int-range-optimizations and others), and do not
// ask whether the branch may carry such a value.
// Versions: 19, 22, head.
// LLVM: https://github.com/llvm/llvm-project/issues/193187, mended by https://github.com/llvm/llvm-project/pull/215036.
func.func @f(%c: i1, %a: memref<1xi32>, %b: memref<1xi32>, %v: i32, %i: index) {
  llvm.cond_br %c, ^bb1, ^bb2
^bb1:
  memref.store %v, %a[%i] : memref<1xi32>
  llvm.br ^bb3
^bb2:
  memref.store %v, %b[%i] : memref<1xi32>
  llvm.br ^bb3
^bb3:
  return
}
