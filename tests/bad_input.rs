//! A fault in what the user gave is told in one line that names it and the way out.

use crate::planted;
use crate::support;

use lowdiff::case::{Case, Source};
use lowdiff::path::PathSpec;
use lowdiff::version;
use std::path::{Path, PathBuf};
use support::{DEFAULT_PATH, Lowdiff, program, toolchain};

const GOOD: &str = "func.func @main() -> i32 {\n  %0 = arith.constant 7 : i32\n  return %0 : i32\n}\n";

/// Runs it and asserts that it refuses in one line with all of `words` in it.
fn refuses(command: Lowdiff, words: &[&str]) {
    let answer = command.run();
    assert_eq!(answer.status, Some(2), "{answer:?}");
    assert_eq!(answer.stdout, "", "data of a command that failed: {answer:?}");
    // A command that takes long says first what it does.
    let lines: Vec<&str> = answer.stderr.lines().filter(|line| !line.starts_with("running ")).collect();
    assert_eq!(lines.len(), 1, "one sentence: {answer:?}");
    assert!(lines[0].starts_with("error: "), "{answer:?}");
    for word in words {
        assert!(lines[0].contains(word), "'{word}' is not said: {answer:?}");
    }
}

/// A program in a temporary folder, and the folder.
fn given(name: &str, content: &[u8]) -> (tempfile::TempDir, PathBuf) {
    toolchain("22");
    let folder = tempfile::tempdir().expect("a temporary folder");
    let file = folder.path().join(name);
    std::fs::write(&file, content).expect("the temporary folder takes a file");
    (folder, file)
}

fn run(file: &Path, path: &str) -> Lowdiff {
    Lowdiff::new(&["run"]).arg(file).args(&["--path", path])
}

#[test]
fn the_good_neighbour_of_all_these_runs() {
    let (_folder, file) = given("p.mlir", GOOD.as_bytes());
    let answer = run(&file, DEFAULT_PATH).run();
    assert_eq!((answer.status, answer.stdout.as_str()), (Some(0), "output 0: i32 7\n"), "{answer:?}");
}

#[test]
fn no_toolchain() {
    let (folder, file) = given("p.mlir", GOOD.as_bytes());
    // A copy of the program that no `.mlir` lies above.
    let copy = folder.path().join("lowdiff");
    std::fs::copy(env!("CARGO_BIN_EXE_lowdiff"), &copy).expect("a copy of the program");
    let alone =
        |words: &[&str]| Lowdiff::new(words).program(&copy).within(folder.path()).env("HOME", folder.path());
    let way_out = ["./scripts/setup.sh 22", "22"];
    refuses(alone(&["run", "p.mlir", "--path", DEFAULT_PATH]), &way_out);
    refuses(
        alone(&["compare", "p.mlir", "--path", "builtin.module()", "--path", "builtin.module()"]),
        &way_out,
    );
    refuses(alone(&["explore", "--programs", "1"]), &way_out);
    refuses(alone(&["doctor"]), &["./scripts/setup.sh", "LOWDIFF_HOME"]);
    let named = alone(&["doctor"]).env("LOWDIFF_HOME", folder.path()).run();
    assert!(!named.stderr.contains("LOWDIFF_HOME"), "it is set: {named:?}");
    refuses(
        alone(&["run", "p.mlir", "--path", DEFAULT_PATH, "--mlir", "head"]),
        &["./scripts/setup.sh head"],
    );
    assert!(file.exists());
}

#[test]
fn a_library_that_is_not_mlirs() {
    let (folder, file) = given("p.mlir", GOOD.as_bytes());
    let empty = planted::from_text(folder.path(), "empty", "int lowdiff_nothing = 1;\n");
    let name = empty.display().to_string();
    let run = |mlir: &str| run(&file, DEFAULT_PATH).args(&["--mlir", mlir]);
    refuses(run(&name), &[&name, "lacks mlirDialectRegistryCreate", "-DMLIR_BUILD_MLIR_C_DYLIB=ON"]);
    refuses(Lowdiff::new(&["explore", "--programs", "1", "--mlir", &name]), &[&name, "lacks"]);
    refuses(Lowdiff::new(&["doctor", "--mlir", &name]), &[&name, "lacks"]);
    let text = program(folder.path(), "libtext.so", "no library at all\n").display().to_string();
    refuses(run(&text), &[&text, "cannot load"]);
    refuses(run("nowhere"), &["'nowhere'", &version::names(), "./scripts/setup.sh --name"]);
    refuses(run("/nowhere/libMLIR-C.so"), &["/nowhere/libMLIR-C.so does not exist", "libMLIR-C.so"]);
    let folder = folder.path().display().to_string();
    refuses(run(&folder), &[&folder, "no lib/libMLIR-C.so", "-DMLIR_BUILD_MLIR_C_DYLIB=ON"]);
}

