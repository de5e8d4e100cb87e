//! The interpreter of the llvm dialect: each kind of undefined behaviour planted once, beside the same program without it.

use crate::support;

use lowdiff::execute::interp::{Ending, Interpreter, Ran};
use lowdiff::mlir::{Context, Library, Module};
use lowdiff::observe::{Cause, Element, Lack, Leaked};
use lowdiff::semantics::Format;
use lowdiff::words;
use serde_json::Value;

/// Runs programs whose `main` has each of these bodies.
fn run(bodies: &[&str]) -> Vec<Ran> {
    let library = Library::open(&support::loadable("22").library).expect("the library loads");
    let context = Context::new(library);
    let mut interpreter = Interpreter::new(&context);
    let mut run = |body: &&str| {
        let text = format!(
            "llvm.func @printI64(i64)\nllvm.func @printF64(f64)\nllvm.func @malloc(i64) -> !llvm.ptr\n\
             llvm.func @free(!llvm.ptr)\nllvm.func @abort()\nllvm.func @puts(!llvm.ptr)\nllvm.mlir.global constant @kept(7 : i64) : i64\n\
             llvm.func @variable() -> !llvm.ptr {{\n  %1 = llvm.mlir.constant(1 : i64) : i64\n  \
             %v = llvm.alloca %1 x i64 : (i64) -> !llvm.ptr\n  llvm.return %v : !llvm.ptr\n}}\n\
             llvm.func @main() {{\n  %0 = llvm.mlir.constant(0 : i64) : i64\n  \
             %1 = llvm.mlir.constant(1 : i64) : i64\n  %8 = llvm.mlir.constant(8 : i64) : i64\n{body}\n  llvm.return\n}}"
        );
        let module = Module::parse(&context, &text).unwrap_or_else(|said| panic!("{}\n{text}", said[0]));
        interpreter.run(&module, 1 << 20, 1_000_000)
    };
    bodies.iter().map(&mut run).collect()
}

fn said(ran: &Ran) -> String {
    match &ran.ending {
        Ending::Undefined(why) => words::cause(why),
        other => panic!("{other:?}"),
    }
}

