//! Running the `lowdiff` program and reading its answers.
#![allow(dead_code, reason = "every test file uses a part of its own")]

pub mod pages;
pub mod scripts;

use lowdiff::execute::ExecutorKind;
use lowdiff::explore::{Campaign, Target};
use lowdiff::mlir::{Toolchain, toolchain::find};
use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// The toolchain of this name, which the tests need.
pub fn toolchain(name: &str) -> Toolchain {
    find(name).unwrap_or_else(|error| panic!("the tests need MLIR {name}: {error:#}"))
}

/// A `lowdiff` command to be run.
pub struct Lowdiff {
    command: Command,
}

/// The result of a command.
#[derive(Debug)]
pub struct Answer {
    /// Exit status; none after a signal.
    pub status: Option<i32>,
    /// Standard output.
    pub stdout: String,
    /// Standard error.
    pub stderr: String,
    /// The time that it took.
    pub took: Duration,
}

/// The command of a program without the caller's settings.
fn unset(program: &Path) -> Command {
    let mut command = Command::new(program);
    command.stdin(Stdio::null());
    for variable in ["LOWDIFF_HOME", "LOWDIFF_MLIR", "LOWDIFF_LOG", "LOWDIFF_OUT"] {
        command.env_remove(variable);
    }
    command
}

impl Lowdiff {
    /// `lowdiff` with these words; nothing of the caller's settings reaches it.
    pub fn new(words: &[&str]) -> Lowdiff {
        let mut command = unset(Path::new(env!("CARGO_BIN_EXE_lowdiff")));
        command.args(words);
        Lowdiff { command }
    }

    /// Adds a word.
    pub fn arg(mut self, word: impl AsRef<std::ffi::OsStr>) -> Lowdiff {
        self.command.arg(word);
        self
    }

    /// Adds words.
    pub fn args(mut self, words: &[&str]) -> Lowdiff {
        self.command.args(words);
        self
    }

    /// Sets a variable.
    pub fn env(mut self, name: &str, value: impl AsRef<std::ffi::OsStr>) -> Lowdiff {
        self.command.env(name, value);
        self
    }

    /// Runs it in `folder`.
    pub fn within(mut self, folder: &Path) -> Lowdiff {
        self.command.current_dir(folder);
        self
    }

    /// Uses another program than the one that was built here.
    pub fn program(mut self, program: &Path) -> Lowdiff {
        let mut command = unset(program);
        command.args(self.command.get_args());
        self.command = command;
        self
    }

    /// Starts it; nobody reads what it says.
    pub fn start(mut self) -> std::process::Child {
        self.command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("lowdiff can be started")
    }

    /// Starts it; what it says on standard error can be read.
    #[allow(dead_code, reason = "not every test reads it")]
    pub fn start_heard(mut self) -> std::process::Child {
        self.command.stdout(Stdio::null()).stderr(Stdio::piped()).spawn().expect("lowdiff can be started")
    }

    /// Runs it. A campaign makes its findings smaller where the test asks for that alone, which takes seconds.
    pub fn run(mut self) -> Answer {
        let words: Vec<_> = self.command.get_args().collect();
        if words.first().is_some_and(|word| *word == "explore")
            && !words.iter().any(|word| *word == "--reduce")
        {
            self.command.args(["--reduce", "0"]);
        }
        let begin = Instant::now();
        let output = self.command.output().expect("lowdiff can be started");
        Answer {
            status: output.status.code(),
            stdout: String::from_utf8_lossy(&output.stdout).into_owned(),
            stderr: String::from_utf8_lossy(&output.stderr).into_owned(),
            took: begin.elapsed(),
        }
    }
}

impl Answer {
    /// The document of `--json`.
    pub fn json(&self) -> Value {
        serde_json::from_str(&self.stdout).unwrap_or_else(|error| panic!("no JSON ({error}): {self:?}"))
    }
}

/// Says that this process belongs to one test.
const ALONE: &str = "LOWDIFF_TEST_ALONE";

/// Runs `work`, the body of the test called `test`, in a process of its own, as what is there once a process needs it.
/// Returns what that process printed; none inside it. The caller's file names the module that `test` is in.
#[track_caller]
pub fn alone(test: &str, work: impl FnOnce()) -> Option<String> {
    alone_with(test, &[], work)
}

