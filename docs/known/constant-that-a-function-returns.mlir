// The caller writes to the constant. Where the call is inlined, the insertion is given a copy.
func.func @table() -> tensor<4xi32> {
  %table = arith.constant dense<[1, 2, 3, 4]> : tensor<4xi32>
  return %table : tensor<4xi32>
}
func.func @main() -> i32 {
  %c2 = arith.constant 2 : index
  %nine = arith.constant 9 : i32
  %table = call @table() : () -> tensor<4xi32>
  %changed = tensor.insert %nine into %table[%c2] : tensor<4xi32>
  %shown = tensor.extract %changed[%c2] : tensor<4xi32>
  return %shown : i32
}
