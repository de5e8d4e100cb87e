//! Steps whose states differ in what is left open (`lowdiff check`): no difference where the program shows a choice that a run makes, and
//! one where it does not.

use crate::support;

use support::{Answer, Lowdiff};

/// Checks a step of a program, with these words beside.
pub fn check(program: &str, pass: &str, words: &[&str]) -> Answer {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let file = folder.path().join("program.mlir");
    std::fs::write(&file, program).expect("it is written");
    let path = format!("builtin.module({pass})");
    Lowdiff::new(&["check", "--path", &path]).args(words).arg(&file).run()
}

/// A program in which the interpreter of the transform dialect puts another value in the place of a constant: a pass with a bug.
pub fn with_bug(function: &str, value: &str) -> String {
    with_bug_in(function, "value", value)
}

/// It, with another value for this attribute.
fn with_bug_in(function: &str, attribute: &str, value: &str) -> String {
    format!(
        r#"module attributes {{transform.with_named_sequence}} {{
{function}
transform.named_sequence @__transform_main(%root: !transform.any_op) {{
  %x = transform.structured.match attributes {{bug}} in %root : (!transform.any_op) -> !transform.any_op
  %v = transform.param.constant {value} -> !transform.any_param
  transform.annotate %x "{attribute}" = %v : !transform.any_op, !transform.any_param
  transform.yield
}}
}}
"#
    )
}

pub const BUG: &str = "transform-interpreter";

#[test]
fn the_bits_of_a_nan_that_an_operation_makes_say_nothing() {
    let copysign = "func.func @main(%a: f32) -> f32 {
  %one = arith.constant 1.0 : f32
  %two = arith.constant 2.0 : f32
  %c = arith.mulf %a, %one : f32
  %r = math.copysign %two, %c : f32
  return %r : f32
}
";
    let nan = check(copysign, "canonicalize", &["--args", "0xffc00000"]);
    assert_eq!(nan.status, Some(3), "{nan:?}");
    assert!(nan.stdout.contains("nobody can tell: the sign or payload of a NaN that is shown"), "{nan:?}");
    let number = check(copysign, "canonicalize", &["--args=-1.5"]);
    assert!(number.stdout.contains(": the same"), "{number:?}");
}

/// Iterations that each take what the one before left.
fn chain(loops: &str) -> String {
    format!(
        "func.func @main() -> i32 {{
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %z = arith.constant 0 : i32
  %k = arith.constant 31 : i32
  %m = memref.alloc() : memref<1xi32>
  memref.store %z, %m[%c0] : memref<1xi32>
  {loops} {{
    %x = arith.index_cast %i : index to i32
    %o = memref.load %m[%c0] : memref<1xi32>
    %p = arith.muli %o, %k : i32
    %q = arith.addi %p, %x : i32
    memref.store %q, %m[%c0] : memref<1xi32>
  }}
  %r = memref.load %m[%c0] : memref<1xi32>
  return %r : i32
}}
"
    )
}

#[test]
fn iterations_in_another_order_are_no_difference_where_the_order_is_open() {
    let tiled = "func.func(scf-parallel-loop-tiling{parallel-loop-tile-sizes=2,2})";
    let open = chain("scf.parallel (%i, %j) = (%c0, %c0) to (%c4, %c4) step (%c1, %c1)");
    let answer = check(&open, tiled, &[]);
    assert_eq!(answer.status, Some(3), "{answer:?}");
    assert!(answer.stdout.contains("nobody can tell: the order of iterations that is shown"), "{answer:?}");
    let answer = check(&chain("scf.for %i = %c0 to %c4 step %c1"), "convert-scf-to-cf", &[]);
    assert!(answer.stdout.contains(": the same"), "{answer:?}");
}

