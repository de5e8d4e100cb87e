//! The options that passes declare: the committed tables against the libraries, and steps that set them.

use crate::planted;
use crate::support::{self, Lowdiff, loadable, program, toolchain};
use lowdiff::decode::Envelope;
use lowdiff::explore::{asked, declared};
use lowdiff::path::declared::{Declared, DeclaredOption, OptionKind, help};
use lowdiff::version::{DEFAULT, VERSIONS};
use std::collections::BTreeSet;
use std::path::Path;

on_each_version!(table_is_what_the_library_says);

fn table_is_what_the_library_says(name: &str) {
    let said = asked(&loadable(name)).expect("the library can be asked").to_json().expect("it is JSON");
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("core/src/path/declared/{name}.json"));
    let committed = std::fs::read_to_string(&path).unwrap_or_default();
    if committed != said && std::env::var_os("LOWDIFF_UPDATE").is_some() {
        std::fs::write(&path, said).expect("the table can be written");
        return;
    }
    let differing = committed.lines().zip(said.lines()).find(|(committed, said)| committed != said);
    assert!(
        committed == said,
        "{} is stale: run this test with LOWDIFF_UPDATE=1 to write it again; first {differing:?}",
        path.display()
    );
}

/// Two ways to the same facts: a stock program's help text, and what the library says when it is asked.
#[test]
fn help_texts_say_the_same_kinds() {
    let programs =
        VERSIONS.iter().filter_map(|version| Some((version.name, toolchain(version.name).mlir_opt?)));
    let programs: Vec<_> = programs.collect();
    assert!(programs.iter().any(|(name, _)| *name == DEFAULT.name), "{programs:?}");
    for (name, program) in programs {
        let said = std::process::Command::new(program).arg("--help").output().expect("it runs");
        let help = help::parse(&String::from_utf8_lossy(&said.stdout));
        let mut compared = 0;
        let table = Declared::all().iter().find(|(version, _)| *version == name);
        for (pass, known) in &table.expect("it has a table").1.passes {
            let listed = help.get(pass).map_or(&[][..], |options| options);
            let names = |options: &[DeclaredOption]| -> BTreeSet<String> {
                options.iter().map(|option| option.name.clone()).collect()
            };
            assert_eq!(names(&known.options), names(listed), "{pass} of {name}");
            assert_eq!(known.unnamed, 0, "{pass} of {name}");
            for option in &known.options {
                let other = listed.iter().find(|other| other.name == option.name).expect("it is listed");
                let same = match (&option.kind, &other.kind) {
                    (OptionKind::Words { words, whole }, OptionKind::Words { words: listed, .. }) => {
                        let of = |words: &[String]| words.iter().cloned().collect::<BTreeSet<_>>();
                        *whole && of(words) == of(listed)
                    }
                    (kind, other) => kind == other,
                };
                assert!(same, "{pass} {} of {name}: {:?}, and {:?}", option.name, option.kind, other.kind);
                compared += 1;
            }
        }
        assert!(compared > 90, "{compared} options of {name}");
    }
}

/// A module, and a step of this pass.
fn input(pass: &str) -> String {
    let module = "func.func @main() {\n  %c = arith.constant 7 : i32\n  return\n}\n";
    let steps = vec![format!("builtin.module({pass})")];
    Envelope { steps, printed: Vec::new(), module: module.to_owned() }.to_string()
}

/// A step is run with the options that are drawn, and not with others; a word that no build has is refused by the build.
#[test]
fn steps_with_options_are_run_where_they_are_sound() {
    let verdict = |pass: &str, plant: &str| {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let file = program(folder.path(), "input", &input(pass));
        let library = &planted::library_and(planted::PROGRAM).1;
        let words = ["replay", "--target", "pass_diff", "--json", "--mlir"];
        let answer = Lowdiff::new(&words).arg(library).arg(&file).env(planted::PLANT, plant).run();
        (answer.status, answer.json().to_string())
    };
    for pass in
        ["canonicalize{max-iterations=3 top-down=false}", "convert-to-llvm{filter-dialects=arith,index}"]
    {
        let (status, said) = verdict(pass, "");
        assert_eq!(status, Some(0), "{pass}: {said}");
    }
    let (status, said) = verdict("canonicalize{max-iterations=3}", "canonicalize:abort");
    assert_eq!(status, Some(1), "the step is run: {said}");
    let (status, said) = verdict("canonicalize{region-simplify=wild}", "canonicalize:abort");
    assert_eq!(status, Some(3), "{said}");
    assert!(said.contains("wild"), "{said}");
    // Nothing is known of these options, so a crash counts and a result does not.
    for pass in ["canonicalize{test-convergence=true}", "canonicalize{max-iterations=-7}"] {
        let (status, said) = verdict(pass, "canonicalize:abort");
        assert_eq!(status, Some(1), "{pass}: {said}");
        let (status, said) = verdict(pass, "canonicalize:turn-around");
        assert_ne!(status, Some(1), "{pass}: {said}");
    }
}

#[test]
fn passes_shows_what_is_declared_and_why_it_is_not_drawn() {
    let answer = Lowdiff::new(&["passes", "--json", "--mlir", "22"]).run();
    let document = answer.json();
    let option = |pass: &str, name: &str| -> serde_json::Value {
        let options = document["declared"][pass]["options"].as_array().expect("a list of options");
        options.iter().find(|option| option["name"] == name).expect("it is declared").clone()
    };
    let simplify = option("canonicalize", "region-simplify");
    assert_eq!((&simplify["kind"], &simplify["drawn"]), (&"words".into(), &true.into()), "{simplify}");
    assert_eq!(simplify["words"], serde_json::json!(["disabled", "normal", "aggressive"]));
    assert_eq!(simplify["default"], "normal");
    let width = option("convert-arith-to-llvm", "index-bitwidth");
    assert_eq!((&width["kind"], &width["drawn"]), (&"integer".into(), &false.into()), "{width}");
    assert!(width["not_drawn"].as_str().is_some_and(|why| why.contains("width of index")), "{width}");
    let sizes = option("affine-loop-tile", "tile-sizes");
    assert_eq!((&sizes["list"], &sizes["default"]), (&true.into(), &serde_json::Value::Null), "{sizes}");
}

/// Answers of a build are kept, and make no difference.
#[test]
fn a_build_without_a_name_is_asked_once() {
    support::alone("a_build_without_a_name_is_asked_once", || {
        let mut toolchain = loadable("22");
        (toolchain.name, toolchain.version) = ("mine".to_owned(), "22.1.0git".to_owned());
        let folder = tempfile::tempdir().expect("a temporary folder");
        // SAFETY: this process runs this test alone.
        unsafe { std::env::set_var("XDG_CACHE_HOME", folder.path()) };
        let first = declared(&toolchain);
        let kept = std::fs::read_dir(folder.path().join("lowdiff/options")).expect("it is kept").count();
        assert_eq!((kept, &declared(&toolchain)), (1, &first));
        assert_eq!(first.passes, Declared::of(22).passes);
    });
}
