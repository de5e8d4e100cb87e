func.func @main(%b: memref<?xi8>, %o: index, %n: index) -> i32 {
  %v = memref.view %b[%o][%n] : memref<?xi8> to memref<?x2xi32>
  %c1 = arith.constant 1 : index
  %y = memref.load %v[%c1, %c1] : memref<?x2xi32>
  return %y : i32
}
