//! Compares guided with blind fuzzing from the logs of `scripts/guidance.sh`: a table, the same as JSON, and a plot.

mod plot;
mod series;
mod statistics;

use anyhow::{Context, Result, bail};
use plot::Way;
use series::Series;
use statistics::{MannWhitney, median};
use std::path::Path;

/// Two runs at the same time, one each way.
#[derive(serde::Serialize)]
struct Pair {
    guided: Series,
    blind: Series,
}

fn main() -> Result<()> {
    let Some(folder) = std::env::args().nth(1) else {
        bail!("usage: guidance DIR, with the runs of scripts/guidance.sh in it")
    };
    let folder = Path::new(&folder);
    let pairs = read(folder)?;
    println!("{}", table(&pairs));
    let ways = [("guided", "#0b62c4", guided as fn(&Pair) -> &Series), ("blind", "#d9730d", blind)];
    let plot = plot::svg(&ways.map(|(name, colour, way)| Way {
        name,
        colour,
        runs: pairs.iter().map(way).collect(),
    }));
    write(&folder.join("plot.svg"), &plot)?;
    let results = serde_json::json!({
        "blocks_at_end": Measure::of(&pairs, |run| run.end().blocks as f64),
        "new_blocks": Measure::of(&pairs, |run| run.new_blocks() as f64),
        "inputs_a_second": Measure::of(&pairs, Series::speed),
        "pairs": pairs,
    });
    write(&folder.join("results.json"), &serde_json::to_string_pretty(&results)?)
}

fn guided(pair: &Pair) -> &Series {
    &pair.guided
}

fn blind(pair: &Pair) -> &Series {
    &pair.blind
}

fn write(path: &Path, text: &str) -> Result<()> {
    std::fs::write(path, text).with_context(|| format!("cannot write {}", path.display()))?;
    eprintln!("{}", path.display());
    Ok(())
}

/// The pairs that are complete.
fn read(folder: &Path) -> Result<Vec<Pair>> {
    let seeds = folder.join("seeds");
    let listed = std::fs::read_dir(&seeds).with_context(|| format!("cannot read {}", seeds.display()))?;
    // libFuzzer runs an empty input before them.
    let inputs = listed.count() as u64 + 1;
    let mut pairs = Vec::new();
    loop {
        let pair = folder.join(format!("pair-{}", pairs.len() + 1));
        if !pair.exists() {
            break;
        }
        let series = |way: &str| Series::read(&pair.join(way).join("log"), inputs);
        pairs.push(Pair { guided: series("guided")?, blind: series("blind")? });
    }
    if pairs.is_empty() {
        bail!("no pair of runs is complete in {}", folder.display());
    }
    Ok(pairs)
}

/// One quantity, both ways.
#[derive(serde::Serialize)]
struct Measure {
    guided: Vec<f64>,
    blind: Vec<f64>,
    guided_median: f64,
    blind_median: f64,
    test: Option<MannWhitney>,
}

impl Measure {
    fn of(pairs: &[Pair], quantity: impl Fn(&Series) -> f64) -> Measure {
        let values = |way: fn(&Pair) -> &Series| pairs.iter().map(way).map(&quantity).collect::<Vec<f64>>();
        let (guided, blind) = (values(guided), values(blind));
        Measure {
            guided_median: median(&guided),
            blind_median: median(&blind),
            test: MannWhitney::of(&guided, &blind),
            guided,
            blind,
        }
    }

    /// The factor by which guided fuzzing has more, by the medians.
    fn ratio(&self) -> f64 {
        self.guided_median / self.blind_median
    }
}

/// A table for people, as Markdown.
fn table(pairs: &[Pair]) -> String {
    let mut lines = vec![
        "| run | seeds | guided: end | new | inputs | a second | blind: end | new | inputs | a second |"
            .to_owned(),
        "|---|---|---|---|---|---|---|---|---|---|".to_owned(),
    ];
    for (at, pair) in pairs.iter().enumerate() {
        let way = |run: &Series| {
            format!("{} | {} | {} | {:.1}", run.end().blocks, run.new_blocks(), run.end().inputs, run.speed())
        };
        let seeds = format!("{}, {}", pair.guided.seeds.blocks, pair.blind.seeds.blocks);
        lines.push(format!("| {} | {seeds} | {} | {} |", at + 1, way(&pair.guided), way(&pair.blind)));
    }
    lines.push(String::new());
    lines.push(
        "| | guided, median | blind, median | ratio | U | p, two-sided | p, one-sided | A12 |".to_owned(),
    );
    lines.push("|---|---|---|---|---|---|---|---|".to_owned());
    let rows = [
        ("blocks at the end", Measure::of(pairs, |run| run.end().blocks as f64)),
        ("new blocks after the seeds", Measure::of(pairs, |run| run.new_blocks() as f64)),
        ("inputs a second", Measure::of(pairs, Series::speed)),
    ];
    for (name, measure) in rows {
        let Some(test) = measure.test else { continue };
        let (guided, blind, ratio) = (measure.guided_median, measure.blind_median, measure.ratio());
        let chances = format!("{:.4} | {:.4}", test.two_sided, test.one_sided);
        lines.push(format!(
            "| {name} | {guided:.1} | {blind:.1} | {ratio:.2} | {} | {chances} | {:.2} |",
            test.u, test.a12
        ));
    }
    lines.join("\n")
}