#[test]
fn a_pass_that_brings_in_a_race_is_wrong() {
    for (name, step) in [
        ("parallel-fusion-of-llvm-loads", "scf-parallel-loop-fusion"),
        ("bufferize-transpose-of-blocks", "one-shot-bufferize{bufferize-function-boundaries=1}"),
    ] {
        let trophy =
            std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("docs/trophies/{name}.mlir"));
        let answer = check(&std::fs::read_to_string(trophy).expect("a trophy"), step, &[]);
        assert_eq!(answer.status, Some(1), "{name}: {answer:?}");
    }
}

#[test]
fn addresses_are_no_difference_whatever_is_computed_from_them() {
    let program = "func.func @main() -> i32 {
  %m = memref.alloc() : memref<5000xi8>
  %n = memref.alloc() : memref<4xi32>
  %p = memref.extract_aligned_pointer_as_index %n : memref<4xi32> -> index
  %c = arith.constant 4096 : index
  %q = arith.divui %p, %c : index
  %r = arith.index_cast %q : index to i32
  %o = arith.constant 1 : i32
  %s = arith.andi %r, %o : i32
  memref.dealloc %m : memref<5000xi8>
  return %s : i32
}
";
    let answer = check(program, "canonicalize", &[]);
    assert_eq!(answer.status, Some(3), "{answer:?}");
    assert!(answer.stdout.contains("nobody can tell: an address that is shown"), "{answer:?}");
}

#[test]
fn neither_alignment_nor_order_nor_distance_of_allocations_is_a_difference() {
    let shows = |size: &str, rest: &str| {
        format!(
            "func.func @main() -> index {{
  %c15 = arith.constant 15 : index
  %c0 = arith.constant 0 : index
  %v = arith.constant 1 : i8
  %a = memref.alloc() : memref<{size}xi8>
  %dead = memref.alloc() : memref<64xi8>
  %b = memref.alloc() : memref<{size}xi8>
  memref.store %v, %a[%c0] : memref<{size}xi8>
  memref.store %v, %b[%c0] : memref<{size}xi8>
  %p = memref.extract_aligned_pointer_as_index %a : memref<{size}xi8> -> index
  %q = memref.extract_aligned_pointer_as_index %b : memref<{size}xi8> -> index
  {rest}
  memref.dealloc %dead : memref<64xi8>
  return %r : index
}}
"
        )
    };
    let aligned = shows("4", "%r = arith.andi %p, %c15 : index");
    let distance = shows("4", "%r = arith.subi %q, %p : index");
    for (program, pass) in [
        (aligned, "func.func(promote-buffers-to-stack{max-alloc-size-in-bytes=64})"),
        (distance, "canonicalize"),
    ] {
        let answer = check(&program, pass, &[]);
        assert_eq!(answer.status, Some(3), "{program}: {answer:?}");
        assert!(answer.stdout.contains("nobody can tell: an address that is shown"), "{program}: {answer:?}");
    }
}

