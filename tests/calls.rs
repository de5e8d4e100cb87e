//! Programs somebody wrote whose functions take arguments: which function is called, and with which arguments.

use crate::planted;
use crate::support::{Answer, DEFAULT_PATH, Lowdiff};
use serde_json::{Value, json};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

fn program(name: &str) -> String {
    let file: PathBuf = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/calls").join(name);
    file.with_extension("mlir").display().to_string()
}

pub fn asked(command: &str, name: &str, words: &[&str]) -> Answer {
    Lowdiff::new(&[command, &program(name)]).args(words).run()
}

/// Programs that are defined with some extents alone, and the shapes of the arguments that they are called with.
fn open() -> [(&'static str, Value); 20] {
    [
        // The product of ?x8 and ?x4.
        ("matmul", json!([[8, 8], [8, 4]])),
        ("tosa_matmul", json!([[1, 8, 8], [1, 8, 4]])),
        ("chain", json!([[8, 8], [8, 3], [3, 5], [8, 5]])),
        ("expand", json!([[4]])),
        ("assert", json!([[7], [7]])),
        ("index", json!([[5], []])),
        ("memref", json!([[6], [6]])),
        ("unranked", json!([[6, 3], []])),
        ("vecs", json!([[4], [6, 6], []])),
        // Indices and shifts that most draws get wrong.
        ("gather", json!([[1, 6, 2], [1, 1]])),
        ("shift", json!([[5], [5]])),
        ("load", json!([[6], []])),
        ("slice", json!([[6, 6], [], []])),
        ("result_size", json!([[6], [6], []])),
        // A window has to be within what it moves over.
        ("conv_1d", json!([[6], [3], [3]])),
        ("conv_2d", json!([[6, 6, 6, 6], [6, 6, 6, 6], [6, 1, 1, 6]])),
        ("pooling", json!([[6, 6, 6, 6], [3, 3], [6, 3, 3, 6]])),
        ("conv_strided", json!([[1, 13, 11, 3], [3, 3, 3, 2], [1, 6, 5, 2]])),
        // A slice has to lie within, whoever uses it.
        ("subview", json!([[6, 10], []])),
        ("insert_slice", json!([[4, 3], [7, 7], [], []])),
    ]
}

#[test]
fn arguments_are_chosen_with_which_the_program_is_defined() {
    for (name, shapes) in open() {
        let evaluated = asked("eval", name, &["--json"]);
        assert_eq!(evaluated.status, Some(0), "{name}: {evaluated:?}");
        let ran = asked("run", name, &["--json"]);
        assert_eq!(ran.status, Some(0), "{name}: {ran:?}");
        let (evaluated, ran) = (evaluated.json(), ran.json());
        let shapes_of = |document: &Value| {
            let arguments = document["arguments"].as_array().expect("a list").iter();
            Value::from(arguments.map(|argument| argument["shape"].clone()).collect::<Vec<_>>())
        };
        assert_eq!(shapes_of(&evaluated), shapes, "{name}");
        assert_eq!(evaluated["arguments"], ran["arguments"], "{name}");
        let shown = |document: &Value| -> Vec<Value> {
            let outputs = document["outputs"].as_array().expect("a list").iter();
            outputs.map(|output| json!([output["shape"], output["element"]])).collect()
        };
        assert_eq!(shown(&evaluated), shown(&ran), "{name}");
        let checked = asked("check", name, &["--path", "builtin.module(canonicalize,cse)"]);
        assert_eq!(checked.status, Some(0), "{name}: {checked:?}");
        assert!(
            checked.stderr.contains("argument 0: ") && checked.stderr.contains(", drawn"),
            "{name}: {checked:?}"
        );
    }
}

#[test]
fn a_campaign_on_such_programs_finds_nothing_that_is_its_own_fault() {
    let out = tempfile::tempdir().unwrap();
    let names = ["matmul", "chain", "memref", "vecs"].map(program);
    let words: Vec<&str> = names.iter().map(String::as_str).collect();
    let explored = Lowdiff::new(&["explore", "--programs", "8", "--seed", "3", "--json", "--out"])
        .arg(out.path())
        .args(&words)
        .run();
    assert_eq!(explored.status, Some(0), "{explored:?}");
    let arguments = explored.stderr.lines().filter(|line| line.contains("argument 0: ")).count();
    assert_eq!(arguments, 4, "{explored:?}");
    assert_eq!(explored.json()["verdicts"]["agree"], 8, "{explored:?}");
    let shape = &explored.json()["arguments"][&names[0]][1]["shape"];
    assert_eq!(shape, &json!([8, 4]), "the one that a product asks for");
}

/// Programs with dynamic extents, indices, memrefs, several functions, and no `main`.
const TEN: [&str; 10] =
    ["matmul", "tosa_matmul", "chain", "index", "memref", "unranked", "vecs", "gather", "slice", "pooling"];

#[test]
fn ten_programs_go_through_every_command_and_show_what_is_there_alone() {
    let out = tempfile::tempdir().unwrap();
    let vectors =
        DEFAULT_PATH.replacen("expand-strided-metadata", "convert-vector-to-scf,expand-strided-metadata", 1);
    let plain = vectors.replacen("convert-arith-to-llvm", "convert-vector-to-llvm,convert-arith-to-llvm", 1);
    let other = plain.replacen("builtin.module(", "builtin.module(symbol-dce,", 1);
    let paths = ["--path", &plain, "--path", &other];
    for name in TEN {
        let compared = asked("compare", name, &paths);
        assert_eq!(compared.status, Some(0), "{name}: {compared:?}");
        // A pass that crashes is to blame, and the program becomes small, whatever it is called with.
        let blamed =
            planted::lowdiff(&["blame", &program(name), "--json"], "symbol-dce:abort").args(&paths).run();
        assert_eq!(blamed.status, Some(0), "{name}: {blamed:?}");
        assert_eq!(blamed.json()["culprit"]["pass"], json!("symbol-dce"), "{name}: {blamed:?}");
        let folder = out.path().join(name).display().to_string();
        let words = ["reduce", &program(name), "--json", "--seconds", "2", "--out", &folder];
        let reduced = planted::lowdiff(&words, "symbol-dce:abort").args(&paths).run();
        assert_eq!(reduced.status, Some(0), "{name}: {reduced:?}");
        let replayed = planted::lowdiff(&["replay", &folder], "symbol-dce:abort").run();
        assert_eq!(replayed.status, Some(1), "{name}: {replayed:?}");
    }
    let programs = TEN.map(program);
    let programs: Vec<&str> = programs.iter().map(String::as_str).collect();
    let explored = Lowdiff::new(&["explore", "--programs", "10", "--json", "--out"])
        .arg(out.path().join("explored"))
        .args(&programs)
        .run();
    assert_eq!(explored.status, Some(0), "{explored:?}");
    assert_eq!(explored.json()["verdicts"]["agree"], 10, "{explored:?}");
}

#[test]
fn of_a_program_that_is_undefined_nothing_is_said() {
    let undefined = "the program is undefined with all arguments that were tried: division by zero";
    let path = ["--path", "builtin.module(canonicalize)"];
    let twice = [path, path].concat();
    let out = tempfile::tempdir().unwrap();
    let folder = out.path().display().to_string();
    let explore = ["--programs", "2", "--out", &folder];
    let reduce = [&twice[..], &["--out", &folder]].concat();
    let commands: [(&str, &[&str]); 6] = [
        ("run", &path),
        ("eval", &[]),
        ("check", &path),
        ("explore", &explore),
        ("blame", &twice),
        ("reduce", &reduce),
    ];
    for (command, words) in commands {
        let answer = asked(command, "undef", words);
        assert_eq!(answer.status, Some(3), "{command}: {answer:?}");
        let last = answer.stderr.lines().last().unwrap_or_default();
        assert!(last.contains(undefined) && !last.contains("error"), "{command}: {answer:?}");
    }
    let address = asked("eval", "address", &[]);
    let said = "with any arguments that were tried: it shows where memory lies";
    assert!(address.status == Some(3) && address.stderr.contains(said), "{address:?}");
    let compared = asked("compare", "undef", &[&twice[..], &["--json"]].concat());
    assert_eq!((compared.status, &compared.json()["reason"]), (Some(3), &json!("hazard")), "{compared:?}");
    let failed = asked("check", "undef", &[&path[..], &["--json"]].concat());
    assert_eq!((failed.status, &failed.json()["verdict"]), (Some(3), &json!("incomparable")), "{failed:?}");
    // One without arguments is, too.
    for (name, why) in [("zero", "division by zero"), ("overshift", "a printed number is poison")] {
        for (command, words) in commands {
            let answer = asked(command, name, words);
            assert_eq!(answer.status, Some(3), "{name}, {command}: {answer:?}");
            let last = answer.stderr.lines().last().unwrap_or_default();
            let is_eval = command == "eval";
            let said = match (is_eval, name) {
                (true, "overshift") => "poison: the result of `%0 = arith.shli".to_owned(),
                (true, _) => format!("undefined: {why}"),
                (false, _) => format!("the program is undefined: {why}"),
            };
            assert!(last.contains(&said), "{name}, {command}: {answer:?}");
            assert!(!last.contains("--args"), "{name}, {command}: {answer:?}");
        }
        let compared = asked("compare", name, &[&twice[..], &["--json"]].concat());
        assert_eq!(
            (compared.status, &compared.json()["reason"]),
            (Some(3), &json!("hazard")),
            "{compared:?}"
        );
        // A pass that crashes does so whatever the program does.
        let twice = ["--path", "builtin.module(symbol-dce)", "--path", "builtin.module(symbol-dce)"];
        for command in ["compare", "blame", "run"] {
            let words = if command == "run" { &twice[..2] } else { &twice[..] };
            let crashed = planted::lowdiff(&[command, &program(name)], "symbol-dce:abort").args(words).run();
            let wanted = if command == "blame" { 0 } else { 1 };
            assert_eq!(crashed.status, Some(wanted), "{name}, {command}: {crashed:?}");
        }
    }
    // It is explored after repairs where that is asked for.
    let repaired = asked("explore", "zero", &[&["--sanitize"], &explore[..]].concat());
    assert_eq!(repaired.status, Some(0), "{repaired:?}");
    let said = "is repaired as by lowdiff sanitize, since the program is undefined: division by zero";
    assert!(repaired.stderr.contains(said), "{repaired:?}");
    // One that can be explored is, beside it.
    let explored = asked("explore", "index", &[&[program("undef").as_str()], &explore[..]].concat());
    assert_eq!(explored.status, Some(0), "{explored:?}");
    assert!(explored.stderr.contains("undef.mlir:4:8 is left out: "), "{explored:?}");
}

#[test]
fn functions_are_named() {
    let several = |words: &[&str]| {
        let answer = asked("run", "several", words);
        (answer.status, answer.stdout, answer.stderr)
    };
    let (status, _, said) = several(&[]);
    assert!(status == Some(2) && said.contains("name its function with --entry: @f, @g"), "{said}");
    let (status, shown, said) = several(&["--entry", "g", "--args", "7, 2"]);
    assert_eq!((status, shown.as_str()), (Some(0), "output 0: i32 3\n"), "{said}");
    assert!(said.contains("argument 1: i32 = 2, given"), "{said}");
    let (status, _, said) = several(&["--entry", "@g", "--args", "7, 0"]);
    assert!(status == Some(3) && said.contains("division by zero"), "{said}");
    let (status, _, said) = several(&["--entry", "h"]);
    assert!(status == Some(2) && said.contains("no function @h; it has @f, @g"), "{said}");
    let evaluated = asked("eval", "several", &["--entry", "f", "--args", "-4", "--json"]);
    assert_eq!(evaluated.json()["outputs"][0]["bits"], json!(["0xfffffff8"]), "{evaluated:?}");
}

#[test]
fn arguments_are_given() {
    let run = |words: &[&str]| asked("run", "index", words);
    let given = run(&["--args", "[10, 20, 30, 40, 50], 4", "--json"]);
    assert_eq!((given.status, &given.json()["outputs"][0]["bits"]), (Some(0), &json!(["0x32"])), "{given:?}");
    assert_eq!(given.json()["arguments"][0]["drawn"], json!(false), "{given:?}");
    let file = tempfile::NamedTempFile::new().unwrap();
    std::fs::write(file.path(), "7 // for each element\n2\n").unwrap();
    let from_file = run(&["--args", &file.path().display().to_string(), "--json"]);
    assert_eq!(from_file.json()["outputs"][0]["bits"], json!(["0x7"]), "{from_file:?}");
    let shaped = asked("eval", "matmul", &["--arg-shape", "0=2x8", "--args", "1, 0.5", "--json"]).json();
    assert_eq!(
        (&shaped["outputs"][0]["shape"], &shaped["arguments"][1]["shape"]),
        (&json!([2, 4]), &json!([8, 4]))
    );
    assert!(
        shaped["outputs"][0]["bits"]
            .as_array()
            .is_some_and(|bits| bits.iter().all(|one| one == "0x40800000"))
    );
    // Of a strided memref the elements are given, and not the gaps.
    let strided = asked("eval", "memref", &["--args", "[1, 2, 3], [10, 20, 30]", "--json"]).json();
    assert_eq!(
        strided["outputs"][0]["bits"],
        json!(["0x41300000", "0x41b00000", "0x42040000"]),
        "{strided:#}"
    );
    let [one, other] =
        ["1", "2"].map(|seed| run(&["--arg-seed", seed, "--json"]).json()["arguments"].clone());
    assert_ne!(one, other);
    let refused = [
        (vec!["--args", "[1, 2], 0"], "parameter 0 of @pick is of type tensor<5xi32>: it cannot be 2"),
        (vec!["--args", "0, 0, 0"], "an argument is given for parameter 2, and @pick has 2 parameters"),
        (vec!["--args", "[[1], 2"], "line 1: a bracket is not closed, and there is no such file"),
        (vec!["--args", ""], "--args gives no value"),
        (vec!["--args", "nofile.txt"], "'nofile.txt' is neither a number nor a file"),
        (vec!["--args", "1.5"], "parameter 0 of @pick: 1.5 is no i32"),
        (vec!["--arg-shape", "1=3"], "parameter 1 of @pick is of type index: it cannot be 3"),
    ];
    for (words, why) in refused {
        let answer = run(&words);
        assert!(answer.status == Some(2) && answer.stderr.contains(why), "{answer:?}");
        assert_eq!(answer.stderr.lines().count(), 1, "{answer:?}");
    }
}

/// Parameters and results of types that no print function shows.
const UNPRINTED: &str = "func.func @main(%a: i128, %b: complex<f32>, %c: tensor<2xf8E8M0FNU>, %d: memref<2xvector<2xf32>>, %e: tensor<2xui8>)
    -> (i128, complex<f32>, tensor<2xf8E8M0FNU>, tensor<2xui8>, i1) {
  %one = arith.constant 1 : i128
  %s = arith.addi %a, %one : i128
  %i = arith.constant 0 : index
  %v = arith.constant dense<2.5> : vector<2xf32>
  memref.store %v, %d[%i] : memref<2xvector<2xf32>>
  %t = arith.constant true
  return %s, %b, %c, %e, %t : i128, complex<f32>, tensor<2xf8E8M0FNU>, tensor<2xui8>, i1
}
";

#[test]
fn values_of_any_type_are_given_and_shown() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("p.mlir");
    let eval = |text: &str, words: &[&str]| {
        std::fs::write(&file, text).unwrap();
        Lowdiff::new(&["eval", "--mlir", "22"]).arg(&file).args(words).run()
    };
    let least = i128::MIN;
    let words = format!("{least}, [1.5, -2], 0.25, [[1, 2], [3, 4]], [255, 0]");
    let shown = eval(UNPRINTED, &["--args", &words]);
    let expected = [
        format!("output 0: i128 {}", least + 1),
        "output 1: complex<f32> [1.5, -2.0]".to_owned(),
        "output 2: tensor<2xf8E8M0FNU> [0.25, 0.25]".to_owned(),
        "output 3: tensor<2xui8> [255, 0]".to_owned(),
        "output 4: i1 true".to_owned(),
        "output 5: memref<2xvector<2xf32>> [[2.5, 2.5], [3.0, 4.0]]".to_owned(),
    ];
    assert_eq!(
        (shown.status, shown.stdout.lines().collect::<Vec<_>>()),
        (Some(0), expected.iter().map(String::as_str).collect()),
        "{shown:?}"
    );
    // Of those the arguments that nobody gives are drawn.
    let drawn = eval(UNPRINTED, &["--json"]);
    assert_eq!(
        (drawn.status, drawn.json()["arguments"][1]["drawn"].as_bool()),
        (Some(0), Some(true)),
        "{drawn:?}"
    );
    for (text, words, status, why) in [
        (
            "func.func @main() -> i64 {\n %a = arith.constant 5 : i129\n %t = arith.trunci %a : i129 to i64\n return %t : i64\n}",
            "",
            2,
            "p.mlir:2:7: the interpreter does not know i129, in `",
        ),
        (
            "func.func @main(%a: f80) -> f80 {\n return %a : f80\n}",
            "1.0",
            2,
            "parameter 0 of @main is of type f80: ",
        ),
        (
            UNPRINTED,
            "1, 2, -1.0",
            2,
            "parameter 2 of @main is of type tensor<2xf8E8M0FNU>: -1.0 is no f8E8M0FNU: ",
        ),
        (UNPRINTED, "1, 2, 1, 1, 1, 1", 2, "parameter 5 of @main"),
    ] {
        let args = ["--args", words];
        let refused = eval(text, if words.is_empty() { &[] } else { &args });
        assert!(refused.status == Some(status) && refused.stderr.contains(why), "{why}: {refused:?}");
        assert_eq!(refused.stderr.lines().count(), 1, "{refused:?}");
    }
}

