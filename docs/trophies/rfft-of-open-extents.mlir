// tosa-to-linalg makes a linalg.generic of tosa.rfft2d whose results have other types than what they start from.
//
// Right: mlir-opt --pass-pipeline='builtin.module(func.func(tosa-infer-shapes,tosa-to-linalg))' %s
// Wrong: mlir-opt --pass-pipeline='builtin.module(func.func(tosa-to-linalg))' %s
// Actual: error: 'linalg.generic' op expected type of operand #1 ('tensor<?x?x5xf32>') to match type of corresponding result ('tensor<?x?x?xf32>')
//
// Why: the last extent of the results is known from the operand, and the conversion makes tensors that know it; the results of the generic
// keep the types of the tosa operation, which leave it open.
// Versions: 19, 22, head.
// LLVM: none found.
func.func @f(%a: tensor<?x?x8xf32>) -> (tensor<?x?x?xf32>, tensor<?x?x?xf32>) {
  %re, %im = tosa.rfft2d %a : (tensor<?x?x8xf32>) -> (tensor<?x?x?xf32>, tensor<?x?x?xf32>)
  return %re, %im : tensor<?x?x?xf32>, tensor<?x?x?xf32>
}
