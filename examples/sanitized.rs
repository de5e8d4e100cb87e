//! Repairs random mutants of inputs of `pass_diff` that are undefined, and counts those that are defined then.
//!
//! `sanitized FOLDER COUNT SEED` takes the inputs in the folder, such as `corpus/pass_diff` or what `lowdiff seeds` made of somebody's
//! tests, until COUNT mutants were undefined. `LOWDIFF_MLIR` names the MLIR that parses them. MLIR may crash at a mutant: each share of
//! the mutants has a process of its own, which writes down what it saw. Exit status 1 where a repaired program is invalid.

use anyhow::{Context as _, Result, bail, ensure};
use lowdiff::decode::Envelope;
use lowdiff::decode::envelope::{MutationBounds, mutant};
use lowdiff::execute::interp::{Ending, Interpreter};
use lowdiff::mlir::{Context, Library, Module, toolchain};
use lowdiff::path::declared::Declared;
use lowdiff::sanitize::sanitize;
use lowdiff::words;
use rand::rngs::StdRng;
use rand::{RngExt as _, SeedableRng as _};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::io::{BufRead as _, BufReader, Write as _};
use std::process::{Command, ExitCode, Stdio};

/// Bytes of memory and steps of a run.
const BOUNDS: (u64, u64) = (1 << 26, 1 << 18);
/// Bytes of a mutant, at most.
const MOST_BYTES: usize = 1 << 15;
/// Mutations of one input, at most, in search of one that is undefined.
const MUTATIONS: usize = 6;
/// Undefined mutants that one process repairs.
const SHARE: usize = 10;
/// Mutants that one process makes, at most, for each that is undefined.
const MUTANTS: usize = 200;

/// A mutant, as a process tells its parent.
#[derive(Serialize, Deserialize)]
enum Mutant {
    /// It was made, and is being run.
    Made,
    /// It is undefined, and so is what became of it.
    Undefined(Repaired),
}

/// An undefined mutant after its repair.
#[derive(Serialize, Deserialize)]
enum Repaired {
    Defined,
    /// It is not defined, for this reason.
    Left(String),
    /// MLIR does not read it, for this reason.
    Invalid(String),
}

fn tell(mutant: &Mutant) -> Result<()> {
    let mut out = std::io::stdout().lock();
    serde_json::to_writer(&mut out, mutant)?;
    writeln!(out).and_then(|()| out.flush()).context("cannot write to the parent")
}

fn repaired(interpreter: &mut Interpreter, context: &Context, module: &Module) -> Result<Repaired> {
    let read = interpreter.read(module).context("a module that runs is not read")?;
    let text = sanitize(&read).module.generic();
    Ok(match Module::parse(context, &text) {
        Err(why) => Repaired::Invalid(format!("{why:?}\n{text}")),
        Ok(module) => match interpreter.run(&module, BOUNDS.0, BOUNDS.1).ending {
            Ending::Done => Repaired::Defined,
            Ending::Undefined(why) | Ending::Fault(why) | Ending::Open(why) | Ending::Unsupported(why) => {
                Repaired::Left(words::cause(&why))
            }
        },
    })
}

/// Tells of the mutants of a share.
fn share(folder: &str, seed: u64) -> Result<()> {
    let mut files: Vec<_> = std::fs::read_dir(folder)
        .with_context(|| format!("cannot read {folder}"))?
        .map(|entry| Ok(entry?.path()))
        .collect::<Result<_>>()?;
    files.sort();
    let inputs: Vec<Vec<u8>> = files.iter().filter_map(|file| std::fs::read(file).ok()).collect();
    ensure!(!inputs.is_empty(), "there is no input in {folder}");
    let toolchain = toolchain::find(&toolchain::default_name())?;
    let context = Context::new(Library::open(&toolchain.library)?);
    let mut interpreter = Interpreter::new(&context);
    let mut random = StdRng::seed_from_u64(seed);
    let declared = Declared::default();
    let bounds = MutationBounds { most: MOST_BYTES, version: 22, declared: &declared };
    let (mut undefined, mut tried) = (0, 0);
    while undefined < SHARE && tried < SHARE * MUTANTS {
        let mut text = inputs[random.random_range(0..inputs.len())].clone();
        for _ in 0..MUTATIONS {
            tried += 1;
            let Some(mutant) = mutant(&text, None, bounds, &mut random).map(|mutant| mutant.bytes) else {
                continue;
            };
            text = mutant;
            tell(&Mutant::Made)?;
            let Some(envelope) = Envelope::parse(&text) else { break };
            let Ok(module) = Module::parse(&context, &envelope.module) else { break };
            let ran = interpreter.run(&module, BOUNDS.0, BOUNDS.1);
            if matches!(ran.ending, Ending::Undefined(_) | Ending::Fault(_)) {
                undefined += 1;
                tell(&Mutant::Undefined(repaired(&mut interpreter, &context, &module)?))?;
                break;
            }
        }
    }
    Ok(())
}

fn main() -> Result<ExitCode> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let (folder, count, seed) = match &words[..] {
        [folder, seed] => {
            share(folder, seed.parse().context("SEED")?)?;
            return Ok(ExitCode::SUCCESS);
        }
        [folder, count, seed] => {
            (folder, count.parse::<usize>().context("COUNT")?, seed.parse::<u64>().context("SEED")?)
        }
        _ => bail!("usage: sanitized FOLDER COUNT SEED"),
    };
    let (mut mutants, mut undefined, mut defined, mut invalid, mut crashes) = (0, 0, 0, 0, 0);
    let mut left: BTreeMap<String, usize> = BTreeMap::new();
    for number in seed.. {
        if undefined >= count || mutants >= count * MUTANTS {
            break;
        }
        let mut child = Command::new(std::env::current_exe()?)
            .args([folder, &number.to_string()])
            .stdout(Stdio::piped())
            .spawn()
            .context("cannot start a process for a share")?;
        let out = child.stdout.take().context("it has a standard output")?;
        let before = mutants;
        for line in BufReader::new(out).lines() {
            // A process that dies may leave half a line.
            let Ok(mutant) = serde_json::from_str(&line?) else { continue };
            match mutant {
                Mutant::Made => mutants += 1,
                Mutant::Undefined(_) if undefined >= count => {}
                Mutant::Undefined(repaired) => {
                    undefined += 1;
                    match repaired {
                        Repaired::Defined => defined += 1,
                        Repaired::Left(why) => *left.entry(why).or_default() += 1,
                        Repaired::Invalid(why) => {
                            invalid += 1;
                            println!("invalid: {why}");
                        }
                    }
                }
            }
        }
        let status = child.wait().context("cannot wait for a share")?;
        ensure!(status.code().is_none_or(|code| code == 0), "a share ended with {status}");
        ensure!(mutants > before, "no input in {folder} has a mutant");
        crashes += usize::from(!status.success());
    }
    println!(
        "{mutants} mutants, {undefined} undefined, {defined} of these defined after repair, {invalid} invalid, {crashes} crashes of MLIR"
    );
    for (why, count) in left {
        println!("{count:6} {why}");
    }
    Ok(ExitCode::from(u8::from(invalid > 0)))
}
