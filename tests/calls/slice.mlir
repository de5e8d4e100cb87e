func.func @main(%a: tensor<?x?xf32>, %i: index, %n: index) -> tensor<?x?xf32> {
  %0 = tensor.extract_slice %a[%i, 0] [%n, 2] [1, 1] : tensor<?x?xf32> to tensor<?x2xf32>
  %1 = tensor.cast %0 : tensor<?x2xf32> to tensor<?x?xf32>
  return %1 : tensor<?x?xf32>
}