#[test]
fn memory_that_others_may_look_at_counts() {
    let global = |visibility: &str| {
        format!(
            "memref.global {visibility} @g : memref<1xi32> = dense<1>
func.func @main() {{
  %c0 = arith.constant 0 : index
  %a = arith.constant {{bug}} 77 : i32
  %m = memref.get_global @g : memref<1xi32>
  memref.store %a, %m[%c0] : memref<1xi32>
  return
}}"
        )
    };
    let linked = |linkage: &str| {
        format!(
            "llvm.mlir.global {linkage} @g(0 : i32) : i32
llvm.func @main() {{
  %a = llvm.mlir.constant(77 : i32) {{bug}} : i32
  %p = llvm.mlir.addressof @g : !llvm.ptr
  llvm.store %a, %p : i32, !llvm.ptr
  llvm.return
}}"
        )
    };
    let variable = |visibility: &str| {
        format!(
            "ml_program.global {visibility} mutable @g(dense<0> : tensor<i32>) : tensor<i32>
func.func @main() {{
  %a = arith.constant {{bug}} dense<77> : tensor<i32>
  ml_program.global_store @g = %a : tensor<i32>
  return
}}"
        )
    };
    let behind = "llvm.func @malloc(i64) -> !llvm.ptr
llvm.func @main() -> !llvm.ptr {
  %a = llvm.mlir.constant(77 : i32) {bug} : i32
  %n = llvm.mlir.constant(4 : i64) : i64
  %p = llvm.call @malloc(%n) : (i64) -> !llvm.ptr
  llvm.store %a, %p : i32, !llvm.ptr
  llvm.return %p : !llvm.ptr
}";
    let behind_global = |linkage: &str| {
        format!(
            "llvm.mlir.global internal @cell(1 : i32) : i32
llvm.mlir.global {linkage} @g() : !llvm.ptr {{
  %p = llvm.mlir.addressof @cell : !llvm.ptr
  llvm.return %p : !llvm.ptr
}}
llvm.func @main() {{
  %a = llvm.mlir.constant(77 : i32) {{bug}} : i32
  %p = llvm.mlir.addressof @cell : !llvm.ptr
  llvm.store %a, %p : i32, !llvm.ptr
  llvm.return
}}"
        )
    };
    let through =
        "element 0 of the memory behind the pointer in part 0 of the global @g was 0x4d, and is 0x4e";
    let (number, tensor) = ("78 : i32", "dense<78> : tensor<i32>");
    for (function, other, wanted) in [
        (global(""), number, Some("element 0 of the global @g was 77, and is 78")),
        (global("\"private\""), number, None),
        (linked("external"), number, Some("element 0 of the global @g was 77, and is 78")),
        (linked("internal"), number, None),
        (variable("public"), tensor, Some("element 0 of the global @g was 77, and is 78")),
        (variable("private"), tensor, None),
        (behind_global("external"), number, Some(through)),
        (behind_global("internal"), number, None),
        (behind.to_owned(), number, Some("element 0 of the memory behind result 0 was 0x4d, and is 0x4e")),
    ] {
        let answer = check(&with_bug(&function, other), BUG, &[]);
        match wanted {
            Some(said) => {
                assert_eq!(answer.status, Some(1), "{function}: {answer:?}");
                assert!(answer.stdout.contains(said), "{function}: {answer:?}");
            }
            None => assert_eq!(answer.status, Some(0), "{function}: {answer:?}"),
        }
    }
}

#[test]
fn text_that_is_printed_counts() {
    let function = r#"func.func @main() -> i32 {
  %a = arith.constant 7 : i32
  vector.print str "said" {bug}
  vector.print %a : i32
  return %a : i32
}"#;
    let program = |text: &str| with_bug_in(function, "stringLiteral", &format!("\"{text}\""));
    let wrong = check(&program("other"), BUG, &[]);
    assert_eq!(wrong.status, Some(1), "{wrong:?}");
    assert!(wrong.stdout.contains("the text behind 0 outputs was \"said\", and is \"other\""), "{wrong:?}");
    let right = check(&program("said"), "convert-vector-to-llvm,convert-func-to-llvm", &[]);
    assert_eq!(right.status, Some(0), "{right:?}");
}

#[test]
fn operations_that_may_be_run_ahead_of_time_are_undefined_where_they_are_used() {
    let program = "func.func @main(%n: index, %t: tensor<4xi32>, %j: index) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %k = arith.constant 5 : i32
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %k) -> i32 {
    %x = tensor.extract %t[%j] : tensor<4xi32>
    %s = arith.addi %acc, %x : i32
    scf.yield %s : i32
  }
  return %r : i32
}
";
    let hoisted = check(program, "loop-invariant-code-motion", &["--args", "0,[1,2,3,4],9"]);
    assert_eq!(hoisted.status, Some(0), "{hoisted:?}");
    let extract = "func.func @main() -> i32 {
  %t = arith.constant dense<[1, 2, 3, 4]> : tensor<4xi32>
  %j = arith.constant {bug} 3 : index
  %x = tensor.extract %t[%j] : tensor<4xi32>
  return %x : i32
}";
    let wrong = check(&with_bug(extract, "9 : index"), BUG, &[]);
    assert_eq!(wrong.status, Some(1), "{wrong:?}");
    assert!(wrong.stdout.contains("it comes from `%extracted = tensor.extract"), "{wrong:?}");
    let right = check(&with_bug(extract, "3 : index"), BUG, &[]);
    assert_eq!(right.status, Some(0), "{right:?}");
}

