//! A verdict, in a sentence.

use crate::judge::Verdict;
use std::fmt;

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.kind)?;
        if let Some(reason) = self.reason {
            write!(f, " ({reason})")?;
        }
        if let Some(pass) = &self.pass {
            write!(f, " in {pass}")?;
        }
        if let Some(known) = &self.known {
            write!(f, " (known: {known})")?;
        }
        write!(f, ": {}", self.detail)?;
        if self.varies { write!(f, "; the values vary from run to run") } else { Ok(()) }
    }
}
