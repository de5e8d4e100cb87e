//! A module that does not survive being written and read, in a sentence.

use crate::observe::Subject;

/// A form that MLIR wrote and does not read, for this reason.
pub fn unreadable(form: Subject, why: &str) -> String {
    format!("{} cannot be read back: {why}", name(form))
}

/// A form that is read as another module.
pub fn read_otherwise(form: Subject) -> String {
    format!("{} is read back as another module", name(form))
}

/// A form of a module, as the subject of a sentence.
fn name(form: Subject) -> &'static str {
    match form {
        Subject::GenericForm => "its generic form",
        Subject::PrettyForm => "its pretty form",
        Subject::Bytecode => "its bytecode",
        Subject::Division => "a division",
        Subject::Arguments(_) => "its arguments",
    }
}
