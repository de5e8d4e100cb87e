//! Compiled code that goes wrong by itself: outcomes of its own, never MLIR's fault and never lowdiff's end.

use crate::support;

use serde_json::Value;
use std::time::Duration;
use support::{DEFAULT_PATH, Lowdiff, program, toolchain};

/// Compiles and runs a `main` with this body and these declarations beside it.
fn run(declarations: &str, body: &str) -> Value {
    run_by("jit", "10", declarations, body)
}

/// Runs it by this executor, with so many seconds for each phase.
fn run_by(executor: &str, timeout: &str, declarations: &str, body: &str) -> Value {
    toolchain("22");
    let folder = tempfile::tempdir().expect("a temporary folder");
    let file = program(
        folder.path(),
        "p.mlir",
        &format!("{declarations}\nfunc.func @main() {{\n{body}\n  return\n}}\n"),
    );
    let answer = Lowdiff::new(&[
        "run",
        "--json",
        "--executor",
        executor,
        "--timeout",
        timeout,
        "--path",
        DEFAULT_PATH,
    ])
    .arg(file)
    .run();
    assert!(answer.took < Duration::from_secs(20), "{body}: {:?}", answer.took);
    let document = answer.json();
    assert!(document["pass"].is_null(), "no pass is to blame: {answer:?}");
    document
}

/// Asserts the outcome and words of the message.
fn ends(declarations: &str, body: &str, outcome: &str, message: &str) {
    is_end(&run(declarations, body), body, outcome, message);
}

fn is_end(document: &Value, body: &str, outcome: &str, message: &str) {
    assert_eq!(document["outcome"], outcome, "{body}: {document:#}");
    let said = document["message"].as_str().unwrap_or_default();
    assert!(said.contains(message), "'{said}' does not say '{message}'");
}

const PRINT: &str = "func.func private @printMemrefI32(memref<*xi32>)";

#[test]
fn the_good_neighbour_runs() {
    let body = "  %m = memref.alloc() : memref<4xi32>
  %c = arith.constant 3 : index
  %x = arith.constant 9 : i32
  memref.store %x, %m[%c] : memref<4xi32>
  %any = memref.cast %m : memref<4xi32> to memref<*xi32>
  call @printMemrefI32(%any) : (memref<*xi32>) -> ()
  memref.dealloc %m : memref<4xi32>";
    let document = run(PRINT, body);
    assert_eq!(document["outcome"], "ok", "{document:#}");
    // Memory that was never written shows the pattern that fresh memory is filled with.
    let bits = &document["outputs"][0]["bits"];
    assert_eq!(bits, &serde_json::json!(["0xa5a5a5a5", "0xa5a5a5a5", "0xa5a5a5a5", "0x9"]), "{document:#}");
}

#[test]
fn memory_errors_are_faults() {
    let twice = "  %m = memref.alloc() : memref<4xi32>
  memref.dealloc %m : memref<4xi32>
  memref.dealloc %m : memref<4xi32>";
    ends("", twice, "fault", "twice");
    let never = "  %m = memref.alloca() : memref<4xi32>
  memref.dealloc %m : memref<4xi32>";
    ends("", never, "fault", "never allocated");
    let past = "  %m = memref.alloc() : memref<4xi32>
  %c = arith.constant 5 : index
  %x = arith.constant 9 : i32
  memref.store %x, %m[%c] : memref<4xi32>";
    ends("", past, "fault", "past the end");
    let cut = "  %m = memref.alloc() : memref<3xi32>
  %c = arith.constant 3 : index
  %x = arith.constant 9 : i32
  memref.store %x, %m[%c] : memref<3xi32>
  memref.dealloc %m : memref<3xi32>";
    ends("", cut, "fault", "wrote past the end of a block of 12 bytes");
    let null = "  %p = llvm.mlir.zero : !llvm.ptr
  %x = llvm.load volatile %p : !llvm.ptr -> i32";
    ends("", null, "fault", "SIGSEGV");
    let wild = "  %a = llvm.mlir.constant(3735928559 : i64) : i64
  %p = llvm.inttoptr %a : i64 to !llvm.ptr
  llvm.call @free(%p) : (!llvm.ptr) -> ()";
    ends("llvm.func @free(!llvm.ptr)", wild, "fault", "never allocated");
}