#[test]
fn a_result_without_a_value_is_told_with_the_operation_that_made_it() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("p.mlir");
    let eval = |body: &str, result: &str| {
        std::fs::write(&file, format!("func.func @main() -> {result} {{\n{body}\n}}\n")).unwrap();
        let answer = Lowdiff::new(&["eval", "--mlir", "22"]).arg(&file).run();
        (answer.status, answer.stdout, answer.stderr)
    };
    for (body, result, told) in [
        (
            "%m = memref.alloc() : memref<f32>\n%v = memref.load %m[] : memref<f32>\n%w = arith.addf %v, %v : f32\nreturn %w : f32",
            "f32",
            ":3:6: undef: the result of `%0 = memref.load",
        ),
        (
            "%m = memref.alloc() : memref<f32>\nreturn %m : memref<f32>",
            "memref<f32>",
            ":3:1: undef: the result of `func.return %alloc",
        ),
        (
            "%c = arith.constant -1.0 : f32\n%v = math.log %c : f32\nreturn %v : f32",
            "f32",
            ":3:6: open: the result of `%0 = math.log",
        ),
        (
            "%c = arith.constant 7 : index\n%x = arith.constant 7 : i32\n%z = arith.constant dense<0> : vector<4xi32>\n%v = vector.insert %x, %z[%c] : i32 into vector<4xi32>\nreturn %v : vector<4xi32>",
            "vector<4xi32>",
            ":5:6: poison: the result of `%0 = vector.insert",
        ),
    ] {
        let (status, _, said) = eval(body, result);
        assert!(status == Some(3) && said.contains(told), "{body}: {said}");
    }
    let ended = eval("%m = memref.alloca() : memref<f32>\nreturn %m : memref<f32>", "memref<f32>");
    assert!(ended.2.contains("p.mlir:3:1: fault: a read of 4 bytes at offset 0"), "{ended:?}");
    // Nothing lies behind a null pointer, and a handle is no number.
    let null = eval("%z = llvm.mlir.zero : !llvm.ptr\nreturn %z : !llvm.ptr", "!llvm.ptr");
    assert_eq!(null.0, Some(0), "{null:?}");
    let token = eval("%t = async.execute { async.yield }\nreturn %t : !async.token", "!async.token");
    assert_eq!((token.0, token.1.as_str()), (Some(0), "output 0: !async.token handle\n"), "{token:?}");
    let scalable = eval(
        "%z = arith.constant dense<0> : vector<[4]xi32>\nreturn %z : vector<[4]xi32>",
        "vector<[4]xi32>",
    );
    assert!(scalable.0 == Some(2) && scalable.2.contains("does not know vector<[4]xi32>"), "{scalable:?}");
}

