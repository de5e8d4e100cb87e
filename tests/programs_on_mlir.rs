//! Generated programs on real MLIR: both spellings parse and verify, and every value the lowered program
//! computes lies in the range the generator promised for it.

use lowdiff::decode::{decode, seeded};
use lowdiff::program::{Program, Range, Syntax};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// A way down that lowers every operation of the table.
const PIPELINE_22: &str = "builtin.module(func.func(tosa-optional-decompositions,tosa-infer-shapes,\
    tosa-make-broadcastable,tosa-to-linalg-named,tosa-to-linalg,tosa-to-tensor,tosa-to-arith),\
    func.func(convert-elementwise-to-linalg,linalg-generalize-named-ops),empty-tensor-to-alloc-tensor,\
    one-shot-bufferize{bufferize-function-boundaries=1},func.func(convert-linalg-to-loops,\
    expand-strided-metadata,lower-affine,convert-scf-to-cf),func.func(arith-expand,\
    math-expand-ops{ops=rsqrt},convert-math-to-llvm),convert-math-to-libm,convert-arith-to-llvm,\
    convert-index-to-llvm,finalize-memref-to-llvm,convert-func-to-llvm,convert-cf-to-llvm,\
    reconcile-unrealized-casts)";

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

    fn run(&self, lowered: &str) -> Result<String, String> {
        let libraries = self.manifest["runner_libraries"].as_array().expect("the manifest lists libraries");
        let libraries: Vec<String> = libraries.iter().map(|l| self.path(l).display().to_string()).collect();
        let arguments = [
            "-e".to_string(),
            "main".into(),
            "-entry-point-result=void".into(),
            format!("-shared-libs={}", libraries.join(",")),
        ];
        Toolchain::pipe(&self.path(&self.manifest["runner"]), &arguments, lowered)
    }
}

fn programs(seed: u64, count: u64) -> impl Iterator<Item = (u64, Program)> {
    (0..count).filter_map(move |i| Some((i, decode(&seeded(seed, i)).ok()?.program)))
}

fn verify(name: &str, syntax: Syntax) {
    let toolchain = Toolchain::find(name);
    for (i, program) in programs(11, 32) {
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
        programs(11, 32).filter(|(_, p)| toolchain.opt(&p.print(Syntax::V22), &[]).is_err()).count();
    assert!(refused > 16, "MLIR 19 refuses only {refused} programs spelt for 22");
}

/// The numbers each print call showed.
fn printed(text: &str) -> Vec<Vec<i64>> {
    let numbers = |data: &str| {
        let fields = data.split(|c: char| !(c.is_ascii_digit() || c == '-'));
        fields.filter_map(|field| field.parse().ok()).collect()
    };
    text.split("Unranked Memref")
        .skip(1)
        .filter_map(|part| Some(numbers(part.split_once("data =")?.1)))
        .collect()
}

/// Whether a printed element is one the range allows.
fn inside(range: Range, bits: i64) -> bool {
    match range {
        Range::Int(range) => range.contains(bits),
        Range::Float(range) => {
            let value = f64::from(f32::from_bits(bits as u32));
            range.lo <= value && value <= range.hi
        }
    }
}

#[test]
fn every_value_lies_in_its_range() {
    let toolchain = Toolchain::find("22");
    for (i, mut program) in programs(12, 16) {
        // Every operation's result is printed, not only the program's own results.
        program.results = (0..program.operations.len()).collect();
        let text = program.print(Syntax::V22);
        let output = toolchain
            .opt(&text, &[format!("--pass-pipeline={PIPELINE_22}")])
            .and_then(|lowered| toolchain.run(&lowered))
            .unwrap_or_else(|complaint| panic!("program {i}: {complaint}\n{text}"));
        let outputs = printed(&output);
        assert_eq!(outputs.len(), program.operations.len(), "program {i}");
        for (operation, values) in program.operations.iter().zip(outputs) {
            let boolean = operation.result.ty.element == lowdiff::observe::Element::I1;
            assert_eq!(values.len() as u64, operation.result.ty.elements(), "program {i}");
            for value in values {
                // A boolean is printed sign-extended.
                let value = if boolean { value & 1 } else { value };
                assert!(
                    inside(operation.result.range, value),
                    "program {i}: {} gives {value}, not in {:?}\n{text}",
                    operation.op.name,
                    operation.result.range
                );
            }
        }
    }
}

#[test]
fn a_value_outside_its_range_is_noticed() {
    let range = Range::Int(lowdiff::program::Int::new(-2, 5));
    assert!(inside(range, 5) && !inside(range, 6));
    let range = Range::Float(lowdiff::program::Float::exact(0.5, 1.0, -1));
    assert!(inside(range, i64::from(1.0f32.to_bits())) && !inside(range, i64::from(1.5f32.to_bits())));
}
