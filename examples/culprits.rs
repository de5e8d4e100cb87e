//! Plants a miscompile in one pass after the other, and asks `lowdiff blame` who is to blame.
//!
//! `culprits OUT PLACES` draws programs with two paths that agree. Of each pass that is on a path and changes the module, one operation of
//! its output is made wrong (`tests/planted/planted.c`, `place`), wherever the pass runs, also on the plain path. Where that shows, it is
//! a place, and blame is asked (`lowdiff bench blame`), with the states of the path run as they are and by lowering alone; each pass gets
//! `PLACES` of them, each in another program. A table is printed; `OUT/results.jsonl` has each place. Run with the same `OUT`, it goes on
//! where it was interrupted.

#[path = "guidance/statistics.rs"]
#[allow(dead_code, reason = "the examples share it")]
mod statistics;

#[path = "plants/mod.rs"]
mod plants;

use anyhow::{Context as _, Result, bail};
use lowdiff::case::Case;
use lowdiff::decode::{decode_case, seeded_small};
use lowdiff::execute::ExecutorKind;
use lowdiff::explore::Campaign;
use lowdiff::judge::VerdictKind;
use lowdiff::path::{PathSpec, pipeline::pass_name};
use plants::{MLIR, PLANT};
use rand::{RngExt as _, SeedableRng as _};
use rand_chacha::ChaCha8Rng;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use statistics::median;
use std::collections::BTreeSet;
use std::fs::{self, OpenOptions};
use std::io::Write as _;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

const USAGE: &str = "usage: culprits OUT PLACES";

/// The passes that bugs are planted in: those of the plain lowering, and such as stand on drawn paths often.
const PASSES: [&str; 26] = [
    "convert-arith-to-llvm",
    "lower-affine",
    "convert-scf-to-cf",
    "convert-linalg-to-loops",
    "finalize-memref-to-llvm",
    "expand-strided-metadata",
    "canonicalize",
    "cse",
    "inline",
    "sccp",
    "tosa-to-linalg",
    "tosa-to-arith",
    "tosa-to-tensor",
    "one-shot-bufferize",
    "convert-elementwise-to-linalg",
    "convert-linalg-to-affine-loops",
    "linalg-fold-unit-extent-dims",
    "linalg-generalize-named-ops",
    "linalg-morph-ops",
    "convert-func-to-llvm",
    "convert-cf-to-llvm",
    "convert-to-llvm",
    "linalg-fuse-elementwise-ops",
    "reconcile-unrealized-casts",
    "int-range-optimizations",
    "promote-buffers-to-stack",
];

/// Programs of the campaign: the seed.
const SEED: u64 = 23;

/// Programs that are drawn, at most: some passes change a module seldom.
const MOST_PROGRAMS: u64 = 4000;

/// Passes that get a place in one program, at most.
const A_PROGRAM: usize = 13;

/// Operations of a program, at most.
const OPERATIONS: usize = 12;

/// The time that both paths of a program may take.
const PATIENCE: Duration = Duration::from_secs(1);

/// Operations of which one is drawn; the planted library counts from the first again.
const PLACES: u32 = 1000;

/// The verdicts that a wrong operation shows as. Others are a pass behind it that does not stand it.
const SHOWS: [&str; 4] = ["mismatch", "undefined", "memory", "miscompiled"];

/// A place where a bug was planted.
#[derive(Debug, Default, Serialize, Deserialize)]
struct Place {
    pass: String,
    program: u64,
    /// The operation that is changed, counted from the first again behind the last.
    operation: u32,
    verdict: String,
    /// The answer of blame.
    #[serde(flatten)]
    answer: Answer,
    /// The answer by lowering alone.
    lowering_alone: Answer,
}

/// An answer of blame.
#[derive(Debug, Default, Serialize, Deserialize)]
struct Answer {
    /// The passes that it names.
    named: Vec<String>,
    /// Its processor time.
    seconds: f64,
}

