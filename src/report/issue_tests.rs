//! Reports of findings of several kinds, and that they say no more than their files do.

use super::super::stock::FILE;
use super::*;
use crate::blame::{Named, Split};
use crate::reduce::{Candidate, DefinedChecks, Question, Size, Stage, Traits};
use serde_json::{Value, json};

#[path = "witness_tests.rs"]
mod witness;

/// The report of a finding with this document and these files.
fn report(document: Value, files: &[(&str, &str)]) -> String {
    let dir = tempfile::tempdir().unwrap();
    std::fs::write(dir.path().join("finding.json"), document.to_string()).unwrap();
    for (name, text) in files {
        std::fs::write(dir.path().join(name), text).unwrap();
    }
    write(dir.path(), Asking::Now).unwrap();
    std::fs::read_to_string(dir.path().join(REPORT)).unwrap()
}

/// The report, where stock programs were run: the command ended so and printed this, one run a command.
fn stocked(document: Value, files: &[(&str, &str)], runs: &[(i32, &str)]) -> String {
    let dir = tempfile::tempdir().unwrap();
    std::fs::write(dir.path().join("finding.json"), document.to_string()).unwrap();
    for (name, text) in files {
        std::fs::write(dir.path().join(name), text).unwrap();
    }
    let document = Finding::read(dir.path()).unwrap();
    let demonstration = Demonstration::of(dir.path(), &document);
    let lines = Commands { demonstration: &demonstration, read_by: None, optimized: false };
    let commands = lines.stock().all();
    assert_eq!(commands.len(), runs.len(), "{commands:?}");
    let runs = commands.into_iter().zip(runs).map(|(command, (status, printed))| {
        let signal = (*status > 128).then(|| status - 128);
        let status = Some(*status).filter(|_| signal.is_none());
        let stdout = (*printed).into();
        StockRun { command, status, signal, stdout, cut: Some(false), ..StockRun::default() }
    });
    let program = std::fs::read(dir.path().join(demonstration.file)).unwrap();
    let stock = Stock {
        build_id: "ab".into(),
        program: crate::report::stock::hash(&program),
        version: "LLVM version 22\n  Optimized build with assertions.\n".into(),
        runs: runs.collect(),
    };
    std::fs::write(dir.path().join(FILE), serde_json::to_string(&stock).unwrap()).unwrap();
    write(dir.path(), Asking::Now).unwrap();
    std::fs::read_to_string(dir.path().join(REPORT)).unwrap()
}

fn mlir(name: &str, version: &str) -> Value {
    json!({ "name": name, "version": version, "build-id": "ab" })
}

/// The answer of an MLIR of this version about a finding.
fn version(version: &str, shows: &str, run: &str, detail: &str) -> Value {
    json!({ "mlir": mlir(version, version), "shows": shows, "verdict": "mismatch", "run": run, "detail": detail })
}

/// The state of a reduction of this case, done, where every path is wrong or not.
fn done(case: &str, every_path: bool) -> String {
    let question = Question {
        kind: VerdictKind::Mismatch,
        pass: String::new(),
        ended: None,
        plainly: false,
        rounds: 1,
        tries: None,
        checks: DefinedChecks { memory: false, bounds: false },
        every_path,
        by_semantics: false,
        zero_sign: false,
        traits: Traits::default(),
    };
    let source = Candidate { program: String::new(), printed: vec![], path: Split::default() };
    let state = ReductionState {
        case: case.into(),
        mlir: "ab".into(),
        question,
        named: Named::default(),
        source,
        alone: None,
        stage: Stage::Done,
        original: Size::default(),
        source_size: Size::default(),
        alone_size: None,
        seconds: 0.0,
    };
    serde_json::to_string(&state).unwrap()
}

fn has(report: &str, words: &[&str]) {
    for word in words {
        assert!(report.contains(word), "no '{word}' in:\n{report}");
    }
}

#[test]
fn a_long_program_stands_once() {
    let long = "func.func private @long()\n".to_owned() + &"// more\n".repeat(50);
    let document = json!({ "verdict": "crash", "pass": "cse", "mlir": mlir("22", "22.1.8"), "paths": [{ "outcome": "crash", "pass": "cse" }] });
    let text = report(document, &[("program.mlir", &long), ("path-a.txt", "builtin.module(cse)\n")]);
    assert_eq!(text.matches("@long()").count(), 1, "{text}");
}

