//! Repairs of programs that may be undefined: each rule of the evaluator is broken, repaired and run again.

use crate::support::{self, Lowdiff, toolchain};
use crate::undefined_levels::{BOUNDS, any, files, programs};
use lowdiff::execute::interp::{Ending, Interpreter, Ran};
use lowdiff::mlir::{Context, Library, Module};
use lowdiff::sanitize::sanitize;
use lowdiff::version::DEFAULT;

/// Rules whose programs are not defined after repair, with the reason; the lists are exact.
const LEFT: &[(&str, &[&str])] = &[
    (
        "the program ends for another reason: it calls what is not there, or does not end",
        &["br_endless", "call_absent", "call_endless", "while_endless", "while_after_division"],
    ),
    ("a function that is called by a value has no default", &["call_indirect_poison", "call_signature"]),
    (
        "iterations meet in one place, and all of them would have to change",
        &[
            "affine_parallel_assign",
            "generic_parallel_writes",
            "parallel_insert_slice_bounds",
            "parallel_insert_slice_conflict",
        ],
    ),
    (
        "the documentation leaves the order of a computation, a rounding or the sign of a zero to MLIR",
        &[
            "contract_order",
            "maxnumf_zeros",
            "minnumf_zeros",
            "multi_reduction_order",
            "reduction_maxnum_zeros",
            "reduction_order",
        ],
    ),
    (
        "arithmetic of indices or of powers that overflows would have to be computed with more bits",
        &["apply_overflow_product", "apply_overflow_sum", "ipowi_overflow", "linearize_overflow"],
    ),
    (
        "a number without bits in its format, or bytes that are no boolean",
        &["sitofp_powers_negative", "truncf_finite_nan", "view_boolean", "view_boolean_byte"],
    ),
    ("a promise of an attribute that the operation needs", &["gather_unique", "scatter_unique"]),
    (
        "a tensor and its buffer are one or two by what bufferization does",
        &["dealloc_condition", "materialize_shapes", "to_buffer_written", "to_tensor_written"],
    ),
    ("no repair is written", &["cast_rank", "pack_remainder", "unpack_extent"]),
];

/// A defined end with defined results.
fn is_defined(ran: &Ran) -> bool {
    ran.ending == Ending::Done && !any(&ran.returned, |taint| !taint.is_none())
}

/// Repairs each rule's program on this version: how many are defined then, which are not, and objections to what a repair changed.
fn repaired(version: &str) -> (usize, Vec<String>, Vec<String>) {
    let library = Library::open(&support::loadable(version).library).expect("the library loads");
    let context = Context::new(library);
    let mut interpreter = Interpreter::new(&context);
    let (mut defined, mut left, mut objections) = (0, Vec::new(), Vec::new());
    for file in files() {
        let text = std::fs::read_to_string(&file).expect("a program");
        for (rule, program) in programs(&text) {
            let Ok(module) = Module::parse(&context, &program) else { continue };
            let Some(read) = interpreter.read(&module) else { continue };
            let text = sanitize(&read).module.generic();
            let made = match Module::parse(&context, &text) {
                Ok(made) => made,
                Err(why) => {
                    objections.push(format!("{} becomes invalid: {why:?}\n{text}", rule.id));
                    continue;
                }
            };
            let mut run = |module: &Module<'_>, end: &str| {
                interpreter.run_function(module, &format!("{}_{end}", rule.id), BOUNDS.0, BOUNDS.1)
            };
            let (before, after) = (run(&module, "good"), run(&made, "good"));
            if before.ending != after.ending || before.returned != after.returned {
                objections.push(format!("{}_good computes something else: {:?}", rule.id, after.ending));
            }
            if is_defined(&run(&made, "bad")) {
                defined += 1;
            } else {
                left.push(rule.id.to_owned());
            }
        }
    }
    (defined, left, objections)
}

fn each_rule_is_repaired_and_its_neighbour_stays(version: &str) {
    // MLIR 19 does not parse all of them.
    let at_least = if version == "19" { 250 } else { 280 };
    let (defined, mut left, objections) = repaired(version);
    assert!(objections.is_empty(), "{}", objections.join("\n"));
    let mut listed: Vec<String> =
        LEFT.iter().flat_map(|(_, ids)| ids.iter().map(|id| (*id).to_owned())).collect();
    listed.sort_unstable();
    left.sort_unstable();
    let unlisted: Vec<_> = left.iter().filter(|id| !listed.contains(id)).collect();
    assert!(unlisted.is_empty(), "{unlisted:?} are not defined");
    if version == DEFAULT.name {
        assert_eq!(left, listed, "some are defined, and listed as if they were not");
    }
    assert!(defined >= at_least, "{defined} are defined");
}

