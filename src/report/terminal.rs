//! A finding on a terminal: one line.

use super::reproduce::quote;
use super::{Judged, Stored};
use crate::judge::{Detail, Verdict};
use crate::words;
use std::fmt;

/// Characters of what is said of a finding, at most: the rest is in its folder.
const MOST_SAID: usize = 200;
/// The end of a text that was shortened.
const MORE: &str = " ...";

/// Displays a finding in one line: what it is, where it shows, and the folder that has the rest.
pub struct Brief<'a> {
    /// The finding.
    pub finding: &'a Judged<'a>,
    /// Its fate on disk.
    pub stored: &'a Stored,
}

impl fmt::Display for Brief<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Judged { verdict, mlir, clean, .. } = self.finding;
        let (verdict, unwatched) = match &verdict.detail {
            Detail::Unwatched(seen) => (&Verdict { detail: (**seen).clone(), ..(*verdict).clone() }, true),
            _ => (*verdict, false),
        };
        write!(f, "lowdiff: {}", shortened(&words::verdict(verdict)))?;
        if let (None, Some(suspect)) = (&verdict.pass, verdict.suspect()) {
            write!(f, "; to blame: {suspect}")?;
        }
        let confirmed = match clean.map(|clean| clean.confirmed) {
            Some(Some(true)) => "confirmed by stock programs",
            Some(Some(false)) if unwatched => "stock programs do not look for it",
            Some(Some(false)) => "stock programs do NOT show it",
            Some(None) | None => "not confirmed",
        };
        write!(f, " (MLIR {}, {confirmed}): ", mlir.name)?;
        match self.stored.directory() {
            Some(directory) => write!(f, "{}", quote(&directory.display().to_string())),
            None => write!(f, "not kept: {}", self.stored),
        }
    }
}

/// The beginning of a text, in one line.
pub fn shortened(text: &str) -> String {
    let mut line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    if line.chars().count() > MOST_SAID {
        let end = line.char_indices().nth(MOST_SAID - MORE.len()).map_or(line.len(), |(end, _)| end);
        line.truncate(end);
        line += MORE;
    }
    line
}
