// Integers and floats of the arith dialect at the edges of their types. Each function takes its operands, so that nothing is folded.

func.func private @quotients(%x: i32, %y: i32) {
  %toward_zero = arith.divsi %x, %y : i32
  %up = arith.ceildivsi %x, %y : i32
  %down = arith.floordivsi %x, %y : i32
  %rest = arith.remsi %x, %y : i32
  %unsigned = arith.divui %x, %y : i32
  %unsigned_rest = arith.remui %x, %y : i32
  call @show(%toward_zero) : (i32) -> ()
  call @show(%up) : (i32) -> ()
  call @show(%down) : (i32) -> ()
  call @show(%rest) : (i32) -> ()
  call @show(%unsigned) : (i32) -> ()
  call @show(%unsigned_rest) : (i32) -> ()
  return
}

func.func private @bits(%x: i32, %by: i32) {
  %left = arith.shli %x, %by : i32
  %right = arith.shrui %x, %by : i32
  %signed = arith.shrsi %x, %by : i32
  %least = arith.minsi %x, %by : i32
  %greatest = arith.maxui %x, %by : i32
  %sum, %carry = arith.addui_extended %x, %left : i32, i1
  %low, %high = arith.mulsi_extended %x, %signed : i32
  %unsigned_low, %unsigned_high = arith.mului_extended %x, %signed : i32
  %carried = arith.extui %carry : i1 to i32
  call @show(%left) : (i32) -> ()
  call @show(%right) : (i32) -> ()
  call @show(%signed) : (i32) -> ()
  call @show(%least) : (i32) -> ()
  call @show(%greatest) : (i32) -> ()
  call @show(%sum) : (i32) -> ()
  call @show(%carried) : (i32) -> ()
  call @show(%low) : (i32) -> ()
  call @show(%high) : (i32) -> ()
  call @show(%unsigned_high) : (i32) -> ()
  return
}

func.func private @floats(%x: f32, %y: f32) {
  %sum = arith.addf %x, %y : f32
  %product = arith.mulf %x, %y : f32
  %quotient = arith.divf %x, %y : f32
  %rest = arith.remf %x, %y : f32
  %greater = arith.maxnumf %x, %y : f32
  %turned = arith.negf %x : f32
  %narrow = arith.truncf %x : f32 to f16
  %wide = arith.extf %narrow : f16 to f32
  %less = arith.cmpf ult, %x, %y : f32
  %one = arith.select %less, %x, %y : f32
  call @show_float(%sum) : (f32) -> ()
  call @show_float(%product) : (f32) -> ()
  call @show_float(%quotient) : (f32) -> ()
  call @show_float(%rest) : (f32) -> ()
  call @show_float(%greater) : (f32) -> ()
  call @show_float(%turned) : (f32) -> ()
  call @show_float(%wide) : (f32) -> ()
  call @show_float(%one) : (f32) -> ()
  return
}

func.func private @casts(%x: i8, %f: f32) {
  %signed = arith.extsi %x : i8 to i32
  %unsigned = arith.extui %x : i8 to i32
  %place = arith.index_cast %x : i8 to index
  %back = arith.index_cast %place : index to i32
  %number = arith.uitofp %x : i8 to f32
  %whole = arith.fptosi %f : f32 to i32
  call @show(%signed) : (i32) -> ()
  call @show(%unsigned) : (i32) -> ()
  call @show(%back) : (i32) -> ()
  call @show_float(%number) : (f32) -> ()
  call @show(%whole) : (i32) -> ()
  return
}

func.func private @show(%x: i32) {
  %wide = arith.extsi %x : i32 to i64
  call @printI64(%wide) : (i64) -> ()
  call @printNewline() : () -> ()
  return
}

// The bits tell zeros apart.
func.func private @show_float(%x: f32) {
  %bits = arith.bitcast %x : f32 to i32
  call @show(%bits) : (i32) -> ()
  return
}

func.func private @printI64(i64)
func.func private @printNewline()

func.func @main() {
  %least = arith.constant -2147483648 : i32
  %greatest = arith.constant 2147483647 : i32
  %minus_seven = arith.constant -7 : i32
  %minus_two = arith.constant -2 : i32
  %two = arith.constant 2 : i32
  %one = arith.constant 1 : i32
  %last = arith.constant 31 : i32
  call @quotients(%minus_seven, %two) : (i32, i32) -> ()
  call @quotients(%minus_seven, %minus_two) : (i32, i32) -> ()
  call @quotients(%least, %one) : (i32, i32) -> ()
  call @quotients(%greatest, %least) : (i32, i32) -> ()
  call @bits(%least, %last) : (i32, i32) -> ()
  call @bits(%minus_seven, %one) : (i32, i32) -> ()
  %zero = arith.constant 0.0 : f32
  %minus_zero = arith.constant -0.0 : f32
  %large = arith.constant 3.0e+38 : f32
  %half = arith.constant -1.5 : f32
  %third = arith.constant 0.333333343 : f32
  call @floats(%minus_zero, %large) : (f32, f32) -> ()
  call @floats(%large, %half) : (f32, f32) -> ()
  call @floats(%third, %third) : (f32, f32) -> ()
  %byte = arith.constant -1 : i8
  %edge = arith.constant -2.147483648e+9 : f32
  call @casts(%byte, %edge) : (i8, f32) -> ()
  return
}
