//! Generated programs on real MLIR against the reference semantics: `cargo bench --bench reference -- programs 10000 22` runs
//! programs of the generator along the default path, and `-- singles 4 22` every operation in every element type by itself.
//!
//! A wrong result is printed with its program, the operation that goes wrong by itself and the pass to blame, and looked up among the known
//! bugs of `docs/known/bugs.toml`. Where one is not there, the run fails. The tables at the end say what turned up how often. A
//! fourth word is the seed, a fifth the first program.

use lowdiff::blame::{BlameExtent, Isolated, blame_examined};
use lowdiff::case::{Case, Source};
use lowdiff::choices::Choices;
use lowdiff::decode::{decode_for, seeded};
use lowdiff::dialect::tosa;
use lowdiff::examine::Examined;
use lowdiff::execute::{Executor, Jit, Job, Terms};
use lowdiff::judge::{Known, Verdict, judge};
use lowdiff::mlir::Toolchain;
use lowdiff::observe::{Element, Outcome, PathReport};
use lowdiff::path::{PathSpec, pipeline};
use lowdiff::program::{Budget, Builder, FAMILIES, GeneratorRow, Program, is_plumbing};
use lowdiff::{report, words};
use std::collections::BTreeMap;
use std::path::Path;
use std::process::ExitCode;

/// From tosa to llvm without detours.
const DEFAULT: &str = include_str!("../docs/known/default-path.txt");