#[test]
fn a_crash_is_one_pass_on_one_program() {
    let document = json!({
        "lowdiff": "0.1.0", "verdict": "crash", "pass": "cse", "detail": "path b ended as crash in cse",
        "confirmed": true, "case": "c", "mlir": mlir("22", "22.1.8"),
        "culprit": { "pass": "cse", "pipeline": "builtin.module(cse)", "alone": true, "after": "crash: it fell over" },
        "paths": [{ "outcome": "ok" }, { "outcome": "crash", "pass": "cse", "message": "it fell over\nmore", "frames": ["mlir::it()"] }],
    });
    let files = [("before.mlir", "module {}\n"), ("reduction.json", &done("c", false))];
    let text = report(document.clone(), &files);
    assert!(text.starts_with("# [mlir] cse crashes: it fell over\n"), "{text}");
    has(
        &text,
        &[
            "fuzzer-generated",
            "lowdiff 0.1.0",
            "MLIR 22.1.8, build-id ab",
            "```mlir\nmodule {}\n```",
            "mlir::it()",
        ],
    );
    has(&text, &["no smaller candidate that was tried", "Seen on 22.1.8", "Stock programs were not run"]);
    has(
        &text,
        &[
            "lowdiff replay . --mlir 22 --no-builtin-known\n",
            "MLIR's verifier accepted it before the pass was run",
        ],
    );
    // No command is printed that was not run.
    assert!(!text.contains("\nmlir-opt ") && !text.contains("mlir-runner"), "{text}");
    let text = stocked(document, &files, &[(0, "module {}"), (139, "")]);
    has(&text, &["\nmlir-opt --pass-pipeline='builtin.module(cse)' before.mlir\n", "It ends by signal 11."]);
    has(&text, &["(`mlir-opt before.mlir` ends with status 0)", "assertions are on"]);
    has(
        &text,
        &[
            "// RUN: mlir-opt %s --pass-pipeline='builtin.module(cse)' \\\n// RUN: | FileCheck %s\n\n// CHECK: module\n\nmodule {}\n",
        ],
    );
    assert!(!text.contains("mlir-runner"), "nothing is run: {text}");
}

#[test]
fn a_wrong_result_has_both_pipelines_and_what_is_right() {
    let culprit = json!({
        "pass": "sccp", "pipeline": "builtin.module(sccp)", "alone": true, "before": "as the plain lowering has it",
        "after": "output 0 differs", "met": ["cse"], "varies": false,
    });
    let mut versions = json!([
        version("24.0.0git", "no", "the whole finding", "agree: equal"),
        version("19.1.7", "unknown", "the whole finding", "no such pass"),
    ]);
    versions[0]["found"] = json!("yes");
    let document = json!({
        "verdict": "mismatch", "pass": null, "detail": "they differ", "culprit": culprit, "versions": versions,
        "mlir": mlir("19", "19.1.7"), "paths": [],
    });
    let files = [
        ("before.mlir", "// b"),
        ("without.txt", "builtin.module(a)\n"),
        ("with.txt", "builtin.module(sccp)\nbuiltin.module(a)\n"),
    ];
    let text = report(document.clone(), &files);
    assert!(text.starts_with("# [mlir] sccp changes the result\n"), "{text}");
    has(
        &text,
        &[
            "> Main does not show what is below, and shows the finding as it was found",
            "The results of path a. Before the pass, the program is right: as the plain lowering has it.",
            "On the program as it was found, it shows after cse; `before.mlir` is the IR after these.",
            "Lowered, the input of the pass gives the right result, and its output does not.",
            "It is not proved that no later pass",
        ],
    );
    has(
        &text,
        &[
            "| 24.0.0git | no | the whole finding; as it was found: yes | agree: equal |",
            "| 19.1.7 | cannot tell |",
            "Not minimized",
        ],
    );
    assert!(!text.contains("mlir-opt"), "{text}");
    let runs = [(0, "a\n"), (0, "b\n"), (0, "4\n"), (0, "5\n")];
    let run = stocked(document.clone(), &files, &runs);
    has(&run, &["--pass-pipeline='builtin.module(sccp,a)' before.mlir \\\n  | mlir-cpu-runner -O0"]);
    has(
        &run,
        &[
            "# path b, with the pass\n",
            "path b, with the pass: It ends with status 0. It prints:\n\n```\n5\n",
        ],
    );
    has(&run, &["\n-a\n+b\n"]);
    has(&run, &["\n## Test\n\nNo test is made of this: a right lowering may round"]);
    let expected = report(document, &[("expected.txt", "= 1\n")]);
    has(&expected, &["The values in `expected.txt`"]);
}

