// The function gives a cast of its argument, with a layout that says less. Bufferization drops the cast and gives the function the type of the
// argument. The call between two functions of memrefs is none of its work, and keeps the old type.
func.func private @first(%m: memref<3xi8>) -> memref<3xi8, strided<[?], offset: ?>> {
  %c = memref.cast %m : memref<3xi8> to memref<3xi8, strided<[?], offset: ?>>
  return %c : memref<3xi8, strided<[?], offset: ?>>
}
func.func @main() -> i8 {
  %c0 = arith.constant 0 : index
  %m = memref.alloc() : memref<3xi8>
  %v = arith.constant 5 : i8
  memref.store %v, %m[%c0] : memref<3xi8>
  %r = call @first(%m) : (memref<3xi8>) -> memref<3xi8, strided<[?], offset: ?>>
  %x = memref.load %r[%c0] : memref<3xi8, strided<[?], offset: ?>>
  return %x : i8
}
