//! Declared options: which options each pass of a build of MLIR has, of what kind, and by default what.
//!
//! The build itself is asked ([`ask`]), through functions that every build has. It does not tell the words of an enumeration, nor the
//! names of lists that are empty. These are tried: the help text of its own stock program has them ([`help`]), and so have the tables of other
//! versions. The answers of the named versions are kept beside this file.

mod ask;
pub mod help;

pub use ask::{Hints, Reply, ask};

pub use crate::observe::OptionKind;
use crate::version::{self, VERSIONS};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::sync::LazyLock;

/// An option of a pass.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct DeclaredOption {
    /// Its name.
    pub name: String,
    /// Its kind, or that of each element where it is a list.
    pub kind: OptionKind,
    /// True if it takes several, with commas between them.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub list: bool,
    /// Its default as MLIR prints it; none of a list that is empty, or where the build does not say.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub default: Option<String>,
}

impl DeclaredOption {
    /// False for a value that the option surely does not take.
    pub fn takes(&self, value: &str) -> bool {
        let is_of_kind = match &self.kind {
            OptionKind::Integer { .. } => value.parse::<i128>().is_ok(),
            OptionKind::Boolean => {
                ["", "0", "1"].contains(&value)
                    || value.eq_ignore_ascii_case("true")
                    || value.eq_ignore_ascii_case("false")
            }
            OptionKind::Real => value.parse::<f64>().is_ok(),
            OptionKind::Words { words, whole } => !whole || words.iter().any(|word| word == value),
            OptionKind::Text | OptionKind::Unknown => true,
        };
        self.list || is_of_kind
    }
}

/// A pass that a build registers.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct DeclaredPass {
    /// Its options, by name.
    pub options: Vec<DeclaredOption>,
    /// The number of options that it is known to have beside these: the build does not print their names.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub unnamed: usize,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde calls it so")]
fn is_zero(number: &usize) -> bool {
    *number == 0
}

/// The passes of the catalogue that one build registers.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Declared {
    /// LLVM's version, and what it came in.
    pub version: String,
    /// The passes, by name.
    pub passes: BTreeMap<String, DeclaredPass>,
}

impl Declared {
    /// The options of a pass; none of one that the build does not register.
    pub fn options(&self, pass: &str) -> &[DeclaredOption] {
        self.passes.get(pass).map_or(&[], |pass| &pass.options)
    }

    /// The table that comes with lowdiff for the toolchain of this name, or for any build of the same release.
    pub fn committed(name: &str, version: &str) -> Option<&'static Declared> {
        let fits = |(of, known): &&(&str, Declared)| version::is_build_of(of, &known.version, name, version);
        Declared::all().iter().find(fits).map(|(_, known)| known)
    }

    /// The table of the named version that MLIR of this major version is taken for; an empty one where it has none.
    pub fn of(major: u32) -> &'static Declared {
        static NONE: LazyLock<Declared> = LazyLock::new(Declared::default);
        let name = version::of(major).name;
        Declared::all().iter().find(|(of, _)| *of == name).map_or(&NONE, |(_, known)| known)
    }

    /// The table of each named version that has one, with its name.
    pub fn all() -> &'static [(&'static str, Declared)] {
        static ALL: LazyLock<Vec<(&str, Declared)>> = LazyLock::new(|| {
            let tables = VERSIONS.iter().filter_map(|version| Some((version.name, version.options?)));
            tables.filter_map(|(name, text)| Some((name, serde_json::from_str(text).ok()?))).collect()
        });
        &ALL
    }

    /// JSON with one pass a line, so that a difference between two files reads as one.
    ///
    /// # Errors
    /// Never fails: names and numbers are JSON.
    pub fn to_json(&self) -> serde_json::Result<String> {
        let mut text = format!("{{\n\"version\": {},\n\"passes\": {{", serde_json::to_string(&self.version)?);
        for (place, (name, pass)) in self.passes.iter().enumerate() {
            let separator = if place == 0 { "\n" } else { ",\n" };
            // Writing to a String never fails.
            let _ =
                write!(text, "{separator}{}: {}", serde_json::to_string(name)?, serde_json::to_string(pass)?);
        }
        text += "\n}\n}\n";
        Ok(text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn named_versions_have_tables_that_are_written_as_they_are_read() {
        assert_eq!(Declared::all().len(), VERSIONS.len());
        for ((name, table), version) in Declared::all().iter().zip(VERSIONS) {
            assert_eq!(Some(table.to_json().unwrap().as_str()), version.options, "{name}");
            assert!(table.passes.len() > 100, "{name}: {} passes", table.passes.len());
            assert_eq!(Declared::of(version.major), table);
            assert_eq!(Declared::committed(name, &table.version), Some(table));
        }
        let of = |pass: &str, option: &str| -> Option<&DeclaredOption> {
            Declared::of(22).options(pass).iter().find(|other| other.name == option)
        };
        assert_eq!(of("cse", "x"), None);
        let sizes = of("affine-loop-tile", "tile-sizes").expect("it is declared");
        assert!(sizes.list && sizes.kind == OptionKind::Integer { signed: false, bits: 32 });
        assert_eq!(of("canonicalize", "top-down").and_then(|top| top.default.as_deref()), Some("true"));
    }

    #[test]
    fn a_build_without_a_name_has_no_table() {
        assert_eq!(Declared::committed("mine", "23.0.0git"), None);
        let release = &Declared::of(22).version;
        assert_eq!(Declared::committed("mine", release), Some(Declared::of(22)), "a release is one");
    }
}
