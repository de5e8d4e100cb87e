//! Repairs random mutants of inputs of `pass_diff` that are undefined, and counts those that are defined then.
//!
//! `sanitized FOLDER COUNT SEED` takes the inputs in the folder, such as `corpus/pass_diff` or what `lowdiff seeds` made of somebody's
//! tests, until COUNT mutants were undefined. `LOWDIFF_MLIR` names the MLIR that parses them. Exit status 1 where a repaired program is
//! invalid.

use anyhow::{Context as _, Result, bail};
use lowdiff::decode::Envelope;
use lowdiff::decode::envelope::{MutationBounds, mutant};
use lowdiff::execute::interp::{Ending, Interpreter, Ran};
use lowdiff::mlir::{Context, Library, Module, toolchain};
use lowdiff::path::declared::Declared;
use lowdiff::sanitize::sanitize;
use lowdiff::words;
use rand::rngs::StdRng;
use rand::{RngExt as _, SeedableRng as _};
use std::collections::BTreeMap;
use std::process::ExitCode;

/// Bytes of memory and steps of a run.
const BOUNDS: (u64, u64) = (1 << 26, 1 << 18);
/// Bytes of a mutant, at most.
const MOST_BYTES: usize = 1 << 15;
/// Mutations of one input, at most, in search of one that is undefined.
const MUTATIONS: usize = 6;

fn is_defined(ran: &Ran) -> bool {
    ran.ending == Ending::Done
}

fn main() -> Result<ExitCode> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let [folder, count, seed] = &words[..] else { bail!("usage: sanitized FOLDER COUNT SEED") };
    let (count, seed): (usize, u64) = (count.parse().context("COUNT")?, seed.parse().context("SEED")?);
    let mut files: Vec<_> = std::fs::read_dir(folder)
        .with_context(|| format!("cannot read {folder}"))?
        .map(|entry| Ok(entry?.path()))
        .collect::<Result<_>>()?;
    files.sort();
    let inputs: Vec<Vec<u8>> = files.iter().filter_map(|file| std::fs::read(file).ok()).collect();
    let toolchain = toolchain::find(&toolchain::default_name())?;
    let context = Context::new(Library::open(&toolchain.library)?);
    let mut interpreter = Interpreter::new(&context);
    let mut random = StdRng::seed_from_u64(seed);
    let (mut mutants, mut undefined, mut defined, mut invalid) = (0, 0, 0, 0);
    let mut left: BTreeMap<String, usize> = BTreeMap::new();
    let declared = Declared::default();
    let bounds = MutationBounds { most: MOST_BYTES, version: 22, declared: &declared };
    while undefined < count && mutants < count * 200 && !inputs.is_empty() {
        let mut text = inputs[random.random_range(0..inputs.len())].clone();
        for _ in 0..MUTATIONS {
            let Some(mutant) = mutant(&text, None, bounds, &mut random).map(|mutant| mutant.bytes) else {
                continue;
            };
            text = mutant;
            mutants += 1;
            let Some(envelope) = Envelope::parse(&text) else { break };
            let Ok(module) = Module::parse(&context, &envelope.module) else { break };
            let ran = interpreter.run(&module, BOUNDS.0, BOUNDS.1);
            if !matches!(ran.ending, Ending::Undefined(_) | Ending::Fault(_)) {
                continue;
            }
            undefined += 1;
            let Some(read) = interpreter.read(&module) else { bail!("a module that runs is not read") };
            let repaired = sanitize(&read).module.generic();
            match Module::parse(&context, &repaired) {
                Ok(repaired) => {
                    let ran = interpreter.run(&repaired, BOUNDS.0, BOUNDS.1);
                    if is_defined(&ran) {
                        defined += 1;
                    } else if let Ending::Undefined(why)
                    | Ending::Fault(why)
                    | Ending::Open(why)
                    | Ending::Unsupported(why) = &ran.ending
                    {
                        *left.entry(words::cause(why)).or_default() += 1;
                    }
                }
                Err(why) => {
                    invalid += 1;
                    println!("invalid: {why:?}\n{repaired}");
                }
            }
            break;
        }
    }
    println!(
        "{mutants} mutants, {undefined} undefined, {defined} of these defined after repair, {invalid} invalid"
    );
    for (why, count) in left {
        println!("{count:6} {why}");
    }
    Ok(ExitCode::from(u8::from(invalid > 0)))
}
