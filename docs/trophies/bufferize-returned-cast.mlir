// one-shot-bufferize drops a cast that a function of memrefs returns, and changes its type, but not the calls of it.
//
// Right: mlir-opt %s
// Wrong: mlir-opt --pass-pipeline='builtin.module(one-shot-bufferize{bufferize-function-boundaries=true})' %s
// Actual: error: 'func.call' op result type mismatch at index 0
//
// Why: returned casts are folded in every function, and only calls of tensors are made again. Such functions are what the pass itself leaves
// with function-boundary-type-conversion=fully-dynamic-layout-map.
// Versions: 19, 22, head.
// LLVM: none found.
func.func private @first(%m: memref<3xi8>) -> memref<3xi8, strided<[?], offset: ?>> {
  %c = memref.cast %m : memref<3xi8> to memref<3xi8, strided<[?], offset: ?>>
  return %c : memref<3xi8, strided<[?], offset: ?>>
}
func.func @f(%m: memref<3xi8>) -> memref<3xi8, strided<[?], offset: ?>> {
  %r = call @first(%m) : (memref<3xi8>) -> memref<3xi8, strided<[?], offset: ?>>
  return %r : memref<3xi8, strided<[?], offset: ?>>
}