#[test]
fn a_program_that_is_none() {
    let (folder, file) = given("p.mlir", b"func.func @main(\xff) {}");
    refuses(run(&file, DEFAULT_PATH), &[&file.display().to_string(), "not UTF-8"]);
    let missing = folder.path().join("missing.mlir");
    refuses(run(&missing, DEFAULT_PATH), &["cannot read", "missing.mlir", "No such file"]);
    let empty = tempfile::tempdir().expect("a temporary folder");
    refuses(run(empty.path(), DEFAULT_PATH), &["holds no .mlir files"]);
    let cases = [
        ("syntax.mlir", "func.func @main( {", ["syntax.mlir", "line 1"]),
        ("verify.mlir", "func.func @main() -> i32 { return }", ["verify.mlir", "return"]),
        ("type.mlir", "func.func @main() -> !llvm.ptr { llvm.unreachable }", ["type.mlir", "!llvm.ptr"]),
        (
            "print.mlir",
            "func.func private @printMemrefF32(memref<2xf32>)",
            ["@printMemrefF32", "memref<*xf32>"],
        ),
        (
            "layout.mlir",
            "func.func @main(%a: memref<2xf32, affine_map<(d0) -> (d0 mod 2)>>) { return }",
            ["affine_map", "layout"],
        ),
        ("dialect.mlir", "\"nowhere.op\"() : () -> ()", ["dialect.mlir", "unregistered dialect"]),
    ];
    for (name, text, words) in cases {
        refuses(run(&program(folder.path(), name, text), DEFAULT_PATH), &words);
    }
}

#[test]
fn a_pipe_is_read_and_one_that_nothing_writes_to_is_told() {
    let (folder, _file) = given("p.mlir", GOOD.as_bytes());
    let pipe = folder.path().join("pipe");
    let made = std::process::Command::new("mkfifo").arg(&pipe).status().expect("mkfifo starts");
    assert!(made.success());
    refuses(run(&pipe, DEFAULT_PATH), &["cannot read", "pipe", "nothing writes to this pipe"]);
    // Twice the size of a pipe, so that it is read in pieces.
    let text = format!("{GOOD}// {}\n", "-".repeat(1 << 17));
    for command in ["run", "eval"] {
        let (named, text) = (pipe.clone(), text.clone());
        let writer = std::thread::spawn(move || std::fs::write(named, text));
        let answer = Lowdiff::new(&[command]).arg(&pipe).run();
        assert_eq!((answer.status, answer.stdout.as_str()), (Some(0), "output 0: i32 7\n"), "{answer:?}");
        writer.join().expect("it ends").expect("all is read");
    }
}

#[test]
fn a_path_that_is_none() {
    let (folder, file) = given("p.mlir", GOOD.as_bytes());
    refuses(run(&file, "builtin.module(no-such-pass)"), &["no-such-pass"]);
    refuses(run(&file, "builtin.module(canonicalise)"), &["did you mean canonicalize?"]);
    let unknown = "builtin.module(canonicalize{no-such-option=1})";
    refuses(run(&file, unknown), &["no-such-option", "the options of canonicalize are", "top-down"]);
    refuses(run(&file, "builtin.module(canonicalize{top-dwon=1})"), &["did you mean top-down?"]);
    refuses(run(&file, "builtin.module(func.func(affine-loop-tile{tile-size=many}))"), &["tile-size=many"]);
    refuses(run(&file, "builtin.module(canonicalize"), &["column 15", "never closed", "add ')'"]);
    refuses(run(&file, "canonicalize"), &["builtin.module"]);
    // Anchored on an operation, and on an interface: MLIR says so at different times.
    refuses(run(&file, "builtin.module(buffer-hoisting)"), &["buffer-hoisting", "func.func"]);
    refuses(run(&file, "builtin.module(tosa-to-linalg)"), &["tosa-to-linalg", "func.func"]);
    refuses(run(&file, "@missing.txt"), &["cannot read", "missing.txt"]);
    let listed = program(folder.path(), "path.txt", "builtin.module(cse)\nbuiltin.module(no-such-pass)\n");
    refuses(run(&file, &format!("@{}", listed.display())), &["no-such-pass"]);
    refuses(
        run(&file, &listed.display().to_string()),
        &["is a file", &format!("write '@{}'", listed.display())],
    );
    let one = Lowdiff::new(&["compare"]).arg(&file).args(&["--path", "builtin.module(cse)"]);
    refuses(one, &["two paths", "--path"]);
}

