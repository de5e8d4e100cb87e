//! Generated programs on real MLIR against the reference semantics: `cargo bench --bench reference -- programs 10000 22` runs
//! programs of the generator along the default path, and `-- singles 4 22` every operation in every element type by itself.
//!
//! What differs is printed with its program; the table at the end says how often each operation and type turned up.

use lowdiff::decode::{decode_for, seeded};
use lowdiff::dialect::{FAMILIES, Row, Since, tosa};
use lowdiff::execute::{Executor, Jit, Job, Limits};
use lowdiff::judge::{Prescribed, VerdictKind, judge};
use lowdiff::observe::{Element, Outcome};
use lowdiff::path::{PathSpec, pipeline};
use lowdiff::program::{Budget, Builder, Choices, Program, is_plumbing};
use std::collections::BTreeMap;

/// From tosa to llvm without detours.
const DEFAULT: &str = "builtin.module(tosa-to-mlprogram,func.func(tosa-optional-decompositions,tosa-infer-shapes,\
    tosa-make-broadcastable,tosa-to-scf,tosa-to-linalg-named,tosa-to-linalg,tosa-to-tensor,\
    tosa-to-arith{include-apply-rescale=true}),func.func(convert-elementwise-to-linalg,linalg-generalize-named-ops),\
    empty-tensor-to-alloc-tensor,\
    one-shot-bufferize{bufferize-function-boundaries=1 allow-return-allocs-from-loops=1},\
    func.func(convert-linalg-to-loops,expand-strided-metadata,lower-affine,convert-scf-to-cf),\
    expand-strided-metadata,lower-affine,func.func(arith-expand{include-bf16=true},\
    math-expand-ops{ops=roundeven,rsqrt},convert-math-to-llvm),convert-math-to-libm,convert-arith-to-llvm,\
    convert-index-to-llvm,finalize-memref-to-llvm,convert-func-to-llvm,convert-cf-to-llvm,convert-ub-to-llvm,\
    reconcile-unrealized-casts)";

/// A program of one operation of this row, in this element type.
fn single(row: &'static Row, element: Element, seed: u64, version: Since) -> Option<Program> {
    let mut builder = Builder::new(Budget {
        elements: 128,
        inputs: 8,
        extent: 5,
        types: vec![element],
        wraps: seed % 2 == 1,
        edges: seed % 3 == 2,
        tail: 0,
        random: 0,
        depth: 0,
        families: FAMILIES.to_vec(),
        version,
    });
    builder.choices = Choices::new(&seeded(seed, u64::from(row.weight))[..40]);
    if row.since > version || !builder.add([row]) {
        return None;
    }
    let (program, _) = builder.finish();
    (!program.results.is_empty()).then_some(program)
}

fn types(program: &Program) -> String {
    let operation = program.operations().find(|operation| !is_plumbing(operation));
    let result = operation.and_then(|operation| operation.types.first()?.element);
    let first = program.arguments.first().map(|tensor| tensor.element.name());
    format!("{}->{}", first.unwrap_or("-"), result.map_or("-", Element::name))
}

fn main() {
    let words: Vec<String> = std::env::args().skip(1).filter(|word| word != "--bench").collect();
    let [what, count, name, rest @ ..] = &words[..] else {
        eprintln!("reference: say programs|singles, how many, and the MLIR, as in `-- programs 10000 22`");
        return;
    };
    let seed: u64 = rest.first().and_then(|seed| seed.parse().ok()).unwrap_or(1);
    let count: u64 = count.parse().expect("a number of programs");
    let toolchain = lowdiff::mlir::toolchain::find(name).expect("the toolchain is set up");
    let syntax = toolchain.syntax();
    let since = Since::of_version(toolchain.major());
    let mut jit = Jit::open(&toolchain).expect("the toolchain works");
    let path = PathSpec::Fixed(pipeline::split(DEFAULT).expect("it is a pipeline"));
    let mut counts: BTreeMap<String, BTreeMap<String, u64>> = BTreeMap::new();
    let programs: Box<dyn Iterator<Item = (String, Program)>> = if what == "singles" {
        let all = tosa::rows().flat_map(move |row| row.takes.iter().map(move |&element| (row, element)));
        let all =
            all.flat_map(move |(row, element)| (0..count).map(move |i| (row, element, seed * 1000 + i)));
        Box::new(all.filter_map(|(row, element, i)| {
            Some((format!("{} {element} {i}", row.name), single(row, element, i, since)?))
        }))
    } else {
        Box::new((0..count).filter_map(move |i| {
            Some((format!("program {seed}-{i}"), decode_for(&seeded(seed, i), since).ok()?.program))
        }))
    };
    let (mut tensors, mut bad) = (0u64, 0u64);
    for (label, program) in programs {
        let text = program.print(syntax);
        let job = Job { program: text.clone(), paths: vec![path.clone()], limits: Limits::default() };
        let said = match jit.run(&job) {
            Err(error) => format!("refused: {error:#}"),
            Ok(reports) => match &reports[0] {
                report if report.outcome != Outcome::Ok => {
                    let failure = report.failure.clone().unwrap_or_default();
                    format!("{}: {} {}", report.outcome, failure.pass.unwrap_or_default(), failure.message)
                }
                _ => {
                    tensors += program.results.len() as u64;
                    let expected = program.expected();
                    let prescribed = Prescribed { printed: &[], expected: Some(&expected), decimal: false };
                    match judge(&reports, prescribed) {
                        verdict if verdict.kind == VerdictKind::Agree => String::new(),
                        verdict => format!("differs: {verdict}"),
                    }
                }
            },
        };
        let kind = said.split(':').next().unwrap_or_default().to_owned();
        let row = if what == "singles" {
            format!("{} {}", label.split(' ').next().unwrap_or_default(), types(&program))
        } else {
            "all".into()
        };
        *counts
            .entry(row)
            .or_default()
            .entry(if said.is_empty() { "agree".into() } else { kind })
            .or_default() += 1;
        if !said.is_empty() {
            bad += 1;
            println!("=== {label}: {said}");
            if bad < 4000 {
                println!("{text}");
            }
        }
    }
    for (row, counts) in &counts {
        println!("# {row}: {counts:?}");
    }
    println!("# {tensors} tensors compared on MLIR {name}; {bad} programs to look at");
}
