//! Generated programs on real MLIR: both spellings parse and verify, and the lowered program computes what the reference
//! semantics say.

use crate::support;

use lowdiff::decode::{decode_for, seeded};
use lowdiff::dialect::tosa;
use lowdiff::execute::{Executor, Jit, Job, Terms};
use lowdiff::judge::{VerdictKind, judge};
use lowdiff::observe::Prescribed;
use lowdiff::path::{PathSpec, pipeline};
use lowdiff::program::{Program, Syntax};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use support::{TOSA_PATH, alone};

/// Programs that are looked through for operations that the first ones do not have.
const MOST: u64 = 2_000;

/// One unpacked toolchain.
struct Toolchain {
    root: PathBuf,
    manifest: serde_json::Value,
}

impl Toolchain {
    /// The toolchain `.mlir/<name>`, looked for from the current directory upwards.
    fn find(name: &str) -> Toolchain {
        let here = std::env::current_dir().expect("there is a current directory");
        let root = here
            .ancestors()
            .map(|directory| directory.join(".mlir").join(name))
            .find(|root| root.join("toolchain.json").is_file())
            .unwrap_or_else(|| panic!("MLIR {name} is not set up: run ./scripts/setup.sh {name}"));
        let text = std::fs::read_to_string(root.join("toolchain.json")).expect("the manifest is readable");
        Toolchain { manifest: serde_json::from_str(&text).expect("the manifest is JSON"), root }
    }

    fn path(&self, value: &serde_json::Value) -> PathBuf {
        self.root.join(value.as_str().expect("the manifest names a file"))
    }

    /// Runs a tool on `input`; its output, or its complaint.
    fn pipe(tool: &Path, arguments: &[String], input: &str) -> Result<String, String> {
        let mut command = Command::new(tool);
        command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().map_err(|e| format!("{}: {e}", tool.display()))?;
        let mut stdin = child.stdin.take().ok_or("no stdin")?;
        let text = input.to_string();
        let writer = std::thread::spawn(move || std::io::Write::write_all(&mut stdin, text.as_bytes()));
        let output = child.wait_with_output().map_err(|e| e.to_string())?;
        writer.join().map_err(|_| "the writer panicked")?.map_err(|e| e.to_string())?;
        let complaint = String::from_utf8_lossy(&output.stderr).into_owned();
        if !output.status.success() {
            return Err(format!("{}: {complaint}", output.status));
        }
        Ok(String::from_utf8_lossy(&output.stdout).into_owned())
    }

    fn opt(&self, program: &str, arguments: &[String]) -> Result<String, String> {
        Toolchain::pipe(&self.path(&self.manifest["mlir_opt"]), arguments, program)
    }
}

fn programs(seed: u64, count: u64, version: u32) -> impl Iterator<Item = (u64, Program)> {
    (0..count).filter_map(move |i| Some((i, decode_for(&seeded(seed, i), version).ok()?.program)))
}

fn verify(name: &str, syntax: Syntax) {
    let toolchain = Toolchain::find(name);
    for (i, program) in programs(11, 32, syntax.oldest()) {
        let text = program.print(syntax);
        if let Err(complaint) = toolchain.opt(&text, &[]) {
            panic!("MLIR {name} refuses program {i}: {complaint}\n{text}");
        }
    }
}

#[test]
fn programs_verify_on_22() {
    verify("22", Syntax::V22);
}

#[test]
fn programs_verify_on_19() {
    verify("19", Syntax::V19);
}

#[test]
fn a_program_in_the_other_spelling_is_refused() {
    let toolchain = Toolchain::find("19");
    let refused =
        programs(11, 32, 22).filter(|(_, p)| toolchain.opt(&p.print(Syntax::V22), &[]).is_err()).count();
    assert!(refused > 16, "MLIR 19 refuses only {refused} programs spelt for 22");
}

/// Programs that compute what the semantics say on this toolchain.
fn agree(name: &str, seed: u64, first: u64) {
    let toolchain = support::loadable(name);
    let (syntax, mut jit) = (toolchain.syntax(), Jit::open(&toolchain).expect("the toolchain works"));
    let path = PathSpec::Fixed(pipeline::split(TOSA_PATH).expect("it is a pipeline"));
    let (mut agreed, mut met) = (0, BTreeSet::new());
    // Known bugs of MLIR that are drawn in spite of them show, and are tested as such.
    let sound = programs(seed, MOST, syntax.oldest()).filter(|(_, program)| program.drawn.is_empty());
    let mut count = 0;
    for (i, program) in sound {
        // The first ones, and of the others those that have an operation which none before had.
        if i >= first && program.operations().all(|operation| met.contains(&*operation.name)) {
            continue;
        }
        count += 1;
        let text = program.print(syntax);
        let job = Job::new(text.clone(), vec![path.clone()], Terms::default());
        let reports = jit.run(&job).unwrap_or_else(|error| panic!("program {i}: {error:#}\n{text}"));
        let (printed, expected) = (Vec::new(), program.expected());
        let prescribed = Prescribed { printed: &printed, expected: Some(&expected), ..Prescribed::default() };
        let verdict = judge(&reports, prescribed);
        assert!(!verdict.kind.is_finding(), "program {i} of seed {seed}: {verdict:?}\n{text}");
        // Bufferization declines some casts to types of no rank.
        if verdict.kind == VerdictKind::Agree {
            agreed += 1;
            met.extend(program.operations().map(|operation| operation.name.to_string()));
        }
    }
    let drawn =
        tosa::rows().filter(|row| row.since <= syntax.oldest()).map(|row| format!("tosa.{}", row.name));
    let missing: Vec<String> = drawn.filter(|name| !met.contains(name)).collect();
    assert_eq!(missing, [""; 0], "operations that no program has which agrees");
    assert!(agreed * 100 >= count * 95, "{agreed} of {count} agree");
}

#[test]
fn results_are_those_of_the_semantics_on_22() {
    alone("results_are_those_of_the_semantics_on_22", || agree("22", 12, 40));
}

#[test]
fn results_are_those_of_the_semantics_on_head() {
    alone("results_are_those_of_the_semantics_on_head", || agree("head", 13, 40));
}
