//! Programs that are taken elsewhere with their MLIR: what is shipped, how it is found, and what services see of a finding.

use crate::planted;
use crate::support::pages::read;
use crate::support::{Lowdiff, toolchain};
use lowdiff::explore::TARGETS;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// The program of a target, built beside lowdiff.
fn target(name: &str) -> PathBuf {
    let program = Path::new(env!("CARGO_BIN_EXE_lowdiff")).with_file_name(name);
    assert!(program.is_file(), "build the targets first: cargo build --workspace --profile ci --bins");
    program
}

/// Bash with the functions of these files of `scripts/lib`, and this store of toolchains.
fn bash(store: &Path, files: &[&str], script: &str) -> Output {
    let root = env!("CARGO_MANIFEST_DIR");
    let mut text = format!(". {root}/scripts/lib/common.sh\nstore={}\n", store.display());
    files.iter().for_each(|file| text += &format!(". {root}/scripts/lib/{file}.sh\n"));
    Command::new("bash")
        .args(["-c", &format!("set -euo pipefail\n{text}{script}")])
        .output()
        .expect("bash is there")
}

/// A toolchain called `mine`, of a library that needs another one beside it.
fn store(folder: &Path) -> PathBuf {
    let lib = folder.join("store/mine/lib");
    std::fs::create_dir_all(&lib).expect("a folder");
    std::fs::write(folder.join("b.c"), "int lowdiff_b(void) { return 1; }").expect("room");
    std::fs::write(folder.join("a.c"), "int lowdiff_b(void); int lowdiff_a(void) { return lowdiff_b(); }")
        .expect("room");
    let named = |name: &str| format!("-Wl,-soname,{name}");
    planted::compile(
        &folder.join("b.c"),
        &lib.join("libb.so.1"),
        &[named("libb.so.1"), "-fvisibility=default".into(), "-Wl,-rpath,$ORIGIN".into()],
    );
    let beside = lib.join("libb.so.1").display().to_string();
    planted::compile(
        &folder.join("a.c"),
        &lib.join("liba.so"),
        &[beside, "-fvisibility=default".into(), "-Wl,-rpath,$ORIGIN".into()],
    );
    let manifest = r#"{"name":"mine","version":"24.0.0git","library":"lib/liba.so","mlir_opt":null,"runner":null,"runner_libraries":[]}"#;
    std::fs::write(folder.join("store/mine/toolchain.json"), manifest).expect("room");
    folder.join("store")
}

#[test]
fn a_toolchain_is_shipped_with_all_it_needs_and_none_of_it_is_a_program() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let (store, out) = (store(folder.path()), folder.path().join("out/lib"));
    let done = bash(&store, &["manifest", "ship"], &format!("ship_toolchain mine '{}'", out.display()));
    assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
    let mut names: Vec<String> = Vec::new();
    for entry in std::fs::read_dir(&out).expect("it was made") {
        let entry = entry.expect("an entry");
        let mode = entry.metadata().expect("a file").permissions().mode();
        assert_eq!(mode & 0o111, 0, "{entry:?} may be executed");
        names.push(entry.file_name().to_string_lossy().into_owned());
    }
    names.sort();
    assert_eq!(names, ["liba.so", "libb.so.1", "toolchain.json"]);
    let manifest: serde_json::Value =
        serde_json::from_str(&std::fs::read_to_string(out.join("toolchain.json")).expect("a manifest"))
            .expect("JSON");
    assert_eq!((&manifest["name"], &manifest["library"]), (&"mine".into(), &"liba.so".into()));
    // What was there is not needed any more.
    std::fs::remove_dir_all(&store).expect("it can go");
    let needs = Command::new("ldd").arg(out.join("liba.so")).output().expect("ldd is there");
    let told = String::from_utf8_lossy(&needs.stdout).into_owned();
    assert!(told.contains(&out.join("libb.so.1").display().to_string()), "{told}");
}

#[test]
fn a_program_takes_the_mlir_that_it_was_shipped_with() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let real = std::fs::canonicalize(&toolchain("22").library).expect("it is there");
    let program = folder.path().join("bin/lowdiff");
    std::fs::create_dir_all(folder.path().join("bin/lib")).expect("a folder");
    let ship = |name: &str| {
        let manifest = format!(
            r#"{{"name":"{name}","version":"22.1.8","library":"{}","mlir_opt":null,"runner":null,"runner_libraries":[]}}"#,
            real.display()
        );
        std::fs::write(folder.path().join("bin/lib/toolchain.json"), manifest).expect("room");
    };
    // The folder is that of the name that it was called by.
    std::os::unix::fs::symlink(env!("CARGO_BIN_EXE_lowdiff"), &program).expect("a link");
    let run = |mlir: &str| {
        let lowdiff =
            Lowdiff::new(&["run", "--json"]).arg(planted::small()).program(&program).within(folder.path());
        lowdiff.env("LOWDIFF_MLIR", mlir).run()
    };
    ship("shipped");
    let answer = run("");
    assert_eq!((answer.status, &answer.json()["mlir"]["name"]), (Some(0), &"shipped".into()), "{answer:?}");
    assert_eq!(run("22").json()["mlir"]["name"], "22", "what is asked for counts");
    std::fs::write(folder.path().join("bin/lib/toolchain.json"), "{").expect("room");
    let damaged = run("");
    assert!(damaged.stderr.contains("is left out"), "{damaged:?}");
}