#[test]
fn a_function_of_the_llvm_dialect_takes_arguments() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("p.mlir");
    std::fs::write(&file, "llvm.func @main(%a: i32) -> i32 {\n  llvm.return %a : i32\n}\n").unwrap();
    let eval = |words: &[&str]| Lowdiff::new(&["eval", "--mlir", "22"]).arg(&file).args(words).run();
    let given = eval(&["--args", "7"]);
    assert_eq!(given.stdout, "output 0: i32 7\n", "{given:?}");
    assert_eq!(given.stderr, "argument 0: i32 = 7, given\n", "{given:?}");
    let check =
        Lowdiff::new(&["check", "--path", "builtin.module(canonicalize)", "--args", "7"]).arg(&file).run();
    assert!(check.status == Some(0) && check.stdout.contains("0 the program: runs"), "{check:?}");
    assert_eq!(Lowdiff::new(&["run", "--args", "7"]).arg(&file).run().stdout, "output 0: i32 7\n");
    let surplus = eval(&["--args", "7,8"]);
    assert!(surplus.status == Some(2) && surplus.stderr.contains("parameter 1 of @main"), "{surplus:?}");
    std::fs::write(&file, "llvm.func @main() {\n  llvm.br ^a\n^a:\n  llvm.br ^a\n}\n").unwrap();
    let endless = eval(&["--timeout", "1"]);
    assert!(
        endless.status == Some(3)
            && endless.stderr.contains("p.mlir:4:3: cannot be told: it takes too many steps"),
        "{endless:?}"
    );
}