#[test]
fn what_another_version_says_against_the_culprit_is_said() {
    let culprit =
        json!({ "pass": "sccp", "pipeline": "builtin.module(sccp)", "alone": true, "before": "as it was" });
    let asked = |contradicts: bool| {
        let mut version = version("24.0.0git", "no", "", "agree");
        version["contradicts"] = json!(contradicts);
        let document = json!({ "verdict": "mismatch", "detail": "they differ", "culprit": culprit, "versions": [version] });
        report(document, &[("program.mlir", "// p")])
    };
    has(&asked(true), &["in doubt: on 24.0.0git both paths give what path b gives here"]);
    assert!(!asked(false).contains("in doubt"));
}

#[test]
fn what_nobody_looked_at_is_said_to_be_open() {
    let document = json!({
        "verdict": "mismatch", "detail": "they differ", "confirmed": false, "executor": "jit", "mlir": mlir("a b", "22.1.8"),
    });
    let text = report(
        document,
        &[
            ("program.mlir", "// p"),
            ("path-a.txt", "builtin.module(a)\n"),
            ("path-b.txt", "builtin.module(b)\n"),
        ],
    );
    assert!(text.starts_with("# [mlir] two lowerings of one program give different results\n"), "{text}");
    has(&text, &["do **not** show it", "No pass was blamed", "Equal results"]);
    has(&text, &["lowdiff replay . --mlir 'a b' --executor jit --no-builtin-known\n"]);
    let dir = tempfile::tempdir().unwrap();
    write(dir.path(), Asking::Now).unwrap();
    assert!(!dir.path().join(REPORT).exists(), "no finding, no report");
    std::fs::write(dir.path().join("finding.json"), "{").unwrap();
    assert!(format!("{:#}", write(dir.path(), Asking::Now).unwrap_err()).contains("restore or delete it"));
}

#[test]
fn what_every_path_has_wrong_is_told_by_the_semantics() {
    let document = json!({
        "case": "c", "verdict": "mismatch", "operation": "tosa.max_pool2d-f32",
        "detail": "output 0: 1 of 1 elements are not as expected, the first at [0]: expected -inf (0xff800000), path a gave \
                   -3.4e38 (0xff7fffff); path a differs from the reference semantics",
        "against": { "every_path": false, "difference": {
            "at": { "elements": { "output": 0, "kind": "1xf32", "held": "f32", "count": 1, "of": 1, "first": [0] } },
            "one": "-inf (0xff800000)", "other": "-3.4e38 (0xff7fffff)",
        } },
    });
    let files = [
        ("program.mlir", "// p"),
        ("path-a.txt", "builtin.module(a)\n"),
        ("expected.txt", "= 1\n"),
        ("reduction.json", &done("c", true)),
    ];
    let text = report(document, &files);
    assert!(
        text.starts_with("# [mlir][tosa] every lowering of tosa.max_pool2d-f32 gives a wrong result\n"),
        "{text}"
    );
    has(
        &text,
        &[
            "Every lowering path tried gives -3.4e38 (0xff7fffff), the semantics of tosa.max_pool2d give -inf (0xff800000), because that is what the definition of tosa.max_pool2d comes to",
            "Minimized: no smaller",
            "No pass is to blame by itself",
        ],
    );
    assert!(!text.contains("No pass was blamed") && !text.contains("two lowerings"), "{text}");
}