/// Compiled code and the evaluator find the same fault by the same rule.
#[test]
fn a_fault_has_one_rule_whoever_finds_it() {
    let alloc = "  %m = memref.alloc() : memref<4xi32>";
    let free = "  memref.dealloc %m : memref<4xi32>";
    let past = |byte: i64| {
        format!(
            "  %k = llvm.mlir.constant(8 : i64) : i64\n  %p = llvm.call @malloc(%k) : (i64) -> !llvm.ptr
  %q = llvm.getelementptr %p[{byte}] : (!llvm.ptr) -> !llvm.ptr, i8\n  llvm.store %k, %q : i64, !llvm.ptr"
        )
    };
    let shown = "  %z = arith.constant 0 : index\n  %x = memref.load %m[%z] : memref<4xi32>
  %w = arith.extsi %x : i32 to i64\n  llvm.call @printI64(%w) : (i64) -> ()";
    let null = "  %p = llvm.mlir.zero : !llvm.ptr\n  %x = llvm.load volatile %p : !llvm.ptr -> i32";
    let wild = "  %a = llvm.mlir.constant(3735928559 : i64) : i64
  %p = llvm.inttoptr %a : i64 to !llvm.ptr\n  llvm.call @free(%p) : (!llvm.ptr) -> ()";
    let declared =
        "llvm.func @printI64(i64)\nllvm.func @free(!llvm.ptr)\nllvm.func @malloc(i64) -> !llvm.ptr";
    for (rule, body) in [
        ("free_again", [alloc, free, free].join("\n")),
        ("free_no_block", ["  %m = memref.alloca() : memref<4xi32>", free].join("\n")),
        ("free_unallocated", wild.to_owned()),
        ("access_out_of_bounds", past(24)),
        ("access_out_of_bounds", past(8)),
        ("access_freed", [alloc, free, shown].join("\n")),
        ("access_through", null.to_owned()),
    ] {
        for executor in ["jit", "interp"] {
            let document = run_by(executor, "10", declared, &body);
            assert_eq!(document["broken"]["rule"], rule, "{executor}: {body}\n{document:#}");
        }
    }
}

/// Reading where it must not go ends a program, too, and the block it has missed is named.
#[test]
fn reads_of_what_is_not_theirs_are_faults() {
    let shown = "  %any = memref.cast %s : memref<1xi32> to memref<*xi32>
  call @printMemrefI32(%any) : (memref<*xi32>) -> ()";
    let read = |before: &str, block: &str, index: i64| {
        format!(
            "{before}  %s = memref.alloc() : memref<1xi32>
  %m = memref.alloc() : memref<4xi32>
  %zero = arith.constant 0 : index
  %c = arith.constant {index} : index
{block}  %x = memref.load %m[%c] : memref<4xi32>
  memref.store %x, %s[%zero] : memref<1xi32>
{shown}"
        )
    };
    let freed = read("", "  memref.dealloc %m : memref<4xi32>\n", 2);
    ends(PRINT, &freed, "fault", "SIGSEGV: a read at byte 8 of a block of 16 bytes that was freed");
    ends(PRINT, &read("", "", 6), "fault", "SIGSEGV: a read 8 bytes past the end of a block of 16 bytes");
    // One block in four begins behind a closed page.
    let others = "  %k = llvm.mlir.constant(8 : i64) : i64
  %a = llvm.call @malloc(%k) : (i64) -> !llvm.ptr
  %b = llvm.call @malloc(%k) : (i64) -> !llvm.ptr\n";
    let declared = format!("{PRINT}\nllvm.func @malloc(i64) -> !llvm.ptr");
    ends(&declared, &read(others, "", -1), "fault", "SIGSEGV: a read 4 bytes before a block of 16 bytes");
    assert_eq!(run(&declared, &read(others, "", 3))["outcome"], "ok");
}

