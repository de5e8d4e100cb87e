//! The rules of `docs/architecture.md`, held by the source itself.

use std::path::{Path, PathBuf};

fn sources(folder: &str) -> Vec<(PathBuf, String)> {
    let mut found = Vec::new();
    let mut open = vec![Path::new(env!("CARGO_MANIFEST_DIR")).join(folder)];
    while let Some(folder) = open.pop() {
        for entry in std::fs::read_dir(&folder).expect("the folder can be read") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                open.push(path);
            } else if path.extension().is_some_and(|e| e == "rs") {
                let text = std::fs::read_to_string(&path).expect("the source can be read");
                found.push((path, text));
            }
        }
    }
    assert!(!found.is_empty(), "{folder} holds no source");
    found
}

#[test]
fn unsafe_stays_where_it_is_vouched_for() {
    // Beside the targets, fuzz/ holds the glue of the engines, which are C and C++.
    let vouched = ["src/mlir/", "src/coverage/", "src/execute/", "core/src/eval/builtins/"];
    let word = concat!("un", "safe");
    for (path, text) in ["core", "src", "fuzz/fuzz_targets"].into_iter().flat_map(sources) {
        let shown = path.display().to_string();
        let code = text.lines().filter(|l| !l.trim_start().starts_with("//"));
        let uses =
            code.filter(|l| l.split(|c: char| !c.is_alphanumeric() && c != '_').any(|w| w == word)).count();
        assert!(uses == 0 || vouched.iter().any(|v| shown.contains(v)), "{shown} says {word}");
    }
}

/// Differences between versions have names, in the table of versions.
#[test]
fn versions_are_compared_in_one_place() {
    let compares = |code: &str| {
        let numbers = ["version", "major"]
            .into_iter()
            .flat_map(|word| ["<", ">", "<=", ">=", "=="].map(|sign| format!("{word} {sign} ")));
        numbers.into_iter().find(|text| {
            let behind = code.match_indices(text.as_str()).map(|(at, _)| &code[at + text.len()..]);
            // A version of MLIR has two digits, that of a document one.
            let is_of_mlir =
                |rest: &str| rest.len() > 1 && rest.bytes().take(2).all(|byte| byte.is_ascii_digit());
            behind.into_iter().any(is_of_mlir)
        })
    };
    assert_eq!(compares("if version < 22 {"), Some("version < ".to_owned()));
    for (path, text) in ["core/src", "src"].into_iter().flat_map(sources) {
        let code = text.split("#[cfg(test)]").next().unwrap_or_default();
        let found = compares(code).filter(|_| !path.ends_with("tests.rs"));
        assert_eq!(found, None, "{}: add a `change` to scripts/versions.txt", path.display());
    }
}

#[test]
fn files_stay_small_enough_to_hold_in_the_head() {
    for (path, text) in ["core", "src", "tests", "fuzz/fuzz_targets"].into_iter().flat_map(sources) {
        assert!(text.lines().count() <= 600, "{} has {} lines", path.display(), text.lines().count());
        assert!(!path.ends_with("util.rs") && !path.ends_with("utils.rs"), "{} says nothing", path.display());
    }
}

/// The macros end the program where standard error cannot be written.
#[test]
fn a_full_disk_behind_standard_error_ends_nothing() {
    let word = concat!("eprint", "ln!(");
    let all = ["core", "src"].into_iter().flat_map(sources).chain(glue());
    let users: Vec<PathBuf> = all.filter(|(_, text)| text.contains(word)).map(|(path, _)| path).collect();
    assert!(users.is_empty(), "{users:?} should use observe::tell");
    let examples = sources("examples").into_iter().filter(|(_, text)| text.contains(word));
    assert!(examples.count() > 0, "the check sees what it is after");
}