#[test]
fn a_way_round_is_called_so() {
    let culprit = json!({
        "pass": "one-shot-bufferize", "pipeline": "builtin.module(one-shot-bufferize)", "alone": true,
        "before": "as the plain lowering has it, with a copy before every write",
    });
    let document = json!({ "verdict": "mismatch", "detail": "they differ", "culprit": culprit, "mlir": mlir("22", "22.1.8") });
    let files = [
        ("before.mlir", "// b"),
        ("without.txt", "builtin.module(one-shot-bufferize{no-analysis-func-filter=f})\n"),
        ("with.txt", "builtin.module(one-shot-bufferize)\n"),
    ];
    let text = stocked(document, &files, &[(0, ""), (0, ""), (0, ""), (0, "")]);
    has(&text, &["# path a, another way\n"]);
    assert!(!text.contains("path a, without the pass"), "{text}");
}

#[test]
fn what_it_was_reduced_to_is_what_is_reported() {
    let dir = tempfile::tempdir().unwrap();
    let put = |name: &str, text: &str| {
        let file = dir.path().join(name);
        std::fs::create_dir_all(file.parent().unwrap()).unwrap();
        std::fs::write(file, text).unwrap();
    };
    let said = || {
        write(dir.path(), Asking::Now).unwrap();
        std::fs::read_to_string(dir.path().join(REPORT)).unwrap()
    };
    let found = json!({
        "case": "c", "verdict": "crash", "pass": "cse", "known": "LLVM 1", "mlir": mlir("22", "22.1.8"),
        "versions": [version("19.1.7", "yes", "what the report shows", "crash")],
    });
    put("finding.json", &found.to_string());
    put("program.mlir", "// large");
    put("path-a.txt", "builtin.module(cse)\n");
    let small = json!({
        "case": "d", "verdict": "crash", "pass": "cse", "confirmed": true, "mlir": mlir("head", "24"),
        "culprit": { "pass": "cse", "pipeline": "builtin.module(cse{a=1})", "alone": true, "confirmed": true },
    });
    put("reduced/finding.json", &small.to_string());
    put("reduced/program.mlir", "// medium");
    put("reduced/before.mlir", "// small");
    put("reduced/reduction.json", &done("c", false));
    let text = said();
    has(
        &text,
        &["`reduced/before.mlir`:\n\n```mlir\n// small\n", "MLIR 24,", "As it was found, on MLIR 22.1.8,"],
    );
    has(
        &text,
        &[
            "lowdiff replay reduced --mlir head --no-builtin-known\n",
            "// RUN: mlir-opt %s --pass-pipeline='builtin.module(cse{a=1})'",
        ],
    );
    has(
        &text,
        &[
            "Stock programs show it",
            "Minimized",
            "Known: it fits the description of LLVM 1. Do not file it again.",
            "| 19.1.7 | yes | what the report shows |",
        ],
    );
    assert!(!text.contains("// large"), "{text}");
    // In its own folder it is called by its own name.
    write(&dir.path().join("reduced"), Asking::Now).unwrap();
    let own = std::fs::read_to_string(dir.path().join("reduced").join(REPORT)).unwrap();
    has(&own, &["`before.mlir`:", "lowdiff replay . --mlir head --no-builtin-known\n", "Seen on 24."]);
    // A file of another finding, or a damaged one, is not shown.
    put("reduced/reduction.json", &done("other", false));
    has(&said(), &["`program.mlir`:\n\n```mlir\n// large\n", "Not minimized"]);
    put("reduced/reduction.json", &done("c", false));
    put("reduced/finding.json", "{");
    has(&said(), &["// large"]);
}

