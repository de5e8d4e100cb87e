//! Candidates that are made in the neutral form, by other types and attributes.

use crate::ir::Module;
use crate::observe::Element;

/// A module with other types or attributes, and the element types that it prints.
pub struct Rewritten {
    /// The module.
    pub module: Module,
    /// The element type of each print call.
    pub printed: Vec<Element>,
}

/// Rewritten modules, made one by one.
pub type Rewritings<'m> = Box<dyn Iterator<Item = Rewritten> + 'm>;

/// Attributes whose integers count operands, or stand for a word of the pretty form.
const HIDDEN: [&str; 11] = [
    "asm_dialect",
    "bin_op",
    "failure_ordering",
    "kind",
    "operandSegmentSizes",
    "ordering",
    "predicate",
    "resultSegmentSizes",
    "success_ordering",
    "unnamed_addr",
    "visibility_",
];

/// True of the name of an attribute whose integers are no numbers to a reader.
pub fn is_hidden(name: &str) -> bool {
    HIDDEN.contains(&name)
}