/// The functions of `signature.rs` on the stack of a target that ends with a bug in this pass.
fn stack(folder: &Path, pass: &str, what: &str) -> Vec<String> {
    let plant = &format!("{pass}:{what}");
    let input = folder.join(pass);
    let text = "func.func @main(%a: i32) -> i32 {\n  %0 = arith.addi %a, %a : i32\n  return %0 : i32\n}\n";
    std::fs::write(&input, format!("// step: builtin.module({pass})\n{text}")).expect("room");
    let (_, library, _) = planted::library_and(planted::PROGRAM);
    let done = Command::new(target("pass_diff"))
        .arg(format!("-artifact_prefix={}/", folder.display()))
        .arg(&input)
        .env("LOWDIFF_MLIR", library)
        .env("LOWDIFF_OUT", folder.join("findings"))
        .env("LOWDIFF_COVERAGE", "off")
        .env("RUST_BACKTRACE", "1")
        .env(planted::PLANT, plant)
        .output()
        .expect("the target can be started");
    let said = String::from_utf8_lossy(&done.stderr);
    assert!(!done.status.success(), "{plant} is not found: {said}");
    let name = |line: &str| Some(line.split("signature::").nth(1)?.split("::").next()?.trim().to_owned());
    said.lines().filter(|line| !line.contains("panicked")).filter_map(name).take(2).collect()
}

#[test]
fn each_verdict_and_pass_has_a_stack_of_its_own() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    assert_eq!(stack(folder.path(), "canonicalize", "segv"), ["pass_canonicalize", "verdict_crash"]);
    assert_eq!(stack(folder.path(), "cse", "segv"), ["pass_cse", "verdict_crash"]);
    assert_eq!(stack(folder.path(), "cse", "invalid"), ["pass_cse", "verdict_invalid_ir"]);
}

#[test]
fn the_recipe_names_no_target_and_the_rust_that_is_needed() {
    let build = read("oss-fuzz/build.sh");
    for row in TARGETS {
        assert!(!build.contains(row.name), "{} is named in oss-fuzz/build.sh", row.name);
        assert!(
            Path::new(env!("CARGO_MANIFEST_DIR"))
                .join("dictionaries")
                .join(format!("{}.dict", row.name))
                .is_file()
        );
    }
    let manifest: toml::Value = toml::from_str(&read("Cargo.toml")).expect("it is TOML");
    let least = manifest["workspace"]["package"]["rust-version"].as_str().expect("a version");
    let docker = read("oss-fuzz/Dockerfile");
    assert!(docker.contains(&format!("RUSTUP_TOOLCHAIN={least}.")), "{docker}");
    // Signals that the target handles itself are left to it.
    let options = read("oss-fuzz/target.options");
    for signal in ["segv", "sigbus", "sigfpe", "sigill", "sigtrap"] {
        assert!(options.contains(&format!("handle_{signal} = 0")), "{signal}");
    }
}

/// True of an expression of licences, none of which is nested, if it can be met by these.
fn is_met(expression: &str, allowed: &[&str]) -> bool {
    let plain = |part: &str| part.trim_matches(['(', ')', ' ']).to_owned();
    let any = |part: &str| part.split(" OR ").any(|licence| allowed.contains(&plain(licence).as_str()));
    expression.split(" AND ").all(any)
}

#[test]
fn each_dependency_is_under_a_licence_that_is_allowed() {
    let rules: toml::Value = toml::from_str(&read("deny.toml")).expect("it is TOML");
    let allowed = rules["licenses"]["allow"].as_array().expect("a list");
    let allowed: Vec<&str> = allowed.iter().map(|licence| licence.as_str().expect("a word")).collect();
    assert!(!is_met("GPL-3.0", &allowed) && !is_met("MIT AND GPL-3.0", &allowed));
    let asked = Command::new(env!("CARGO"))
        .args(["metadata", "--format-version", "1", "--locked", "--offline", "--manifest-path"])
        .arg(Path::new(env!("CARGO_MANIFEST_DIR")).join("Cargo.toml"))
        .output()
        .expect("cargo is there");
    // Without a network crates of other systems cannot be asked for.
    if !asked.status.success() {
        return;
    }
    let document: serde_json::Value = serde_json::from_slice(&asked.stdout).expect("JSON");
    let packages = document["packages"].as_array().expect("packages");
    let refused: Vec<&serde_json::Value> = packages
        .iter()
        .filter(|package| !package["license"].as_str().is_some_and(|licence| is_met(licence, &allowed)))
        .map(|package| &package["name"])
        .collect();
    assert!(packages.len() > 50 && refused.is_empty(), "{refused:?}");
}

#[test]
fn workflows_call_what_there_is() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let least = "1.95.0";
    for entry in std::fs::read_dir(root.join(".github/workflows")).expect("there are workflows") {
        let path = entry.expect("a workflow").path();
        let text = std::fs::read_to_string(&path).expect("a text");
        for script in text.split_whitespace().filter(|word| word.starts_with("./scripts/")) {
            assert!(root.join(script).is_file(), "{}: {script}", path.display());
        }
        let commands = text.split("lowdiff ").skip(1).filter_map(|rest| rest.split_whitespace().next());
        for command in commands.filter(|word| ["seeds", "patch", "replay"].contains(word)) {
            let help = Lowdiff::new(&["help", command]).run();
            assert_eq!(help.status, Some(0), "{command}");
        }
        assert!(!text.contains("toolchain install") || text.contains(least), "{}", path.display());
    }
    let docker = read(".clusterfuzzlite/Dockerfile");
    assert!(docker.contains(&format!("RUSTUP_TOOLCHAIN={least}")), "{docker}");
    assert!(read(".clusterfuzzlite/build.sh").contains("oss-fuzz/build.sh"));
}