#[test]
fn a_step_behind_a_lenient_reading_is_not_blamed() {
    let divides = "func.func @main(%n: index, %z: index) -> index {
  %0 = affine.apply affine_map<(d0)[s0] -> (d0 floordiv s0)>(%n)[%z]
  return %n : index
}
";
    let unwritten = "func.func @main(%a: i32, %c0: i32) -> i32 {
  %m = memref.alloca() : memref<i32>
  %v = memref.load %m[] : memref<i32>
  %z = arith.andi %v, %c0 : i32
  %r = arith.ori %z, %a : i32
  return %r : i32
}
";
    // The view of the buffer is past its end as the slice of the tensor is, and what uses it ends the run.
    let slices = "func.func @main(%n: index, %f: f32) {
  %t = tensor.splat %f : tensor<1x4x3xf32>
  %s = arith.constant dense<1.0> : tensor<1x1x3xf32>
  %i = tensor.insert_slice %s into %t[0, %n, 0] [1, 1, 3] [1, 1, 1] : tensor<1x1x3xf32> into tensor<1x4x3xf32>
  return
}
";
    let bufferize = "one-shot-bufferize{bufferize-function-boundaries=true}";
    for (program, pass, lenient) in
        [(divides, "lower-affine", "5,0"), (unwritten, "mem2reg", "5,0"), (slices, bufferize, "9,1.0")]
    {
        let answer = check(program, pass, &["--args", lenient]);
        assert_eq!(answer.status, Some(3), "{answer:?}");
        assert!(answer.stdout.contains("goes on where a stricter reading"), "{answer:?}");
    }
    for (program, pass, right) in [(divides, "lower-affine", "5,2"), (slices, bufferize, "3,1.0")] {
        let answer = check(program, pass, &["--args", right]);
        assert_eq!(answer.status, Some(0), "{answer:?}");
    }
}

#[test]
fn a_lenient_reading_excuses_no_other_operation() {
    let reads = "func.func @main(%m: memref<8xi32>, %z: index) -> i32 {
  %dead = affine.apply affine_map<(d0)[s0] -> (d0 floordiv s0)>(%z)[%z]
  %i = arith.constant {bug} 7 : index
  %v = memref.load %m[%i] : memref<8xi32>
  return %v : i32
}";
    let answer = check(&with_bug(reads, "9 : index"), BUG, &["--args", "[1,2,3,4,5,6,7,8],0"]);
    assert_eq!(answer.status, Some(1), "{answer:?}");
}

#[test]
fn a_step_that_makes_results_open_is_no_right_one() {
    let root = "func.func @main(%a: vector<2xf32>) -> vector<2xf32> {
  %c = arith.constant {bug} dense<2.0> : vector<2xf32>
  %r = math.powf %c, %a : vector<2xf32>
  return %r : vector<2xf32>
}";
    let value = "dense<-2.0> : vector<2xf32>";
    let open = check(&with_bug(root, value), BUG, &["--args", "[0.5,1.5]"]);
    assert_eq!(open.status, Some(3), "{open:?}");
    assert!(open.stdout.contains("all elements, which were definite, are open here"), "{open:?}");
    // A later state is held against the one that says more.
    let powers = "func.func @main(%x: vector<2xf32>, %y: vector<2xf32>) -> vector<2xf32> {
  %r = math.powf %x, %y : vector<2xf32>
  return %r : vector<2xf32>
}
";
    let steps = "func.func(math-expand-ops),convert-math-to-llvm";
    let wrong = check(powers, steps, &["--args=[-2,-3],[3,2]"]);
    assert_eq!(wrong.status, Some(1), "{wrong:?}");
    assert!(wrong.stdout.contains("NOT ALLOWED by the program, one of steps 1 to 2 is wrong"), "{wrong:?}");
}

