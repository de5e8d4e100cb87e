//! The command line on real MLIR: verdicts and exit statuses, one sentence for each bad input, and the way of
//! a finding from `explore` to `replay`. Needs MLIR 22 under `.mlir/`; `scripts/test.sh` sets it up.

use lowdiff::version;
use serde_json::{Value, json};
use std::path::Path;
use std::process::{Command, Output, Stdio};

fn lowdiff(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_lowdiff"))
        .args(arguments)
        .env_remove("LOWDIFF_MLIR")
        .stdin(Stdio::null())
        .output()
        .unwrap()
}

/// Runs and expects a status; gives standard output.
fn expect(status: i32, arguments: &[&str]) -> String {
    let output = lowdiff(arguments);
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(status), "{arguments:?}: {said}");
    String::from_utf8(output.stdout).unwrap()
}

/// The document that these arguments with `--json` print.
fn document(status: i32, arguments: &[&str]) -> Value {
    let arguments = [arguments, &["--json"]].concat();
    serde_json::from_str(&expect(status, &arguments)).unwrap()
}

/// The sentence a bad input gets: status 2, one line, nothing on standard output.
fn error(arguments: &[&str]) -> String {
    let output = lowdiff(arguments);
    let said = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2), "{arguments:?}: {said}");
    assert_eq!(said.lines().count(), 1, "{arguments:?}: {said}");
    assert!(output.stdout.is_empty());
    said.trim_end().strip_prefix("error: ").expect("errors begin with the word").to_string()
}

fn write(dir: &Path, name: &str, content: impl AsRef<[u8]>) -> String {
    let file = dir.join(name);
    std::fs::write(&file, content).unwrap();
    file.display().to_string()
}

/// Prints 42 in a roundabout way.
const PROGRAM: &str = "\
func.func private @printMemrefI64(tensor<*xi64> {bufferization.access = \"read\"})
func.func @main() {
  %a = arith.constant dense<40> : tensor<1xi64>
  %b = call @two() : () -> tensor<1xi64>
  %c = tosa.add %a, %b : (tensor<1xi64>, tensor<1xi64>) -> tensor<1xi64>
  %p = tensor.cast %c : tensor<1xi64> to tensor<*xi64>
  call @printMemrefI64(%p) : (tensor<*xi64>) -> ()
  return
}
func.func private @two() -> tensor<1xi64> {
  %r = arith.constant dense<2> : tensor<1xi64>
  return %r : tensor<1xi64>
}
";

/// Down to llvm, after the passes `first`.
fn down(first: &str) -> String {
    format!(
        "builtin.module({first}func.func(tosa-to-linalg),one-shot-bufferize{{bufferize-function-boundaries}},\
         func.func(convert-linalg-to-loops),expand-strided-metadata,lower-affine,convert-scf-to-cf,\
         convert-arith-to-llvm,finalize-memref-to-llvm,convert-func-to-llvm,convert-cf-to-llvm,\
         reconcile-unrealized-casts)"
    )
}

#[test]
fn run_prints_exact_bits() {
    let dir = tempfile::tempdir().unwrap();
    let program = write(dir.path(), "p.mlir", PROGRAM);
    let path = down("");
    assert_eq!(expect(0, &["run", &program, "--path", &path]), "output 0: 1xi64 [42]\n");
    assert_eq!(expect(0, &["run", &program, "--path", &path, "--bits"]), "output 0: 1xi64 [0x2a]\n");
    let module = expect(0, &["run", &program, "--path", &path, "--emit", "-"]);
    assert!(module.contains("llvm.func @main()") && module.ends_with("output 0: 1xi64 [42]\n"), "{module}");
    let both = write(dir.path(), "both.mlir", format!("{PROGRAM}// -----\n{PROGRAM}"));
    let refused = lowdiff(&["run", &both, "--path", &path, "--emit", "out.mlir"]);
    let said = String::from_utf8(refused.stderr).unwrap();
    assert!(refused.status.code() == Some(2) && said.contains("--emit writes one module"), "{said}");
    let shown = lowdiff(&["run", &program, "--print-ir-after", "one-shot-bufferize"]);
    let said = String::from_utf8(shown.stderr).unwrap();
    assert_eq!(
        said.matches("// -----// IR after step ").count(),
        said.matches(": builtin.module(one-shot-bufferize").count()
    );
    assert!(said.contains("IR after step ") && said.contains("memref.global"), "{said}");
    let all = lowdiff(&["run", &program, "--path", &path, "--print-ir-after-all"]);
    assert_eq!(String::from_utf8(all.stderr).unwrap().matches("// -----// IR after step ").count(), 11);
    let document = document(0, &["run", &program, "--path", &path]);
    assert_eq!(document["outcome"], "ok");
    assert_eq!(document["outputs"], json!([{ "shape": [1], "element": "i64", "bits": ["0x2a"] }]));
    assert_eq!(document["steps"].as_array().unwrap().len(), 11);
    assert_eq!(document["mlir"]["name"], "22");
    assert!(document["mlir"]["build-id"].is_string());
}

