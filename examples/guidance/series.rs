//! The coverage of one run over time, as its log says.

use anyhow::{Context, Result, bail};
use std::path::Path;

/// One line of a log.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize)]
pub struct Reading {
    /// Since the run began.
    pub seconds: f64,
    /// Inputs run.
    pub inputs: u64,
    /// Blocks of MLIR reached.
    pub blocks: u64,
}

/// The log of a run.
#[derive(Clone, Debug, PartialEq, serde::Serialize)]
pub struct Series {
    /// Its lines, in order.
    pub readings: Vec<Reading>,
    /// The line at which all seeds had been run.
    pub seeds: Reading,
}

impl Series {
    /// Reads the log of a run that began with `seeds` inputs.
    ///
    /// # Errors
    /// The file cannot be read, or is no log of such a run.
    pub fn read(path: &Path, seeds: u64) -> Result<Series> {
        let shown = path.display();
        let text = std::fs::read_to_string(path).with_context(|| format!("cannot read {shown}"))?;
        Series::parse(&text, seeds).with_context(|| format!("{shown} is no log of a run"))
    }

    fn parse(text: &str, seeds: u64) -> Result<Series> {
        let readings = text.lines().map(reading).collect::<Result<Vec<Reading>>>()?;
        let Some(&seeds) = readings.iter().find(|r| r.inputs >= seeds) else {
            bail!("it ends before the seeds do");
        };
        Ok(Series { readings, seeds })
    }

    /// The last line.
    pub fn end(&self) -> Reading {
        *self.readings.last().unwrap_or(&self.seeds)
    }

    /// Blocks reached at the end and not by the seeds.
    pub fn new_blocks(&self) -> u64 {
        self.end().blocks - self.seeds.blocks
    }

    /// Inputs a second, over the whole run.
    pub fn speed(&self) -> f64 {
        self.end().inputs as f64 / self.end().seconds
    }

    /// Blocks reached at a time: what was last read by then.
    pub fn at(&self, seconds: f64) -> Option<u64> {
        self.readings.iter().take_while(|r| r.seconds <= seconds).last().map(|r| r.blocks)
    }
}

fn reading(line: &str) -> Result<Reading> {
    let words: Vec<&str> = line.split(' ').collect();
    let [seconds, inputs, blocks, _features] = words[..] else { bail!("'{line}' is not four numbers") };
    let no_number = || format!("'{line}' is not four numbers");
    Ok(Reading {
        seconds: seconds.parse().with_context(no_number)?,
        inputs: inputs.parse().with_context(no_number)?,
        blocks: blocks.parse().with_context(no_number)?,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const LOG: &str = "0.10 1 50 0\n2.00 30 70 1\n12.00 90 75 2\n20.00 200 100 2\n";

    #[test]
    fn a_log_tells_seeds_end_and_what_lies_between() {
        let series = Series::parse(LOG, 30).expect("a log");
        assert_eq!((series.seeds.blocks, series.end().blocks, series.new_blocks()), (70, 100, 30));
        assert_eq!(series.speed(), 10.0);
        assert_eq!(
            (series.at(0.0), series.at(2.0), series.at(19.9), series.at(60.0)),
            (None, Some(70), Some(75), Some(100))
        );
    }

    #[test]
    fn what_is_no_log_is_refused() {
        assert!(
            Series::parse(LOG, 201).expect_err("too few inputs").to_string().contains("before the seeds")
        );
        assert!(
            Series::parse("1 2 3", 1).is_err()
                && Series::parse("1 x 3 4", 1).is_err()
                && Series::parse("", 0).is_err()
        );
    }
}
