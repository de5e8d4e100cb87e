// A predicate of math takes vectors of any shape. The intrinsic that it becomes takes vectors of one dimension.
func.func @main() -> i1 {
  %v = arith.constant dense<1.0> : vector<2x4xf32>
  %r = math.isnan %v : vector<2x4xf32>
  %b = vector.extract %r[1, 2] : i1 from vector<2x4xi1>
  return %b : i1
}