/// The rules of operations are `op`'s; how a module is put together is `build.rs`'s.
#[test]
fn the_machine_names_no_operation() {
    let dialects =
        ["arith", "async", "func", "linalg", "llvm", "memref", "ml_program", "scf", "tensor", "tosa"];
    let is_operation = |literal: &&str| {
        let named = literal.split_once('.').is_some_and(|(dialect, _)| dialects.contains(&dialect));
        named && literal.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || "._".contains(c))
    };
    let mut in_build = 0;
    for (path, text) in sources("core/src/eval") {
        let code = text.split("#[cfg(test)]").next().unwrap_or_default();
        let lines = code.lines().filter(|line| !line.trim_start().starts_with("//"));
        let named: Vec<&str> =
            lines.flat_map(|line| line.split('"').skip(1).step_by(2)).filter(is_operation).collect();
        if path.ends_with("build.rs") {
            in_build += named.len();
        } else {
            assert!(named.is_empty(), "{} names {named:?}", path.display());
        }
    }
    assert!(in_build > 0, "the check sees what it is after");
}

#[test]
fn targets_hold_no_logic() {
    for (path, text) in sources("fuzz/fuzz_targets") {
        assert!(text.lines().count() <= 15, "{} has more than 15 lines", path.display());
    }
}

#[test]
fn every_file_of_tests_is_a_module_of_the_one_test_program() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests");
    let main = std::fs::read_to_string(folder.join("main.rs")).expect("the modules");
    let files = std::fs::read_dir(folder).expect("the tests").map(|e| e.expect("an entry").path());
    for file in files.filter(|path| path.extension().is_some_and(|e| e == "rs") && !path.ends_with("main.rs"))
    {
        let name = file.file_stem().expect("a name").to_string_lossy();
        let line = format!("mod {name};");
        assert!(main.lines().any(|l| l == line), "tests/main.rs lacks '{line}': no test of that file runs");
    }
}

/// The files beside fuzz/Cargo.toml.
fn glue() -> Vec<(PathBuf, String)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("fuzz");
    let files =
        std::fs::read_dir(folder).expect("the folder can be read").map(|e| e.expect("an entry").path());
    let sources = files.filter(|path| path.extension().is_some_and(|e| e == "rs"));
    sources
        .map(|path| (path.clone(), std::fs::read_to_string(path).expect("the source can be read")))
        .collect()
}

#[test]
fn every_engine_comes_in_by_the_same_door() {
    let glue = glue();
    let engines = ["libfuzzer.rs", "afl.rs", "honggfuzz.rs", "replay.rs"];
    assert!(engines.iter().all(|e| glue.iter().any(|(path, _)| path.ends_with(e))), "each has a file");
    for (path, text) in glue {
        assert!(text.lines().count() <= 600, "{} has {} lines", path.display(), text.lines().count());
        let decodes = text.contains("run_bytes") || text.contains("decode_case(");
        assert_eq!(decodes, path.ends_with("entry.rs"), "{} decodes bytes itself", path.display());
        let enters =
            text.contains("$crate::run(") || text.contains("crate::run(") || text.contains("crate::replay(");
        assert!(enters || !engines.iter().any(|e| path.ends_with(e)), "{} runs no inputs", path.display());
    }
}

#[test]
fn every_oracle_has_a_test_that_plants_its_bug() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests");
    for oracle in lowdiff::judge::ORACLES {
        let (module, function) = oracle.planted.split_once("::").expect("a module and a function");
        let text = std::fs::read_to_string(folder.join(format!("{module}.rs"))).unwrap_or_default();
        let lines: Vec<&str> = text.lines().collect();
        let at = lines.iter().position(|line| line.starts_with(&format!("fn {function}()")));
        let is_run = at.is_some_and(|at| lines[..at].iter().rev().take(2).any(|line| *line == "#[test]"));
        assert!(is_run, "{}: no test {}", oracle.name, oracle.planted);
    }
}

#[test]
fn what_has_to_last_goes_through_one_layer() {
    let words = ["fs::rename(", ".persist(", "sync_all(", "sync_data("];
    for (path, text) in sources("src") {
        let shown = path.display().to_string();
        if shown.ends_with("src/files.rs") || shown.ends_with("tests.rs") {
            continue;
        }
        let code = text.split("#[cfg(test)]").next().unwrap_or_default();
        let found = words.iter().find(|word| code.contains(**word));
        assert!(found.is_none(), "{shown} says {found:?}: use src/files.rs, whose steps can be made to fail");
    }
}