#[test]
fn results_and_buffers_of_a_program_that_prints_count() {
    let returns = "func.func @main() -> i32 {
  %c = arith.constant 5 : i32
  vector.print %c : i32
  %a = arith.constant {bug} 8 : i32
  return %a : i32
}";
    let stores = "func.func @main(%m: memref<2xi32>) {
  %c0 = arith.constant 0 : index
  %a = arith.constant {bug} 8 : i32
  vector.print %c0 : index
  memref.store %a, %m[%c0] : memref<2xi32>
  return
}";
    for (function, words) in [(returns, &[][..]), (stores, &["--args", "[1,2]"])] {
        let wrong = check(&with_bug(function, "9 : i32"), BUG, words);
        assert_eq!(wrong.status, Some(1), "{wrong:?}");
        assert!(wrong.stdout.contains("element 0 of result 0 was 8, and is 9"), "{wrong:?}");
        let right = check(&with_bug(function, "8 : i32"), BUG, words);
        assert_eq!(right.status, Some(0), "{right:?}");
    }
}

#[test]
fn a_failure_on_the_function_that_calls_the_program_is_told_as_such() {
    let bare = "func.func @main(%m: memref<?xi32>) -> i32 {
  %c = arith.constant 5 : i32
  return %c : i32
}
";
    let pass = "convert-func-to-llvm{use-bare-ptr-memref-call-conv=true}";
    let answer = check(bare, pass, &["--args", "[1,2]"]);
    assert_eq!(answer.status, Some(3), "{answer:?}");
    assert!(answer.stdout.contains("takes the program without it"), "{answer:?}");
    let words = ["--args", "[1,2]", "--json"];
    assert_eq!(check(bare, pass, &words).json()["failure"]["only_beside_main"], true);
}

#[test]
fn results_in_a_struct_are_compared_with_those_that_were_apart() {
    let function = "func.func @main() -> (i128, i32) {
  %w = arith.constant {bug} 7 : i128
  %a = arith.constant 5 : i32
  return %w, %a : i128, i32
}";
    let path = format!("{BUG},convert-func-to-llvm");
    let right = check(&with_bug(function, "7 : i128"), "convert-func-to-llvm", &[]);
    assert_eq!(right.status, Some(0), "{right:?}");
    let wrong = check(&with_bug(function, "8 : i128"), &path, &[]);
    assert_eq!(wrong.status, Some(1), "{wrong:?}");
}

#[test]
fn a_pass_that_changes_results_by_design_is_not_blamed() {
    let program = "func.func @main() -> i32 {
  %a = index.constant 3000000000
  %b = index.add %a, %a
  %c = index.constant 0
  %d = index.cmp ugt(%b, %a)
  %r = arith.extui %d : i1 to i32
  return %r : i32
}
";
    let path = |width: u32| format!("convert-index-to-llvm{{index-bitwidth={width}}}");
    let narrow = check(program, &path(32), &[]);
    assert_eq!(narrow.status, Some(3), "{narrow:?}");
    assert!(narrow.stdout.contains("nobody can tell: the pass changes results by design"), "{narrow:?}");
    let usual = check(program, &path(64), &[]);
    assert_eq!(usual.status, Some(0), "{usual:?}");
}

