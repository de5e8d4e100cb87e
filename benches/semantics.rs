//! The time that the reference semantics take.
//!
//! `cargo bench --bench semantics` makes generated programs of about 40 operations, and times how long one takes to be made and to be evaluated.

use anyhow::Result;
use lowdiff::decode::{decode, seeded};
use lowdiff::mlir::{Context, Library, Module, toolchain};
use lowdiff::program::Syntax;
use lowdiff::semantics::evaluate;
use std::collections::BTreeMap;
use std::time::{Duration, Instant};

/// Programs, and how large they are.
const PROGRAMS: usize = 200;
const OPERATIONS: std::ops::RangeInclusive<usize> = 36..=44;
/// Each is evaluated so often, and the fastest counts: the machine may be busy.
const ROUNDS: usize = 5;

fn main() -> Result<()> {
    let context = Context::new(Library::open(&toolchain::find(&toolchain::default_name())?.library)?);
    let (mut making, mut evaluating, mut both) = (Vec::new(), Vec::new(), Vec::new());
    let mut operations: BTreeMap<String, (u32, Duration)> = BTreeMap::new();
    for index in 0.. {
        if both.len() == PROGRAMS {
            break;
        }
        let input = seeded(0, index);
        let Ok(decoded) = decode(&input) else { continue };
        if !OPERATIONS.contains(&decoded.program.operation_count()) {
            continue;
        }
        let text = decoded.program.print(Syntax::V22);
        let module = Module::parse(&context, &text).map_err(|said| anyhow::anyhow!("{said:?}"))?;
        let program = lowdiff::mlir::read(&module).map_err(anyhow::Error::msg)?;
        let made = fastest(|| drop(decode(&input)));
        let evaluated = fastest(|| drop(evaluate(&program)));
        let entry = operations.entry(slowest(&text)).or_default();
        *entry = (entry.0 + 1, entry.1 + evaluated);
        making.push(made);
        evaluating.push(evaluated);
        both.push(made + evaluated);
    }
    for (what, mut times) in [("made", making), ("evaluated", evaluating), ("both", both)] {
        times.sort_unstable();
        let at = |share: usize| times[(times.len() - 1) * share / 100].as_secs_f64() * 1e3;
        println!("{what:10} median {:.3} ms, 90% {:.3} ms, longest {:.3} ms", at(50), at(90), at(100));
    }
    println!("evaluated, by what the program has of the costly operations:");
    for (name, (count, time)) in operations {
        println!(
            "  {name:20}{count:>5} programs, {:.3} ms on average",
            time.as_secs_f64() * 1e3 / f64::from(count)
        );
    }
    Ok(())
}

/// The shortest time of some rounds.
fn fastest(work: impl Fn()) -> Duration {
    let time = || {
        let start = Instant::now();
        work();
        start.elapsed()
    };
    (0..ROUNDS).map(|_| time()).min().unwrap_or_default()
}

/// The costliest kind of operation the program has.
fn slowest(text: &str) -> String {
    let costly = ["fft2d", "conv3d", "conv2d", "matmul", "pool2d"];
    costly.into_iter().find(|name| text.contains(name)).unwrap_or("none of them").to_owned()
}
