// Sums, products and comparisons of complex numbers whose parts are small, so that products are exact.

func.func private @numbers(%x: complex<f32>, %y: complex<f32>) {
  %sum = complex.add %x, %y : complex<f32>
  %difference = complex.sub %x, %y : complex<f32>
  %product = complex.mul %x, %y : complex<f32>
  %turned = complex.neg %x : complex<f32>
  %mirrored = complex.conj %x : complex<f32>
  %equal = complex.eq %x, %y : complex<f32>
  %differ = complex.neq %x, %y : complex<f32>
  %same = arith.extui %equal : i1 to i32
  %other = arith.extui %differ : i1 to i32
  call @show(%sum) : (complex<f32>) -> ()
  call @show(%difference) : (complex<f32>) -> ()
  call @show(%product) : (complex<f32>) -> ()
  call @show(%turned) : (complex<f32>) -> ()
  call @show(%mirrored) : (complex<f32>) -> ()
  call @show_bits(%same) : (i32) -> ()
  call @show_bits(%other) : (i32) -> ()
  return
}

func.func private @show(%x: complex<f32>) {
  %real = complex.re %x : complex<f32>
  %imaginary = complex.im %x : complex<f32>
  %first = arith.bitcast %real : f32 to i32
  %second = arith.bitcast %imaginary : f32 to i32
  call @show_bits(%first) : (i32) -> ()
  call @show_bits(%second) : (i32) -> ()
  return
}

func.func private @show_bits(%x: i32) {
  %wide = arith.extsi %x : i32 to i64
  call @printI64(%wide) : (i64) -> ()
  call @printNewline() : () -> ()
  return
}

func.func private @printI64(i64)
func.func private @printNewline()

func.func @main() {
  %x = complex.constant [1.5 : f32, -2.0 : f32] : complex<f32>
  %y = complex.constant [3.0 : f32, 0.5 : f32] : complex<f32>
  %zero = complex.constant [0.0 : f32, -0.0 : f32] : complex<f32>
  %minus_zero = complex.constant [-0.0 : f32, 0.0 : f32] : complex<f32>
  call @numbers(%x, %y) : (complex<f32>, complex<f32>) -> ()
  call @numbers(%zero, %minus_zero) : (complex<f32>, complex<f32>) -> ()
  return
}
