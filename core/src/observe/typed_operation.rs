//! An operation with the types it computes on.

use serde::{Deserialize, Serialize};
use std::fmt;

/// An operation and the element types of its first operand and of its first result, one where they are the same. Documents
/// and signatures have it as in `tosa.cast-f32-i1`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(into = "String", from = "String")]
pub struct TypedOperation {
    /// Its name, with the dialect.
    pub name: String,
    /// The names of the element types.
    pub elements: Vec<String>,
}

impl From<String> for TypedOperation {
    fn from(text: String) -> TypedOperation {
        let mut parts = text.split('-').map(str::to_owned);
        let name = parts.next().unwrap_or_default();
        TypedOperation { name, elements: parts.collect() }
    }
}

impl From<TypedOperation> for String {
    fn from(operation: TypedOperation) -> String {
        operation.to_string()
    }
}

impl fmt::Display for TypedOperation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)?;
        self.elements.iter().try_for_each(|element| write!(f, "-{element}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn its_text_is_read_as_it_is_written() {
        for (text, name, elements) in [
            ("tosa.cast-f32-i1", "tosa.cast", &["f32", "i1"][..]),
            ("tosa.add-f8E4M3FN", "tosa.add", &["f8E4M3FN"]),
            ("tosa.add", "tosa.add", &[]),
            ("", "", &[]),
        ] {
            let read = TypedOperation::from(text.to_owned());
            assert!(read.name == name && read.elements == elements, "{read:?}");
            assert_eq!(read.to_string(), text);
        }
    }
}
