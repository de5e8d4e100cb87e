//! The direction of a search: what it is directed at, and how much each seed and each pass is worth to it.

use super::SearchFocus;
use crate::observe::dialect;
use crate::path::{catalogue, pipeline};
use serde::Deserialize;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;

/// Bugs of the past, with their issues.
const TEXT: &str = include_str!("history.toml");

/// The score of a part of MLIR counts up to this.
const MOST: u32 = 8;
/// The worth of a seed or a pass of the focus, beside one that is none: more than any score.
const OF_FOCUS: u32 = 4 * MOST;

/// A part of MLIR with the issues that were bugs of it.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct HistoryRow {
    name: String,
    issues: BTreeSet<u32>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct HistoryRows {
    pass: Vec<HistoryRow>,
    dialect: Vec<HistoryRow>,
}

/// Bugs of the past by pass and by dialect.
struct BugHistory {
    passes: BTreeMap<String, u32>,
    dialects: BTreeMap<String, u32>,
}

static HISTORY: LazyLock<BugHistory> = LazyLock::new(|| {
    let rows: HistoryRows = match toml::from_str(TEXT) {
        Ok(rows) => rows,
        Err(error) => unreachable!("a test reads the history of bugs: {error}"),
    };
    let scores = |rows: Vec<HistoryRow>| {
        let score = |row: HistoryRow| (row.name, (row.issues.len() as u32).min(MOST));
        rows.into_iter().map(score).collect()
    };
    BugHistory { passes: scores(rows.pass), dialects: scores(rows.dialect) }
});

/// The steps that an input is to take one of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Aim {
    /// Any.
    None,
    /// Those of the direction.
    Direction,
    /// Those of a few passes, drawn for their family of inputs.
    Theme,
}

/// The aims of a search of single steps, and the worth of passes and dialects to it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Direction {
    focus: SearchFocus,
}

impl Direction {
    /// The direction of a search with this focus. Without one it is that of the bugs of the past.
    pub fn new(focus: SearchFocus) -> Direction {
        Direction { focus }
    }

    /// The focus.
    pub fn focus(&self) -> &SearchFocus {
        &self.focus
    }

    /// The aim of an input, by a drawn number: one in four is left as it is drawn. Without a focus one is aimed at what had bugs, and two are
    /// at the theme of their family.
    pub fn aim(&self, drawn: u32) -> Aim {
        match (drawn % 4, self.focus.is_empty()) {
            (0, _) => Aim::None,
            (_, false) | (1, true) => Aim::Direction,
            (_, true) => Aim::Theme,
        }
    }

    /// The worth of a seed that names these operations and passes, beside others: 1 at least.
    pub fn worth<'n>(&self, names: impl IntoIterator<Item = &'n str> + Clone) -> u32 {
        let is_near = |name: &str| self.focus.is_about(name) || self.focus.passes().contains(name);
        if !self.focus.is_empty() && names.clone().into_iter().any(is_near) {
            return OF_FOCUS;
        }
        let score = |name: &str| {
            let of = HISTORY.passes.get(name).or_else(|| HISTORY.dialects.get(dialect(name)));
            of.copied().unwrap_or(0)
        };
        1 + names.into_iter().map(score).max().unwrap_or(0)
    }

    /// True of a step that an input in this direction takes anyway.
    pub fn takes(&self, step: &str) -> bool {
        match self.focus.is_empty() {
            false => self.focus.takes(step),
            true => HISTORY.passes.contains_key(pipeline::pass_name(step)),
        }
    }

    /// The steps that inputs are to take, of those that MLIR's major version `version` has: each as often as its pass is worth.
    pub fn steps(&self, version: u32) -> Vec<String> {
        let passes = catalogue::drawn().filter(|pass| pass.exists_in(version) && self.takes(&pass.step()));
        let times = |name: &str| 1 + HISTORY.passes.get(name).copied().unwrap_or(0) as usize;
        passes.flat_map(|pass| std::iter::repeat_n(pass.step(), times(pass.name))).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_history_names_passes_that_exist_and_dialects_in_order() {
        let rows: HistoryRows = toml::from_str(TEXT).expect("it can be read");
        let known: BTreeSet<&str> = catalogue::pairs().iter().map(|(_, pass)| pass.name).collect();
        for row in &rows.pass {
            assert!(known.contains(row.name.as_str()), "{} is no pass", row.name);
        }
        for rows in [&rows.pass, &rows.dialect] {
            assert!(rows.is_sorted_by_key(|row| &row.name) && rows.iter().all(|row| !row.issues.is_empty()));
        }
        let of_passes: BTreeSet<u32> = rows.pass.iter().flat_map(|row| row.issues.clone()).collect();
        let of_dialects: BTreeSet<u32> = rows.dialect.iter().flat_map(|row| row.issues.clone()).collect();
        assert!(of_dialects.is_subset(&of_passes), "an issue of a dialect is one of a pass");
    }

    #[test]
    fn what_had_bugs_is_worth_more_and_the_focus_most() {
        let all = Direction::default();
        assert_eq!(all.worth(["cf.br"]), 1);
        assert!(all.worth(["cf.br", "affine.for"]) > all.worth(["scf.for"]));
        let steps = all.steps(22);
        let count = |name: &str| steps.iter().filter(|step| pipeline::pass_name(step) == name).count();
        assert!(count("affine-loop-fusion") > count("affine-loop-tile") && count("cse") == 0);
        let focus = SearchFocus::read("dialect:scf").expect("it is lowered");
        let focused = Direction::new(focus.clone());
        assert!(focused.worth(["scf.for"]) > focused.worth(["affine.for"]));
        assert_eq!(focused.focus(), &focus);
        assert!(focused.steps(22).iter().all(|step| focus.takes(step)));
        // Three of four inputs are aimed at a focus; one of four at what had bugs, and two at a theme.
        let aimed = |direction: &Direction, at| (0..100).filter(|drawn| direction.aim(*drawn) == at).count();
        assert_eq!([aimed(&focused, Aim::Direction), aimed(&focused, Aim::Theme)], [75, 0]);
        assert_eq!([aimed(&all, Aim::Direction), aimed(&all, Aim::Theme)], [25, 50]);
    }
}
