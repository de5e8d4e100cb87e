//! Single operations of the llvm dialect in the interpreter: the bits they give, and how runs end.

use crate::support;

use Expected::{Fault, Poison, Prints, Undefined, Unknown};
use lowdiff::execute::interp::{Ending, Interpreter, Ran};
use lowdiff::mlir::{Context, Library, Module};
use lowdiff::words;

const DECLARED: &str =
    "llvm.func @printI64(i64)\nllvm.func @malloc(i64) -> !llvm.ptr\nllvm.func @free(!llvm.ptr)
llvm.func @calloc(i64, i64) -> !llvm.ptr\nllvm.func @realloc(!llvm.ptr, i64) -> !llvm.ptr
llvm.func @_mlir_memref_to_llvm_aligned_alloc(i64, i64) -> !llvm.ptr
llvm.func @memrefCopy(i64, !llvm.ptr, !llvm.ptr)\n";

/// The end of a program.
enum Expected {
    /// Well, having printed these numbers.
    Prints(&'static [u64]),
    /// With the print of a number that is poison.
    Poison,
    /// Undefined, in these words.
    Undefined(&'static str),
    /// With a use of memory that is not its own, in these words.
    Fault(&'static str),
    /// With what is left to compiled code.
    Unknown(&'static str),
}

/// Functions besides `main`, the body of `main`, and what comes of it. Constants `%0`, `%1` and `%8` are there.
type Case = (&'static str, &'static str, Expected);

fn ran(interpreter: &mut Interpreter<'_>, context: &Context, functions: &str, body: &str) -> Ran {
    let text = format!(
        "{DECLARED}{functions}\nllvm.func @main() {{\n  %0 = llvm.mlir.constant(0 : i64) : i64\n  \
         %1 = llvm.mlir.constant(1 : i64) : i64\n  %8 = llvm.mlir.constant(8 : i64) : i64\n{body}\n  llvm.return\n}}"
    );
    let module = Module::parse(context, &text).unwrap_or_else(|said| panic!("{}\n{text}", said[0]));
    interpreter.run(&module, 1 << 20, 100_000)
}

fn check(cases: &[Case]) {
    let library = Library::open(&support::loadable("22").library).expect("the library loads");
    let context = Context::new(library);
    let mut interpreter = Interpreter::new(&context);
    for (functions, body, expected) in cases {
        let ran = ran(&mut interpreter, &context, functions, body);
        let printed: Vec<u64> = ran.outputs.iter().map(|output| output.bits[0]).collect();
        let as_expected = match (expected, &ran.ending) {
            (Prints(numbers), Ending::Done) => printed == *numbers,
            (Poison, Ending::Undefined(why)) => words::cause(why).contains("a printed number is poison"),
            (Undefined(what), Ending::Undefined(why)) => words::cause(why).contains(what),
            (Fault(what), Ending::Fault(why)) => words::cause(why).contains(what),
            (Unknown(what), Ending::Unsupported(why)) => words::cause(why).contains(what),
            _ => false,
        };
        assert!(as_expected, "{:?} after {printed:x?}: {functions}\n{body}", ran.ending);
    }
}

/// All in one test, since MLIR is loaded by one at a time.
#[test]
fn operations_give_what_llvm_says() {
    support::alone("operations_give_what_llvm_says", || {
        for cases in
            [LIVES, ATOMICS, FLOATS, INTEGERS, BITS, FAST, ADDRESSES, ALIGNMENTS, CALLS, HEAP, LIMITS]
        {
            check(cases);
        }
    });
}

/// 300 calls of a function with a variable that takes 8 KiB, of a mebibyte.
const LIVES: &[Case] = &[
    ("llvm.func @f() {\n %n = llvm.mlir.constant(1024 : i64) : i64 %p = llvm.alloca %n x i64 : (i64) -> !llvm.ptr
      llvm.intr.lifetime.start %p : !llvm.ptr llvm.intr.lifetime.end %p : !llvm.ptr llvm.return\n}",
     "%n = llvm.mlir.constant(300 : i64) : i64 llvm.br ^l(%0 : i64)\n^l(%i: i64): llvm.call @f() : () -> ()
      %j = llvm.add %i, %1 : i64 %c = llvm.icmp \"ult\" %j, %n : i64 llvm.cond_br %c, ^l(%j : i64), ^e\n^e:
      llvm.call @printI64(%j) : (i64) -> ()", Prints(&[300])),
    ("", "%p = llvm.alloca %1 x i64 : (i64) -> !llvm.ptr llvm.intr.lifetime.start %p : !llvm.ptr
      llvm.intr.lifetime.end %p : !llvm.ptr llvm.intr.lifetime.start %p : !llvm.ptr llvm.store %8, %p : i64, !llvm.ptr
      %x = llvm.load %p : !llvm.ptr -> i64 llvm.call @printI64(%x) : (i64) -> ()", Prints(&[8])),
    ("", "%p = llvm.alloca %1 x i64 : (i64) -> !llvm.ptr llvm.intr.lifetime.end %p : !llvm.ptr
      llvm.store %8, %p : i64, !llvm.ptr", Fault("whose life has ended")),
    ("", "%s = llvm.intr.stacksave : !llvm.ptr %p = llvm.alloca %1 x i64 : (i64) -> !llvm.ptr
      llvm.intr.stackrestore %s : !llvm.ptr llvm.intr.lifetime.start %p : !llvm.ptr llvm.store %1, %p : i64, !llvm.ptr",
     Fault("whose life has ended")),
    ("", "%p = llvm.call @malloc(%8) : (i64) -> !llvm.ptr llvm.call @free(%p) : (!llvm.ptr) -> ()
      llvm.intr.lifetime.start %p : !llvm.ptr llvm.store %1, %p : i64, !llvm.ptr", Fault("have been freed")),
];

const ATOMICS: &[Case] = &[
    ("", "%p = llvm.call @malloc(%8) : (i64) -> !llvm.ptr %o = llvm.atomicrmw xchg %p, %1 acq_rel : !llvm.ptr, i64
      %x = llvm.load %p : !llvm.ptr -> i64 llvm.call @printI64(%x) : (i64) -> ()", Prints(&[1])),
    ("", "%p = llvm.call @malloc(%8) : (i64) -> !llvm.ptr %o = llvm.atomicrmw add %p, %1 acq_rel : !llvm.ptr, i64
      %x = llvm.load %p : !llvm.ptr -> i64 llvm.call @printI64(%x) : (i64) -> ()", Undefined("never written")),
    ("", "%p = llvm.alloca %1 x i64 : (i64) -> !llvm.ptr llvm.store %8, %p : i64, !llvm.ptr
      %a = llvm.cmpxchg %p, %8, %1 acq_rel monotonic : !llvm.ptr, i64 %b = llvm.cmpxchg %p, %8, %0 acq_rel monotonic : !llvm.ptr, i64
      %c = llvm.extractvalue %a[1] : !llvm.struct<(i64, i1)> %d = llvm.extractvalue %b[1] : !llvm.struct<(i64, i1)>
      %e = llvm.zext %c : i1 to i64 %f = llvm.zext %d : i1 to i64 %x = llvm.load %p : !llvm.ptr -> i64
      llvm.call @printI64(%e) : (i64) -> () llvm.call @printI64(%f) : (i64) -> () llvm.call @printI64(%x) : (i64) -> ()",
     Prints(&[1, 0, 1])),
    ("", "%p = llvm.alloca %1 x i64 : (i64) -> !llvm.ptr llvm.store %8, %p : i64, !llvm.ptr
      %a = llvm.atomicrmw uinc_wrap %p, %1 acq_rel : !llvm.ptr, i64 %b = llvm.atomicrmw uinc_wrap %p, %8 acq_rel : !llvm.ptr, i64
      %c = llvm.atomicrmw udec_wrap %p, %8 acq_rel : !llvm.ptr, i64 %d = llvm.atomicrmw udec_wrap %p, %8 acq_rel : !llvm.ptr, i64
      %e = llvm.atomicrmw usub_cond %p, %1 acq_rel : !llvm.ptr, i64 %f = llvm.atomicrmw usub_cond %p, %8 acq_rel : !llvm.ptr, i64
      %g = llvm.atomicrmw usub_sat %p, %8 acq_rel : !llvm.ptr, i64 %h = llvm.load %p : !llvm.ptr -> i64
      llvm.call @printI64(%b) : (i64) -> () llvm.call @printI64(%c) : (i64) -> () llvm.call @printI64(%d) : (i64) -> ()
      llvm.call @printI64(%e) : (i64) -> () llvm.call @printI64(%f) : (i64) -> () llvm.call @printI64(%g) : (i64) -> ()
      llvm.call @printI64(%h) : (i64) -> ()", Prints(&[0, 1, 0, 8, 7, 7, 0])),
    ("", "%p = llvm.alloca %1 x i64 : (i64) -> !llvm.ptr %o = llvm.mlir.constant(1.0 : f64) : f64
      %t = llvm.mlir.constant(2.0 : f64) : f64 %n = llvm.mlir.constant(0x7FF8000000000000 : f64) : f64
      llvm.store %o, %p : f64, !llvm.ptr %a = llvm.atomicrmw fmaximum %p, %t acq_rel : !llvm.ptr, f64
      %x = llvm.load %p : !llvm.ptr -> i64 %b = llvm.atomicrmw fminimum %p, %n acq_rel : !llvm.ptr, f64
      %y = llvm.load %p : !llvm.ptr -> i64 llvm.call @printI64(%x) : (i64) -> () llvm.call @printI64(%y) : (i64) -> ()",
     Prints(&[0x4000_0000_0000_0000, 0x7ff8_0000_0000_0000])),
];

const FLOATS: &[Case] = &[
    ("", "%n = llvm.mlir.constant(1.5 : f32) : f32 %i = llvm.bitcast %n : f32 to i16 %x = llvm.zext %i : i16 to i64
      llvm.call @printI64(%x) : (i64) -> ()", Unknown("llvm.bitcast of types that do not fit each other")),
    ("", "%n = llvm.mlir.constant(0xFF800001 : f32) : f32 %i = llvm.bitcast %n : f32 to i32 %x = llvm.zext %i : i32 to i64
      llvm.call @printI64(%x) : (i64) -> ()", Prints(&[0xff80_0001])),
    ("", "%n = llvm.mlir.constant(0xFE01 : f16) : f16 %i = llvm.bitcast %n : f16 to i16 %x = llvm.zext %i : i16 to i64
      llvm.call @printI64(%x) : (i64) -> ()", Prints(&[0xfe01])),
    ("", "%n = llvm.mlir.constant(0xFFF0000000000001 : f64) : f64 %a = llvm.intr.fabs(%n) : (f64) -> f64
      %x = llvm.bitcast %a : f64 to i64 llvm.call @printI64(%x) : (i64) -> ()", Prints(&[0x7ff0_0000_0000_0001])),
    ("", "%n = llvm.mlir.constant(0xFFC00002 : f32) : f32 %o = llvm.mlir.constant(1.0 : f32) : f32
      %a = llvm.intr.copysign(%o, %n) : (f32, f32) -> f32 %b = llvm.intr.copysign(%n, %o) : (f32, f32) -> f32
      %i = llvm.bitcast %a : f32 to i32 %j = llvm.bitcast %b : f32 to i32 %x = llvm.zext %i : i32 to i64
      %y = llvm.zext %j : i32 to i64 llvm.call @printI64(%x) : (i64) -> () llvm.call @printI64(%y) : (i64) -> ()",
     Prints(&[0xbf80_0000, 0x7fc0_0002])),
    ("", "%e = llvm.mlir.constant(2100 : i32) : i32 %z = llvm.mlir.constant(-0.0 : f64) : f64
      %a = llvm.intr.ldexp(%z, %e) : (f64, i32) -> f64 %m = llvm.bitcast %1 : i64 to f64
      %b = llvm.intr.ldexp(%m, %e) : (f64, i32) -> f64 %x = llvm.bitcast %a : f64 to i64 %y = llvm.bitcast %b : f64 to i64
      llvm.call @printI64(%x) : (i64) -> () llvm.call @printI64(%y) : (i64) -> ()",
     Prints(&[1 << 63, 0x7ff0_0000_0000_0000])),
    ("", "%e = llvm.mlir.constant(2060 : i32) : i32 %m = llvm.bitcast %1 : i64 to f64
      %b = llvm.intr.ldexp(%m, %e) : (f64, i32) -> f64 %y = llvm.bitcast %b : f64 to i64
      llvm.call @printI64(%y) : (i64) -> ()", Prints(&[0x7d90_0000_0000_0000])),
    ("", "%e = llvm.mlir.constant(3 : i32) : i32 %v = llvm.mlir.constant(dense<[1.0, 2.0]> : vector<2xf32>) : vector<2xf32>
      %m = llvm.intr.ldexp(%v, %e) : (vector<2xf32>, i32) -> vector<2xf32> %x = llvm.bitcast %m : vector<2xf32> to i64
      llvm.call @printI64(%x) : (i64) -> ()", Prints(&[0x4180_0000_4100_0000])),
    // 2^62 + 2^54 + 1: in a double the last one is lost, and what is left lies in the middle between two.
    ("", "%v = llvm.mlir.constant(4629700416936869889 : i64) : i64 %a = llvm.sitofp %v : i64 to bf16
      %n = llvm.mlir.constant(-4629700416936869889 : i64) : i64 %b = llvm.sitofp %n : i64 to bf16
      %i = llvm.bitcast %a : bf16 to i16 %j = llvm.bitcast %b : bf16 to i16 %x = llvm.zext %i : i16 to i64
      %y = llvm.zext %j : i16 to i64 llvm.call @printI64(%x) : (i64) -> () llvm.call @printI64(%y) : (i64) -> ()",
     Prints(&[0x5e81, 0xde81])),
];

const INTEGERS: &[Case] = &[
    ("", "%m = llvm.mlir.constant(-1 : i64) : i64
      %r = \"llvm.intr.umul.with.overflow\"(%m, %m) : (i64, i64) -> !llvm.struct<(i64, i1)>
      %v = llvm.extractvalue %r[0] : !llvm.struct<(i64, i1)> %o = llvm.extractvalue %r[1] : !llvm.struct<(i64, i1)>
      %x = llvm.zext %o : i1 to i64 llvm.call @printI64(%v) : (i64) -> () llvm.call @printI64(%x) : (i64) -> ()",
     Prints(&[1, 1])),
    ("", "%m = llvm.mlir.constant(-9223372036854775808 : i64) : i64
      %r = \"llvm.intr.smul.with.overflow\"(%m, %1) : (i64, i64) -> !llvm.struct<(i64, i1)>
      %s = \"llvm.intr.usub.with.overflow\"(%0, %1) : (i64, i64) -> !llvm.struct<(i64, i1)>
      %o = llvm.extractvalue %r[1] : !llvm.struct<(i64, i1)> %v = llvm.extractvalue %s[0] : !llvm.struct<(i64, i1)>
      %x = llvm.zext %o : i1 to i64 llvm.call @printI64(%x) : (i64) -> () llvm.call @printI64(%v) : (i64) -> ()",
     Prints(&[0, u64::MAX])),
    ("", "%r = llvm.srem %1, %0 : i64", Undefined("remainder by zero")),
];

/// Vectors lie in memory packed to the bit.
const BITS: &[Case] = &[
    ("", "%p = llvm.alloca %1 x vector<3xi127> : (i64) -> !llvm.ptr
      %v = llvm.mlir.constant(dense<-1> : vector<3xi127>) : vector<3xi127> llvm.store %v, %p : vector<3xi127>, !llvm.ptr
      %l = llvm.load %p : !llvm.ptr -> vector<3xi127> %e = llvm.extractelement %l[%1 : i64] : vector<3xi127>
      %h = llvm.mlir.constant(63 : i127) : i127 %s = llvm.lshr %e, %h : i127 %x = llvm.trunc %s : i127 to i64
      llvm.call @printI64(%x) : (i64) -> ()", Prints(&[u64::MAX])),
    ("", "%p = llvm.alloca %8 x i8 : (i64) -> !llvm.ptr %v = llvm.mlir.constant(dense<[1, 2, 3, 3]> : vector<4xi3>) : vector<4xi3>
      llvm.store %v, %p {alignment = 1 : i64} : vector<4xi3>, !llvm.ptr %l = llvm.load %p {alignment = 1 : i64} : !llvm.ptr -> vector<4xi3>
      %b = llvm.bitcast %l : vector<4xi3> to i12 %x = llvm.zext %b : i12 to i64 llvm.call @printI64(%x) : (i64) -> ()",
     Prints(&[0o3321])),
    ("", "%p = llvm.alloca %8 x i8 : (i64) -> !llvm.ptr %m = llvm.mlir.constant(dense<true> : vector<8xi1>) : vector<8xi1>
      llvm.intr.masked.store %m, %p, %m {alignment = 1 : i32} : vector<8xi1>, vector<8xi1> into !llvm.ptr",
     Unknown("llvm.intr.masked.store of elements that are not whole bytes")),
    ("", "%p = llvm.alloca %8 x i32 : (i64) -> !llvm.ptr %m = llvm.mlir.constant(dense<[true, false]> : vector<2xi1>) : vector<2xi1>
      %v = llvm.mlir.constant(dense<7> : vector<2xi32>) : vector<2xi32> %o = llvm.mlir.constant(dense<5> : vector<2xi32>) : vector<2xi32>
      llvm.intr.masked.store %v, %p, %m {alignment = 4 : i32} : vector<2xi32>, vector<2xi1> into !llvm.ptr
      %l = llvm.intr.masked.load %p, %m, %o {alignment = 4 : i32} : (!llvm.ptr, vector<2xi1>, vector<2xi32>) -> vector<2xi32>
      %x = llvm.bitcast %l : vector<2xi32> to i64 llvm.call @printI64(%x) : (i64) -> ()", Prints(&[0x5_0000_0007])),
    // Half of a byte nobody wrote is put in its place; the other half never counts.
    ("", "%p = llvm.alloca %1 x i8 : (i64) -> !llvm.ptr %m = llvm.mlir.constant(-16 : i8) : i8 %f = llvm.mlir.constant(15 : i8) : i8
      %v = llvm.mlir.constant(5 : i8) : i8 %o = llvm.load %p : !llvm.ptr -> i8 %k = llvm.and %o, %m : i8 %n = llvm.or %k, %v : i8
      llvm.store %n, %p : i8, !llvm.ptr %l = llvm.load %p : !llvm.ptr -> i8 %w = llvm.mlir.constant(4 : i8) : i8
      %s = llvm.shl %l, %w : i8 %t = llvm.lshr %s, %w : i8 %x = llvm.zext %t : i8 to i64
      llvm.call @printI64(%x) : (i64) -> ()", Prints(&[5])),
    ("", "%p = llvm.alloca %1 x i8 : (i64) -> !llvm.ptr %m = llvm.mlir.constant(-16 : i8) : i8 %v = llvm.mlir.constant(5 : i8) : i8
      %o = llvm.load %p : !llvm.ptr -> i8 %k = llvm.and %o, %m : i8 %n = llvm.or %k, %v : i8
      llvm.store %n, %p : i8, !llvm.ptr %l = llvm.load %p : !llvm.ptr -> i8 %w = llvm.mlir.constant(3 : i8) : i8
      %s = llvm.shl %l, %w : i8 %x = llvm.zext %s : i8 to i64 llvm.call @printI64(%x) : (i64) -> ()",
     Undefined("a printed number is undef")),
    ("", "%p = llvm.alloca %1 x i16 : (i64) -> !llvm.ptr %v = llvm.mlir.constant(dense<[1, 2, 3]> : vector<3xi4>) : vector<3xi4>
      %u = llvm.mlir.undef : i4 %w = llvm.insertelement %u, %v[%1 : i64] : vector<3xi4>
      llvm.store %w, %p : vector<3xi4>, !llvm.ptr %l = llvm.load %p : !llvm.ptr -> vector<3xi4> %two = llvm.mlir.constant(2 : i64) : i64
      %a = llvm.extractelement %l[%0 : i64] : vector<3xi4> %b = llvm.extractelement %l[%two : i64] : vector<3xi4>
      %x = llvm.zext %a : i4 to i64 %y = llvm.sext %b : i4 to i64
      llvm.call @printI64(%x) : (i64) -> () llvm.call @printI64(%y) : (i64) -> ()", Prints(&[1, 3])),
    ("", "%u = llvm.mlir.undef : i8 %z = llvm.zext %u : i8 to i64 %x = llvm.lshr %z, %8 : i64
      llvm.call @printI64(%x) : (i64) -> ()", Prints(&[0])),
    ("", "%u = llvm.mlir.undef : i8 %v = llvm.mlir.constant(dense<7> : vector<2xi8>) : vector<2xi8>
      %w = llvm.insertelement %u, %v[%0 : i64] : vector<2xi8> %b = llvm.bitcast %w : vector<2xi8> to i16
      %s = llvm.mlir.constant(8 : i16) : i16 %h = llvm.ashr %b, %s : i16 %x = llvm.sext %h : i16 to i64
      llvm.call @printI64(%x) : (i64) -> ()", Prints(&[7])),
    ("", "%u = llvm.mlir.undef : i64 %x = llvm.xor %u, %u : i64 llvm.call @printI64(%x) : (i64) -> ()",
     Undefined("a printed number is undef")),
    ("", "%p = llvm.alloca %1 x i8 : (i64) -> !llvm.ptr %b = llvm.mlir.constant(2 : i8) : i8 llvm.store %b, %p : i8, !llvm.ptr
      %l = llvm.load %p : !llvm.ptr -> i1 %x = llvm.zext %l : i1 to i64 llvm.call @printI64(%x) : (i64) -> ()",
     Undefined("a printed number is undef")),
];

/// Infinite once it is rounded to the format, or not a number, where neither was to be.
const FAST: &[Case] = &[
    ("", "%a = llvm.mlir.constant(3.0e38 : f32) : f32 %r = llvm.fadd %a, %a {fastmathFlags = #llvm.fastmath<ninf>} : f32
      %i = llvm.bitcast %r : f32 to i32 %x = llvm.zext %i : i32 to i64 llvm.call @printI64(%x) : (i64) -> ()", Poison),
    ("", "%a = llvm.mlir.constant(6.0e4 : f16) : f16 %r = llvm.fadd %a, %a {fastmathFlags = #llvm.fastmath<nnan>} : f16
      %i = llvm.bitcast %r : f16 to i16 %x = llvm.zext %i : i16 to i64 llvm.call @printI64(%x) : (i64) -> ()", Prints(&[0x7c00])),
    ("", "%a = llvm.mlir.constant(1.0e300 : f64) : f64 %r = llvm.fptrunc %a {fastmathFlags = #llvm.fastmath<ninf>} : f64 to f32
      %i = llvm.bitcast %r : f32 to i32 %x = llvm.zext %i : i32 to i64 llvm.call @printI64(%x) : (i64) -> ()", Poison),
    ("", "%a = llvm.mlir.constant(0x7FC00000 : f32) : f32 %r = llvm.fneg %a {fastmathFlags = #llvm.fastmath<nnan>} : f32
      %i = llvm.bitcast %r : f32 to i32 %x = llvm.zext %i : i32 to i64 llvm.call @printI64(%x) : (i64) -> ()", Poison),
    ("", "%a = llvm.mlir.constant(0x7F800000 : f32) : f32 %r = llvm.intr.fabs(%a) {fastmathFlags = #llvm.fastmath<ninf>} : (f32) -> f32
      %i = llvm.bitcast %r : f32 to i32 %x = llvm.zext %i : i32 to i64 llvm.call @printI64(%x) : (i64) -> ()", Poison),
    ("", "%a = llvm.mlir.constant(0x7FC00000 : f32) : f32 %o = llvm.mlir.constant(1.0 : f32) : f32 %t = llvm.mlir.constant(true) : i1
      %r = llvm.select %t, %a, %o {fastmathFlags = #llvm.fastmath<nnan>} : i1, f32
      %i = llvm.bitcast %r : f32 to i32 %x = llvm.zext %i : i32 to i64 llvm.call @printI64(%x) : (i64) -> ()", Poison),
    ("", "%a = llvm.mlir.constant(0x7FC00000 : f32) : f32 %e = llvm.mlir.constant(2 : i32) : i32
      %r = llvm.intr.powi(%a, %e) {fastmathFlags = #llvm.fastmath<nnan>} : (f32, i32) -> f32
      %i = llvm.bitcast %r : f32 to i32 %x = llvm.zext %i : i32 to i64 llvm.call @printI64(%x) : (i64) -> ()", Poison),
    ("llvm.func @same(%a: f32) -> f32 {\n llvm.return %a : f32\n}",
     "%a = llvm.mlir.constant(0x7FC00000 : f32) : f32 %r = llvm.call @same(%a) {fastmathFlags = #llvm.fastmath<nnan>} : (f32) -> f32
      %i = llvm.bitcast %r : f32 to i32 %x = llvm.zext %i : i32 to i64 llvm.call @printI64(%x) : (i64) -> ()", Poison),
];

const ADDRESSES: &[Case] = &[
    ("", "%m = llvm.mlir.constant(-1 : i64) : i64 %p = llvm.call @malloc(%8) : (i64) -> !llvm.ptr
      %q = llvm.getelementptr %p[4] : (!llvm.ptr) -> !llvm.ptr, i8 %r = llvm.getelementptr nuw %q[%m] : (!llvm.ptr, i64) -> !llvm.ptr, i8
      llvm.store %1, %r {alignment = 1 : i64} : i64, !llvm.ptr", Undefined("the pointer of a write is poison")),
    ("", "%m = llvm.mlir.constant(-4 : i64) : i64 %p = llvm.call @malloc(%8) : (i64) -> !llvm.ptr
      %q = llvm.getelementptr inbounds|nuw %p[4] : (!llvm.ptr) -> !llvm.ptr, i8
      %r = llvm.getelementptr inbounds %q[%m] : (!llvm.ptr, i64) -> !llvm.ptr, i8
      llvm.store %8, %r : i64, !llvm.ptr %x = llvm.load %p : !llvm.ptr -> i64 llvm.call @printI64(%x) : (i64) -> ()", Prints(&[8])),
    ("", "%b = llvm.mlir.constant(9223372036854775807 : i64) : i64 %p = llvm.call @malloc(%8) : (i64) -> !llvm.ptr
      %r = llvm.getelementptr nusw %p[%b] : (!llvm.ptr, i64) -> !llvm.ptr, i64
      llvm.store %1, %r : i64, !llvm.ptr", Undefined("the pointer of a write is poison")),
    ("", "%p = llvm.call @malloc(%8) : (i64) -> !llvm.ptr %q = llvm.getelementptr %p[100] : (!llvm.ptr) -> !llvm.ptr, i8
      %r = llvm.getelementptr inbounds %q[-100] : (!llvm.ptr) -> !llvm.ptr, i8
      llvm.store %1, %r : i64, !llvm.ptr", Undefined("the pointer of a write is poison")),
    ("", "%a = llvm.mlir.constant(100 : i64) : i64 %b = llvm.mlir.constant(-100 : i64) : i64
      %p = llvm.call @malloc(%8) : (i64) -> !llvm.ptr
      %r = llvm.getelementptr inbounds %p[%a, %b] : (!llvm.ptr, i64, i64) -> !llvm.ptr, !llvm.array<1 x i8>
      llvm.store %1, %r : i64, !llvm.ptr", Undefined("the pointer of a write is poison")),
];

const ALIGNMENTS: &[Case] = &[
    ("", "%p = llvm.alloca %1 x i64 {alignment = 1 : i64} : (i64) -> !llvm.ptr
      llvm.store %1, %p {alignment = 8 : i64} : i64, !llvm.ptr", Undefined("not aligned to 8")),
    ("", "%p = llvm.call @malloc(%8) : (i64) -> !llvm.ptr %q = llvm.getelementptr %p[1] : (!llvm.ptr) -> !llvm.ptr, i8
      %m = llvm.mlir.constant(dense<true> : vector<1xi1>) : vector<1xi1> %v = llvm.mlir.constant(dense<3> : vector<1xi32>) : vector<1xi32>
      llvm.intr.masked.store %v, %q, %m {alignment = 4 : i32} : vector<1xi32>, vector<1xi1> into !llvm.ptr",
     Undefined("not aligned to 4")),
    ("", "%p = llvm.call @malloc(%8) : (i64) -> !llvm.ptr %q = llvm.getelementptr %p[1] : (!llvm.ptr) -> !llvm.ptr, i8
      %t = llvm.mlir.constant(true) : i1 llvm.intr.assume %t [\"align\"(%q, %8 : !llvm.ptr, i64)] : i1",
     Undefined("assumed to be aligned to 8 is not")),
    ("", "%p = llvm.call @malloc(%8) : (i64) -> !llvm.ptr %t = llvm.mlir.constant(true) : i1
      llvm.intr.assume %t [\"align\"(%p, %8 : !llvm.ptr, i64)] : i1", Prints(&[])),
];

const CALLS: &[Case] = &[
    (
        "llvm.func @f(%p: !llvm.ptr {llvm.byval = i64}) {\n llvm.return\n}",
        "%p = llvm.alloca %1 x i64 : (i64) -> !llvm.ptr llvm.call @f(%p) : (!llvm.ptr) -> ()",
        Unknown("a call of f"),
    ),
    (
        "llvm.func @f(%a: i64, %p: i64 {llvm.noundef}) {\n llvm.return\n}",
        "%u = llvm.mlir.undef : i64 llvm.call @f(%1, %u) : (i64, i64) -> ()",
        Undefined("an argument that must be defined is undef"),
    ),
    (
        "llvm.func @f(%a: i64, %p: i64 {llvm.noundef}) {\n llvm.return\n}",
        "%u = llvm.mlir.undef : i64 llvm.call @f(%u, %1) : (i64, i64) -> ()",
        Prints(&[]),
    ),
    ("llvm.func @sin(i64) -> i64", "%r = llvm.call @sin(%1) : (i64) -> i64", Unknown("a call of sin")),
    (
        "llvm.func @aligned_alloc()",
        "llvm.call @aligned_alloc() : () -> ()",
        Unknown("a call of aligned_alloc"),
    ),
    (
        "llvm.mlir.global internal @g(dense<0> : tensor<100000xi64>) : !llvm.array<100000 x i64>",
        "",
        Unknown("a value of 100000 elements"),
    ),
];

const HEAP: &[Case] = &[
    ("", "%p = llvm.call @calloc(%1, %8) : (i64, i64) -> !llvm.ptr %x = llvm.load %p : !llvm.ptr -> i64
      llvm.call @free(%p) : (!llvm.ptr) -> () llvm.call @printI64(%x) : (i64) -> ()", Prints(&[0])),
    ("", "%n = llvm.mlir.constant(16 : i64) : i64 %p = llvm.call @malloc(%8) : (i64) -> !llvm.ptr llvm.store %8, %p : i64, !llvm.ptr
      %q = llvm.call @realloc(%p, %n) : (!llvm.ptr, i64) -> !llvm.ptr %x = llvm.load %q : !llvm.ptr -> i64
      llvm.call @printI64(%x) : (i64) -> () llvm.store %1, %p : i64, !llvm.ptr", Fault("have been freed")),
    ("", "%n = llvm.mlir.constant(16 : i64) : i64 %p = llvm.call @calloc(%1, %8) : (i64, i64) -> !llvm.ptr
      %q = llvm.call @realloc(%p, %n) : (!llvm.ptr, i64) -> !llvm.ptr %r = llvm.getelementptr %q[1] : (!llvm.ptr) -> !llvm.ptr, i64
      %x = llvm.load %r : !llvm.ptr -> i64 llvm.call @printI64(%x) : (i64) -> ()", Undefined("never written")),
    ("", "%a = llvm.mlir.constant(64 : i64) : i64 %p = llvm.call @_mlir_memref_to_llvm_aligned_alloc(%a, %8) : (i64, i64) -> !llvm.ptr
      llvm.store %8, %p {alignment = 64 : i64} : i64, !llvm.ptr %x = llvm.load %p : !llvm.ptr -> i64
      llvm.call @printI64(%x) : (i64) -> ()", Prints(&[8])),
    ("", "%p = llvm.call @malloc(%1) : (i64) -> !llvm.ptr %x = llvm.load %p : !llvm.ptr -> i16",
     Fault("a read of 2 bytes at offset 0 of 1 byte (out of bounds)")),
];

const LIMITS: &[Case] = &[
    // Few steps, and many elements each.
    ("", "%n = llvm.mlir.constant(1000 : i64) : i64 %v = llvm.mlir.constant(dense<3> : vector<4096xi32>) : vector<4096xi32>
      llvm.br ^l(%0 : i64)\n^l(%i: i64): %b = llvm.add %v, %v : vector<4096xi32> %j = llvm.add %i, %1 : i64
      %c = llvm.icmp \"ult\" %j, %n : i64 llvm.cond_br %c, ^l(%j : i64), ^e\n^e:", Unknown("too many steps")),
    // A copy of more elements than there is memory ends at the first that is outside.
    ("", "%n = llvm.mlir.constant(1099511627776 : i64) : i64 %p = llvm.call @malloc(%8) : (i64) -> !llvm.ptr
      llvm.store %1, %p : i64, !llvm.ptr
      %d = llvm.alloca %1 x !llvm.struct<(ptr, ptr, i64, i64, i64)> : (i64) -> !llvm.ptr
      %d1 = llvm.getelementptr %d[8] : (!llvm.ptr) -> !llvm.ptr, i8 %d2 = llvm.getelementptr %d[16] : (!llvm.ptr) -> !llvm.ptr, i8
      %d3 = llvm.getelementptr %d[24] : (!llvm.ptr) -> !llvm.ptr, i8 %d4 = llvm.getelementptr %d[32] : (!llvm.ptr) -> !llvm.ptr, i8
      llvm.store %p, %d1 : !llvm.ptr, !llvm.ptr llvm.store %0, %d2 : i64, !llvm.ptr
      llvm.store %n, %d3 : i64, !llvm.ptr llvm.store %1, %d4 : i64, !llvm.ptr
      %u = llvm.alloca %1 x !llvm.struct<(i64, ptr)> : (i64) -> !llvm.ptr
      %u1 = llvm.getelementptr %u[8] : (!llvm.ptr) -> !llvm.ptr, i8 llvm.store %1, %u : i64, !llvm.ptr
      llvm.store %d, %u1 : !llvm.ptr, !llvm.ptr llvm.call @memrefCopy(%8, %u, %u) : (i64, !llvm.ptr, !llvm.ptr) -> ()",
     Fault("a read of 8 bytes at offset 8 of 8 bytes")),
];
