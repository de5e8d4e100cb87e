//! The cost of tracing MLIR's code, and whether it changes anything.
//!
//! `cargo bench --bench tracing -- identical [CASES]` lowers and runs one path of every case twice, in forks of the same
//! process, with every breakpoint in and with none, and compares all that came of it. Forks, and one path in each: where
//! memory lies decides the order of some of MLIR's own tables, and with it what it prints, and compiling a first path
//! leaves memory in a state that varies.
//!
//! `cargo bench --bench tracing -- cost [CASES]` runs the same cases in two processes at the same time, one traced and
//! one not, so that whatever else the machine does hits both alike. The first cases pay for the breakpoints; later ones
//! find most of them gone, which is the state a fuzzer runs in.

use anyhow::{Context, Result, ensure};
use lowdiff::case::Case;
use lowdiff::coverage::{Coverage, Options, Wanted};
use lowdiff::decode::decode_case;
use lowdiff::execute::{Executor, Isolation, Jit, Job, Limits, Terms};
use lowdiff::mlir::toolchain;
use lowdiff::observe::Outcome;
use serde::{Deserialize, Serialize};
use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Stdio};
use std::time::Instant;

/// The point at which one part of the run ends and the next begins.
const PARTS: [usize; 3] = [50, 200, 500];
/// Operations a module may grow to; see the campaign's limit.
const MOST_OPERATIONS: u64 = 20_000;

/// The result of one case.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Line {
    /// A hash of everything that must not change.
    result: String,
    /// True if both paths came to their end, so that the time says something.
    ended: bool,
    seconds: f64,
    /// Blocks reached so far.
    reached: u32,
}

fn main() -> Result<()> {
    let words: Vec<String> = std::env::args().skip(1).filter(|word| word != "--bench").collect();
    let number = |text: &str| text.parse::<u64>().context("the number of cases is no number");
    match words.iter().map(String::as_str).collect::<Vec<_>>().as_slice() {
        ["child", wanted, cases] => child(wanted == &"code", number(cases)?),
        ["identical"] => identical(2000),
        ["identical", cases] => identical(number(cases)?),
        ["cost"] => cost(500),
        ["cost", cases] => cost(number(cases)?),
        [] => identical(200).and_then(|()| cost(300)),
        _ => anyhow::bail!("usage: cargo bench --bench tracing [-- identical|cost [CASES]]"),
    }
}

/// One path of every case twice: with all breakpoints and with none.
fn identical(cases: u64) -> Result<()> {
    let mut runner = Runner::new(true)?;
    let (mut same, mut reached) = (0, 0);
    let mut differ = Vec::with_capacity(cases as usize);
    for (number, mut case) in (0..).filter_map(|i| Some((i, case(i)?))).take(cases as usize) {
        case.paths.swap_remove(number as usize % 2);
        let plain = runner.apart(&case, false)?;
        let traced = runner.apart(&case, true)?;
        let blocks = apart(|| Ok(runner.coverage()?.journal().len().to_string()))?;
        reached += String::from_utf8_lossy(&blocks).trim_end_matches('\0').parse::<u64>()?;
        if plain == traced {
            same += 1;
        } else {
            differ.push((number, runner.apart(&case, false)? != plain));
        }
    }
    println!(
        "identical with and without breakpoints: {same} of {cases}; a case reached {} of them",
        reached / cases
    );
    for (number, varies) in differ {
        println!(
            "input {number} differs; it {} without breakpoints",
            if varies { "varies" } else { "does not vary" }
        );
    }
    Ok(())
}

/// An answer, with zeroes behind it.
type Answer = [u8; 256];

/// Does `work` in a fork of this process, which stays as it is, its heap included: the next fork starts from the same
/// memory.
fn apart(work: impl FnOnce() -> Result<String>) -> Result<Answer> {
    let (mut pipe, mut answer) = ([0; 2], [0u8; 256]);
    // SAFETY: plain system calls on valid buffers; this process has one thread, and the child leaves by `_exit`.
    unsafe {
        ensure!(libc::pipe(pipe.as_mut_ptr()) == 0, "no pipe");
        let child = libc::fork();
        if child == 0 {
            let text = work().unwrap_or_else(|error| format!("{error:#}"));
            libc::write(pipe[1], text.as_ptr().cast(), text.len().min(answer.len()));
            libc::_exit(0);
        }
        libc::close(pipe[1]);
        libc::read(pipe[0], answer.as_mut_ptr().cast(), answer.len());
        libc::close(pipe[0]);
        libc::waitpid(child, std::ptr::null_mut(), 0);
    }
    Ok(answer)
}

