//! The reference semantics against MLIR's default lowering: what `lowdiff eval` computes, `lowdiff run` prints, integers bit for
//! bit and floats within the bound.

use crate::support;

use serde_json::Value;
use std::path::{Path, PathBuf};
use support::{Lowdiff, program};

/// A way down that lowers all of tosa that lowers.
const PIPELINE: &str = "builtin.module(tosa-to-mlprogram,func.func(tosa-optional-decompositions,tosa-infer-shapes,\
    tosa-make-broadcastable,tosa-to-scf,tosa-to-linalg-named,tosa-to-linalg,tosa-to-tensor,\
    tosa-to-arith{include-apply-rescale=true}),func.func(convert-elementwise-to-linalg,linalg-generalize-named-ops),\
    empty-tensor-to-alloc-tensor,one-shot-bufferize{bufferize-function-boundaries=1 allow-return-allocs-from-loops=1},\
    func.func(convert-linalg-to-loops,expand-strided-metadata,lower-affine,convert-scf-to-cf),expand-strided-metadata,\
    lower-affine,func.func(arith-expand{include-bf16=true},math-expand-ops{ops=roundeven,rsqrt},convert-math-to-llvm),\
    convert-math-to-libm,convert-arith-to-llvm,convert-index-to-llvm,finalize-memref-to-llvm,convert-func-to-llvm,\
    convert-cf-to-llvm,convert-ub-to-llvm,reconcile-unrealized-casts)";

/// The number of a float type that these bits are.
fn float(ty: &str, bits: u64) -> f64 {
    match ty {
        "f64" => f64::from_bits(bits),
        "f32" => f32::from_bits(bits as u32).into(),
        "bf16" => f32::from_bits((bits as u32) << 16).into(),
        "f16" => {
            let (exponent, fraction) = (bits >> 10 & 31, (bits & 1023) as f64);
            let magnitude = match exponent {
                31 if fraction > 0.0 => f64::NAN,
                31 => f64::INFINITY,
                0 => fraction * 2f64.powi(-24),
                _ => (1024.0 + fraction) * 2f64.powi(exponent as i32 - 25),
            };
            if bits >> 15 & 1 == 1 { -magnitude } else { magnitude }
        }
        other => panic!("no test prints {other} that is not exact"),
    }
}

fn hexadecimal(text: &Value) -> u64 {
    let text = text.as_str().expect("bits are text");
    u64::from_str_radix(text.trim_start_matches("0x"), 16).expect("bits are hexadecimal")
}

/// The difference between two outputs; nothing where they agree.
fn disagreement(evaluated: &Value, ran: &Value) -> Option<String> {
    if evaluated["shape"] != ran["shape"] {
        return Some(format!("shapes {} and {}", evaluated["shape"], ran["shape"]));
    }
    if evaluated["element"] != ran["element"] {
        return Some(format!("elements of {} and {}", evaluated["element"], ran["element"]));
    }
    let list = |value: &Value| value.as_array().expect("a list").clone();
    let bounds = evaluated.get("bound").map(list);
    let pairs = list(&evaluated["bits"]).into_iter().zip(list(&ran["bits"]));
    for (i, (ours, theirs)) in pairs.enumerate() {
        let (ours, theirs) = (hexadecimal(&ours), hexadecimal(&theirs));
        if ours == theirs {
            continue;
        }
        let Some(bounds) = &bounds else { return Some(format!("element {i}: {ours:#x} and {theirs:#x}")) };
        let ty = evaluated["float"].as_str().expect("floats have a type");
        let (x, y, bound) = (float(ty, ours), float(ty, theirs), bounds[i].as_f64().expect("a number"));
        let near = bound > 0.0 && (x - y).abs() <= bound;
        if !(near || x.is_nan() && y.is_nan() || bound == f64::MAX) {
            return Some(format!("element {i}: {x} within {bound}, and {y}"));
        }
    }
    None
}

/// Evaluates and runs a program, and compares. The result is the number of outputs.
fn agree(file: &Path) -> usize {
    let shown = file.display();
    let evaluated = Lowdiff::new(&["eval", "--json", "--mlir", "22"]).arg(file).run();
    assert_eq!(evaluated.status, Some(0), "{shown}: {evaluated:?}");
    let ran = Lowdiff::new(&["run", "--json", "--mlir", "22", "--path", PIPELINE]).arg(file).run();
    assert_eq!(ran.status, Some(0), "{shown}: {ran:?}");
    let outputs = |document: Value| document["outputs"].as_array().expect("a list").clone();
    let (evaluated, ran) = (outputs(evaluated.json()), outputs(ran.json()));
    assert_eq!(evaluated.len(), ran.len(), "{shown}");
    for (i, (ours, theirs)) in evaluated.iter().zip(&ran).enumerate() {
        if let Some(what) = disagreement(ours, theirs) {
            panic!("{shown}, output {i}: {what}");
        }
    }
    evaluated.len()
}