/// Blocks of `calloc`, `realloc` and aligned ones come from the same allocator as all others.
#[test]
fn every_way_to_allocate_is_watched() {
    let declarations = "llvm.func @calloc(i64, i64) -> !llvm.ptr\nllvm.func @realloc(!llvm.ptr, i64) -> !llvm.ptr
llvm.func @_mlir_memref_to_llvm_aligned_alloc(i64, i64) -> !llvm.ptr\nllvm.func @free(!llvm.ptr)\nllvm.func @printI64(i64)";
    let begin = "  %n = llvm.mlir.constant(4 : i64) : i64\n  %m = llvm.mlir.constant(64 : i64) : i64
  %p = llvm.call @calloc(%n, %n) : (i64, i64) -> !llvm.ptr\n  llvm.store %n, %p : i64, !llvm.ptr
  %q = llvm.call @realloc(%p, %m) : (!llvm.ptr, i64) -> !llvm.ptr
  %a = llvm.call @_mlir_memref_to_llvm_aligned_alloc(%m, %m) : (i64, i64) -> !llvm.ptr
  %e = llvm.getelementptr %q[8] : (!llvm.ptr) -> !llvm.ptr, i8
  %g = llvm.getelementptr %q[16] : (!llvm.ptr) -> !llvm.ptr, i8\n";
    let look = "  %x = llvm.load %q : !llvm.ptr -> i64\n  %y = llvm.load %e : !llvm.ptr -> i64\n  %z = llvm.load %g : !llvm.ptr -> i64
  llvm.call @printI64(%x) : (i64) -> ()\n  llvm.call @printI64(%y) : (i64) -> ()\n  llvm.call @printI64(%z) : (i64) -> ()
  llvm.call @free(%q) : (!llvm.ptr) -> ()\n  llvm.call @free(%a) : (!llvm.ptr) -> ()";
    let document = run(declarations, &format!("{begin}{look}"));
    assert_eq!(document["outcome"], "ok", "{document:#}");
    let printed: Vec<&Value> = (0..3).map(|output| &document["outputs"][output]["bits"][0]).collect();
    assert_eq!(printed, ["0x4", "0x0", "0xa5a5a5a5a5a5a5a5"]);
    let kept = "  llvm.store %n, %p : i64, !llvm.ptr";
    ends(declarations, &format!("{begin}{kept}"), "fault", "that was freed");
}

#[test]
fn fresh_memory_on_the_stack_holds_the_pattern() {
    let body = "  %m = memref.alloca() : memref<3xi32>
  %any = memref.cast %m : memref<3xi32> to memref<*xi32>
  call @printMemrefI32(%any) : (memref<*xi32>) -> ()";
    let document = run(PRINT, body);
    let bits = &document["outputs"][0]["bits"];
    assert_eq!(bits, &serde_json::json!(["0xa5a5a5a5", "0xa5a5a5a5", "0xa5a5a5a5"]), "{document:#}");
}

/// A frame of eight bytes is made by pushing a register.
#[test]
fn fresh_memory_in_the_least_frame_holds_the_pattern() {
    let body = "  %m = memref.alloca() : memref<i64>
  %v = memref.load %m[] : memref<i64>
  call @printI64(%v) : (i64) -> ()";
    let document = run("func.func private @printI64(i64)", body);
    let bits = &document["outputs"][0]["bits"];
    assert_eq!(bits, &serde_json::json!(["0xa5a5a5a5a5a5a5a5"]), "{document:#}");
}

/// Two paths compute such results alike, and another pattern of fresh memory changes them.
#[test]
fn what_hangs_on_fresh_memory_shows_on_other_fresh_memory() {
    toolchain("22");
    let compare = |body: &str| {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let text = format!("{PRINT}\nfunc.func @main() {{\n{body}\n  return\n}}\n");
        let file = program(folder.path(), "p.mlir", &text);
        let other = DEFAULT_PATH.replace("builtin.module(", "builtin.module(cse,");
        let answer =
            Lowdiff::new(&["compare", "--json", "--executor", "jit", "--path", DEFAULT_PATH, "--path"])
                .arg(&other)
                .arg(file)
                .run();
        (answer.status, answer.json()["verdict"].clone(), answer)
    };
    let shows = "  %any = memref.cast %m : memref<3xi32> to memref<*xi32>
  call @printMemrefI32(%any) : (memref<*xi32>) -> ()";
    for fresh in ["alloca", "alloc"] {
        let (status, verdict, answer) = compare(&format!("  %m = memref.{fresh}() : memref<3xi32>\n{shows}"));
        assert_eq!((status, verdict), (Some(3), Value::from("incomparable")), "{answer:?}");
    }
    let written = "  %m = memref.alloc() : memref<3xi32>
  %x = arith.constant 9 : i32
  linalg.fill ins(%x : i32) outs(%m : memref<3xi32>)";
    let (status, verdict, answer) = compare(&format!("{written}\n{shows}"));
    assert_eq!((status, verdict), (Some(0), Value::from("agree")), "{answer:?}");
}