on_each_version!(each_rule_is_repaired_and_its_neighbour_stays);

const DIVIDES: &str = "func.func @main(%n: i32, %d: i32) -> i32 {
  %q = arith.divsi %n, %d : i32
  return %q : i32
}
";

#[test]
fn the_command_repairs_comments_and_runs() {
    let folder = tempfile::tempdir().unwrap();
    let (program, out) = (folder.path().join("p.mlir"), folder.path().join("out.mlir"));
    std::fs::write(&program, DIVIDES).unwrap();
    let given = ["sanitize", "--args", "7, 0", "--json", "-o"];
    let library = &toolchain("22").library;
    let done = Lowdiff::new(&given).arg(&out).arg(&program).arg("--mlir").arg(library).run();
    assert_eq!(done.status, Some(0), "{}", done.stderr);
    let document: serde_json::Value = serde_json::from_str(&done.stdout).expect("a document");
    assert_eq!(document["found"][0]["operation"], "arith.divsi");
    assert_eq!(document["found"][0]["change"], "division");
    assert_eq!((&document["after"], &document["defined"]), (&"Done".into(), &true.into()));
    assert!(document["before"]["Undefined"].is_string(), "{document:#}");
    let text = std::fs::read_to_string(&out).unwrap();
    assert_eq!(document["program"], text.as_str());
    assert!(text.contains("// arith.divsi: no divisor is zero, and no quotient overflows\n"), "{text}");
    // The result is a program like any other, and computes what a defined run computed.
    for (arguments, shown) in [("7, 0", "7"), ("7, 2", "3"), ("-2147483648, -1", "0")] {
        let done = Lowdiff::new(&["eval", "--args", arguments, "--mlir"]).arg(library).arg(&out).run();
        assert_eq!(done.status, Some(0), "{arguments}: {}", done.stderr);
        assert!(done.stdout.trim_end().ends_with(shown), "{arguments}: {}", done.stdout);
    }
    let done = Lowdiff::new(&["run", "--args", "7, 0", "--mlir"]).arg(library).arg(&out).run();
    assert_eq!(done.status, Some(0), "{}", done.stderr);
}

#[test]
fn what_stays_undefined_has_status_3_and_what_is_no_program_2() {
    let folder = tempfile::tempdir().unwrap();
    let program = folder.path().join("p.mlir");
    let reached = "func.func @main() -> i32 {\n  %r = scf.execute_region -> i32 {\n    ub.unreachable\n  }\n  return %r : i32\n}\n";
    std::fs::write(&program, reached).unwrap();
    let done = Lowdiff::new(&["sanitize", "--mlir"]).arg(&toolchain("22").library).arg(&program).run();
    assert_eq!(done.status, Some(3), "{}", done.stderr);
    assert!(done.stderr.contains("after: undefined"), "{}", done.stderr);
    assert!(
        done.stderr.contains("ub.unreachable is not repaired: no repair knows its form"),
        "{}",
        done.stderr
    );
    std::fs::write(&program, "func.func @main( {\n").unwrap();
    let done = Lowdiff::new(&["sanitize", "--mlir"]).arg(&toolchain("22").library).arg(&program).run();
    assert_eq!(done.status, Some(2), "{}", done.stderr);
}

/// The status, the standard error and the result of the command on a program.
fn sanitized(program: &str, options: &[&str]) -> (Option<i32>, String, Option<String>) {
    let folder = tempfile::tempdir().unwrap();
    let (file, out) = (folder.path().join("p.mlir"), folder.path().join("out.mlir"));
    std::fs::write(&file, program).unwrap();
    let command = Lowdiff::new(&["sanitize"]).arg(&file).arg("-o").arg(&out).arg("--mlir");
    let command =
        options.iter().fold(command.arg(&toolchain("22").library), |command, word| command.arg(word));
    let done = command.run();
    (done.status, done.stderr, std::fs::read_to_string(&out).ok())
}

/// A program that is undefined with these options, and defined with them after repairs.
struct Undefined {
    options: &'static [&'static str],
    program: &'static str,
}