impl Answer {
    /// An answer about a bug in this pass, from a document of `bench blame`.
    fn of(document: &Value, pass: &str) -> Answer {
        let culprits = document["culprits"].as_array().into_iter().flatten();
        let named: BTreeSet<String> =
            culprits.filter_map(Value::as_str).map(|step| of_step(step, pass)).collect();
        let seconds = document["seconds"][0].as_f64().unwrap_or_default();
        Answer { named: named.into_iter().collect(), seconds }
    }

    /// True if it names the pass and no other.
    fn is_right(&self, pass: &str) -> bool {
        self.named.iter().all(|named| named == pass) && !self.named.is_empty()
    }
}

impl Place {
    fn shows(&self) -> bool {
        SHOWS.contains(&self.verdict.as_str())
    }

    fn is_right(&self) -> bool {
        self.answer.is_right(&self.pass)
    }
}

/// The programs and files that places need.
struct Bench {
    lowdiff: PathBuf,
    library: PathBuf,
    out: PathBuf,
}

fn main() -> Result<()> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let [out, places] = &words[..] else { bail!(USAGE) };
    let places: usize = places.parse().context(USAGE)?;
    let out = PathBuf::from(out);
    fs::create_dir_all(&out).with_context(|| format!("cannot create {}", out.display()))?;
    let bench = Bench { lowdiff: plants::lowdiff()?, library: plants::library(&out)?, out };
    let mut done = bench.done()?;
    let mut campaign = Campaign::open(MLIR, ExecutorKind::Interp, &bench.out.join("scratch"))?;
    let mut full: BTreeSet<&str> = BTreeSet::new();
    // The last program may have been interrupted.
    for program in done.last().map_or(0, |place| place.program)..MOST_PROGRAMS {
        full.extend(PASSES.into_iter().filter(|pass| shown(&done, pass).count() >= places));
        if full.len() == PASSES.len() {
            break;
        }
        let Some((case, _)) = decode_case(&seeded_small(SEED, program, OPERATIONS), 22) else { continue };
        let clock = Instant::now();
        let own = campaign.run_case(&case, None)?;
        // MLIR has bugs of its own. A program that takes long would take the time of ten.
        if own.verdict.kind != VerdictKind::Agree || clock.elapsed() > PATIENCE {
            continue;
        }
        let on_a_path = passes(&own.case);
        let mut open: Vec<&str> =
            PASSES.into_iter().filter(|pass| !full.contains(pass) && on_a_path.contains(*pass)).collect();
        // Those with the fewest places first.
        open.sort_by_key(|pass| shown(&done, pass).count());
        for pass in open.into_iter().take(A_PROGRAM) {
            if done.iter().any(|place| place.pass == pass && place.program == program) {
                continue;
            }
            let place = bench.blame(&own.case, pass, program)?;
            eprintln!(
                "{pass} in {program}: {}, {:?}, {:?}",
                place.verdict, place.answer, place.lowering_alone
            );
            bench.keep(&place)?;
            done.push(place);
        }
    }
    println!("{}", table(&done, places));
    Ok(())
}

/// The places of a pass where the bug shows.
fn shown<'a>(done: &'a [Place], pass: &'a str) -> impl Iterator<Item = &'a Place> {
    done.iter().filter(move |place| place.pass == pass && place.shows())
}

/// The pass of a step: the planted one where the step runs that inside of another pass.
fn of_step(step: &str, planted: &str) -> String {
    let is_name = |c: char| c.is_ascii_alphanumeric() || c == '-';
    let runs = step.split(|c| !is_name(c)).any(|word| word == planted);
    if runs { planted } else { pass_name(step) }.to_owned()
}

/// The passes on the paths of a case.
fn passes(case: &Case) -> BTreeSet<String> {
    let fixed = case.paths.iter().filter_map(|path| match path {
        PathSpec::Fixed(steps) => Some(steps),
        _ => None,
    });
    fixed.flatten().map(|step| pass_name(step).to_owned()).collect()
}

impl Bench {
    fn results(&self) -> PathBuf {
        self.out.join("results.jsonl")
    }

    fn done(&self) -> Result<Vec<Place>> {
        let text = fs::read_to_string(self.results()).unwrap_or_default();
        text.lines().map(|line| serde_json::from_str(line).context("results.jsonl is damaged")).collect()
    }

