//! The reach of a corpus in MLIR: one document, for people and as JSON.

use super::{Mlir, plot};
use crate::coverage::BlockShare;
use serde::{Serialize, Serializer};
use std::fmt;

/// Rows a table has on the terminal; JSON has them all.
const MOST_ROWS: usize = 25;

/// After so many inputs, so many blocks.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Point {
    /// Inputs run.
    pub inputs: u64,
    /// Blocks they reached together.
    pub reached: u32,
    /// Seconds since the first input was found, where that is known.
    pub seconds: Option<f64>,
}

impl Serialize for Point {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        (self.inputs, self.reached, self.seconds).serialize(to)
    }
}

/// The reach of a corpus.
#[derive(Clone, Debug, Serialize)]
pub struct Covered {
    /// In which MLIR.
    pub mlir: Mlir,
    /// Which part of it was watched.
    pub focus: String,
    /// Inputs run.
    pub inputs: u64,
    /// Inputs that did not decode.
    pub rejected: u64,
    /// Inputs lowdiff itself failed on.
    pub failed: u64,
    /// Inputs that showed something, not confirmed by stock tools.
    pub findings: u64,
    /// Blocks watched; 0 where MLIR's code cannot be watched.
    pub blocks: u32,
    /// Blocks reached.
    pub reached: u32,
    /// Features of the IR met.
    pub features: u32,
    /// Blocks by namespace.
    pub by_namespace: Vec<BlockShare>,
    /// Blocks by function, of those something of which was reached.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub by_function: Vec<BlockShare>,
    /// Blocks by source file, where the library has line tables.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub by_file: Option<Vec<BlockShare>>,
    /// Blocks reached after each input.
    pub curve: Vec<Point>,
}

impl Covered {
    /// A plot of the curve, as SVG.
    pub fn svg(&self) -> String {
        plot::svg(&format!("Blocks of MLIR {} reached", self.mlir.version), &self.points())
    }

    fn points(&self) -> Vec<(u64, u64)> {
        self.curve.iter().map(|point| (point.inputs, u64::from(point.reached))).collect()
    }
}

fn percent(part: u32, whole: u32) -> f64 {
    if whole == 0 { 0.0 } else { 100.0 * f64::from(part) / f64::from(whole) }
}

fn table(f: &mut fmt::Formatter<'_>, heading: &str, shares: &[BlockShare]) -> fmt::Result {
    let reached: Vec<&BlockShare> = shares.iter().filter(|share| share.reached > 0).collect();
    let shown = &reached[..reached.len().min(MOST_ROWS)];
    let shorten = |name: &str| match name.char_indices().nth(70) {
        Some((end, _)) => format!("{}...", &name[..end]),
        None => name.to_owned(),
    };
    let width = shown.iter().map(|share| shorten(&share.name).len()).max().unwrap_or(0).max(heading.len());
    writeln!(f, "\n{heading:width$}  {:>9}  {:>9}", "reached", "blocks")?;
    for BlockShare { name, blocks, reached } in shown {
        let part = percent(*reached, *blocks);
        writeln!(f, "{:width$}  {reached:>9}  {blocks:>9}  {part:5.1}%", shorten(name))?;
    }
    let (more, none) = (reached.len() - shown.len(), shares.len() - reached.len());
    match (more, none) {
        (0, 0) => Ok(()),
        (0, none) => writeln!(f, "({none} more of which nothing was reached)"),
        (more, 0) => writeln!(f, "({more} more; --json has all)"),
        (more, none) => writeln!(f, "({more} more, and {none} of which nothing was reached; --json has all)"),
    }
}

impl fmt::Display for Covered {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Mlir { name, version, build_id, .. } = &self.mlir;
        writeln!(f, "MLIR {name}: version {version}, build-id {build_id}")?;
        let inputs = format!("inputs: {}, {} did not decode", self.inputs, self.rejected);
        write!(f, "{inputs}, {} showed something", self.findings)?;
        match self.failed {
            0 => writeln!(f)?,
            failed => writeln!(f, ", lowdiff itself failed on {failed}")?,
        }
        if self.blocks == 0 {
            return write!(f, "features of the IR met: {}; MLIR's code could not be watched", self.features);
        }
        let part = percent(self.reached, self.blocks);
        writeln!(
            f,
            "blocks reached: {} of {} ({part:.1}%), focus {}",
            self.reached, self.blocks, self.focus
        )?;
        writeln!(f, "features of the IR met: {}", self.features)?;
        table(f, "namespace", &self.by_namespace)?;
        if !self.by_function.is_empty() {
            table(f, "function", &self.by_function)?;
        }
        match &self.by_file {
            Some(files) => table(f, "file", files)?,
            None => writeln!(
                f,
                "\nNo line tables in this library, so no source files; code without a symbol counts with the symbol before it."
            )?,
        }
        write!(f, "\nblocks reached after n inputs\n{}", plot::text(&self.points()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn share(name: &str, blocks: u32, reached: u32) -> BlockShare {
        BlockShare { name: name.to_owned(), blocks, reached }
    }

    fn covered() -> Covered {
        Covered {
            mlir: Mlir { name: "22".into(), version: "22.1.8".into(), build_id: "ab".into(), commit: None },
            focus: "mlir".into(),
            inputs: 2,
            rejected: 1,
            failed: 0,
            findings: 0,
            blocks: 40,
            reached: 10,
            features: 3,
            by_namespace: vec![share("mlir::tosa", 20, 10), share("mlir::gpu", 20, 0)],
            by_function: vec![],
            by_file: None,
            curve: vec![
                Point { inputs: 1, reached: 10, seconds: Some(0.0) },
                Point { inputs: 2, reached: 10, seconds: None },
            ],
        }
    }

    #[test]
    fn people_are_told_where_it_lies() {
        let text = covered().to_string();
        for line in [
            "inputs: 2, 1 did not decode, 0 showed something\n",
            "blocks reached: 10 of 40 (25.0%), focus mlir\n",
            "mlir::tosa         10         20   50.0%\n(1 more of which nothing was reached)\n",
            "No line tables",
        ] {
            assert!(text.contains(line), "{line:?} is missing in\n{text}");
        }
        let files = Covered { by_file: Some(vec![share("mlir/lib/IR/Value.cpp", 4, 1)]), ..covered() };
        assert!(
            files.to_string().contains("mlir/lib/IR/Value.cpp") && !files.to_string().contains("No line")
        );
        let blind = Covered { blocks: 0, failed: 1, ..covered() }.to_string();
        assert!(blind.ends_with("could not be watched") && blind.contains("failed on 1"), "{blind}");
    }

    #[test]
    fn a_long_table_is_cut() {
        let many = (0..30).map(|n| share(&format!("{n}{}", "x".repeat(80)), 2, 1)).collect();
        let text = Covered { by_namespace: many, ..covered() }.to_string();
        assert!(text.contains("(5 more; --json has all)") && text.contains("xx...  "), "{text}");
    }

    #[test]
    fn the_document_has_every_point() {
        let document = serde_json::to_value(covered()).expect("JSON");
        assert_eq!(document["curve"], serde_json::json!([[1, 10, 0.0], [2, 10, null]]));
        assert_eq!(
            document["by_namespace"][0],
            serde_json::json!({"name": "mlir::tosa", "blocks": 20, "reached": 10})
        );
        assert_eq!((document.get("by_file"), document.get("by_function")), (None, None));
        assert_eq!(document["mlir"]["build-id"], "ab");
    }
}