const UNDEFINED: &[Undefined] = &[
    Undefined {
        options: &["--args", "7, 0"],
        program: "func.func @main(%a: tensor<4xi32>, %b: tensor<4xi32>) -> tensor<4xi32> {
  %z = arith.constant dense<0> : tensor<4xi32>
  %0 = linalg.div ins(%a, %b : tensor<4xi32>, tensor<4xi32>) outs(%z : tensor<4xi32>) -> tensor<4xi32>
  return %0 : tensor<4xi32>
}
",
    },
    Undefined {
        options: &["--arg-shape", "0=8"],
        program: "func.func @main(%a: tensor<?xf32>) -> tensor<?x4xf32> {
  %0 = tensor.expand_shape %a [[0,1]] output_shape [3, 4] : tensor<?xf32> into tensor<?x4xf32>
  return %0 : tensor<?x4xf32>
}
",
    },
    Undefined {
        options: &["--args", "1, 2, 0, 1"],
        program: "func.func @main(%x: f32, %k: index, %i: index, %n: index) -> tensor<?x?xf32> {
  %s = tensor.splat %x[%k] : tensor<?x2xf32>
  %c4 = arith.constant 4 : index
  %z = arith.constant 0.0 : f32
  %t = tensor.splat %z[%c4, %c4] : tensor<?x?xf32>
  %r = tensor.insert_slice %s into %t[%i, 1] [%n, 2] [1, 1] : tensor<?x2xf32> into tensor<?x?xf32>
  return %r : tensor<?x?xf32>
}
",
    },
    Undefined {
        options: &["--args", "5, 40"],
        program: "func.func @main(%a: i32, %b: i32) -> (i32, i32) {
  %0 = llvm.intr.sshl.sat(%a, %b) : (i32, i32) -> i32
  %1 = llvm.intr.ushl.sat(%a, %b) : (i32, i32) -> i32
  return %0, %1 : i32, i32
}
",
    },
    Undefined {
        options: &["--args", "-448.0"],
        program: "func.func @main(%f: f8E4M3FN) -> (i32, i8) {
  %0 = arith.fptosi %f : f8E4M3FN to i32
  %1 = arith.fptosi %f : f8E4M3FN to i8
  return %0, %1 : i32, i8
}
",
    },
    // It is released in each iteration.
    Undefined {
        options: &["--args", "3.0"],
        program: "func.func @main(%f: f32) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %a = memref.alloc() : memref<4xf32>
  %r = scf.for %i = %c0 to %c3 step %c1 iter_args(%s = %f) -> f32 {
    memref.store %s, %a[%c0] : memref<4xf32>
    %x = memref.load %a[%c0] : memref<4xf32>
    memref.dealloc %a : memref<4xf32>
    scf.yield %x : f32
  }
  return %r : f32
}
",
    },
    // The release is the last use in the text alone.
    Undefined {
        options: &["--args", "3.0"],
        program: "func.func @main(%f: f32) -> f32 {
  %c0 = arith.constant 0 : index
  %a = memref.alloc() : memref<4xf32>
  memref.store %f, %a[%c0] : memref<4xf32>
  cf.br ^free
^use:
  %x = memref.load %a[%c0] : memref<4xf32>
  return %x : f32
^free:
  memref.dealloc %a : memref<4xf32>
  cf.br ^use
}
",
    },
    // A view of memory on the stack is handed out.
    Undefined {
        options: &["--args", "3.0"],
        program: "func.func private @f(%x: f32) -> memref<?xf32> {
  %c0 = arith.constant 0 : index
  %a = memref.alloca() : memref<2xf32>
  %b = memref.cast %a : memref<2xf32> to memref<?xf32>
  memref.store %x, %b[%c0] : memref<?xf32>
  return %b : memref<?xf32>
}
func.func @main(%x: f32) -> f32 {
  %c0 = arith.constant 0 : index
  %m = func.call @f(%x) : (f32) -> memref<?xf32>
  %v = memref.load %m[%c0] : memref<?xf32>
  return %v : f32
}
",
    },
];

#[test]
fn what_is_undefined_is_defined_after_repairs() {
    for Undefined { options, program } in UNDEFINED {
        let (status, stderr, _) = sanitized(program, options);
        assert_eq!(status, Some(0), "{stderr}\n{program}");
        assert!(
            !stderr.contains("before: defined") && stderr.contains("after: defined"),
            "{stderr}\n{program}"
        );
    }
}