#[test]
fn hand_written_programs_agree() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/evaluated");
    let entries = std::fs::read_dir(folder).expect("the programs lie beside this file");
    let files: Vec<PathBuf> = entries.map(|entry| entry.expect("an entry").path()).collect();
    assert!(files.len() > 4);
    assert!(files.iter().all(|file| agree(file) > 0));
}

#[test]
fn generated_programs_agree() {
    let dir = tempfile::tempdir().expect("a temporary folder");
    let made = Lowdiff::new(&["gen", "--seed", "71", "--count", "12", "--out"]).arg(dir.path()).run();
    assert_eq!(made.stdout.lines().map(|file| usize::from(agree(Path::new(file)) > 0)).sum::<usize>(), 12);
}

/// A program of one element type: arithmetic, comparison, choice, reduction, layout and a product.
fn of_type(ty: &str, numbers: [&str; 6], zero: &str, product: &str) -> String {
    let (t, one, row) = (format!("tensor<2x3x{ty}>"), format!("tensor<1x{ty}>"), format!("tensor<2x1x{ty}>"));
    let [a, b, c, d, e, f] = numbers;
    let bits = |name: &str, shape: &str, element: &str| {
        let wide = format!("tensor<{shape}xi64>");
        let (integer, cast) = match element {
            "f16" | "bf16" => ("i16", true),
            "f32" => ("i32", true),
            "f64" => ("i64", true),
            other => (other, false),
        };
        let mut text = String::new();
        let mut value = format!("%{name}");
        if cast {
            text += &format!(
                "%b{name} = arith.bitcast {value} : tensor<{shape}x{element}> to tensor<{shape}x{integer}>\n"
            );
            value = format!("%b{name}");
        }
        if integer != "i64" {
            text += &format!("%e{name} = arith.extsi {value} : tensor<{shape}x{integer}> to {wide}\n");
            value = format!("%e{name}");
        }
        text + &format!(
            "%p{name} = tensor.cast {value} : {wide} to tensor<*xi64>\n\
             call @printMemrefI64(%p{name}) : (tensor<*xi64>) -> ()\n"
        )
    };
    let printed = [
        ("s", "2x3", ty),
        ("g", "2x3", "i1"),
        ("c", "2x3", ty),
        ("r", "2x1", ty),
        ("t", "3x2", ty),
        ("m", "1x2x2", product),
    ];
    let printed: String = printed.iter().map(|(name, shape, element)| bits(name, shape, element)).collect();
    format!(
        "func.func private @printMemrefI64(tensor<*xi64> {{bufferization.access = \"read\"}})
func.func @kernel(%x: {t}, %y: {t}) -> ({t}, tensor<2x3xi1>, {t}, {row}, tensor<3x2x{ty}>, tensor<1x2x2x{product}>) {{
  %z = \"tosa.const\"() {{values = dense<{zero}> : {one}}} : () -> {one}
  %s = tosa.sub %x, %y : ({t}, {t}) -> {t}
  %g = tosa.greater %x, %y : ({t}, {t}) -> tensor<2x3xi1>
  %c = tosa.select %g, %x, %s : (tensor<2x3xi1>, {t}, {t}) -> {t}
  %r = tosa.reduce_sum %x {{axis = 1 : i32}} : ({t}) -> {row}
  %t = tosa.transpose %c {{perms = array<i32: 1, 0>}} : ({t}) -> tensor<3x2x{ty}>
  %k0 = tosa.const_shape {{values = dense<[1, 2, 3]> : tensor<3xindex>}} : () -> !tosa.shape<3>
  %k1 = tosa.const_shape {{values = dense<[1, 3, 2]> : tensor<3xindex>}} : () -> !tosa.shape<3>
  %l = tosa.reshape %x, %k0 : ({t}, !tosa.shape<3>) -> tensor<1x2x3x{ty}>
  %q = tosa.reshape %t, %k1 : (tensor<3x2x{ty}>, !tosa.shape<3>) -> tensor<1x3x2x{ty}>
  %m = tosa.matmul %l, %q, %z, %z : (tensor<1x2x3x{ty}>, tensor<1x3x2x{ty}>, {one}, {one}) -> tensor<1x2x2x{product}>
  return %s, %g, %c, %r, %t, %m : {t}, tensor<2x3xi1>, {t}, {row}, tensor<3x2x{ty}>, tensor<1x2x2x{product}>
}}
func.func @main() {{
  %x = arith.constant dense<[[{a}, {b}, {c}], [{d}, {e}, {f}]]> : {t}
  %y = arith.constant dense<[[{f}, {b}, {a}], [{c}, {d}, {e}]]> : {t}
  %s, %g, %c, %r, %t, %m = call @kernel(%x, %y) : ({t}, {t}) -> ({t}, tensor<2x3xi1>, {t}, {row}, tensor<3x2x{ty}>, tensor<1x2x2x{product}>)
{printed}  return
}}
"
    )
}