#[test]
fn run_without_a_path_lowers_plainly() {
    let dir = tempfile::tempdir().unwrap();
    let program = write(dir.path(), "p.mlir", PROGRAM);
    for executor in ["interp", "jit"] {
        let document = document(0, &["run", &program, "--executor", executor]);
        assert_eq!(document["outputs"][0]["bits"], json!(["0x2a"]), "{executor}");
        assert!(document["steps"].as_array().unwrap().len() > 3, "{document}");
    }
}

#[test]
fn the_version_names_the_commit() {
    let said = expect(0, &["--version"]);
    let commit = said.strip_prefix(concat!("lowdiff ", env!("CARGO_PKG_VERSION"), " (commit "));
    let commit = commit.and_then(|rest| rest.trim_end().strip_suffix(')')).expect("as documented");
    let commit = commit.strip_suffix("-dirty").unwrap_or(commit);
    assert!(
        commit == "unknown" || commit.len() == 12 && commit.bytes().all(|b| b.is_ascii_hexdigit()),
        "{said}"
    );
}

#[test]
fn shells_and_man_know_every_command() {
    let dir = tempfile::tempdir().unwrap();
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let script = expect(0, &["completions", shell]);
        assert!(script.contains("explore") && script.contains("skip-pass"), "{shell}");
    }
    let pages = dir.path().join("man").display().to_string();
    assert_eq!(expect(0, &["man", &pages]), "");
    let page = std::fs::read_to_string(dir.path().join("man/lowdiff-explore.1")).unwrap();
    assert!(page.contains("skip\\-pass"), "{page}");
    assert!(!dir.path().join("man/lowdiff-explore-worker.1").exists(), "nobody calls it");
    std::fs::write(dir.path().join("file"), "").unwrap();
    assert!(
        error(&["man", &dir.path().join("file").display().to_string()]).contains("cannot write the manual")
    );
}

#[test]
fn more_jobs_than_cores_are_announced() {
    let dir = tempfile::tempdir().unwrap();
    let explore = |jobs: &str| {
        let out = dir.path().join(jobs).display().to_string();
        let words = ["explore", "--programs", "1", "--quiet", "--jobs", jobs, "--out", &out];
        String::from_utf8(lowdiff(&words).stderr).unwrap()
    };
    let cores = std::thread::available_parallelism().unwrap().get();
    let said = explore(&(cores + 1).to_string());
    assert!(said.contains(&format!("warning: {} jobs share {cores} cores", cores + 1)), "{said}");
    assert!(!explore("auto").contains("warning: "));
}

#[test]
fn run_tells_how_a_path_failed() {
    let dir = tempfile::tempdir().unwrap();
    let program = write(dir.path(), "p.mlir", PROGRAM);
    let document = document(3, &["run", &program, "--path", "builtin.module(cse)"]);
    assert_eq!(document["outcome"], "incomplete");
    assert!(document["message"].as_str().unwrap().contains("tosa.add"));
    // Operations that only lowdiff's call of a program has are not named, unless nothing else is left; one reason is told once.
    let called = "func.func @main(%a: tensor<4xf32>) -> tensor<4xf32> {\n  %r = tosa.tanh %a : (tensor<4xf32>) -> tensor<4xf32>\n  return %r : tensor<4xf32>\n}\n";
    let called = write(dir.path(), "called.mlir", called);
    let paths = ["--path", "builtin.module(cse)", "--path", "builtin.module(canonicalize)"];
    let output = lowdiff(&[&["compare", &called][..], &paths].concat());
    let said = String::from_utf8([output.stdout, output.stderr].concat()).unwrap();
    assert_eq!(
        said.matches("still there after the path: func.func, func.return, tosa.tanh; try, in this order, ")
            .count(),
        1,
        "{said}"
    );
    assert_eq!(said.matches("still there").count(), 1, "{said}");
}

