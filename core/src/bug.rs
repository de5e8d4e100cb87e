//! Known bugs of MLIR that keep something from being drawn.
//!
//! A row of `docs/known/bugs.toml` with a `share` is about such a bug. On a version that has it, what shows it is drawn once in so many
//! chances: often enough to notice that the bug is gone, and too seldom to end many programs. Where a version does not have it there is no
//! restriction. The tables of operations and of passes name the bug, and the row says all else.

use crate::slot::mix;
use serde::de::Deserializer;
use serde::ser::Serializer;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::ops::{AddAssign, RangeInclusive};
use std::sync::LazyLock;

/// The list of known bugs. `crate::judge::Known` reads how each shows.
pub const LIST: &str = include_str!("../../docs/known/bugs.toml");

/// The text between a label and the issue that is told behind it.
pub const ISSUE: &str = " (";

/// A label without the issue behind it.
pub fn without_issue(label: &str) -> &str {
    label.split_once(ISSUE).map_or(label, |(name, _)| name)
}

/// A known bug that keeps something from being drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum KnownBug {
    /// `remove-dead-values` erases operands of `llvm.call` and does not tell the operation.
    DeadOperandsOfCalls,
    /// `scf-for-loop-peeling{peel-front=true}` runs an iteration of a loop that has none.
    PeeledEmptyLoops,
    /// `affine-raise-from-memref` takes indices of the body of a structured operation, which become those of a loop of another dialect.
    RaisedInBodies,
    /// `negate` of i64 becomes an extension to a narrower integer.
    NegatedI64,
    /// `resize` of an image of one element of i16 becomes an extension from i48 to i48.
    ResizedElement,
    /// `cast` from f16 to bf16, or back, becomes an extension to the same width.
    CastAcrossHalves,
    /// `gather` of values in an open number of batches by indices in a known one, or the other way around.
    GatheredOpenBatches,
    /// `tile` of a tensor with several open extents.
    TiledOpenExtents,
    /// A variable that takes the result of an operation holds memory that nobody wrote.
    WrittenVariables,
    /// `tosa-to-scf` refuses control flow within control flow of its own kind.
    NestedControlFlow,
    /// Options of `one-shot-bufferize` with which every tensor is copied that is written, unranked ones too.
    CopyOfUnranked,
    /// An option of `one-shot-bufferize` with which it is to fail where nobody says in which memory a tensor is.
    UninferredMemorySpace,
}

impl KnownBug {
    /// Every one.
    pub const ALL: [KnownBug; 12] = [
        KnownBug::DeadOperandsOfCalls,
        KnownBug::PeeledEmptyLoops,
        KnownBug::RaisedInBodies,
        KnownBug::NegatedI64,
        KnownBug::ResizedElement,
        KnownBug::CastAcrossHalves,
        KnownBug::GatheredOpenBatches,
        KnownBug::TiledOpenExtents,
        KnownBug::WrittenVariables,
        KnownBug::NestedControlFlow,
        KnownBug::CopyOfUnranked,
        KnownBug::UninferredMemorySpace,
    ];

    /// Its label in the list.
    pub fn label(self) -> &'static str {
        match self {
            KnownBug::DeadOperandsOfCalls => "dead-operands-of-calls",
            KnownBug::PeeledEmptyLoops => "peeled-empty-loops",
            KnownBug::RaisedInBodies => "raised-in-bodies",
            KnownBug::NegatedI64 => "negate-of-i64",
            KnownBug::ResizedElement => "resize-of-one-i16",
            KnownBug::CastAcrossHalves => "cast-across-halves",
            KnownBug::GatheredOpenBatches => "gather-of-open-batches",
            KnownBug::TiledOpenExtents => "tile-of-open-extents",
            KnownBug::WrittenVariables => "written-variables",
            KnownBug::NestedControlFlow => "nested-control-flow",
            KnownBug::CopyOfUnranked => "copy-of-unranked",
            KnownBug::UninferredMemorySpace => "memory-space-that-is-not-inferred",
        }
    }

    /// True if IR that shows it may be drawn for a program or a path that runs on `versions` of MLIR, the oldest major version to the newest.
    /// If one of them has the bug, one number `draw` in so many allows it. An input without such a number never draws it.
    pub fn lets(self, versions: RangeInclusive<u32>, draw: Option<u64>) -> bool {
        let salt = self.label().bytes().fold(0, |salt, byte| mix(salt ^ u64::from(byte)));
        let drawn = |draw: u64| mix(draw ^ salt).is_multiple_of(self.listed().share);
        draw.is_some_and(|draw| !self.is_in(versions) || drawn(draw))
    }

    /// True if one of `versions`, major versions of MLIR, has the bug.
    pub fn is_in(self, versions: RangeInclusive<u32>) -> bool {
        let has = |row: &RangeInclusive<u32>| row.start() <= versions.end() && versions.start() <= row.end();
        self.listed().versions.iter().any(has)
    }

    fn listed(self) -> &'static Listed {
        static ALL: LazyLock<[Listed; KnownBug::ALL.len()]> = LazyLock::new(|| {
            let list: BugList = toml::from_str(LIST).expect("a test reads the list");
            KnownBug::ALL.map(|bug| list.find(bug.label()))
        });
        &ALL[self as usize]
    }
}

