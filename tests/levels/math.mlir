// Functions of the math dialect whose results are exact.

func.func private @rounded(%x: f64) {
  %up = math.ceil %x : f64
  %down = math.floor %x : f64
  %cut = math.trunc %x : f64
  %away = math.round %x : f64
  %even = math.roundeven %x : f64
  %length = math.absf %x : f64
  %root = math.sqrt %length : f64
  %one = math.fma %x, %root, %x : f64
  %signed = math.copysign %root, %x : f64
  call @show(%up) : (f64) -> ()
  call @show(%down) : (f64) -> ()
  call @show(%cut) : (f64) -> ()
  call @show(%away) : (f64) -> ()
  call @show(%even) : (f64) -> ()
  call @show(%root) : (f64) -> ()
  call @show(%one) : (f64) -> ()
  call @show(%signed) : (f64) -> ()
  return
}

func.func private @counted(%x: i64) {
  %above = math.ctlz %x : i64
  %below = math.cttz %x : i64
  %ones = math.ctpop %x : i64
  %length = math.absi %x : i64
  call @show_bits(%above) : (i64) -> ()
  call @show_bits(%below) : (i64) -> ()
  call @show_bits(%ones) : (i64) -> ()
  call @show_bits(%length) : (i64) -> ()
  return
}

func.func private @power(%x: i64, %by: i64) {
  %power = math.ipowi %x, %by : i64
  call @show_bits(%power) : (i64) -> ()
  return
}

func.func private @show(%x: f64) {
  %bits = arith.bitcast %x : f64 to i64
  call @show_bits(%bits) : (i64) -> ()
  return
}

func.func private @show_bits(%x: i64) {
  call @printI64(%x) : (i64) -> ()
  call @printNewline() : () -> ()
  return
}

func.func private @printI64(i64)
func.func private @printNewline()

func.func @main() {
  %half = arith.constant 2.5 : f64
  %minus_half = arith.constant -0.5 : f64
  %third = arith.constant 0.1 : f64
  %large = arith.constant 1.0e+300 : f64
  call @rounded(%half) : (f64) -> ()
  call @rounded(%minus_half) : (f64) -> ()
  call @rounded(%third) : (f64) -> ()
  call @rounded(%large) : (f64) -> ()
  %zero = arith.constant 0 : i64
  %minus_one = arith.constant -1 : i64
  %minus_two = arith.constant -2 : i64
  %many = arith.constant 5000000000 : i64
  %sixty_three = arith.constant 63 : i64
  call @counted(%zero) : (i64) -> ()
  call @counted(%minus_two) : (i64) -> ()
  call @counted(%many) : (i64) -> ()
  call @power(%minus_two, %sixty_three) : (i64, i64) -> ()
  call @power(%zero, %zero) : (i64, i64) -> ()
  call @power(%minus_one, %minus_one) : (i64, i64) -> ()
  return
}
