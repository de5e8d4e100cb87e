// Functions of the program's own with names that C, the print library and compilers know.
func.func private @printI64(%a: i64) -> i64 {
  %one = arith.constant 1 : i64
  %b = arith.addi %a, %one : i64
  return %b : i64
}
func.func private @exp(%a: f64) -> f64 {
  %b = arith.addf %a, %a : f64
  return %b : f64
}
func.func private @rtclock(%a: f64) -> f64 {
  %b = arith.mulf %a, %a : f64
  return %b : f64
}
func.func private @printMemrefF64(memref<*xf64>) attributes {llvm.emit_c_interface}
func.func @main() {
  %x = arith.constant 41 : i64
  %y = func.call @printI64(%x) : (i64) -> i64
  %f = arith.sitofp %y : i64 to f64
  %g = func.call @exp(%f) : (f64) -> f64
  %h = func.call @rtclock(%g) : (f64) -> f64
  %m = memref.alloc() : memref<2xf64>
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  memref.store %g, %m[%c0] : memref<2xf64>
  memref.store %h, %m[%c1] : memref<2xf64>
  %u = memref.cast %m : memref<2xf64> to memref<*xf64>
  call @printMemrefF64(%u) : (memref<*xf64>) -> ()
  return
}
