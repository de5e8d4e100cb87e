//! Blame with the states of a path run as they are, and by lowering alone: of the bugs of MLIR that are known here, and of the trophies.

use crate::support;

use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use support::{Lowdiff, toolchain};

/// Bugs of which the two ways name other passes, each with the reason why the one that states name is right.
const OTHERWISE: &[(&str, &str)] = &[(
    "written-variables",
    "every way down bufferizes, so that no lowering is right; the state behind one-shot-bufferize reads memory that nobody wrote",
)];

/// A bug: a program, a path that is right, and one that is wrong.
struct Bug {
    name: String,
    program: PathBuf,
    paths: [String; 2],
}

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn programs(folder: &str) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(root().join(folder)).expect("the programs");
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.expect("an entry").path()).collect();
    files.retain(|file| file.extension().is_some_and(|extension| extension == "mlir"));
    files.sort();
    files
}

fn given(file: PathBuf) -> Option<String> {
    file.exists().then(|| format!("@{}", file.display()))
}

/// Bugs that were reported to LLVM, as far as they have a good path.
fn reported() -> Vec<Bug> {
    let folders = std::fs::read_dir(root().join("tests/known_bugs")).expect("the cases");
    let bug = |folder: PathBuf| {
        let path = |stem: &str| format!("@{}", folder.join(stem).display());
        let name = folder.file_name().expect("a folder").to_string_lossy().into_owned();
        Bug { name, program: folder.join("program.mlir"), paths: [path("good.txt"), path("bad.txt")] }
    };
    folders.map(|folder| bug(folder.expect("an entry").path())).collect()
}

/// Bugs that programs of the generator meet.
fn listed() -> Vec<Bug> {
    let bug = |program: PathBuf| {
        let wrong = given(program.with_extension("txt"));
        let wrong =
            wrong.unwrap_or_else(|| format!("@{}", root().join("docs/known/default-path.txt").display()));
        let right = given(program.with_extension("right.txt")).unwrap_or_else(|| wrong.clone());
        let name = program.file_stem().expect("a name").to_string_lossy().into_owned();
        Bug { name, program, paths: [right, wrong] }
    };
    programs("docs/known").into_iter().map(bug).collect()
}

/// The trophies with a right path and a wrong one.
fn trophies() -> Vec<Bug> {
    let bug = |program: PathBuf| {
        let text = std::fs::read_to_string(&program).expect("a trophy");
        let path = |word: &str| {
            let command = text.lines().find_map(|line| line.strip_prefix(&format!("// {word}: ")))?;
            let quoted = command.split_once("--pass-pipeline='")?.1;
            Some(quoted.split_once('\'')?.0.to_owned())
        };
        let paths = [path("Right")?, path("Wrong")?];
        let name = program.file_stem().expect("a name").to_string_lossy().into_owned();
        Some(Bug { name, program, paths })
    };
    programs("docs/trophies").into_iter().filter_map(bug).collect()
}

/// The passes that a way of asking names.
fn named(way: &Value) -> BTreeSet<String> {
    let steps = way["culprits"].as_array().expect("a list").iter();
    steps.map(|step| step.as_str().expect("a pipeline").to_owned()).collect()
}

fn median(mut seconds: Vec<f64>) -> f64 {
    seconds.sort_by(f64::total_cmp);
    seconds[seconds.len() / 2]
}

/// The answers of both ways about a bug.
fn asked(bug: &Bug) -> Result<Value, String> {
    let words = ["bench", "blame", "--json", "--rounds", "1", "--timeout", "2", "--mlir", "22"];
    let [right, wrong] = &bug.paths;
    let answer = Lowdiff::new(&words).arg(&bug.program).args(&["--path", right, "--path", wrong]).run();
    if answer.status == Some(0) { Ok(answer.json()) } else { Err(answer.stderr) }
}

#[test]
fn a_bug_is_asked_about_in_both_ways() {
    toolchain("22");
    let bugs = listed();
    let bug = |name: &str| bugs.iter().find(|bug| bug.name == name).expect("it is listed");
    let both = |name: &str| {
        let document = asked(bug(name)).expect("it can be asked about");
        let seconds = |way: &str| document[way]["seconds"][0].as_f64();
        assert!(seconds("states") > Some(0.0) && seconds("lowering_alone") > Some(0.0), "{document}");
        ["states", "lowering_alone"].map(|way| named(&document[way]))
    };
    let [states, lowering] = both("peeled-empty-loops");
    assert!(states.len() == 1 && states == lowering, "{states:?} and {lowering:?}");
    // Without the states nobody can be named.
    let [states, lowering] = both("written-variables");
    assert!(states.iter().any(|step| step.contains("one-shot-bufferize")), "{states:?}");
    assert!(lowering.is_empty(), "{lowering:?}");
}

/// Takes minutes, so it runs where it is asked for.
#[test]
#[ignore = "it asks for each bug twice"]
fn every_known_bug_has_the_culprit_that_it_had_or_a_better_one() {
    toolchain("22");
    let bugs: Vec<Bug> = reported().into_iter().chain(listed()).chain(trophies()).collect();
    assert!(bugs.len() >= 80, "{} bugs", bugs.len());
    let (mut otherwise, mut seconds) = (BTreeMap::new(), [Vec::new(), Vec::new()]);
    let mut both = 0;
    for bug in &bugs {
        let name = bug.name.as_str();
        let document = asked(bug).unwrap_or_else(|said| panic!("{name} cannot be asked about: {said}"));
        let ways = ["states", "lowering_alone"].map(|way| &document[way]);
        let [states, lowering] = ways.map(named);
        for (way, seconds) in ways.iter().zip(&mut seconds) {
            seconds.push(way["seconds"][0].as_f64().expect("seconds"));
        }
        println!("{name}: {}: {states:?} | {lowering:?}", ways[0]["verdict"]);
        both += usize::from(!states.is_empty());
        if states != lowering {
            otherwise.insert(name, (states, lowering));
        }
    }
    let [states, lowering] = seconds.map(median);
    println!("{both} have a culprit; median {states:.2} s with states, {lowering:.2} s by lowering alone");
    let explained: BTreeSet<&str> = OTHERWISE.iter().map(|(name, _)| *name).collect();
    let met: BTreeSet<&str> = otherwise.keys().copied().collect();
    assert_eq!(met, explained, "{otherwise:#?}");
}