#[test]
fn compare_agrees_on_good_paths() {
    let dir = tempfile::tempdir().unwrap();
    let program = write(dir.path(), "p.mlir", PROGRAM);
    let other = write(dir.path(), "other.txt", format!("# one a line\n{}\n", down("cse,")));
    let (a, b) = (down(""), format!("@{other}"));
    for executor in ["jit", "tools"] {
        let arguments = ["compare", &program, "--path", &a, "--path", &b, "--executor", executor];
        assert_eq!(expect(0, &arguments), "agree: the results are equal\n");
    }
    let silent = write(dir.path(), "silent.mlir", "func.func @main() {\n  return\n}\n");
    let said = expect(0, &["compare", &silent, "--path", &a, "--path", &b]);
    assert!(said.contains("nothing was compared: the program prints no results"), "{said}");
    let document = document(0, &["compare", &program, "--path", &a, "--path", &b]);
    assert_eq!(document["verdict"], "agree");
    assert_eq!(document["paths"][1]["outcome"], "ok");
    assert!(document.get("reason").is_none());
}

#[test]
fn compare_cannot_tell_where_a_path_does_not_end() {
    let dir = tempfile::tempdir().unwrap();
    let program = write(dir.path(), "p.mlir", PROGRAM);
    let cut = "builtin.module(convert-arith-to-llvm)";
    let document = document(3, &["compare", &program, "--path", &down(""), "--path", cut]);
    assert_eq!((&document["verdict"], &document["reason"]), (&json!("incomparable"), &json!("incomplete")));
}

#[test]
fn each_bad_input_has_its_sentence() {
    let dir = tempfile::tempdir().unwrap();
    let good = write(dir.path(), "good.mlir", PROGRAM);
    let invalid = write(dir.path(), "invalid.mlir", "module {\n  foo.bar\n}\n");
    let binary = write(dir.path(), "binary.mlir", b"\xff\xfe\x00");
    let path = down("");
    let run = |program: &str, path: &str| error(&["run", program, "--path", path]);

    assert!(run("/nowhere/p.mlir", &path).starts_with("cannot read /nowhere/p.mlir: "));
    assert!(run(&binary, &path).contains("is not UTF-8 text"));
    assert!(run(&invalid, &path).contains("is not valid MLIR: line 2:3: "));
    assert!(run(&good, "builtin.module(no-such-pass)").contains("'no-such-pass'"));
    assert!(run(&good, "func.func(cse)").contains("write builtin.module(...)"));
    assert!(run(&good, "builtin.module(buffer-hoisting)").contains("func.func"));
    assert!(run(&good, "builtin.module(cse").contains("column"));
    assert!(run(&good, "@/nowhere/path").contains("/nowhere/path"));
    assert!(error(&["compare", &good, "--path", &path]).contains("give --path twice"));
    assert!(
        error(&["run", &good, "--path", &path, "--mlir", "17"])
            .contains(&format!("use {}", version::names()))
    );
    assert!(error(&["run", &good, "--path", &path, "--mlir", "/nowhere/libMLIR-C.so"]).contains("/nowhere"));
    assert!(error(&["explore", &good, "--programs", "1", "--out", "/dev/null/x"]).contains("/dev/null/x"));
    let out = dir.path().join("out").display().to_string();
    assert!(error(&["explore", &invalid, "--programs", "1", "--out", &out]).contains("line 2:3"));
}

#[test]
fn generated_programs_are_the_same_every_time() {
    let dir = tempfile::tempdir().unwrap();
    let out = dir.path().display().to_string();
    let files = expect(0, &["gen", "--seed", "3", "--count", "2", "--out", &out]);
    assert_eq!(files.lines().count(), 2);
    let both: Vec<String> = files.lines().map(|file| std::fs::read_to_string(file).unwrap()).collect();
    let printed = expect(0, &["gen", "--seed", "3", "--count", "2"]);
    assert_eq!(printed, format!("{}\n// -----\n{}\n", both[0].trim_end(), both[1].trim_end()));
}