#[test]
fn an_early_end_is_told_by_what_the_user_wrote() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("p.mlir");
    let asked = |command: &str, text: &str, words: &[&str]| {
        std::fs::write(&file, text).unwrap();
        let answer = Lowdiff::new(&[command, "--mlir", "22"]).arg(&file).args(words).run();
        let said = format!("{}{}", answer.stdout, answer.stderr);
        assert!(!said.contains("printI64") && !said.contains("lowdiff_main"), "{said}");
        (answer.status, said)
    };
    let path = ["--path", "builtin.module(canonicalize)"];
    let fails = "func.func @main(%a: i32) -> i32 {\n  %f = arith.constant false\n  cf.assert %f, \"boo\"\n  return %a : i32\n}\n";
    for (command, words) in [("eval", &[][..]), ("check", &path)] {
        let (status, said) = asked(command, fails, words);
        assert_eq!(status, Some(3), "{said}");
        let told = "p.mlir:3:3: the program is undefined with all arguments that were tried: an assertion does not hold: boo, in `cf.assert";
        assert!(said.contains(told), "{said}");
    }
    let poison = "func.func @main(%a: i32) -> i32 {\n  %p = ub.poison : i32\n  return %p : i32\n}\n";
    let (status, said) = asked("eval", poison, &[]);
    assert!(status == Some(3) && said.contains("output 0: i32 poison\n"), "{said}");
    let (status, said) = asked("check", poison, &path);
    assert!(status == Some(3) && said.contains("; it comes from `%0 = ub.poison : i32`"), "{said}");
    let divides = "func.func @main() -> i32 {\n  %z = arith.constant 0 : i32\n  %q = arith.divsi %z, %z : i32\n  return %q : i32\n}\n";
    for (command, words) in [("eval", &[][..]), ("check", &path)] {
        let (status, said) = asked(command, divides, words);
        assert!(
            said.contains("p.mlir:3:8: undefined: division by zero, in `%0 = arith.divsi"),
            "{status:?} {said}"
        );
    }
}

