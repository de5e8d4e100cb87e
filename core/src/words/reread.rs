//! A module that does not survive being written and read, in a sentence.

use crate::observe::Subject;

/// A form that MLIR wrote and does not read, for this reason.
pub fn unreadable(form: Subject, why: &str) -> String {
    format!("{} cannot be read back: {why}", form.name())
}

/// A form that is read as another module.
pub fn read_otherwise(form: Subject) -> String {
    format!("{} is read back as another module", form.name())
}
