// Time, which passes by being looked at.
func.func private @rtclock() -> f64
func.func private @nanoTime() -> i64 attributes { llvm.emit_c_interface }
func.func private @printFlops(f64)
func.func private @printF64(f64)
func.func private @printI64(i64)
func.func private @printNewline()

func.func @main() {
  %begin = call @rtclock() : () -> f64
  %end = call @rtclock() : () -> f64
  %took = arith.subf %end, %begin : f64
  call @printFlops(%took) : (f64) -> ()
  call @printF64(%took) : (f64) -> ()
  call @printNewline() : () -> ()
  %before = call @nanoTime() : () -> i64
  %after = call @nanoTime() : () -> i64
  %passed = arith.subi %after, %before : i64
  call @printI64(%passed) : (i64) -> ()
  call @printNewline() : () -> ()
  return
}
