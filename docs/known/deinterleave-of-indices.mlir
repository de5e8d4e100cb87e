// The even and the odd elements of a vector. A shuffle that it becomes has an operand of a type that llvm does not have.
func.func @main() -> index {
  %all = arith.constant dense<[1, 2, 3, 4]> : vector<4xindex>
  %even, %odd = vector.deinterleave %all : vector<4xindex> -> vector<2xindex>
  %one = vector.extract %odd[1] : index from vector<2xindex>
  return %one : index
}