#[test]
fn a_crash_while_printing_is_told_from_a_text_that_is_not_read() {
    let said = |path: Value| {
        let document = json!({
            "verdict": "unreadable", "pass": "cse", "detail": "d", "paths": [path], "mlir": mlir("22", "22.1.8"),
            "culprit": { "pass": "cse", "pipeline": "builtin.module(cse)" },
        });
        report(document, &[("program.mlir", "// p"), ("path-a.txt", "builtin.module(cse)\n")])
    };
    let mut path = json!({ "outcome": "unreadable", "pass": "cse", "message": "its pretty form cannot be read back: expected ')'", "about": "pretty-form" });
    let text = said(path.clone());
    assert!(text.starts_with("# [mlir] what cse leaves cannot be read back: its pretty form"), "{text}");
    has(
        &text,
        &[
            "%s --pass-pipeline='builtin.module(cse)' | mlir-opt \\\n// RUN: | FileCheck",
            "MLIR reads what it wrote",
        ],
    );
    path["about"] = json!("bytecode");
    has(&said(path.clone()), &["(cse)' --emit-bytecode | mlir-opt --mlir-print-op-generic \\\n"]);
    path["message"] = json!("printing the module ended with SIGSEGV");
    path["signal"] = json!(11);
    path["frames"] = json!([
        "mlir::f(int) (libMLIR.so.22.1)",
        "mlir::Operation::print(llvm::raw_ostream&) (libMLIR.so.22.1)"
    ]);
    let text = said(path.clone());
    assert!(text.starts_with("# [mlir] printing what cse leaves crashes: SIGSEGV in mlir::f\n"), "{text}");
    has(
        &text,
        &[
            "No crash: the module is valid",
            "- `mlir::f`\n",
            "it is printing it that crashes, and not the pass",
        ],
    );
    assert!(!text.contains("The pass to blame"), "{text}");
    assert!(!text.contains("| mlir-opt"), "nothing is written that could be read: {text}");
    path["frames"] = json!([]);
    has(&said(path.clone()), &["# [mlir] reading what cse leaves crashes\n", "(cse)' | mlir-opt \\\n"]);
    path["cause"] = json!({ "signal": { "doing": "print", "signal": 11 } });
    let text = said(path);
    has(
        &text,
        &[
            "# [mlir] printing what cse leaves crashes\n",
            "It fails while MLIR crashes on what the pass leaves",
        ],
    );
}

#[test]
fn the_state_and_the_commit_of_main_are_in_the_banner() {
    let banner = |known: &str| {
        let document =
            json!({ "verdict": "crash", "pass": "cse", "known": known, "mlir": mlir("22", "22.1.8") });
        report(document, &[("program.mlir", "// p"), ("path-a.txt", "builtin.module(cse)\n")])
    };
    has(
        &banner("a-name"),
        &["> **Known: it fits the description of a-name.** No issue of LLVM is named for it:"],
    );
    let filed = banner("a-name (LLVM 7)");
    has(&filed, &["> **Known: it fits the description of a-name (LLVM 7). Do not file it again.**"]);
    assert!(!filed.contains("before it is filed"), "{filed}");
    let main = version("24.0.0git", "yes", "the whole finding", "a crash");
    let mut new = json!({ "verdict": "crash", "pass": "cse", "versions": [main] });
    let called = [("program.mlir", "func.func @lowdiff_main() {"), ("path-a.txt", "builtin.module(cse)\n")];
    has(
        &report(new.clone(), &called),
        &["> **New: no known bug fits it.**\n> **Also on main", "(build-id ab, ", "own function"],
    );
    new["versions"][0]["mlir"]["commit"] = json!("12ef");
    has(&report(new, &called), &["> **Also on main: MLIR 24.0.0git (commit 12ef) shows it.**"]);
}