#[test]
fn a_wrong_result_is_blamed_and_reduced_with_the_arguments_that_show_it() {
    let out = tempfile::tempdir().unwrap();
    let folded = DEFAULT_PATH.replacen("builtin.module(", "builtin.module(canonicalize,", 1);
    let words = ["--path", DEFAULT_PATH, "--path", &folded, "--args", "[1.0, inf, -2.0]"];
    let compared = asked("compare", "times_zero", &[&words[..], &["--no-builtin-known"]].concat());
    assert_eq!(compared.status, Some(1), "{compared:?}");
    assert!(
        compared.stderr.contains("argument 0: tensor<3xf32> = 3 of 1.0, inf, -2.0, given"),
        "{compared:?}"
    );
    let small = [&words[..4], &["--args", "[1.0, 2.0, 3.0]"]].concat();
    assert_eq!(asked("compare", "times_zero", &small).status, Some(0), "small numbers do not show it");
    let blamed = asked("blame", "times_zero", &[&words[..], &["--json"]].concat());
    assert_eq!(blamed.json()["culprit"]["pass"], json!("canonicalize"), "{blamed:?}");
    let folder = out.path().join("reduced").display().to_string();
    let reduced = asked(
        "reduce",
        "times_zero",
        &[&words[..], &["--seconds", "10", "--json", "--out", &folder]].concat(),
    );
    assert_eq!(reduced.status, Some(0), "{reduced:?}");
    let given = reduced.json()["arguments"].clone();
    assert_eq!(given.as_array().map(Vec::len), Some(1), "{reduced:?}");
    assert_eq!((&given[0]["shape"], &given[0]["drawn"]), (&json!([3]), &json!(false)), "{reduced:?}");
    assert_eq!(Lowdiff::new(&["replay", &folder, "--no-builtin-known"]).run().status, Some(1));
}

