//! The table of docs/levels.md, and the operations that are not held against compiled code.

use std::collections::BTreeMap;
use std::fmt::Write;

/// Programs that have an operation, and what came of them.
#[derive(Clone, Copy, Debug, Default)]
pub struct Count {
    /// All that were drawn.
    pub programs: usize,
    /// Those on which compiled code shows the bits that the evaluator shows.
    pub agreed: usize,
    /// Those that show something the documentation leaves open.
    pub open: usize,
    /// Those whose behaviour is undefined.
    pub undefined: usize,
    /// Those that MLIR's own passes do not bring to code.
    pub not_lowered: usize,
}

impl Count {
    /// Adds what a line says, in the order of the fields.
    pub fn add(&mut self, numbers: &str) {
        let fields = [
            &mut self.programs,
            &mut self.agreed,
            &mut self.open,
            &mut self.undefined,
            &mut self.not_lowered,
        ];
        for (field, number) in fields.into_iter().zip(numbers.split(' ')) {
            *field += number.parse::<usize>().expect("a number");
        }
    }
}

/// Operations that no program agrees on, and why: MLIR has no way down for them, or they are held elsewhere.
pub fn reasons() -> BTreeMap<String, String> {
    let file = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/levels/reasons.txt");
    let text = std::fs::read_to_string(file).expect("reasons.txt");
    let (mut reasons, mut reason) = (BTreeMap::new(), "");
    for line in text.lines().filter(|line| !line.is_empty()) {
        match line.strip_prefix("# ") {
            Some(said) => reason = said,
            None => reasons.extend(line.split_whitespace().map(|name| (name.to_owned(), reason.to_owned()))),
        }
    }
    reasons
}

const BEGIN: &str = "<!-- table: begin -->\n";
const END: &str = "<!-- table: end -->";

/// Holds the table against the counts where `all` programs were drawn, or lets `LOWDIFF_UPDATE` write it again. Of fewer programs
/// it holds the operations and the reasons alone.
pub fn keep(rows: &[&str], counts: &BTreeMap<String, Count>, reasons: &BTreeMap<String, String>, all: bool) {
    let mut table = String::from(
        "| operation | programs | agreed | open | undefined | not lowered | why |\n|---|---|---|---|---|---|---|\n",
    );
    let mut rows = rows.to_vec();
    rows.sort_unstable();
    for name in rows {
        let Count { programs, agreed, open, undefined, not_lowered } =
            counts.get(name).copied().unwrap_or_default();
        let why = reasons.get(name).map_or("", String::as_str);
        let _ = writeln!(
            table,
            "| {name} | {programs} | {agreed} | {open} | {undefined} | {not_lowered} | {why} |"
        );
    }
    let file = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/levels.md");
    let text = std::fs::read_to_string(&file).expect("docs/levels.md");
    let (before, rest) = text.split_once(BEGIN).expect("the table begins");
    let (now, after) = rest.split_once(END).expect("the table ends");
    let update = "LOWDIFF_UPDATE=1 LOWDIFF_LEVELS=100 writes the table of docs/levels.md";
    if !all {
        assert_eq!(named(now), named(&table), "{update}");
    } else if std::env::var_os("LOWDIFF_UPDATE").is_some() {
        std::fs::write(&file, format!("{before}{BEGIN}{table}{END}{after}"))
            .expect("docs/levels.md is written");
    } else {
        assert_eq!(now, table, "{update}");
    }
}

/// The first and the last cell of each row: an operation, and why no program agrees on it.
fn named(table: &str) -> Vec<(&str, &str)> {
    table
        .lines()
        .map(|line| {
            let line = line.trim_start_matches('|').strip_suffix('|').expect("a row ends");
            let (name, rest) = line.split_once('|').expect("a row has cells");
            let (_, why) = rest.rsplit_once('|').expect("a row has cells");
            (name.trim(), why.trim())
        })
        .collect()
}
