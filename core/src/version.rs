//! The versions of MLIR that lowdiff knows by name. `scripts/versions.txt` is the table, which the set-up of toolchains reads as well;
//! `build.rs` makes [`VERSIONS`] of it, and the first version with each [`Change`].

use serde::{Deserialize, Serialize};

/// One of the versions. Everything that hangs on the version of MLIR and belongs to no pass or operation is here.
#[derive(Debug)]
pub struct Version {
    /// The users' name for it: `22`, `head`.
    pub name: &'static str,
    /// LLVM's major version.
    pub major: u32,
    /// The spelling of tosa that it reads.
    pub syntax: Syntax,
    /// The stock program that runs lowered code.
    pub runner: &'static str,
    /// The rules that were learned of its passes, as JSON of [`crate::path::learned::Learned`]; none before any were.
    pub rules: Option<&'static str>,
    /// The options of its passes, as JSON of [`crate::path::declared::Declared`]; none before it was asked.
    pub options: Option<&'static str>,
}

/// Every version of the table, the default first.
pub const VERSIONS: &[Version] = include!(concat!(env!("OUT_DIR"), "/versions.rs"));

include!(concat!(env!("OUT_DIR"), "/each_version.rs"));

/// The version under test where none is named.
pub const DEFAULT: &Version = &VERSIONS[0];

/// Which spelling of the tosa dialect a program is printed in, the oldest first. Saved cases have their numbers: a new one goes last.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Syntax {
    /// MLIR 19: `value`, zero points and shapes as attributes.
    V19,
    /// MLIR 22 and later: `values`, shapes as `const_shape` operands.
    V22,
}

impl Syntax {
    /// Every spelling, the oldest first.
    pub const ALL: [Syntax; 2] = [Syntax::V19, Syntax::V22];

    /// The newest.
    pub const NEWEST: Syntax = Syntax::ALL[Syntax::ALL.len() - 1];

    /// The one that the reference semantics read.
    pub const OF_SEMANTICS: Syntax = Syntax::NEWEST;

    /// The oldest MLIR of the table that reads it; the default where none does.
    pub fn first(self) -> &'static Version {
        let readers = VERSIONS.iter().filter(|version| version.syntax == self);
        readers.min_by_key(|version| version.major).unwrap_or(DEFAULT)
    }

    /// The major version of the oldest MLIR of the table that reads it.
    pub fn oldest(self) -> u32 {
        self.first().major
    }
}

/// A difference between versions of MLIR that programs or paths heed, beside the spelling of tosa.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Change {
    /// Programs have all element types. Before, they keep to those that `program/nineteen.rs` lists.
    AllElements,
    /// Generated programs have the ends of element types among their constants: infinities, NaN, subnormal numbers, the least integer.
    Edges,
    /// Generated programs have variables of tosa, which MLIR 19 lacks or spells otherwise.
    Variables,
    /// Generated programs leave extents of types open, which MLIR 19 lacks or spells otherwise.
    OpenTypes,
    /// The conversions of func, of arith and of cf are passes of their own, and that of cf converts the arguments of blocks.
    OwnConversions,
    /// Arithmetic on shapes is lowered.
    ShapeArithmetic,
    /// A transposition of buffers in which no dimension moves is a copy. Before, it is left out.
    KeptTranspositions,
    /// Kinds of atomic operations are numbered anew.
    AtomicKinds,
    /// Functions that call each other in a circle are bufferized. Before, they may hand each other no tensors.
    CircularCalls,
}

impl Change {
    /// The first major version that has it.
    fn since(self) -> u32 {
        const SINCE: fn(Change) -> u32 = include!(concat!(env!("OUT_DIR"), "/changes.rs"));
        SINCE(self)
    }

    /// True of a major version that has it.
    pub fn is_in(self, major: u32) -> bool {
        self.since() <= major
    }
}

/// The version that users call so.
pub fn named(name: &str) -> Option<&'static Version> {
    VERSIONS.iter().find(|version| version.name == name)
}

/// The version that MLIR of this major version is taken for: the first that is not older, else the last of all.
pub fn of(major: u32) -> &'static Version {
    let later = VERSIONS.iter().filter(|version| version.major >= major).min_by_key(|version| version.major);
    later.or(VERSIONS.iter().max_by_key(|version| version.major)).unwrap_or(DEFAULT)
}

/// True of the toolchain of this name and version, if what is known of `of` in its version `known` holds for it: it is that toolchain, or
/// another build of the same release.
pub fn is_build_of(of: &str, known: &str, name: &str, version: &str) -> bool {
    // Behind the version may stand what it came in.
    let [known, version] = [known, version].map(|text| text.split_whitespace().next().unwrap_or_default());
    known == version && (!version.ends_with("git") || of == name)
}

/// The names for a sentence: `22, 19 or head`.
pub fn names() -> String {
    listed(VERSIONS.iter().map(|version| version.name).collect())
}

fn listed(names: Vec<&str>) -> String {
    match names.split_last() {
        Some((last, others)) if !others.is_empty() => format!("{} or {last}", others.join(", ")),
        _ => names.concat(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::path::learned::Learned;
    use std::collections::BTreeSet;

    #[test]
    fn a_version_between_two_is_taken_for_the_later_one() {
        let majors: BTreeSet<u32> = VERSIONS.iter().map(|version| version.major).collect();
        for version in VERSIONS {
            assert_eq!(of(version.major).name, version.name);
        }
        for (older, newer) in majors.iter().zip(majors.iter().skip(1)) {
            assert_eq!(of(older + 1).major, *newer);
        }
        assert_eq!(
            (of(3).major, of(u32::MAX).major),
            (majors.first().copied().unwrap(), *majors.last().unwrap())
        );
    }

    #[test]
    fn names_and_majors_are_unique() {
        let names: BTreeSet<&str> = VERSIONS.iter().map(|version| version.name).collect();
        let majors: BTreeSet<u32> = VERSIONS.iter().map(|version| version.major).collect();
        assert_eq!((names.len(), majors.len()), (VERSIONS.len(), VERSIONS.len()));
        assert!(named(DEFAULT.name).is_some() && named("21").is_none());
    }

    #[test]
    fn a_change_stays() {
        let changed = |change: Change| [19, 22, 24].map(|major| change.is_in(major));
        assert_eq!(changed(Change::AllElements), [false, true, true]);
        assert_eq!(changed(Change::OwnConversions), [false, true, true]);
        assert_eq!(changed(Change::ShapeArithmetic), [false, false, true]);
    }

    #[test]
    fn names_are_listed_as_a_sentence_has_them() {
        assert_eq!(listed(vec!["22", "19", "head"]), "22, 19 or head");
        assert_eq!((listed(vec!["22"]), listed(vec![])), ("22".to_owned(), String::new()));
    }

    #[test]
    fn every_version_has_rules_and_every_spelling_a_version() {
        for version in VERSIONS {
            let rules = version.rules.map(serde_json::from_str::<Learned>);
            let way = format!(
                "lowdiff rules --learn --mlir {0} --out core/src/path/learned/{0}.json",
                version.name
            );
            assert!(matches!(rules, Some(Ok(_))), "{} has no rules: run {way}", version.name);
        }
        assert_eq!(Syntax::ALL.map(Syntax::oldest), [19, 22]);
    }
}
