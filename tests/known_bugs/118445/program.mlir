// https://github.com/llvm/llvm-project/issues/118445
// buffer-hoisting looks for the dominator of an allocation in a block that no path reaches.
func.func @unreached(%x: i32) -> i32 {
  return %x : i32
^nobody:
  %first = arith.constant 1 : index
  %last = arith.constant 6 : index
  %buffer = memref.alloc() : memref<7xi32>
  cf.br ^head(%first : index)
^head(%i: index):
  %more = arith.cmpi ult, %i, %last : index
  cf.cond_br %more, ^body, ^end
^body:
  %next = arith.addi %i, %first : index
  cf.br ^head(%next : index)
^end:
  %y = memref.load %buffer[%last] : memref<7xi32>
  return %y : i32
}