/// The complaint, a body that earns it, and one that does not.
const PLANTED: &[(&str, &str, &str)] = &[
    ("a printed number is poison", "%x = llvm.mlir.constant(9223372036854775807 : i64) : i64
        %r = llvm.add %x, %1 overflow<nsw> : i64 llvm.call @printI64(%r) : (i64) -> ()",
        "%x = llvm.mlir.constant(9223372036854775807 : i64) : i64
        %r = llvm.add %x, %1 overflow<nuw> : i64 llvm.call @printI64(%r) : (i64) -> ()"),
    ("a printed number is poison", "%r = llvm.sub %0, %1 overflow<nuw> : i64 llvm.call @printI64(%r) : (i64) -> ()",
        "%r = llvm.sub %0, %1 overflow<nsw> : i64 llvm.call @printI64(%r) : (i64) -> ()"),
    ("a printed number is poison", "%r = llvm.udiv exact %1, %8 : i64 llvm.call @printI64(%r) : (i64) -> ()",
        "%r = llvm.udiv exact %8, %8 : i64 llvm.call @printI64(%r) : (i64) -> ()"),
    ("a printed number is poison", "%r = llvm.or disjoint %1, %1 : i64 llvm.call @printI64(%r) : (i64) -> ()",
        "%r = llvm.or disjoint %1, %8 : i64 llvm.call @printI64(%r) : (i64) -> ()"),
    ("a printed number is poison", "%m = llvm.mlir.constant(-1 : i32) : i32 %r = llvm.zext nneg %m : i32 to i64
        llvm.call @printI64(%r) : (i64) -> ()",
        "%m = llvm.mlir.constant(-1 : i32) : i32 %r = llvm.zext %m : i32 to i64 llvm.call @printI64(%r) : (i64) -> ()"),
    ("a printed number is poison", "%m = llvm.mlir.constant(-1 : i64) : i64 %t = llvm.trunc %m overflow<nuw> : i64 to i32
        %r = llvm.zext %t : i32 to i64 llvm.call @printI64(%r) : (i64) -> ()",
        "%m = llvm.mlir.constant(-1 : i64) : i64 %t = llvm.trunc %m overflow<nsw> : i64 to i32
        %r = llvm.zext %t : i32 to i64 llvm.call @printI64(%r) : (i64) -> ()"),
    ("a printed number is poison", "%w = llvm.mlir.constant(64 : i64) : i64 %r = llvm.shl %1, %w : i64
        llvm.call @printI64(%r) : (i64) -> ()",
        "%w = llvm.mlir.constant(64 : i64) : i64 %p = llvm.shl %1, %w : i64 %r = llvm.freeze %p : i64
        llvm.call @printI64(%r) : (i64) -> ()"),
    ("a printed number is poison", "%f = llvm.mlir.constant(1.0e+30 : f64) : f64 %r = llvm.fptosi %f : f64 to i64
        llvm.call @printI64(%r) : (i64) -> ()",
        "%f = llvm.mlir.constant(-1.5 : f64) : f64 %r = llvm.fptosi %f : f64 to i64 llvm.call @printI64(%r) : (i64) -> ()"),
    ("a printed number is poison", "%f = llvm.mlir.constant(0x7FF0000000000000 : f64) : f64
        %r = llvm.fadd %f, %f {fastmathFlags = #llvm.fastmath<ninf>} : f64 llvm.call @printF64(%r) : (f64) -> ()",
        "%f = llvm.mlir.constant(0x7FF0000000000000 : f64) : f64
        %r = llvm.fadd %f, %f {fastmathFlags = #llvm.fastmath<nnan>} : f64 llvm.call @printF64(%r) : (f64) -> ()"),
    ("the condition of a branch is undef", "%c = llvm.mlir.undef : i1 llvm.cond_br %c, ^a, ^a\n^a:",
        "%u = llvm.mlir.undef : i1 %c = llvm.freeze %u : i1 llvm.cond_br %c, ^a, ^a\n^a:"),
    ("a printed number is poison", "%c = llvm.mlir.poison : i1 %r = llvm.select %c, %1, %8 : i1, i64
        llvm.call @printI64(%r) : (i64) -> ()",
        "%c = llvm.mlir.constant(true) : i1 %p = llvm.mlir.poison : i64 %r = llvm.select %c, %1, %p : i1, i64
        llvm.call @printI64(%r) : (i64) -> ()"),
    ("a printed number is poison", "%v = llvm.mlir.constant(dense<[1, 2]> : vector<2xi64>) : vector<2xi64>
        %r = llvm.extractelement %v[%8 : i64] : vector<2xi64> llvm.call @printI64(%r) : (i64) -> ()",
        "%v = llvm.mlir.constant(dense<[1, 2]> : vector<2xi64>) : vector<2xi64>
        %r = llvm.extractelement %v[%1 : i64] : vector<2xi64> llvm.call @printI64(%r) : (i64) -> ()"),
    ("division by zero", "%r = llvm.sdiv %1, %0 : i64", "%r = llvm.sdiv %0, %1 : i64"),
    ("division of the least number by -1", "%x = llvm.mlir.constant(-9223372036854775808 : i64) : i64
        %m = llvm.mlir.constant(-1 : i64) : i64 %r = llvm.srem %x, %m : i64",
        "%x = llvm.mlir.constant(-9223372036854775808 : i64) : i64 %r = llvm.srem %x, %8 : i64"),
    ("what must not be reached was reached", "llvm.cond_br %b, ^a, ^b\n^a: llvm.unreachable\n^b:",
        "llvm.cond_br %b, ^b, ^a\n^a: llvm.unreachable\n^b:"),
    ("what is assumed does not hold", "%c = llvm.icmp \"eq\" %0, %1 : i64 llvm.intr.assume %c : i1",
        "%c = llvm.icmp \"ne\" %0, %1 : i64 llvm.intr.assume %c : i1"),
    ("was never written", "%p = llvm.call @malloc(%8) : (i64) -> !llvm.ptr %r = llvm.load %p : !llvm.ptr -> i64
        llvm.call @printI64(%r) : (i64) -> ()",
        "%p = llvm.call @malloc(%8) : (i64) -> !llvm.ptr llvm.store %1, %p : i64, !llvm.ptr
        %r = llvm.load %p : !llvm.ptr -> i64 llvm.call @printI64(%r) : (i64) -> ()"),
    ("out of bounds", "%p = llvm.call @malloc(%8) : (i64) -> !llvm.ptr
        %q = llvm.getelementptr %p[1] : (!llvm.ptr) -> !llvm.ptr, i64 llvm.store %1, %q : i64, !llvm.ptr",
        "%p = llvm.call @malloc(%8) : (i64) -> !llvm.ptr
        %q = llvm.getelementptr %p[0] : (!llvm.ptr) -> !llvm.ptr, i64 llvm.store %1, %q : i64, !llvm.ptr"),
    ("the pointer of a write is poison", "%p = llvm.call @malloc(%8) : (i64) -> !llvm.ptr
        %q = llvm.getelementptr inbounds %p[2] : (!llvm.ptr) -> !llvm.ptr, i64
        %s = llvm.getelementptr %q[-2] : (!llvm.ptr) -> !llvm.ptr, i64 llvm.store %1, %s : i64, !llvm.ptr",
        "%p = llvm.call @malloc(%8) : (i64) -> !llvm.ptr
        %q = llvm.getelementptr %p[2] : (!llvm.ptr) -> !llvm.ptr, i64
        %s = llvm.getelementptr %q[-2] : (!llvm.ptr) -> !llvm.ptr, i64 llvm.store %1, %s : i64, !llvm.ptr"),
    ("not aligned to 8", "%p = llvm.call @malloc(%8) : (i64) -> !llvm.ptr
        %q = llvm.getelementptr %p[1] : (!llvm.ptr) -> !llvm.ptr, i32 %r = llvm.load %q {alignment = 8} : !llvm.ptr -> i32",
        "%p = llvm.call @malloc(%8) : (i64) -> !llvm.ptr
        %q = llvm.getelementptr %p[1] : (!llvm.ptr) -> !llvm.ptr, i32 %r = llvm.load %q {alignment = 4} : !llvm.ptr -> i32"),
    ("have been freed", "%p = llvm.call @malloc(%8) : (i64) -> !llvm.ptr llvm.call @free(%p) : (!llvm.ptr) -> ()
        llvm.store %1, %p : i64, !llvm.ptr",
        "%p = llvm.call @malloc(%8) : (i64) -> !llvm.ptr llvm.store %1, %p : i64, !llvm.ptr
        llvm.call @free(%p) : (!llvm.ptr) -> ()"),
    ("freed before", "%p = llvm.call @malloc(%8) : (i64) -> !llvm.ptr llvm.call @free(%p) : (!llvm.ptr) -> ()
        llvm.call @free(%p) : (!llvm.ptr) -> ()",
        "%n = llvm.mlir.zero : !llvm.ptr llvm.call @free(%n) : (!llvm.ptr) -> () llvm.call @free(%n) : (!llvm.ptr) -> ()"),
    ("no block of the heap", "%p = llvm.alloca %1 x i64 : (i64) -> !llvm.ptr llvm.call @free(%p) : (!llvm.ptr) -> ()",
        "%p = llvm.call @malloc(%8) : (i64) -> !llvm.ptr llvm.call @free(%p) : (!llvm.ptr) -> ()"),
    ("whose life has ended", "%p = llvm.call @variable() : () -> !llvm.ptr llvm.store %1, %p : i64, !llvm.ptr",
        "%p = llvm.alloca %1 x i64 : (i64) -> !llvm.ptr llvm.store %1, %p : i64, !llvm.ptr"),
    ("whose life has ended", "%s = llvm.intr.stacksave : !llvm.ptr %p = llvm.alloca %1 x i64 : (i64) -> !llvm.ptr
        llvm.intr.stackrestore %s : !llvm.ptr llvm.store %1, %p : i64, !llvm.ptr",
        "%s = llvm.intr.stacksave : !llvm.ptr %p = llvm.alloca %1 x i64 : (i64) -> !llvm.ptr
        llvm.store %1, %p : i64, !llvm.ptr llvm.intr.stackrestore %s : !llvm.ptr"),
    ("a null pointer", "%n = llvm.mlir.zero : !llvm.ptr %r = llvm.load %n : !llvm.ptr -> i64", ""),
    ("a write to a constant", "%g = llvm.mlir.addressof @kept : !llvm.ptr llvm.store %1, %g : i64, !llvm.ptr",
        "%g = llvm.mlir.addressof @kept : !llvm.ptr %r = llvm.load %g : !llvm.ptr -> i64
        llvm.call @printI64(%r) : (i64) -> ()"),
    ("places that overlap", "%p = llvm.alloca %8 x i64 : (i64) -> !llvm.ptr
        %q = llvm.getelementptr %p[1] : (!llvm.ptr) -> !llvm.ptr, i8
        \"llvm.intr.memcpy\"(%p, %q, %8) <{isVolatile = false}> : (!llvm.ptr, !llvm.ptr, i64) -> ()",
        "%p = llvm.alloca %8 x i64 : (i64) -> !llvm.ptr
        %q = llvm.getelementptr %p[1] : (!llvm.ptr) -> !llvm.ptr, i8
        \"llvm.intr.memmove\"(%p, %q, %8) <{isVolatile = false}> : (!llvm.ptr, !llvm.ptr, i64) -> ()"),
];

/// Of these, what compiled code may notice too.
const MISUSE: [&str; 7] = [
    "out of bounds",
    "have been freed",
    "freed before",
    "no block of the heap",
    "whose life has ended",
    "a null pointer",
    "a write to a constant",
];

/// A comparison made ready for bodies that branch.
fn with_condition(body: &str) -> String {
    format!("  %b = llvm.icmp \"ult\" %0, %1 : i64\n{body}")
}

#[test]
fn undefined_behaviour_is_found_and_nothing_else() {
    support::alone("undefined_behaviour_is_found_and_nothing_else", || {
        let bodies: Vec<String> = PLANTED
            .iter()
            .flat_map(|(_, wrong, right)| [with_condition(wrong), with_condition(right)])
            .collect();
        let bodies: Vec<&str> = bodies.iter().map(String::as_str).collect();
        for (pair, (what, wrong, _)) in run(&bodies).chunks(2).zip(PLANTED) {
            let (found, misused) = match &pair[0].ending {
                Ending::Undefined(found) => (words::cause(found), false),
                Ending::Fault(found) => (words::cause(found), true),
                other => panic!("{other:?}: {wrong}"),
            };
            assert_eq!(misused, MISUSE.contains(what), "{found}: {wrong}");
            assert!(found.contains(what), "{found} instead of {what}: {wrong}");
            assert_eq!(pair[1].ending, Ending::Done, "beside {what}: {wrong}");
            assert!(pair.iter().all(|ran| ran.unknown.is_empty()), "{pair:?}");
        }
    });
}

#[test]
fn the_operation_that_made_poison_is_named() {
    support::alone("the_operation_that_made_poison_is_named", || {
        let ran = run(&["%x = llvm.mlir.constant(-1 : i64) : i64 %r = llvm.shl %1, %x : i64
        llvm.call @printI64(%r) : (i64) -> ()"]);
        let found = said(&ran[0]);
        assert!(found.contains("in `llvm.call @printI64"), "{found}");
        assert!(found.contains("it comes from `%") && found.contains("llvm.shl"), "{found}");
    });
}

#[test]
fn narrow_floats_are_rounded_to_the_nearest() {
    support::alone("narrow_floats_are_rounded_to_the_nearest", || {
        // Between two numbers of bfloat16 and f16 both times, nearer to the upper one.
        let rounded = |ty: &str| {
            format!(
            "%x = llvm.mlir.constant(0.30399999 : f32) : f32 %n = llvm.fptrunc %x : f32 to {ty}
            %b = llvm.bitcast %n : {ty} to i16 %r = llvm.zext %b : i16 to i64 llvm.call @printI64(%r) : (i64) -> ()"
        )
        };
        let product = "%x = llvm.mlir.constant(1.0859375 : bf16) : bf16 %p = llvm.fmul %x, %x : bf16
        %b = llvm.bitcast %p : bf16 to i16 %r = llvm.zext %b : i16 to i64 llvm.call @printI64(%r) : (i64) -> ()";
        let both = "%x = llvm.mlir.constant(2.0 : f32) : f32
        %s = llvm.intr.sincos(%x) : (f32) -> !llvm.struct<(f32, f32)>
        %c = llvm.extractvalue %s[1] : !llvm.struct<(f32, f32)> %d = llvm.fpext %c : f32 to f64
        llvm.call @printF64(%d) : (f64) -> ()";
        let ran = run(&[&rounded("bf16"), &rounded("f16"), product, both]);
        let printed: Vec<u64> = ran.iter().map(|ran| ran.outputs[0].bits[0]).collect();
        assert_eq!(printed[..3], [0x3e9c, 0x34dd, 0x3f97]);
        assert_eq!(f64::from_bits(printed[3]) as f32, 2f32.cos());
    });
}

#[test]
fn what_nobody_looks_at_is_no_finding() {
    support::alone("what_nobody_looks_at_is_no_finding", || {
        let ran = run(&["%x = llvm.mlir.constant(-1 : i64) : i64 %r = llvm.shl %1, %x : i64
        %p = llvm.call @malloc(%8) : (i64) -> !llvm.ptr llvm.store %r, %p : i64, !llvm.ptr"]);
        assert_eq!(ran[0].ending, Ending::Done);
        assert_eq!(ran[0].leaked, Leaked { blocks: 1, bytes: 8 });
    });
}

#[test]
fn what_is_not_known_is_named_and_matters_where_it_is_reached() {
    support::alone("what_is_not_known_is_named_and_matters_where_it_is_reached", || {
        let unknown = "%r = llvm.inline_asm \"nop\", \"\" : () -> !llvm.void";
        let unknown = unknown.replace(" -> !llvm.void", " -> i64");
        let skipped = format!(
            "  %b = llvm.icmp \"ult\" %0, %1 : i64\nllvm.cond_br %b, ^b, ^a\n^a:\n{unknown}\nllvm.br ^b\n^b:"
        );
        let ended = "%n = llvm.mlir.zero : !llvm.ptr llvm.call @puts(%n) : (!llvm.ptr) -> () llvm.call @abort() : () -> ()";
        let ran = run(&[&unknown, &skipped, ended]);
        assert!(
            matches!(&ran[0].ending, Ending::Unsupported(why) if words::cause(why).contains("llvm.inline_asm")),
            "{ran:?}"
        );
        assert_eq!(
            (&ran[1].ending, ran[1].unknown.as_slice()),
            (&Ending::Done, &[Lack::Operation("llvm.inline_asm".to_owned())][..])
        );
        assert_eq!(ran[2].ending, Ending::Fault(Cause::GivesUp("abort".to_owned())));
    });
}

#[test]
fn an_endless_loop_runs_out_of_fuel() {
    support::alone("an_endless_loop_runs_out_of_fuel", || {
        let ran = run(&["llvm.br ^a\n^a: llvm.br ^a\n^b:"]);
        let operation = Some("`llvm.br ^bb1`".to_owned());
        let long = Cause::At { why: Box::new(Cause::TooManySteps {}), operation, origin: None };
        assert_eq!(ran[0].ending, Ending::Unsupported(long));
    });
}

/// The place where the two printed something else. Nobody promises which NaN it is.
fn unlike(one: &Value, other: &Value, expected: &Value) -> Option<String> {
    let list = |value: &Value| value.as_array().expect("a list").clone();
    for (output, what) in list(expected).iter().enumerate() {
        let float = what["float"].as_str().and_then(Element::parse).and_then(Format::of);
        for place in 0..list(&what["bits"]).len() {
            let bits = |from: &Value| {
                let digits =
                    from[output]["bits"][place].as_str().expect("hexadecimal").trim_start_matches("0x");
                u64::from_str_radix(digits, 16).expect("hexadecimal")
            };
            let is_nan = |bits: u64| {
                float.is_some_and(|format| format.decode(bits & (u64::MAX >> (64 - format.bits))).is_nan())
            };
            let (a, b) = (bits(one), bits(other));
            if a != b && !(is_nan(a) && is_nan(b)) {
                return Some(format!("output {output} at {place}: {a:#x} and {b:#x}"));
            }
        }
    }
    None
}

/// Generates programs and runs each compiled and interpreted; how many came down to llvm, and of these how many the interpreter
/// did not leave to the jit.
fn compared(programs: usize) -> (usize, usize) {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let out = folder.path().join("programs");
    let count = programs.to_string();
    support::Lowdiff::new(&["gen", "--seed", "11", "--count", &count, "--out"]).arg(&out).run();
    let (mut lowered, mut interpreted) = (0, 0);
    for entry in std::fs::read_dir(&out).expect("programs were made") {
        let file = entry.expect("an entry").path();
        if file.extension().is_some_and(|extension| extension == "json") {
            continue;
        }
        let run = |executor| {
            let words =
                ["run", "--mlir", "22", "--json", "--executor", executor, "--path", support::TOSA_PATH];
            support::Lowdiff::new(&words).arg(&file).run().json()
        };
        let (compiled, ran) = (run("jit"), run("interp"));
        if compiled["outcome"] != "ok" {
            continue;
        }
        lowered += 1;
        assert_eq!(ran["executor"], "interp");
        assert_eq!(ran["outcome"], "ok", "{}: {}", file.display(), ran["message"]);
        let expected = std::fs::read_to_string(file.with_extension("json")).expect("results are beside it");
        let expected: Value = serde_json::from_str(&expected).expect("it is JSON");
        let difference = unlike(&ran["outputs"], &compiled["outputs"], &expected["outputs"]);
        assert_eq!(difference, None, "{}", file.display());
        interpreted += usize::from(ran["interpreted"] == true);
    }
    (lowered, interpreted)
}

#[test]
fn it_gives_the_bits_that_compiled_code_gives() {
    let (lowered, interpreted) = compared(6);
    assert!(lowered >= 4, "{lowered} came down");
    assert_eq!(interpreted, lowered, "the rest was left to the jit");
}

/// Some minutes.
#[test]
#[ignore = "long: scripts/test.sh --all runs it"]
fn it_gives_the_bits_that_compiled_code_gives_for_many_programs() {
    let (lowered, interpreted) = compared(400);
    assert!(lowered >= 300, "{lowered} came down");
    assert!(interpreted * 100 >= lowered * 99, "{interpreted} of {lowered} were not left to the jit");
}

/// Compiled, it prints whatever lies there.
#[test]
fn memory_that_was_never_written_is_found_every_time() {
    let program = "func.func private @printMemrefI32(tensor<*xi32>)\nfunc.func @main() {\n  \
        %e = tensor.empty() : tensor<2xi32>\n  %u = tensor.cast %e : tensor<2xi32> to tensor<*xi32>\n  \
        call @printMemrefI32(%u) : (tensor<*xi32>) -> ()\n  return\n}\n";
    let folder = tempfile::tempdir().expect("a temporary folder");
    let file = support::program(folder.path(), "p.mlir", program);
    for _ in 0..3 {
        let words = ["run", "--mlir", "22", "--json", "--executor", "interp", "--path", support::TOSA_PATH];
        let answer = support::Lowdiff::new(&words).arg(&file).run();
        assert_eq!(
            (answer.status, answer.json()["outcome"].clone()),
            (Some(3), "undefined".into()),
            "{answer:?}"
        );
        assert!(answer.json()["message"].as_str().is_some_and(|m| m.contains("never written")), "{answer:?}");
    }
}
