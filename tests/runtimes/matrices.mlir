// Matrices in vectors, column by column.
func.func @main() {
  // | 1 3 |   | 5 7 |
  // | 2 4 | x | 6 8 |
  %a = arith.constant dense<[1.0, 2.0, 3.0, 4.0]> : vector<4xf32>
  %b = arith.constant dense<[5.0, 6.0, 7.0, 8.0]> : vector<4xf32>
  %product = llvm.intr.matrix.multiply %a, %b { lhs_rows = 2 : i32, lhs_columns = 2 : i32, rhs_columns = 2 : i32 }
    : (vector<4xf32>, vector<4xf32>) -> vector<4xf32>
  vector.print %product : vector<4xf32>
  %c = arith.constant dense<[1, 2, 3, 4, 5, 6]> : vector<6xi32>
  %flipped = llvm.intr.matrix.transpose %c { rows = 2 : i32, columns = 3 : i32 } : vector<6xi32> into vector<6xi32>
  vector.print %flipped : vector<6xi32>
  return
}
