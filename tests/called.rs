//! The call of a program somebody wrote: one rule for all commands of which function it is, of its indices, and of the place at which it
//! is undefined.

use crate::calls::asked;
use crate::support::Lowdiff;
use serde_json::json;

#[test]
fn an_index_is_drawn_as_the_extent_that_it_has_to_be() {
    for seed in 0..10 {
        let evaluated = asked("eval", "result_size", &["--json", "--arg-seed", &seed.to_string()]);
        assert_eq!(evaluated.status, Some(0), "{seed}: {evaluated:?}");
        let arguments = evaluated.json()["arguments"].clone();
        let extent = arguments[0]["shape"][0].to_string();
        assert_eq!(arguments[2]["values"][0], json!(extent), "{arguments}");
    }
    let rounds = (0..20).map(|seed| asked("eval", "rounds", &["--arg-seed", &seed.to_string()]).stdout);
    let none = rounds.filter(|shown| shown == "output 0: i32 0\n").count();
    assert!((1..=8).contains(&none), "{none} of 20 seeds give a loop without rounds");
}

#[test]
fn of_several_functions_one_is_asked_for_where_a_function_is_run() {
    let path = ["--path", "builtin.module(canonicalize)"];
    let twice = [path, path].concat();
    let out = tempfile::tempdir().unwrap();
    let folder = out.path().display().to_string();
    // Crashes and invalid IR are looked for without one.
    for (command, words, status) in
        [("compare", &twice[..], 3), ("explore", &["--programs", "2", "--out", &folder], 0)]
    {
        let answer = asked(command, "several", words);
        assert_eq!(answer.status, Some(status), "{command}: {answer:?}");
        assert!(format!("{}{}", answer.stdout, answer.stderr).contains("--entry"), "{command}: {answer:?}");
    }
    for (command, words) in [("eval", &[][..]), ("run", &path), ("check", &path)] {
        let answer = asked(command, "several", words);
        assert_eq!(answer.status, Some(2), "{command}: {answer:?}");
        let last = answer.stderr.lines().last().unwrap_or_default();
        assert!(
            last.ends_with("several.mlir: the program has no @main; name its function with --entry: @f, @g"),
            "{command}: {answer:?}"
        );
    }
}

#[test]
fn every_command_tells_the_place_at_which_a_program_is_undefined() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("p.mlir");
    let asked = |command: &str, text: &str, words: &[&str]| {
        std::fs::write(&file, text).unwrap();
        let answer = Lowdiff::new(&[command, "--mlir", "22"]).arg(&file).args(words).run();
        (answer.status, format!("{}{}", answer.stdout, answer.stderr))
    };
    let path = ["--path", "builtin.module(canonicalize)"];
    // Every command tells the place, also where a path is too short to come to it.
    let twice = [path, path].concat();
    let out = folder.path().join("out").display().to_string();
    let divides = "func.func @main(%a: i32) -> i32 {\n  %z = arith.constant 0 : i32\n  %q = arith.divsi %a, %z : i32\n  return %q : i32\n}\n";
    for given in [&[][..], &["--args", "3"]] {
        for (command, words) in [
            ("eval", vec![]),
            ("run", path.to_vec()),
            ("check", path.to_vec()),
            ("compare", twice.clone()),
            ("blame", twice.clone()),
            ("explore", vec!["--programs", "2", "--out", &out]),
        ] {
            let (status, said) = asked(command, divides, &[&words[..], given].concat());
            assert!(status == Some(3) && said.contains("p.mlir:3:8: "), "{command} {given:?}: {said}");
        }
    }
    let (_, said) = asked("compare", divides, &[&twice[..], &["--json"]].concat());
    assert!(said.contains("\"location\": \"3:8\""), "{said}");
}

/// A path to the dialect llvm, with these passes first.
fn path_with(first: &str) -> String {
    format!(
        "builtin.module({first}convert-scf-to-cf,expand-strided-metadata,finalize-memref-to-llvm,convert-arith-to-llvm,convert-func-to-llvm,convert-cf-to-llvm,\
         reconcile-unrealized-casts)"
    )
}

#[test]
fn of_what_is_left_open_with_all_arguments_nothing_is_said() {
    // The read is out of bounds, or at an address that is not aligned.
    let paths = [path_with(""), path_with("cse,")];
    for command in ["run", "compare"] {
        let words: Vec<&str> = paths.iter().flat_map(|path| ["--path", path]).collect();
        let words = if command == "run" { &words[..2] } else { &words[..] };
        let answer = asked(command, "view", words);
        assert_eq!(answer.status, Some(3), "{command}: {answer:?}");
        assert!(
            format!("{}{}", answer.stdout, answer.stderr).contains(
                "nobody can tell what the program computes with any arguments that were tried: a read of"
            ),
            "{command}: {answer:?}"
        );
    }
    let document = asked("run", "view", &["--json"]).json();
    assert_eq!(document["arguments"].as_array().map(Vec::len), Some(3), "{document}");
}

#[test]
fn a_check_that_a_pass_puts_in_accuses_no_program_that_makes_poison() {
    let given = ["--args", "1.0, 3", "--arg-shape", "0=6x6"];
    let checked = path_with("generate-runtime-verification,");
    let paths = ["--path", &path_with(""), "--path", &checked];
    let answer = asked("compare", "subview", &[&paths[..], &given, &["--json"]].concat());
    assert_eq!(answer.status, Some(3), "{answer:?}");
    let document = answer.json();
    assert_eq!(document["reason"], "hazard", "{document}");
    assert!(document["detail"].to_string().contains("the program makes poison"), "{document}");
    // Nothing is excused of a program that makes none.
    let fits = ["--args", "1.0, 3", "--arg-shape", "0=6x10"];
    let answer = asked("compare", "subview", &[&paths[..], &fits].concat());
    assert_eq!(answer.status, Some(0), "{answer:?}");
}

#[test]
fn calls_that_exhaust_the_stack_are_no_finding() {
    let paths = [path_with(""), path_with("cse,")];
    let words: Vec<&str> = paths.iter().flat_map(|path| ["--path", path]).collect();
    let answer = asked("compare", "recursion", &words);
    assert_eq!(answer.status, Some(3), "{answer:?}");
    assert!(answer.stdout.contains("nested too deeply"), "{answer:?}");
}
