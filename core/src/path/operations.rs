//! Facts of the IR that path construction knows: which operations there are, on what kind of types, how often.

use crate::observe::dialect;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The beginning of the names of operations that generated programs are written in.
pub const SOURCE: &str = "tosa.";

/// The most abstract type among an operation's operands and results.
///
/// An operation is lowered in different ways at different levels (`linalg.generic` on tensors is
/// bufferized, on memrefs it becomes loops), so a name alone does not choose a conversion. A function counts
/// the types its own type mentions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum TypeKind {
    /// At least one tensor, ranked or not.
    Tensor,
    /// No tensor, but a memref, ranked or not.
    Memref,
    /// Neither, but a vector.
    Vector,
    /// Everything else, operations without operands and results included.
    Scalar,
}

impl TypeKind {
    /// The word people and files use.
    pub fn word(self) -> &'static str {
        match self {
            TypeKind::Tensor => "tensor",
            TypeKind::Memref => "memref",
            TypeKind::Vector => "vector",
            TypeKind::Scalar => "scalar",
        }
    }

    /// The kind of this word.
    pub fn from_word(word: &str) -> Option<TypeKind> {
        let kinds = [TypeKind::Tensor, TypeKind::Memref, TypeKind::Vector, TypeKind::Scalar];
        kinds.into_iter().find(|kind| kind.word() == word)
    }
}

impl std::fmt::Display for TypeKind {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.word())
    }
}

/// The operations of a module, nested ones and the module itself included: (name, kind) to how many.
pub type Operations = BTreeMap<(String, TypeKind), u32>;

/// True if `name` is `pattern`, or lies in the dialect a pattern such as `tosa.*` names.
pub fn matches(pattern: &str, name: &str) -> bool {
    match pattern.strip_suffix('*') {
        Some(dialect) => name.starts_with(dialect),
        None => pattern == name,
    }
}

/// True if any operation fits one of `patterns`.
pub fn any(operations: &Operations, patterns: &[&str]) -> bool {
    operations.keys().any(|(name, _)| patterns.iter().any(|pattern| matches(pattern, name)))
}

/// True if an operation that fits a pattern is in a program's text.
pub fn mentions(program: &str, pattern: &str) -> bool {
    let mut words = program.split(|c: char| !(c.is_alphanumeric() || "_.".contains(c)));
    words.any(|word| matches(pattern, word))
}

/// The operations a complete lowering must still remove: all but llvm's and the module.
pub fn left(operations: &Operations) -> impl Iterator<Item = &(String, TypeKind)> {
    operations.keys().filter(|(name, _)| dialect(name) != "llvm" && name != "builtin.module")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patterns_are_names_or_whole_dialects() {
        assert!(matches("tosa.*", "tosa.add"));
        assert!(matches("tosa.add", "tosa.add"));
        assert!(!matches("tosa.*", "tosa_extra.add"));
        assert!(!matches("tosa.add", "tosa.add_shape"));
    }

    #[test]
    fn a_text_mentions_whole_names() {
        let text =
            "%0 = \"tosa.add\"(%a) : i32\n  scf.br ^bb1\n  cf.cond_br %c, ^bb1\n  func.call @tosa.sub_x()";
        assert!(mentions(text, "tosa.add") && mentions(text, "cf.cond_br") && mentions(text, "cf.*"));
        assert!(!mentions(text, "tosa.ad") && !mentions(text, "cf.br") && !mentions(text, "tosa.sub"));
        assert!(!mentions("scf.branch", "cf.*"));
    }

    #[test]
    fn llvm_and_the_module_are_what_may_stay() {
        let entry = |name: &str| ((name.to_owned(), TypeKind::Scalar), 1);
        let done: Operations = ["builtin.module", "llvm.func", "llvm.return"].map(entry).into();
        assert_eq!(left(&done).count(), 0);
        let more: Operations = ["builtin.module", "llvm.func", "cf.br", "llvmish.x"].map(entry).into();
        assert_eq!(left(&more).count(), 2);
    }
}
