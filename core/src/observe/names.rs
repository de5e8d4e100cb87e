//! Names of the paths of a case, of dialects, and bytes in hexadecimal, for people and in documents.

use serde::{Deserialize, Serialize};
use std::fmt;

/// `path a`, `path b`, ...
pub fn path_name(index: usize) -> String {
    format!("path {}", path_letter(index))
}

/// `a`, `b`, ...; numbers behind `z`.
pub fn path_letter(index: usize) -> String {
    match u8::try_from(index) {
        Ok(index @ 0..26) => char::from(b'a' + index).to_string(),
        _ => index.to_string(),
    }
}

/// The index of a path that documents call by its letter.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, schemars::JsonSchema,
)]
#[serde(into = "String", try_from = "String")]
pub struct PathLetter(pub usize);

impl From<PathLetter> for String {
    fn from(PathLetter(index): PathLetter) -> String {
        path_letter(index)
    }
}

impl TryFrom<String> for PathLetter {
    type Error = String;

    fn try_from(letter: String) -> Result<PathLetter, String> {
        let index = match letter.as_bytes() {
            [letter @ b'a'..=b'z'] => Some(usize::from(letter - b'a')),
            _ => letter.parse().ok().filter(|index| *index >= 26),
        };
        index.map(PathLetter).ok_or_else(|| format!("'{letter}' names no path: a letter from a on does"))
    }
}

impl fmt::Display for PathLetter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&path_letter(self.0))
    }
}

/// The dialect of an operation by its full name: what is in front of the first dot.
pub fn dialect(operation: &str) -> &str {
    operation.split_once('.').map_or(operation, |(dialect, _)| dialect)
}

/// Bytes in hexadecimal, two digits each.
pub fn hexadecimal(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_dialect_ends_at_the_first_dot() {
        assert_eq!(["tosa.variable.read", "llvm.add", "module"].map(dialect), ["tosa", "llvm", "module"]);
        assert_ne!(dialect("llvmish.x"), "llvm");
    }

    #[test]
    fn a_letter_is_read_as_it_is_written() {
        for index in [0, 1, 25, 26, 300] {
            let letter = String::from(PathLetter(index));
            assert_eq!(PathLetter::try_from(letter), Ok(PathLetter(index)));
        }
        for wrong in ["", "A", "ab", "3", "path b"] {
            assert!(PathLetter::try_from(wrong.to_owned()).is_err(), "{wrong}");
        }
    }
}