    fn keep(&self, place: &Place) -> Result<()> {
        let mut file = OpenOptions::new().create(true).append(true).open(self.results())?;
        writeln!(file, "{}", serde_json::to_string(place)?).context("a result cannot be written")
    }

    /// Plants a bug in `pass`, and asks who is to blame. The finding stays in `OUT` where the answer is not right.
    fn blame(&self, case: &Case, pass: &str, program: u64) -> Result<Place> {
        let finding = self.out.join(format!("finding-{program}-{pass}"));
        let _ = fs::remove_dir_all(&finding);
        fs::create_dir(&finding)?;
        fs::write(finding.join("case.bin"), case.to_bytes())?;
        fs::write(finding.join("finding.json"), "{ \"verdict\": \"mismatch\" }\n")?;
        let mut random = ChaCha8Rng::seed_from_u64(program);
        random.set_stream(PASSES.iter().position(|other| *other == pass).unwrap_or(0) as u64);
        let operation = random.random_range(0..PLACES);
        let ask = |command: &[&str]| -> Result<Value> {
            let mut ask = Command::new(&self.lowdiff);
            ask.args(command).args(["--json", "--mlir"]).arg(&self.library).arg(&finding);
            ask.env(PLANT, format!("{pass}:place")).env("LOWDIFF_PLANT_PLACE", operation.to_string());
            let answer = ask.stderr(Stdio::null()).output().context("lowdiff cannot be started")?;
            fs::write(finding.join(format!("{}.json", command[0])), &answer.stdout)?;
            serde_json::from_slice(&answer.stdout)
                .with_context(|| format!("the answer about {} is no JSON", finding.display()))
        };
        let mut place = Place { pass: pass.to_owned(), program, operation, ..Place::default() };
        let verdict = |document: &Value| document["verdict"].as_str().unwrap_or("none").to_owned();
        place.verdict = verdict(&ask(&["replay"])?);
        // A wrong extent may ask for more memory than there is, and most operations change nothing that is shown.
        if !place.shows() {
            fs::remove_dir_all(&finding)?;
            return Ok(place);
        }
        let document = ask(&["bench", "blame", "--rounds", "1"])?;
        let [states, lowering] = ["states", "lowering_alone"].map(|way| &document[way]);
        place.verdict = verdict(states);
        (place.answer, place.lowering_alone) = (Answer::of(states, pass), Answer::of(lowering, pass));
        if place.is_right() || !place.shows() {
            fs::remove_dir_all(&finding)?;
        }
        Ok(place)
    }
}

/// A table for people, as Markdown.
fn table(done: &[Place], places: usize) -> String {
    let mut lines = vec![
        "| planted in | right | wrong | nobody | median s | by lowering alone: right | wrong | nobody | median s |".to_owned(),
        "|---|---|---|---|---|---|---|---|---|".into(),
    ];
    let mut all = Vec::new();
    for pass in PASSES {
        let of: Vec<&Place> = shown(done, pass).take(places).collect();
        lines.push(row(&format!("`{pass}`"), &of));
        all.extend(of);
    }
    lines.push(row("all", &all));
    lines.join("\n")
}

/// The row of some places.
fn row(name: &str, places: &[&Place]) -> String {
    let way = |answer: fn(&Place) -> &Answer| {
        let right = places.iter().filter(|place| answer(place).is_right(&place.pass)).count();
        let nobody = places.iter().filter(|place| answer(place).named.is_empty()).count();
        let wrong = places.iter().filter(|place| !answer(place).is_right(&place.pass));
        let named: BTreeSet<&str> =
            wrong.flat_map(|place| &answer(place).named).map(String::as_str).collect();
        let named: Vec<String> = named.into_iter().map(|pass| format!("`{pass}`")).collect();
        let count = places.len() - right - nobody;
        let wrong = if count == 0 { "0".to_owned() } else { format!("{count}: {}", named.join(", ")) };
        let seconds: Vec<f64> = places.iter().map(|place| answer(place).seconds).collect();
        format!("{right} | {wrong} | {nobody} | {:.1}", median(&seconds))
    };
    format!("| {name} | {} | {} |", way(|place| &place.answer), way(|place| &place.lowering_alone))
}