#[test]
fn an_artifact_that_is_none() {
    toolchain("22");
    let folder = tempfile::tempdir().expect("a temporary folder");
    let paths = vec![PathSpec::Fixed(vec![]), PathSpec::Fixed(vec![])];
    let case = Case { source: Source::verbatim(GOOD.into()), printed: vec![], expected: None, paths };
    let whole = case.to_bytes();
    let replay = |name: &str, bytes: &[u8]| {
        let file = folder.path().join(name);
        std::fs::write(&file, bytes).expect("the temporary folder takes a file");
        Lowdiff::new(&["replay"]).arg(file)
    };
    for cut in [9, 20, whole.len() - 1] {
        refuses(replay("case.bin", &whole[..cut]), &["case.bin", "truncated"]);
    }
    let mut other = whole.clone();
    other[8] = 77;
    refuses(replay("case.bin", &other), &["case.bin", "format 77"]);
    let mut damaged = whole.clone();
    damaged[60] ^= 1;
    refuses(replay("case.bin", &damaged), &["case.bin", "damaged"]);
    refuses(replay("case.bin", b""), &["case.bin", "not a saved case"]);
    refuses(replay("crash-1", b""), &["crash-1", "0 bytes are too few"]);
    refuses(replay("program.mlir", GOOD.as_bytes()), &["program.mlir", "lowdiff compare"]);
    refuses(Lowdiff::new(&["replay", "/nowhere/crash-2"]), &["cannot read", "/nowhere/crash-2"]);
    let empty = folder.path().join("empty");
    std::fs::create_dir(&empty).expect("the temporary folder takes a folder");
    refuses(Lowdiff::new(&["replay"]).arg(empty), &["is no finding", "case.bin"]);
}

#[test]
fn more_seconds_than_there_are_is_no_limit() {
    let out = tempfile::tempdir().expect("a temporary folder");
    let most = u64::MAX.to_string();
    let words = ["explore", "--programs", "1", "--paths", "2", "--seconds", &most, "--quiet", "--out"];
    let answer = Lowdiff::new(&words).arg(out.path()).run();
    assert!(matches!(answer.status, Some(0 | 1)) && answer.stderr.is_empty(), "{answer:?}");
}

/// Passes can go wrong on it all the same, so it is explored.
#[test]
fn a_program_that_is_not_run_is_explored_and_that_is_said() {
    let (folder, file) = given("f.mlir", b"func.func @f(%a: !llvm.ptr) { return }");
    let words = ["explore", "--programs", "2", "--jobs", "2", "--quiet", "--out"];
    let answer = Lowdiff::new(&words).arg(folder.path()).arg(&file).run();
    assert_eq!(answer.status, Some(0), "{answer:?}");
    let lines: Vec<&str> = answer.stderr.lines().collect();
    assert!(lines.len() == 1 && lines[0].contains("f.mlir has no func.func @main"), "{answer:?}");
    let (folder, file) = given("p.mlir", GOOD.as_bytes());
    let answer = Lowdiff::new(&words).arg(folder.path()).arg(&file).run();
    assert_eq!((answer.status, answer.stderr.as_str()), (Some(0), ""), "{answer:?}");
}

