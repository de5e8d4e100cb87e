// Operations of the index dialect on large, negative and equal numbers.

func.func private @numbers(%x: index, %y: index) {
  %sum = index.add %x, %y
  %difference = index.sub %x, %y
  %product = index.mul %x, %y
  %toward_zero = index.divs %x, %y
  %down = index.floordivs %x, %y
  %rest = index.rems %x, %y
  %unsigned = index.divu %x, %y
  %unsigned_rest = index.remu %x, %y
  %least = index.mins %x, %y
  %greatest = index.maxu %x, %y
  %below = index.cmp slt(%x, %y)
  %unsigned_below = index.cmp ult(%x, %y)
  %one = arith.select %below, %x, %y : index
  %other = arith.select %unsigned_below, %x, %y : index
  call @show(%sum) : (index) -> ()
  call @show(%difference) : (index) -> ()
  call @show(%product) : (index) -> ()
  call @show(%toward_zero) : (index) -> ()
  call @show(%down) : (index) -> ()
  call @show(%rest) : (index) -> ()
  call @show(%unsigned) : (index) -> ()
  call @show(%unsigned_rest) : (index) -> ()
  call @show(%least) : (index) -> ()
  call @show(%greatest) : (index) -> ()
  call @show(%one) : (index) -> ()
  call @show(%other) : (index) -> ()
  return
}

func.func private @bits(%x: index, %by: index) {
  %left = index.shl %x, %by
  %right = index.shru %x, %by
  %signed = index.shrs %x, %by
  %both = index.and %x, %by
  %any = index.or %x, %by
  %narrow = index.castu %x : index to i32
  %wide = index.casts %narrow : i32 to index
  call @show(%left) : (index) -> ()
  call @show(%right) : (index) -> ()
  call @show(%signed) : (index) -> ()
  call @show(%both) : (index) -> ()
  call @show(%any) : (index) -> ()
  call @show(%wide) : (index) -> ()
  return
}

func.func private @show(%x: index) {
  %bits = index.casts %x : index to i64
  call @printI64(%bits) : (i64) -> ()
  call @printNewline() : () -> ()
  return
}

func.func private @printI64(i64)
func.func private @printNewline()

func.func @main() {
  %least = index.constant -9223372036854775808
  %greatest = index.constant 9223372036854775807
  %minus_seven = index.constant -7
  %two = index.constant 2
  %last = index.constant 63
  call @numbers(%minus_seven, %two) : (index, index) -> ()
  call @numbers(%greatest, %minus_seven) : (index, index) -> ()
  call @numbers(%least, %greatest) : (index, index) -> ()
  call @bits(%minus_seven, %last) : (index, index) -> ()
  call @bits(%greatest, %two) : (index, index) -> ()
  return
}