#[test]
fn paths_that_differ_in_what_a_program_shows_are_incomparable() {
    let down = "func.func(convert-scf-to-cf),expand-strided-metadata,convert-arith-to-llvm,finalize-memref-to-llvm,\
                convert-func-to-llvm,convert-cf-to-llvm,reconcile-unrealized-casts";
    let tiled = "func.func(scf-parallel-loop-tiling{parallel-loop-tile-sizes=2,2}),func.func(lower-affine)";
    let folder = tempfile::tempdir().expect("a temporary folder");
    let file = folder.path().join("program.mlir");
    let program = chain("scf.parallel (%i, %j) = (%c0, %c0) to (%c4, %c4) step (%c1, %c1)");
    std::fs::write(&file, program).expect("it is written");
    let paths = [format!("builtin.module({down})"), format!("builtin.module({tiled},{down})")];
    let words = ["compare", "--json", "--path", &paths[0], "--path", &paths[1]];
    let answer = Lowdiff::new(&words).arg(&file).run();
    let document = answer.json();
    assert_eq!((answer.status, &document["verdict"]), (Some(3), &"incomparable".into()), "{answer:?}");
}

#[test]
fn results_that_no_print_function_shows_count() {
    let function = "func.func @main() -> (complex<f32>, i128) {
  %z = complex.constant [1.0 : f32, -2.0 : f32] : complex<f32>
  %a = arith.constant {bug} 7 : i128
  return %z, %a : complex<f32>, i128
}";
    let wrong = check(&with_bug(function, "8 : i128"), BUG, &[]);
    assert_eq!(wrong.status, Some(1), "{wrong:?}");
    assert!(wrong.stdout.contains("element 0 of result 1 was 0x7, and is 0x8"), "{wrong:?}");
    let right = check(&with_bug(function, "7 : i128"), BUG, &[]);
    assert_eq!(right.status, Some(0), "{right:?}");
}

#[test]
fn a_nan_that_is_shown_hides_no_other_result() {
    let both = "func.func @main(%a: f32, %n: i32) -> (f32, i32) {
  %one = arith.constant 1.0 : f32
  %two = arith.constant 2.0 : f32
  %k = arith.constant {bug} 5 : i32
  %c = arith.mulf %a, %one : f32
  %r = math.copysign %two, %c : f32
  %s = arith.addi %n, %k : i32
  return %r, %s : f32, i32
}
";
    let program = with_bug(both, "6 : i32");
    let words = ["--args", "0xffc00000,7"];
    let wrong = check(&program, &format!("{BUG},canonicalize"), &words);
    assert_eq!(wrong.status, Some(1), "{wrong:?}");
    assert!(wrong.stdout.contains("output 1 (i32): before 12, after 13"), "{wrong:?}");
    let right = check(both, "canonicalize", &words);
    assert_eq!(right.status, Some(3), "{right:?}");
}

#[test]
fn a_loop_that_a_pass_makes_endless_is_wrong() {
    let counting = "func.func @main(%n: i32) -> i32 {
  %z = arith.constant 0 : i32
  %one = arith.constant {bug} 1 : i32
  %r = scf.while (%i = %z) : (i32) -> i32 {
    %c = arith.cmpi slt, %i, %n : i32
    scf.condition(%c) %i : i32
  } do {
  ^b(%i: i32):
    %j = arith.addi %i, %one : i32
    scf.yield %j : i32
  }
  return %r : i32
}
";
    let program = with_bug(counting, "0 : i32");
    let wrong = check(&program, BUG, &["--args", "5"]);
    assert!(wrong.status == Some(1) && wrong.stdout.contains("it goes on after"), "{wrong:?}");
    let long = check(&program, "convert-scf-to-cf", &["--args", "100000"]);
    assert_eq!(long.status, Some(0), "{long:?}");
}