/// The two processes side by side.
fn cost(cases: u64) -> Result<()> {
    let toolchain = toolchain::find(&toolchain::default_name())?;
    println!("MLIR {}, {cases} cases traced and untraced at the same time", toolchain.version);
    let start = |wanted: &str| -> Result<(Child, BufReader<std::process::ChildStdout>)> {
        let mut child = Command::new(std::env::current_exe()?)
            .args(["child", wanted, &cases.to_string()])
            .stdout(Stdio::piped())
            .spawn()?;
        let lines = BufReader::new(child.stdout.take().context("no output")?);
        Ok((child, lines))
    };
    let ((mut traced, lines), (mut plain, others)) = (start("code")?, start("off")?);
    let reader = std::thread::spawn(move || read(others));
    let (traced_lines, plain_lines) = (read(lines)?, reader.join().expect("no panic")?);
    ensure!(traced.wait()?.success() && plain.wait()?.success(), "a process failed");
    ensure!(traced_lines.len() == plain_lines.len(), "a process lost cases");

    let pairs: Vec<(&Line, &Line)> = traced_lines.iter().zip(&plain_lines).collect();
    let mut from = 0;
    for to in PARTS.into_iter().chain([pairs.len()]) {
        let part = pairs.get(from..to.min(pairs.len())).unwrap_or_default();
        let both: Vec<_> = part.iter().filter(|(t, p)| t.ended && p.ended).collect();
        let sum = |pick: fn(&(&Line, &Line)) -> f64| both.iter().map(|pair| pick(pair)).sum::<f64>();
        let (with, without) = (sum(|p| p.0.seconds), sum(|p| p.1.seconds));
        if !both.is_empty() {
            println!(
                "cases {from} to {}: {:.1} ms traced, {:.1} ms not, ratio {:.3}; {} blocks reached",
                from + part.len(),
                1e3 * with / both.len() as f64,
                1e3 * without / both.len() as f64,
                with / without,
                part.last().map_or(0, |pair| pair.0.reached)
            );
        }
        from = to;
    }
    Ok(())
}

fn read(lines: impl BufRead) -> Result<Vec<Line>> {
    lines.lines().map(|line| Ok(serde_json::from_str(&line?)?)).collect()
}

struct Runner {
    jit: Jit,
    syntax: lowdiff::program::Syntax,
    coverage: Option<Coverage>,
    isolation: Isolation,
}

impl Runner {
    fn new(traced: bool) -> Result<Runner> {
        let toolchain = toolchain::find(&toolchain::default_name())?;
        let jit = Jit::open(&toolchain)?;
        let wanted = if traced { Wanted::Code } else { Wanted::Off };
        let coverage = Coverage::open(&toolchain, &Options { wanted, ..Options::default() })?;
        Ok(Runner { jit, syntax: toolchain.syntax(), coverage, isolation: Isolation::Shared })
    }

    fn coverage(&mut self) -> Result<&mut Coverage> {
        self.coverage.as_mut().context("nobody watches")
    }

    /// The result of a case in a fork, with breakpoints put in or taken out by another one.
    fn apart(&mut self, case: &Case, armed: bool) -> Result<Answer> {
        apart(|| {
            let coverage = self.coverage()?;
            coverage.begin(armed);
            if !armed {
                coverage.pause();
            }
            Ok(String::new())
        })?;
        apart(|| Ok(self.run(case)?.result))
    }

    fn run(&mut self, case: &Case) -> Result<Line> {
        let limits = Limits { operations: MOST_OPERATIONS, ..Limits::default() };
        let start = Instant::now();
        let reports = self.jit.run(&Job::of(
            case,
            self.syntax,
            Terms { isolation: self.isolation, ..limits.into() },
        ))?;
        let seconds = start.elapsed().as_secs_f64();
        // Steps and effects too; messages and stacks hold addresses.
        let steps = |r: &lowdiff::observe::PathReport| {
            (r.outcome, r.steps.clone(), r.outputs.clone(), r.final_module)
        };
        let facts: Vec<_> = reports.iter().map(steps).collect();
        Ok(Line {
            result: hash(&format!("{facts:?}")),
            ended: reports.iter().all(|r| r.outcome == Outcome::Ok),
            seconds,
            reached: self.coverage.as_ref().map_or(0, |c| c.reached().reached),
        })
    }
}

fn child(traced: bool, cases: u64) -> Result<()> {
    let mut runner = Runner::new(traced)?;
    for case in (0..).filter_map(case).take(cases as usize) {
        let start = Instant::now();
        // As a campaign does that watches.
        if let Some(coverage) = &mut runner.coverage {
            runner.isolation = Isolation::New;
            coverage.begin(false);
        }
        let mut line = runner.run(&case)?;
        runner.coverage.iter_mut().for_each(Coverage::end);
        line.seconds = start.elapsed().as_secs_f64();
        println!("{}", serde_json::to_string(&line)?);
    }
    Ok(())
}

fn case(index: u64) -> Option<Case> {
    decode_case(&lowdiff::decode::seeded(1, index), 22).map(|(case, _)| case)
}

fn hash(text: &str) -> String {
    use sha2::{Digest, Sha256};
    lowdiff::observe::hexadecimal(&Sha256::digest(text))
}