/// They divide by zero, which some passes and LLVM fold to anything and others leave to the processor.
#[test]
fn a_program_that_is_undefined_itself_is_no_finding() {
    let at_once = "func.func @main() -> i32 {\n  %a = arith.constant 7 : i32\n  %0 = arith.constant 0 : i32\n  \
        %1 = arith.divsi %a, %0 : i32\n  return %1 : i32\n}\n";
    let counted_down = "func.func @main() -> i32 {\n  %a = arith.constant 7 : i32\n  %0 = arith.constant 0 : index\n  \
        %1 = arith.constant 1 : index\n  \
        %3 = arith.constant 3 : index\n  %one = arith.constant 1 : i32\n  %three = arith.constant 3 : i32\n  \
        %z = scf.for %i = %0 to %3 step %1 iter_args(%x = %three) -> (i32) {\n    %y = arith.subi %x, %one : i32\n    \
        scf.yield %y : i32\n  }\n  %r = arith.divsi %a, %z : i32\n  return %r : i32\n}\n";
    for (text, executor) in
        [(at_once, "jit"), (counted_down, "jit"), (at_once, "interp"), (counted_down, "interp")]
    {
        let (folder, file) = given("d.mlir", text.as_bytes());
        for more in [&["--programs", "3"][..], &["--programs", "1", "--paths", "4"]] {
            let words =
                [&["explore", "--json", "--quiet", "--executor", executor], more, &["--out"]].concat();
            let answer = Lowdiff::new(&words).arg(folder.path()).arg(&file).run();
            assert_eq!(answer.status, Some(3), "{answer:?}");
            let (place, why) = ("d.mlir:", ": the program is undefined: division by zero");
            assert!(answer.stderr.contains(place) && answer.stderr.contains(why), "{answer:?}");
        }
    }
}

#[test]
fn a_pass_that_is_misspelt_is_told_before_any_runs() {
    let (folder, file) = given("p.mlir", GOOD.as_bytes());
    let on_path = ["--path", "builtin.module(cse)", "--print-ir-after", "csee"];
    let run = |words: &[&str]| Lowdiff::new(&["run"]).args(words).arg(&file);
    refuses(run(&on_path), &["no step of the path is csee; did you mean cse?"]);
    refuses(run(&["--print-ir-after=canonicalise"]), &["no pass canonicalise; did you mean canonicalize?"]);
    for option in ["--through", "--skip-pass", "--pass"] {
        let words = ["explore", "--programs", "1", option, "canonicalise", "--out"];
        let said = ["has no pass 'canonicalise'", "did you mean canonicalize?"];
        refuses(Lowdiff::new(&words).arg(folder.path()), &said);
    }
}

#[test]
fn a_campaign_that_found_nothing_is_no_mistake() {
    let (folder, file) = given("p.mlir", GOOD.as_bytes());
    let words = ["explore", "--programs", "1", "--quiet", "--out"];
    let explored = Lowdiff::new(&words).arg(folder.path()).arg(&file).run();
    assert_eq!(explored.status, Some(0), "{explored:?}");
    for command in ["triage", "replay"] {
        let answer = Lowdiff::new(&[command]).arg(folder.path()).run();
        assert_eq!(answer.status, Some(0), "{command}: {answer:?}");
        assert!(answer.stdout.contains("kept no findings"), "{command}: {answer:?}");
    }
}

#[test]
fn an_executor_that_holds_nothing_takes_no_graph() {
    let words = ["explore", "--programs", "1", "--paths", "9", "--executor", "tools"];
    refuses(Lowdiff::new(&words), &["--paths", "jit"]);
}

#[test]
fn a_limit_on_files_that_leaves_no_room() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let words = ["--fsize=16", env!("CARGO_BIN_EXE_lowdiff"), "gen", "--count", "1", "--out"];
    let gen_one = Lowdiff::new(&words).arg(folder.path()).program(Path::new("prlimit"));
    refuses(gen_one, &["File too large"]);
}

/// MLIR's own streams would end the process with a status of theirs.
#[test]
fn no_room_at_all_is_status_two() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let example = |name: &str| format!("{}/docs/example/{name}", env!("CARGO_MANIFEST_DIR"));
    let path = |name: &str| format!("@{}", example(name));
    let blame = Lowdiff::new(&["--fsize=0", env!("CARGO_BIN_EXE_lowdiff"), "blame"])
        .arg(example("program.mlir"))
        .args(&["--path", &path("plain.txt"), "--path", &path("tiled.txt"), "--out"])
        .arg(folder.path());
    refuses(blame.program(Path::new("prlimit")), &["before.mlir", "File too large", "ulimit -f"]);
}