/// A program of one operation of this row, in this element type.
fn single(row: &'static GeneratorRow, element: Element, seed: u64, version: u32) -> Option<Program> {
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

/// MLIR, and what is known of it.
struct Bench {
    jit: Jit,
    toolchain: Toolchain,
    known: Known,
    path: PathSpec,
    /// The number of times that each signature turned up, with its label.
    signatures: BTreeMap<(String, Option<String>), u64>,
}

impl Bench {
    /// Runs a program. The outcome, in a word and in a sentence; none where it agrees.
    fn run(&mut self, program: &Program, text: &str) -> Option<(String, String)> {
        let terms = Terms::default();
        let case = Case {
            source: Source::verbatim(text.to_owned()),
            printed: Vec::new(),
            paths: vec![self.path.clone()],
            expected: Some(program.expected()),
        };
        let job = Job::new(text.to_owned(), case.paths.clone(), terms);
        let reports = match self.jit.run(&job) {
            Ok(reports) => reports,
            Err(error) => return Some(("refused".to_owned(), format!("{error:#}"))),
        };
        let verdict = judge(&reports, case.prescribed());
        if verdict.kind.is_finding() {
            return Some(self.look_into(case, reports, verdict));
        }
        let report = &reports[0];
        if report.outcome == Outcome::Ok {
            return None;
        }
        let failure = report.failure.clone().unwrap_or_default();
        let said = words::failure(&failure);
        let said = format!("{} {said}", failure.pass.unwrap_or_default());
        Some((report.outcome.to_string(), said))
    }

    /// Which operation and which pass are wrong, and whether that is known.
    fn look_into(&mut self, case: Case, reports: Vec<PathReport>, mut verdict: Verdict) -> (String, String) {
        let terms = Terms::default();
        let syntax = self.toolchain.syntax();
        let program = case.source.text(syntax).to_owned();
        let mut isolated = None;
        let untold;
        let examined = Examined {
            case: case.fixed(&reports),
            reports: reports.clone(),
            verdict: verdict.clone(),
            first: None,
        };
        match blame_examined(&mut self.jit, examined, syntax, terms, BlameExtent::TO_CULPRIT) {
            Ok(blamed) => {
                blamed.note(&mut verdict);
                let reasons = blamed.paths.iter().filter_map(|path| path.reason.as_ref());
                untold = reasons.map(|reason| format!("; {}", report::untold(reason))).collect::<String>();
                isolated = blamed.operation;
            }
            Err(error) => untold = format!("; nobody can be blamed: {error:#}"),
        }
        let name = [self.toolchain.name.as_str(), self.toolchain.version.as_str()];
        let label = self.known.label(&verdict, &reports, &program, name).map(str::to_owned);
        let known = label.as_deref().unwrap_or("UNKNOWN");
        let mut said = format!("{} ({known}): {}{untold}", verdict.signature(), words::verdict(&verdict));
        if let Some(Isolated { location, case, .. }) = &isolated {
            said += &format!("\n// by itself, of {location}:\n{}// of", case.source.newest());
        }
        *self.signatures.entry((verdict.signature(), label)).or_default() += 1;
        ("differs".to_owned(), said)
    }

    /// True if everything that was found is known.
    fn tell(&self, name: &str, tensors: u64) -> bool {
        for ((signature, label), count) in &self.signatures {
            println!("# {count} {signature}: {}", label.as_deref().unwrap_or("UNKNOWN"));
        }
        let unknown = self.signatures.iter().filter(|((_, label), _)| label.is_none());
        let unknown: u64 = unknown.map(|(_, count)| count).sum();
        println!("# {tensors} tensors compared on MLIR {name}; {unknown} findings are of no known cause");
        unknown == 0
    }
}

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).filter(|word| word != "--bench").collect();
    let [what, count, name, rest @ ..] = &words[..] else {
        eprintln!("reference: say programs|singles, how many, and the MLIR, as in `-- programs 10000 22`");
        return ExitCode::SUCCESS;
    };
    let number = |place: usize| rest.get(place).and_then(|word| word.parse::<u64>().ok());
    let (seed, first) = (number(0).unwrap_or(1), number(1).unwrap_or(0));
    let count: u64 = count.parse().expect("a number of programs");
    let toolchain = lowdiff::mlir::toolchain::find(name).expect("the toolchain is set up");
    let since = lowdiff::version::of(toolchain.major()).major;
    let list = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/known/bugs.toml");
    let mut bench = Bench {
        jit: Jit::open(&toolchain).expect("the toolchain works"),
        known: Known::read(&list).expect("the known bugs"),
        path: PathSpec::Fixed(pipeline::split(DEFAULT.trim()).expect("it is a pipeline")),
        signatures: BTreeMap::new(),
        toolchain,
    };
    let mut counts: BTreeMap<String, BTreeMap<String, u64>> = BTreeMap::new();
    let programs: Box<dyn Iterator<Item = (String, Program)>> = if what == "singles" {
        let all = tosa::rows().flat_map(move |row| row.takes.iter().map(move |&element| (row, element)));
        let all =
            all.flat_map(move |(row, element)| (0..count).map(move |i| (row, element, seed * 1000 + i)));
        Box::new(all.filter_map(|(row, element, i)| {
            Some((format!("{} {element} {i}", row.name), single(row, element, i, since)?))
        }))
    } else {
        Box::new((first..first + count).filter_map(move |i| {
            Some((format!("program {seed}-{i}"), decode_for(&seeded(seed, i), since).ok()?.program))
        }))
    };
    let (mut tensors, mut bad) = (0u64, 0u64);
    for (label, program) in programs {
        let text = program.print(bench.toolchain.syntax());
        let became = bench.run(&program, &text);
        let row = if what == "singles" {
            format!("{} {}", label.split(' ').next().unwrap_or_default(), types(&program))
        } else {
            "all".into()
        };
        let word = became.as_ref().map_or("agree", |(word, _)| word);
        *counts.entry(row).or_default().entry(word.to_owned()).or_default() += 1;
        match became {
            Some((word, said)) => {
                bad += 1;
                println!("=== {label}: {word}: {said}");
                if bad < 4000 {
                    println!("{text}");
                }
            }
            None => tensors += program.results.len() as u64,
        }
    }
    for (row, counts) in &counts {
        println!("# {row}: {counts:?}");
    }
    if bench.tell(name, tensors) { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
