// symbol-dce erases a private tosa.variable that is read.
//
// Right: mlir-opt --cse %s
// Wrong: mlir-opt --symbol-dce %s
// Actual: error: 'tosa.variable_read' op 'x' has not been declared by 'tosa.variable'
//
// Why: a tosa.variable is a symbol, and tosa.variable_read names it by a string, which is no use of a symbol: nothing seems to need the
// variable. symbol-privatize makes variables private, so it and symbol-dce after one another break every program that has one.
// Versions: 22, head; 19 spells it otherwise and was not tried.
// LLVM: none found.
module {
  tosa.variable @x {sym_visibility = "private"} = dense<0> : tensor<1xi32>
  func.func @main() -> tensor<1xi32> {
    %0 = tosa.variable_read @x : tensor<1xi32>
    return %0 : tensor<1xi32>
  }
}