/// The facts of the list about a bug.
#[derive(Debug)]
struct Listed {
    /// The major versions of each row.
    versions: Vec<RangeInclusive<u32>>,
    /// One chance in so many is taken.
    share: u64,
}

#[derive(Deserialize)]
struct BugList {
    bug: Vec<BugRow>,
}

#[derive(Deserialize)]
struct BugRow {
    known: String,
    since: Option<u32>,
    until: Option<u32>,
    share: Option<u64>,
}

impl BugList {
    /// The facts under a label. A test holds that every label of a [`KnownBug`] is listed with a share.
    fn find(&self, label: &str) -> Listed {
        let rows = self.bug.iter().filter(|row| row.known == label);
        let share = rows.clone().find_map(|row| row.share).expect("a test asks for the share of every bug");
        let versions = rows.map(|row| row.since.unwrap_or(0)..=row.until.unwrap_or(u32::MAX));
        Listed { versions: versions.collect(), share }
    }
}

/// The number of times that IR which shows each bug was drawn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct DrawCounts([u64; KnownBug::ALL.len()]);

impl DrawCounts {
    /// Nothing was.
    pub const NOTHING: DrawCounts = DrawCounts([0; KnownBug::ALL.len()]);

    /// Counts one more.
    pub fn count(&mut self, bug: KnownBug) {
        self.0[bug as usize] += 1;
    }

    /// True if nothing was.
    pub fn is_empty(&self) -> bool {
        *self == DrawCounts::NOTHING
    }

    /// The labels of what was drawn, and how often.
    pub fn labels(&self) -> BTreeMap<&'static str, u64> {
        let counts = KnownBug::ALL.into_iter().zip(self.0);
        counts.filter(|(_, count)| *count > 0).map(|(bug, count)| (bug.label(), count)).collect()
    }
}

impl AddAssign for DrawCounts {
    fn add_assign(&mut self, other: DrawCounts) {
        self.0.iter_mut().zip(other.0).for_each(|(count, more)| *count += more);
    }
}

/// By label: which bugs there are changes from one lowdiff to the next.
impl Serialize for DrawCounts {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.labels().serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for DrawCounts {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<DrawCounts, D::Error> {
        let labels = BTreeMap::<String, u64>::deserialize(deserializer)?;
        Ok(DrawCounts(KnownBug::ALL.map(|bug| labels.get(bug.label()).copied().unwrap_or(0))))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn every_bug_is_listed_once_with_a_share_and_every_share_has_a_bug() {
        let labels: BTreeSet<&str> = KnownBug::ALL.into_iter().map(KnownBug::label).collect();
        assert_eq!(labels.len(), KnownBug::ALL.len());
        let list: toml::Table = LIST.parse().expect("the list is TOML");
        let rows = list["bug"].as_array().expect("rows").iter();
        let shared = rows.filter(|row| row.get("share").is_some());
        let shared: Vec<&str> = shared.map(|row| row["known"].as_str().expect("a label")).collect();
        assert_eq!((shared.len(), shared.into_iter().collect::<BTreeSet<_>>()), (labels.len(), labels));
        for (place, bug) in KnownBug::ALL.into_iter().enumerate() {
            assert_eq!(bug as usize, place);
            assert!(bug.listed().share > 1, "{}", bug.label());
        }
    }

    #[test]
    fn a_share_of_the_numbers_draws_it_where_a_version_has_it_and_all_do_elsewhere() {
        let bug = KnownBug::WrittenVariables;
        assert!(bug.is_in(22..=22) && bug.is_in(19..=24) && !bug.is_in(24..=24));
        let drawn = |versions: RangeInclusive<u32>| {
            (0..64_000).filter(|draw| bug.lets(versions.clone(), Some(*draw))).count() as u64
        };
        assert_eq!(drawn(24..=24), 64_000);
        let expected = 64_000 / bug.listed().share;
        assert!((expected * 3 / 4..expected * 5 / 4).contains(&drawn(22..=24)), "{}", drawn(22..=24));
        assert!(!bug.lets(24..=24, None), "what has no number keeps what it drew");
    }

    #[test]
    fn counts_go_by_label() {
        let mut drawn = DrawCounts::default();
        drawn.count(KnownBug::NegatedI64);
        drawn += drawn;
        let text = serde_json::to_string(&drawn).expect("it is a map");
        assert_eq!(text, r#"{"negate-of-i64":2}"#);
        assert_eq!(serde_json::from_str::<DrawCounts>(&text).expect("it was one"), drawn);
        assert_eq!(
            serde_json::from_str::<DrawCounts>(r#"{"gone":3}"#).expect("an older one"),
            DrawCounts::default()
        );
    }
}
