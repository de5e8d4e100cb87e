// Integer range analysis crashes on an affine.for with a bound that is no constant.
//
// Right: mlir-opt %s
// Wrong: mlir-opt --int-range-optimizations %s
// Wrong: mlir-opt --arith-int-range-narrowing=int-bitwidths-supported=8 %s
// Wrong: mlir-opt --arith-unsigned-when-equivalent %s
// Actual: crash (SIGBUS or SIGABRT)
//
// Why: affine.for says "unknown" (nullopt) for a bound that is no constant. IntegerRangeAnalysis::visitNonControlFlowArguments
// reads the bounds without asking whether they are known. All three passes run this analysis.
// Versions: 22; not 19 and head.
// LLVM: https://github.com/llvm/llvm-project/issues/180312, mended by https://github.com/llvm/llvm-project/pull/183660.
func.func @f(%m: memref<10x10xf32>) {
  affine.for %i = 0 to 10 step 2 {
    affine.for %j = affine_map<(d0) -> (d0)>(%i) to affine_map<(d0) -> (d0 + 2)>(%i) {
      %x = affine.load %m[%i, %j] : memref<10x10xf32>
      affine.store %x, %m[%j, %i] : memref<10x10xf32>
    }
  }
  return
}