#[test]
fn every_element_type_agrees() {
    let dir = tempfile::tempdir().expect("a temporary folder");
    let floats = ["1.5", "-2.75", "0.1", "3.3", "-0.0", "7.25"];
    let ints = ["1", "-2", "3", "-4", "0", "2"];
    for (ty, numbers, zero, product) in [
        ("i4", ints, "0", "i32"),
        ("i8", ["100", "-128", "127", "-4", "0", "2"], "1", "i32"),
        ("i16", ["30000", "-32768", "3", "-4", "0", "2"], "0", "i48"),
        ("i32", ["2000000000", "-2147483648", "3", "-4", "0", "2"], "0", "i64"),
        ("i48", ints, "0", "i64"),
        ("i64", ["9223372036854775807", "-2", "3", "-4", "0", "2"], "0", "i64"),
        ("f16", floats, "0.0", "f32"),
        ("bf16", floats, "0.0", "f32"),
        ("f32", floats, "0.0", "f32"),
        ("f64", floats, "0.0", "f64"),
    ] {
        let file = program(dir.path(), &format!("{ty}.mlir"), &of_type(ty, numbers, zero, product));
        assert_eq!(agree(&file), 6, "{ty}");
    }
}

/// Undefined and unknown results are told and not made up.
#[test]
fn there_is_a_sentence_where_there_is_no_answer() {
    let dir = tempfile::tempdir().expect("a temporary folder");
    let divided = "func.func @main() -> tensor<2xi32> {\n\
        %a = \"tosa.const\"() {values = dense<[8, 2]> : tensor<2xi32>} : () -> tensor<2xi32>\n\
        %b = \"tosa.const\"() {values = dense<[0, 2]> : tensor<2xi32>} : () -> tensor<2xi32>\n\
        %s = tosa.intdiv %a, %b : (tensor<2xi32>, tensor<2xi32>) -> tensor<2xi32>\n\
        return %s : tensor<2xi32>\n}\n";
    let answer = Lowdiff::new(&["eval", "--json"]).arg(program(dir.path(), "divided.mlir", divided)).run();
    assert_eq!(answer.status, Some(3));
    let open = &answer.json()["outputs"][0]["open"];
    assert_eq!((&open["operation"], &open["kind"]), (&"tosa.intdiv".into(), &"undefined".into()));
    assert!(answer.stderr.contains("4:6: tosa.intdiv: undefined: a division by zero"), "{}", answer.stderr);
}

/// `main` with these lines, which give `%r` of this type.
fn giving(ty: &str, lines: &str) -> String {
    format!("func.func @main() -> {ty} {{\n{lines}\nreturn %r : {ty}\n}}\n")
}

#[test]
fn what_cannot_be_evaluated_is_told_in_a_sentence() {
    let cases = [
        (
            2,
            "func.func @main() {\n llvm.inline_asm \"nop\", \"\" : () -> ()\n return\n}\n".to_owned(),
            "the interpreter does not know llvm.inline_asm",
        ),
        (
            3,
            giving(
                "tensor<?x4xi32>",
                "%a = arith.constant dense<1> : tensor<2x3xi32>\n\
                %b = tensor.cast %a : tensor<2x3xi32> to tensor<?x?xi32>\n\
                %r = tensor.cast %b : tensor<?x?xi32> to tensor<?x4xi32>",
            ),
            "undefined: tensor.cast of a tensor of [2, 3] to tensor<?x4xi32>, in `%cast_0 = tensor.cast",
        ),
        (
            3,
            "func.func @main() {\n %z = arith.constant 0 : i32\n %q = arith.divsi %z, %z : i32\n return\n}\n"
                .to_owned(),
            "p.mlir:3:7: undefined: ",
        ),
        (
            2,
            giving("tensor<400000x400000xf32>", "%r = arith.constant dense<1.0> : tensor<400000x400000xf32>"),
            "(out-of-memory)",
        ),
        (
            2,
            giving(
                "tensor<?xf32>",
                "%a = arith.constant dense<1.0> : tensor<1xf32>\n\
                %n = tosa.const_shape {values = dense<4000000000000> : tensor<1xindex>} : () -> !tosa.shape<1>\n\
                %r = tosa.tile %a, %n : (tensor<1xf32>, !tosa.shape<1>) -> tensor<?xf32>",
            ),
            "the interpreter does not know tosa.tile in a form that the reference semantics do not evaluate, in `",
        ),
    ];
    let dir = tempfile::tempdir().expect("a temporary folder");
    for (status, text, expected) in cases {
        let answer = Lowdiff::new(&["eval", "--mlir", "22"]).arg(program(dir.path(), "p.mlir", &text)).run();
        assert_eq!((answer.status, answer.stdout.as_str()), (Some(status), ""), "{answer:?}");
        assert!(answer.stderr.contains(expected), "{expected}: {}", answer.stderr);
        assert_eq!(answer.stderr.lines().count(), 1, "{}", answer.stderr);
    }
}