#[test]
fn folders_and_parts_of_files_are_programs() {
    let folder = tempfile::tempdir().unwrap();
    let [index, vecs] = ["index", "vecs"].map(|name| std::fs::read_to_string(program(name)).unwrap());
    std::fs::write(folder.path().join("two.mlir"), format!("{index}// -----\n{vecs}")).unwrap();
    std::fs::write(folder.path().join("one.mlir"), &index).unwrap();
    std::fs::write(folder.path().join("notes.txt"), "no program").unwrap();
    let out = folder.path().join("out");
    let explored =
        Lowdiff::new(&["explore", "--programs", "3", "--json", "--out"]).arg(&out).arg(folder.path()).run();
    assert_eq!(
        (explored.status, &explored.json()["verdicts"]["agree"]),
        (Some(0), &json!(3)),
        "{explored:?}"
    );
    // Commands that take one program answer for each.
    let ran = Lowdiff::new(&["run"]).arg(folder.path()).run();
    let heads: Vec<&str> = ran.stdout.lines().filter(|line| line.ends_with(':')).collect();
    assert_eq!((ran.status, heads.len()), (Some(0), 3), "{ran:?}");
    let second = format!("two.mlir:{}", index.lines().count() + 2);
    assert!(heads[0].ends_with("one.mlir:") && heads[2].ends_with(&format!("{second}:")), "{ran:?}");
    assert_eq!(ran.stdout.lines().filter(|line| line.starts_with("output 0: ")).count(), 3, "{ran:?}");
    let two = folder.path().join("two.mlir");
    let evaluated = Lowdiff::new(&["eval", "--json", "--args", "0"]).arg(&two).run();
    let documents = evaluated.json()["programs"].as_array().cloned().unwrap_or_default();
    assert_eq!((evaluated.status, documents.len()), (Some(0), 2), "{evaluated:?}");
    assert!(
        documents.iter().all(|one| one["outputs"].is_array() && one["program"].is_string()),
        "{documents:?}"
    );
    let step = "builtin.module(cse)";
    let checked = Lowdiff::new(&["check", "--path", step]).arg(&two).run();
    assert_eq!(checked.status, Some(0), "{checked:?}");
    let compared =
        Lowdiff::new(&["compare", "--path", DEFAULT_PATH, "--path", DEFAULT_PATH]).arg(folder.path()).run();
    assert_eq!(compared.stdout.lines().filter(|line| line.starts_with("agree")).count(), 2, "{compared:?}");
    assert_eq!(compared.status, Some(3), "no conversion of vectors is on that path: {compared:?}");
    let named =
        |part: &str| explored.stderr.lines().any(|line| line.contains(part) && line.contains("argument 0: "));
    assert!(named("one.mlir") && named("two.mlir:1") && named(&second), "{explored:?}");
    // A part that is no program is left out, and named by its line; nothing but the campaign is left behind.
    std::fs::write(&two, format!("{index}// -----\nfunc.func @main() -> i32 {{\n  %c = arith.wrong\n}}\n"))
        .unwrap();
    let out = folder.path().join("again");
    let words = ["explore", "--programs", "2", "--out"];
    let explored = Lowdiff::new(&words).arg(&out).arg(&two).run();
    let place =
        format!("{second} is left out: the program is not valid MLIR: line {}:", index.lines().count() + 3);
    assert!(explored.status == Some(0) && explored.stderr.contains(&place), "{explored:?}");
    let left: Vec<_> = std::fs::read_dir(&out).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    assert_eq!(left, ["campaign-1.jsonl"]);
    let again = Lowdiff::new(&["explore", "--resume", "--programs", "3", "--out"]).arg(&out).run();
    assert_eq!(again.status, Some(0), "{again:?}");
    let ran = Lowdiff::new(&["run"]).arg(&two).run();
    let told = format!("{second}: the program is not valid MLIR: line {}:", index.lines().count() + 3);
    assert!(ran.status == Some(2) && ran.stderr.contains(&told), "{ran:?}");
    let ran = Lowdiff::new(&["run", "--json"]).arg(&two).run().json();
    let error = ran["programs"][1]["error"].as_str().unwrap_or_default();
    assert!(error.contains(&told), "{ran:#}");
}