#[test]
fn all_of_a_report_is_of_what_it_shows() {
    let path =
        |said: &str| json!([{ "outcome": "invalid-ir", "pass": "cse", "message": said, "frames": [] }]);
    let mut document = json!({
        "verdict": "invalid-ir", "pass": "cse", "detail": "path a ended as invalid-ir in cse: got 'index'", "confirmed": true,
        "mlir": mlir("22", "22.1.8"), "paths": path("got 'index'"),
        "culprit": {
            "pass": "cse", "pipeline": "builtin.module(cse)", "alone": true, "confirmed": true,
            "after": "path a ended as invalid-ir in cse: got 'i8'",
            "ended": { "outcome": "invalid-ir", "failure": { "pass": "cse", "message": "\ngot 'i8'\nmore", "signal": null, "frames": [] } },
        },
    });
    let said = |document: &Value, script: &str| {
        let files = [("before.mlir", "// b"), ("program.mlir", "// p"), ("reproduce.sh", script)];
        report(document.clone(), &files)
    };
    // A finding that was blamed and not reduced has the words with the culprit.
    let whole = said(&document, "program=$(dirname \"$0\")/program.mlir");
    has(
        &whole,
        &["# [mlir] cse leaves invalid IR: got 'i8'\n", "runs the whole, `program.mlir` along its paths,"],
    );
    assert!(!whole.contains("index"), "{whole}");
    document["shown"] =
        json!({ "verdict": "invalid-ir", "detail": "path a ended: got 'i4'", "paths": path("got 'i4'") });
    let text = said(&document, "program=$(dirname \"$0\")/before.mlir");
    has(&text, &["# [mlir] cse leaves invalid IR: got 'i4'\n", "\ninvalid-ir: path a ended: got 'i4'\n"]);
    has(&text, &["- Stock programs show it in clean processes.\n", "`bash reproduce.sh` runs just this"]);
    assert!(!text.contains("index") && !text.contains("'i8'"), "{text}");
    assert!(!text.contains("runner") && !text.contains("two processes"), "nobody ran it: {text}");
    document["given"] = json!(true);
    let text = said(&document, "");
    has(&text, &["Reduced by lowdiff", "a program and two paths that it was given"]);
    assert!(!text.contains("fuzzer"), "{text}");
}

#[test]
fn what_stock_programs_do_not_look_for_is_said_to_deny_nothing() {
    let culprit = json!({ "pass": "arith-x", "pipeline": "builtin.module(arith-x)", "alone": true, "before": "as it was" });
    let fault = json!({ "at": { "why": { "rule": { "rule": "used_poison", "values": ["a printed number"] } },
        "operation": "`llvm.call`", "origin": null } });
    let broken = json!({ "rule": "used_poison", "operation": "llvm.call", "origin": "llvm.lshr", "values": ["a printed number"] });
    let wrong = json!({ "outcome": "undefined", "cause": fault, "broken": broken, "frames": [] });
    let document = json!({
        "verdict": "undefined", "pass": null, "detail": "path b ended as undefined", "culprit": culprit, "confirmed": false,
        "mlir": mlir("22", "22.1.8"), "paths": [{ "outcome": "ok" }, wrong],
    });
    let files = [
        ("before.mlir", "// b"),
        ("without.txt", "builtin.module(a)\n"),
        ("with.txt", "builtin.module(arith-x,a)\n"),
        ("reproduce.sh", "program=before.mlir"),
    ];
    let text = stocked(document, &files, &[(0, "a\n"), (0, "a\n"), (0, "0\n"), (0, "0\n")]);
    assert!(text.starts_with("# [mlir][arith] arith-x introduces undefined behaviour: "), "{text}");
    has(
        &text,
        &[
            "so their numbers deny nothing. lowdiff's interpreter looks:\n\n```sh\nlowdiff replay . --mlir 22 --no-builtin-known\n```\n",
        ],
    );
    has(
        &text,
        &["LLVM's documentation decides: \"If op2 is (statically or dynamically) equal", "- `llvm.lshr`\n"],
    );
    assert!(!text.contains("- `llvm.call`"), "it only uses the value: {text}");
    has(
        &text,
        &[
            "It ends with status 2 as long as their numbers are the same.",
            "calls the rule that is broken `used_poison`",
        ],
    );
    has(&text, &["No test is made of this: compiled code need not show undefined behaviour"]);
    assert!(!text.contains("not** show it"), "{text}");
}

#[test]
fn a_module_that_a_pass_leaves_wrong_makes_no_test_that_passes() {
    let culprit = json!({ "pass": "inline", "pipeline": "builtin.module(inline)", "alone": true });
    let document = json!({
        "verdict": "miscompiled", "pass": "inline", "detail": "path a ended as miscompiled", "culprit": culprit,
        "mlir": mlir("22", "22.1.8"), "paths": [{ "outcome": "miscompiled", "pass": "inline", "frames": [] }],
    });
    let printed = [(0, "  %0 = tosa.mul %a, %b\n  return\n"), (0, "  %0 = \"tosa.const\"()\n  return\n")];
    let text = stocked(document, &[("before.mlir", "// b")], &printed);
    assert!(
        text.starts_with("# [mlir][tosa] inline changes the result where it replaces tosa.mul\n"),
        "{text}"
    );
    has(&text, &["`tosa.mul` (https://mlir.llvm.org/docs/Dialects/TOSA/)", "lowdiff's evaluator runs it"]);
    has(&text, &["It ends with status 1 while this shows.", "made of this: lowered code need not"]);
}