#[test]
fn findings_that_are_none() {
    toolchain("22");
    let folder = tempfile::tempdir().expect("a temporary folder");
    refuses(
        Lowdiff::new(&["reduce", "nonexist"]),
        &["there is no nonexist", "finding's directory", "--path"],
    );
    let paths = vec![PathSpec::Fixed(vec![]), PathSpec::Fixed(vec![])];
    let case = Case { source: Source::verbatim(GOOD.into()), printed: vec![], expected: None, paths };
    std::fs::write(folder.path().join("case.bin"), case.to_bytes())
        .expect("the temporary folder takes a file");
    let command = |word: &str| Lowdiff::new(&[word]).arg(folder.path());
    for damaged in ["{ \"verdict\": ", "[]"] {
        program(folder.path(), "finding.json", damaged);
        for word in ["replay", "reduce", "blame"] {
            refuses(command(word), &["finding.json is", "restore or delete it"]);
        }
    }
    let later = "{ \"schema\": \"lowdiff-finding\", \"version\": 13, \"verdict\": \"crash\" }";
    let word = "{ \"verdict\": \"crash\", \"paths\": [{ \"outcome\": \"crush\" }] }";
    let key = "{ \"verdict\": \"crash\", \"culpret\": {} }";
    for (text, said) in [
        (
            later,
            [
                "finding.json is of version 13, and this lowdiff reads versions up to 12",
                "use the lowdiff that wrote it",
            ],
        ),
        (
            word,
            [
                "finding.json is no document of a finding: `paths[0].outcome`: unknown variant `crush`",
                "restore or delete it",
            ],
        ),
        (key, ["finding.json is no document of a finding: unknown field `culpret`", "restore or delete it"]),
    ] {
        program(folder.path(), "finding.json", text);
        for command_word in ["replay", "reduce", "blame"] {
            refuses(command(command_word), &said);
        }
        let campaign = tempfile::tempdir().expect("a temporary folder");
        let finding = campaign.path().join("crash-cse-0123456789ab");
        std::fs::create_dir(&finding).expect("the temporary folder takes one");
        std::fs::copy(folder.path().join("case.bin"), finding.join("case.bin")).expect("a case");
        program(&finding, "finding.json", text);
        let triaged = Lowdiff::new(&["triage"]).arg(campaign.path()).run();
        assert_eq!(triaged.status, Some(2), "{}", triaged.stderr);
    }
    std::fs::remove_file(folder.path().join("finding.json")).expect("it was there");
    assert_ne!(command("replay").run().status, Some(2), "it replays without");
}

#[test]
fn bugs_to_be_known_that_are_none() {
    let (folder, file) = given("known.toml", b"[[bug]]\nknown = \"\xff\"\n");
    let name = file.display().to_string();
    let words = ["known.toml, line 2", "not UTF-8"];
    // Whatever there is to triage, nothing is gained by a file that cannot be read.
    refuses(Lowdiff::new(&["triage"]).arg(folder.path()).args(&["--known", &name]), &words);
    let missing = Lowdiff::new(&["triage"]).arg(folder.path()).args(&["--known", "/nowhere/known.toml"]);
    refuses(missing, &["cannot read /nowhere/known.toml"]);
    refuses(Lowdiff::new(&["triage"]).arg(folder.path()), &["holds no findings", "--out"]);
}

/// The option parser's own messages have several lines, and name what there is.
#[test]
fn words_that_lowdiff_does_not_know() {
    for (words, said) in [
        (&["run", "p.mlir", "--path", "p", "--no-such-option"][..], &["--no-such-option"][..]),
        (&["run", "p.mlir", "--path", "p", "--executor", "abacus"], &["abacus", "jit", "tools"]),
        (&["replay", "x", "--target", "no_such_target"], &["no_such_target", "lowering_diff"]),
        (&["explore", "--jobs", "many"], &["many"]),
        (&["run", "p.mlir", "--path", "p", "--timeout", "0"], &["--timeout"]),
        (&["no-such-command"], &["no-such-command"]),
    ] {
        let answer = Lowdiff::new(words).run();
        assert_eq!((answer.status, answer.stdout.as_str()), (Some(2), ""), "{answer:?}");
        let errors = answer.stderr.lines().filter(|line| line.starts_with("error: ")).count();
        assert_eq!(errors, 1, "{answer:?}");
        assert!(said.iter().all(|word| answer.stderr.contains(word)), "{answer:?}");
    }
}