#[test]
fn exploring_ends_with_a_summary_and_its_findings_replay() {
    let dir = tempfile::tempdir().unwrap();
    let out = dir.path().join("findings").display().to_string();
    let explore = |jobs: &str| {
        let output =
            lowdiff(&["explore", "--programs", "6", "--seed", "28", "--jobs", jobs, "--out", &out, "--json"]);
        let document: Value = serde_json::from_slice(&output.stdout).unwrap();
        let found = !document["signatures"].as_object().unwrap().is_empty();
        assert_eq!(output.status.code(), Some(i32::from(found)));
        document
    };
    let (one, two) = (explore("1"), explore("2"));
    for key in ["programs", "paths_built", "paths_lowered", "final_modules", "success_rate", "verdicts"] {
        assert_eq!(one[key], two[key], "{key}");
    }
    assert_eq!((&one["programs"], &one["paths_built"]), (&json!(6), &json!(12)));
    assert!(one["seconds"].as_f64().unwrap() > 0.0);
    for finding in one["findings"].as_array().unwrap() {
        let directory = finding["directory"].as_str().unwrap();
        assert_eq!(document(1, &["replay", directory])["verdict"], finding["verdict"], "{directory}");
    }
    assert_eq!(two["findings"], json!([]), "the same findings are kept once");
}

#[test]
fn exploring_given_programs_draws_paths_for_each() {
    let dir = tempfile::tempdir().unwrap();
    let program = write(dir.path(), "p.mlir", PROGRAM);
    let out = dir.path().join("findings").display().to_string();
    let output = lowdiff(&["explore", &program, "--programs", "3", "--seed", "2", "--out", &out, "--json"]);
    let document: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!((&document["programs"], &document["paths_built"]), (&json!(3), &json!(6)));
    assert!(document["final_modules"].as_u64().unwrap() > 1, "{document}");
}

/// A shell or a supervisor asks a campaign to end: it ends with its summary.
#[test]
fn a_signal_ends_a_campaign_with_its_summary() {
    let dir = tempfile::tempdir().unwrap();
    let out = dir.path().join("findings").display().to_string();
    let campaign = Command::new(env!("CARGO_BIN_EXE_lowdiff"))
        .args(["explore", "--seed", "2", "--out", &out, "--json"])
        .env_remove("LOWDIFF_MLIR")
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    std::thread::sleep(std::time::Duration::from_secs(3));
    let killed = Command::new("kill").args(["-INT", &campaign.id().to_string()]).status().unwrap();
    assert!(killed.success());
    let output = campaign.wait_with_output().unwrap();
    let document: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert!(matches!(output.status.code(), Some(0 | 1)), "{:?}", output.status);
    assert!(document["seconds"].as_f64().unwrap() >= 2.5);
}

#[test]
fn wrong_arguments_are_a_document_where_json_is_asked_for() {
    let told = document(2, &["compare", "--nothing"]);
    let said = told["error"].as_str().expect("a sentence");
    assert!(said.starts_with("unexpected argument '--nothing'"), "{said}");
    let missing = document(2, &["compare"]);
    let said = missing["error"].as_str().expect("a sentence");
    assert!(said.contains("not provided") && said.contains("--path"), "{said}");
    assert_eq!(expect(2, &["compare", "--nothing"]), "", "else it is told on standard error alone");
    assert!(expect(0, &["compare", "--help", "--json"]).contains("Exit status"), "help is no error");
}

#[test]
fn the_machine_is_measured_at_every_level() {
    let said = expect(0, &["bench", "levels", "--rounds", "1", "--mlir", "22", "--json"]);
    let document: Value = serde_json::from_str(&said).expect("JSON");
    let programs = document["programs"].as_array().expect("programs");
    assert_eq!(programs.len(), 3, "{document}");
    for program in programs {
        let levels = program["levels"].as_array().expect("levels");
        assert_eq!(levels.len(), 7, "{program}");
        assert!(levels.iter().all(|level| level["steps"].as_u64() > Some(0)), "{program}");
        assert!(program["compiled_seconds"].as_f64() > Some(0.0), "{program}");
    }
}