#[test]
fn a_program_comes_from_standard_input() {
    let piped = |words: &[&str]| {
        let file = std::fs::File::open(program("index")).unwrap();
        let mut command = Command::new(env!("CARGO_BIN_EXE_lowdiff"));
        let asked = command.args(words).env_remove("LOWDIFF_MLIR").stdin(Stdio::from(file)).output().unwrap();
        (asked.status.code(), String::from_utf8_lossy(&asked.stdout).into_owned())
    };
    let args = ["--args", "[1, 2, 3, 4, 5], 4"];
    assert_eq!(piped(&[&["eval", "-"][..], &args].concat()), (Some(0), "output 0: i32 5\n".to_owned()));
    assert_eq!(piped(&[&["run", "-"][..], &args].concat()), (Some(0), "output 0: i32 5\n".to_owned()));
    let out = tempfile::tempdir().unwrap();
    let folder = out.path().display().to_string();
    let (status, shown) = piped(&["explore", "-", "--programs", "1", "--json", "--out", &folder]);
    assert_eq!(status, Some(0), "{shown}");
    let corpus = format!("{folder}/seeds");
    let (status, shown) = piped(&["seeds", "-", "--out", &folder, "--corpus", &corpus]);
    assert!(
        status == Some(0) && shown.starts_with("1 file: 1 module, 0 of them not taken by this library;"),
        "{shown}"
    );
    assert_eq!(piped(&["replay", "-"]).0, Some(2));
    let path = ["--path", DEFAULT_PATH, "--path", DEFAULT_PATH, "--mlir", "22", "--mlir", "head"];
    let (status, shown) = piped(&[&["compare", "-"][..], &args, &path].concat());
    assert_eq!((status, shown.lines().count()), (Some(0), 2), "{shown}");
}