/// More blocks than can lie between closed pages; the rest have guards alone, and what they miss is found at the end.
#[test]
fn many_blocks_are_served() {
    let body = "  %begin = arith.constant 0 : index
  %end = arith.constant 20000 : index
  %step = arith.constant 1 : index
  %x = arith.constant 7 : i32
  %k = llvm.mlir.constant(8 : i64) : i64
  scf.for %i = %begin to %end step %step {
    %p = llvm.call @malloc(%k) : (i64) -> !llvm.ptr
    llvm.store %x, %p : i32, !llvm.ptr
  }";
    let malloc = "llvm.func @malloc(i64) -> !llvm.ptr";
    let document = run(malloc, body);
    assert_eq!(document["outcome"], "ok", "{document:#}");
    let past = body.replace(
        "llvm.store %x, %p : i32",
        "%q = llvm.getelementptr %p[9] : (!llvm.ptr) -> !llvm.ptr, i8\n    llvm.store %x, %q : i32",
    );
    ends(malloc, &past, "fault", "past the end of a block of 8 bytes");
}

/// The allocator's data that it would write over is not there to be missed.
#[test]
fn a_ruined_allocator_is_the_programs_fault() {
    let body = "  %m = memref.alloc() : memref<1xi64>
  %begin = arith.constant 8 : index
  %end = arith.constant 1000 : index
  %step = arith.constant 1 : index
  %x = arith.constant -1 : i64
  scf.for %i = %begin to %end step %step {
    memref.store %x, %m[%i] : memref<1xi64>
  }";
    let document = run("", body);
    assert_eq!(document["outcome"], "fault", "{document:#}");
    assert!(
        document["message"].as_str().is_some_and(|said| said.contains("a write 56 bytes past the end of"))
    );
}

#[test]
fn signals_are_faults() {
    ends("func.func private @abort()", "  call @abort() : () -> ()", "fault", "SIGABRT");
    ends("", "  \"llvm.intr.trap\"() : () -> ()", "fault", "SIG");
    let deep = "func.func @deep(%n: i32) -> i32 {
  %m = memref.alloca() : memref<1000xi32>
  %c = arith.constant 7 : index
  memref.store %n, %m[%c] : memref<1000xi32>
  %0 = call @deep(%n) : (i32) -> i32
  %1 = memref.load %m[%c] : memref<1000xi32>
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}";
    let call = "  %x = arith.constant 1 : i32\n  %0 = call @deep(%x) : (i32) -> i32";
    ends(deep, call, "fault", "SIGSEGV");
}

#[test]
fn what_never_ends_is_stopped() {
    let endless = "  cf.br ^again\n^again:\n  cf.br ^again\n^never:";
    is_end(&run_by("jit", "1", "", endless), endless, "timeout", "did not end in time");
    let document = run_by("interp", "1", "", endless);
    let named = "the lowered program did not end in time; interpreted, it takes too many steps, in `llvm.br";
    assert_eq!(document["outcome"], "timeout", "{document:#}");
    assert!(document["message"].as_str().is_some_and(|said| said.starts_with(named)), "{document:#}");
    // Called by name, because MLIR removes loops that do nothing but allocate.
    let malloc = "llvm.func @malloc(i64) -> !llvm.ptr";
    let hungry = "  %n = llvm.mlir.constant(1000000 : i64) : i64
  cf.br ^again
^again:
  %p = llvm.call @malloc(%n) : (i64) -> !llvm.ptr
  cf.br ^again
^never:";
    ends(malloc, hungry, "unsupported", "more memory than it may");
    let huge = "  %n = llvm.mlir.constant(99999999999 : i64) : i64
  %p = llvm.call @malloc(%n) : (i64) -> !llvm.ptr";
    ends(malloc, huge, "unsupported", "more memory than it may");
}

#[test]
fn exit_is_a_fault_and_unknown_functions_are_unsupported() {
    let exit = "  %x = arith.constant 0 : i32\n  call @exit(%x) : (i32) -> ()";
    ends("func.func private @exit(i32)", exit, "fault", "exit");
    ends(
        "func.func private @nowhere()",
        "  call @nowhere() : () -> ()",
        "unsupported",
        "needs nowhere, which neither",
    );
}

#[test]
fn a_global_of_another_module_is_unsupported() {
    let global = "llvm.mlir.global external @elsewhere() : i64\nfunc.func private @printI64(i64)";
    let body = "  %p = llvm.mlir.addressof @elsewhere : !llvm.ptr\n  %v = llvm.load %p : !llvm.ptr -> i64
  call @printI64(%v) : (i64) -> ()";
    // The interpreter leaves it to compiled code, for which LLVM names what is missing.
    for executor in ["interp", "jit"] {
        let ended = run_by(executor, "10", global, body);
        is_end(&ended, body, "unsupported", "needs elsewhere, which neither");
    }
}
