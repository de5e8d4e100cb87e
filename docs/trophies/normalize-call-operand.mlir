// normalize-memrefs changes the type of a parameter and not that of the view that is passed for it.
//
// Right: mlir-opt %s
// Wrong: mlir-opt --normalize-memrefs %s
// Actual: error: 'func.call' op operand type mismatch: expected operand type 'memref<2xf32>', but provided 'memref<1x1xf32, strided<[3, 1], offset: 1>>'
//
// Why: the layout of @f's parameter becomes part of its shape. The operand comes from memref.subview, which the pass does not
// normalize, so the call passes another type than its callee takes.
// Versions: 19, 22, head.
// LLVM: https://github.com/llvm/llvm-project/issues/174540 is of the kind.
func.func private @f(%m: memref<1x1xf32, strided<[3, 1], offset: 1>>) {
  return
}
func.func @main() {
  %a = memref.alloc() : memref<1x3xf32>
  %view = memref.subview %a[0, 1] [1, 1] [1, 1] : memref<1x3xf32> to memref<1x1xf32, strided<[3, 1], offset: 1>>
  call @f(%view) : (memref<1x1xf32, strided<[3, 1], offset: 1>>) -> ()
  return
}
