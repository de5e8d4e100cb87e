// tosa-reduce-transposes folds a transposed constant of i1 into a constant that cannot be read.
//
// Right: mlir-opt %s
// Wrong: mlir-opt --pass-pipeline='builtin.module(func.func(tosa-reduce-transposes))' %s
// Actual: crash (SIGSEGV), in printing the result
//
// Why: the pass copies elements as bytes, as many each as its width in bits divided by 8: none for i1. The new attribute is made
// of an empty buffer, and whatever reads its elements reads past the end. With assertions, making it fails one.
// Versions: 22; not head; 19 has no such pass.
// LLVM: https://github.com/llvm/llvm-project/issues/203810, closed.
func.func @f() -> tensor<3x2xi1> {
  %0 = "tosa.const"() <{values = dense<[[true, false, true], [true, true, false]]> : tensor<2x3xi1>}> : () -> tensor<2x3xi1>
  %1 = tosa.transpose %0 {perms = array<i32: 1, 0>} : (tensor<2x3xi1>) -> tensor<3x2xi1>
  return %1 : tensor<3x2xi1>
}
