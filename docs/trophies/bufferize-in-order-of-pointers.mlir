// one-shot-bufferize takes functions in the order in which they lie in memory.
//
// Right: for i in $(seq 20); do mlir-opt --one-shot-bufferize %s | md5sum; done | sort -u | wc -l | sed 's/^1$/the same/; s/^[0-9].*/not the same/'
// Wrong: for i in $(seq 20); do mlir-opt --one-shot-bufferize=bufferize-function-boundaries %s | md5sum; done | sort -u | wc -l | sed 's/^1$/the same/; s/^[0-9].*/not the same/'
// Expected: the same
// Actual: not the same
//
// Why: functions that call one another are put in order by walking tables of pointers, so the globals that the constants become
// come in another order each time.
// Versions: 19, 22; not head.
// LLVM: mended by https://github.com/llvm/llvm-project/pull/184722.
func.func @a() -> tensor<2xi32> {
  %0 = arith.constant dense<[1, 2]> : tensor<2xi32>
  return %0 : tensor<2xi32>
}
func.func @b() -> tensor<3xi32> {
  %0 = arith.constant dense<[1, 2, 3]> : tensor<3xi32>
  return %0 : tensor<3xi32>
}
func.func @c() -> tensor<4xi32> {
  %0 = arith.constant dense<[1, 2, 3, 4]> : tensor<4xi32>
  return %0 : tensor<4xi32>
}
func.func @d() -> tensor<5xi32> {
  %0 = arith.constant dense<[1, 2, 3, 4, 5]> : tensor<5xi32>
  return %0 : tensor<5xi32>
}