#[test]
fn a_wrong_step_behind_one_that_leaves_an_element_open_is_named() {
    let both = "func.func @main(%x: tensor<8xf32>, %n: i32) -> (tensor<1xf32>, i32) {
  %k = arith.constant {bug} 5 : i32
  %r = tosa.reduce_sum %x {axis = 0 : i32} : (tensor<8xf32>) -> tensor<1xf32>
  %m = arith.addi %n, %k : i32
  return %r, %m : tensor<1xf32>, i32
}
";
    let words = ["--args", "[0.1,0.7,-0.1,1e7,-0.7,-1e7,0.3,-0.3],7"];
    let wrong = check(&with_bug(both, "6 : i32"), &format!("func.func(tosa-to-linalg),{BUG}"), &words);
    assert_eq!(wrong.status, Some(1), "{wrong:?}");
    assert!(
        wrong.stdout.contains(&format!("2 builtin.module({BUG}): NOT ALLOWED by the state behind step 1: ")),
        "{wrong:?}"
    );
    let right = check(both, "func.func(tosa-to-linalg),canonicalize", &words);
    assert_eq!(right.status, Some(0), "{right:?}");
}

#[test]
fn places_that_may_be_used_again_say_nothing() {
    let showing = |parameter: &str, body: &str| {
        format!(
            "func.func @main({parameter}) -> (i1, i32) {{
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %no = arith.constant false
  %o = arith.constant {{bug}} 4 : i32
{body}
  return %e, %o : i1, i32
}}"
        )
    };
    let scoped =
        "  %p, %e = scf.for %i = %c0 to %n step %c1 iter_args(%before = %c0, %same = %no) -> (index, i1) {
    %m = memref.alloca() : memref<4xi32>
    memref.store %o, %m[%c0] : memref<4xi32>
    %at = memref.extract_aligned_pointer_as_index %m : memref<4xi32> -> index
    %is = arith.cmpi eq, %at, %before : index
    %t = arith.ori %same, %is : i1
    scf.yield %at, %t : index, i1
  }";
    let again = "  %m = memref.alloc(%c4) : memref<?xi32>
  memref.store %o, %m[%c0] : memref<?xi32>
  %p = memref.extract_aligned_pointer_as_index %m : memref<?xi32> -> index
  %r = memref.realloc %m(%n) : memref<?xi32> to memref<?xi32>
  %q = memref.extract_aligned_pointer_as_index %r : memref<?xi32> -> index
  %e = arith.cmpi eq, %p, %q : index
  memref.dealloc %r : memref<?xi32>";
    let read = "  %a = bufferization.to_buffer %n read_only : tensor<2xi32> to memref<2xi32>
  %b = bufferization.to_buffer %n read_only : tensor<2xi32> to memref<2xi32>
  %p = memref.extract_aligned_pointer_as_index %a : memref<2xi32> -> index
  %q = memref.extract_aligned_pointer_as_index %b : memref<2xi32> -> index
  %e = arith.cmpi eq, %p, %q : index";
    for (parameter, body, pass) in [
        ("%n: index", scoped, "func.func(buffer-loop-hoisting)"),
        ("%n: index", again, "expand-realloc"),
        ("%n: tensor<2xi32>", read, "one-shot-bufferize{bufferize-function-boundaries=true}"),
    ] {
        let program = showing(parameter, body);
        let answer = check(&program, pass, &["--args", "3"]);
        assert!(answer.status == Some(3) && answer.stdout.contains("nobody can tell"), "{answer:?}");
        let bug = check(&with_bug(&program, "5 : i32"), BUG, &["--args", "3"]);
        assert_eq!(bug.status, Some(1), "{bug:?}");
    }
}

#[test]
fn a_result_that_is_open_excuses_no_other() {
    let program = "func.func @main(%a: f32) -> (f32, i32) {
  %k = arith.constant {bug} 4 : i32
  %r = math.sqrt %a : f32
  return %r, %k : f32, i32
}";
    let bug = check(&with_bug(program, "5 : i32"), BUG, &["--args=-1.0"]);
    assert_eq!(bug.status, Some(1), "{bug:?}");
    let right = check(program, "convert-math-to-llvm", &["--args=-1.0"]);
    assert!(right.status == Some(0) && right.stdout.contains("elements that are open"), "{right:?}");
}
