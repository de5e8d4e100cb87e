//! Generated programs on real MLIR: both spellings parse and verify, and the lowered program computes what the reference
//! semantics say.

use lowdiff::decode::{decode_for, seeded};
use lowdiff::dialect::Since;
use lowdiff::observe::Element;
use lowdiff::program::{Program, Syntax};
use lowdiff::semantics::{Data, Float, Format, Tensor};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// A way down that lowers every operation of the table.
const PIPELINE_22: &str = "builtin.module(func.func(tosa-optional-decompositions,tosa-infer-shapes,\
    tosa-make-broadcastable,tosa-to-scf,tosa-to-linalg-named,tosa-to-linalg,tosa-to-tensor,\
    tosa-to-arith{include-apply-rescale=true}),\
    func.func(convert-elementwise-to-linalg,linalg-generalize-named-ops),empty-tensor-to-alloc-tensor,\
    one-shot-bufferize{bufferize-function-boundaries=1 allow-return-allocs-from-loops=1},func.func(convert-linalg-to-loops,\
    expand-strided-metadata,lower-affine,convert-scf-to-cf),expand-strided-metadata,lower-affine,func.func(arith-expand{include-bf16=true},\
    math-expand-ops{ops=roundeven,rsqrt},convert-math-to-llvm),convert-math-to-libm,convert-arith-to-llvm,\
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

fn programs(seed: u64, count: u64, version: Since) -> impl Iterator<Item = (u64, Program)> {
    (0..count).filter_map(move |i| Some((i, decode_for(&seeded(seed, i), version).ok()?.program)))
}

fn verify(name: &str, syntax: Syntax) {
    let toolchain = Toolchain::find(name);
    for (i, program) in programs(11, 32, Since::of(syntax)) {
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
    let refused = programs(11, 32, Since::V22)
        .filter(|(_, p)| toolchain.opt(&p.print(Syntax::V22), &[]).is_err())
        .count();
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

/// Whether a printed number is one that the semantics allow for element `place`.
fn allowed(tensor: &Tensor, place: usize, printed: i64) -> bool {
    let bits = printed as u64 & (u64::MAX >> (64 - tensor.element.bits()));
    let (Data::Floats(values), Some(format)) = (&tensor.data, Format::of(tensor.element)) else {
        return tensor.bits(place) == bits;
    };
    let (ours, given) = (values[place], format.decode(bits));
    match ours.value.is_nan() || given.is_nan() {
        true => ours.value.is_nan() && given.is_nan(),
        false if ours.bound == 0.0 => ours.encode(format) == bits,
        false => ours.low() <= given && given <= ours.high(),
    }
}

#[test]
fn results_are_those_of_the_semantics() {
    let toolchain = Toolchain::find("22");
    for (i, program) in programs(12, 16, Since::V22) {
        let text = program.print(Syntax::V22);
        let output = toolchain
            .opt(&text, &[format!("--pass-pipeline={PIPELINE_22}")])
            .and_then(|lowered| toolchain.run(&lowered))
            .unwrap_or_else(|complaint| panic!("program {i}: {complaint}\n{text}"));
        let outputs = printed(&output);
        assert_eq!(outputs.len(), program.results.len(), "program {i}");
        for (tensor, numbers) in program.results.iter().zip(outputs) {
            assert_eq!(numbers.len(), tensor.len(), "program {i}");
            for (place, number) in numbers.into_iter().enumerate() {
                assert!(
                    allowed(tensor, place, number),
                    "program {i}: {number:#x} at {place} of {tensor:?}\n{text}"
                );
            }
        }
    }
}

#[test]
fn another_number_is_not_allowed() {
    let one = Tensor::ints(Element::I8, &[1], vec![-3]);
    assert!(allowed(&one, 0, -3) && !allowed(&one, 0, 3));
    let near = Tensor::floats(Element::F32, &[1], vec![Float { value: 1.0, bound: 1e-6 }]);
    let bits = |value: f32| i64::from(value.to_bits());
    assert!(allowed(&near, 0, bits(1.000_000_5)) && !allowed(&near, 0, bits(1.000_01)));
}