#[test]
fn what_is_never_undefined_is_neither_repaired_nor_named() {
    let programs = [
        "func.func @main(%i: i8) -> i32 {
  %c = arith.constant dense<5> : vector<300xi32>
  %r = llvm.extractelement %c[%i : i8] : vector<300xi32>
  return %r : i32
}
",
        "func.func @main(%o: tensor<4xindex>) -> tensor<4xindex> {
  %r = linalg.generic {indexing_maps = [affine_map<(a) -> (a)>], iterator_types = [\"parallel\"]} outs(%o : tensor<4xindex>) {
  ^bb0(%a: index):
    %i = linalg.index 0 : index
    linalg.yield %i : index
  } -> tensor<4xindex>
  return %r : tensor<4xindex>
}
",
    ];
    for program in programs {
        let (status, stderr, _) = sanitized(program, &[]);
        assert_eq!(status, Some(0), "{stderr}");
        assert!(!stderr.contains("repaired"), "{stderr}");
    }
    // Each number of this format fits.
    let conversion = "func.func @main(%f: f8E4M3FN) -> i32 {
  %0 = arith.fptosi %f : f8E4M3FN to i32
  return %0 : i32
}
";
    let (status, stderr, _) = sanitized(conversion, &["--args", "1.5"]);
    assert_eq!(status, Some(0), "{stderr}");
    assert!(stderr.contains("before: defined") && !stderr.contains("not repaired"), "{stderr}");
}

#[test]
fn a_repair_that_makes_the_module_invalid_is_left_out() {
    let program = "func.func @main(%n: index, %a: i32, %b: i32) -> i32 {
  affine.for %i = 0 to 4 {
    %k = affine.linearize_index [%i, %i] by (%n, 2) : index
    affine.if affine_set<(d0): (d0 - 2 >= 0)>(%k) { }
  }
  %q = arith.divui %a, %b : i32
  return %q : i32
}
";
    let (status, stderr, _) = sanitized(program, &["--args", "3, 7, 0"]);
    assert_eq!(status, Some(0), "{stderr}");
    let left = "affine.linearize_index is not repaired: its repair changes what a defined run computes, or makes the module invalid";
    assert!(stderr.contains(left) && stderr.contains("1 repaired: no divisor is zero"), "{stderr}");
}

#[test]
fn a_body_that_says_what_its_operation_says_is_named_and_stays() {
    let program = "func.func @main(%a: memref<4xi32>, %b: memref<4xi32>) {
  linalg.div ins(%a, %b : memref<4xi32>, memref<4xi32>) outs(%a : memref<4xi32>)
  return
}
";
    let (status, stderr, _) = sanitized(program, &["--args", "7, 0"]);
    assert_eq!(status, Some(3), "{stderr}");
    assert!(stderr.contains("linalg.div is not repaired: no repair knows its form"), "{stderr}");
    let elementwise = "func.func @main(%a: tensor<4xi32>, %b: tensor<4xi32>) -> tensor<4xi32> {
  %0 = linalg.elementwise kind=#linalg.elementwise_kind<div> ins(%a, %b : tensor<4xi32>, tensor<4xi32>) outs(%a : tensor<4xi32>) -> tensor<4xi32>
  return %0 : tensor<4xi32>
}
";
    let (status, stderr, _) = sanitized(elementwise, &["--args", "7, 0"]);
    assert_eq!(status, Some(3), "{stderr}");
    assert!(stderr.contains("arith.divsi is not repaired: no repair knows its form"), "{stderr}");
}

#[test]
fn an_operation_whose_repair_would_change_a_defined_run_is_left_alone() {
    let program = "func.func @main(%m: memref<10xi8>, %o: index, %n: index) -> i8 {
  %c0 = arith.constant 0 : index
  %d = arith.divui %o, %n : index
  %v = memref.reinterpret_cast %m to offset: [%o], sizes: [20], strides: [1] : memref<10xi8> to memref<20xi8, strided<[1], offset: ?>>
  %0 = memref.load %v[%c0] : memref<20xi8, strided<[1], offset: ?>>
  return %0 : i8
}
";
    let (status, stderr, result) = sanitized(program, &["--args", "1, 3, 2"]);
    assert_eq!(status, Some(0), "{stderr}");
    let left = "memref.reinterpret_cast is not repaired: its repair changes what a defined run computes";
    assert!(stderr.contains(left) && stderr.contains("1 repaired: no divisor is zero"), "{stderr}");
    let result = result.expect("it is written");
    assert!(!result.contains("scf.if") && result.contains("// arith.divui: "), "{result}");
}

#[test]
fn a_call_that_is_none_of_the_program_has_status_2_and_writes_nothing() {
    for (options, why) in [
        (["--entry", "nope"], "the program has no function @nope; it has @main"),
        (["--args", "1, 2, 3"], "an argument is given for parameter 2"),
        (["--args", "1, 4294967296"], "32 bits do not hold it"),
    ] {
        let (status, stderr, result) = sanitized(DIVIDES, &options);
        assert_eq!((status, result), (Some(2), None), "{stderr}");
        assert!(stderr.contains(why), "{stderr}");
    }
    let (status, stderr, result) = sanitized("module {}\n", &[]);
    assert_eq!((status, result.is_some()), (Some(3), true), "{stderr}");
    assert!(stderr.contains("not run: the program has no public function with a body"), "{stderr}");
}

