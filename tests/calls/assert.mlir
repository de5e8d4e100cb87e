func.func @main(%a: tensor<?xf32>, %b: tensor<?xf32>) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %c7 = arith.constant 7 : index
  %d = tensor.dim %a, %c0 : tensor<?xf32>
  %ok = arith.cmpi eq, %d, %c7 : index
  cf.assert %ok, "seven"
  %r = arith.addf %a, %b : tensor<?xf32>
  return %r : tensor<?xf32>
}
