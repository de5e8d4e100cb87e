// Floats of three formats, told by LLVM's numbers: 2 is f32, 10 is f8E4M3FN, 18 is f4E2M1FN.
func.func private @_mlir_apfloat_add(i32, i64, i64) -> i64
func.func private @_mlir_apfloat_subtract(i32, i64, i64) -> i64
func.func private @_mlir_apfloat_multiply(i32, i64, i64) -> i64
func.func private @_mlir_apfloat_divide(i32, i64, i64) -> i64
func.func private @_mlir_apfloat_remainder(i32, i64, i64) -> i64
func.func private @_mlir_apfloat_fused_multiply_add(i32, i64, i64, i64) -> i64
func.func private @_mlir_apfloat_neg(i32, i64) -> i64
func.func private @_mlir_apfloat_abs(i32, i64) -> i64
func.func private @_mlir_apfloat_minimum(i32, i64, i64) -> i64
func.func private @_mlir_apfloat_maxnum(i32, i64, i64) -> i64
func.func private @_mlir_apfloat_compare(i32, i64, i64) -> i8
func.func private @_mlir_apfloat_isnan(i32, i64) -> i1
func.func private @_mlir_apfloat_isnormal(i32, i64) -> i1
func.func private @_mlir_apfloat_convert(i32, i32, i64) -> i64
func.func private @_mlir_apfloat_convert_to_int(i32, i32, i1, i64) -> i64
func.func private @_mlir_apfloat_convert_from_int(i32, i32, i1, i64) -> i64
func.func private @printI64(i64)
func.func private @printNewline()

func.func private @show(%value: i64) {
  call @printI64(%value) : (i64) -> ()
  call @printNewline() : () -> ()
  return
}

// Everything that two floats of one format can be asked.
func.func private @both(%format: i32, %a: i64, %b: i64) {
  %0 = call @_mlir_apfloat_add(%format, %a, %b) : (i32, i64, i64) -> i64
  call @show(%0) : (i64) -> ()
  %1 = call @_mlir_apfloat_subtract(%format, %a, %b) : (i32, i64, i64) -> i64
  call @show(%1) : (i64) -> ()
  %2 = call @_mlir_apfloat_multiply(%format, %a, %b) : (i32, i64, i64) -> i64
  call @show(%2) : (i64) -> ()
  %3 = call @_mlir_apfloat_divide(%format, %a, %b) : (i32, i64, i64) -> i64
  call @show(%3) : (i64) -> ()
  %4 = call @_mlir_apfloat_remainder(%format, %a, %b) : (i32, i64, i64) -> i64
  call @show(%4) : (i64) -> ()
  %5 = call @_mlir_apfloat_minimum(%format, %a, %b) : (i32, i64, i64) -> i64
  call @show(%5) : (i64) -> ()
  %6 = call @_mlir_apfloat_maxnum(%format, %a, %b) : (i32, i64, i64) -> i64
  call @show(%6) : (i64) -> ()
  %7 = call @_mlir_apfloat_neg(%format, %a) : (i32, i64) -> i64
  call @show(%7) : (i64) -> ()
  %8 = call @_mlir_apfloat_abs(%format, %7) : (i32, i64) -> i64
  call @show(%8) : (i64) -> ()
  %9 = call @_mlir_apfloat_compare(%format, %a, %b) : (i32, i64, i64) -> i8
  %10 = arith.extsi %9 : i8 to i64
  call @show(%10) : (i64) -> ()
  %11 = call @_mlir_apfloat_isnan(%format, %b) : (i32, i64) -> i1
  %12 = arith.extui %11 : i1 to i64
  call @show(%12) : (i64) -> ()
  %13 = call @_mlir_apfloat_isnormal(%format, %a) : (i32, i64) -> i1
  %14 = arith.extui %13 : i1 to i64
  call @show(%14) : (i64) -> ()
  return
}

func.func @main() {
  %yes = arith.constant true
  %no = arith.constant false
  %double = arith.constant 3 : i32
  %single = arith.constant 2 : i32
  %byte = arith.constant 10 : i32
  %nibble = arith.constant 18 : i32
  %eight = arith.constant 8 : i32

  // 5.5 and 1.75.
  %a = arith.constant 0x40B00000 : i64
  %b = arith.constant 0x3FE00000 : i64
  call @both(%single, %a, %b) : (i32, i64, i64) -> ()
  // 1.375 and 2.25.
  %c = arith.constant 0x3B : i64
  %d = arith.constant 0x41 : i64
  call @both(%byte, %c, %d) : (i32, i64, i64) -> ()
  // 4 and 1.5.
  %e = arith.constant 6 : i64
  %f = arith.constant 3 : i64
  call @both(%nibble, %e, %f) : (i32, i64, i64) -> ()

  // Functions that take formats, widths or three floats.
  %0 = call @_mlir_apfloat_convert(%byte, %double, %d) : (i32, i32, i64) -> i64
  call @show(%0) : (i64) -> ()
  %1 = call @_mlir_apfloat_convert(%single, %nibble, %a) : (i32, i32, i64) -> i64
  call @show(%1) : (i64) -> ()
  %2 = call @_mlir_apfloat_convert_to_int(%single, %eight, %no, %a) : (i32, i32, i1, i64) -> i64
  call @show(%2) : (i64) -> ()
  %minus = arith.constant 0xFD : i64
  %3 = call @_mlir_apfloat_convert_from_int(%byte, %eight, %no, %minus) : (i32, i32, i1, i64) -> i64
  call @show(%3) : (i64) -> ()
  %4 = call @_mlir_apfloat_convert_from_int(%single, %eight, %yes, %minus) : (i32, i32, i1, i64) -> i64
  call @show(%4) : (i64) -> ()
  %5 = call @_mlir_apfloat_fused_multiply_add(%nibble, %f, %f, %e) : (i32, i64, i64, i64) -> i64
  call @show(%5) : (i64) -> ()
  return
}