#[test]
fn several_sets_of_arguments_are_drawn_where_none_are_given() {
    let (status, stderr, _) = sanitized(DIVIDES, &[]);
    assert_eq!(status, Some(0), "{stderr}");
    assert!(stderr.contains("the result is defined with 10 of 10 sets of arguments"), "{stderr}");
    let (_, stderr, _) = sanitized(DIVIDES, &["--args", "1, 2"]);
    assert!(!stderr.contains("sets of arguments"), "{stderr}");
}

#[test]
fn what_a_repair_adds_goes_in_front_of_the_mask_that_holds_the_operation() {
    let program = "func.func @main(%a: memref<4xi32>, %i: index, %m: vector<8xi1>) -> i32 {
  %z = arith.constant 0 : i32
  %g = vector.mask %m { vector.transfer_read %a[%i], %z {in_bounds = [true]} : memref<4xi32>, vector<8xi32> } : vector<8xi1> -> vector<8xi32>
  %r = vector.extract %g[0] : i32 from vector<8xi32>
  return %r : i32
}
";
    let (status, stderr, result) = sanitized(program, &["--args", "[1, 2, 3, 4], 1, true"]);
    assert_eq!(status, Some(0), "{stderr}");
    assert!(stderr.contains("before: undefined") && stderr.contains("after: defined"), "{stderr}");
    assert!(result.is_some_and(|text| text.contains("\"vector.mask\"")), "{stderr}");
}

#[test]
fn a_number_that_is_a_dimension_of_another_map_is_named_and_stays() {
    let program = "func.func @main(%n: index) -> i32 {
  %one = arith.constant 1 : i32
  %a = memref.alloca() : memref<9xi32>
  affine.store %one, %a[0] : memref<9xi32>
  affine.for %i = 0 to 4 {
    %k = affine.apply affine_map<(d0)[s0] -> (d0 mod s0)>(%i)[%n]
    affine.if affine_set<(d0) : (d0 - 2 >= 0)>(%k) {
      affine.store %one, %a[%i] : memref<9xi32>
    }
  }
  %r = affine.load %a[0] : memref<9xi32>
  return %r : i32
}
";
    let (status, stderr, _) = sanitized(program, &["--args", "3"]);
    assert_eq!(status, Some(0), "{stderr}");
    assert!(stderr.contains("affine.apply is not repaired: no repair knows its form"), "{stderr}");
}

#[test]
fn a_result_with_a_sign_is_named_and_stays() {
    let program = "func.func private @f() -> ui8 {
  %p = ub.poison : ui8
  return %p : ui8
}
func.func @main(%n: i32, %d: i32) -> i32 {
  %q = arith.divsi %n, %d : i32
  return %q : i32
}
";
    let (status, stderr, _) = sanitized(program, &["--args", "7, 0"]);
    assert_eq!(status, Some(0), "{stderr}");
    assert!(stderr.contains("ub.poison is not repaired: no repair knows its form"), "{stderr}");
}

#[test]
fn what_no_repair_is_written_for_is_named() {
    let program = "func.func @main(%d: index, %n: index) -> i32 {
  %c7 = arith.constant 7 : i32
  %c0 = arith.constant 0 : i32
  %r = affine.for %i = 0 to affine_map<()[s0, s1] -> (s0 floordiv s1)>()[%n, %d] iter_args(%sum = %c0) -> (i32) {
    affine.yield %c7 : i32
  }
  return %r : i32
}
";
    let (status, stderr, _) = sanitized(program, &["--args", "0, 9"]);
    assert_eq!(status, Some(3), "{stderr}");
    assert!(stderr.contains("affine.for is not repaired: no repair knows its form"), "{stderr}");
}

#[test]
fn parts_of_a_file_are_repaired_one_by_one() {
    let other = DIVIDES.replace("divsi", "remui");
    let (status, stderr, result) = sanitized(&format!("{DIVIDES}// -----\n{other}"), &["--args", "7, 0"]);
    assert_eq!(status, Some(0), "{stderr}");
    assert!(stderr.contains("p.mlir:6:"), "{stderr}");
    let result = result.expect("it is written");
    let [first, second] = result.split("// -----").collect::<Vec<_>>()[..] else { panic!("{result}") };
    assert!(first.contains("// arith.divsi: ") && second.contains("// arith.remui: "), "{result}");
}
