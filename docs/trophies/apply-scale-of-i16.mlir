// tosa-to-arith multiplies an i16 by an i32, where it is to use 32 bits alone.
//
// Right: mlir-opt --tosa-to-arith=include-apply-rescale=true %s
// Wrong: mlir-opt --tosa-to-arith='include-apply-rescale=true use-32-bit=true' %s
// Actual: error: 'arith.mulsi_extended' op failed to verify that all of {lhs, rhs, low, high} have same type
//
// Why: tosa.apply_scale takes any integer as the value to be scaled, and its verifier has nothing against i16. The way of 64 bits extends value
// and multiplier; the way of 32 bits takes the value as it is.
// Versions: 22, head; 19 spells the operation otherwise and was not tried.
// LLVM: none found.
func.func @f(%v: tensor<2xi16>, %m: tensor<2xi32>, %s: tensor<2xi8>) -> tensor<2xi32> {
  %0 = tosa.apply_scale %v, %m, %s {rounding_mode = SINGLE_ROUND} : (tensor<2xi16>, tensor<2xi32>, tensor<2xi8>) -> tensor<2xi32>
  return %0 : tensor<2xi32>
}