/// As [`alone`], with these variables of the environment.
#[track_caller]
pub fn alone_with(test: &str, variables: &[(&str, &str)], work: impl FnOnce()) -> Option<String> {
    if std::env::var_os(ALONE).is_some() {
        work();
        return None;
    }
    let file = Path::new(std::panic::Location::caller().file());
    let module = file.file_stem().expect("a source file has a name").to_string_lossy();
    let name = format!("{module}::{test}");
    let itself = std::env::current_exe().expect("the test knows its file");
    let done = Command::new(itself)
        .args([&name, "--exact", "--include-ignored", "--nocapture"])
        .env(ALONE, "1")
        .envs(variables.iter().copied())
        .output();
    let done = done.expect("the test can be started again");
    let said = String::from_utf8_lossy(&done.stdout).into_owned();
    assert!(said.contains("1 passed"), "{name}: {said}\n{}", String::from_utf8_lossy(&done.stderr));
    Some(said)
}

/// A test of `$run`, a function of a version's name, for each version that there is, in a process of its own.
macro_rules! on_each_version {
    ($run:ident) => {
        lowdiff::for_each_version! { tests_of_versions, $run }
    };
}

macro_rules! tests_of_versions {
    ($run:ident, $($name:literal $test:ident),*) => {
        mod $run {
            $(
                #[test]
                fn $test() {
                    crate::support::toolchain($name);
                    let test = concat!(stringify!($run), "::", stringify!($test));
                    crate::support::alone(test, || super::$run($name));
                }
            )*
        }
    };
}

/// The toolchain of this name, to be loaded into this process: a process loads one MLIR, and forks from it, so that takes [`alone`].
pub fn loadable(name: &str) -> Toolchain {
    assert!(std::env::var_os(ALONE).is_some(), "a test that loads MLIR itself runs in support::alone");
    toolchain(name)
}

/// A campaign on MLIR 22 that takes inputs of this target and interprets what is lowered.
pub fn campaign(target: Target, out: &Path) -> Campaign {
    let mut campaign =
        Campaign::open(&loadable("22").name, ExecutorKind::Interp, out).expect("the toolchain works");
    campaign.aim(target);
    campaign
}

/// The committed seeds of a target, in the order of their names.
pub fn seeds(target: Target) -> Vec<(PathBuf, Vec<u8>)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus").join(target.name());
    let files = std::fs::read_dir(folder).expect("there are seeds");
    let read = |path: PathBuf| (path.clone(), std::fs::read(path).expect("a seed can be read"));
    let mut seeds: Vec<_> = files.map(|file| read(file.expect("a seed").path())).collect();
    seeds.sort();
    seeds
}

/// Writes a program into `folder`.
pub fn program(folder: &Path, name: &str, text: &str) -> PathBuf {
    let file = folder.join(name);
    std::fs::write(&file, text).expect("the temporary folder takes a file");
    file
}

/// Lowers anything the tests write in tosa, arith, affine, scf or memref, on every version.
pub const DEFAULT_PATH: &str = "builtin.module(func.func(tosa-to-linalg-named,tosa-to-linalg,tosa-to-arith,\
    tosa-to-tensor),convert-elementwise-to-linalg,one-shot-bufferize{bufferize-function-boundaries},\
    func.func(convert-linalg-to-loops),expand-strided-metadata,lower-affine,convert-scf-to-cf,\
    convert-arith-to-llvm,finalize-memref-to-llvm,convert-func-to-llvm,convert-cf-to-llvm,\
    reconcile-unrealized-casts)";

/// A way down that lowers every operation of the table.
pub const TOSA_PATH: &str = "builtin.module(tosa-to-mlprogram,func.func(tosa-optional-decompositions,tosa-infer-shapes,\
    tosa-make-broadcastable,tosa-to-scf,tosa-to-linalg-named,tosa-to-linalg,tosa-to-tensor,\
    tosa-to-arith{include-apply-rescale=true}),func.func(convert-elementwise-to-linalg,linalg-generalize-named-ops),\
    empty-tensor-to-alloc-tensor,\
    one-shot-bufferize{bufferize-function-boundaries=1 allow-return-allocs-from-loops=1},\
    func.func(convert-linalg-to-loops,expand-strided-metadata,lower-affine,convert-scf-to-cf),\
    expand-strided-metadata,lower-affine,func.func(arith-expand{include-bf16=true},\
    math-expand-ops{ops=roundeven,rsqrt},convert-math-to-llvm),convert-math-to-libm,convert-arith-to-llvm,\
    convert-index-to-llvm,finalize-memref-to-llvm,convert-func-to-llvm,convert-cf-to-llvm,convert-ub-to-llvm,\
    reconcile-unrealized-casts)";

/// A summary without times and places.
pub fn counts(document: &Value) -> Value {
    let mut counts = document.clone();
    let map = counts.as_object_mut().expect("a summary");
    map.retain(|key, _| !["seconds", "time"].contains(&key.as_str()));
    for finding in map["findings"].as_array_mut().into_iter().flatten() {
        let name = Path::new(finding["directory"].as_str().expect("a directory")).file_name();
        finding["directory"] = Value::from(name.map(|name| name.to_string_lossy()));
    }
    counts
}