#[test]
fn a_vector_of_several_dimensions_is_returned_row_by_row() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("p.mlir");
    let text = "func.func @main(%x: f32) -> vector<2x1x3xf32> {
  %v = vector.broadcast %x : f32 to vector<2x1x3xf32>
  %r = arith.addf %v, %v : vector<2x1x3xf32>
  return %r : vector<2x1x3xf32>
}
";
    std::fs::write(&file, text).unwrap();
    let ran = Lowdiff::new(&["run", "--args", "1.5"]).arg(&file).run();
    let shown = "output 0: 2x1x3xf32 [[[3.0, 3.0, 3.0]], [[3.0, 3.0, 3.0]]]\n";
    assert!(ran.status == Some(0) && ran.stdout == shown, "{ran:?}");
}

#[test]
fn eval_shows_what_a_program_prints_and_what_it_returns() {
    let printing = |parameter: &str| {
        format!(
            "func.func @main({parameter}) -> i32 {{
  %c = arith.constant 3 : i32
  %s = arith.constant 40 : i32
  %p = arith.shli %c, %s : i32
  vector.print %c : i32
  return %c : i32
}}
"
        )
    };
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("p.mlir");
    for (parameter, words) in [("", &[][..]), ("%n: i32", &["--args", "5"])] {
        std::fs::write(&file, printing(parameter)).unwrap();
        let answer = Lowdiff::new(&["eval", "--mlir", "22"]).args(words).arg(&file).run();
        assert!(answer.stdout.contains("output 1: i32 3"), "{answer:?}");
        let poison = "4:8: poison, which nothing shows: the result of `%0 = arith.shli";
        assert!(answer.status == Some(0) && answer.stderr.contains(poison), "{answer:?}");
    }
}
