//! The parts of programs, the waste in making them, and their cost: `cargo bench --bench generation [-- INPUTS]`.
//!
//! Decodes as many inputs and prints how many were rejected, how many of the operations drawn came to nothing and why, how
//! often each operation turned up in each element type of its first result, and how long it took to generate and evaluate
//! programs of about 40 operations.

use lowdiff::decode::{decode_with, seeded};
use lowdiff::dialect::tosa;
use lowdiff::observe::Element;
use lowdiff::program::{Waste, is_plumbing};
use std::collections::BTreeMap;
use std::time::{Duration, Instant};

/// Operations of the programs that are timed.
const TIMED: std::ops::RangeInclusive<usize> = 35..=45;

fn main() {
    let inputs = std::env::args().skip(1).find_map(|word| word.parse().ok()).unwrap_or(20_000);
    let (mut rejected, mut waste) = (0u64, Waste::default());
    let mut times: Vec<Duration> = Vec::new();
    let mut met: BTreeMap<String, BTreeMap<Element, u64>> = BTreeMap::new();
    for index in 0..inputs {
        let bytes = seeded(1, index);
        let start = Instant::now();
        let Ok((decoded, of_one)) = decode_with(&bytes, 22) else {
            rejected += 1;
            continue;
        };
        let took = start.elapsed();
        waste.add(&of_one);
        if TIMED.contains(&decoded.program.operation_count()) {
            times.push(took);
        }
        for operation in decoded.program.operations().filter(|operation| !is_plumbing(operation)) {
            let name = operation.name.trim_start_matches("tosa.");
            if let Some(element) = operation.types.first().and_then(|ty| ty.element) {
                *met.entry(name.to_owned()).or_default().entry(element).or_default() += 1;
            }
        }
    }
    println!("{inputs} inputs, {rejected} rejected");
    let drawn: u32 = waste.drawn.values().sum();
    println!("{drawn} operations drawn, {:.2}% of them dropped:", 100.0 * waste.share());
    let mut reasons: BTreeMap<String, u32> = BTreeMap::new();
    waste
        .dropped
        .iter()
        .for_each(|((_, why), count)| *reasons.entry(format!("{why:?}")).or_default() += count);
    println!("  {reasons:?}");
    table(&met, &waste);
    times.sort_unstable();
    if let Some(median) = times.get(times.len() / 2) {
        let many = times[times.len() * 95 / 100];
        let operations = format!("{} to {}", TIMED.start(), TIMED.end());
        println!(
            "{} programs of {operations} operations: generated and evaluated in {median:.2?} at the median, {many:.2?} at 95%",
            times.len()
        );
    }
}

/// Operations by element type of the result, and what share of the draws was dropped.
fn table(met: &BTreeMap<String, BTreeMap<Element, u64>>, waste: &Waste) {
    let elements: Vec<Element> = Element::ALL
        .into_iter()
        .filter(|element| met.values().any(|row| row.contains_key(element)))
        .collect();
    print!("{:24}{:>8}", "", "dropped");
    elements.iter().for_each(|element| print!("{:>9}", element.name()));
    println!();
    for row in tosa::rows() {
        let dropped = waste.dropped.iter().filter(|((name, _), _)| *name == row.name);
        let dropped: u32 = dropped.map(|(_, count)| count).sum();
        let drawn = waste.drawn.get(row.name).copied().unwrap_or(0).max(1);
        print!("{:24}{:>7.1}%", row.name, 100.0 * f64::from(dropped) / f64::from(drawn));
        for element in &elements {
            match met.get(row.name).and_then(|row| row.get(element)) {
                Some(count) => print!("{count:>9}"),
                None => print!("{:>9}", "-"),
            }
        }
        println!();
    }
}
