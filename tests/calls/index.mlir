func.func @pick(%t: tensor<5xi32>, %i: index) -> i32 {
  %v = tensor.extract %t[%i] : tensor<5xi32>
  return %v : i32
}