#[test]
fn the_document_is_one_and_names_what_made_poison() {
    let dir = tempfile::tempdir().expect("a temporary folder");
    let document = |text: &str| {
        let file = program(dir.path(), "p.mlir", text);
        let answer = Lowdiff::new(&["eval", "--json", "--mlir", "22"]).arg(file).run();
        (answer.status, answer.json())
    };
    let (status, unknown) =
        document("func.func @main() {\n llvm.inline_asm \"nop\", \"\" : () -> ()\n return\n}\n");
    assert_eq!(status, Some(2));
    assert!(unknown["ending"]["Unsupported"].is_string(), "{unknown}");
    let unused = "%m = memref.alloca() : memref<4xi32>\n%i = arith.constant 7 : index\n\
                  %d = memref.dim %m, %i : memref<4xi32>\n%r = arith.constant 1 : i32";
    let (status, made) = document(&giving("i32", unused));
    assert_eq!((status, &made["remarks"][0]["kind"]), (Some(0), &"poison".into()), "{made}");
    let reason = made["remarks"][0]["reason"].as_str().unwrap_or_default();
    assert!(reason.contains("memref.dim") && made["remarks"][1].is_null(), "{made}");
}

#[test]
fn a_loop_that_does_not_end_takes_its_time_and_no_more() {
    let forever = giving(
        "tensor<i32>",
        "%a = arith.constant dense<1> : tensor<i32>\n\
        %r = tosa.while_loop (%x = %a) : (tensor<i32>) -> tensor<i32> {\n\
        %c = tosa.equal %x, %x : (tensor<i32>, tensor<i32>) -> tensor<i1>\ntosa.yield %c : tensor<i1>\n\
        } do {\n^bb0(%y: tensor<i32>):\ntosa.yield %y : tensor<i32>\n}",
    );
    let dir = tempfile::tempdir().expect("a temporary folder");
    let answer =
        Lowdiff::new(&["eval", "--timeout", "1"]).arg(program(dir.path(), "forever.mlir", &forever)).run();
    assert_eq!((answer.status, answer.stdout.as_str()), (Some(2), ""));
    assert!(answer.stderr.ends_with("did not end in time; --timeout gives it more\n"), "{}", answer.stderr);
}

#[test]
fn a_promise_that_does_not_hold_makes_poison() {
    let cases = [
        (
            "i32",
            "%a = arith.constant 7 : i32\n%b = arith.constant 2 : i32\n%r = arith.divsi %a, %b exact : i32",
        ),
        ("i16", "%a = arith.constant 70000 : i32\n%r = arith.trunci %a overflow<nsw> : i32 to i16"),
    ];
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("p.mlir");
    for (ty, lines) in cases {
        std::fs::write(&file, giving(ty, lines)).unwrap();
        let answer = Lowdiff::new(&["eval"]).arg(&file).run();
        let shown = format!("output 0: {ty} poison\n");
        assert_eq!((answer.status, &answer.stdout), (Some(3), &shown), "{answer:?}");
    }
    // One that holds changes nothing.
    let holds =
        "%a = arith.constant 8 : i32\n%b = arith.constant 2 : i32\n%r = arith.divsi %a, %b exact : i32";
    std::fs::write(&file, giving("i32", holds)).unwrap();
    let answer = Lowdiff::new(&["eval"]).arg(&file).run();
    assert_eq!((answer.status, answer.stdout.as_str()), (Some(0), "output 0: i32 4\n"), "{answer:?}");
}
