// Random numbers, an order of them, and sorted numbers.
func.func private @rtsrand(i64) -> !llvm.ptr
func.func private @rtrand(!llvm.ptr, i64) -> i64
func.func private @rtdrand(!llvm.ptr)
func.func private @shuffle(memref<?xi64>, !llvm.ptr) attributes { llvm.emit_c_interface }
func.func private @stdSortF64(i64, memref<?xf64>) attributes { llvm.emit_c_interface }
func.func private @printMemrefI64(memref<*xi64>)
func.func private @printMemrefF64(memref<*xf64>)
func.func private @printI64(i64)
func.func private @printNewline()

memref.global "private" @numbers : memref<5xf64> = dense<[2.5, -1.0, 10.0, -0.5, 0.0]>

func.func @main() {
  %seed = arith.constant 42 : i64
  %chance = call @rtsrand(%seed) : (i64) -> !llvm.ptr
  %most = arith.constant 99 : i64
  %0 = call @rtrand(%chance, %most) : (!llvm.ptr, i64) -> i64
  call @printI64(%0) : (i64) -> ()
  call @printNewline() : () -> ()
  %wide = arith.constant 1000000000000 : i64
  %1 = call @rtrand(%chance, %wide) : (!llvm.ptr, i64) -> i64
  call @printI64(%1) : (i64) -> ()
  call @printNewline() : () -> ()
  %size = arith.constant 9 : index
  %order = memref.alloc(%size) : memref<?xi64>
  call @shuffle(%order, %chance) : (memref<?xi64>, !llvm.ptr) -> ()
  %2 = memref.cast %order : memref<?xi64> to memref<*xi64>
  call @printMemrefI64(%2) : (memref<*xi64>) -> ()
  memref.dealloc %order : memref<?xi64>
  call @rtdrand(%chance) : (!llvm.ptr) -> ()
  %numbers = memref.get_global @numbers : memref<5xf64>
  %3 = memref.cast %numbers : memref<5xf64> to memref<?xf64>
  %count = arith.constant 5 : i64
  call @stdSortF64(%count, %3) : (i64, memref<?xf64>) -> ()
  %4 = memref.cast %3 : memref<?xf64> to memref<*xf64>
  call @printMemrefF64(%4) : (memref<*xf64>) -> ()
  return
}
