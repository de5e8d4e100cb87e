//! The reason why no results are expected of a program, in words.

use crate::execute::Unexpected;

/// The reason why no results are expected of a program.
pub fn unexpected(unexpected: &Unexpected) -> String {
    match unexpected {
        Unexpected::Told(text) | Unexpected::Said(text) => text.clone(),
        Unexpected::SavedWithout {} => "saved without them".to_owned(),
        Unexpected::Others {} => "other reasons".to_owned(),
    }
}
