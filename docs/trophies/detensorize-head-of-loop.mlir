// linalg-detensorize merges the head of a loop of blocks into the entry, and leaves its arguments without a value.
//
// Right: mlir-opt %s
// Wrong: mlir-opt --pass-pipeline='builtin.module(func.func(linalg-detensorize))' %s
// Actual: crash (SIGSEGV, SIGBUS or SIGABRT)
//
// Why: the pass splits the entry, rewrites greedily, and merges the block behind the entry again. Rewriting has folded that block, which
// only branches, so the loop's head is merged, and the branch back to it stays. With assertions: "incorrect # of argument replacement
// values" in inlineBlockBefore.
// Versions: 19, 22; head has no such pass.
// LLVM: https://github.com/llvm/llvm-project/issues/137328, https://github.com/llvm/llvm-project/issues/102577.
func.func @f(%t: tensor<i32>, %u: tensor<f32>) -> (tensor<i32>, tensor<f32>) {
  cf.br ^head(%t, %u : tensor<i32>, tensor<f32>)
^head(%a: tensor<i32>, %b: tensor<f32>):
  %c = arith.constant dense<3> : tensor<i32>
  %e = tensor.empty() : tensor<i1>
  %less = linalg.generic {indexing_maps = [affine_map<() -> ()>, affine_map<() -> ()>, affine_map<() -> ()>], iterator_types = []}
      ins(%a, %c : tensor<i32>, tensor<i32>) outs(%e : tensor<i1>) {
  ^bb0(%x: i32, %y: i32, %o: i1):
    %lt = arith.cmpi slt, %x, %y : i32
    linalg.yield %lt : i1
  } -> tensor<i1>
  %l = tensor.extract %less[] : tensor<i1>
  cf.cond_br %l, ^body, ^end
^body:
  cf.br ^head(%c, %b : tensor<i32>, tensor<f32>)
^end:
  return %a, %b : tensor<i32>, tensor<f32>
}