#[test]
fn a_pass_whose_output_varies_is_run_many_times() {
    let culprit = json!({ "pass": "cse", "pipeline": "builtin.module(cse)", "alone": true, "varies": true });
    let left = json!({ "left": { "operations": ["func.func"], "passes": [] } });
    let document = json!({
        "verdict": "nondeterministic", "pass": "cse", "detail": "path a: step 1", "culprit": culprit,
        "mlir": mlir("22", "22.1.8"), "paths": [{ "outcome": "incomplete", "pass": "cse", "cause": left, "frames": [] }],
    });
    let printed = [(0, "a\n"), (0, "b\n"), (0, "  7 ab -\n 13 cd -\n")];
    let text = stocked(document, &[("before.mlir", "// b")], &printed);
    assert!(
        text.starts_with("# [mlir] cse is nondeterministic: its output depends on addresses\n"),
        "{text}"
    );
    let line = "for run in $(seq 20); do mlir-opt --pass-pipeline='builtin.module(cse)' before.mlir | md5sum; done | sort | uniq -c";
    has(
        &text,
        &[line, "Twenty runs, and how often each output came", "13 cd -", "This varies from run to run.\n"],
    );
    has(
        &text,
        &[
            "CodingStandards.rst",
            "It fails where one of ten runs prints something else",
            "(cse)' > %t\n",
            "(cse)' | diff %t -\n",
        ],
    );
    assert!(!text.contains("func.func"), "what is left at the end of a path is none of MLIR's words: {text}");
}

#[test]
fn a_pass_that_the_verdict_alone_names_is_to_blame() {
    let document = json!({
        "verdict": "memory", "detail": "path b ended as fault", "culprits": ["scf-for-loop-peeling"],
        "mlir": mlir("22", "22.1.8"), "paths": [{ "outcome": "ok" }, { "outcome": "fault", "frames": [] }],
    });
    let text = report(document, &[("program.mlir", "module {}\n")]);
    has(
        &text,
        &[
            "# [mlir][scf] lowered code fails after scf-for-loop-peeling\n",
            "\nThe pass to blame is `scf-for-loop-peeling`.",
            "\n- `scf-for-loop-peeling`\n",
        ],
    );
    assert!(!text.contains("No pass was blamed"), "{text}");
}

#[test]
fn a_path_that_ends_well_shows_a_pass_whose_output_varies() {
    let mut document = json!({
        "schema": "lowdiff-finding", "version": crate::finding::VERSION, "verdict": "nondeterministic", "pass": "cse",
        "fact": { "other-heap": { "path": "b", "step": 1, "pipeline": "builtin.module(cse)" } },
        "mlir": mlir("22", "22.1.8"), "paths": [{ "outcome": "ok" }, { "outcome": "ok" }],
    });
    let files = [
        ("program.mlir", "// p"),
        ("path-a.txt", "builtin.module(sccp)"),
        ("path-b.txt", "builtin.module(cse)"),
    ];
    let text = stocked(document.clone(), &files, &[(0, "a\n"), (0, "b\n"), (0, "  7 ab -\n 13 cd -\n")]);
    has(
        &text,
        &["## Command\n\n```sh\nmlir-opt --pass-pipeline='builtin.module(cse)' program.mlir", "13 cd -"],
    );
    // If nobody knows which path it was, lowdiff has a command.
    document.as_object_mut().unwrap().remove("fact");
    document["detail"] = json!("path b: step 1");
    let text = stocked(document, &files, &[(0, "a\n")]);
    has(&text, &["## Command\n\n```sh\nlowdiff replay . ", "It ends with status 1 while this shows."]);
}
